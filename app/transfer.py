"""The history as text to take to another device, and what such a text adds to a history."""

from collections.abc import Mapping
from typing import NamedTuple

from app.history import RESET, Entry, History, addition, compacted, is_legal, joined, result_of
from app.history_format import LONGEST, log_text, read_line
from app.messages import EXPORTED
from app.scores import score_of

COMMENT = "#"


class Imported(NamedTuple):
    """What a text adds to a history."""

    change: History
    added: int = 0  # games
    known: int = 0  # games that the history has
    unread: int = 0  # lines


def export_text(history: History) -> str:
    """All games as text; epochs mean nothing on another device, but which games count does."""
    entries = {
        game_id: entry._replace(generation=0, epoch=0 if history.counts(entry) else RESET)
        for game_id, entry in history.entries.items()
        if is_legal(entry)
    }
    return f"{COMMENT} {EXPORTED}\n\n{log_text(addition(entries))}\n"


def read_import(text: str, history: History) -> Imported:
    """What a text adds to a history: the games that it has not, and those that were deleted."""
    lines = [line for line in map(str.strip, text.splitlines()) if line and not _is_comment(line)]
    read = [read_line(line) for line in lines] if len(text) <= LONGEST else []
    found = [
        addition(entries) for entries in read if entries and all(map(is_legal, entries.values()))
    ]
    entries = {
        game_id: _taken_over(game_id, entry, history)
        for game_id, entry in joined(*found).entries.items()
    }
    new = {game_id: entry for game_id, entry in entries.items() if game_id not in history.entries}
    total = compacted(joined(history, addition(entries)))
    return Imported(
        addition({game_id: total.entries[game_id] for game_id in entries}),
        added=_games_in(new),
        known=_games_in(entries) - _games_in(new),
        unread=len(lines) - len(found),
    )


def _is_comment(line: str) -> bool:
    """Whether a line is a comment, and not a whole export whose lines were joined on the way."""
    words = line.split()
    ends = (read_line(" ".join(words[-count:])) for count in (3, 4))
    return line[0] == COMMENT and not any(ends)


def _taken_over(game_id: str, entry: Entry, history: History) -> Entry:
    """An entry as this history takes it over; a reset that was made here still holds."""
    known = history.entries.get(game_id)
    epoch = RESET if entry.epoch == RESET else history.epoch(entry.opponent)
    if not known:
        generation = history.deleted.get(game_id, -1) + 1
        return entry._replace(generation=generation, epoch=epoch)
    if not _is_same_game(known, entry):
        return known
    if known.epoch != RESET:
        epoch = known.epoch
    return max(one._replace(generation=known.generation, epoch=epoch) for one in (known, entry))


def _is_same_game(one: Entry, other: Entry) -> bool:
    """Whether two entries with the same ID agree; a text may hold anything at all."""
    records, results = (
        {one.record, other.record},
        {result_of(one.record), result_of(other.record)},
    )
    is_full = bool(one.ended and other.ended)
    return one.opponent is other.opponent and len(records if is_full else results) == 1


def _games_in(entries: Mapping[str, Entry]) -> int:
    records = (entry.record for entry in entries.values())
    return sum(score_of(record).games if "/" in record else 1 for record in records)
