"""The three levels of the computer: how each plays, and how strong that makes it."""

from enum import StrEnum
from functools import cache
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from engine.minimax import ALL, BITS, COMPLETING, best, canonical, cells_in, sides
from engine.rules import (
    EMPTY,
    GameOver,
    Mark,
    has_line,
    is_over,
    mark_to_move,
    require_reachable,
    with_mark,
)

if TYPE_CHECKING:
    # At run time fractions is imported where it is used: it takes longer to load than the engine.
    from fractions import Fraction
    from random import Random

    Strength: TypeAlias = tuple[Fraction, Fraction, Fraction]


class Level(StrEnum):
    """How well the computer plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def policy(board: str, level: Level) -> "dict[int, Fraction]":
    """The chance of each cell that the level would play; no cell once the game is over."""
    from fractions import Fraction  # noqa: PLC0415 - see above

    cells = cells_played(require_reachable(board), Level(level))
    return {cell: Fraction(1, len(cells)) for cell in cells}


def choose(board: str, level: Level, rng: "Random") -> int:
    """The cell that the level plays, drawn from its policy."""
    cells = cells_played(require_reachable(board), Level(level))
    if not cells:
        raise GameOver(f"the game is over: no cell to choose on {board}")
    return rng.choice(cells)


def strength(level: Level) -> "Strength":
    """How often the level wins, draws and loses as O when X plays any free cell."""
    return _prospects(EMPTY, Level(level))


@cache
def _prospects(board: str, level: Level) -> "Strength":
    from fractions import Fraction  # noqa: PLC0415 - see above

    if is_over(board):
        won, lost = has_line(board, Mark.O), has_line(board, Mark.X)
        return Fraction(won), Fraction(not (won or lost)), Fraction(lost)
    mark = mark_to_move(board)
    ways = [
        (chance, _prospects(with_mark(board, cell, mark), level))
        for cell, chance in policy(board, Level.EASY if mark is Mark.X else level).items()
    ]
    wins, draws, losses = (
        sum((chance * prospects[i] for chance, prospects in ways), Fraction()) for i in range(3)
    )
    return wins, draws, losses


@cache
def cells_played(board: str, level: Level) -> tuple[int, ...]:
    """The cells that the level would play, each as likely as the others."""
    return () if is_over(board) else PLAYS[level](*sides(board))


def _easy(mine: int, theirs: int) -> tuple[int, ...]:
    """Any free cell."""
    return cells_in(ALL ^ mine ^ theirs)


def _medium(mine: int, theirs: int) -> tuple[int, ...]:
    """A win, else a block, else any free cell."""
    free = ALL ^ mine ^ theirs
    return cells_in(COMPLETING[mine] & free or COMPLETING[theirs] & free or free)


def _hard(mine: int, theirs: int) -> tuple[int, ...]:
    """The best cells by minimax, and of these the ones that set the most traps."""
    counts = {cell: traps(mine, theirs, cell) for cell in best(mine, theirs)}
    most = max(counts.values())
    return tuple(cell for cell in counts if counts[cell] == most)


PLAYS = {Level.EASY: _easy, Level.MEDIUM: _medium, Level.HARD: _hard}


def traps(mine: int, theirs: int, cell: int) -> int:
    """In how many of all the ways to answer it, hard wins in the end by taking the cell.

    A way to answer is a free cell at each turn until the board is full, played out or not: with
    n cells left to the opponent there are n * (n - 2) * (n - 4) ... of them, all equally likely
    for somebody who picks at random.
    """
    left = ALL ^ mine ^ theirs ^ BITS[cell]
    if COMPLETING[mine] & BITS[cell]:
        return prod(range(left.bit_count(), 0, -2))
    replies = cells_in(left & ~COMPLETING[theirs])
    return sum(
        _most_traps(*canonical(mine | BITS[cell], theirs | BITS[reply])) for reply in replies
    )


@cache
def _most_traps(mine: int, theirs: int) -> int:
    return max((traps(mine, theirs, cell) for cell in best(mine, theirs)), default=0)
