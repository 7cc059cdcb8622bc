"""The storage: what is saved where, and what is told where that fails."""

from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.saved_format import (
    GAME_KEY,
    SESSION_KEY,
    TAB_LOCK,
    SavedSession,
    saved_session,
    saved_tally,
    tally_key,
)
from app.scores import Score, TallyId
from app.session import Opponent, Session, new_session
from app.state import State
from engine import Game
from tests.support.fake_dom import JsException, Window, result_of

GAME_ID = "0123456789abcdef"
OWN_GAME = GAME_KEY + GAME_ID
ON = Session(Opponent.HARD, Game.from_record("40"))
FIRST, SECOND = (TallyId(Opponent.EASY, page * 16) for page in "ab")
THIRD = TallyId(Opponent.HARD, "a" * 16)


@pytest.fixture
def storage(window: Window) -> Any:
    """The module, where a game, three tallies and something else are stored."""
    window.localStorage.update({OWN_GAME: "hard:4", "else": "1/0/0/0"})
    for tally, text in ((FIRST, "1/2/3/4"), (SECOND, "1/0/0/0"), (THIRD, "5/0/0/0")):
        window.localStorage[tally_key(tally)] = text
    return import_module("page.storage")


@pytest.fixture
def state() -> State:
    """The state of a page with a game that is on."""
    state = State(GAME_ID, Random(1))
    state.session = ON
    return state


def lock(window: Window, *names: str) -> None:
    """Makes these the Web Locks that pages hold."""
    held = SimpleNamespace(held=[SimpleNamespace(name=name) for name in names])
    window.navigator.locks = SimpleNamespace(query=AsyncMock(return_value=held))


@pytest.mark.parametrize("how", ["full", "missing", "forbidden"])
def test_what_cannot_be_stored_is_told(
    storage: Any, state: State, window: Window, how: str
) -> None:
    window.fail_storage(how)
    assert storage.read(storage.LOCAL, "nothing") is None
    assert storage.save_insight(is_on=True) is False
    assert storage.save(state) is False
    assert saved_session(window.sessionStorage[SESSION_KEY]) == SavedSession(ON)
    assert how != "full" or OWN_GAME not in window.localStorage  # as it was before this move


def test_what_was_counted_while_the_storage_was_full_is_saved_later(
    storage: Any, state: State, window: Window
) -> None:
    state.session = ON.forfeited()
    state.count(state.session)
    key = tally_key(state.own_tally(Opponent.HARD))
    window.fail_storage("full")
    assert storage.save(state) is False
    storage.read_tallies(state)
    assert state.score == Score(x_wins=5, o_wins=1)
    window.fail_storage("")
    state.session = ON
    assert storage.save(state)
    assert saved_tally(window.localStorage[key]) == Score(o_wins=1)
    assert state.unsaved == set()


def test_a_game_that_is_on_is_saved_for_the_tab_and_under_its_id(
    storage: Any, state: State, window: Window
) -> None:
    assert storage.save(state)
    for text in (window.sessionStorage[SESSION_KEY], window.localStorage[OWN_GAME]):
        assert saved_session(text) == SavedSession(ON, GAME_ID)
    assert SESSION_KEY not in window.localStorage


def test_an_ended_game_is_removed_and_the_next_visit_begins_a_new_one(
    storage: Any, state: State, window: Window
) -> None:
    state.session = ON.forfeited()
    assert storage.save(state)
    for area in (window.sessionStorage, window.localStorage):
        assert saved_session(area[SESSION_KEY]) == SavedSession(new_session(Opponent.HARD))
    assert OWN_GAME not in window.localStorage


def test_the_tallies_of_all_pages_are_read_if_they_may_be(
    storage: Any, state: State, window: Window
) -> None:
    for _ in range(2):
        storage.read_tallies(state)
        assert state.tallies == {FIRST: Score(1, 2, 3, 4), SECOND: Score(1), THIRD: Score(5)}
        assert state.score_against(Opponent.EASY) == Score(2, 2, 3, 4)
        vars(window).pop("localStorage", None)  # which forbids it


def test_a_tally_is_taken_over_when_another_page_changes_it(
    storage: Any, state: State, window: Window
) -> None:
    own = state.own_tally(Opponent.EASY)
    state.tallies = {own: Score(9)}
    assert storage.read_changed_tally(state, tally_key(FIRST))
    assert state.tallies == {own: Score(9), FIRST: Score(1, 2, 3, 4)}
    del window.localStorage[tally_key(FIRST)]
    assert storage.read_changed_tally(state, tally_key(FIRST))
    assert not storage.read_changed_tally(state, tally_key(own))
    assert not storage.read_changed_tally(state, "else")
    assert state.tallies == {own: Score(9)}


def test_a_page_that_is_alone_merges_the_tallies_of_earlier_ones(
    storage: Any, state: State, window: Window
) -> None:
    window.localStorage[tally_key(SECOND)] = "1/0/0/0/1"  # after a reset
    lock(window, TAB_LOCK + GAME_ID, "something else")
    result_of(storage.merge_tallies(state))
    easy, hard = map(state.own_tally, (Opponent.EASY, Opponent.HARD))
    assert state.tallies == {easy: Score(1), hard: Score(5)}
    merged = {tally_key(easy): "1/0/0/0/0", tally_key(hard): "5/0/0/0/0"}
    assert window.localStorage == {OWN_GAME: "hard:4", "else": "1/0/0/0"} | merged


@pytest.mark.parametrize("reason", ["two pages", "no locks", "locks fail", "full"])
def test_tallies_are_merged_by_nobody_else(
    storage: Any, state: State, window: Window, reason: str
) -> None:
    lock(window, TAB_LOCK + GAME_ID, *[TAB_LOCK] * (reason == "two pages"))
    if reason == "no locks":
        del window.navigator.locks
    elif reason == "locks fail":
        window.navigator.locks.query = AsyncMock(side_effect=JsException("SecurityError"))
    window.fail_storage(reason)
    before = dict(window.localStorage)
    result_of(storage.merge_tallies(state))
    assert window.localStorage == before
