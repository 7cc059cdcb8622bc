"""How it looks: sizes, motion, colours, and pictures of every state to look at."""

import pytest
from playwright.sync_api import Browser, BrowserType, Page, Playwright

from tests.browser.conftest import PHONE, picture, somebody, watched
from tests.browser.player import Player
from tests.support.axe import faults_of

SIZES = {
    "small-phone": (320, 568),
    "phone": (360, 640),
    "landscape-phone": (740, 360),
    "small-landscape": (568, 320),
    "desktop": (1280, 800),
    "4k": (3840, 2160),
}
CLICK_EVERYWHERE = """() => {
    const setTimeout = window.setTimeout;
    window.pauses = [];
    window.setTimeout = (callback, pause, ...rest) => {
        window.pauses.push(pause);
        return setTimeout(callback, pause, ...rest);
    };
    document.querySelectorAll("#board button").forEach(cell => cell.click());
    window.setTimeout = setTimeout;
}"""
PEN = (
    ("[data-mark=X] svg", "strokeWidth"),
    (".rules", "strokeWidth"),
    (".strike[data-struck]", "strokeWidth"),
    ("#loading .done", "strokeDasharray"),
)
HALF_LOADED = """() => {
    document.getElementById("loading").style.setProperty("--progress", 0.5);
    const drawn = document.querySelector("#loading .done");
    const [animation] = drawn.getAnimations();
    animation?.finish();
    return parseFloat(getComputedStyle(drawn).strokeDashoffset);
}"""
LONGEST_PAUSE = "Math.max(0, ...pauses)"


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
    viewer.rush(0, 3, 1, 4)
    page.evaluate("scrollTo(0, 0)")
    assert not sticks_out(page)
    picture(page, f"{page.evaluate('innerWidth')}-mid-game")
    for selector in ("#opponent", "#status", "#board", "#scores", "#new-game", "#forfeit"):
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= page.evaluate("innerHeight"), selector
    viewer.rush(2)
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
    targets = viewer.page.locator("main button:visible, #opponent span")
    sizes = targets.evaluate_all(
        """all => all.map(one => [one.getBoundingClientRect(), one.textContent])
            .map(([{ width, height }, text]) => [Math.min(width, height), text])"""
    )
    assert len(sizes) > 12
    assert min(sizes)[0] >= 44, min(sizes)


def test_every_browser_draws_with_the_same_pen(guest: Player) -> None:
    guest.choose("human")
    guest.rush(0, 3, 1, 4, 2)
    styles = {
        selector: guest.page.eval_on_selector(
            selector, "(one, name) => parseFloat(getComputedStyle(one)[name])", name
        )
        for selector, name in PEN
    }
    assert styles == pytest.approx(dict(zip(styles, (7, 2.8, 3.5, 1), strict=True)), abs=0.01)
    assert guest.page.evaluate(HALF_LOADED) == pytest.approx(0.5)


def test_the_ring_of_a_hint_is_not_that_of_the_focus(viewer: Player) -> None:
    viewer.choose("human")
    viewer.cell(4).press("h")
    for key in ("ArrowUp", "ArrowLeft"):
        viewer.page.keyboard.press(key)
    tagged = viewer.page.locator("[data-tag=hint]:focus")
    focus, hint = tagged.evaluate(
        """cell => [-parseFloat(getComputedStyle(cell).outlineOffset),
            parseFloat(getComputedStyle(cell, "::before").top)]"""
    )
    assert 0 < focus < hint - 2


def test_nothing_covers_what_is_below_the_board(viewer: Player) -> None:
    on_top = viewer.page.evaluate(
        """() => {
            scrollTo(0, document.body.scrollHeight);
            const title = document.getElementById("thinking-title");
            const { left, width, bottom } = title.getBoundingClientRect();
            return [0.01, 0.25, 0.5].map(
                share => document.elementFromPoint(left + share * width, bottom - 9).id);
        }"""
    )
    assert on_top == ["thinking-title"] * 3


@pytest.mark.parametrize(("width", "height"), [(640, 360), (800, 600), (960, 640)])
def test_beside_the_board_everything_has_room(guest: Player, width: int, height: int) -> None:
    guest.page.set_viewport_size({"width": width, "height": height})
    assert not sticks_out(guest.page)
    for row in ("#opponent", "#actions"):
        tops = guest.page.locator(f"{row} :is(label, a, button):visible").evaluate_all(
            "all => all.map(one => Math.round(one.getBoundingClientRect().y))"
        )
        assert len(set(tops)) == 1, row


def test_a_folded_phone_is_wide_enough(guest: Player) -> None:
    guest.page.set_viewport_size({"width": 280, "height": 653})
    guest.choose("human")
    guest.page.get_by_label("Insight").check()
    guest.rush(0, 3, 1, 4, 2)
    picture(guest.page, "280-won")
    assert not sticks_out(guest.page)
    guest.page.get_by_label("Insight").uncheck()


def sign_size(player: Player) -> float:
    """The size of what is written on a cell when insight is on."""
    player.page.get_by_label("Insight").check()
    size: float = player.cell(0).evaluate(
        "cell => parseFloat(getComputedStyle(cell, '::after').fontSize)"
    )
    player.page.get_by_label("Insight").uncheck()
    return size


@pytest.mark.parametrize("percent", [200, 400])
def test_large_text_reflows(guest: Player, percent: int) -> None:
    page = guest.page
    page.set_viewport_size(PHONE)
    guest.choose("human")
    page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
    picture(page, f"text-{percent}")
    grown = sign_size(guest)
    wider = sticks_out(page)
    board = page.locator("#board").bounding_box()
    guest.cell(4).press("?")
    picture(page, f"text-{percent}-keys")
    lines = page.locator("#keys dd").evaluate_all(
        """all => Math.max(...all.map(one =>
            one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)))"""
    )
    page.keyboard.press("Escape")
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert grown >= 2 * sign_size(guest)
    assert not wider
    assert board
    assert board["width"] > PHONE["width"] / 2
    assert lines < percent / 40


def test_left_is_left_in_a_language_that_is_written_from_the_right(
    browser: Browser, site: str
) -> None:
    with watched(browser, site, locale="ar-EG") as (context, _):
        reader = Player(context.new_page(), site)
        reader.open()
        reader.page.evaluate("document.documentElement.dir = 'rtl'")  # as translations do
        reader.choose("human")
        reader.rush(0, 1, 3, 4, 6)
        picture(reader.page, "right-to-left-won")
        boxes = [reader.cell(number).bounding_box() for number in (0, 1, 2)]
        places = [box["x"] for box in boxes if box]
        assert places == sorted(places)
        struck = reader.page.locator("[data-struck]").bounding_box()
        assert struck
        assert places[0] < struck["x"] + struck["width"] / 2 < places[1]
        assert reader.scores == (1, 0, 0)
        assert not sticks_out(reader.page)


def test_every_state_in_the_dark_is_without_fault_and_pictured(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, color_scheme="dark") as player:
        look_at_every_state(player, "dark", is_checked=True)


def test_every_state_in_forced_colors_is_pictured(playwright: Playwright, site: str) -> None:
    with somebody(playwright.chromium, site, forced_colors="active") as player:
        look_at_every_state(player, "forced-colors", is_checked=False)


def look_at_every_state(player: Player, name: str, *, is_checked: bool) -> None:
    """Takes pictures of the page in all its states, and has axe-core look at them if wanted."""

    def look(state: str) -> None:
        assert not is_checked or faults_of(player.page) == []
        picture(player.page, f"{name}-{state}")

    player.page.goto(player.site)
    look("loading")
    player.wait_until_ready()
    look("start")
    player.choose("human")
    player.rush(0, 1, 2, 3, 5, 4, 6, 8, 7)
    look("draw")
    player.new_game()
    player.rush(0, 3, 1, 4)
    player.cell(8).press("ArrowUp")
    look("mid-game")
    player.rush(2)
    look("won")
    player.page.locator("#history button").nth(1).click()
    borders = player.page.locator("#history button").evaluate_all(
        "all => all.map(one => getComputedStyle(one).borderTopColor)"
    )
    assert [borders.count(color) for color in borders] == [4, 1, 4, 4, 4]
    player.cell(2).press("?")
    look("keys")
    player.page.keyboard.press("Escape")
    player.new_game()
    player.page.get_by_role("button", name="Forfeit").click()
    look("dialog")


def test_the_computer_pauses_and_the_board_takes_nothing_meanwhile(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.open()
        player.page.evaluate(CLICK_EVERYWHERE)
        player.wait_for_turn()
        assert player.board.count("X") == player.board.count("O") == 1
        assert 300 <= player.page.evaluate(LONGEST_PAUSE) <= 400


def test_who_wants_less_motion_waits_for_none(guest: Player) -> None:
    guest.choose("hard")
    guest.page.evaluate(CLICK_EVERYWHERE)
    guest.wait_for_turn()
    assert guest.page.evaluate(LONGEST_PAUSE) == 0
    longest = guest.page.evaluate(
        "Math.max(0, ...document.getAnimations().map(a => a.effect.getComputedTiming().endTime))"
    )
    assert longest <= 1
