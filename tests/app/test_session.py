"""Sessions: who is to move, and what comes of a move."""

from random import Random

import pytest

from app.session import Opponent, Session, new_session
from engine import Game, Level, Mark, policy
from tests.support.exhaustive import games_by_board

GAMES = [*games_by_board().values(), Game.from_record("f"), Game.from_record("4f")]
COMPUTERS = [Opponent.EASY, Opponent.MEDIUM, Opponent.HARD]
each_opponent = pytest.mark.parametrize("opponent", Opponent)


def test_the_opponents_are_the_levels_and_a_human() -> None:
    assert [*Opponent] == [*Level, "human"]


@each_opponent
def test_a_new_session_is_a_new_game_against_the_opponent(opponent: Opponent) -> None:
    assert new_session(opponent) == Session(opponent, Game())
    assert new_session().opponent is Opponent.MEDIUM


@each_opponent
def test_somebody_is_to_move_until_the_game_is_over(opponent: Opponent) -> None:
    for game in GAMES:
        session = Session(opponent, game)
        waiting = session.person_to_move, session.computer_to_move
        if game.is_over:
            assert waiting == (False, False)
        elif opponent is Opponent.HUMAN or game.current_player is Mark.X:
            assert waiting == (True, False)
        else:
            assert waiting == (False, True)


@each_opponent
def test_a_game_is_on_between_its_first_move_and_its_end(opponent: Opponent) -> None:
    for game in GAMES:
        assert Session(opponent, game).is_on == (game.board != "." * 9 and not game.is_over)


def test_a_move_and_a_forfeit_are_those_of_the_player_to_move() -> None:
    session = new_session(Opponent.HUMAN).played(4).played(0)
    assert session == Session(Opponent.HUMAN, Game.from_record("40"))
    assert session.forfeited().game.record == "40f"
    assert session.game.record == "40"


@pytest.mark.parametrize("opponent", COMPUTERS)
def test_the_computer_replies_as_its_level_plays(opponent: Opponent) -> None:
    before = new_session(opponent).played(4)
    replies = {before.replied(Random(seed)).game.history[-1].cell for seed in range(100)}
    assert replies == set(policy(before.game.board, Level(opponent)))


def test_help_lasts_as_long_as_the_game() -> None:
    session = new_session(Opponent.HUMAN).played(4).with_help().played(0)
    assert session == Session(Opponent.HUMAN, Game.from_record("40"), helped=True)
    assert session.forfeited().helped


def test_an_ended_game_cannot_be_helped() -> None:
    for game in GAMES:
        assert Session(Opponent.HARD, game).with_help().helped is not game.is_over


def test_a_game_is_to_be_sent_when_it_has_gone_on_since_it_was() -> None:
    session = Session(Opponent.HUMAN, Game.from_record("40"))
    assert not session.is_to_send
    sent = session._replace(link_id="k3f9", sent="40")
    assert not sent.is_to_send
    assert sent.played(8).is_to_send
    assert sent.forfeited().is_to_send


def test_a_game_goes_on_from_itself_and_from_what_it_was() -> None:
    session = Session(Opponent.HUMAN, Game.from_record("40"), link_id="k3f9")
    assert session.goes_on_from(session)
    assert session.played(8).goes_on_from(session)
    assert not session.goes_on_from(session.played(8))
    assert not session.played(8).goes_on_from(session._replace(link_id="other"))
    unsent = session._replace(link_id="")
    assert not unsent.goes_on_from(unsent)
