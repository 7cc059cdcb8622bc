"""Numbers that others have published of tic-tac-toe, counted again with the engine."""

from collections import Counter
from fractions import Fraction

from engine import Level, Status, strength
from tests.support.exhaustive import games_by_board

POSITIONS = games_by_board().values()


def images(board: str) -> set[str]:
    """The board turned and mirrored in every way."""
    found = set()
    rows = [board[0:3], board[3:6], board[6:9]]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found |= {"".join(rows), "".join(rows[::-1])}
    return found


def test_5478_positions_can_be_reached() -> None:
    assert len(POSITIONS) == 5478


def test_958_of_them_are_ended_626_for_x_316_for_o_and_16_drawn() -> None:
    ended = Counter(game.status for game in POSITIONS if game.is_over)
    assert ended == {Status.X_WINS: 626, Status.O_WINS: 316, Status.DRAW: 16}
    assert ended.total() == 958


def test_ended_positions_by_ply() -> None:
    ended = Counter((game.move_count, game.status) for game in POSITIONS if game.is_over)
    assert ended == {
        (5, Status.X_WINS): 120,
        (6, Status.O_WINS): 148,
        (7, Status.X_WINS): 444,
        (8, Status.O_WINS): 168,
        (9, Status.X_WINS): 62,
        (9, Status.DRAW): 16,
    }


def test_765_positions_remain_up_to_symmetry_and_138_of_them_are_ended() -> None:
    distinct = {min(images(game.board)): game for game in POSITIONS}
    assert len(distinct) == 765
    assert sum(game.is_over for game in distinct.values()) == 138
    by_ply = Counter(game.move_count for game in distinct.values())
    assert [by_ply[ply] for ply in range(10)] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


def test_random_against_random() -> None:
    o_wins, draws, x_wins = strength(Level.EASY)
    assert (x_wins, o_wins, draws) == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
