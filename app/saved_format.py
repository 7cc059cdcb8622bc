"""The saved format: the storage keys, and the writer and the reader of each value.

The history has a format of its own, in app/history_format.py.

A session is one JSON value, so that JavaScript can draw its view before Python is up. The keys
reach JavaScript through the build, in web/strings.js. What a reader cannot read, it takes as not
there: the storage may hold anything at all.
"""

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from app.session import Opponent, Session, new_session
from engine.game import Game, InvalidRecord
from engine.levels import Level, policy
from engine.rules import CELLS

if TYPE_CHECKING:
    from app.view import View

# In sessionStorage, the tab's session; in localStorage, how a new tab begins.
SESSION_KEY = "tic-tac-toe.session"
# In localStorage, followed by the game's id: a game in progress.
GAME_KEY = "tic-tac-toe.game."
INSIGHT_KEY = "tic-tac-toe.insight"
SOUND_KEY = "tic-tac-toe.sound"
# In sessionStorage: what was chosen and played before Python was up. JavaScript writes it.
PENDING_MOVES_KEY = "tic-tac-toe.pending-moves"
# In sessionStorage: a start from a snapshot that has not been seen to succeed.
SNAPSHOT_START_KEY = "tic-tac-toe.snapshot-start"
# In the page's address, followed by a record: a game that somebody shares.
SHARED_GAME = "#game="
# In localStorage, followed by its id: how far a game has gone that two people send to each other.
LINKED_GAME_KEY = "tic-tac-toe.link."
# In the page's address, followed by an opponent: a new game is wanted.
NEW_GAME = "?opponent="
# A Web Lock, followed by the id of the game that the page plays.
TAB_LOCK = "tic-tac-toe.page."

INSIGHT_ON = SOUND_ON = "on"
HELPED = ":helped"  # how the text format before JSON marked a session
CELLS_BY_DIGIT = {str(cell): cell for cell in CELLS}
LONGEST = 20_000  # characters that are read: a saved session has 3,000 at most
MOST_BRACKETS = 100  # likewise: it has 7, and thousands in each other overflow a browser's stack
MOST_KEPT = 8  # games in progress
MOST_LINKED = 200  # games that two people send to each other
LINK_ID = re.compile("[0-9a-z]{4,6}")
LINKED_GAME_KEY_PATTERN = re.compile(rf"{re.escape(LINKED_GAME_KEY)}({LINK_ID.pattern})")
LINKED_GAME_PATTERN = re.compile("([0-8]{0,9}f?) ([0-9]{1,15})( helped)?")


class SavedSession(NamedTuple):
    """A session as it was saved, and the id of the game that is stored with it, if any."""

    session: Session
    game_id: str = ""
    left: Session | None = None  # with a game in progress, for this new one
    kept: tuple[Session, ...] = ()  # with games in progress, while one from a link is played

    def resumed(self, game_id: str) -> "SavedSession":
        """What to go on with, in a page that plays the game with that id.

        A game that another tab plays is not resumed: a new one begins against its opponent.
        """
        is_ours = self.game_id in ("", game_id)
        return self if is_ours else SavedSession(new_session(self.session.opponent))


def session_text(
    session: Session,
    game_id: str,
    view: "View",
    left: Session | None = None,
    kept: tuple[Session, ...] = (),
) -> str:
    """What is saved of a session, with the view of it that the next visit draws at once."""
    saved = {
        **_fields_of(session),
        "game": game_id,
        "left": _fields_of(left) if left else None,
        "kept": [_fields_of(one) for one in kept],
        "view": {
            "board": view.board.board,
            "names": view.board.names,
            "verdicts": view.board.verdicts,
            "signs": view.board.signs,
            "winning": view.board.winning,
            "lines": view.board.lines,
            "turn": view.turn,
            "status": view.status,
            "insight": view.insight,
            "texts": {name: view.texts[name] for name in VIEW_TEXTS},
            "moves": view.moves,
        },
    }
    return json.dumps(saved)


def _fields_of(session: Session) -> dict[str, Any]:
    return {
        "opponent": session.opponent,
        "record": session.game.record,
        "helped": session.helped,
        "link": session.link_id,
        "sent": session.sent,
    }


VIEW_TEXTS = (
    *("headline", "detail", "label-x", "label-o"),
    *("score-x", "score-draws", "score-o", "score-help"),
)


def saved_session(text: str | None) -> SavedSession | None:
    """The session that a text holds, in the present format or in the one before it."""
    fields = _json_object(text) or _fields_of_text_format(text or "")
    session = _session_of(fields)
    if session is None or "game" not in fields:
        return None
    left = _game_in_progress(fields.get("left"))
    kept = fields.get("kept")
    found = map(_game_in_progress, kept[:MOST_KEPT]) if isinstance(kept, list) else ()
    return SavedSession(session, str(fields["game"]), left, tuple(filter(None, found)))


def _game_in_progress(fields: object) -> Session | None:
    """The session with a game in progress that fields hold, if they do."""
    session = _session_of(fields)
    return session if session and session.is_on else None


def _session_of(fields: object) -> Session | None:
    """The session that fields hold, if they do."""
    if not isinstance(fields, dict):
        return None
    try:
        game = Game.from_record(fields["record"])
        session = Session(Opponent(fields["opponent"]), game, fields["helped"] is True)
    except (KeyError, ValueError):
        return None
    link_id, sent = str(fields.get("link")), str(fields.get("sent"))
    if session.opponent is not Opponent.HUMAN or not LINK_ID.fullmatch(link_id):
        return session
    was_sent = game.record.startswith(sent)
    return session._replace(link_id=link_id, sent=sent if was_sent else "")


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


class LinkedGame(NamedTuple):
    """How far a game has gone that two people send to each other."""

    record: str = ""  # none where nothing is known of it
    time: int = 0  # in milliseconds since 1970
    helped: bool = False  # by a hint or by insight


def linked_game_key(link_id: str) -> str:
    """The key under which is stored how far a game has gone."""
    return f"{LINKED_GAME_KEY}{link_id}"


def linked_game_id(key: str) -> str:
    """The id of the game that a key stands for, if it is such a key."""
    match = LINKED_GAME_KEY_PATTERN.fullmatch(key)
    return match[1] if match else ""


def linked_game_text(linked: LinkedGame) -> str:
    """How far a game has gone as it is saved, like "4081 1763500000000"."""
    return f"{linked.record} {linked.time}{' helped' if linked.helped else ''}"


def saved_linked_game(text: str | None) -> LinkedGame:
    """How far a game has gone, as a text holds it."""
    match = LINKED_GAME_PATTERN.fullmatch(text or "")
    if not match:
        return LinkedGame()
    try:
        return LinkedGame(Game.from_record(match[1]).record, int(match[2]), bool(match[3]))
    except InvalidRecord:
        return LinkedGame()
