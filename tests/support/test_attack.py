"""The attacks themselves: they can be repeated, and they would find what is wrong."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.support.attacks.clicks import actions, fault_of
from tests.support.attacks.storage import hostile_values

SHOWN: dict[str, Any] = {
    "board": "X........",
    "moves": ["X top left"],
    "status": "in_progress",
    "opponent": "human",
    "turn": "O",
    "python": "ready",
    "isReview": False,
    "isShared": False,
    "isPractice": False,
    "scores": [1, 0, 0],
}


def test_an_attack_can_be_repeated_by_its_seed() -> None:
    assert actions(Random(7), 50) == actions(Random(7), 50) != actions(Random(8), 50)
    values = [[*islice(hostile_values(Random(seed)), 50)] for seed in (7, 7, 8)]
    assert values[0] == values[1] != values[2]
    assert len(set(values[0])) > 30


def test_a_page_without_fault_is_found_to_have_none() -> None:
    assert fault_of(None, SHOWN) == ""
    assert fault_of(SHOWN, SHOWN) == ""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"board": "XO......."}, "its moves lead to another board"),
        ({"status": "x_wins"}, "its moves lead to another status"),
        ({"turn": "X"}, "it lets the wrong side move"),
        ({"opponent": "hard"}, "it lets the wrong side move"),
        ({"python": "failed"}, "Python has failed"),
        ({"moves": ["X top left", "X top left"]}, "cell 0 is taken by X"),
        ({"moves": ["O top left"]}, "somebody moved twice"),
        ({"scores": [2, 0, 0]}, "it counts games that did not end"),
    ],
)
def test_what_is_wrong_is_found(change: dict[str, Any], fault: str) -> None:
    assert fault in fault_of(SHOWN, SHOWN | change)
