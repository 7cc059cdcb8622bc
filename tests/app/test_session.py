"""Sessions: who is to move, what is saved, and what comes of anything that was not."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session import Opponent, Session, new_session, saved_session
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


@each_opponent
def test_an_early_move_is_played_just_where_a_person_may(opponent: Opponent) -> None:
    for game in GAMES:
        session = Session(opponent, game)
        for cell in range(9):
            after = session.played_early(str(cell))
            if session.person_to_move and cell in game.legal_cells:
                assert after == session.played(cell)
            else:
                assert after is session


@pytest.mark.parametrize("cell", [None, "", "9", "-1", "04", " 4", "x", "\u0664"])
def test_what_is_no_cell_is_no_early_move(cell: str | None) -> None:
    assert new_session().played_early(cell) == new_session()


@pytest.mark.parametrize("opponent", COMPUTERS)
def test_the_computer_replies_as_its_level_plays(opponent: Opponent) -> None:
    before = new_session(opponent).played(4)
    replies = {before.replied(Random(seed)).game.history[-1].cell for seed in range(100)}
    assert replies == set(policy(before.game.board, Level(opponent)))


@each_opponent
def test_a_game_in_progress_is_saved_and_an_ended_one_is_not(opponent: Opponent) -> None:
    for game in GAMES:
        saved = saved_session(Session(opponent, game).text)
        assert saved == Session(opponent, Game() if game.is_over else game)
        helped = Session(opponent, game).with_help()
        assert helped.helped is not game.is_over
        assert saved_session(helped.text) == saved._replace(helped=not game.is_over)


def test_help_lasts_as_long_as_the_game() -> None:
    session = new_session(Opponent.HUMAN).played(4).with_help().played(0)
    assert session == Session(Opponent.HUMAN, Game.from_record("40"), helped=True)
    assert session.text == "human:40:helped"
    assert session.forfeited().helped


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        ":",
        "Hard:",
        "hard:44",
        "hard:9",
        "nobody:4",
        "hard :4",
        "hard:4:0",
        "hard:4:",
        "hard:helped",
        "{}",
    ],
)
def test_what_was_not_saved_is_no_session(text: str | None) -> None:
    assert saved_session(text) is None


@given(st.text() | st.from_regex(r"(easy|hard):[0-9f]{0,12}(:helped)?", fullmatch=True))
def test_any_text_at_all_is_a_session_or_none(text: str) -> None:
    session = saved_session(text)
    help_ = ":helped" if session and session.helped else ""
    assert session is None or text.partition("\n")[0] in {
        f"{session.opponent}:{session.game.record}{help_}",
        session.opponent.value,
    }
