"""The saved format: every storage key, and the writer and the reader of each value.

A session is one JSON value, so that JavaScript can draw its view before Python is up. The keys
reach JavaScript through the build, in web/strings.js. What a reader cannot read, it takes as not
there: the storage may hold anything at all.
"""

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from app.scores import Score, TallyId
from app.session import Opponent, Session, new_session
from engine.game import Game
from engine.levels import Level, policy
from engine.rules import CELLS

if TYPE_CHECKING:
    from app.view import View

# In sessionStorage, the tab's session; in localStorage, how a new tab begins.
SESSION_KEY = "tic-tac-toe.session"
# In localStorage, followed by the game's id: a game in progress.
GAME_KEY = "tic-tac-toe.game."
# In localStorage, followed by an opponent and the page's id: what that page has counted.
TALLY_KEY = "tic-tac-toe.scores."
INSIGHT_KEY = "tic-tac-toe.insight"
# In sessionStorage: what was chosen and played before Python was up. JavaScript writes it.
PENDING_MOVES_KEY = "tic-tac-toe.pending-moves"
# In sessionStorage: a start from a snapshot that has not been seen to succeed.
SNAPSHOT_START_KEY = "tic-tac-toe.snapshot-start"
# In the page's address, followed by a record: a game that somebody shares.
SHARED_GAME = "#game="
# A Web Lock, followed by the id of the game that the page plays.
TAB_LOCK = "tic-tac-toe.page."

INSIGHT_ON = "on"
HELPED = ":helped"  # how the text format before JSON marked a session
CELLS_BY_DIGIT = {str(cell): cell for cell in CELLS}
LONGEST = 20_000  # characters that are read: a saved session has 3,000 at most
MOST_BRACKETS = 100  # likewise: it has 7, and thousands in each other overflow a browser's stack
TALLY_KEY_PATTERN = re.compile(rf"{re.escape(TALLY_KEY)}({'|'.join(Opponent)})\.([0-9a-f]{{16}})")
TALLY_PATTERN = re.compile(r"[0-9]{1,9}(/[0-9]{1,9}){3,4}")


class SavedSession(NamedTuple):
    """A session as it was saved, and the id of the game that is stored with it, if any."""

    session: Session
    game_id: str = ""

    def resumed(self, game_id: str) -> Session:
        """The session to go on with, in a page that plays the game with that id.

        A game that another tab plays is not resumed: a new one begins against its opponent.
        """
        is_ours = self.game_id in ("", game_id)
        return self.session if is_ours else new_session(self.session.opponent)


def session_text(session: Session, game_id: str, view: "View") -> str:
    """What is saved of a session, with the view of it that the next visit draws at once."""
    saved = {
        "opponent": session.opponent,
        "record": session.game.record,
        "helped": session.helped,
        "game": game_id,
        "view": {
            "board": view.board.board,
            "names": view.board.names,
            "verdicts": view.board.verdicts,
            "signs": view.board.signs,
            "turn": view.turn,
            "insight": view.insight,
            "texts": {name: view.texts[name] for name in VIEW_TEXTS},
            "moves": view.moves,
        },
    }
    return json.dumps(saved)


VIEW_TEXTS = (
    *("headline", "detail", "label-x", "label-o"),
    *("score-x", "score-draws", "score-o", "score-help"),
)


def saved_session(text: str | None) -> SavedSession | None:
    """The session that a text holds, in the present format or in the one before it."""
    fields = _json_object(text) or _fields_of_text_format(text or "")
    try:
        game = Game.from_record(fields["record"])
        session = Session(Opponent(fields["opponent"]), game, fields["helped"] is True)
        return SavedSession(session, str(fields["game"]))
    except (KeyError, ValueError):
        return None


def _json_object(text: str | None) -> dict[str, Any] | None:
    """The JSON object that a text holds."""
    if not text or len(text) > LONGEST or text.count("[") + text.count("{") > MOST_BRACKETS:
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _fields_of_text_format(text: str) -> dict[str, Any]:
    """The fields of a session in the format before JSON: "hard:40:helped", a view, and the id."""
    head, _, rest = text.partition("\n")
    opponent, _, record = head.partition(":")
    return {
        "opponent": opponent,
        "record": record.removesuffix(HELPED),
        "helped": record.endswith(HELPED),
        "game": rest.partition("\n")[2].partition("\n")[0],
    }


def with_pending_moves(session: Session, text: str | None) -> Session:
    """The session after what was chosen and played in its game before Python was up.

    All of it or nothing: in a new game another opponent may have been chosen, and each of the
    computer's moves must be one that its level could have made.
    """
    pending = _json_object(text) or {}
    moves = pending.get("moves")
    if pending.get("record") != session.game.record or not isinstance(moves, str):
        return session
    try:
        after = session._replace(opponent=Opponent(pending["opponent"]))
        if after != session and session.game.record:
            return session
        for move in moves:
            cell = CELLS_BY_DIGIT[move]
            if after.computer_to_move and cell not in policy(
                after.game.board, Level(after.opponent)
            ):
                return session
            after = after.played(cell)
    except (KeyError, ValueError):
        return session
    return after if after != session else session


def tally_key(tally: TallyId) -> str:
    """The key under which a page stores its tally."""
    return f"{TALLY_KEY}{tally.opponent}.{tally.page_id}"


def tally_id(key: str) -> TallyId | None:
    """The tally that a key stands for, if it is such a key."""
    match = TALLY_KEY_PATTERN.fullmatch(key)
    return TallyId(Opponent(match[1]), match[2]) if match else None


def tally_text(tally: Score) -> str:
    """A tally as it is saved, like "3/0/1/2/0"."""
    return "/".join(map(str, tally))


def saved_tally(text: str | None) -> Score:
    """The tally that a text holds; an empty one where it holds none."""
    text = text or ""
    return Score(*map(int, text.split("/"))) if TALLY_PATTERN.fullmatch(text) else Score()
