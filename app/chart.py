"""The chart of the last games, as SVG: a mark for each result, and a line for the best moves.

A unit is a sixteenth of the size of text. Colours, pens and letters are the page's.
"""

from collections.abc import Iterable

from app import messages
from app.history import DRAW, O_WINS, X_WINS
from app.session import Opponent
from app.statistics import LAST, Judged

LEFT = 84  # for the names of the rows
STEP = 9
ROW = 16
ROWS = {X_WINS: ROW, DRAW: 2 * ROW, O_WINS: 3 * ROW}
BOTTOM, HEIGHT = 104, 36  # of the line
MARKS = {
    X_WINS: "M{0} {1}l6 6m0-6l-6 6",
    DRAW: "M{0} {2}h6",
    O_WINS: "M{0} {2}a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
}
WIDTH = LEFT + LAST * STEP + 4


def chart(games: Iterable[Judged], opponent: Opponent) -> str:
    """The games as a picture, oldest first; the text that goes with it says the same."""
    games = list(games)
    names = zip(ROWS, messages.results(opponent).values(), strict=True)
    shapes = [_text(name, ROWS[result] + 1) for result, name in names]
    shapes += [_text(messages.BEST_MOVES, BOTTOM - HEIGHT // 2)]
    lines = "".join(f"M{LEFT} {y}H{WIDTH - 4}" for y in (BOTTOM - HEIGHT, BOTTOM))
    shapes.append(f'<path class="rules" d="{lines}"/>')
    for number, game in enumerate(games):
        x, y = LEFT + number * STEP, ROWS[game.result]
        shapes.append(
            f'<path class="{game.result}" d="{MARKS[game.result].format(x, y - 6, y - 3)}"/>'
        )
    points = list(_points(games))
    points *= 2 if len(points) == 1 else 1  # a line without a length is a dot
    shapes.append(f'<polyline class="best" points="{" ".join(points)}"/>')
    label = messages.chart_label([game.result for game in games], opponent)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'aria-describedby="course-text" viewBox="0 0 {WIDTH} {BOTTOM + 6}" '
        f'width="{WIDTH / 16}rem" height="{(BOTTOM + 6) / 16}rem">{"".join(shapes)}</svg>'
    )


def _points(games: Iterable[Judged]) -> Iterable[str]:
    """Where the line goes: to the top if all moves of a game were best."""
    for number, game in enumerate(games):
        if game.moves:
            yield f"{LEFT + number * STEP + 3},{BOTTOM - HEIGHT * game.best // game.moves}"


def _text(text: str, y: int) -> str:
    return f'<text x="{LEFT - 8}" y="{y}">{text}</text>'
