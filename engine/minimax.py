"""Minimax: what every move is worth when both sides play their best to the very end.

In here a side is the set of its marks, an int with one bit for each cell, and a position is the
side to move and the other side. Its score is 0 if the game will be drawn, else one more than the
number of cells left free at the end, negative if the side to move will lose. So the higher score
is always the better one: a quicker win, a slower loss.
"""

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from engine.rules import CELLS, FREE, LINES, SIDE, is_over, mark_to_move, require_reachable

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

    ScoreFunction: TypeAlias = _lru_cache_wrapper[int]

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


def searcher(memo_size: int | None = None) -> "ScoreFunction":
    """A function that scores positions in which nobody has three in a row, with its own memo."""

    @lru_cache(memo_size)
    def score(mine: int, theirs: int) -> int:
        """The score for the side to move.

        Nothing beats a win in one, and nothing but a block stops one. Where no cell completes a
        line, the last two cannot either. All else is searched, once for all of its mirror images.
        """
        free = ALL ^ mine ^ theirs
        if COMPLETING[mine] & free:
            return free.bit_count()
        if threats := COMPLETING[theirs] & free:
            if threats & (threats - 1):
                return 1 - free.bit_count()
            return -score(theirs, mine | threats)
        if free.bit_count() <= 2:
            return 0
        return search(*canonical(mine, theirs))

    @lru_cache(memo_size)
    def search(mine: int, theirs: int) -> int:
        """The highest score of all moves, for a side that cannot win with the first of them."""
        free = ALL ^ mine ^ theirs
        win_in_three = free.bit_count() - 2
        highest = -ALL
        for bit in BITS:
            if free & bit and (value := -score(theirs, mine | bit)) > highest:
                highest = value
                if value == win_in_three:
                    break
        return highest

    return score


_score = searcher()


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


def scores(mine: int, theirs: int, score: "ScoreFunction" = _score) -> dict[int, int]:
    """The score of playing each free cell, for the side that plays it."""
    free = ALL ^ mine ^ theirs
    return {
        cell: free.bit_count()
        if COMPLETING[mine] & BITS[cell]
        else -score(theirs, mine | BITS[cell])
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


def nodes_searched(mine: int, theirs: int) -> int:
    """How many nodes a search visits that starts from nothing and scores every move."""
    score = searcher()
    scores(mine, theirs, score)
    return score.cache_info().misses
