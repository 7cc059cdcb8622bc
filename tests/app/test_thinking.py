"""The thinking panel: what its tree shows in every position, and how one gets around in it."""

import pytest

from app.messages import names
from app.session import Opponent
from app.thinking import (
    BoardView,
    Exploration,
    after_key,
    explore,
    row_of,
    rows_of,
    thinking_view,
    toggled,
)
from engine import Game, best_cells
from engine.levels import Level, cells_played
from tests.support.exhaustive import games_by_board

GOING_ON = [game for game in games_by_board().values() if not game.is_over]


def played_out(record: str) -> Game:
    """The game after the line that hard would play first."""
    game = Game.from_record(record)
    while not game.is_over:
        game = game.play(cells_played(game.board, Level.HARD)[0])
    return game


def told(game: Game) -> str:
    """How an ended game ended, as a board of the tree says it."""
    return f"{game.winner} wins, move {game.move_count}" if game.winner else "draw"


def test_every_board_of_every_position_says_what_best_play_from_it_comes_to() -> None:
    for game in GOING_ON:
        before = Exploration(game.record + str(game.legal_cells[-1]), game.record, game.record)
        row = row_of(game.record, before, Opponent.HUMAN)
        assert [board.record for board in row.boards] == [
            game.record + str(cell) for cell in game.legal_cells
        ]
        assert (row.mark, row.record) == (game.current_player, game.record)
        for board in row.boards:
            ended = played_out(board.record)
            assert board.name.partition(": ")[2].startswith(told(ended))
            assert board.winner == (ended.winner or "draw")
            assert (board.says, board.when) == (
                ("wins", f"move {ended.move_count}") if ended.winner else ("draw", "")
            )
            assert (board.is_open is None) == Game.from_record(board.record).is_over
        best = played_out(game.record)
        assert told(best).replace(", ", " on ") in row.name
        assert (row.says, row.when)[: 1 + bool(best.winner)] == (
            ("wins", f"move {best.move_count}") if best.winner else ("draw",)
        )


def test_every_row_marks_what_is_picked_and_what_is_as_good_and_says_why() -> None:
    for game in GOING_ON:
        after = explore(game.record) if game.record else explore("4")
        record = after.opened[: len(game.record)]
        if record != game.record:
            continue
        row = row_of(record, after, Opponent.HUMAN)
        kinds = {int(board.record[-1]): board.kind for board in row.boards}
        best, expected = best_cells(game.board), cells_played(game.board, Level.HARD)[0]
        if game.record:
            assert kinds[expected] == "picked"
            assert {cell for cell in kinds if kinds[cell]} == set(best)
        assert row.reason
        assert ("equally good" in row.reason) == (len(best) > 1)
        preferred = cells_played(game.board, Level.HARD)
        assert (" lose; " in row.reason) == (len(best) != len(preferred))


def test_a_decision_is_shown_with_the_expected_line_open_to_its_end() -> None:
    for game in games_by_board().values():
        if not game.record:
            continue
        rows = rows_of(Opponent.HUMAN, explore(game.record))
        line = played_out(game.record).record
        assert [row.record for row in rows] == [
            line[:length] for length in range(game.move_count - 1, len(line))
        ]
        opened = [board.record for row in rows for board in row.boards if board.is_open]
        assert opened == [line[:length] for length in range(game.move_count, len(line))]
        picked = [board.record for row in rows for board in row.boards if board.kind == "picked"]
        assert picked == [line[:length] for length in range(game.move_count + 1, len(line) + 1)]


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
