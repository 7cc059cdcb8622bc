"""What keys mean, on the board and in a review."""

from engine.rules import SIDE

SHORTCUTS = {"n": "new game", "h": "hint", "?": "show keys"}
STEP_KEYS = {"ArrowLeft": "back", "ArrowRight": "on", "Home": "first", "End": "end"}
ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}


def cell_to_play(key: str, code: str) -> int | None:
    """The cell that a key from 1 to 9 plays, laid out as on the screen with 1 top left.

    The code says where the key is: it decides where the digits ask for shift, as on French
    keyboards.
    """
    for digit in (key, code.removeprefix("Digit")):
        if len(digit) == 1 and digit in "123456789":
            return int(digit) - 1
    return None


def shortcut(key: str, code: str) -> str:
    """What a letter on the board does; where a key writes no Latin one, its place decides."""
    letter = (key if key.isascii() else code.removeprefix("Key")).lower()
    return SHORTCUTS.get(letter, "")


def cell_to_focus(cell: int, key: str) -> int | None:
    """The cell to which an arrow key moves from this one: at an edge it stays."""
    if key not in ARROWS:
        return None
    row, col = divmod(cell, SIDE)
    down, right = ARROWS[key]
    return _within(row + down) * SIDE + _within(col + right)


def _within(index: int) -> int:
    return min(max(index, 0), SIDE - 1)
