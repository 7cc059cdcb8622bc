"""What the page shows of a session."""

import pytest

from app.scores import Score
from app.session import Opponent, Session
from app.view import BoardView, View, view_of
from engine import Game, advise, verdicts
from tests.support.exhaustive import games_by_board

SCORE = Score(3, 2, 1, 1)
GAMES = [*games_by_board().values(), Game.from_record("f"), Game.from_record("4f")]


def test_all_of_a_view() -> None:
    session = Session(Opponent.HUMAN, Game.from_record("03142"))
    assert view_of(session, SCORE) == View(
        board=BoardView(
            board="XXXOO....",
            names=[
                *("Top left, X, in the winning line", "Top centre, X, in the winning line"),
                *("Top right, X, in the winning line", "Middle left, O", "Centre, O"),
                *("Middle right, empty", "Bottom left, empty", "Bottom centre, empty"),
                "Bottom right, empty",
            ],
            verdicts=[""] * 9,
            signs=[""] * 9,
            tags=[""] * 9,
            winning=[0, 1, 2],
            lines=["012"],
        ),
        turn="",
        status="x_wins",
        opponent="human",
        insight=False,
        texts={
            "headline": "X wins!",
            "detail": "Top right makes three in a row.",
            "hint-text": "",
            "review-text": "",
            "label-x": "X",
            "label-o": "O",
            "score-x": "3",
            "score-draws": "2",
            "score-o": "1",
            "score-help": "1 with help",
        },
        moves=["X top left", "O middle left", "X top centre", "O centre", "X top right"],
        flourish="win",
    )


def test_insight_shows_the_verdict_on_every_free_cell_and_nothing_on_an_ended_board() -> None:
    for game in GAMES:
        view = view_of(Session(Opponent.HUMAN, game), SCORE, insight=True)
        known = {} if game.is_over else verdicts(game.board)
        shown = dict(enumerate(view.board.verdicts))
        assert view.insight
        assert {cell: text for cell, text in shown.items() if text} == {
            cell: f"{verdict.outcome}-{verdict.plies}" for cell, verdict in known.items()
        }
        assert [bool(sign) for sign in view.board.signs] == [cell in known for cell in range(9)]
    view = view_of(Session(Opponent.HUMAN, Game.from_record("0")), SCORE, insight=True)
    assert view.board.verdicts[4] == "draw-8"
    assert view.board.signs[4:6] == ["draw", "loss\nin 6"]
    assert view.board.names[4:6] == ["Centre, empty, draw", "Middle right, empty, loss in 6"]


def test_a_hint_marks_its_cell_and_takes_the_place_of_what_was_said() -> None:
    game = Game.from_record("0314")
    view = view_of(Session(Opponent.HUMAN, game), SCORE, advice=advise(game.board))
    assert view.board.tags == ["", "", "hint", *[""] * 6]
    assert view.board.names[2] == "Top right, empty, hint"
    assert view.texts["hint-text"] == "Top right wins right away."
    assert view.texts["headline"] == "X’s turn"
    assert view.texts["detail"] == ""


def test_two_lines_at_once_are_both_struck_and_their_cells_named_once() -> None:
    view = view_of(Session(Opponent.HUMAN, Game.from_record("012346578")), SCORE)
    assert view.board.lines == ["258", "048"]
    assert view.board.winning == [0, 2, 4, 5, 8]


@pytest.mark.parametrize("opponent", Opponent)
def test_the_turn_is_shown_when_a_person_may_move(opponent: Opponent) -> None:
    for game in GAMES:
        session = Session(opponent, game)
        expected = game.current_player if session.person_to_move else ""
        assert view_of(session, SCORE).turn == expected


@pytest.mark.parametrize(
    ("opponent", "record", "celebrated"),
    [
        ("easy", "03142", "win"),
        ("human", "304182", "win"),
        ("hard", "304182", ""),
        ("hard", "012346587", "draw"),
        ("medium", "012346587", ""),
        ("human", "012346587", ""),
        ("human", "4f", ""),
        ("hard", "f", ""),
        ("hard", "40", ""),
    ],
)
def test_a_win_is_celebrated_and_so_is_a_draw_with_hard(
    opponent: str, record: str, celebrated: str
) -> None:
    session = Session(Opponent(opponent), Game.from_record(record))
    assert view_of(session, SCORE).flourish == celebrated
