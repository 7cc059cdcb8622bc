"""The way back to a game in progress that was left by a slip."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright, expect

from app.messages import LEFT
from app.session import Opponent
from tests.browser.conftest import PHONE, picture, somebody
from tests.browser.player import Player
from tests.support.axe import faults_of

ON = (4, 0, 8)
AFTER_ON = "O...X...X"


@pytest.fixture
def slipping(guest: Player) -> Iterator[Player]:
    """Somebody in the middle of a game between two people, on a small phone."""
    guest.page.set_viewport_size({"width": 320, "height": 568})
    guest.choose("human")
    guest.rush(*ON)
    yield guest
    guest.page.set_viewport_size(PHONE)


def test_one_arrow_key_on_the_opponents_can_be_taken_back(slipping: Player) -> None:
    page = slipping.page
    expect(page.locator("#go-back")).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    top = page.locator("#board").bounding_box()
    page.get_by_role("radio", name="Friend").press("ArrowLeft")
    expect(page.get_by_role("radio", name="Hard")).to_be_checked()
    assert slipping.board == "." * 9
    assert slipping.banner == f"Your turn {LEFT[Opponent.HUMAN]}"
    back = page.get_by_role("button", name="Go back")
    expect(back).to_have_accessible_description(LEFT[Opponent.HUMAN])
    expect(back).to_be_in_viewport(ratio=1)
    assert page.locator("#board").bounding_box() == top
    assert faults_of(page) == []
    picture(page, "way-back")
    before = slipping.scores
    back.click()
    assert slipping.board == AFTER_ON
    assert slipping.banner == "O’s turn X took the bottom right."
    expect(page.get_by_role("radio", name="Friend")).to_be_checked()
    expect(back).to_be_hidden()
    expect(page.locator("#board :focus")).to_have_count(1)
    assert before == (0, 0, 0) == slipping.scores


def test_n_on_the_board_can_be_taken_back_by_keyboard(slipping: Player) -> None:
    slipping.cell(2).press("n")
    assert slipping.board == "." * 9
    slipping.page.keyboard.press("Shift+Tab")
    expect(slipping.page.get_by_role("button", name="Go back")).to_be_focused()
    slipping.page.keyboard.press("Enter")
    assert slipping.board == AFTER_ON
    expect(slipping.cell(2)).to_be_focused()


def test_the_next_move_takes_the_way_back_away(slipping: Player) -> None:
    slipping.new_game()
    slipping.play(4)
    expect(slipping.page.locator("#go-back")).to_be_hidden()
    slipping.rush(0, 1, 2, 7)
    assert slipping.status == "x_wins"
    slipping.new_game()
    expect(slipping.page.locator("#go-back")).to_be_hidden()


def test_the_way_back_can_be_touched(playwright: Playwright, site: str) -> None:
    """In Chromium only: Playwright has no finger for the Firefox that is installed."""
    with somebody(playwright.chromium, site, has_touch=True) as player:
        player.open()
        player.page.get_by_text("Friend", exact=True).tap()
        player.cell(4).tap()
        player.page.get_by_text("Easy", exact=True).tap()
        player.page.get_by_role("button", name="Go back").tap()
        assert player.board == "....X...."


def test_the_way_back_survives_a_reload_and_belongs_to_one_tab(player: Player) -> None:
    player.choose("human")
    player.rush(*ON)
    player.new_game()
    player.page.get_by_text("Hard", exact=True).click()
    player.reload()
    other = Player(player.page.context.new_page(), player.site)
    other.open()
    expect(other.page.locator("#go-back")).to_be_hidden()
    expect(player.page.get_by_role("radio", name="Hard")).to_be_checked()
    player.page.get_by_role("button", name="Go back").click()
    assert player.board == AFTER_ON
    player.reload()
    assert player.board == AFTER_ON
    player.rush(2, 7, 5, 6)
    assert player.scores in {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
