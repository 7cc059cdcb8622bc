"""Practice: a mistake is tried again from a review, with a mouse, with keys and with a finger."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from app.saved_format import SHARED_GAME
from tests.browser.conftest import PHONE, picture, somebody
from tests.browser.player import Player
from tests.browser.test_speech import listen, said
from tests.support.axe import faults_of

LOST_BY_O = (0, 3, 1, 4, 2)  # with move 2
FOUR_MISTAKES = (0, 1, 2, 3, 4, 6, 5, 8, 7)
DASH = "one => parseFloat(getComputedStyle(one).strokeDasharray)"
STORED = "JSON.stringify([localStorage, sessionStorage])"


def button(page: Page, name: str) -> Locator:
    """A button that is shown."""
    return page.get_by_role("button", name=name, exact=True)


def follow_hints(player: Player) -> None:
    """Plays what is advised, to the end."""
    while player.status == "in_progress":
        button(player.page, "Hint").click()
        player.page.locator("[data-tag=hint]").click()
        player.wait_for_turn()


@pytest.fixture
def loser(guest: Player) -> Iterator[Player]:
    """Two people, one of whom has just lost by a mistake in move 2."""
    guest.page.set_viewport_size(PHONE)
    guest.choose("human")
    guest.rush(*LOST_BY_O)
    yield guest
    guest.page.set_viewport_size(PHONE)


def test_the_mistake_is_tried_again_and_held(loser: Player) -> None:
    page = loser.page
    scores, stored = loser.scores, page.evaluate(STORED)
    assert page.locator(".rules path").first.evaluate(DASH) == 1
    expect(page.locator("#practice")).to_be_hidden()
    button(page, "See the mistake").click()
    button(page, "Try again from here").click()
    assert loser.board == "X........"
    assert loser.banner == "Your turn Practice: can you keep the draw this time?"
    expect(page.locator("#board")).to_have_attribute("data-turn", "O")
    assert page.locator(".rules path").first.evaluate(DASH) < 0.1
    expect(page.get_by_role("region", name="Practice")).to_be_visible()
    expect(page.get_by_role("region", name="Review")).to_be_hidden()
    expect(page.locator("#status")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)
    assert faults_of(page) == []
    picture(page, "practice")
    listen(loser)
    follow_hints(loser)
    heard = page.evaluate("said")
    assert heard[-2].startswith("You kept the draw!")
    assert heard[-1] == "That was practice. Try again, or go back to the review."
    assert loser.status == "draw"
    assert faults_of(page) == []
    picture(page, "practice-kept")
    assert (loser.scores, page.evaluate(STORED)) == (scores, stored)
    button(page, "Back to the review").click()
    assert loser.board == "X..O....."
    expect(button(page, "Try again from here")).to_be_focused()
    page.locator("#steps [data-go=end]").click()
    assert (loser.board, loser.status) == ("XXXOO....", "x_wins")


def test_the_mistake_is_tried_again_and_repeated_by_keyboard(loser: Player) -> None:
    page = loser.page
    button(page, "See the mistake").press("Enter")
    expect(button(page, "Try again from here")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#board :focus")).to_have_count(1)
    page.keyboard.press("4")
    loser.wait_for_turn()
    for _ in range(4):
        if loser.status == "in_progress":
            page.keyboard.press(str(loser.board.rindex(".") + 1))
            loser.wait_for_turn()
    assert loser.status == "x_wins"
    assert loser.banner.startswith("The draw got away again")
    button(page, "Try again").press("Enter")
    assert loser.board == "X........"
    expect(page.locator("#board :focus")).to_have_count(1)


@pytest.mark.same_everywhere
def test_practice_goes_on_at_the_next_mistake(loser: Player) -> None:
    page = loser.page
    loser.new_game()
    loser.rush(*FOUR_MISTAKES)
    button(page, "See the mistake").click()
    button(page, "Try again from here").click()
    follow_hints(loser)
    button(page, "Next mistake").click()
    assert loser.board == "XO......."
    assert loser.banner == "Your turn Practice: can you keep the win this time?"
    follow_hints(loser)
    assert loser.status == "x_wins"
    assert loser.banner.startswith("You kept the win!")


@pytest.mark.same_everywhere
def test_the_computer_is_x_where_o_made_the_mistake(loser: Player) -> None:
    page = loser.page
    page.get_by_role("button", name="O middle left").click()
    button(page, "Try again from here").click()
    listen(loser)
    loser.play(4)
    heard = said(loser, 2)
    assert heard[0] == "The computer is thinking You took the centre."
    assert heard[1].startswith("Your turn The computer took the ")
    assert loser.moves[2].startswith("X ")
    loser.new_game()
    assert loser.banner.startswith("X’s turn")
    loser.rush(*LOST_BY_O)
    assert loser.status == "x_wins"


def test_no_word_stands_alone_below_what_is_said_of_practice(loser: Player) -> None:
    page = loser.page
    page.set_viewport_size({"width": 768, "height": 1024})
    button(page, "See the mistake").click()
    button(page, "Try again from here").click()
    lines = page.locator("#practice-text").evaluate(
        "one => [...one.getClientRects()].map(line => line.width)"
    )
    assert len(lines) == 2
    assert min(lines) > max(lines) / 2


def test_practice_with_a_finger(playwright: Playwright, site: str) -> None:
    """In Chromium only: Playwright has no finger for the Firefox that is installed."""
    with somebody(playwright.chromium, site, has_touch=True) as player:
        player.open()
        page = player.page
        page.get_by_text("Friend", exact=True).tap()
        for cell in LOST_BY_O:
            player.cell(cell).tap()
        button(page, "See the mistake").tap()
        button(page, "Try again from here").tap()
        player.cell(4).tap()
        player.wait_for_turn()
        assert len(player.moves) == 3
        button(page, "Back to the review").tap()
        expect(page.locator("#review-text")).to_contain_text("A mistake")


def test_practice_is_left_by_a_reload_and_touches_no_game_in_progress(player: Player) -> None:
    page = player.page
    player.choose("hard")
    player.play(4)
    before, stored = player.board, page.evaluate(STORED)
    page.goto(f"{player.site}{SHARED_GAME}03142")
    button(page, "See the mistake").click()
    button(page, "Try again from here").click()
    player.play(4)
    assert page.evaluate(STORED) == stored
    player.reload()
    expect(page.locator("#headline")).to_have_text("A shared game")
    button(page, "See the mistake").click()
    button(page, "Try again from here").click()
    page.evaluate("location.hash = ''")
    expect(page.locator("#practising")).to_be_hidden()
    assert player.board == before
    player.forfeit()
    player.reload()
    assert player.status == "x_forfeits"
    assert player.scores == (0, 0, 1)
