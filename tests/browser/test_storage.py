"""What is kept: the game, the opponent and the scores, across reloads, tabs and bad storage."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright, expect

from app.messages import NOT_SAVED
from tests.browser.conftest import options_for, somebody, watched
from tests.browser.player import Player
from tests.support.attacks.storage import CLEAR, FULL, THROW
from tests.support.console_guard import Watch

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
LEAVE = 'dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))'
COME_BACK = 'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))'
KEY = "`tic-tac-toe.game.${document.documentElement.dataset.game}`"
END = f"localStorage.removeItem({KEY})"
TELL = f'dispatchEvent(new StorageEvent("storage", {{ key: {KEY}, newValue: null }}))'
AWAKE = """async () => {
    while (document.querySelector("main").inert) await new Promise(done => setTimeout(done));
}"""
MISSING = """
for (const area of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, area, { value: undefined });
"""


@pytest.fixture
def another_tab(context: BrowserContext, site: str) -> Callable[[], Player]:
    """Opens one more tab of the same profile."""

    def open_tab() -> Player:
        tab = Player(context.new_page(), site)
        tab.open()
        return tab

    return open_tab


def test_a_game_survives_reloads_to_its_end(player: Player) -> None:
    player.choose("human")
    for cells in (X_WINS[:1], X_WINS[1:4]):
        player.rush(*cells)
        before = player.board, player.moves, player.banner
        player.reload()
        assert (player.board, player.moves, player.banner) == before
    player.rush(X_WINS[-1])
    assert player.status == "x_wins"
    assert player.scores == (1, 0, 0)
    player.reload()
    assert player.board == "........."
    assert player.scores == (1, 0, 0)
    expect(player.page.get_by_role("radio", name="Friend")).to_be_checked()


def test_a_game_survives_a_closed_tab(player: Player, another_tab: Callable[[], Player]) -> None:
    player.choose("human")
    player.rush(4, 0)
    player.page.close()
    assert another_tab().board == "O...X...."


def test_the_computer_goes_on_with_its_turn_after_a_reload(player: Player) -> None:
    player.choose("hard")
    player.page.evaluate("sessionStorage.setItem('tic-tac-toe.session', 'hard:4')")
    player.reload()
    player.wait_for_turn()
    assert player.board.count("O") == 1
    assert player.board[4] == "X"


def test_scores_are_counted_for_each_opponent_and_kept(player: Player) -> None:
    player.choose("human")
    for moves in (X_WINS, O_WINS, DRAW, X_WINS):
        player.rush(*moves)
        player.new_game()
    player.rush(4)
    player.forfeit()
    assert player.scores == (3, 1, 1)
    player.page.evaluate(
        """() => dispatchEvent(new StorageEvent("storage", {
            key: `tic-tac-toe.scores.human.${document.documentElement.dataset.page}` }))"""
    )
    assert player.scores == (3, 1, 1)  # whatever another page does with this one's key
    player.choose("hard")
    assert player.scores == (0, 0, 0)
    player.forfeit()
    assert player.scores == (0, 0, 1)
    player.reload()
    assert player.scores == (0, 0, 1)
    player.choose("human")
    assert player.scores == (3, 1, 1)
    assert player.page.inner_text("#scores").split() == ["X", "3", "Draws", "1", "O", "1"]


def test_a_game_that_was_left_counts_for_nobody(guest: Player) -> None:
    guest.choose("human")
    guest.rush(*X_WINS[:-1])
    guest.new_game()
    guest.rush(4)
    guest.choose("hard")
    guest.choose("human")
    assert guest.scores == (0, 0, 0)


def test_scores_are_reset_when_asked_twice_and_only_those_shown(guest: Player) -> None:
    guest.choose("hard")
    guest.forfeit()
    guest.choose("easy")
    guest.forfeit()
    reset = guest.page.get_by_role("button", name="Reset scores")
    reset.click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Forget the scores of your games against the easy computer?")
    dialog.get_by_role("button", name="Keep them").click()
    expect(reset).to_be_focused()
    assert guest.scores == (0, 0, 1)
    reset.click()
    dialog.get_by_role("button", name="Reset scores").click()
    expect(dialog).to_be_hidden()
    assert guest.scores == (0, 0, 0)
    guest.choose("hard")
    assert guest.scores == (0, 0, 1)


def test_tabs_keep_their_own_games(player: Player, another_tab: Callable[[], Player]) -> None:
    player.choose("human")
    player.rush(4)
    other = another_tab()
    other.choose("hard")
    player.reload()
    assert player.board == "....X...."
    expect(player.page.get_by_role("radio", name="Friend")).to_be_checked()


def test_games_of_two_tabs_both_survive(player: Player, another_tab: Callable[[], Player]) -> None:
    player.choose("human")
    player.rush(4, 0)
    other = another_tab()
    other.page.get_by_label("Insight").check()
    other.page.get_by_role("button", name="Hint").click()
    other.page.goto(f"{other.site}#game=44")
    other.reload()
    other.rush(8)
    other.page.close()
    player.page.close()
    assert {another_tab().board, another_tab().board} == {"O...X....", "........X"}


def test_a_game_that_was_taken_up_in_another_tab_is_not_gone_back_to(
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


def test_a_game_that_waits_behind_a_link_is_not_taken_up_by_another_tab(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(*X_WINS[:-1])
    player.page.goto(f"{player.site}#game=40812")
    player.reload()
    assert another_tab().board == "........."
    player.page.get_by_role("button", name="Back to my game").click()
    player.rush(X_WINS[-1])
    assert player.scores == (1, 0, 0)


def test_what_pages_of_other_visits_have_counted_adds_up(player: Player) -> None:
    player.page.evaluate(
        """() => {
            localStorage["tic-tac-toe.scores.human.000000000000000a"] = "1/2/3/0";
            localStorage["tic-tac-toe.scores.human.000000000000000b"] = "10/0/0/0";
            localStorage["tic-tac-toe.scores.easy.000000000000000b"] = "7/7/7/0";
            localStorage["tic-tac-toe.scores.human.000000000000000c"] = "nonsense";
        }"""
    )
    player.reload()
    player.choose("human")
    assert player.scores == (11, 2, 3)
    player.rush(*X_WINS)
    assert player.scores == (12, 2, 3)
    player.page.get_by_role("button", name="Reset scores").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Reset scores").click()
    expect(player.page.locator("#notice")).to_have_text(
        "The scores of the games between two people are forgotten."
    )
    player.reload()
    assert player.scores == (0, 0, 0)
    player.choose("easy")
    assert player.scores == (7, 7, 7)


def test_a_page_that_is_alone_gathers_what_others_have_counted(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    count_keys = "Object.keys(localStorage).filter(key => key.includes('.scores.human.')).length"
    player.page.evaluate(
        """() => {
            for (let page = 0; page < 50; page++)
                localStorage[`tic-tac-toe.scores.human.${String(page).padStart(16, "0")}`] =
                    page < 40 ? "1/2/3/1" : "9/9/9/9/0";
            localStorage["tic-tac-toe.scores.human.aaaaaaaaaaaaaaaa"] = "2/1/1/1/999999999";
            localStorage["tic-tac-toe.scores.human.bbbbbbbbbbbbbbbb"] = "nonsense";
        }"""
    )
    player.choose("human")
    other = another_tab()
    other.rush(*X_WINS)
    assert other.page.evaluate(count_keys) == 53
    player.page.close()
    other.reload()
    other.page.wait_for_function(f"{count_keys} === 1")
    assert other.scores == (3, 1, 1)
    other.rush(*X_WINS)
    other.reload()
    assert other.scores == (4, 1, 1)


def test_a_page_that_comes_back_shows_what_was_counted_meanwhile(player: Player) -> None:
    player.choose("human")
    player.cell(3).focus()
    player.page.evaluate(LEAVE)
    player.page.evaluate(
        "localStorage['tic-tac-toe.scores.human.000000000000000a'] = '1/2/3/0/0'; 0"
    )
    player.page.evaluate(COME_BACK)
    expect(player.page.locator("#score-o")).to_have_text("3")
    assert player.scores == (1, 2, 3)
    expect(player.cell(3)).to_be_focused()


def test_a_page_that_is_left_plays_no_move_before_it_is_back(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.page.clock.install()
        player.open()
        player.cell(4).click()
        player.page.evaluate(LEAVE)
        player.page.clock.fast_forward(1_000)
        assert player.moves == ["X centre"]
        player.page.evaluate(COME_BACK)
        expect(player.page.locator("main")).not_to_have_attribute("inert", "")
        player.page.clock.fast_forward(1_000)
        player.wait_for_turn()
        assert len(player.moves) == 2


def test_a_page_that_comes_back_does_nothing_before_it_has_its_game(
    player: Player, another_tab: Callable[[], Player]
) -> None:
    player.choose("human")
    player.rush(0, 3, 1, 4)
    player.page.get_by_role("button", name="Forfeit").click()
    player.page.evaluate(LEAVE)
    other = another_tab()
    assert other.board == "XX.OO...."
    held = "document.querySelector('main').inert && !document.querySelector('dialog[open]')"
    assert player.page.evaluate(f"{COME_BACK}; {held}")
    expect(player.page.locator('[data-mark=""]')).to_have_count(9)
    player.wait_until_ready()
    other.rush(2)
    assert other.scores == (1, 0, 0)
    expect(player.page.locator("#score-x")).to_have_text("1")


@pytest.mark.parametrize(
    "doing", [[END, COME_BACK], [COME_BACK, AWAKE, END, TELL]], ids=["", "late"]
)
def test_a_page_that_comes_back_to_a_game_that_has_ended_begins_a_new_one(
    player: Player, doing: list[str]
) -> None:
    player.choose("human")
    player.rush(*X_WINS[:4])
    for event in (LEAVE, *doing):
        player.page.evaluate(event)
    expect(player.page.locator('[data-mark=""]')).to_have_count(9)
    player.wait_until_ready()


def test_without_locks_tabs_may_share_a_game_but_lose_no_count(
    context: BrowserContext, another_tab: Callable[[], Player]
) -> None:
    context.add_init_script(NO_LOCKS)
    first = another_tab()
    first.choose("human")
    first.rush(0, 3)
    second = another_tab()
    assert second.board == "X..O....."
    for player in (first, second, first):
        player.new_game()
        player.rush(*X_WINS)
    for player in (first, second):
        expect(player.page.locator("#score-x")).to_have_text("3")
    third = another_tab()
    assert third.scores == (3, 0, 0)


def test_where_a_browser_forbids_all_storage_the_game_plays(
    browser_type: BrowserType, site: str, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(NO_COOKIES))  # for Chromium
    options = options_for(browser_type, reduced_motion="reduce", storage="forbidden")
    context = browser_type.launch_persistent_context(tmp_path, **options)
    watch = Watch(context, site)
    player = Player(context.new_page(), site)
    player.open()
    assert player.banner == f"Your turn {NOT_SAVED}"
    player.choose("human")
    player.rush(*X_WINS)
    assert player.scores == (1, 0, 0)
    context.close()
    assert watch.faults == []


def comes_back(player: Player) -> bool:
    """Goes away and back; tells whether the browser had kept the page in its memory."""
    player.page.evaluate("window.isKept = true")
    player.page.goto("about:blank")
    player.page.go_back(wait_until="commit")
    player.wait_until_ready()
    return bool(player.page.evaluate("window.isKept"))


def test_a_game_that_went_on_elsewhere_is_not_gone_back_to(
    playwright: Playwright, site: str
) -> None:
    """In Chromium only: Playwright's Firefox keeps no page in its memory."""
    options = options_for(playwright.chromium)
    browser = playwright.chromium.launch(
        **options, ignore_default_args=["--disable-back-forward-cache"]
    )
    with watched(browser, site) as (context, _):
        first = Player(context.new_page(), site)
        first.open()
        first.choose("human")
        first.rush(*X_WINS[:3])
        assert any(comes_back(first) for _ in range(5))
        first.rush(X_WINS[3])
        second = Player(first.page, f"{site}?it-goes-on")
        second.open()
        second.rush(X_WINS[4])
        assert second.status == "x_wins"
        first.page.go_back(wait_until="commit")
        expect(first.page.locator('[data-mark=""]')).to_have_count(9)
        first.wait_until_ready()
        assert first.scores == (1, 0, 0)
    browser.close()


@pytest.mark.parametrize(
    "fault", [FORBID, FORBID_LASTING, MISSING], ids=["forbidden", "not lasting", "missing"]
)
def test_storage_that_cannot_be_had_is_mentioned_once_and_the_game_plays(
    browser: Browser, site: str, fault: str
) -> None:
    with watched(browser, site) as (context, _):
        context.add_init_script(fault)
        player = Player(context.new_page(), site)
        player.open()
        lasting = player.page.locator("#not-saved")
        assert player.banner == f"Your turn {NOT_SAVED}"
        player.choose("human")
        assert player.banner == "X’s turn Take any cell."
        expect(lasting).to_have_text(NOT_SAVED)
        player.rush(*X_WINS)
        player.new_game()
        player.rush(*O_WINS)
        assert player.scores == (1, 0, 1)
        expect(lasting).to_have_text(NOT_SAVED)


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
