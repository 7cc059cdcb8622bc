"""The page as it opens: its hooks, its first state, and a finger on it."""

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.conftest import somebody, watched
from tests.browser.player import Player

HOOKS = [
    "html[data-python=ready]",
    "#board",
    *(f'#board button[data-cell="{cell}"][data-mark=""]' for cell in range(9)),
    '#status[data-status="in_progress"]',
    *(f'input[name="opponent"][value="{value}"]' for value in ("easy", "medium", "hard", "human")),
    *(
        "#new-game",
        "#go-back",
        "#practice",
        "#forfeit",
        "#confirm-forfeit",
        "#reset-scores",
        "#confirm-reset",
    ),
    *("#score-x", "#score-draws", "#score-o", "#history"),
    *("input#insight[type=checkbox]", "#hint", "#hint-text", "#review", "#share", "#thinking"),
    *(
        "#thinking-picture",
        "#close-visit",
        "#play-on",
        '#board[data-turn="X"]',
        "html[data-start=snapshot]",
    ),
    *(f'#steps [data-go="{where}"]' for where in ("first", "back", "on", "end")),
]

DEPRECATED = """() => {
    const observer = new ReportingObserver(() => {}, { types: ["deprecation"], buffered: true });
    observer.observe();
    return observer.takeRecords().map(({ body }) => body.message);
}"""


def test_every_hook_is_there_once(guest: Player) -> None:
    assert {hook: guest.page.locator(hook).count() for hook in HOOKS} == dict.fromkeys(HOOKS, 1)


def test_a_first_visit_is_a_fresh_game(guest: Player) -> None:
    assert guest.board == "........."
    assert guest.banner == "Your turn You’re X. Pick any square."
    assert guest.scores == (0, 0, 0)
    assert guest.moves == []
    for notice in ("#notice", "#not-saved"):
        expect(guest.page.locator(notice)).to_have_text("")


def test_nothing_is_used_that_browsers_have_deprecated(guest: Player) -> None:
    assert guest.page.evaluate(DEPRECATED) == []


def test_the_console_guard_notices_errors_and_other_origins(browser: Browser, site: str) -> None:
    """Were it blind in a browser, no other test would fail for what a page must not do."""
    with watched(browser, site) as (context, guard):
        player = Player(context.new_page(), site)
        player.open()
        for fault in (
            "console.error('an error')",
            "console.warn('a warning')",
            "setTimeout(() => { throw new Error('not caught'); })",
            "Promise.reject(new Error('not handled'))",
            "fetch('https://example.com/').catch(() => {})",
        ):
            player.page.evaluate(f"void {fault}")
            for _ in range(500):
                if guard.faults:
                    break
                player.page.wait_for_timeout(10)  # browsers report each in a way of their own
            assert guard.faults, fault
            guard.forgive_errors()
            assert bool(guard.faults) == ("example.com" in fault)
        context.close()  # Chromium reports the last one twice
        guard.faults.clear()


@pytest.mark.parametrize("name", ["playable", "ready"])
def test_the_moment_is_marked(guest: Player, name: str) -> None:
    marked = guest.page.evaluate(f"performance.getEntriesByName('{name}', 'mark').length")
    assert marked == 1


def test_a_whole_game_with_a_finger(playwright: Playwright, site: str) -> None:
    """In Chromium only: Playwright has no finger for the Firefox that is installed."""
    with somebody(playwright.chromium, site, has_touch=True) as player:
        player.open()
        player.page.get_by_text("Friend", exact=True).tap()
        for cell in (0, 3, 0, 1, 4, 2, 8):
            player.cell(cell).tap()
        assert player.status == "x_wins"
        assert player.board == "XXXOO...."
        player.page.get_by_role("button", name="New game").tap()
        assert player.board == "........."
        player.page.get_by_role("button", name="Give up").tap()
        player.page.get_by_role("dialog").get_by_role("button", name="Give up").tap()
        assert player.status == "x_forfeits"
