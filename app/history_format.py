"""The saved format of the history: its keys, and the writer and the reader of a log.

A log is text, a line for each game, and as export the same text. Games in full come first, oldest
first: record, opponent (in capitals if the player had help; then the epoch, unless it is the
first), when it ended, ID (then the generation, unless it is the first). After an empty line come

    d h k3f9xqb7m2qe          games of which only the result is kept: x, d or o, and their IDs
    3/0/1/2 h 01...ef         a tally of the format before, and the ID of the page that wrote it
    - k3f9xq                  deleted games
    > h1                      how many resets there were

What a reader cannot read, it takes as not there: the storage may hold anything at all.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from app.history import ID_LENGTH, RESET, Entry, History, addition, joined
from app.session import Opponent

# In localStorage, followed by an ID: a log. A page writes that with its own ID; others stay as
# they are until a page that is alone joins them all.
HISTORY_KEY = "tic-tac-toe.history."
# In localStorage, followed by an opponent and a page's ID: a tally of the format before.
TALLY_KEY = "tic-tac-toe.scores."

LONGEST = 1_000_000  # characters that are read: a thousand games have 30,000
PAGE_LENGTH = 16
PAGE = f"[0-9a-f]{{{PAGE_LENGTH}}}"
LETTERS = {
    Opponent.EASY: "e",
    Opponent.MEDIUM: "m",
    Opponent.HARD: "h",
    Opponent.HUMAN: "p",  # people
}
OPPONENTS = {letter: opponent for opponent, letter in LETTERS.items()}
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"  # of times

_ID = f"[0-9a-z]{{{ID_LENGTH}}}"
_WHO = "([emhp])"
_HELPED = "([emhpEMHP])"
_EPOCH = r"([0-9]{1,9}|-|)"  # "" for the first, "-" for RESET
_ENDED = "((?!0{8})[0-9a-z]{8})"
_GENERATION = r"(?:\.([0-9]{1,3}))?"
_TALLY = "[0-9]{1,9}(?:/[0-9]{1,9}){3}"
_RECORD = "[0-8]{5,9}|[0-8]{0,8}f"

GAME = re.compile(f"^({_RECORD}) {_HELPED}{_EPOCH} {_ENDED} ({_ID}){_GENERATION}$", re.MULTILINE)
RESULTS = re.compile(f"^([xdo]) {_HELPED}{_EPOCH} ((?:{_ID})+){_GENERATION}$", re.MULTILINE)
TALLY = re.compile(f"^({_TALLY}) {_WHO}{_EPOCH} ({PAGE}){_GENERATION}$", re.MULTILINE)
DELETED = re.compile(f"^- ((?:{_ID})+|{PAGE}[emhp]{_TALLY}){_GENERATION}$", re.MULTILINE)
RESETS = re.compile(f"^> {_WHO}([0-9]{{1,9}})$", re.MULTILINE)
KEY = re.compile(f"{re.escape(HISTORY_KEY)}{PAGE}")
OLD_KEY = re.compile(f"{re.escape(TALLY_KEY)}({'|'.join(Opponent)})\\.({PAGE})")
OLD_TALLY = re.compile(f"({_TALLY})(?:/([0-9]{{1,9}}))?")

Found: TypeAlias = tuple[str, ...]


def history_key(log_id: str) -> str:
    """The key of a log."""
    return f"{HISTORY_KEY}{log_id}"


def is_history_key(key: str) -> bool:
    """Whether a key is that of a log, or of a tally of the format before."""
    return bool(KEY.fullmatch(key)) or is_old_key(key)


def is_old_key(key: str) -> bool:
    """Whether a key is that of a tally of the format before."""
    return bool(OLD_KEY.fullmatch(key))


def read_stored(key: str, text: str | None) -> History:
    """What is stored of the history under such a key."""
    match = OLD_KEY.fullmatch(key)
    return _read_old_tally(match, text or "") if match else read_log(text or "")


def read_log(text: str) -> History:
    """The history that a text holds."""
    if len(text) > LONGEST:
        return History()
    games, _, others = text.partition("\n\n")
    entries = dict(map(_game, GAME.findall(games)))
    for found in RESULTS.findall(others):
        entries |= _results(found)
    entries |= map(_tally, TALLY.findall(others))
    deleted = {one: gen for found in DELETED.findall(others) for one, gen in _deleted(found)}
    resets = {OPPONENTS[letter]: int(count) for letter, count in RESETS.findall(others)}
    return joined(addition(entries), History({}, deleted, resets))


def read_line(line: str) -> dict[str, Entry]:
    """The entries that a line of a text holds."""
    for pattern, entries_in in ((GAME, _game), (RESULTS, _results), (TALLY, _tally)):
        if match := pattern.fullmatch(line):
            found = entries_in(match.groups(default=""))
            return found if isinstance(found, dict) else dict([found])
    return {}


def log_text(history: History) -> str:
    """A history as it is saved."""
    games = "\n".join(_game_line(game_id, entry) for game_id, entry in history.full_games())
    others = [*_result_lines(history), *_tally_lines(history), *_deleted_lines(history)]
    others += [f"> {LETTERS[who]}{count}" for who, count in sorted(history.resets.items())]
    return "\n\n".join([games, "\n".join(others)]) if others else games


# The lines, reader beside writer


def _game(found: Found) -> tuple[str, Entry]:
    record, who, epoch, ended, game_id, generation = found
    return game_id, _entry(generation, epoch, int(ended, len(DIGITS)), record, who)


def _game_line(game_id: str, entry: Entry) -> str:
    generation = _generation(entry.generation)
    return f"{entry.record} {_who(entry)} {_time(entry.ended)} {game_id}{generation}"


def _results(found: Found) -> dict[str, Entry]:
    result, who, epoch, ids, generation = found
    return dict.fromkeys(_ids(ids), _entry(generation, epoch, 0, result, who))


def _result_lines(history: History) -> Iterator[str]:
    by_entry = defaultdict(list)
    for game_id, entry in history.entries.items():
        if len(game_id) == ID_LENGTH and not entry.ended:
            by_entry[entry].append(game_id)
    for entry, ids in sorted(by_entry.items()):
        yield f"{entry.record} {_who(entry)} {''.join(sorted(ids))}{_generation(entry.generation)}"


def _tally(found: Found) -> tuple[str, Entry]:
    tally, who, epoch, page, generation = found
    return f"{page}{who}{tally}", _entry(generation, epoch, 0, tally, who)


def _tally_lines(history: History) -> Iterator[str]:
    for tally_id, entry in sorted(history.entries.items()):
        if len(tally_id) > ID_LENGTH:
            page, generation = tally_id[:PAGE_LENGTH], _generation(entry.generation)
            yield f"{entry.record} {_who(entry)} {page}{generation}"


def _deleted(found: Found) -> Iterator[tuple[str, int]]:
    ids, generation = found
    for one in [ids] if "/" in ids else _ids(ids):
        yield one, int(generation or 0)


def _deleted_lines(history: History) -> Iterator[str]:
    by_generation = defaultdict(list)
    for one, generation in sorted(history.deleted.items()):
        if len(one) == ID_LENGTH:
            by_generation[generation].append(one)
        else:
            yield f"- {one}{_generation(generation)}"
    for generation, ids in sorted(by_generation.items()):
        yield f"- {''.join(ids)}{_generation(generation)}"


def _read_old_tally(key: re.Match[str], text: str) -> History:
    """A tally as earlier releases stored it, like "3/0/1/2/0": the resets came last."""
    match = OLD_TALLY.fullmatch(text)
    if not match:
        return History()
    opponent = Opponent(key[1])
    tally_id = f"{key[2]}{LETTERS[opponent]}{match[1]}"
    return addition({tally_id: Entry(0, int(match[2] or 0), 0, match[1], opponent)})


# The parts of a line


def _entry(generation: str, epoch: str, ended: int, record: str, who: str) -> Entry:
    resets = RESET if epoch == "-" else int(epoch or 0)
    return Entry(int(generation or 0), resets, ended, record, OPPONENTS[who.lower()], who.isupper())


def _who(entry: Entry) -> str:
    letter = LETTERS[entry.opponent]
    epoch = "-" if entry.epoch == RESET else entry.epoch or ""
    return f"{letter.upper() if entry.helped else letter}{epoch}"


def _generation(generation: int) -> str:
    return f".{generation}" if generation else ""


def _ids(ids: str) -> Iterable[str]:
    return (ids[start : start + ID_LENGTH] for start in range(0, len(ids), ID_LENGTH))


def _time(ended: int) -> str:
    digits = []
    while ended:
        ended, digit = divmod(ended, len(DIGITS))
        digits.append(DIGITS[digit])
    return "".join(reversed(digits)).rjust(8, "0")
