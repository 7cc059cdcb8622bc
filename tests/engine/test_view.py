"""What the page shows of a session, and what it saves to show it again."""

import json

import pytest

from engine import Game
from engine.scores import Score
from engine.session import Opponent, Session, new_session, saved_session
from engine.view import View, text_to_save, view_of
from tests.exhaustive import games_by_board

SCORE = Score(3, 2, 1)
GAMES = [*games_by_board().values(), Game.from_record("f"), Game.from_record("4f")]


def test_all_of_a_view() -> None:
    session = Session(Opponent.HUMAN, Game.from_record("03142"))
    assert view_of(session, SCORE) == View(
        board="XXXOO....",
        names=[
            *("Top left, X, in the winning line", "Top centre, X, in the winning line"),
            *("Top right, X, in the winning line", "Middle left, O", "Centre, O"),
            *("Middle right, empty", "Bottom left, empty", "Bottom centre, empty"),
            "Bottom right, empty",
        ],
        winning=[0, 1, 2],
        lines=["012"],
        turn="",
        status="x_wins",
        opponent="human",
        texts={
            "headline": "X wins!",
            "detail": "X took the top right: three in a row.",
            "label-x": "X",
            "label-o": "O",
            "score-x": "3",
            "score-draws": "2",
            "score-o": "1",
        },
        moves=["X top left", "O middle left", "X top centre", "O centre", "X top right"],
    )


def test_two_lines_at_once_are_both_struck_and_their_cells_named_once() -> None:
    view = view_of(Session(Opponent.HUMAN, Game.from_record("012346578")), SCORE)
    assert view.lines == ["258", "048"]
    assert view.winning == [0, 2, 4, 5, 8]


@pytest.mark.parametrize("opponent", Opponent)
def test_the_turn_is_shown_when_a_person_may_move(opponent: Opponent) -> None:
    for game in GAMES:
        session = Session(opponent, game)
        expected = game.current_player if session.person_to_move else ""
        assert view_of(session, SCORE).turn == expected


@pytest.mark.parametrize("opponent", Opponent)
def test_what_is_saved_reads_back_and_shows_what_the_next_visit_will(opponent: Opponent) -> None:
    for game in GAMES:
        session = Session(opponent, game)
        text, _, shown = text_to_save(session, SCORE).partition("\n")
        assert text == session.text
        next_visit = saved_session(text_to_save(session, SCORE))
        assert next_visit == (new_session(opponent) if game.is_over else session)
        assert next_visit
        assert json.loads(shown) == view_of(next_visit, SCORE)._asdict()
        assert "\n" not in shown
