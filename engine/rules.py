"""The rules: marks, cells, lines and boards, and the errors of a move that breaks them.

A cell is an int from 0 to 8 in reading order. A board is a string of nine characters, one for
each cell: "X", "O", or "." where it is free.
"""

from enum import StrEnum
from functools import cache
from typing import TypeAlias, TypeGuard

Line: TypeAlias = tuple[int, int, int]

SIDE = 3
CELLS = range(SIDE * SIDE)
FREE = "."
EMPTY = FREE * len(CELLS)
LINES: tuple[Line, ...] = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
LINES_THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in CELLS)


class Mark(StrEnum):
    """A player, and what that player puts on the board."""

    X = "X"
    O = "O"  # noqa: E741 - the mark is called O

    @property
    def opponent(self) -> "Mark":
        """The other mark."""
        return Mark.O if self is Mark.X else Mark.X


class Status(StrEnum):
    """How a game stands, or how it ended."""

    IN_PROGRESS = "in_progress"
    X_WINS = "x_wins"
    O_WINS = "o_wins"
    DRAW = "draw"
    X_FORFEITS = "x_forfeits"
    O_FORFEITS = "o_forfeits"


class IllegalMove(ValueError):
    """A move, or a forfeit, that the rules do not allow."""


class OutOfBounds(IllegalMove):
    """The move names no cell of the board."""


class CellTaken(IllegalMove):
    """The cell already holds a mark."""


class OutOfTurn(IllegalMove):
    """It is the other player's turn."""


class GameOver(IllegalMove):
    """The game has ended."""


def is_index(value: object, bound: int) -> TypeGuard[int]:
    """Whether the value is an int from 0 up to the bound; True and 4.0 are not ints here."""
    return type(value) is int and 0 <= value < bound


def free_cells(board: str) -> tuple[int, ...]:
    """The cells that hold no mark, in order."""
    return tuple(cell for cell in CELLS if board[cell] == FREE)


def mark_to_move(board: str) -> Mark:
    """The mark that the next move puts on the board: X first, then in turn."""
    return Mark.X if board.count(Mark.X) == board.count(Mark.O) else Mark.O


def with_mark(board: str, cell: int, mark: str) -> str:
    """The board with the mark in the cell."""
    return board[:cell] + mark + board[cell + 1 :]


def lines_completed(board: str, cell: int) -> tuple[Line, ...]:
    """The lines through a marked cell that hold its mark three times."""
    return tuple((a, b, c) for a, b, c in LINES_THROUGH[cell] if board[a] == board[b] == board[c])


def has_line(board: str, mark: str) -> bool:
    """Whether the mark stands three in a row anywhere on the board."""
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def is_over(board: str) -> bool:
    """Whether no move is left: somebody has three in a row, or the board is full."""
    return FREE not in board or has_line(board, Mark.X) or has_line(board, Mark.O)


def require_reachable(board: str) -> str:
    """The board, if legal moves lead to it from the empty one; else a ValueError that says why."""
    if not isinstance(board, str):
        raise ValueError(  # noqa: TRY004 - one error for every board that is none
            f"a board is a string, not {type(board).__name__}"
        )
    return _reachable(board)


@cache
def _reachable(board: str) -> str:
    if len(board) != len(CELLS):
        raise ValueError(f"a board has {len(CELLS)} cells, not {len(board)}")
    if strangers := sorted(set(board) - {Mark.X, Mark.O, FREE}):
        raise ValueError(f"a cell holds 'X', 'O' or '.', not {strangers[0]!r}")
    x_count, o_count = board.count(Mark.X), board.count(Mark.O)
    if x_count - o_count not in (0, 1):
        raise ValueError(f"{x_count} X and {o_count} O: X moves first and turns alternate")
    x_line, o_line = has_line(board, Mark.X), has_line(board, Mark.O)
    if x_line and o_line:
        raise ValueError("X and O both have three in a row: the first to have it ends the game")
    if x_line and x_count == o_count:
        raise ValueError("O has moved after X had three in a row")
    if o_line and x_count > o_count:
        raise ValueError("X has moved after O had three in a row")
    return board
