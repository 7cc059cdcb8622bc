"""The small drawings in the picture of a decision, as SVG: boards, the lines between them, signs.

Colours, pens and sizes are the page's.
"""

from collections.abc import Sequence

from engine.game import Game
from engine.rules import CELLS, SIDE, Line, Mark

CELL = 20
BOARD = CELL * SIDE
RULES = (
    "M20.4 1.5C19.7 20 20.6 41 20 58.6M39.8 1.3C40.4 20 39.6 40 40.2 58.8"
    "M1.4 20.2C20 20.6 40 19.5 58.6 20.1M1.5 40.1C20 39.5 40 40.5 58.7 39.8"
)
MARKS = {
    Mark.X: "m4.2 4.6c3.7 3.5 7.6 7.4 11.4 10.8m-.2-11.2c-3.6 3.6-7.4 7.4-11 11.4",
    Mark.O: "m10.6 3.4c-4.6-.4-7.3 2.9-7.1 6.8c.2 4 3.1 6.6 6.7 6.4c3.9-.2 6.5-3.1 6.3-6.8"
    "c-.2-3.7-2.9-6.3-7.2-5.9",
}
SIGNS: dict[Mark | None, str] = {
    Mark.X: f"M0 0{MARKS[Mark.X]}",
    Mark.O: f"M0 0{MARKS[Mark.O]}",
    None: "M3 7.6c4.6-.6 9.2.5 14-.2M3.2 12.8c4.6.6 9.2-.5 13.8.1",
}
FAN = 10  # how high the lines are; a column is as wide


def board(game: Game) -> str:
    """A board, its last mark bolder than the others, struck through where a side has won."""
    last = game.history[-1].cell if game.history else None
    shapes = [_path("rules", RULES)]
    for mark, stroke in MARKS.items():
        held = [cell for cell in CELLS if game.board[cell] == mark]
        for kind, cells in (
            (mark.lower(), [cell for cell in held if cell != last]),
            (f"{mark.lower()} last", [cell for cell in held if cell == last]),
        ):
            if cells:
                shapes.append(_path(kind, "".join(f"M{_corner(cell)}{stroke}" for cell in cells)))
    shapes += [_path("strike", _strike(line)) for line in game.winning_lines]
    return _svg("drawing", BOARD, BOARD, shapes)


def sign(winner: Mark | None) -> str:
    """The sign for an ending: the mark that wins, or for a draw two strokes side by side."""
    return _svg("sign", CELL, CELL, [_path(winner.lower() if winner else "draw", SIGNS[winner])])


def fan(columns: int, parent: tuple[int, int], children: Sequence[bool]) -> str:
    """The lines from a board to those below it, and boldly to the one that is picked.

    The rows are centred in a number of columns. The parent is told as its index and how many
    stand in its row, the children as whether they are picked.
    """
    index, siblings = parent
    start = _centre(columns, index, siblings)
    ends = [_centre(columns, number, len(children)) for number in range(len(children))]
    lines = [(is_picked, start, end) for end, is_picked in zip(ends, children, strict=True)]
    shapes = [
        _path(f"way{' picked' if is_picked else ''}", _way(start, end))
        for is_picked, start, end in sorted(lines)
    ]
    return _svg("fan", columns * FAN, FAN, shapes, 'preserveAspectRatio="none"')


def stem(columns: int, parent: tuple[int, int], *, is_picked: bool) -> str:
    """A line straight down from a board, as far as the page likes."""
    x = _centre(columns, *parent)
    kind = f"way{' picked' if is_picked else ''}"
    drawn = [_path(kind, f"M{x:g} 0V{FAN}")]
    return _svg("stem", columns * FAN, FAN, drawn, 'preserveAspectRatio="none"')


def _svg(kind: str, width: int, height: int, shapes: Sequence[str], more: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" aria-hidden="true" '
        f'viewBox="0 0 {width} {height}" {more}>{"".join(shapes)}</svg>'
    )


def _path(kind: str, drawn: str) -> str:
    return f'<path class="{kind}" d="{drawn}"/>'


def _corner(cell: int) -> str:
    row, col = divmod(cell, SIDE)
    return f"{col * CELL} {row * CELL}"


def _strike(line: Line) -> str:
    """A stroke through three cells, and a little beyond."""
    (top, left), (bottom, right) = divmod(line[0], SIDE), divmod(line[-1], SIDE)
    down, along = (bottom - top) // 2, (right - left) // 2
    x, y = left * CELL + CELL // 2 - 7 * along, top * CELL + CELL // 2 - 7 * down
    return f"M{x} {y}l{54 * along} {54 * down}"


def _centre(columns: int, index: int, count: int) -> float:
    """The middle of a column, when so many of them are centred."""
    return FAN * (columns / 2 + index - (count - 1) / 2)


def _way(start: float, end: float) -> str:
    bend = FAN // 2
    return f"M{start:g} 0C{start:g} {bend} {end:g} {bend} {end:g} {FAN}"
