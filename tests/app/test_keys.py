"""Keys pressed on the board."""

import pytest

from app.keys import STEP_KEYS, cell_to_focus, cell_to_play, shortcut
from app.replay import replay_of
from app.session import Opponent
from engine import Game


@pytest.mark.parametrize("digit", range(1, 10))
def test_a_digit_plays_the_cell_that_stands_there_on_the_screen(digit: int) -> None:
    assert cell_to_play(str(digit), f"Digit{digit}") == digit - 1
    assert cell_to_play(str(digit), f"Numpad{digit}") == digit - 1


def test_a_digit_that_asks_for_shift_is_told_by_its_place() -> None:
    assert cell_to_play("&", "Digit1") == 0
    assert cell_to_play("ç", "Digit9") == 8


def test_the_letter_of_the_key_goes_before_its_place() -> None:
    assert cell_to_play("2", "Digit1") == 1


@pytest.mark.parametrize(
    ("key", "code"),
    [
        *[("0", "Digit0"), ("a", "KeyA"), ("F1", "F1"), ("", ""), ("12", "")],
        *[("!", "Digit0"), ("Enter", "Enter"), ("\u0661", "Digit0"), ("Digit4", "")],
    ],
)
def test_other_keys_play_nothing(key: str, code: str) -> None:
    assert cell_to_play(key, code) is None


@pytest.mark.parametrize(
    ("key", "code", "does"),
    [
        ("n", "KeyN", "new game"),
        ("N", "KeyN", "new game"),
        ("n", "KeyL", "new game"),  # Dvorak
        ("l", "KeyN", ""),
        ("\u0442", "KeyN", "new game"),  # Russian
        ("\u0424", "KeyA", ""),
        ("H", "KeyH", "hint"),
        ("?", "Slash", "show keys"),
        ("Enter", "Enter", ""),
        ("", "", ""),
    ],
)
def test_a_shortcut_is_the_letter_that_is_written_or_else_its_place(
    key: str, code: str, does: str
) -> None:
    assert shortcut(key, code) == does


@pytest.mark.parametrize(
    ("key", "cells"),
    [
        ("ArrowUp", [0, 1, 2, 0, 1, 2, 3, 4, 5]),
        ("ArrowDown", [3, 4, 5, 6, 7, 8, 6, 7, 8]),
        ("ArrowLeft", [0, 0, 1, 3, 3, 4, 6, 6, 7]),
        ("ArrowRight", [1, 2, 2, 4, 5, 5, 7, 8, 8]),
    ],
)
def test_an_arrow_moves_to_the_next_cell_and_stays_at_the_edge(key: str, cells: list[int]) -> None:
    assert [cell_to_focus(cell, key) for cell in range(9)] == cells


@pytest.mark.parametrize("key", ["Home", "Tab", "a", ""])
def test_other_keys_move_nowhere(key: str) -> None:
    assert cell_to_focus(4, key) is None


@pytest.mark.parametrize(
    ("key", "step"), [("ArrowLeft", 2), ("ArrowRight", 4), ("Home", 0), ("End", 6)]
)
def test_keys_step_through_a_replay(key: str, step: int) -> None:
    replay = replay_of(Game.from_record("03142"), Opponent.HUMAN).at(3)
    assert replay.went(STEP_KEYS[key]).step == step
    assert len(STEP_KEYS) == 4
