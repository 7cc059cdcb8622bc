"""A second tic-tac-toe, written to be plainly right and never fast, to hold the engine against.

It shares no code and no representation with the engine: a board is three lists of three ints, 1
for X, -1 for O and 0 for a free square; the search goes through the whole tree, remembers nothing
and cuts nothing off.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

Rows = list[list[int]]
Square = tuple[int, int]


class Facts(NamedTuple):
    """All that there is to know of one position."""

    lines: list[list[Square]]
    winner: int
    open_squares: list[Square]
    values: dict[Square, tuple[int, int]]
    """For each open square who wins if it is played, and after how many plies."""


Visit = Callable[[Rows, Facts], None]


def all_lines() -> Iterator[list[Square]]:
    """Rows, columns and diagonals as lists of squares."""
    for n in range(3):
        yield [(n, 0), (n, 1), (n, 2)]
        yield [(0, n), (1, n), (2, n)]
    yield [(0, 0), (1, 1), (2, 2)]
    yield [(0, 2), (1, 1), (2, 0)]


EVERY_LINE = list(all_lines())


def explore(rows: Rows, player: int, visit: Visit) -> tuple[int, int]:
    """Who wins from here with best play (1, -1, or 0) and after how many plies; visits all."""
    lines = []
    for line in EVERY_LINE:
        (a, b), (c, d), (e, f) = line
        if abs(rows[a][b] + rows[c][d] + rows[e][f]) == 3:
            lines.append(line)
    if lines:
        winner = -player
        visit(rows, Facts(lines, winner, [], {}))
        return winner, 0
    open_squares = [(r, c) for r in range(3) for c in range(3) if rows[r][c] == 0]
    values = {}
    for r, c in open_squares:
        rows[r][c] = player
        who, plies = explore(rows, -player, visit)
        rows[r][c] = 0
        values[r, c] = (who, plies + 1)
    visit(rows, Facts([], 0, open_squares, values))
    if not values:
        return 0, 0
    for_player = max(who * player for who, _ in values.values())
    lengths = [plies for who, plies in values.values() if who * player == for_player]
    return for_player * player, (max(lengths) if for_player < 0 else min(lengths))


def explore_everything(visit: Visit) -> None:
    """Visits every node of the game's tree, the empty board last."""
    explore([[0, 0, 0], [0, 0, 0], [0, 0, 0]], 1, visit)
