"""main.py and the handlers of page/ in a fake browser: what clicks, keys and returns lead to."""

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

from app import messages
from app.history_format import LONGEST, history_key
from app.saved_format import (
    GAME_KEY,
    PENDING_MOVES_KEY,
    SESSION_KEY,
    TAB_LOCK,
    saved_session,
)
from app.session import Opponent
from app.state import ROWS
from engine.game import Game
from tests.support.boards import board
from tests.support.fake_dom import URL, JsException, Window, install
from tests.support.histories import old_key

GAME_ID = "0123456789abcdef"
OLD_VIEW = '{"board": "O...X....", "texts": {}}'
PENDING = '{"opponent": "human", "record": "%s", "moves": "%s"}'
AFTER_40 = board("O..", ".X.", "...")
TURNS = 20  # of the loop: more than all that follows an event takes
NEVER = 3600  # seconds that no test waits


class Page:
    """The page with main.py in it, and somebody in front of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seed: int = 1) -> None:
        self.window, self.restored = Window(), Mock()
        self.before = SimpleNamespace(gameId=GAME_ID, onPageRestored=self.restored)
        install(monkeypatch, self.window, self.before)
        names = ("main", "page.play", "page.games")
        modules: list[Any] = [import_module(name) for name in names]
        self.main, self.play, games = modules
        self.main.Random = lambda: Random(seed)
        self.play.REPLY_SECONDS = self.play.REPEAT_SECONDS = games.REPEAT_SECONDS = 0
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
            "isPractice": not self.find("#practising").hidden,
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
    import_module("main")
    assert import_module("page.events").bindings
    assert touched == []


def test_every_handler_is_bound_to_what_is_on_the_page(opened: Page) -> None:
    named = {"window": opened.window, "document": opened.window.document}
    bindings = import_module("page.events").bindings
    assert len(bindings) > 20
    for kind, target, handler in bindings:
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


def test_an_ended_game_and_its_review_survive_a_reload_and_are_counted_once(closed: Page) -> None:
    closed.window.localStorage[old_key("a")] = "1/0/0/0"
    closed.open("human:03142")
    assert (closed.board, closed.scores) == (board("XXX", "OO.", "..."), "1/0/0")
    assert closed.find("#status").dataset.status == "x_wins"
    assert not closed.find("#review").hidden
    assert closed.text("spoken") == ""
    closed.click("#steps [data-go=first]", "#new-game", 4)
    assert (closed.board, closed.scores) == (board("...", ".X.", "..."), "1/0/0")


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
    closed.play.REPLY_SECONDS = NEVER
    closed.open("hard:").click(4, 0)
    closed.press("2")
    assert closed.board == board("...", ".X.", "...")


def test_where_motion_is_reduced_the_computer_replies_without_a_pause(closed: Page) -> None:
    closed.play.REPLY_SECONDS, closed.window.is_calm = NEVER, True
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


# Practice


@pytest.fixture
def practising(opened: Page) -> Page:
    """A page on which O tries again at move 2, which lost the game."""
    opened.click(0, 3, 1, 4, 2)
    opened.find("#to-mistake").focus()
    opened.click("#to-mistake")
    assert opened.find("#practice") is opened.window.document.activeElement
    opened.click("#practice")
    return opened


def play_on(page: Page) -> None:
    """Plays well until the game is over."""
    while page.find("#status").dataset.status == "in_progress":
        page.click("#hint")
        page.click(
            int(next(cell for cell in page.cells if hasattr(cell.dataset, "tag")).dataset.cell)
        )


def test_practice_begins_before_the_mistake_and_ends_without_a_trace(practising: Page) -> None:
    window = practising.window
    stored = dict(window.localStorage), dict(window.sessionStorage)
    assert practising.board == board("X..", "...", "...")
    assert practising.find("#board").dataset.turn == "O"
    assert (practising.find("#review").hidden, practising.find("#practising").hidden) == (
        True,
        False,
    )
    assert practising.find("#forfeit").hidden
    assert practising.cells[4] is window.document.activeElement
    play_on(practising)
    assert practising.text("headline") == "You kept the draw!"
    assert practising.text("spoken") == messages.PRACTICE_OVER
    assert practising.find("#practice-next").hidden
    assert practising.find("#hint").hidden
    assert (dict(window.localStorage), dict(window.sessionStorage)) == stored
    assert practising.scores == "1/0/0"
    practising.click("#practice-again")
    assert practising.board == board("X..", "...", "...")
    practising.click("#leave-practice")
    assert practising.board == board("X..", "O..", "...")
    assert not practising.find("#review").hidden
    assert practising.find("#practice") is window.document.activeElement
    assert practising.scores == "1/0/0"


def test_practice_goes_on_at_the_next_mistake(opened: Page) -> None:
    opened.click(*map(int, "012346587"), "#to-mistake", "#practice")
    play_on(opened)
    opened.click("#practice-next")
    assert opened.board == board("XO.", "...", "...")
    assert "move 3" in opened.text("practice-text")
    opened.do(opened.find("#practice-next").dispatch, "click")  # though it is not shown now
    assert "move 4" in opened.text("practice-text")
    for _ in range(2):
        opened.do(opened.find("#practice-next").dispatch, "click")
    assert "move 7" in opened.text("practice-text")


def test_what_is_no_mistake_cannot_be_practised(opened: Page) -> None:
    for name in ("practice", "practice-again", "practice-next", "leave-practice"):
        opened.do(opened.find(f"#{name}").dispatch, "click")
    opened.click(0, 3, 1, 4, 2)
    assert opened.find("#practice").hidden
    opened.do(opened.find("#practice").dispatch, "click")
    assert opened.find("#practising").hidden
    assert not opened.find("#review").hidden


def test_nobody_gives_up_in_practice_and_no_help_in_it_counts(practising: Page) -> None:
    practising.do(practising.find("#forfeit").dispatch, "click")
    assert not practising.find("dialog[open]")
    practising.find("#insight").checked = True
    practising.do(practising.find("#insight").dispatch, "change")
    assert practising.cells[4].dataset.verdict == "draw-8"
    assert practising.text("score-help") == ""


def test_a_game_in_progress_is_untouched_by_practice_in_a_shared_game(closed: Page) -> None:
    closed.window.go(f"{URL}#game=03142")
    closed.open("human:40").click("#to-mistake", "#practice")
    play_on(closed)
    assert closed.window.location.href == f"{URL}#game=03142"
    saved = closed.window.localStorage.get(GAME_KEY + GAME_ID)
    assert saved is None or json.loads(saved)["helped"] is False
    closed.window.go(URL)
    closed.do(closed.window.dispatch, "hashchange")
    assert (closed.board, closed.find("#practising").hidden) == (AFTER_40, True)


@pytest.mark.parametrize("way", ["#new-game", "another opponent", "a link"])
def test_another_game_ends_practice(practising: Page, way: str) -> None:
    practising.play.REPLY_SECONDS = NEVER
    practising.click(4)
    if way == "#new-game":
        practising.click(way)
    elif way == "a link":
        practising.window.go(f"{URL}#game=40812")
        practising.do(practising.window.dispatch, "hashchange")
    else:
        practising.do(practising.find("[value=hard]").dispatch, "change")
    assert practising.find("#practising").hidden
    assert practising.find("#go-back").hidden
    moves = practising.seen()["moves"]
    assert len(moves) == (5 if way == "a link" else 0)


# The way back to a game that was left


def press_n(page: Page) -> None:
    """Begins a new game with a key on the board."""
    page.press("n")


def choose_hard(page: Page) -> None:
    """Chooses another opponent."""
    page.do(page.find("[value=hard]").dispatch, "change")


@pytest.mark.parametrize("slip", [press_n, choose_hard])
def test_a_game_that_was_left_by_a_slip_can_be_gone_back_to(opened: Page, slip: Any) -> None:
    back = opened.find("#go-back")
    assert back.hidden
    opened.click(4, 0)
    slip(opened)
    assert (opened.board, back.hidden) == ("." * 9, False)
    assert opened.text("detail") == messages.LEFT[Opponent.HUMAN]
    back.focus()
    opened.click("#go-back")
    assert (opened.board, back.hidden, opened.scores) == (AFTER_40, True, "0/0/0")
    assert opened.find("[value=human]").checked
    assert opened.window.document.activeElement is opened.cells[4]
    assert json.loads(opened.window.localStorage[GAME_KEY + GAME_ID])["record"] == "40"


def test_after_the_next_move_there_is_no_way_back(opened: Page) -> None:
    opened.click(4, 0, "#new-game", 8)
    assert opened.find("#go-back").hidden
    opened.do(opened.find("#go-back").dispatch, "click")  # already under way
    assert opened.board == board("...", "...", "..X")


def test_the_computer_goes_on_in_a_game_that_is_gone_back_to(closed: Page) -> None:
    closed.play.REPLY_SECONDS = NEVER
    closed.open("hard:").click(4, "#new-game")
    closed.play.REPLY_SECONDS = 0
    closed.click("#go-back")
    assert (closed.board[4], closed.board.count("O")) == ("X", 1)


# What is spoken, and not shown


def test_a_cell_that_cannot_be_played_says_why_each_time(opened: Page) -> None:
    opened.click(4)
    assert opened.text("spoken") == ""
    for _ in range(2):
        opened.window.document.writes.clear()
        opened.click(4)
        assert opened.text("spoken") == messages.TAKEN.format("centre", "X")
        assert opened.find("#spoken") in opened.window.document.writes
    opened.click(0)
    assert opened.text("spoken") == ""


def test_the_verdict_and_the_score_are_spoken_after_a_game_and_then_each_step(
    opened: Page,
) -> None:
    opened.click(0, 3, 1, 4, 2)
    assert opened.text("spoken") == f"{opened.text('review-text')} Score: X 1, O 0, draws 0."
    opened.click("#steps [data-go=back]")
    assert opened.text("spoken") == opened.text("review-text").strip()
    opened.click("#new-game")
    assert opened.text("spoken") == ""


def test_a_hint_that_is_asked_for_again_is_spoken_alone(opened: Page) -> None:
    opened.click(0, "#hint")
    assert opened.text("spoken") == ""
    opened.window.document.writes.clear()
    opened.click("#hint")
    assert opened.text("spoken") == opened.text("hint-text")
    assert opened.find("#hint-text") not in opened.window.document.writes


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
    closed.window.localStorage[old_key("a")] = "3/0/0/0"
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
    closed.window.localStorage[old_key("a")] = "3/0/0/0"
    closed.open("human:40").click(opener, "dialog[open] [data-close]")
    assert not closed.find("dialog[open]")
    assert closed.find("#status").dataset.status == "in_progress"
    assert closed.scores == "3/0/0"


def test_a_decision_is_explained_when_the_panel_is_opened(closed: Page) -> None:
    closed.open("hard:").click("#thinking summary")
    assert closed.text("thinking-text") == messages.NO_THOUGHT
    assert not hasattr(closed.find("#thinking-picture").dataset, "record")
    closed.click(4)
    assert "The computer took the" in closed.text("thinking-lead")
    assert closed.find("#thinking-picture").dataset.record == "4"
    assert len(list(closed.find("#thinking-picture").querySelectorAll("[role=tree]"))) == 1


def test_whoever_asks_why_beside_the_board_is_led_to_the_picture(closed: Page) -> None:
    closed.open("human:40").click("#why")
    assert closed.find("#thinking").open
    assert closed.window.document.activeElement is closed.find("#thinking-title")
    assert closed.find("#thinking-picture").dataset.record == "4"


def shown_boards(page: Page) -> dict[str, Any]:
    """The small boards in the picture, by their records."""
    boards = page.find("#thinking-picture").querySelectorAll("[role=treeitem]")
    return {board.dataset.record: board for board in boards}


def test_a_small_board_is_opened_and_closed_with_a_pointer_and_with_keys(closed: Page) -> None:
    closed.open("human:40").click("#thinking summary")
    boards = shown_boards(closed)
    closed.do(boards["41"].click)
    after = shown_boards(closed)
    assert (after["41"].ariaExpanded, after["40"].ariaExpanded) == ("true", "false")
    assert after["40"] is boards["40"]
    assert closed.window.document.activeElement is after["41"]
    event = closed.do(after["41"].dispatch, "keydown", key="Enter")
    assert event.is_prevented
    assert shown_boards(closed).keys() == {f"4{cell}" for cell in (0, 1, 2, 3, 5, 6, 7, 8)}
    for ignored in ({"key": "a"}, {"key": "Enter", "ctrlKey": True}):
        assert not closed.do(after["41"].dispatch, "keydown", **ignored).is_prevented
    closed.do(after["41"].dispatch, "keydown", key="ArrowRight")
    assert closed.window.document.activeElement is after["42"]
    assert [board.tabIndex for board in shown_boards(closed).values()].count(0) == 1
    closed.do(closed.find("#thinking-picture").children[0].dispatch, "click")
    assert shown_boards(closed)["42"].ariaExpanded == "false"


def test_what_is_open_survives_until_another_move_is_explained(closed: Page) -> None:
    closed.open("human:40").click("#thinking summary")
    closed.do(shown_boards(closed)["41"].click)
    closed.find("#insight").checked = True
    closed.do(closed.find("#insight").dispatch, "change")
    assert shown_boards(closed)["41"].ariaExpanded == "true"
    closed.click(8)
    boards = shown_boards(closed)
    assert closed.find("#thinking-picture").dataset.record == "40"
    assert closed.window.document.activeElement is boards["408"]
    closed.click("#new-game")
    assert shown_boards(closed) == {}


# The panel of one's games


def records(page: Page) -> list[str]:
    """The games in the list."""
    return [item.dataset.record for item in page.find("#games-list").children]


def test_nothing_of_the_panel_is_made_before_it_is_opened(opened: Page) -> None:
    opened.click(0, 3, 1, 4, 2)
    assert (records(opened), opened.text("stat-played")) == ([], "")
    opened.click("#games summary")
    assert (records(opened), opened.text("stat-played")) == (["03142"], "1")
    opened.click("#new-game", 0, 3, 1, 4, 8, 5)
    assert records(opened) == ["031485", "03142"]
    assert opened.find("#chart svg")
    assert "O beat X" in opened.find("#games-list li").textContent


def test_a_game_of_the_list_is_shown_and_one_gets_back_to_the_game_that_is_on(
    opened: Page,
) -> None:
    opened.click(0, 3, 1, 4, 2, "#new-game", 4, "#games summary", "#games-list [data-open]")
    assert (opened.board, opened.text("headline")) == (board("XXX", "OO.", "..."), "X beat O")
    assert opened.window.document.activeElement is opened.find("#steps [data-go=back]")
    opened.click("#steps [data-go=first]", "#games-list")
    assert opened.board == "." * 9
    opened.click("#close-visit")
    assert opened.board == board("...", ".X.", "...")
    assert opened.scores == "1/0/0"


def test_the_computer_waits_while_an_earlier_game_is_shown(closed: Page) -> None:
    closed.open("hard:").click("#forfeit", "#confirm-forfeit", "#new-game", "#games summary")

    def play_and_look() -> None:
        closed.cells[4].click()
        closed.find("#games-list [data-open]").click()

    closed.do(play_and_look)
    assert closed.text("headline") == "You gave up against Hard"
    closed.click("#close-visit")
    assert closed.board.count("O") == 1


@pytest.mark.parametrize(("how", "note"), [("", messages.DELETED), ("full", messages.NOT_SAVED)])
def test_a_game_is_deleted_when_that_is_confirmed(opened: Page, how: str, note: str) -> None:
    opened.click(0, 3, 1, 4, 2, "#new-game", 0, 3, 1, 4, 8, 5, "#games summary")
    opened.click("#games-list [data-delete]", "#delete-dialog [data-close]")
    assert len(records(opened)) == 2
    opened.find("#games-list [data-delete]").focus()
    opened.window.fail_storage(how)
    opened.click("#games-list [data-delete]")
    assert opened.text("delete-question") == messages.delete_question(1)
    opened.click("#confirm-delete")
    assert (records(opened), opened.scores) == (["03142"], "1/0/0")
    assert opened.text("games-note") == note
    assert opened.window.document.activeElement is opened.find("#games-list [data-open]")


@pytest.mark.parametrize("focused", ["#games-list [data-open]", "#delete-games"])
def test_all_games_are_deleted_when_that_is_confirmed(opened: Page, focused: str) -> None:
    opened.click(0, 3, 1, 4, 2, "#games summary", "#delete-games")
    assert opened.text("delete-question") == messages.delete_question(1)
    opened.click("#delete-dialog [data-close]", "#export", "#delete-games")
    assert not opened.find("#export-text").hidden
    opened.find(focused).focus()
    opened.click("#confirm-delete")
    assert opened.find("#export-text").hidden
    assert (records(opened), opened.scores) == ([], "0/0/0")
    assert opened.find("#delete-games").hidden
    assert not opened.find("#chart svg")
    assert opened.window.document.activeElement is opened.find("#import")


def test_what_is_to_be_deleted_is_asked_when_the_dialog_opens(opened: Page) -> None:
    for _ in range(2):
        opened.click("#new-game", 0, 3, 1, 4, 2)
    opened.click("#games summary")
    asked: list[str] = []
    opened.find("#delete-dialog").showModal = lambda: asked.append(opened.text("delete-question"))
    opened.click("#games-list [data-delete]", "#delete-games")
    assert asked == [messages.delete_question(1), messages.delete_question(2)]


def test_more_games_are_shown_when_that_is_wanted(opened: Page) -> None:
    for _ in range(ROWS + 1):
        opened.click("#forfeit", "#confirm-forfeit", "#new-game")
    opened.click("#games summary")
    assert len(records(opened)) == ROWS
    opened.click("#more-games")
    assert len(records(opened)) == ROWS + 1
    assert opened.find("#more-games").hidden
    last = opened.find("#games-list").children[-1]
    assert opened.window.document.activeElement is last.firstChild


def test_games_are_exported_to_the_clipboard_or_as_text_to_copy(opened: Page) -> None:
    opened.click(0, 3, 1, 4, 2, "#games summary", "#export")
    shown = opened.find("#export-text")
    assert (opened.text("games-note"), shown.hidden) == (messages.HISTORY_SHOWN, False)
    assert "03142 p " in shown.value
    assert shown is opened.window.document.activeElement
    text, write = shown.value, AsyncMock()
    opened.window.navigator.clipboard = SimpleNamespace(writeText=write)
    opened.click("#export")
    write.assert_awaited_once_with(text)
    assert (opened.text("games-note"), shown.hidden) == (messages.HISTORY_COPIED, True)


def test_games_are_imported_once(opened: Page) -> None:
    opened.click("#games summary")
    for added, known in ((1, 0), (0, 1)):
        opened.click("#import")
        opened.find("#import-text").value = "03142 p mhwsoi68 k3f9xq\nnonsense"
        opened.click("#confirm-import")
        assert opened.text("games-note") == messages.import_note(added, known, 1)
        assert (records(opened), opened.scores) == (["03142"], "1/0/0")
    assert opened.find("#import-text").value == ""


def test_an_import_that_cannot_be_stored_says_so(opened: Page) -> None:
    opened.window.fail_storage("full")
    opened.click("#games summary", "#import")
    opened.find("#import-text").value = "03142 p mhwsoi68 k3f9xq"
    opened.click("#confirm-import")
    assert opened.text("games-note") == messages.NOT_IMPORTED
    assert (records(opened), opened.scores) == ([], "0/0/0")


def test_a_file_is_read_before_it_is_imported(opened: Page) -> None:
    opened.click("#games summary", "#import")
    chosen = opened.find("#import-file")
    for files, shown in (
        ([], None),
        ([AsyncMock(return_value="games")], "games"),
        ([AsyncMock(side_effect=JsException("NotReadableError"))], ""),
    ):
        part = Mock(side_effect=[SimpleNamespace(text=text) for text in files])
        chosen.files = [SimpleNamespace(slice=part) for _ in files]
        opened.do(chosen.dispatch, "change")
        assert opened.find("#import-text").value == shown
        assert all(call.args[1] - call.args[0] > LONGEST for call in part.call_args_list)


def test_games_that_another_page_deletes_or_adds_are_shown(opened: Page) -> None:
    opened.click(0, 3, 1, 4, 2, "#games summary")
    opened.click("#games-list [data-delete]")
    (text,) = (text for key, text in opened.window.localStorage.items() if "history" in key)
    game_id = text.split()[-1]
    key = history_key("a" * 16)
    opened.window.localStorage[key] = f"304182 p mhwsoi68 aaaaaa\n\n- {game_id}"
    opened.do(opened.window.dispatch, "storage", key=key)
    assert (records(opened), opened.scores) == (["304182"], "0/0/1")
    opened.click("#confirm-delete")
    assert records(opened) == ["304182"]


@pytest.mark.parametrize("log", ["\n\n- {}", "304182 p mhwsoi68 aaaaaa"], ids=["gone", "there"])
def test_a_game_that_another_page_has_just_deleted_is_not_opened(opened: Page, log: str) -> None:
    opened.click(0, 3, 1, 4, 2, "#new-game", "#games summary")
    button, key = opened.find("#games-list [data-open]"), history_key("a" * 16)
    opened.window.localStorage[key] = log.format(button.dataset.open)

    def hear_and_click() -> None:
        opened.window.dispatch("storage", key=key)
        button.click()  # before the list is written again

    opened.do(hear_and_click)
    assert opened.board == ("." * 9 if "-" in log else board("XXX", "OO.", "..."))


# Failures


def broken(page: Page, reason: str) -> bool:
    """Whether the banner says that the game cannot go on, and the console why."""
    banner = messages.Banner(page.text("headline"), page.text("detail"))
    return banner == messages.BROKEN and reason in page.window.errors.pop()


def test_a_handler_that_raises_is_told_in_the_banner_and_in_the_console(opened: Page) -> None:
    opened.play.finish_move = Mock(side_effect=ValueError("no such move"))
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
    told = "O gave up against X at tic-tac-toe after 1 move.\n⬜⬜⬜\n⬜❌⬜\n⬜⬜⬜"
    assert navigator.share.await_args.args[0].text == f"{told}\n"
    navigator.clipboard.writeText.assert_awaited_once_with(f"{told}\n{URL}#game=4f")
    assert (opened.text("share-note"), link.hidden) == (messages.LINK_COPIED, True)
    navigator.clipboard.writeText.side_effect = JsException("NotAllowedError")
    opened.click("#share")
    assert (opened.text("share-note"), link.hidden) == (messages.LINK_SHOWN, False)
    assert link.value == f"{URL}#game=4f"
    assert link is opened.window.document.activeElement


def test_a_shared_game_is_replayed_until_the_player_returns(closed: Page) -> None:
    closed.window.go(f"{URL}#game=03142")
    assert closed.open("human:40").board == board("XXX", "OO.", "...")
    assert closed.window.document.title == "A shared game: X wins – Tic-tac-toe"
    closed.click(8, "#steps [data-go=first]")
    assert closed.board == "." * 9
    closed.click("#close-visit")
    assert (closed.board, closed.window.location.href) == (AFTER_40, URL)
    assert closed.window.document.title == messages.TITLE
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
    key = old_key("a")
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
    closed.window.localStorage[old_key("a", Opponent.HARD)] = "0/7/0/0"
    closed.do(closed.restored.call_args.args[0])
    assert (closed.board.count("O"), closed.scores) == (1, "0/7/0")


# Play by link


def follow(page: Page, link: str) -> None:
    """Opens a link in the page."""
    page.window.go(f"{URL}#game={link}")
    page.do(page.window.dispatch, "hashchange")


def send(page: Page) -> str:
    """Sends the game, and returns the link's end."""
    page.window.navigator.clipboard = SimpleNamespace(writeText=AsyncMock())
    page.click("#share")
    text: str = page.window.navigator.clipboard.writeText.await_args.args[0]
    return text.rpartition("#game=")[2]


def stored_game(page: Page) -> dict[str, Any]:
    """The game in progress as it is stored."""
    stored: dict[str, Any] = json.loads(page.window.localStorage[GAME_KEY + GAME_ID])
    return stored


def test_a_game_is_sent_and_goes_on_when_it_comes_back(opened: Page) -> None:
    assert opened.find("#share").hidden
    opened.click(4)
    assert (opened.text("share"), opened.find("#share").hidden) == ("Send", False)
    link = send(opened)
    record, _, link_id = link.partition("~")
    assert (record, len(link_id)) == ("4", 6)
    assert opened.text("share-note") == messages.LINK_COPIED_TO_SEND
    assert {"link": link_id, "sent": "4"}.items() <= stored_game(opened).items()
    follow(opened, f"40~{link_id}")
    assert (opened.board, opened.find("#board").dataset.__dict__.get("turn")) == (AFTER_40, None)
    assert opened.text("detail") == "It’s X’s turn."
    opened.click("#play-on")
    assert opened.find("#board").dataset.turn == "X"
    assert opened.window.location.href == URL
    assert opened.find("#resume").hidden
    opened.click(8)
    assert opened.find("#share").dataset.primary == ""
    assert send(opened) == f"408~{link_id}"
    assert not hasattr(opened.find("#share").dataset, "primary")


def test_a_game_from_a_link_without_an_id_gets_one_and_is_to_be_sent(opened: Page) -> None:
    follow(opened, "40")
    opened.click("#play-on")
    assert not hasattr(opened.find("#share").dataset, "primary")
    opened.click(8)
    assert opened.find("#share").dataset.primary == ""
    record, _, link_id = send(opened).partition("~")
    assert (record, len(link_id)) == ("408", 6)


@pytest.mark.parametrize("is_other_tab", [False, True])
def test_help_in_a_game_that_is_sent_to_and_fro_is_remembered(
    opened: Page, *, is_other_tab: bool
) -> None:
    opened.click(0, "#hint")
    link_id = send(opened).partition("~")[2]
    if is_other_tab:
        opened.click("#new-game", 0, "#new-game")
    follow(opened, f"03~{link_id}")
    opened.click("#play-on", 1, 4, 2)
    assert (opened.scores, opened.text("score-help")) == ("1/0/0", messages.score_help(1))


def test_a_share_that_is_cancelled_leaves_the_game_to_be_sent(opened: Page) -> None:
    opened.click(4)
    opened.window.navigator.share = AsyncMock(side_effect=JsException("AbortError"))
    opened.click("#share")
    assert opened.find("#share").dataset.primary == ""
    assert stored_game(opened)["sent"] == ""
    opened.window.navigator.share.side_effect = None
    opened.click("#share")
    assert opened.text("share-note") == messages.SENT
    assert stored_game(opened)["sent"] == "4"


def test_a_game_that_comes_back_ended_is_counted_once(opened: Page) -> None:
    opened.click(0, 3, 1)
    link_id = send(opened).partition("~")[2]
    for _ in range(2):
        follow(opened, f"03142~{link_id}")
        assert (opened.scores, opened.find("#review").hidden) == ("1/0/0", False)
        assert opened.text("headline") == "X wins!"
        assert opened.find("#close-visit").hidden
        assert opened.window.location.href == URL
    follow(opened, f"03147~{link_id}")  # another continuation
    assert (opened.scores, opened.text("detail")) == ("1/0/0", messages.COURSES["other"])
    opened.click("#play-on", 2)
    assert opened.scores == "1/0/0"
    follow(opened, "03142~other1")  # of strangers
    assert (opened.scores, opened.find("#close-visit").hidden) == ("1/0/0", False)


def test_an_answer_to_either_of_two_continuations_is_an_answer(opened: Page) -> None:
    opened.click(0, 3, 1)
    link_id = send(opened).partition("~")[2]
    opened.click(8)
    follow(opened, f"0314~{link_id}")
    assert opened.text("detail") == messages.COURSES["other"]
    opened.click("#play-on", "#resume")
    assert opened.board == board("XX.", "O..", "..O")
    follow(opened, f"03142~{link_id}")
    assert (opened.text("headline"), opened.scores) == ("X wins!", "1/0/0")
    opened.click("#resume")
    assert opened.board == board("XX.", "O..", "..O")


def test_a_game_in_progress_is_kept_while_one_from_a_link_is_played(closed: Page) -> None:
    closed.window.go(f"{URL}#game=031~k3f9")
    closed.play.REPLY_SECONDS = NEVER
    closed.open("hard:40").click("#play-on")
    assert closed.find("[value=human]").checked
    assert closed.text("resume") == "Back to my game against Hard"
    assert [one["record"] for one in stored_game(closed)["kept"]] == ["40"]
    closed.click(4, 2)
    assert (closed.scores, closed.find("#resume").hidden) == ("1/0/0", False)
    assert [one["record"] for one in stored_game(closed)["kept"]] == ["40"]
    closed.click("#resume")
    assert (closed.board, closed.find("#resume").hidden) == (AFTER_40, True)
    assert closed.find("[value=hard]").checked
    closed.do(closed.find("#resume").dispatch, "click")  # already under way
    closed.do(closed.find("#play-on").dispatch, "click")
    assert closed.board == AFTER_40


def test_a_tab_knows_how_far_another_has_gone(opened: Page) -> None:
    opened.click(4)
    link_id = send(opened).partition("~")[2]
    opened.click(0, 8)
    opened.window.sessionStorage.clear()
    opened.open()
    for record, course in (("401", "other"), ("40", "behind")):
        follow(opened, f"{record}~{link_id}")
        assert opened.text("detail") == messages.COURSES[course]
    opened.click("#play-on", 1, 2)
    assert opened.window.localStorage[f"tic-tac-toe.link.{link_id}"].startswith("4012 ")


def test_a_game_goes_on_where_another_tab_has_taken_it(closed: Page) -> None:
    closed.window.localStorage["tic-tac-toe.link.k3f9"] = "408 1"
    saved = {"opponent": "human", "record": "40", "helped": False, "game": "", "link": "k3f9"}
    closed.open(json.dumps(saved))
    assert closed.board == board("O..", ".X.", "..X")


@pytest.mark.parametrize("is_visiting", [False, True])
def test_a_game_that_another_tab_goes_on_with_is_let_go(closed: Page, *, is_visiting: bool) -> None:
    saved = {"opponent": "human", "record": "40", "helped": False, "game": "", "link": "k3f9"}
    closed.open(json.dumps(saved))
    if is_visiting:
        follow(closed, "03142")
    key = "tic-tac-toe.link.k3f9"
    closed.do(closed.window.dispatch, "storage", key=key)  # removed
    assert saved_session(closed.window.sessionStorage[SESSION_KEY]) is not None
    closed.window.localStorage[key] = "40 1"
    closed.do(closed.window.dispatch, "storage", key=key)
    if is_visiting:
        assert closed.text("headline") == messages.SHARED
        closed.click("#close-visit")
    else:
        assert closed.text("detail") == messages.ELSEWHERE
    assert closed.board == "." * 9
    assert GAME_KEY + GAME_ID not in closed.window.localStorage


def test_a_game_that_has_ended_in_another_tab_does_not_go_on_there(closed: Page) -> None:
    saved = {"opponent": "human", "record": "40", "helped": False, "game": "", "link": "k3f9"}
    closed.open(json.dumps(saved))
    key = "tic-tac-toe.link.k3f9"
    closed.window.localStorage[key] = "40f 1"
    closed.do(closed.window.dispatch, "storage", key=key)
    assert (closed.board, closed.text("detail")) == ("." * 9, messages.ENDED_ELSEWHERE)


@pytest.mark.parametrize("way", ["kept", "left"])
def test_no_button_leads_to_a_game_that_another_tab_goes_on_with(closed: Page, way: str) -> None:
    linked = {"opponent": "human", "record": "40", "helped": False, "link": "k3f9"}
    value = [linked] if way == "kept" else linked
    other = {"opponent": "hard", "record": "", "helped": False, "game": "", way: value}
    closed.open(json.dumps(other))
    button, key = {"kept": "#resume", "left": "#go-back"}[way], "tic-tac-toe.link.k3f9"
    assert not closed.find(button).hidden
    closed.window.localStorage[key] = "408 1"
    closed.do(closed.window.dispatch, "storage", key=key)
    assert closed.find(button).hidden
    assert closed.find("[value=hard]").checked
    assert GAME_KEY + GAME_ID not in closed.window.localStorage


@pytest.mark.parametrize("is_left", [False, True])
def test_a_page_restored_from_the_bfcache_goes_on_where_another_tab_has_taken_its_game(
    closed: Page, *, is_left: bool
) -> None:
    saved = {"opponent": "human", "record": "40", "helped": False, "game": "", "link": "k3f9"}
    closed.open(json.dumps(saved))
    if is_left:
        closed.click("#new-game")
    closed.window.localStorage["tic-tac-toe.link.k3f9"] = "408 1"  # of which it hears nothing
    closed.do(closed.restored.call_args.args[0])
    if is_left:
        closed.click("#go-back")
    assert closed.board == board("O..", ".X.", "..X")


# The sound of the pen, and a shortcut to a new game


class Audio:
    """The browser's audio; it notes when each sound begins and ends."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, float]] = []
        self.currentTime = 0.0
        self.destination = None

    def createBuffer(self, _: int, samples: int, __: int) -> Any:  # noqa: N802 - the browser's name
        noise = [0.0] * samples
        return SimpleNamespace(getChannelData=lambda _: noise)

    def node(self) -> Any:
        return Mock(start=lambda begin, _, length: self.heard.append((begin, length)))

    createBufferSource = createBiquadFilter = createGain = node  # noqa: N815 - the browser's names


@pytest.fixture
def audio(closed: Page) -> Audio:
    """What a page can be heard with."""
    audio = Audio()
    vars(closed.window)["AudioContext"] = SimpleNamespace(new=lambda: audio)
    return audio


def switch_sound(page: Page, *, is_on: bool) -> None:
    """Switches the sound of the pen on or off."""
    page.find("#sound").checked = is_on
    page.do(page.find("#sound").dispatch, "change")


def test_the_pen_is_heard_once_it_is_switched_on(closed: Page, audio: Audio) -> None:
    closed.open().click(4)
    assert audio.heard == []
    switch_sound(closed, is_on=True)
    assert len(audio.heard) == 2
    closed.click(0)
    assert len(audio.heard) == 3
    closed.click(3, 1, 5)
    assert audio.heard[-3:] == [(0.0, 0.16), (0.13, 0.16), (0.22, 0.3)]
    heard = len(audio.heard)
    closed.click("#new-game", "#forfeit", "#confirm-forfeit")
    switch_sound(closed, is_on=False)
    closed.click("#new-game", 4)
    assert len(audio.heard) == heard


def test_the_sound_is_remembered_and_waits_for_a_finger(closed: Page, audio: Audio) -> None:
    closed.open()
    switch_sound(closed, is_on=True)
    heard = len(audio.heard)
    closed.do(closed.main.main)
    assert closed.find("#sound").checked
    closed.window.navigator.userActivation = SimpleNamespace(hasBeenActive=False)
    closed.click(4)
    assert len(audio.heard) == heard


def test_a_browser_without_sound_plays_on(closed: Page) -> None:
    closed.open()
    switch_sound(closed, is_on=True)
    closed.click(4, 0)
    assert closed.board == AFTER_40


@pytest.mark.parametrize(
    ("saved", "is_left"), [("medium:", False), ("medium:40", True)], ids=["no game", "a game"]
)
def test_a_shortcut_begins_a_game_and_leaves_the_one_that_was_on(
    closed: Page, saved: str, *, is_left: bool
) -> None:
    closed.window.go(f"{URL}?opponent=hard")
    closed.open(saved)
    assert (closed.board, closed.find("[value=hard]").checked) == ("." * 9, True)
    assert closed.find("#go-back").hidden == (not is_left)
    assert closed.window.location.href == URL


@pytest.mark.parametrize("query", ["?opponent=nobody", "?opponent=", "?hard", "?x=1"])
def test_what_is_no_shortcut_changes_nothing(closed: Page, query: str) -> None:
    closed.window.go(URL + query)
    assert closed.open("human:40").board == AFTER_40


def test_a_shortcut_does_not_undo_what_was_played_before_python_was_up(closed: Page) -> None:
    closed.window.go(f"{URL}?opponent=human")
    closed.open("medium:", '{"opponent": "human", "record": "", "moves": "40"}')
    assert (closed.board, closed.window.location.href) == (AFTER_40, URL)
