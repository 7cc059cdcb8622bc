"""The thinking panel: what its tree shows in every position, and how one gets around in it."""

import pytest

from app.messages import names
from app.session import Opponent
from app.thinking import (
    BoardView,
    Exploration,
    after_key,
    explore,
    rows_of,
    thinking_view,
    toggled,
)
from engine import Game
from engine.levels import Level, cells_played


def played_out(record: str) -> Game:
    """The game after the line that hard would play first."""
    game = Game.from_record(record)
    while not game.is_over:
        game = game.play(cells_played(game.board, Level.HARD)[0])
    return game


def boards_of(exploration: Exploration) -> dict[str, BoardView]:
    """All boards that are shown, by their records."""
    rows = rows_of(Opponent.HUMAN, exploration)
    return {board.record: board for row in rows for board in row.boards}


def test_any_board_can_be_opened_down_to_the_end_of_the_game() -> None:
    opened, unvisited = set(), [explore("02135")]
    while unvisited:
        exploration = unvisited.pop()
        for record, board in boards_of(exploration).items():
            if board.is_open is False and record not in opened:
                opened.add(record)
                unvisited.append(toggled(exploration, record))
                assert boards_of(unvisited[-1])[record].is_open
                replies = Game.from_record(record).legal_cells
                assert {record + str(cell) for cell in replies} <= boards_of(unvisited[-1]).keys()
    below = [
        game.record
        for game in all_games(Game.from_record("0213"))
        if not game.is_over and game.record not in explore("02135").opened
    ]
    assert opened >= {record for record in below if record != "0213"}


def all_games(game: Game) -> list[Game]:
    """A game, and every way in which it can go on."""
    return [game, *(after for cell in game.legal_cells for after in all_games(game.play(cell)))]


def test_a_board_is_closed_again_and_an_ended_one_has_nothing_to_open() -> None:
    start = explore("40")
    assert len(start.opened) == 8
    closed = toggled(start, start.opened[:3])
    assert (closed.opened, closed.cursor) == ("40", start.opened[:3])
    assert not boards_of(closed)[closed.cursor].is_open
    assert toggled(closed, closed.cursor).opened == start.opened
    all_closed = toggled(closed, "40")
    assert (all_closed.opened, len(boards_of(all_closed))) == ("4", 8)
    end = played_out("40").record
    assert toggled(start, end) == start._replace(cursor=end)


def test_keys_go_along_a_row_into_the_replies_and_out_of_them() -> None:
    start = explore("40")
    expected = start.opened[:3]

    def go(*keys: str, start: Exploration = start) -> Exploration:
        for key in keys:
            start = after_key(start, key) or pytest.fail(f"{key} means nothing")
        return start

    assert after_key(start, "a") is None
    assert go("ArrowLeft").cursor == go("ArrowUp").cursor == "40"
    assert go("ArrowRight").cursor == "41"
    assert go(*["ArrowRight"] * 9).cursor == "48"
    assert go(*["ArrowRight"] * 9, "ArrowLeft").cursor == "47"
    assert go("ArrowDown").cursor == expected
    assert go("ArrowDown", "ArrowUp").cursor == "40"
    opened = go("ArrowRight", "ArrowDown")
    assert (opened.cursor, opened.opened[:2]) == ("41", "41")
    assert go("ArrowDown", start=opened).cursor == played_out("41").record[:3]
    assert go("Enter").opened == "4"
    assert go("Enter", " ").opened == start.opened
    assert go("End").cursor == start.opened + str(Game.from_record(start.opened).legal_cells[-1])
    assert go("End", "ArrowDown").cursor == go("End").cursor
    assert go("End", "Home").cursor == "40"


def test_where_there_is_no_move_to_explain_a_sentence_says_so() -> None:
    view = thinking_view(Opponent.HARD, explore(""))
    assert (view.rows, view.sentences) == ((), ["There’s no move to explain yet."])


@pytest.mark.parametrize("opponent", Opponent)
def test_the_rows_are_labelled_by_who_chooses(opponent: Opponent) -> None:
    x, o = names(opponent)
    view = thinking_view(opponent, explore("40"))
    assert (view.record, view.cursor) == ("4", "40")
    assert [row.mark for row in view.rows] == ["O", "X"] * 4
    chosen = {
        "X": "You pick your best" if x == "You" else "X picks its best",
        "O": {
            Opponent.HARD: "The computer picks its best",
            Opponent.HUMAN: "O picks its best",
        }.get(opponent, "Best for the computer"),
    }
    assert [row.chooser for row in view.rows] == [chosen[row.mark] for row in view.rows]
    assert view.to_move == ("O’s move" if o == "O" else "The computer’s move")


def test_a_move_that_was_not_the_best_stands_beside_what_was_better() -> None:
    view = thinking_view(Opponent.HARD, explore("0314"))
    first = view.rows[0]
    assert (first.chooser, first.reason) == ("Best for the computer", "")
    kinds = {board.record[-1]: board.kind for board in first.boards}
    assert kinds == {"2": "better", "4": "played", **dict.fromkeys("5678", "")}
    assert view.lead == (
        "Move 4: The computer took the centre. Better: the top right, because then you win on "
        "move 7. Now you win on move 5."
    )
    names_of = [board.name for board in first.boards[:2]]
    assert names_of == [
        "O top right: X wins, move 7, better",
        "O centre: X wins, move 5, played",
    ]


@pytest.mark.parametrize(
    ("record", "lead"),
    [
        ("40", "O took the top left. 4 moves are equally good: any of them will do."),
        ("04", "Move 2: O took the centre. The only move that keeps the draw."),
        ("01", "Better: the centre, because then it’s a draw. Now X wins on move 7."),
        ("0", "After 4 of them, like the top left, 7 of O’s 8 replies lose; after the others, at"),
        ("1", "7 of O’s 8 replies lose; after the top centre, 4."),
        ("0314", "Better: the top right, because then X wins on move 7. Now X wins on move 5."),
        ("03142", "Move 5: X took the top right. The only move that wins."),
        ("403126785", "Move 9: X took the middle right. The only square left."),
        (
            "012",
            "middle left, centre or bottom left, because then X wins on move 7. Now it’s only a",
        ),
    ],
)
def test_the_lead_says_what_was_played_and_why(record: str, lead: str) -> None:
    assert lead in thinking_view(Opponent.HUMAN, explore(record)).lead
