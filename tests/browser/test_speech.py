"""What a screen reader finds and says."""

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser.conftest import somebody
from tests.browser.player import Player
from tests.support.axe import faults_of

O_MISTAKE = (
    "O’s mistake was move 2, the middle left: it turned a draw into a loss. "
    "The centre would have kept the draw."
)
# Regions that are not there before their text may not be spoken, and are not heard here.
LISTEN = """() => {
    const regions = [...document.querySelectorAll("[role=status]")];
    const heard = regions.filter(region => region.checkVisibility());
    const textOf = region => region.textContent.trim().replace(/\\s+/g, " ");
    const texts = new Map(heard.map(region => [region, textOf(region)]));
    window.said = [];
    window.listener?.disconnect();
    window.listener = new MutationObserver(changes => {
        for (const region of new Set(changes.map(({ target }) => target))) {
            const found = heard.find(one => one.contains(region));
            if (!found || textOf(found) === texts.get(found)) continue;
            texts.set(found, textOf(found));
            if (texts.get(found)) window.said.push(texts.get(found));
        }
    });
    for (const region of heard)
        window.listener.observe(region, { childList: true, characterData: true, subtree: true });
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
    guest.choose("human")
    expect(page.get_by_role("heading", level=1, name="Tic-tac-toe")).to_be_attached()
    expect(page.get_by_role("group", name="Opponent").get_by_role("radio")).to_have_count(4)
    expect(page.get_by_role("status").first).to_have_id("status")
    expect(page.locator("#status")).to_have_attribute("aria-atomic", "true")
    expect(page.get_by_role("list", name="Moves")).to_be_attached()
    for name in ("New game", "Give up", "Reset scores"):
        expect(page.get_by_role("button", name=name)).to_have_count(1)


def listen(player: Player) -> None:
    """Listens from now on to what is said."""
    player.page.evaluate(LISTEN)


def said(player: Player, count: int) -> list[str]:
    """What has been said since somebody listens, as soon as it is so many sentences."""
    player.page.wait_for_function(f"said.length >= {count}")
    heard: list[str] = player.page.evaluate("said.splice(0)")
    return heard


def test_what_is_said_through_a_whole_game_between_two_people(guest: Player) -> None:
    guest.choose("human")
    reset_scores(guest)
    listen(guest)
    guest.play(0, 3, 1, 4, 2)
    guest.page.get_by_role("button", name="Previous move").click()
    guest.cell(8).press("Enter")
    guest.new_game()
    assert said(guest, 9) == [
        "O’s turn X took the top left.",
        "X’s turn O took the middle left.",
        "O’s turn X took the top centre.",
        "X’s turn O took the centre.",
        "X wins! Top right makes three in a row.",
        f"{O_MISTAKE} Score: X 1, O 0, draws 0.",
        "Move 5 of 5. X took the top right. Best move: wins.",
        "This game is over. Start a new game to play again.",
        "X’s turn X goes first. Pick any square.",
    ]


@pytest.mark.same_everywhere
def test_what_is_said_through_a_whole_draw_with_the_last_move(guest: Player) -> None:
    guest.choose("human")
    reset_scores(guest)
    guest.play(0, 1, 2, 3, 5, 4, 6, 8)
    listen(guest)
    guest.play(7)
    assert said(guest, 2) == [
        "A draw X took the bottom centre. The board is full.",
        "Both sides slipped, so it evened out. Score: X 0, O 0, draws 1.",
    ]


@pytest.mark.same_everywhere
def test_what_is_said_through_a_whole_game_against_the_computer(guest: Player) -> None:
    guest.choose("hard")
    reset_scores(guest)
    listen(guest)
    guest.play(0)
    assert said(guest, 2) == [
        "The computer is thinking You took the top left.",
        "Your turn The computer took the centre.",
    ]
    guest.forfeit()
    assert said(guest, 2) == [
        "The computer wins You gave up. Have another go!",
        "You gave up a game that was still a draw. Score: you 0, the computer 1, draws 0.",
    ]


def test_a_cell_that_cannot_be_played_says_why(guest: Player) -> None:
    guest.choose("human")
    guest.play(4)
    listen(guest)
    for cell, key in ((4, "Enter"), (4, " "), (0, "5"), (0, "5")):
        guest.cell(cell).press(key)
        assert said(guest, 1) == ["The centre is already taken by X."]
    guest.cell(4).click()
    assert said(guest, 1) == ["The centre is already taken by X."]


def test_a_cell_that_is_chosen_out_of_turn_says_so(browser_type: BrowserType, site: str) -> None:
    with somebody(browser_type, site, reduced_motion="no-preference") as player:
        player.page.clock.install(time="2026-01-01")
        player.open()
        player.page.clock.pause_at("2026-01-02")
        player.cell(4).click()
        listen(player)
        player.cell(0).press("Enter")
        assert said(player, 1) == ["It’s the computer’s turn."]


def test_nothing_is_said_again_that_has_not_changed(guest: Player) -> None:
    guest.choose("human")
    guest.play(4)
    listen(guest)
    guest.cell(0).focus()
    guest.page.get_by_label("Insight").check()  # which renders the page
    guest.page.get_by_label("Insight").uncheck()
    assert guest.page.evaluate("said") == []


def test_a_hint_that_is_asked_for_again_is_said_again_and_alone(guest: Player) -> None:
    guest.choose("human")
    guest.play(0)
    listen(guest)
    for _ in range(3):
        guest.cell(8).press("h")
        guest.page.wait_for_function("said.length")
        guest.page.evaluate("window.all = [...(window.all ?? []), ...said.splice(0)]")
    hint = "Only the centre is safe."
    assert guest.page.evaluate("all") == [f"O’s turn {hint}", hint, hint]


def test_the_verdict_on_a_shared_game_is_said(player: Player) -> None:
    listen(player)
    player.page.evaluate("location.hash = '#game=03142'")
    assert said(player, 2) == [
        "A shared game X wins. Top right makes three in a row.",
        O_MISTAKE,
    ]
    player.cell(8).press("Enter")
    assert said(player, 1) == ["This game is over. Start a new game to play again."]


def reset_scores(player: Player) -> None:
    """Resets the scores against the opponent."""
    player.page.get_by_role("button", name="Reset scores").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Reset scores").click()


def test_axe_finds_nothing_in_any_state(guest: Player, browser_name: str) -> None:
    width = 320 if browser_name == "chromium" else 1280
    guest.page.set_viewport_size({"width": width, "height": 640})
    guest.choose("human")
    page = guest.page
    assert faults_of(page) == []
    guest.rush(4, 0)
    assert faults_of(page) == []
    for button, answer in (("Give up", "Keep playing"), ("Reset scores", "Keep them")):
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
