"""Boards from outside: every board that play can reach is taken, and no other."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Level, best_cells, choose, policy, verdicts
from tests.support.boards import board
from tests.support.exhaustive import games_by_board

TAKES_A_BOARD: dict[str, Callable[[str], object]] = {
    "verdicts": verdicts,
    "best_cells": best_cells,
    "policy": lambda position: policy(position, Level.HARD),
    "choose": lambda position: choose(position, Level.HARD, Random(0)),
}
takes_a_board = pytest.mark.parametrize(
    "function", TAKES_A_BOARD.values(), ids=TAKES_A_BOARD.keys()
)


def test_of_all_nine_character_boards_just_the_reachable_ones_are_taken() -> None:
    taken = set()
    for position in map("".join, product("XO.", repeat=9)):
        try:
            verdicts(position)
        except ValueError:
            continue
        taken.add(position)
    assert taken == games_by_board().keys()


@takes_a_board
@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "a board has 9 cells, not 0"),
        ("........", "a board has 9 cells, not 8"),
        (".........." * 1000, "a board has 9 cells, not 10000"),
        ("x........", "a cell holds 'X', 'O' or '.', not 'x'"),
        ("X0.......", "a cell holds 'X', 'O' or '.', not '0'"),
        ("        \n", "a cell holds 'X', 'O' or '.', not '\\n'"),
        ("XX.......", "2 X and 0 O: X moves first and turns alternate"),
        ("O........", "0 X and 1 O: X moves first and turns alternate"),
        (board("XXO", "XO.", "X.."), "4 X and 2 O: X moves first and turns alternate"),
        (
            board("XXX", "OOO", "..."),
            "X and O both have three in a row: the first to have it ends the game",
        ),
        (board("XXX", "OO.", "O.."), "O has moved after X had three in a row"),
        (board("OOO", "XX.", "XX."), "X has moved after O had three in a row"),
        (None, "a board is a string, not NoneType"),
        (list("........."), "a board is a string, not list"),
        (b".........", "a board is a string, not bytes"),
        (9, "a board is a string, not int"),
    ],
)
def test_a_board_that_play_cannot_reach_is_refused_with_the_reason(
    function: Callable[[str], object], position: str, reason: str
) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - its words are compared below
        function(position)
    assert str(refusal.value) == reason


@given(st.text() | st.text("XO.", min_size=8, max_size=10))
def test_any_text_is_a_reachable_board_or_a_value_error(text: str) -> None:
    try:
        assert len(verdicts(text)) <= text.count(".")
    except ValueError:
        assert text not in games_by_board()
