"""main.py in a fake browser: whatever somebody does, in any order."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.saved_format import GAME_KEY, SESSION_KEY
from app.session import Opponent
from tests.support.attacks.clicks import BUTTONS, KEYS, LINKS, fault_of
from tests.support.fake_dom import URL
from tests.test_main import GAME_ID, Page


class Storm(RuleBasedStateMachine):
    """Any order of clicks, keys, buttons, links and reloads; the page shows a legal game."""

    def __init__(self) -> None:
        super().__init__()
        self.monkeypatch = pytest.MonkeyPatch()
        self.pages = 1  # which are told apart by what is random in them
        self.page = Page(self.monkeypatch).open()
        self.before: dict[str, Any] | None = None
        self.moves: list[str] = []  # of the player's own game

    def teardown(self) -> None:
        """Closes the page."""
        self.page.close()
        self.monkeypatch.undo()
        assert self.page.window.errors == []

    @rule(cells=st.permutations(range(9)), count=st.integers(1, 9))
    def click_cells(self, cells: list[int], count: int) -> None:
        """Clicks, most of them on free cells."""
        self.page.click(*cells[:count])

    @rule(cell=st.integers(0, 8), key=st.sampled_from(KEYS))
    def press(self, cell: int, key: str) -> None:
        self.page.press(key, cell=cell)

    @rule(selector=st.sampled_from([*BUTTONS]))
    def click_button(self, selector: str) -> None:
        """Clicks a button, if there is one that can be clicked."""
        button = self.page.find(selector)
        if button and button.is_clickable:
            self.page.do(button.click)
            if selector == "#new-game":
                assert self.page.seen()["moves"] == []

    @rule()
    def switch_insight(self) -> None:
        insight = self.page.find("#insight")
        insight.checked = not insight.checked
        self.page.do(insight.dispatch, "change")

    @rule(opponent=st.sampled_from(Opponent))
    def choose(self, opponent: Opponent) -> None:
        self.page.do(self.page.find(f"[value={opponent}]").dispatch, "change")
        self.before = None

    @rule(link=st.sampled_from(LINKS), is_closed=st.booleans())
    def follow(self, link: str, *, is_closed: bool) -> None:
        self.page.window.go(URL + link)
        self.page.do(self.page.window.dispatch, "hashchange")
        if is_closed and not self.page.find("#close-visit").hidden:
            self.page.click("#close-visit")
            assert self.page.seen()["moves"] == self.moves

    @rule()
    def reload(self) -> None:
        """Leaves the page and opens it again, with what it has stored."""
        left = self.page
        left.close()
        self.pages += 1
        self.page = Page(self.monkeypatch, self.pages)
        self.page.window.keep_storage_of(left.window)
        stored = left.window.localStorage.get(GAME_KEY + GAME_ID)
        self.page.open(stored or left.window.sessionStorage.get(SESSION_KEY, ""))
        assert self.page.seen()["moves"] == self.moves

    @invariant()
    def shows_a_legal_game(self) -> None:
        now = self.page.seen()
        assert fault_of(self.before, now) == ""
        self.before = now
        if not now["isShared"] and not now["isPractice"]:
            self.moves = now["moves"]


TestStorm = Storm.TestCase
TestStorm.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
