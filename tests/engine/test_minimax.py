"""Verdicts and best cells: known positions here, all positions in test_exhaustive."""

import pytest

from engine import Game, Verdict, best_cells, verdicts
from tests.support.boards import board


def test_every_opening_draws() -> None:
    assert verdicts("." * 9) == dict.fromkeys(range(9), Verdict("draw", 9))


@pytest.mark.parametrize("corner", [0, 2, 6, 8])
def test_the_only_safe_reply_to_a_corner_is_the_centre(corner: int) -> None:
    replies = verdicts(Game().play(corner).board)
    assert [cell for cell in replies if replies[cell].outcome == "draw"] == [4]


def test_the_only_safe_replies_to_the_centre_are_the_corners() -> None:
    replies = verdicts(Game().play(4).board)
    assert [cell for cell in replies if replies[cell].outcome == "draw"] == [0, 2, 6, 8]


def test_a_verdict_has_an_outcome_and_plies() -> None:
    verdict = verdicts(board("XX.", "OO.", "..."))[2]
    assert verdict.outcome == "win"
    assert verdict.plies == 1
    assert verdict == ("win", 1)


def test_a_win_now_is_one_ply_and_leaving_the_other_one_is_two() -> None:
    assert verdicts(board("XX.", "OO.", "...")) == {
        2: ("win", 1),
        5: ("draw", 5),
        6: ("loss", 2),
        7: ("loss", 2),
        8: ("loss", 2),
    }


def test_the_quicker_of_two_wins_is_the_best() -> None:
    assert best_cells(board("XX.", "OO.", "...")) == (2,)


def test_the_slower_of_two_losses_is_the_best() -> None:
    position = board("XO.", "X..", "...")
    assert verdicts(position) == dict.fromkeys([2, 4, 5, 7, 8], ("loss", 2)) | {6: ("loss", 4)}
    assert best_cells(position) == (6,)


@pytest.mark.parametrize("position", [board("XXX", "OO.", "..."), board("XOX", "OOX", "XXO")])
def test_an_ended_board_has_no_verdicts_and_no_best_cells(position: str) -> None:
    assert verdicts(position) == {}
    assert best_cells(position) == ()


def test_verdicts_given_away_are_not_those_remembered() -> None:
    verdicts("." * 9).clear()
    assert len(verdicts("." * 9)) == 9
