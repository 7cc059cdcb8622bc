"""Minimax: what every move is worth when both sides play their best to the very end.

In here a side is the set of its marks, an int with one bit for each cell, and a position is the
side to move and the other side. Its score is 0 if the game will be drawn, else one more than the
number of cells left free at the end, negative if the side to move will lose. So the higher score
is always the better one: a quicker win, a slower loss.
"""

from functools import cache
from itertools import product
from typing import Literal, NamedTuple

from engine.rules import CELLS, FREE, LINES, SIDE, is_over, mark_to_move, require_reachable

SIDES = range(1 << len(CELLS))
ALL = SIDES[-1]
BITS = tuple(1 << cell for cell in CELLS)


class Verdict(NamedTuple):
    """What a move leads to with best play from both, and in how many plies, itself included."""

    outcome: Literal["win", "draw", "loss"]
    plies: int


def _completing() -> list[int]:
    """For every side, the cells that would give it three in a row."""
    completing = [0] * len(SIDES)
    for line in LINES:
        for cell in line:
            others = sum(BITS[other] for other in line if other != cell)
            for side in SIDES:
                if side & others == others:
                    completing[side] |= BITS[cell]
    return completing


def _images() -> list[tuple[int, ...]]:
    """For every side, what it looks like turned and mirrored in each of the eight ways."""
    ways = []
    for corner, right, down in (
        *[(0, 1, 3), (2, -1, 3), (6, 1, -3), (8, -1, -3)],
        *[(0, 3, 1), (2, 3, -1), (6, -3, 1), (8, -3, -1)],
    ):
        images = [0]
        for row, col in product(range(SIDE), repeat=2):
            moved = BITS[corner + right * col + down * row]
            images += [image | moved for image in images]
        ways.append(images)
    return list(zip(*ways, strict=True))


COMPLETING = _completing()
IMAGES = _images()


def verdicts(board: str) -> dict[int, Verdict]:
    """The verdict on each free cell for the side to move; none once the game is over."""
    mine, theirs = sides(board)
    if is_over(board):
        return {}
    return {
        cell: _verdict(score, board.count(FREE)) for cell, score in scores(mine, theirs).items()
    }


def best_cells(board: str) -> tuple[int, ...]:
    """The cells with the best outcome: the quickest win, else a draw, else the slowest loss."""
    mine, theirs = sides(board)
    return () if is_over(board) else best(mine, theirs)


def sides(board: str) -> tuple[int, int]:
    """The side to move and the other side, as they stand on a reachable board."""
    mark = mark_to_move(require_reachable(board))
    mine = sum(bit for bit, held in zip(BITS, board, strict=True) if held == mark)
    theirs = sum(bit for bit, held in zip(BITS, board, strict=True) if held == mark.opponent)
    return mine, theirs


def cells_in(side: int) -> tuple[int, ...]:
    """The cells of which a side is made."""
    return tuple(cell for cell in CELLS if side & BITS[cell])


def scores(mine: int, theirs: int) -> dict[int, int]:
    """The score of playing each free cell, for the side that plays it."""
    free = ALL ^ mine ^ theirs
    return {
        cell: free.bit_count()
        if COMPLETING[mine] & BITS[cell]
        else -_score(theirs, mine | BITS[cell])
        for cell in cells_in(free)
    }


def best(mine: int, theirs: int) -> tuple[int, ...]:
    """The cells with the highest score."""
    scored = scores(mine, theirs)
    highest = max(scored.values(), default=0)
    return tuple(cell for cell in scored if scored[cell] == highest)


def canonical(mine: int, theirs: int) -> tuple[int, int]:
    """The one that stands for the position and for all that it looks like in a mirror."""
    return min(zip(IMAGES[mine], IMAGES[theirs], strict=True))


def _verdict(score: int, free: int) -> Verdict:
    if score == 0:
        return Verdict("draw", free)
    return Verdict("win" if score > 0 else "loss", free + 1 - abs(score))


@cache
def _score(mine: int, theirs: int) -> int:
    """The score of a position in which nobody has three in a row.

    Nothing beats a win in one, and nothing but a block stops one. Where no cell completes a line,
    the last two cannot either. All else is searched, once for all of its mirror images.
    """
    free = ALL ^ mine ^ theirs
    if COMPLETING[mine] & free:
        return free.bit_count()
    if threats := COMPLETING[theirs] & free:
        return 1 - free.bit_count() if threats & (threats - 1) else -_score(theirs, mine | threats)
    if free.bit_count() <= 2:
        return 0
    return _search(*canonical(mine, theirs))


def looked_at(mine: int, theirs: int) -> int:
    """How many positions the search looks at for all scores of a position, knowing nothing yet."""
    _score.cache_clear()
    _search.cache_clear()
    scores(mine, theirs)
    return _score.cache_info().misses


@cache
def _search(mine: int, theirs: int) -> int:
    """The highest score of all moves, for a side that cannot win with the first of them."""
    free = ALL ^ mine ^ theirs
    win_in_three = free.bit_count() - 2
    highest = -ALL
    for bit in BITS:
        if free & bit and (score := -_score(theirs, mine | bit)) > highest:
            highest = score
            if score == win_in_three:
                break
    return highest
