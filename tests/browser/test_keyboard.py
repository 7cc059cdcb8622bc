"""Playing with the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Player


def focused_cell(page: Page) -> str | None:
    """The cell that has the focus, if one has."""
    cell: str | None = page.evaluate("document.activeElement.dataset.cell ?? null")
    return cell


def test_tab_reaches_the_board_once_and_everything_in_order(player: Player) -> None:
    page = player.page
    reached = []
    for _ in range(10):
        page.keyboard.press("Tab")
        on = page.locator(":focus")
        reached.append(on.get_attribute("id") or on.get_attribute("aria-label") or on.input_value())
    assert reached == [
        *("medium", "how-strong", "Centre, empty", "new-game", "hint", "forfeit", "insight"),
        *("about-insight", "why", "thinking-title"),
    ]


def test_the_opponent_is_chosen_with_the_arrows(player: Player) -> None:
    player.page.get_by_role("radio", name="Medium").focus()
    player.page.keyboard.press("ArrowRight")
    expect(player.page.get_by_role("radio", name="Hard")).to_be_checked()
    expect(player.page.get_by_role("radio", name="Hard")).to_be_focused()


@pytest.mark.parametrize(("role", "name"), [("radio", "Medium"), ("checkbox", "Insight")])
def test_enter_on_a_choice_presses_no_button(player: Player, role: Any, name: str) -> None:
    """In a form, Enter would press the first button that submits it."""
    player.play(4)
    before = player.board
    player.page.evaluate("addEventListener('submit', () => { window.isSubmitted = true; })")
    player.page.get_by_role(role, name=name).focus()
    player.page.keyboard.press("Enter")
    player.page.evaluate("new Promise(requestAnimationFrame)")
    assert player.board == before
    assert not player.page.evaluate("window.isSubmitted")
    assert player.page.url == player.site


def test_arrows_move_inside_the_board_and_stay_at_its_edge(guest: Player) -> None:
    guest.choose("human")
    guest.cell(4).focus()
    page = guest.page
    for key, cell in [
        ("ArrowLeft", "3"),
        ("ArrowLeft", "3"),
        ("ArrowUp", "0"),
        ("ArrowUp", "0"),
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowDown", "5"),
        ("ArrowDown", "8"),
        ("ArrowDown", "8"),
    ]:
        page.keyboard.press(key)
        assert focused_cell(page) == cell
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="New game")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    assert focused_cell(page) == "8"


def test_a_whole_game_with_arrows_enter_and_space(guest: Player) -> None:
    guest.choose("human")
    guest.cell(0).focus()
    keyboard = guest.page.keyboard
    for keys in ("Enter", "ArrowDown Space", "ArrowUp ArrowRight Enter", "ArrowDown Space"):
        for key in keys.split():
            keyboard.press(key)
    assert guest.board == "XX.OO...."
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        keyboard.press(key)
    assert guest.status == "x_wins"
    assert focused_cell(guest.page) == "2"


def test_digits_play_as_on_the_screen(guest: Player) -> None:
    guest.choose("human")
    guest.cell(4).focus()
    for digit in "159":
        guest.page.keyboard.press(digit)
    assert guest.board == "X...O...X"
    assert focused_cell(guest.page) == "4"


@pytest.mark.parametrize("key", ["n", "N"])
def test_n_starts_a_new_game_and_keeps_the_focus(guest: Player, key: str) -> None:
    guest.choose("human")
    guest.cell(4).click()
    guest.page.keyboard.press(key)
    assert guest.board == "........."
    assert focused_cell(guest.page) == "4"


def test_a_question_mark_shows_the_keys(guest: Player) -> None:
    guest.cell(4).focus()
    guest.page.keyboard.press("?")
    dialog = guest.page.get_by_role("dialog", name="Keys on the board")
    expect(dialog).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert focused_cell(guest.page) == "4"


def test_single_keys_do_nothing_outside_the_board(guest: Player) -> None:
    guest.choose("human")
    guest.play(4)
    guest.page.get_by_role("button", name="New game").focus()
    for key in ("1", "n", "?"):
        guest.page.keyboard.press(key)
    assert guest.board == "....X...."
    expect(guest.page.get_by_role("dialog")).to_have_count(0)


def test_keys_with_a_modifier_are_left_to_the_browser(guest: Player) -> None:
    guest.choose("human")
    guest.cell(4).focus()
    for modifier in ("ctrlKey", "altKey", "metaKey"):
        pressed = {"key": "1", "code": "Digit1", modifier: True}
        guest.cell(4).dispatch_event("keydown", {**pressed, "bubbles": True})
    assert guest.board == "........."


def test_the_focus_survives_the_computers_move(guest: Player) -> None:
    guest.choose("hard")
    guest.cell(4).focus()
    guest.page.keyboard.press("Enter")
    guest.wait_for_turn()
    assert guest.board.count("O") == 1
    assert focused_cell(guest.page) == "4"


def test_the_focus_is_always_visible(guest: Player) -> None:
    guest.choose("human")
    page = guest.page
    page.get_by_role("button", name="Reset scores").focus()
    for _ in range(4):
        page.keyboard.press("Shift+Tab")
        width = page.evaluate(
            """() => {
                const on = document.activeElement;
                const drawn = on.type === "radio" ? on.nextElementSibling : on;
                const style = getComputedStyle(drawn);
                return style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
            }"""
        )
        assert width >= 2
