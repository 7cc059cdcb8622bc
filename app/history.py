"""The history: every game that has ended, the newest thousand of them in full.

It is a set of entries by ID that only grows, a state-based CRDT: of two entries with the same ID
`joined` keeps the greater one, so that histories can be joined in any order and as often as one
likes. Each page adds to a log of its own, and what is shown is all logs joined. A change is a
history too, which has nothing but what changes.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from app.session import Opponent, Session
from engine.game import FORFEIT, Game, InvalidRecord
from engine.rules import CELLS, LINES

if TYPE_CHECKING:
    from random import Random

FULL = 1_000  # so many games are kept in full
ID_CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # none that looks like another
ID_LENGTH = 6
LATEST = 36**8 - 1  # when a game can have ended, in milliseconds since 1970: in the year 2059
RESET = -1  # the epoch of a game that came from another device, where its score was reset
MOST_RESETS = 999_999_999
X_WINS, DRAW, O_WINS = RESULTS = ("x", "d", "o")
WINNING = tuple(frozenset(map(str, line)) for line in LINES)


class Entry(NamedTuple):
    """What is known of a game; of two versions the greater one stays."""

    generation: int  # how often it was brought back after it was deleted
    epoch: int  # how many resets of the scores against the opponent came before it
    ended: int  # when, in milliseconds since 1970; 0 if only the result is kept
    record: str  # or the result, "x", "d" or "o"; or a tally, like "3/0/1/2"
    opponent: Opponent
    helped: bool = False


class History(NamedTuple):
    """Entries by ID, and what hides some of them."""

    entries: Mapping[str, Entry] = {}
    deleted: Mapping[str, int] = {}  # the generation that was deleted, by ID
    resets: Mapping[Opponent, int] = {}  # only the games of the latest epoch count

    def has(self, game_id: str) -> bool:
        """Whether a game with that ID has ended here before, even if it has been deleted."""
        known = padded(game_id)
        return known in self.entries or known in self.deleted

    def epoch(self, opponent: Opponent) -> int:
        """How many resets there were."""
        return self.resets.get(opponent, 0)

    def counts(self, entry: Entry) -> bool:
        """Whether an entry counts in the scores: no reset came after it."""
        return entry.epoch == self.epoch(entry.opponent)

    def full_games(self) -> list[tuple[str, Entry]]:
        """The games that are kept in full, with their IDs, oldest first."""
        full = [(game_id, entry) for game_id, entry in self.entries.items() if entry.ended]
        return sorted(full, key=lambda item: (item[1].ended, item[0]))


def joined(*histories: History) -> History:
    """All histories as one."""
    entries: dict[str, Entry] = {}
    deleted: dict[str, int] = {}
    resets: dict[Opponent, int] = {}
    for history in histories:
        _keep_greatest(entries, history.entries)
        _keep_greatest(deleted, history.deleted)
        _keep_greatest(resets, history.resets)
    for game_id, generation in deleted.items():
        if game_id in entries and entries[game_id].generation <= generation:
            del entries[game_id]
    return History(entries, deleted, resets)


def _keep_greatest(ours: dict, theirs: Mapping) -> None:  # type: ignore[type-arg]
    """Adds to a mapping what another has, and of two values of a key keeps the greater one."""
    if ours:
        ours.update(
            {key: value for key, value in theirs.items() if key not in ours or value > ours[key]}
        )
    else:
        ours.update(theirs)


# Changes: histories to join with the one that they change


def addition(entries: Mapping[str, Entry]) -> History:
    """Adds entries."""
    resets: dict[Opponent, int] = {}
    for entry in entries.values():
        if entry.epoch > resets.get(entry.opponent, 0):
            resets[entry.opponent] = entry.epoch
    return History(entries, {}, resets)


def ended_game(history: History, session: Session, game_id: str, now: int) -> History:
    """Adds the game of a session that has ended, unless it is there already.

    Two games that end in the same millisecond keep their order: the second ends one later. A clock
    that is wrong by decades loses no game.
    """
    if history.has(game_id):
        return History()
    now = max(now, 1)
    ends = {entry.ended for entry in history.entries.values()}
    while now in ends:
        now += 1
    epoch = history.epoch(session.opponent)
    entry = Entry(0, epoch, min(now, LATEST), session.game.record, session.opponent, session.helped)
    return addition({padded(game_id): entry})


def reset(history: History, opponent: Opponent) -> History:
    """Lets no game against an opponent count that has ended so far."""
    return History(resets={opponent: min(history.epoch(opponent) + 1, MOST_RESETS)})


def deletion(history: History, game_ids: Iterable[str]) -> History:
    """Removes games, for good: only an import can bring them back."""
    return History(deleted={one: history.entries[one].generation for one in game_ids})


def new_id(rng: "Random", taken: History) -> str:
    """An ID for a game; in a history it is that of no other."""
    while True:
        game_id = "".join(rng.choices(ID_CHARACTERS, k=ID_LENGTH))
        if not taken.has(game_id):
            return game_id


def is_legal(entry: Entry) -> bool:
    """Whether the rules allow a game that is kept in full, and it has ended."""
    return not entry.ended or _is_ended_game(entry.record)


@cache
def _is_ended_game(record: str) -> bool:
    try:
        return Game.from_record(record).is_over
    except InvalidRecord:
        return False


def padded(game_id: str) -> str:
    """An ID as it is stored; that in a link may be shorter."""
    return game_id.rjust(ID_LENGTH, "0")


def compacted(history: History, keep: int = FULL) -> History:
    """The same with the newest games in full, and of the others the results only."""
    older = dict(history.full_games()[:-keep])
    results = {
        game_id: entry._replace(ended=0, record=result_of(entry.record))
        for game_id, entry in older.items()
    }
    return history._replace(entries={**history.entries, **results})


@cache
def result_of(record: str) -> str:
    """Whose win a record is: "x", "d" or "o"; a result or a tally is itself.

    The shape of a legal record tells it, at next to no cost: the last move wins a game that ends
    before the board is full, and whoever gives up was to move.
    """
    if record in RESULTS or "/" in record:
        return record
    is_odd = len(record) % 2 == 1
    if record.endswith(FORFEIT):
        return O_WINS if is_odd else X_WINS
    if len(record) < len(CELLS):
        return X_WINS if is_odd else O_WINS
    cells_of_x = frozenset(record[::2])
    return X_WINS if any(line <= cells_of_x for line in WINNING) else DRAW
