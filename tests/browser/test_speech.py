"""What a screen reader finds and says."""

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.support.axe import faults_of

LISTEN = """() => {
    const status = document.getElementById("status");
    window.said = [];
    new MutationObserver(() => {
        const text = status.textContent.trim().replace(/\\s+/g, " ");
        if (text !== window.said.at(-1)) window.said.push(text);
    }).observe(status, { childList: true, characterData: true, subtree: true });
}"""


def names_of_cells(player: Player) -> list[str]:
    """The names of the cells in the accessibility tree, in order."""
    snapshot = player.page.locator("#board").aria_snapshot()
    return [line.split('"')[1] for line in snapshot.splitlines() if "button" in line]


def test_every_cell_says_its_place_and_what_is_in_it(guest: Player) -> None:
    guest.choose("human")
    assert names_of_cells(guest) == [
        "Top left, empty",
        "Top centre, empty",
        "Top right, empty",
        "Middle left, empty",
        "Centre, empty",
        "Middle right, empty",
        "Bottom left, empty",
        "Bottom centre, empty",
        "Bottom right, empty",
    ]
    guest.play(0, 3, 1, 4, 2)
    assert names_of_cells(guest)[:5] == [
        "Top left, X, in the winning line",
        "Top centre, X, in the winning line",
        "Top right, X, in the winning line",
        "Middle left, O",
        "Centre, O",
    ]


def test_the_board_is_a_grid_of_three_rows(guest: Player) -> None:
    grid = guest.page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("row")).to_have_count(3)
    expect(grid.get_by_role("gridcell")).to_have_count(9)


def test_everything_has_its_role_and_name(guest: Player) -> None:
    page = guest.page
    expect(page.get_by_role("heading", level=1, name="Tic-tac-toe")).to_be_attached()
    expect(page.get_by_role("group", name="Opponent").get_by_role("radio")).to_have_count(4)
    expect(page.get_by_role("status").first).to_have_id("status")
    expect(page.locator("#status")).to_have_attribute("aria-atomic", "true")
    expect(page.get_by_role("list", name="Moves")).to_be_attached()
    for name in ("New game", "Forfeit", "Reset scores"):
        expect(page.get_by_role("button", name=name)).to_have_count(1)


def test_what_is_said_through_a_whole_game_between_two_people(guest: Player) -> None:
    guest.choose("human")
    guest.page.evaluate(LISTEN)
    guest.play(0, 3, 1, 4, 2)
    guest.new_game()
    assert guest.page.evaluate("said") == [
        "O’s turn X took the top left.",
        "X’s turn O took the middle left.",
        "O’s turn X took the top centre.",
        "X’s turn O took the centre.",
        "X wins! X took the top right: three in a row.",
        "X’s turn Take any cell.",
    ]


def test_what_the_computer_plays_is_said(guest: Player) -> None:
    guest.choose("hard")
    guest.page.evaluate(LISTEN)
    guest.play(0)
    assert guest.page.evaluate("said") == [
        "The computer is thinking You took the top left.",
        "Your turn The computer took the centre.",
    ]


def test_nothing_is_said_again_that_has_not_changed(guest: Player) -> None:
    guest.choose("human")
    guest.play(4)
    guest.page.evaluate(LISTEN)
    guest.play(4)
    guest.cell(0).focus()
    guest.page.get_by_label("Insight").check()  # which renders the page
    guest.page.get_by_label("Insight").uncheck()
    assert guest.page.evaluate("said") == []


def test_what_is_asked_for_again_is_said_again(guest: Player) -> None:
    guest.choose("human")
    guest.play(0)
    guest.page.evaluate(LISTEN)
    guest.cell(8).press("h")
    guest.cell(8).press("h")
    guest.page.wait_for_function("said.length === 3")
    hint = "O’s turn Only the centre does not lose."
    assert guest.page.evaluate("said") == [hint, "O’s turn", hint]


def test_axe_finds_nothing_in_any_state(guest: Player, browser_name: str) -> None:
    width = 320 if browser_name == "chromium" else 1280
    guest.page.set_viewport_size({"width": width, "height": 640})
    guest.choose("human")
    page = guest.page
    assert faults_of(page) == []
    guest.rush(4, 0)
    assert faults_of(page) == []
    for button, answer in (("Forfeit", "Keep playing"), ("Reset scores", "Keep them")):
        page.get_by_role("button", name=button).click()
        assert faults_of(page) == []
        page.get_by_role("button", name=answer).click()
    guest.cell(4).press("?")
    assert faults_of(page) == []
    page.get_by_role("button", name="Close").click()
    guest.new_game()
    guest.rush(0, 3, 1, 4, 2)
    assert faults_of(page) == []
    guest.new_game()
    guest.rush(0, 1, 2, 3, 5, 4, 6, 8, 7)
    assert faults_of(page) == []
