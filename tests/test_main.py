"""main.py in a fake browser: what happens when somebody clicks, presses, shares and returns."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app import messages
from app.saved_format import (
    GAME_KEY,
    PENDING_MOVES_KEY,
    SESSION_KEY,
    TAB_LOCK,
    saved_session,
    tally_key,
)
from app.scores import TallyId
from app.session import Opponent
from engine.game import Game
from tests.support.attacks.clicks import BUTTONS, KEYS, LINKS, fault_of
from tests.support.boards import board
from tests.support.fake_dom import URL, JsException, Window, install

GAME_ID = "0123456789abcdef"
OLD_VIEW = '{"board": "O...X....", "texts": {}}'
PENDING = '{"opponent": "human", "record": "%s", "moves": "%s"}'
AFTER_40 = board("O..", ".X.", "...")
TURNS = 20  # of the loop: more than all that follows an event takes
NEVER = 3600  # seconds that no test waits


class Page:
    """The page with main.py in it, and somebody in front of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window, self.restored = Window(), Mock()
        self.before = SimpleNamespace(gameId=GAME_ID, onPageRestored=self.restored)
        install(monkeypatch, self.window, self.before)
        self.main: Any = import_module("main")
        vars(self.main).update(REPLY_SECONDS=0, REPEAT_SECONDS=0, Random=lambda: Random(1))
        self.loop = asyncio.new_event_loop()
        self.thread = ThreadPoolExecutor(1)  # in pytest's own, Playwright's loop may run

    def open(self, saved: str = "human:", pending: str = "") -> "Page":
        """Starts Python in a page that goes on with what was saved."""
        self.before.savedSession, self.before.pendingMoves = lambda: saved, lambda: pending
        self.do(self.main.main)
        return self

    def do(self, act: Any, *given: Any, **named: Any) -> Any:
        """Does something, and lets all happen that follows."""

        async def done() -> Any:
            result = act(*given, **named)
            for _ in range(TURNS):
                await asyncio.sleep(0)
            return result

        return self.thread.submit(self.loop.run_until_complete, done()).result()

    def find(self, selector: str) -> Any:
        return self.window.document.querySelector(selector)

    def text(self, name: str) -> str:
        return str(self.find(f"#{name}").textContent)

    def click(self, *targets: str | int) -> None:
        for target in targets:
            self.do((self.find(target) if isinstance(target, str) else self.cells[target]).click)

    def press(self, key: str, *, cell: int = 4, **given: Any) -> Any:
        return self.do(self.cells[cell].dispatch, "keydown", key=key, code="", **given)

    @property
    def cells(self) -> list[Any]:
        return list(self.window.document.querySelectorAll("[data-cell]"))

    @property
    def board(self) -> str:
        return "".join(cell.dataset.mark or "." for cell in self.cells)

    @property
    def scores(self) -> str:
        return "/".join(map(self.text, ("score-x", "score-draws", "score-o")))

    def seen(self) -> dict[str, Any]:
        """What the page shows, as PERFORM tells it of a real one."""
        html, items = self.find("html"), self.find("#history").children
        choices = self.window.document.querySelectorAll("[name=opponent]")
        return {
            "board": self.board,
            "moves": [(item.querySelector("button") or item).children[0] for item in items],
            "status": self.find("#status").dataset.status,
            "opponent": next(choice.value for choice in choices if choice.checked),
            "turn": getattr(self.find("#board").dataset, "turn", ""),
            "python": html.dataset.python,
            "isReview": not self.find("#review").hidden,
            "isShared": not self.find("#close-visit").hidden,
            "scores": [*map(int, self.scores.split("/"))],
        }

    def close(self) -> None:
        """Ends what runs in the page."""
        self.thread.shutdown()
        self.loop.close()


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page in which Python is not up; whatever happens in it, the console stays empty."""
    made = Page(monkeypatch)
    yield made
    made.close()
    assert made.window.errors == []


@pytest.fixture
def opened(closed: Page) -> Page:
    """A page on which two people play."""
    return closed.open()


# Start


def test_importing_main_touches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    touched = []

    class Recorder:
        def __getattr__(self, name: str) -> None:
            touched.append(name)

    install(monkeypatch, SimpleNamespace(document=Recorder()))
    monkeypatch.setattr("pyscript.window", Recorder())
    assert import_module("main").bindings
    assert touched == []


def test_every_handler_is_bound_to_what_is_on_the_page(opened: Page) -> None:
    named = {"window": opened.window, "document": opened.window.document}
    assert len(opened.main.bindings) > 20
    for kind, target, handler in opened.main.bindings:
        listeners = (named.get(target) or opened.find(target)).listeners
        assert (kind, handler) in [(heard, call.__wrapped__) for heard, call in listeners]


def test_a_page_without_anything_saved_is_ready_for_a_game_against_medium(closed: Page) -> None:
    closed.open(saved="")
    assert closed.find("html").dataset.python == "ready"
    assert closed.find("[value=medium]").checked
    for name in ("new-game", "forfeit", "hint", "insight", "reset-scores", "opponent"):
        assert not closed.find(f"#{name}").disabled


def test_a_session_in_the_text_format_is_resumed_and_saved_as_json(closed: Page) -> None:
    closed.open(f"hard:40:helped\n{OLD_VIEW}\n{GAME_ID}")
    assert closed.board == AFTER_40
    assert closed.find("[value=hard]").checked
    saved = closed.window.localStorage[GAME_KEY + GAME_ID]
    assert {"record": "40", "helped": True}.items() <= json.loads(saved).items()


@pytest.mark.parametrize(
    ("record", "after"), [("40", board("O..", ".X.", "..X")), ("4", AFTER_40), ("", AFTER_40)]
)
def test_a_pending_move_is_played_in_its_own_game_and_discarded_in_another(
    closed: Page, record: str, after: str
) -> None:
    closed.window.sessionStorage[PENDING_MOVES_KEY] = "queued"
    assert closed.open("human:40", PENDING % (record, 8)).board == after
    assert PENDING_MOVES_KEY not in closed.window.sessionStorage


def test_a_pending_move_is_saved_behind_a_shared_game(closed: Page) -> None:
    closed.window.go(f"{URL}#game=40812")
    closed.open("human:40", pending=PENDING % (40, 8))
    assert closed.board == Game.from_record("40812").board
    assert json.loads(closed.window.localStorage[GAME_KEY + GAME_ID])["record"] == "408"


def test_a_pending_move_that_wins_is_counted(closed: Page) -> None:
    assert closed.open("human:0314", PENDING % ("0314", 2)).scores == "1/0/0"


def test_a_count_that_cannot_be_saved_lasts_until_the_page_is_left(closed: Page) -> None:
    alone = SimpleNamespace(held=[SimpleNamespace(name=TAB_LOCK + GAME_ID)])
    closed.window.navigator.locks = SimpleNamespace(query=AsyncMock(return_value=alone))
    closed.window.fail_storage("full")
    closed.open("human:0314", PENDING % ("0314", 2)).click("#new-game")
    assert closed.scores == "1/0/0"


def test_after_an_error_nothing_is_played_or_saved(closed: Page) -> None:
    closed.open("human:40")
    before = dict(closed.window.localStorage)
    closed.main.Opponent = None
    closed.do(closed.find("#opponent").dispatch, "change")
    closed.click(8)
    closed.press("n")
    assert (closed.board, closed.window.localStorage) == (AFTER_40, before)
    assert closed.text("headline") == messages.BROKEN.headline
    closed.window.errors.clear()


# Moves, with a pointer and with keys


def test_a_click_plays_a_cell_and_the_computer_replies(closed: Page) -> None:
    closed.open("hard:").click(4)
    assert (closed.board[4], closed.board.count("O")) == ("X", 1)
    saved = saved_session(closed.window.localStorage[GAME_KEY + GAME_ID])
    assert saved
    assert saved.session.game.board == closed.board


def test_a_taken_cell_is_ignored(opened: Page) -> None:
    opened.click(4, 4, 0, 4)
    assert opened.board == AFTER_40


def test_nobody_moves_while_the_computer_is_to_reply(closed: Page) -> None:
    closed.main.REPLY_SECONDS = NEVER
    closed.open("hard:").click(4, 0)
    closed.press("2")
    assert closed.board == board("...", ".X.", "...")


def test_where_motion_is_reduced_the_computer_replies_without_a_pause(closed: Page) -> None:
    closed.main.REPLY_SECONDS, closed.window.is_calm = NEVER, True
    assert closed.open("hard:4").board.count("O") == 1


def test_digits_play_arrows_move_and_letters_act(opened: Page) -> None:
    opened.press("5")
    opened.press("1")
    assert opened.board == AFTER_40
    assert opened.press("ArrowDown").is_prevented
    assert opened.cells[7] is opened.window.document.activeElement
    assert [cell.tabIndex for cell in opened.cells] == [-1] * 7 + [0, -1]
    opened.press("n", ctrlKey=True)
    opened.press("h", metaKey=True)
    assert (opened.board, opened.text("hint-text")) == (AFTER_40, "")
    opened.press("H")
    assert opened.text("hint-text")
    opened.press("N")
    assert (opened.board, opened.text("hint-text")) == ("." * 9, "")
    opened.press("?")
    assert opened.find("#keys").open


# Help, and what is not saved


@pytest.mark.parametrize("how", ["full", "missing", "forbidden"])
@pytest.mark.parametrize("help_", ["hint", "insight"])
def test_help_that_cannot_be_saved_says_so_in_the_banner(
    opened: Page, help_: str, how: str
) -> None:
    opened.click(4)
    assert opened.text("detail") != messages.NOT_SAVED
    opened.window.fail_storage(how)
    opened.find("#insight").checked = True
    opened.do(opened.find(f"#{help_}").dispatch, "click" if help_ == "hint" else "change")
    assert opened.text("detail") == opened.text("not-saved") == messages.NOT_SAVED
    assert opened.cells[0].ariaLabel != "Top left, empty" or opened.text("hint-text")


@pytest.mark.parametrize(("how", "is_saved"), [("", True), ("full", False)])
def test_scores_are_reset_when_that_is_confirmed(closed: Page, how: str, *, is_saved: bool) -> None:
    closed.window.localStorage[tally_key(TallyId(Opponent.HUMAN, "a" * 16))] = "3/0/0/0"
    closed.open().click("#reset-scores")
    assert closed.scores == "3/0/0"
    closed.window.fail_storage(how)
    closed.click("#confirm-reset")
    assert (closed.scores, closed.find("#reset-dialog").open) == ("0/0/0", False)
    done = messages.reset_done(Opponent.HUMAN)
    assert closed.text("notice") == (done if is_saved else messages.NOT_SAVED)


# Dialogs and the thinking panel


@pytest.mark.parametrize("opener", ["#forfeit", "#reset-scores"])
def test_a_dialog_is_closed_by_the_button_that_changes_nothing(closed: Page, opener: str) -> None:
    closed.window.localStorage[tally_key(TallyId(Opponent.HUMAN, "a" * 16))] = "3/0/0/0"
    closed.open("human:40").click(opener, "dialog[open] [data-close]")
    assert not closed.find("dialog[open]")
    assert closed.find("#status").dataset.status == "in_progress"
    assert closed.scores == "3/0/0"


def test_the_computers_thinking_is_shown_when_its_panel_is_opened(closed: Page) -> None:
    closed.open("hard:").click("#thinking summary")
    assert closed.text("thinking-text") == messages.NO_THOUGHT
    closed.click(4)
    assert "It took the" in closed.text("thinking-text")
    assert closed.find("#thinking-picture svg")


# Failures


def broken(page: Page, reason: str) -> bool:
    """Whether the banner says that the game cannot go on, and the console why."""
    banner = messages.Banner(page.text("headline"), page.text("detail"))
    return banner == messages.BROKEN and reason in page.window.errors.pop()


def test_a_handler_that_raises_is_told_in_the_banner_and_in_the_console(opened: Page) -> None:
    opened.main.finish_move = Mock(side_effect=ValueError("no such move"))
    opened.click(4)
    assert broken(opened, "ValueError: no such move")
    assert opened.find("html").dataset.python == "failed"


def test_a_start_that_raises_is_told(closed: Page) -> None:
    closed.main.saved_session = Mock(side_effect=ValueError("no such session"))
    assert broken(closed.open(), "ValueError: no such session")


def test_what_raises_later_is_told(opened: Page) -> None:
    opened.window.navigator.share = AsyncMock(side_effect=ValueError("no such sheet"))
    opened.click("#forfeit", "#confirm-forfeit", "#share")
    assert broken(opened, "ValueError: no such sheet")


# Sharing, other tabs and the bfcache


def test_sharing_falls_back_from_the_share_sheet_to_the_clipboard_to_a_link(opened: Page) -> None:
    opened.click(4, "#forfeit", "#confirm-forfeit")
    navigator, link = opened.window.navigator, opened.find("#link")
    navigator.share = AsyncMock()
    navigator.clipboard = SimpleNamespace(writeText=AsyncMock())
    opened.click("#share")
    assert (opened.text("share-note"), link.hidden) == ("", True)
    navigator.share.side_effect = JsException("NotAllowedError")
    opened.click("#share")
    navigator.clipboard.writeText.assert_awaited_once_with(f"{URL}#game=4f")
    assert (opened.text("share-note"), link.hidden) == (messages.LINK_COPIED, True)
    navigator.clipboard.writeText.side_effect = JsException("NotAllowedError")
    opened.click("#share")
    assert (opened.text("share-note"), link.hidden) == (messages.LINK_SHOWN, False)
    assert link.value == f"{URL}#game=4f"
    assert link is opened.window.document.activeElement


def test_a_shared_game_is_replayed_until_the_player_returns(closed: Page) -> None:
    closed.window.go(f"{URL}#game=03142")
    assert closed.open("human:40").board == board("XXX", "OO.", "...")
    closed.click(8, "#steps [data-go=first]")
    assert closed.board == "." * 9
    closed.click("#close-visit")
    assert (closed.board, closed.window.location.href) == (AFTER_40, URL)
    closed.window.go(f"{URL}#game=00")
    closed.do(closed.window.dispatch, "hashchange")
    assert (closed.board, closed.text("detail")) == (AFTER_40, messages.NOT_A_GAME)
    assert closed.window.location.href == URL


def test_a_key_with_a_modifier_is_the_browsers_in_a_review(opened: Page) -> None:
    opened.click(0, 3, 1, 4, 2)
    first = opened.find("#steps [data-go=first]")
    for modifier, board_shown in (("altKey", board("XXX", "OO.", "...")), ("", "." * 9)):
        given = {modifier: True} if modifier else {}
        event = opened.do(first.dispatch, "keydown", key="Home", **given)
        assert (opened.board, event.is_prevented) == (board_shown, not modifier)


def test_what_another_page_has_counted_is_shown(opened: Page) -> None:
    key = tally_key(TallyId(Opponent.HUMAN, "a" * 16))
    opened.window.localStorage[key] = "1/2/3/0"
    for changed, shown in ((None, "0/0/0"), (key, "1/2/3")):
        opened.do(opened.window.dispatch, "storage", key=changed)
        assert opened.scores == shown


def test_in_the_bfcache_the_computer_waits_and_goes_on_when_the_page_is_restored(
    closed: Page,
) -> None:
    closed.open("hard:")

    def click_and_leave() -> None:
        closed.cells[4].click()
        closed.window.dispatch("pagehide")

    closed.do(click_and_leave)
    assert closed.board == board("...", ".X.", "...")
    closed.window.localStorage[tally_key(TallyId(Opponent.HARD, "a" * 16))] = "0/7/0/0"
    closed.do(closed.restored.call_args.args[0])
    assert (closed.board.count("O"), closed.scores) == (1, "0/7/0")


class Storm(RuleBasedStateMachine):
    """Any order of clicks, keys, buttons, links and reloads; the page shows a legal game."""

    def __init__(self) -> None:
        super().__init__()
        self.monkeypatch = pytest.MonkeyPatch()
        self.page = Page(self.monkeypatch).open()
        self.before: dict[str, Any] | None = None
        self.moves: list[str] = []  # of the player's own game
        self.is_over = False

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
        self.page = Page(self.monkeypatch)
        self.page.window.keep_storage_of(left.window)
        stored = left.window.localStorage.get(GAME_KEY + GAME_ID)
        self.page.open(stored or left.window.sessionStorage.get(SESSION_KEY, ""))
        assert self.page.seen()["moves"] == ([] if self.is_over else self.moves)

    @invariant()
    def shows_a_legal_game(self) -> None:
        now = self.page.seen()
        assert fault_of(self.before, now) == ""
        self.before = now
        if not now["isShared"]:
            self.moves, self.is_over = now["moves"], now["status"] != "in_progress"


TestStorm = Storm.TestCase
TestStorm.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
