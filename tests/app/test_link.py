"""Links that hold a game: what is written reads back, and nothing else is read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.link import (
    Course,
    SharedGame,
    caught_up,
    course_of,
    link_to,
    shared_game,
)
from app.saved_format import LinkedGame
from app.session import Opponent, Session
from engine import Game, InvalidRecord, Level, policy
from tests.support.exhaustive import games_by_board

GAMES = [*games_by_board().values(), Game.from_record("f"), Game.from_record("4f")]
PLAYED = [game for game in GAMES if game.record]
IDS = st.just("") | st.from_regex("[0-9a-z]{4,6}", fullmatch=True)


@pytest.mark.parametrize(
    ("link", "shared"),
    [
        ("4081", ("4081", "human", "")),
        ("4081~k3f9", ("4081", "human", "k3f9")),
        ("4f~k3f9", ("4f", "human", "k3f9")),
        ("408.hard", ("408", "hard", "")),
    ],
)
def test_a_link_holds_a_game_who_was_o_and_an_id(link: str, shared: tuple[str, str, str]) -> None:
    record, opponent, link_id = shared
    read = SharedGame(Game.from_record(record), Opponent(opponent), link_id)
    assert shared_game(f"#game={link}") == read
    assert link_to(read) == f"#game={link}"


@given(st.sampled_from(PLAYED), IDS)
def test_what_is_written_reads_back(game: Game, link_id: str) -> None:
    shared = SharedGame(game, Opponent.HUMAN, link_id)
    assert shared_game(link_to(shared)) == shared


@pytest.mark.parametrize("level", Level)
def test_a_game_against_the_computer_reads_back_if_it_could_have_been(level: Level) -> None:
    for game in PLAYED:
        shared = SharedGame(game, Opponent(level))
        if could_be(game, level):
            assert shared_game(link_to(shared)) == shared
        else:
            with pytest.raises(InvalidRecord, match=f"^{level} does not play like that$"):
                shared_game(link_to(shared))


def could_be(game: Game, level: Level) -> bool:
    """Whether each of O's moves is one that the level makes."""
    for number in range(1, len(game.record), 2):
        char, before = game.record[number], Game.from_record(game.record[:number])
        if char == "f" or int(char) not in policy(before.board, level):
            return False
    return True


def test_a_game_against_the_computer_is_sent_to_nobody() -> None:
    assert shared_game("#game=408~k3f9.hard") == shared_game("#game=408.hard")


def test_a_tilde_may_arrive_encoded() -> None:
    for code in ("%7E", "%7e"):
        assert shared_game(f"#game=4081{code}k3f9").id == "k3f9"


@pytest.mark.parametrize(
    "text",
    [
        *("", "44", "9", "031425", "f4", "4%30", "<b>", "\u0664", " 4", "4\n", "~k3f9", ".hard"),
        *("4~", "4~k3f", "4~K3F9", "4~k3f9k3f", "4~k3f9~k3f9", "4~k3<9", "4~k3f\u0669"),
        *("4.", "4.nobody", "4.HARD", "4.hard~k3f9", "4.hard.hard", "4.hard ", "4~.hard"),
        *("0" * 9_000, "4~" + "k" * 9_000),
    ],
)
def test_a_link_that_holds_no_legal_game_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        shared_game(f"#game={text}")


def test_an_empty_link_says_what_it_lacks() -> None:
    with pytest.raises(InvalidRecord, match="^a link holds at least one move$"):
        shared_game("#game=")


@given(
    st.text()
    | st.from_regex(r"[0-8]{0,9}f?(~[0-9a-z]{0,14})?(\.(easy|hard|human|x))?", fullmatch=True)
)
def test_any_text_at_all_is_a_game_or_refused(text: str) -> None:
    try:
        shared = shared_game(f"#game={text}")
    except InvalidRecord:
        return
    if shared.opponent is not Opponent.HUMAN:
        text = re.sub("~[0-9a-z]*", "", text)
    assert text.removesuffix(".human") == link_to(shared).removeprefix("#game=")


@pytest.mark.parametrize(
    ("record", "known", "course"),
    [
        ("408", [""], Course.NEW),
        ("408", ["40"], Course.AHEAD),
        ("40", ["40"], Course.AHEAD),
        ("4", ["40"], Course.BEHIND),
        ("41", ["40"], Course.OTHER),
        ("4f", ["40"], Course.OTHER),
        ("408", ["42", "40"], Course.AHEAD),
        ("40", ["40", "408"], Course.BEHIND),
        ("41", ["42", "40"], Course.OTHER),
    ],
)
def test_a_game_is_compared_with_the_ways_that_are_known_of_it(
    record: str, known: list[str], course: Course
) -> None:
    for ways in (known, known[::-1]):
        assert course_of(record, *ways) is course


@pytest.mark.parametrize(
    ("known", "record", "sent"),
    [
        ("", "408", "40"),
        ("40", "408", "40"),
        ("408", "408", "40"),
        ("41", "408", "40"),
        ("4081", "4081", "4081"),
        ("408f", "", ""),
    ],
)
def test_a_session_catches_up_with_its_game(known: str, record: str, sent: str) -> None:
    session = Session(Opponent.HUMAN, Game.from_record("408"), link_id="k3f9", sent="40")
    for helped in (False, True):
        after = caught_up(session, LinkedGame(known, helped=helped))
        assert (after.game.record, after.sent, after.opponent) == (record, sent, Opponent.HUMAN)
        assert after.helped == (helped and known == "4081")
    assert caught_up(session._replace(helped=True), LinkedGame("4081")).helped
