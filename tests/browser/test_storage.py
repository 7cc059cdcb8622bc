"""Storage: the game, the opponent and the scores, across reloads, tabs, the bfcache and faults."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright, expect

from app.history import Entry, addition
from app.history_format import HISTORY_KEY, history_key, log_text
from app.messages import NOT_SAVED
from app.saved_format import (
    GAME_KEY,
    INSIGHT_KEY,
    INSIGHT_ON,
    PENDING_MOVES_KEY,
    SESSION_KEY,
    SHARED_GAME,
    TAB_LOCK,
)
from app.session import Opponent
from tests.browser.conftest import options_for, somebody, watched
from tests.browser.player import Player
from tests.support.attacks.storage import CLEAR, FULL, THROW
from tests.support.console_guard import ConsoleGuard
from tests.support.faulty_server import Published
from tests.support.histories import NOW, old_key
from tests.support.saved_sessions import (
    GAME_IN_TEXT_FORMAT,
    OPPONENT_IN_TEXT_FORMAT,
    session_json,
)

X_WINS = (0, 3, 1, 4, 2)
O_WINS = (3, 0, 4, 1, 8, 2)
DRAW = (0, 1, 2, 3, 5, 4, 6, 8, 7)

FORBID = """
for (const area of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, area, { get() { throw new DOMException("no", "SecurityError"); } });
"""
FORBID_LASTING = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no"); } });
"""
NO_COOKIES = {"profile": {"default_content_setting_values": {"cookies": 2}}}
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
HIDE = 'dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))'
RESTORE = 'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))'
RESTORED = """async () => {
    while (document.querySelector("main").inert) await new Promise(done => setTimeout(done));
}"""
SLOW_LOCKS = """
const { request } = LockManager.prototype;
const answered = new Promise(done => window.answer = done);
LockManager.prototype.request = async function (...rest) {
    if (rest[0].startsWith(%s)) await answered;
    return request.apply(this, rest);
};
"""
MISSING = """
for (const area of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, area, { value: undefined });
"""


GAME_ID = "0123456789abcdef"
DRAWS = log_text(
    addition({f"{n:06}": Entry(0, 0, NOW, "012354687", Opponent.HUMAN) for n in range(5)})
)


def game_id(player: Player) -> str:
    """The id of the game that is played, as it is saved."""
    found = json.loads(player.stored("sessionStorage", SESSION_KEY) or "{}")["game"]
    assert isinstance(found, str)
    return found


def tab_locks(player: Player) -> list[str]:
    """The ids in all tab locks that are held."""
    names = player.page.evaluate(
        "async () => (await navigator.locks.query()).held.map(({ name }) => name)"
    )
    return sorted(name.removeprefix(TAB_LOCK) for name in names if name.startswith(TAB_LOCK))


@pytest.fixture
def another_tab(context: BrowserContext, site: str) -> Callable[[], Player]:
    """Opens one more tab of the same profile."""

    def open_tab() -> Player:
        tab = Player(context.new_page(), site)
        tab.open()
        return tab

    return open_tab


def test_a_game_survives_reloads_to_its_end_and_after(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    for cells in (X_WINS[:1], X_WINS[1:4]):
        player.rush(*cells)
        before = player.board, player.moves, player.banner
        player.reload()
        assert (player.board, player.moves, player.banner) == before
    player.rush(X_WINS[-1])
    assert player.status == "x_wins"
    assert player.scores == (1, 0, 0)
    player.page.get_by_role("button", name="X top left").click()
    player.reload()
    assert (player.board, player.status, player.scores) == ("XXXOO....", "x_wins", (1, 0, 0))
    expect(player.page.locator("#review-text")).to_contain_text("mistake was move 2")
    expect(player.page.get_by_role("radio", name="Friend")).to_be_checked()
    other = another_tab()
    assert (other.board, other.scores) == (".........", (1, 0, 0))
    player.new_game()
    player.reload()
    assert (player.board, player.scores) == (".........", (1, 0, 0))


@pytest.mark.same_everywhere
def test_the_first_paint_of_an_ended_game_is_the_game_as_it_ended(
    browser: Browser, published: Published
) -> None:
    with watched(browser, published.url) as (context, _):
        player = Player(context.new_page(), published.url)
        player.open()
        player.choose("human")
        player.rush(*X_WINS)
        published.fail("web/main.py", "hanging")
        player.page.reload()
        player.page.wait_for_function("performance.getEntriesByName('playable').length")
        expect(player.page.locator('html[data-python="loading"]')).to_be_attached()
        assert (player.board, player.status) == ("XXXOO....", "x_wins")
        assert player.banner.startswith("X wins!")
        expect(player.page.locator("[data-winning]")).to_have_count(3)
        expect(player.page.locator("[data-struck]")).to_have_attribute("data-line", "012")
        player.cell(8).click()
        published.recover()
        player.wait_until_ready()
        assert (player.board, player.scores) == ("XXXOO....", (1, 0, 0))
        expect(player.page.locator("#review")).to_be_visible()


def test_a_game_survives_a_closed_tab(player: Player, another_tab: Callable[[], Player]) -> None:
    player.choose("human")
    player.rush(4, 0)
    player.page.close()
    assert another_tab().board == "O...X...."


def test_the_computer_goes_on_with_its_turn_after_a_reload(newcomer: Player) -> None:
    player = newcomer
    player.go_beside()
    player.store("sessionStorage", {SESSION_KEY: session_json("hard", "4")})
    player.open()
    player.wait_for_turn()
    assert player.board.count("O") == 1
    assert player.board[4] == "X"


@pytest.mark.same_everywhere
def test_scores_are_counted_for_each_opponent_and_survive_a_reload(player: Player) -> None:
    player.choose("human")
    for moves in (X_WINS, O_WINS, DRAW, X_WINS):
        player.rush(*moves)
        player.new_game()
    player.rush(4)
    player.forfeit()
    assert player.scores == (3, 1, 1)
    player.choose("hard")
    assert player.scores == (0, 0, 0)
    player.forfeit()
    assert player.scores == (0, 0, 1)
    player.reload()
    assert player.scores == (0, 0, 1)
    player.choose("human")
    assert player.scores == (3, 1, 1)
    assert player.page.inner_text("#scores").split() == ["X", "3", "Draws", "1", "O", "1"]


@pytest.mark.same_everywhere
def test_a_log_that_another_tab_removes_is_not_lost(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(*X_WINS)
    other = another_tab()
    own = f"Object.keys(localStorage).filter(key => key.startsWith('{HISTORY_KEY}'))"
    assert len(other.page.evaluate(own)) == 1
    other.page.evaluate(f"for (const key of {own}) localStorage.removeItem(key)")
    other.store("localStorage", {history_key("a" * 16): DRAWS})
    expect(player.page.locator("#score-draws")).to_have_text("5")  # it has heard of both
    assert player.scores == (1, 5, 0)
    player.new_game()
    player.rush(*X_WINS)
    player.reload()
    assert player.scores == (2, 5, 0)


@pytest.mark.same_everywhere
def test_a_game_that_was_given_up_for_another_counts_for_nobody(guest: Player) -> None:
    guest.choose("human")
    guest.rush(*X_WINS[:-1])
    guest.new_game()
    guest.rush(4)
    guest.choose("hard")
    guest.choose("human")
    assert guest.scores == (0, 0, 0)


@pytest.mark.same_everywhere
def test_scores_are_reset_when_asked_twice_and_only_those_shown(guest: Player) -> None:
    guest.choose("hard")
    guest.forfeit()
    guest.choose("easy")
    guest.forfeit()
    reset = guest.page.get_by_role("button", name="Reset scores")
    reset.click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Reset your scores against Easy?")
    dialog.get_by_role("button", name="Keep them").click()
    expect(reset).to_be_focused()
    assert guest.scores == (0, 0, 1)
    reset.click()
    dialog.get_by_role("button", name="Reset scores").click()
    expect(dialog).to_be_hidden()
    assert guest.scores == (0, 0, 0)
    guest.choose("hard")
    assert guest.scores == (0, 0, 1)


def test_a_reloaded_tab_resumes_its_own_game(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(4)
    other = another_tab()
    other.choose("hard")
    other.play(8)
    assert tab_locks(player) == sorted([game_id(player), game_id(other)])
    player.reload()
    assert player.board == "....X...."
    assert tab_locks(player) == sorted([game_id(player), game_id(other)])
    expect(player.page.get_by_role("radio", name="Friend")).to_be_checked()


def test_a_reload_loses_no_game_where_an_answer_about_its_lock_takes_long(stranger: Player) -> None:
    player = stranger
    player.open()
    player.choose("human")
    player.rush(4)
    player.page.clock.install()
    player.page.add_init_script(SLOW_LOCKS % json.dumps(TAB_LOCK))
    player.page.reload()
    player.page.clock.fast_forward(60_000)
    player.page.evaluate("answer()")
    player.wait_until_ready()
    assert player.board == "....X...."
    assert player.take_diagnostics() <= {"snapshot worker"}  # a minute is too long for it


def test_games_of_two_tabs_both_survive(player: Player, another_tab: Callable[[], Player]) -> None:
    player.choose("human")
    player.rush(4, 0)
    other = another_tab()
    other.page.get_by_label("Insight").check()
    other.page.get_by_role("button", name="Hint").click()
    other.page.goto(f"{other.site}{SHARED_GAME}44")
    other.reload()
    other.rush(8)
    other.page.close()
    player.page.close()
    assert {another_tab().board, another_tab().board} == {"O...X....", "........X"}


def test_a_game_that_another_tab_has_resumed_is_not_resumed_again(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(*X_WINS[:-1])
    player.page.goto("about:blank")
    other = another_tab()
    other.rush(X_WINS[-1])
    assert other.scores == (1, 0, 0)
    player.page.go_back(wait_until="commit")
    player.wait_until_ready()
    assert player.board == "........."
    assert player.scores == (1, 0, 0)


@pytest.mark.same_everywhere
def test_a_game_behind_a_shared_game_is_not_resumed_by_another_tab(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(*X_WINS[:-1])
    player.page.goto(f"{player.site}{SHARED_GAME}40812")
    player.reload()
    assert another_tab().board == "........."
    player.page.get_by_role("button", name="Back to my game").click()
    player.rush(X_WINS[-1])
    assert player.scores == (1, 0, 0)


@pytest.mark.same_everywhere
def test_tallies_of_other_pages_add_up(newcomer: Player) -> None:
    player = newcomer
    player.go_beside()
    player.store(
        "localStorage",
        {
            old_key("a"): "1/2/3/0",
            old_key("b"): "10/0/0/0",
            old_key("b", Opponent.EASY): "7/7/7/0",
            old_key("c"): "nonsense",
        },
    )
    player.open()
    player.choose("human")
    assert player.scores == (11, 2, 3)
    player.rush(*X_WINS)
    assert player.scores == (12, 2, 3)
    player.page.get_by_role("button", name="Reset scores").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Reset scores").click()
    expect(player.page.locator("#notice")).to_have_text("The two-player scores are back to zero.")
    player.reload()
    assert player.scores == (0, 0, 0)
    player.choose("easy")
    assert player.scores == (7, 7, 7)


@pytest.mark.same_everywhere
def test_a_page_that_is_alone_joins_all_logs(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    keys = """Object.keys(localStorage).filter(
        key => /^tic-tac-toe\\.(scores|history)\\./.test(key))"""
    old = {old_key(str(page)): "1/2/3/1" if page < 40 else "9/9/9/9/0" for page in range(50)}
    latest = {old_key("a" * 16): "2/1/1/1/999999998", old_key("b" * 16): "nonsense"}
    player.store("localStorage", old | latest | {history_key("c" * 16): DRAWS})
    player.choose("human")
    other = another_tab()
    other.rush(*X_WINS)
    assert len(other.page.evaluate(keys)) == 54
    player.page.close()
    other.reload()
    other.page.wait_for_function(f"{keys}.length === 1")
    assert other.scores == (3, 1, 1)
    other.new_game()
    other.rush(*X_WINS)
    other.reload()
    assert other.scores == (4, 1, 1)


def test_a_page_restored_from_the_bfcache_shows_what_was_counted_meanwhile(player: Player) -> None:
    player.choose("human")
    player.cell(3).focus()
    player.page.evaluate(HIDE)
    player.store("localStorage", {old_key("a"): "1/2/3/0/0"})
    player.page.evaluate(RESTORE)
    expect(player.page.locator("#score-o")).to_have_text("3")
    assert player.scores == (1, 2, 3)
    expect(player.cell(3)).to_be_focused()


def test_a_page_in_the_bfcache_plays_no_move_before_it_is_restored(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.page.clock.install()
        player.open()
        player.cell(4).click()
        player.page.evaluate(HIDE)
        player.page.clock.fast_forward(1_000)
        assert player.moves == ["X centre"]
        player.page.evaluate(RESTORE)
        expect(player.page.locator("main")).not_to_have_attribute("inert", "")
        player.page.clock.fast_forward(1_000)
        player.wait_for_turn()
        assert len(player.moves) == 2


def test_a_page_restored_from_the_bfcache_does_nothing_before_it_has_its_tab_lock(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(0, 3, 1, 4)
    player.page.get_by_role("button", name="Give up").click()
    player.page.evaluate(HIDE)
    other = another_tab()
    assert other.board == "XX.OO...."
    inert = "document.querySelector('main').inert && !document.querySelector('dialog[open]')"
    assert player.page.evaluate(f"{RESTORE}; {inert}")
    expect(player.page.locator('[data-mark=""]')).to_have_count(9)
    player.wait_until_ready()
    other.rush(2)
    assert other.scores == (1, 0, 0)
    expect(player.page.locator("#score-x")).to_have_text("1")


@pytest.mark.parametrize("is_late", [False, True], ids=["before", "after"])
def test_a_page_restored_from_the_bfcache_begins_a_new_game_if_its_own_has_ended(
    player: Player, *, is_late: bool
) -> None:
    """Another tab may have ended it before the page has its lock again, or be heard of after."""
    player.choose("human")
    player.rush(*X_WINS[:4])
    key = json.dumps(GAME_KEY + game_id(player))
    end = f"localStorage.removeItem({key})"
    hear = f'dispatchEvent(new StorageEvent("storage", {{ key: {key}, newValue: null }}))'
    assert player.page.evaluate(f"localStorage.getItem({key})")
    for event in (HIDE, RESTORE, RESTORED, end, hear) if is_late else (HIDE, end, RESTORE):
        player.page.evaluate(event)
    expect(player.page.locator('[data-mark=""]')).to_have_count(9)
    player.wait_until_ready()


@pytest.mark.same_everywhere
def test_without_web_locks_tabs_may_share_a_game_but_lose_no_old_key(
    stranger: Player,
) -> None:
    first = stranger
    first.page.context.add_init_script(NO_LOCKS)
    first.open()
    first.choose("human")
    first.rush(0, 3)
    second = Player(first.page.context.new_page(), first.site)
    second.open()
    assert second.board == "X..O....."
    for player in (first, second, first):
        player.new_game()
        player.rush(*X_WINS)
    for player in (first, second):
        expect(player.page.locator("#score-x")).to_have_text("3")
    third = Player(first.page.context.new_page(), first.site)
    third.open()
    assert third.scores == (3, 0, 0)


def test_where_a_browser_forbids_all_storage_the_game_plays(
    browser_type: BrowserType, site: str, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(NO_COOKIES))  # for Chromium
    options = options_for(browser_type, is_whole=True, reduced_motion="reduce", storage="forbidden")
    context = browser_type.launch_persistent_context(tmp_path, **options)
    guard = ConsoleGuard(context, site)
    player = Player(context.new_page(), site)
    player.open()
    assert player.banner == f"Your turn {NOT_SAVED}"
    player.choose("human")
    player.rush(*X_WINS)
    assert player.scores == (1, 0, 0)
    context.close()
    assert guard.take_diagnostics() >= {"localStorage", "sessionStorage"}
    assert guard.faults == []


def is_restored_from_bfcache(player: Player) -> bool:
    """Navigates away and back; tells whether that restored the page from the bfcache."""
    player.page.evaluate("window.isFromBfcache = true")
    player.page.goto("about:blank")
    player.page.go_back(wait_until="commit")
    player.wait_until_ready()
    return bool(player.page.evaluate("window.isFromBfcache"))


def test_a_game_that_another_page_has_ended_is_not_restored_from_the_bfcache(
    playwright: Playwright, site: str
) -> None:
    """In Chromium only: Playwright's Firefox has no bfcache."""
    options = options_for(playwright.chromium, is_whole=True)
    browser = playwright.chromium.launch(
        **options, ignore_default_args=["--disable-back-forward-cache"]
    )
    with watched(browser, site) as (context, _):
        first = Player(context.new_page(), site)
        first.open()
        first.choose("human")
        first.rush(*X_WINS[:3])
        assert any(is_restored_from_bfcache(first) for _ in range(5))
        first.rush(X_WINS[3])
        second = Player(first.page, f"{site}?it-goes-on")
        second.open()
        second.rush(X_WINS[4])
        assert second.status == "x_wins"
        first.page.go_back(wait_until="commit")
        expect(first.page.locator('#status[data-status="x_wins"]')).to_be_attached()
        first.wait_until_ready()
        assert first.scores == (1, 0, 0)
    browser.close()


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "fault", [FORBID, FORBID_LASTING, MISSING], ids=["forbidden", "not lasting", "missing"]
)
def test_storage_that_cannot_be_had_is_mentioned_once_and_the_game_plays(
    browser: Browser, site: str, fault: str
) -> None:
    with watched(browser, site) as (context, guard):
        context.add_init_script(fault)
        player = Player(context.new_page(), site, guard)
        player.open()
        lasting = player.page.locator("#not-saved")
        assert player.banner == f"Your turn {NOT_SAVED}"
        player.choose("human")
        assert player.banner == "X’s turn X goes first. Pick any square."
        expect(lasting).to_have_text(NOT_SAVED)
        player.rush(*X_WINS)
        player.new_game()
        player.rush(*O_WINS)
        assert player.scores == (1, 0, 1)
        expect(lasting).to_have_text(NOT_SAVED)
        context.close()  # some diagnostics are late
        assert "localStorage" in player.take_diagnostics()


def test_storage_that_is_full_or_emptied_loses_nothing_of_this_visit(player: Player) -> None:
    player.choose("human")
    player.page.evaluate(FULL)
    lasting = player.page.locator("#not-saved")
    player.rush(4)
    assert player.banner == f"O’s turn {NOT_SAVED}"
    for moves in (X_WINS, O_WINS, DRAW):
        player.new_game()
        player.rush(*moves)
        expect(lasting).to_have_text(NOT_SAVED)
    assert player.scores == (1, 1, 1)
    player.page.evaluate(CLEAR)
    player.new_game()
    player.rush(*X_WINS)
    assert player.scores == (2, 1, 1)
    expect(lasting).to_have_text("")
    player.reload()
    assert player.scores == (2, 1, 1)
    player.page.evaluate(THROW.format("setItem"))
    player.page.get_by_role("button", name="Reset scores").click()
    player.page.locator("#confirm-reset").click()
    expect(player.page.locator("#notice")).to_have_text(NOT_SAVED)
    expect(player.page.locator("#notice")).to_be_in_viewport()


def store_in_text_format(
    player: Player, *, in_tab: str, game: str = "", insight: str = INSIGHT_ON
) -> None:
    """Leaves what the last release with the text format saved, in the tab and for all tabs."""
    player.go_beside()
    player.store(
        "localStorage",
        {
            old_key("a"): "2/1/0/1/0",
            old_key("b", Opponent.HARD): "0/4/0/0",
            INSIGHT_KEY: insight,
            SESSION_KEY: OPPONENT_IN_TEXT_FORMAT,
        }
        | ({GAME_KEY + GAME_ID: game} if game else {}),
    )
    player.store("sessionStorage", {SESSION_KEY: in_tab} if in_tab else {})


def assert_migrated(player: Player) -> None:
    """Whether the game in the text format goes on, with its scores, to be counted as helped."""
    assert player.board == "O...X...."
    assert player.banner == "X’s turn O took the top left."
    assert player.moves == ["X centre", "O top left"]
    assert player.scores == (2, 1, 0)
    expect(player.page.locator("#score-help")).to_have_text("1 with help")
    expect(player.page.get_by_role("radio", name="Friend")).to_be_checked()
    expect(player.page.get_by_label("Insight")).to_be_checked()
    expect(player.cell(8)).to_have_attribute("data-verdict", "draw-7")
    assert game_id(player) == GAME_ID
    assert tab_locks(player) == [GAME_ID]
    saved = json.loads(player.stored("localStorage", GAME_KEY + GAME_ID) or "")
    assert saved["record"] == "40"
    assert saved["helped"]
    player.page.get_by_label("Insight").uncheck()
    player.reload()  # in the present format
    assert player.board == "O...X...."
    player.rush(8, 1, 5, 2)
    assert player.status == "o_wins"
    assert player.scores == (2, 1, 1)
    expect(player.page.locator("#score-help")).to_have_text("2 with help")
    player.choose("hard")
    assert player.scores == (0, 4, 0)


@pytest.mark.same_everywhere
def test_a_game_in_the_text_format_survives_a_reload(newcomer: Player) -> None:
    store_in_text_format(
        newcomer, in_tab=f"{GAME_IN_TEXT_FORMAT}\n{GAME_ID}", game=GAME_IN_TEXT_FORMAT
    )
    newcomer.open()
    assert_migrated(newcomer)


@pytest.mark.same_everywhere
def test_a_game_in_the_text_format_survives_a_closed_tab(
    newcomer: Player, another_tab: Callable[[], Player]
) -> None:
    store_in_text_format(
        newcomer, in_tab=f"{GAME_IN_TEXT_FORMAT}\n{GAME_ID}", game=GAME_IN_TEXT_FORMAT
    )
    newcomer.page.close()
    assert_migrated(another_tab())


@pytest.mark.same_everywhere
def test_a_game_in_the_text_format_that_only_its_tab_could_store_survives_a_reload(
    newcomer: Player,
) -> None:
    """Insight is off: that the game had help is known from its session alone."""
    player = newcomer
    store_in_text_format(player, in_tab=f"{GAME_IN_TEXT_FORMAT}\n", insight="")
    player.open()
    assert player.board == "O...X...."
    assert player.scores == (2, 1, 0)
    assert player.page.locator("[data-verdict]").count() == 0
    player.rush(8, 1, 5, 2)
    assert player.scores == (2, 1, 1)
    expect(player.page.locator("#score-help")).to_have_text("2 with help")


@pytest.mark.same_everywhere
@pytest.mark.parametrize("in_tab", [f"{OPPONENT_IN_TEXT_FORMAT}\n", ""], ids=["reload", "new tab"])
def test_the_opponent_and_scores_in_the_text_format_survive(newcomer: Player, in_tab: str) -> None:
    player = newcomer
    store_in_text_format(player, in_tab=in_tab)
    player.open()
    assert player.board == "........."
    expect(player.page.get_by_role("radio", name="Hard")).to_be_checked()
    assert player.scores == (0, 4, 0)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("in_tab", "game"),
    [
        (f"{GAME_IN_TEXT_FORMAT}\n{GAME_ID}", GAME_IN_TEXT_FORMAT),
        (f"{GAME_IN_TEXT_FORMAT}\n", ""),
    ],
    ids=["stored", "only in its tab"],
)
def test_the_first_paint_of_the_text_format_plays_no_move_in_the_wrong_game(
    browser: Browser, published: Published, in_tab: str, game: str
) -> None:
    with watched(browser, published.url) as (context, _):
        player = Player(context.new_page(), published.url)
        store_in_text_format(player, in_tab=in_tab, game=game)
        published.fail("web/main.py", "hanging")
        player.page.goto(player.site)
        player.page.wait_for_function("performance.getEntriesByName('playable').length")
        expect(player.page.locator('html[data-python="loading"]')).to_be_attached()
        player.cell(2).click()
        published.recover()
        player.wait_until_ready()
        assert player.moves == ["X centre", "O top left"]
        assert player.stored("sessionStorage", PENDING_MOVES_KEY) is None
