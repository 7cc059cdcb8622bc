"""How it looks: sizes, motion, colours, and pictures of every state to look at."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, Playwright, expect

from engine import advise
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
CLICK = """selector => {
    const setTimeout = window.setTimeout;
    window.pauses = [];
    window.setTimeout = (callback, pause, ...rest) => {
        window.pauses.push(pause);
        return setTimeout(callback, pause, ...rest);
    };
    document.querySelectorAll(selector).forEach(cell => cell.click());
    window.setTimeout = setTimeout;
}"""
PEN = (
    ("[data-mark=X] svg", "strokeWidth"),
    (".rules", "strokeWidth"),
    (".strike[data-struck] path + path", "strokeWidth"),
    ("#loading .done", "strokeDasharray"),
)
HALF_LOADED = """() => {
    document.getElementById("loading").style.setProperty("--progress", 0.5);
    const drawn = document.querySelector("#loading .done");
    const [animation] = drawn.getAnimations();
    animation?.finish();
    return parseFloat(getComputedStyle(drawn).strokeDashoffset);
}"""
AT_THE_START = """() => document.getAnimations().map(animation => {
    animation.pause();
    animation.currentTime = 0;
    return animation.effect.getComputedTiming().endTime;
})"""
SHAPES = """() => [...document.querySelectorAll("[data-sign]")].map(cell => {
    const { clipPath, borderTopStyle, backgroundColor, fontSize, width } =
        getComputedStyle(cell, "::after");
    const isFilled = backgroundColor !== "rgba(0, 0, 0, 0)";
    const outcome = cell.dataset.verdict.split("-")[0];
    return [outcome, clipPath, borderTopStyle, isFilled, parseFloat(fontSize), parseFloat(width)];
})"""
TEXT_AND_PAPER = """([selector, pseudo]) => [...document.querySelectorAll(selector)].map(one => {
    const { color, backgroundColor } = getComputedStyle(one, pseudo || null);
    return [color, backgroundColor];
})"""
# Of the strokes that are drawn beside the banner, and of its words: two lines, and the baseline.
BOXES_OF_OPPONENTS = """["[value=easy] + span", "[value=human] + span", "#how-strong"]
    .map(selector => document.querySelector(selector).getBoundingClientRect().toJSON())"""
FLOURISH_AND_WORDS = """() => {
    const shown = [...document.querySelectorAll("#flourish path")]
        .filter(one => getComputedStyle(one).visibility === "visible")
        .map(one => {
            const { x, y, width, height } = one.getBBox(), { a, d, e, f } = one.getScreenCTM();
            const pen = parseFloat(getComputedStyle(one).strokeWidth) / 2;
            return [a * (x - pen) + e, a * (x + width + pen) + e,
                d * (y - pen) + f, d * (y + height + pen) + f];
        });
    const range = document.createRange();
    const words = ["headline", "detail"].flatMap(id => {
        range.selectNodeContents(document.getElementById(id));
        return [...range.getClientRects()];
    }).map(({ left, right, top, bottom, height }) =>
        [left, right, top + height / 6, bottom - height / 6]);
    const end = document.createElement("span");
    end.style.display = "inline-block";
    document.getElementById("headline").append(end);
    const baseline = end.getBoundingClientRect().bottom;
    end.remove();
    return [shown, words, baseline];
}"""
CONTRASTS = """() => [...document.querySelectorAll("[data-sign]")].map(cell => {
    const luminance = color => {
        const [red, green, blue] = color.match(/[\\d.]+/g).map(Number).map(part => part / 255)
            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { color, backgroundColor } = getComputedStyle(cell, "::after");
    const paper = getComputedStyle(document.body).backgroundColor;
    const behind = backgroundColor === "rgba(0, 0, 0, 0)" ? paper : backgroundColor;
    const [dark, light] = [luminance(color), luminance(behind)].sort((one, two) => one - two);
    return [cell.dataset.verdict.split("-")[0], (light + 0.05) / (dark + 0.05)];
})"""
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


def test_the_opponents_stay_on_one_line_whatever_the_window(guest: Player) -> None:
    guest.choose("human")
    for width, height in itertools.product((320, 360, 768, *range(940, 1500, 60)), (640, 1080)):
        guest.page.set_viewport_size({"width": width, "height": height})
        easy, friend, link = guest.page.evaluate(BOXES_OF_OPPONENTS)
        assert easy["y"] == friend["y"] < link["bottom"], (width, height)
        assert link["y"] < friend["bottom"], (width, height)
        assert friend["right"] + 2 < link["x"], (width, height)


def test_nothing_sticks_out_and_one_can_play_without_scrolling(viewer: Player) -> None:
    page = viewer.page
    viewer.choose("human")
    viewer.rush(0, 3, 1, 4)
    page.evaluate("scrollTo(0, 0)")
    assert not sticks_out(page)
    picture(page, f"{page.evaluate('innerWidth')}-mid-game")
    for selector in ("#opponent", "#status", "#board", "#actions", "#scores", "#learn"):
        box = page.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= page.evaluate("innerHeight"), selector
    viewer.rush(2)
    assert not sticks_out(page)
    picture(page, f"{page.evaluate('innerWidth')}-won")


def test_what_matters_more_comes_first(viewer: Player) -> None:
    viewer.choose("human")
    order = ("#opponent", "#banner", "#actions", "#scores", "#learn", "#keys-note", "#reset-scores")
    boxes = [viewer.page.locator(selector).bounding_box() for selector in order]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert len(tops) == len(order)


def test_what_insight_is_stays_out_of_the_way_until_asked_for(viewer: Player) -> None:
    page = viewer.page
    note, board = page.locator("#insight-note"), page.locator("#board")
    expect(note).to_be_hidden()
    button = page.get_by_role("button", name="What’s insight?")
    button.scroll_into_view_if_needed()
    place = board.bounding_box()
    button.click()
    expect(note).to_be_visible()
    found = board.bounding_box(), sticks_out(page), faults_of(page)
    box = note.bounding_box()
    page.keyboard.press("Escape")
    assert box
    width, height = page.evaluate("[innerWidth, innerHeight]")
    centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert centre == pytest.approx((width / 2, height / 2), abs=10)  # a scroll bar is as wide
    assert found == (place, False, [])
    expect(note).to_be_hidden()


def test_the_drawn_checkbox_is_ticked_where_it_is_seen(viewer: Player) -> None:
    viewer.choose("human")
    insight, drawn = viewer.page.get_by_label("Insight"), viewer.page.locator("#insight + svg")
    tick = drawn.locator(".done")
    expect(tick).to_have_css("visibility", "hidden")
    drawn.click(force=True)
    expect(insight).to_be_checked()
    expect(tick).to_have_css("visibility", "visible")
    viewer.page.locator("#about-insight").focus()
    viewer.page.keyboard.press("Shift+Tab")
    viewer.page.keyboard.press("Space")
    expect(insight).not_to_be_checked()
    outline = drawn.evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"


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
    assert styles == pytest.approx(dict(zip(styles, (7, 2.8, 27.3, 1), strict=True)), abs=0.01)
    assert guest.page.evaluate(HALF_LOADED) == pytest.approx(0.5)


def test_no_dot_waits_where_a_stroke_will_be_drawn(playwright: Playwright, site: str) -> None:
    """In Chromium only: Firefox takes no screenshot where a policy forbids inline styles."""
    with somebody(playwright.chromium, site, reduced_motion="no-preference") as player:
        player.open()
        player.choose("human")
        player.page.mouse.move(0, 0)
        blank = [player.cell(number).screenshot() for number in range(3)]
        player.rush(0, 3, 1, 4, 2)
        durations = player.page.evaluate(AT_THE_START)
        assert [player.cell(number).screenshot() for number in range(3)] == blank
        assert len(durations) > 16
        assert max(durations) <= 600


def test_a_win_is_celebrated_unless_motion_is_unwanted(
    browser_type: BrowserType, guest: Player, site: str
) -> None:
    guest.choose("human")
    guest.rush(0, 3, 1, 4, 2)
    expect(guest.page.locator("#banner")).to_have_attribute("data-flourish", "win")
    expect(guest.page.locator("#flourish")).to_be_hidden()
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.open()
        player.choose("human")
        player.rush(0, 3, 1, 4, 2)
        expect(player.page.locator("#flourish .burst path").first).to_be_visible()
        expect(player.page.locator("#flourish .swoosh")).to_have_css("visibility", "hidden")
        assert faults_of(player.page) == []
        picture(player.page, "won-with-a-flourish")
        player.new_game()
        expect(player.page.locator("#flourish .burst path").first).to_be_hidden()


def test_a_flourish_crosses_out_no_word(browser_type: BrowserType, site: str) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        page = player.page
        player.open()

        def looks(name: str, headline: str) -> Iterator[tuple[Any, Any, float]]:
            assert player.banner.startswith(headline)
            for width, height in ((320, 568), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                picture(page, f"{width}-flourish-{name}")
                strokes, words, baseline = page.evaluate(FLOURISH_AND_WORDS)
                assert len(strokes) == (8 if "win" in name else 1)
                assert all(left >= 0 and right <= width for left, right, *_ in strokes)
                yield strokes, words, baseline

        player.choose("human")
        player.rush(0, 3, 1, 4, 8, 6, 2)
        of_wins = [*looks("win", "X wins!")]
        page.locator("#history button").nth(4).click()
        page.locator("#practice").click()
        player.rush(2)
        of_wins += looks("practice-win", "You kept the win!")
        for strokes, words, _ in of_wins:
            for (left, right, top, bottom), (start, end, above, below) in itertools.product(
                strokes, words
            ):
                assert right < start or end < left or bottom < above or below < top
        player.choose("hard")
        while player.status == "in_progress":
            player.play(advise(player.board).cell)
        for [(left, right, top, bottom)], words, baseline in looks("draw", "A draw: well played!"):
            assert baseline < top
            assert bottom < words[1][2]
            assert abs((left + right) - (words[0][0] + words[0][1])) < 8
            assert right - left > 0.8 * (words[0][1] - words[0][0])


def test_win_draw_and_loss_look_different_without_colour(viewer: Player) -> None:
    page = viewer.page
    viewer.choose("human")
    viewer.rush(0, 2)
    page.get_by_label("Insight").check()
    shapes = page.evaluate(SHAPES)
    page.get_by_label("Insight").uncheck()
    assert {outcome for outcome, *_ in shapes} == {"win", "draw", "loss"}
    looks = {(outcome, *look[:-2]) for outcome, *look in shapes}
    assert len({look[1:] for look in looks}) == len(looks) == 3
    cell = viewer.cell(4).bounding_box()
    assert cell
    for *_, size, width in shapes:
        assert size >= max(cell["width"] / 6, 16)
        assert width <= cell["width"]


@pytest.mark.parametrize("contrast", ["no-preference", "more"])
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_what_insight_writes_stands_out_from_what_is_behind_it(
    playwright: Playwright, site: str, color_scheme: str, contrast: str
) -> None:
    """Axe-core does not look at what a style sheet writes."""
    wishes = {"color_scheme": color_scheme, "contrast": contrast}
    with somebody(playwright.chromium, site, **wishes) as player:
        player.open()
        player.choose("human")
        player.rush(0, 2)
        player.page.get_by_label("Insight").check()
        picture(player.page, f"{color_scheme}-{contrast}-contrast-insight")
        contrasts = player.page.evaluate(CONTRASTS)
        assert {outcome for outcome, _ in contrasts} == {"win", "draw", "loss"}
        assert min(ratio for _, ratio in contrasts) >= (7 if contrast == "more" else 4.5)


def test_the_ring_of_a_review_stays_clear_of_the_mark_inside(viewer: Player) -> None:
    viewer.choose("human")
    viewer.rush(0, 4, 8, 2, 6, 7, 3)
    viewer.page.get_by_role("button", name="O centre").click()
    gap = viewer.cell(4).evaluate(
        """cell => {
            const { width } = cell.getBoundingClientRect();
            const { top, borderTopWidth } = getComputedStyle(cell, "::before");
            const mark = cell.querySelector(".o");
            const pen = parseFloat(getComputedStyle(mark).strokeWidth);
            return (mark.getBBox().y - pen / 2) * width / 100
                - parseFloat(top) - parseFloat(borderTopWidth);
        }"""
    )
    assert gap > 1


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


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 568), (360, 640), (375, 667), (390, 844), (540, 720), (768, 1024), (1280, 800)],
)
def test_the_review_is_seen_without_scrolling_where_there_is_room(
    guest: Player, width: int, height: int
) -> None:
    page = guest.page
    page.set_viewport_size({"width": width, "height": height})
    guest.choose("hard")
    while guest.status == "in_progress":
        guest.play(guest.board.index("."))
    page.evaluate("scrollTo(0, 0)")
    picture(page, f"{width}-review")
    seen = page.locator("#board, #new-game, #review-summary, #steps [data-go]").all()
    if height > 720:
        seen += [page.locator("#review-text"), page.locator("#lessons")]
    for one in seen:
        expect(one).to_be_in_viewport(ratio=0.99)
    page.locator("#history button").first.click()
    for one in (page.locator("#board"), page.locator("#review-text")):
        expect(one).to_be_in_viewport(ratio=0.99)


def test_nothing_covers_what_is_below_the_board(viewer: Player) -> None:
    on_top = viewer.page.evaluate(
        """() => {
            scrollTo(0, document.body.scrollHeight);
            const last = document.getElementById("more");
            const { left, width, bottom } = last.getBoundingClientRect();
            return [0.01, 0.25, 0.5]
                .map(share => document.elementFromPoint(left + share * width, bottom - 9))
                .map(on => on.closest("#more")?.id);
        }"""
    )
    assert on_top == ["more"] * 3


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 800), (1920, 1080)])
def test_the_picture_of_a_decision_stands_beside_the_board(
    guest: Player, width: int, height: int
) -> None:
    guest.page.set_viewport_size({"width": width, "height": height})
    guest.choose("hard")
    guest.play(4)
    guest.page.get_by_text("Why this move?").click()
    guest.page.evaluate("scrollTo(0, 0)")
    expect(guest.page.locator("#thinking-picture")).to_be_in_viewport()
    board = guest.page.locator("#board").bounding_box()
    panel = guest.page.locator("#thinking").bounding_box()
    assert board
    assert panel
    assert board["x"] + board["width"] <= panel["x"]
    assert board["y"] + board["height"] <= height
    assert panel["height"] <= height
    assert not sticks_out(guest.page)
    guest.page.get_by_text("Why this move?").click()


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


def test_a_hint_in_large_text_is_scrolled_into_view_with_its_cell(guest: Player) -> None:
    page = guest.page
    page.set_viewport_size(PHONE)
    guest.choose("human")
    guest.rush(0)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.get_by_role("button", name="Hint").click()
    for shown in (page.locator("#hint-text"), guest.cell(4)):
        expect(shown).to_be_in_viewport(ratio=0.99)
    picture(page, "text-200-hint")
    page.evaluate("document.documentElement.style.fontSize = ''")


def test_the_names_beside_the_scores_are_whole_and_level_in_large_text(guest: Player) -> None:
    page = guest.page
    page.set_viewport_size(PHONE)
    guest.choose("hard")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    offsets, lines = page.evaluate(
        """() => [
            [...document.querySelectorAll("#scores div")].map(({ children: [name, score] }) =>
                Math.abs(name.getBoundingClientRect().y - score.getBoundingClientRect().y)),
            [...document.querySelectorAll("#scores dt")].map(one =>
                one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))]"""
    )
    page.locator("#scores").scroll_into_view_if_needed()
    picture(page, "text-200-scores")
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert max(offsets) < 8
    assert max(lines) < 2


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


@pytest.mark.same_everywhere
def test_every_state_in_the_dark_is_without_fault_and_pictured(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, color_scheme="dark") as player:
        look_at_every_state(player, "dark", is_checked=True)


@pytest.mark.same_everywhere
def test_every_state_in_forced_colors_is_pictured(playwright: Playwright, site: str) -> None:
    with somebody(playwright.chromium, site, forced_colors="active") as player:
        look_at_every_state(player, "forced-colors", is_checked=False)


def test_in_forced_colors_text_has_another_color_than_what_is_behind(
    playwright: Playwright, site: str
) -> None:
    with somebody(playwright.chromium, site, forced_colors="active") as player:
        player.open()
        player.choose("human")
        player.rush(0, 2)
        player.page.get_by_label("Insight").check()
        seals = player.page.evaluate(TEXT_AND_PAPER, ["[data-sign]", "::after"])
        picture(player.page, "forced-colors-insight")
        player.rush(4, 1, 8)
        ended = player.page.evaluate(TEXT_AND_PAPER, ["#actions button", ""])
        player.cell(4).press("?")
        closed = player.page.evaluate(TEXT_AND_PAPER, ["#keys button", ""])
        assert len(seals) == 7
        assert all(text != paper for text, paper in (*seals, *ended, *closed))


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
    player.page.get_by_role("button", name="Give up").click()
    look("dialog")


def test_the_computer_pauses_and_the_board_takes_nothing_meanwhile(
    browser_type: BrowserType, site: str
) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.open()
        player.page.evaluate(CLICK, "#board button")
        player.wait_for_turn()
        assert player.board.count("X") == player.board.count("O") == 1
        assert 300 <= player.page.evaluate(LONGEST_PAUSE) <= 400


def test_who_wants_less_motion_waits_for_none(guest: Player) -> None:
    guest.choose("hard")
    guest.page.evaluate(CLICK, "[data-cell='4']")
    guest.wait_for_turn()
    assert guest.page.evaluate(LONGEST_PAUSE) == 0
    longest = guest.page.evaluate(
        "Math.max(0, ...document.getAnimations().map(a => a.effect.getComputedTiming().endTime))"
    )
    assert longest <= 1
