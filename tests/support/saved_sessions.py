"""Sessions as the page saves them, and as it did in the text format before JSON."""

from app.saved_format import session_text
from app.scores import Score
from app.session import Opponent, Session
from app.view import view_of
from engine import Game


def session_json(opponent: str, record: str, game_id: str = "") -> str:
    """What the page saves of a session whose game is stored under an id, or under none."""
    session = Session(Opponent(opponent), Game.from_record(record))
    return session_text(session, game_id, view_of(session, Score()))


# What the last release with the text format wrote, to the letter: the session, and its view. The
# game in the tab's own storage had its id on a third line.
GAME_IN_TEXT_FORMAT = (
    "human:40:helped\n"
    r'{"board": "O...X....", "turn": "X", "status": "in_progress", "opponent": "human", '
    r'"insight": true, "texts": {"headline": "X\u2019s turn", "detail": "O took the top left.", '
    r'"hint-text": "", "review-text": "", "label-x": "X", "label-o": "O", "score-x": "2", '
    r'"score-draws": "1", "score-o": "0", "score-help": "1 game with help"}, "moves": ["X centre", '
    r'"O top left"], "qualities": [], "names": ["Top left, O", "Top centre, empty, draw", '
    r'"Top right, empty, draw", "Middle left, empty, draw", "Centre, X", '
    r'"Middle right, empty, draw", "Bottom left, empty, draw", "Bottom centre, empty, draw", '
    r'"Bottom right, empty, draw"], "verdicts": ["", "draw-7", "draw-7", "draw-7", "", "draw-7", '
    r'"draw-7", "draw-7", "draw-7"], "signs": ["", "draw", "draw", "draw", "", "draw", "draw", '
    r'"draw", "draw"], "tags": ["", "", "", "", "", "", "", "", ""], "winning": [], "lines": []}'
)
# After an ended game: the opponent, and the view of a new game.
OPPONENT_IN_TEXT_FORMAT = (
    "hard:\n"
    r'{"board": ".........", "turn": "X", "status": "in_progress", "opponent": "hard", '
    r'"insight": false, "texts": {"headline": "Your turn", "detail": "Take any cell.", '
    r'"hint-text": "", "review-text": "", "label-x": "You", "label-o": "Computer", '
    r'"score-x": "2", "score-draws": "1", "score-o": "0", "score-help": "1 game with help"}, '
    r'"moves": [], "qualities": [], "names": ["Top left, empty", "Top centre, empty", '
    r'"Top right, empty", "Middle left, empty", "Centre, empty", "Middle right, empty", '
    r'"Bottom left, empty", "Bottom centre, empty", "Bottom right, empty"], '
    r'"verdicts": ["", "", "", "", "", "", "", "", ""], '
    r'"signs": ["", "", "", "", "", "", "", "", ""], '
    r'"tags": ["", "", "", "", "", "", "", "", ""], "winning": [], "lines": []}'
)
