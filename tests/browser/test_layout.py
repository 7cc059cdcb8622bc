"""How it looks: sizes, motion, colours, and pictures of every state to look at."""

import pytest
from playwright.sync_api import BrowserType, Page

from tests.browser.conftest import PHONE, picture, somebody
from tests.browser.player import Player

SIZES = {
    "small-phone": (320, 568),
    "phone": (360, 640),
    "landscape-phone": (740, 360),
    "tablet": (820, 1180),
    "desktop": (1280, 800),
    "4k": (3840, 2160),
}
MEASURE_PAUSE = """() => {
    const board = document.getElementById("board");
    board.addEventListener("click", () => performance.mark("clicked"), { once: true });
    new MutationObserver((_, observer) => {
        if (!board.querySelector('[data-mark="O"]')) return;
        performance.mark("answered");
        observer.disconnect();
    }).observe(board, { attributes: true, subtree: true });
    board.querySelectorAll("button").forEach(cell => cell.click());
}"""


@pytest.fixture(params=SIZES)
def viewer(request: pytest.FixtureRequest, guest: Player) -> Player:
    """Somebody with a screen of each size."""
    width, height = SIZES[request.param]
    guest.page.set_viewport_size({"width": width, "height": height})
    guest.page.evaluate("scrollTo(0, 0)")
    return guest


def sticks_out(page: Page) -> bool:
    """Whether the page is wider than the window."""
    wider: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wider


def test_nothing_sticks_out_and_one_can_play_without_scrolling(viewer: Player) -> None:
    page = viewer.page
    viewer.choose("human")
    viewer.play(0, 3, 1, 4)
    assert not sticks_out(page)
    picture(page, f"{page.evaluate('innerWidth')}-mid-game")
    for selector in ("#opponent", "#status", "#board", "#scores", "#new-game", "#forfeit"):
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= page.evaluate("innerHeight"), selector
    viewer.play(2)
    assert not sticks_out(page)
    picture(page, f"{page.evaluate('innerWidth')}-won")


def test_the_board_is_the_largest_thing_and_square(viewer: Player) -> None:
    board = viewer.page.locator("#board").bounding_box()
    assert board
    assert abs(board["width"] - board["height"]) < 1
    for selector in ("#opponent", "#status", "#scores", "#actions"):
        box = viewer.page.locator(selector).bounding_box()
        assert box
        assert box["width"] * box["height"] < board["width"] * board["height"], selector


def test_everything_that_is_pressed_is_large_enough(viewer: Player) -> None:
    for target in viewer.page.locator("main button, #opponent span").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, target


@pytest.mark.parametrize("percent", [200, 400])
def test_large_text_reflows(guest: Player, percent: int) -> None:
    page = guest.page
    page.set_viewport_size(PHONE)
    page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
    picture(page, f"text-{percent}")
    wider = sticks_out(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert not wider


@pytest.mark.parametrize(
    ("name", "wish"),
    [("dark", {"color_scheme": "dark"}), ("forced-colors", {"forced_colors": "active"})],
)
def test_pictures_in_other_colours(
    browser_type: BrowserType, site: str, name: str, wish: dict[str, str]
) -> None:
    with somebody(browser_type, site, **wish) as player:
        player.page.goto(site)
        picture(player.page, f"{name}-loading")
        player.wait_until_ready()
        player.choose("human")
        player.play(0, 3, 1, 4)
        player.cell(8).press("ArrowUp")
        picture(player.page, f"{name}-mid-game")
        player.play(2)
        picture(player.page, f"{name}-won")
        player.new_game()
        player.page.get_by_role("button", name="Forfeit").click()
        picture(player.page, f"{name}-dialog")


def test_the_computer_pauses_and_the_board_takes_nothing_meanwhile(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.open()
        player.page.evaluate(MEASURE_PAUSE)
        player.wait_for_turn()
        assert player.board.count("X") == player.board.count("O") == 1
        measure = "performance.measure('pause', 'clicked', 'answered').duration"
        assert player.page.evaluate(measure) >= 300


def test_who_wants_less_motion_waits_for_none(guest: Player) -> None:
    guest.choose("hard")
    guest.play(4)
    longest = guest.page.evaluate(
        "Math.max(0, ...document.getAnimations().map(a => a.effect.getComputedTiming().endTime))"
    )
    assert longest <= 1
