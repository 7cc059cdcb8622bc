"""The picture of a decision, as SVG: the position, what was weighed, and the line that is expected.

A unit is a sixteenth of the size of text. Colours, pens and letters are the page's.
"""

from collections.abc import Iterable
from typing import TypeAlias

from app import messages
from engine.game import Game
from engine.rules import CELLS, SIDE, Mark
from engine.thought import Thought

Point: TypeAlias = tuple[int, int]

CELL = 20
BOARD = CELL * SIDE
COLUMN = BOARD + 28
MARGIN = 14
TEXT = 18
ROW = BOARD + 2 * TEXT + 34
RULES = "M20 1V59M40 1V59M1 20H59M1 40H59"
MARKS = {
    Mark.X: "M{0} {1}l10 10m0-10l-10 10",
    Mark.O: "M{0} {2}a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
}


def diagram(thought: Thought) -> str:
    """The whole picture."""
    columns = _columns(thought)
    rows = 3 if thought.expected else 2
    shapes = [*_position(thought), *_weighed(thought), *_expected(thought)]
    width, height = columns * COLUMN + MARGIN, rows * ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{messages.PICTURE}" '
        f'aria-describedby="thinking-text" viewBox="0 0 {width} {height}" '
        f'width="{width / 16}rem" height="{height / 16}rem">{"".join(shapes)}</svg>'
    )


def _columns(thought: Thought) -> int:
    return max(len(thought.verdicts), len(thought.expected))


def _chosen(thought: Thought) -> int:
    """The column of the move that was made."""
    return list(thought.verdicts).index(thought.chosen)


def _position(thought: Thought) -> Iterable[str]:
    """The board before the move, above the one after it, and a line to each that was weighed."""
    column = _chosen(thought)
    for number, cell in enumerate(thought.verdicts):
        kind = "way chosen" if cell == thought.chosen else "way"
        yield _way(_below(column, 0), _above(number, 1), kind)
    yield _board(thought.game, column, 0)
    yield _text(messages.TO_MOVE, column, 0, 1)


def _weighed(thought: Thought) -> Iterable[str]:
    """The board after each move that could be made, with what minimax knew of it."""
    for number, (cell, verdict) in enumerate(thought.verdicts.items()):
        is_chosen = cell == thought.chosen
        if is_chosen:
            x, y = _corner(number, 1)
            yield (
                f'<path class="ring" d="M{x - 7} {y - 5}c25-4 50-2 {BOARD + 13} 0c3 20 1 40 0 '
                f'{BOARD + 6}c-25 3-50 2-{BOARD + 14} 0c-2-20-1-40 1-{BOARD + 7}"/>'
            )
        yield _board(thought.game.play(cell), number, 1)
        yield _text(messages.sign(verdict), number, 1, 1)
        if is_chosen:
            yield _text(messages.CHOSEN, number, 1, 2)


def _expected(thought: Thought) -> Iterable[str]:
    """The boards that are expected after the move, to the end of the game, as near as they fit."""
    later = thought.line[1:]
    if not later:
        return
    column = _chosen(thought)
    first = min(column, _columns(thought) - len(later))
    x, y = _below(column, 1)
    yield _way((x, y + TEXT), _above(first, 2), "way chosen")
    for number, game in enumerate(later, start=first):
        yield _board(game, number, 2)
        yield _text(messages.THEN.format(game.history[-1].player), number, 2, 1)
    yield _text(messages.result(later[-1]), first + len(later) - 1, 2, 2)


def _corner(column: int, row: int) -> Point:
    return MARGIN + column * COLUMN, MARGIN + row * ROW


def _board(game: Game, column: int, row: int) -> str:
    """A small board, with its last mark bolder than the others."""
    x, y = _corner(column, row)
    last = game.history[-1].cell
    shapes = [f'<path class="rules" d="{RULES}"/>']
    for mark, stroke in MARKS.items():
        for kind, cells in (
            ("", [cell for cell in CELLS if game.board[cell] == mark and cell != last]),
            (" last", [last] if game.board[last] == mark else []),
        ):
            drawn = "".join(stroke.format(*_place(cell)) for cell in cells)
            if drawn:
                shapes.append(f'<path class="{mark.lower()}{kind}" d="{drawn}"/>')
    return f'<g transform="translate({x} {y})">{"".join(shapes)}</g>'


def _place(cell: int) -> tuple[int, int, int]:
    """Where the mark in a cell begins: left, top and middle."""
    row, col = divmod(cell, SIDE)
    return col * CELL + 5, row * CELL + 5, row * CELL + 10


def _text(text: str, column: int, row: int, line: int) -> str:
    x, y = _corner(column, row)
    return f'<text x="{x + BOARD // 2}" y="{y + BOARD + line * TEXT}">{text}</text>'


def _below(column: int, row: int) -> Point:
    """The point below a board and a line of text."""
    x, y = _corner(column, row)
    return x + BOARD // 2, y + BOARD + TEXT + 6


def _above(column: int, row: int) -> Point:
    x, y = _corner(column, row)
    return x + BOARD // 2, y - 9


def _way(start: Point, end: Point, kind: str) -> str:
    """A line from one board down to another."""
    (x, y), (to_x, to_y) = start, end
    bend = (y + to_y) // 2
    return f'<path class="{kind}" d="M{x} {y}C{x} {bend} {to_x} {bend} {to_x} {to_y}"/>'
