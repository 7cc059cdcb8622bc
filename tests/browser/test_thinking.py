"""The picture of a decision: seen, opened with a mouse and with keys, and read aloud."""

import pytest
from playwright.sync_api import Locator, Page, expect

from app.session import Opponent
from app.thinking import explore, thinking_view
from tests.browser.conftest import PHONE, picture
from tests.browser.player import Player
from tests.support.axe import faults_of

GAPS = """all => all.slice(1).map((one, number) => [all[number], one]
    .map(says => says.getBoundingClientRect()))
    .filter(([before, after]) => before.y === after.y)
    .map(([before, after]) => after.left - before.right)"""
GAP_BEFORE_WHEN = """all => all.map(one => {
    const says = document.createRange();
    says.selectNode([...one.childNodes].find(node => node.data?.trim()));
    return one.querySelector("span").getBoundingClientRect().left
        - says.getBoundingClientRect().right;
})"""
SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"


@pytest.fixture
def thinker(guest: Player) -> Player:
    """Somebody who plays both sides, has made two moves, and asks why the second one."""
    guest.page.set_viewport_size(PHONE)
    guest.choose("human")
    guest.rush(4, 0)
    if guest.page.locator("#thinking:not([open])").count():
        guest.page.get_by_text("Why this move?").click()
    expect(shown(guest.page)).to_have_attribute("data-record", "4")
    return guest


def shown(page: Page) -> Locator:
    """The picture."""
    return page.locator("#thinking-picture")


def records(page: Page) -> list[str]:
    """The records of the small boards, in the order of the page."""
    boards = page.get_by_role("treeitem")
    found: list[str] = boards.evaluate_all("all => all.map(one => one.dataset.record)")
    return found


def expected(record: str) -> set[str]:
    """The records of the small boards that a decision is first shown with."""
    rows = thinking_view(Opponent.HUMAN, explore(record)).rows
    return {board.record for row in rows for board in row.boards}


def test_the_expected_line_is_open_to_the_end_and_axe_finds_nothing(thinker: Player) -> None:
    assert set(records(thinker.page)) == expected("40")
    assert faults_of(thinker.page) == []
    picture(thinker.page, "thinking")


def test_a_board_is_opened_and_closed_with_the_mouse(thinker: Player) -> None:
    page = thinker.page
    edge = page.get_by_role("treeitem", name="O top centre: X wins, move 7")
    edge.click()
    expect(edge).to_have_attribute("aria-expanded", "true")
    assert "41" in {record[:2] for record in records(page) if len(record) > 2}
    expect(
        page.get_by_role("group", name="X picks its best: X wins on move 7.").first
    ).to_be_visible()
    assert faults_of(page) == []
    edge.click()
    expect(edge).to_have_attribute("aria-expanded", "false")
    assert [record for record in records(page) if len(record) > 2] == []
    assert faults_of(page) == []


@pytest.mark.same_everywhere
def test_what_is_open_stays_open_while_the_same_move_is_explained(thinker: Player) -> None:
    page = thinker.page
    page.get_by_role("treeitem", name="O top centre").click()
    opened = records(page)
    page.get_by_text("Insight", exact=True).click()
    expect(page.locator('[data-cell="1"]')).to_have_attribute("data-verdict", "draw-7")
    assert records(page) == opened
    page.get_by_text("Insight", exact=True).click()


def test_the_tree_is_walked_with_the_arrows(thinker: Player) -> None:
    page = thinker.page
    page.get_by_text("Why this move?").focus()
    page.keyboard.press("Tab")
    focused = page.locator("[role=treeitem]:focus")
    line = max(expected("40"), key=len)
    expect(focused).to_have_attribute("data-record", "40")
    for length in range(3, len(line) + 1):
        page.keyboard.press("ArrowDown")
        expect(focused).to_have_attribute("aria-level", str(length - 1))
        expect(focused).to_have_attribute("data-kind", "picked")
    expect(focused).to_have_accessible_name("X bottom right: draw, picked")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-record", "41")
    page.keyboard.press("Enter")
    expect(focused).to_have_attribute("aria-expanded", "true")
    expect(focused).to_be_in_viewport()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-record", "41")
    page.keyboard.press("Tab")
    expect(focused).to_have_count(0)


@pytest.mark.same_everywhere
def test_the_picture_follows_the_game_and_each_step_of_its_review(thinker: Player) -> None:
    page = thinker.page
    thinker.rush(1)
    expect(shown(page)).to_have_attribute("data-record", "40")
    expect(page.locator("#thinking-lead")).to_contain_text("Move 3: X took the top centre.")
    thinker.rush(2, 7)
    expect(shown(page)).to_have_attribute("data-record", "4012")
    for number, record in ((1, ""), (2, "4"), (3, "40"), (4, "401")):
        page.locator("#history button").nth(number - 1).click()
        expect(shown(page)).to_have_attribute("data-record", record)
    page.locator('[data-go="first"]').click()
    expect(page.locator("#thinking-text")).to_have_text("There’s no move to explain yet.")
    expect(shown(page)).to_be_hidden()
    page.locator('[data-go="end"]').click()
    expect(shown(page)).to_have_attribute("data-record", "4012")


@pytest.mark.same_everywhere
def test_the_computers_moves_are_explained_in_its_own_game(thinker: Player) -> None:
    thinker.choose("hard")
    expect(thinker.page.locator("#thinking-text")).to_have_text("There’s no move to explain yet.")
    thinker.play(4)
    lead = thinker.page.locator("#thinking-lead")
    expect(lead).to_contain_text("Move 2: The computer took the")
    expect(lead).to_contain_text("4 moves are equally good: any of them will do.")
    expect(
        thinker.page.get_by_role("group", name="You pick your best: a draw.").first
    ).to_be_visible()


def test_the_strength_of_the_levels_is_one_click_away(thinker: Player) -> None:
    page = thinker.page
    page.get_by_text("Why this move?").click()
    page.get_by_role("link", name="How strong?").click()
    expect(page.get_by_role("heading", name="How strong it is")).to_be_focused()
    expect(page.get_by_role("heading", name="How strong it is")).to_be_in_viewport()
    expect(page.get_by_text("wins 866 games in 945")).to_be_visible()
    page.get_by_role("button", name="Back to the board").click()
    expect(page.locator("#board :focus")).to_have_count(1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (768, 1024)])
def test_opened_below_the_board_it_scrolls_into_view(
    thinker: Player, size: tuple[int, int]
) -> None:
    page, (width, height) = thinker.page, size
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_text("Why this move?").click()
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("button", name="Why this move?").click()
    expect(page.get_by_text("Why this move?")).to_be_focused()
    expect(page.locator("#thinking-lead")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("treeitem").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    targets = page.get_by_role("treeitem").evaluate_all(
        """all => all.map(one => one.getBoundingClientRect())
            .map(box => Math.min(box.width, box.height))"""
    )
    assert min(targets) >= 44


@pytest.mark.parametrize("moves", [1, 2, 4])
def test_on_a_projector_verdicts_are_large_and_stand_beside_the_board(
    thinker: Player, moves: int
) -> None:
    page = thinker.page
    thinker.new_game()
    thinker.rush(*(0, 3, 1, 4)[:moves])
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.evaluate("scrollTo(0, 0)")
    expect(shown(page)).to_have_attribute("data-record", "0314"[: moves - 1])
    says = page.get_by_role("treeitem").first.locator(".says")
    assert says.evaluate(SIZE) >= 28
    for shape in (page.locator("#board"), page.get_by_role("treeitem").first, says):
        expect(shape).to_be_in_viewport(ratio=1)
    widths = page.locator(".says").evaluate_all(
        "all => all.map(one => [one.scrollWidth, one.parentElement.clientWidth])"
    )
    assert [size for size in widths if size[0] > size[1]] == []
    rows = (
        shown(page)
        .get_by_role("group")
        .evaluate_all(
            """all => all.map(row => new Set([...row.children].filter(one => one.role === "none")
            .map(one => Math.round(one.firstChild.getBoundingClientRect().y))).size)"""
        )
    )
    assert set(rows) == {1}
    row_names = shown(page).locator(".head, .reason")
    assert min(row_names.evaluate_all(f"all => all.map({SIZE})")) >= 22


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("cells", [(4,), (4, 0), (4, 1)])
def test_each_verdict_stands_clear_of_the_next(
    thinker: Player, cells: tuple[int, ...], size: tuple[int, int]
) -> None:
    page, (width, height) = thinker.page, size
    thinker.new_game()
    thinker.rush(*cells)
    expect(shown(page)).to_have_attribute("data-record", "4"[: len(cells) - 1])
    page.set_viewport_size({"width": width, "height": height})
    gaps = page.locator(".says").evaluate_all(GAPS)
    assert len(gaps) > 9
    assert min(gaps) >= 3
    if width == PHONE["width"] and cells == (4, 1):
        handed_up = page.locator(".handed-up").filter(has_text="wins")
        assert min(handed_up.evaluate_all(GAP_BEFORE_WHEN)) >= 3
