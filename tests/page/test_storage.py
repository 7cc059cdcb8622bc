"""The storage: what is saved where, and what is told where that fails."""

from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.history import Entry, History, addition, joined, reset
from app.history_format import LONGEST, history_key, log_text, read_log, read_stored
from app.saved_format import (
    GAME_KEY,
    MOST_LINKED,
    SESSION_KEY,
    TAB_LOCK,
    LinkedGame,
    SavedSession,
    linked_game_key,
    linked_game_text,
    saved_session,
)
from app.scores import Score
from app.session import Opponent, Session, new_session
from app.state import State
from engine import Game
from tests.support.fake_dom import JsException, Window, result_of
from tests.support.histories import NOW, old_key

GAME_ID = "0123456789abcdef"
OWN_GAME = GAME_KEY + GAME_ID
ON = Session(Opponent.HARD, Game.from_record("40"))
LOST, WON = (
    addition({f"{letter}{letter}{letter}" * 2: Entry(0, 0, NOW, record, Opponent.EASY)})
    for letter, record in (("a", "f"), ("b", "4f"))
)
FIRST, SECOND = history_key("a" * 16), history_key("b" * 16)
THIRD = old_key("c", Opponent.HARD)


@pytest.fixture
def storage(window: Window) -> Any:
    """The module, where a game, two logs, a tally of before and something else are stored."""
    window.localStorage.update({OWN_GAME: "hard:4", "else": "1/0/0/0"})
    window.localStorage.update({FIRST: log_text(LOST), SECOND: log_text(WON), THIRD: "5/0/0/0"})
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
    state.count(state.session, NOW)
    key = history_key(state.page_id)
    window.fail_storage("full")
    assert storage.save(state) is False
    storage.read_history(state)
    assert state.score == Score(x_wins=5, o_wins=1)
    window.fail_storage("")
    state.session = ON
    assert storage.save(state)
    assert read_log(window.localStorage[key]) == state.log
    assert state.is_log_saved


def test_a_game_that_is_on_is_saved_for_the_tab_and_under_its_id(
    storage: Any, state: State, window: Window
) -> None:
    assert storage.save(state)
    for text in (window.sessionStorage[SESSION_KEY], window.localStorage[OWN_GAME]):
        assert saved_session(text) == SavedSession(ON, GAME_ID)
    assert SESSION_KEY not in window.localStorage


def test_a_new_game_is_saved_under_the_id_of_the_game_that_was_left_for_it(
    storage: Any, state: State, window: Window
) -> None:
    state.proceed(state.begin(Opponent.EASY))
    assert storage.save(state)
    saved = SavedSession(new_session(Opponent.EASY), GAME_ID, ON)
    for text in (window.sessionStorage[SESSION_KEY], window.localStorage[OWN_GAME]):
        assert saved_session(text) == saved


def test_an_ended_game_is_only_in_its_tab_and_a_new_one_begins_a_new_game(
    storage: Any, state: State, window: Window
) -> None:
    state.session = ON.forfeited()
    assert storage.save(state)
    for area, session in (
        (window.sessionStorage, state.session),
        (window.localStorage, new_session(Opponent.HARD)),
    ):
        assert saved_session(area[SESSION_KEY]) == SavedSession(session)
    assert OWN_GAME not in window.localStorage


def test_games_that_are_kept_are_saved_whatever_is_played(
    storage: Any, state: State, window: Window
) -> None:
    state.session, state.kept = new_session(Opponent.HUMAN), (ON,)
    assert storage.save(state)
    saved = SavedSession(state.session, GAME_ID, None, (ON,))
    for text in (window.sessionStorage[SESSION_KEY], window.localStorage[OWN_GAME]):
        assert saved_session(text) == saved
    window.fail_storage("full")
    assert storage.save(state) is False
    assert saved_session(window.sessionStorage[SESSION_KEY]) == saved._replace(game_id="")


def test_how_far_a_linked_game_has_gone_is_stored(storage: Any, window: Window) -> None:
    linked = Session(Opponent.HUMAN, Game.from_record("0314"), link_id="k3f9")
    assert storage.read_linked_game("k3f9") == storage.read_linked_game("") == LinkedGame()
    storage.save_linked_game(ON)
    storage.save_linked_game(linked)
    assert window.localStorage[linked_game_key("k3f9")] == "0314 1763000000000"
    assert storage.read_linked_game("k3f9").record == "0314"
    storage.save_linked_game(linked.played(2)._replace(helped=True))
    assert storage.read_linked_game("k3f9")[::2] == ("03142", True)


def test_of_many_linked_games_the_oldest_are_forgotten(storage: Any, window: Window) -> None:
    others = len(window.localStorage)
    for number in range(MOST_LINKED + 2):
        text = linked_game_text(LinkedGame("4", number))
        window.localStorage[linked_game_key(f"{number:04}")] = text
    storage.save_linked_game(Session(Opponent.HUMAN, Game.from_record("4"), link_id="k3f9"))
    assert len(window.localStorage) == others + MOST_LINKED
    assert linked_game_key("0002") not in window.localStorage
    assert linked_game_key("0003") in window.localStorage
    assert linked_game_key("k3f9") in window.localStorage


@pytest.mark.parametrize("how", ["full", "missing", "forbidden"])
def test_where_nothing_can_be_stored_a_linked_game_is_played_all_the_same(
    storage: Any, window: Window, how: str
) -> None:
    window.fail_storage(how)
    storage.save_linked_game(Session(Opponent.HUMAN, Game.from_record("4"), link_id="k3f9"))
    assert storage.read_linked_game("k3f9") == LinkedGame()


def test_the_logs_of_all_pages_are_read_if_they_may_be(
    storage: Any, state: State, window: Window
) -> None:
    storage.read_history(state)
    assert state.scores[Opponent.EASY] == Score(1, 0, 1)
    assert state.scores[Opponent.HARD] == Score(5)
    vars(window).pop("localStorage", None)  # which forbids it
    storage.read_history(state)
    assert state.scores[Opponent.HARD] == Score(5)


def test_what_another_page_adds_to_its_log_is_taken_over(
    storage: Any, state: State, window: Window
) -> None:
    state.count(Session(Opponent.EASY, Game.from_record("03142")), NOW)
    assert storage.read_changed_log(state, FIRST)
    assert state.scores[Opponent.EASY] == Score(1, 0, 1)
    del window.localStorage[
        FIRST
    ]  # it is in another log, of which the page will hear, or already has
    assert storage.read_changed_log(state, FIRST)
    assert state.scores[Opponent.EASY] == Score(1, 0, 1)
    assert not storage.read_changed_log(state, "else")


def test_a_tally_of_an_earlier_release_is_taken_over_again_whenever_it_changes(
    storage: Any, state: State, window: Window
) -> None:
    for wins in (5, 6):
        window.localStorage[THIRD] = f"{wins}/0/0/0"
        assert storage.read_changed_log(state, THIRD)
        assert state.scores[Opponent.HARD] == Score(wins)


def test_storage_that_can_no_longer_be_read_takes_no_score_away(
    storage: Any, state: State, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: str) -> str:
        raise JsException("SecurityError")

    storage.read_history(state)
    monkeypatch.setattr(type(window.localStorage), "getItem", refuse)
    storage.read_changed_log(state, THIRD)
    assert state.scores[Opponent.HARD] == Score(5)


def test_a_page_whose_own_log_was_removed_saves_it_again(
    storage: Any, state: State, window: Window
) -> None:
    own = history_key(state.page_id)
    state.count(ON.forfeited(), NOW)
    assert storage.save(state)
    text = window.localStorage.pop(own)
    assert not storage.read_changed_log(state, own)
    assert storage.save(state)
    assert window.localStorage[own] == text


def logs_in(window: Window) -> dict[str, str]:
    """What is stored of the history."""
    known = {OWN_GAME, "else"}
    return {key: text for key, text in window.localStorage.items() if key not in known}


def test_a_page_that_is_alone_joins_the_logs_of_earlier_ones(
    storage: Any, state: State, window: Window
) -> None:
    own = history_key(state.page_id)
    window.localStorage[own] = "its own log stays as it is"
    lock(window, TAB_LOCK + GAME_ID, "something else")
    storage.read_history(state)
    before = state.scores
    result_of(storage.merge_logs(state))
    logs = logs_in(window)
    assert logs.pop(own) == "its own log stays as it is"
    ((_, text),) = logs.items()
    storage.read_history(state)
    assert state.scores == before
    assert read_log(text) == state.history
    result_of(storage.merge_logs(state))
    assert logs_in(window).keys() - {own} == logs.keys()  # there is nothing to join


def test_a_tally_of_an_earlier_release_that_is_alone_becomes_a_log(
    storage: Any, state: State, window: Window
) -> None:
    del window.localStorage[FIRST], window.localStorage[SECOND]
    lock(window, TAB_LOCK + GAME_ID)
    result_of(storage.merge_logs(state))
    ((key, text),) = logs_in(window).items()
    assert (key == THIRD, text) == (False, "\n\n5/0/0/0 h 000000000000000c")


def test_logs_are_joined_with_what_resets_and_deletions_hide(
    storage: Any, state: State, window: Window
) -> None:
    window.localStorage[FIRST] = log_text(joined(LOST, reset(LOST, Opponent.EASY)))
    window.localStorage[SECOND] = log_text(joined(WON, History(deleted={"aaaaaa": 0})))
    lock(window, TAB_LOCK + GAME_ID)
    result_of(storage.merge_logs(state))
    storage.read_history(state)
    assert state.scores[Opponent.EASY] == Score()
    assert state.history.entries.keys() == WON.entries.keys() | {"000000000000000ch5/0/0/0"}


@pytest.mark.parametrize("reason", ["two pages", "no locks", "locks fail", "full", "too long"])
def test_logs_are_joined_by_nobody_else(
    storage: Any, state: State, window: Window, reason: str
) -> None:
    lock(window, TAB_LOCK + GAME_ID, *[TAB_LOCK] * (reason == "two pages"))
    if reason == "no locks":
        del window.navigator.locks
    elif reason == "locks fail":
        window.navigator.locks.query = AsyncMock(side_effect=JsException("SecurityError"))
    window.fail_storage(reason)
    if reason == "too long":
        for key, offset in ((FIRST, 0), (SECOND, LONGEST)):
            ids = "".join(f"{offset + number:06x}" for number in range(LONGEST // 6 - 1))
            window.localStorage[key] = f"\n\nx h {ids}"
            assert read_stored(key, window.localStorage[key]).entries
    before = dict(window.localStorage)
    result_of(storage.merge_logs(state))
    assert window.localStorage == before
    assert window.diagnostics == ["diagnostic: locks: SecurityError"] * (reason == "locks fail")


@pytest.mark.parametrize(
    ("persisted", "agent", "is_asked"),
    [(False, "Version/26.0 Safari/605.1.15", 1), (True, "Safari", 0), (False, "Firefox/153.0", 0)],
)
def test_storage_is_to_persist_unless_it_does_or_the_browser_would_prompt(
    storage: Any, window: Window, *, persisted: bool, agent: str, is_asked: int
) -> None:
    manager = SimpleNamespace(persisted=AsyncMock(return_value=persisted), persist=AsyncMock())
    vars(window.navigator).update(storage=manager, userAgent=agent)
    result_of(storage.ask_to_persist())
    assert manager.persist.await_count == is_asked
    assert window.diagnostics == []


@pytest.mark.parametrize("how", ["unknown", "forbidden"])
def test_where_storage_cannot_persist_nothing_happens(
    storage: Any, window: Window, how: str
) -> None:
    if how == "forbidden":
        forbidden = AsyncMock(side_effect=JsException("TypeError"))
        window.navigator.storage = SimpleNamespace(persisted=forbidden)
    result_of(storage.ask_to_persist())
    expected = ["diagnostic: persistent storage: TypeError"] * (how == "forbidden")
    assert window.diagnostics == expected
