"""Histories for tests, and what earlier releases stored instead."""

from hypothesis import strategies as st

from app.history import ID_LENGTH, RESET, Entry, History, addition, joined, result_of
from app.history_format import LETTERS, TALLY_KEY
from app.session import Opponent
from tests.support.exhaustive import games_by_board

RECORDS = sorted(game.record for game in games_by_board().values() if game.is_over)
FORFEITS = ("f", "4f", "40f", "01234657f")
NOW = 1_763_000_000_000

some_id = st.sampled_from(["aaaaaa", "bbbbbb", "cccccc", "222222", "k3f9xq"])
some_tally = st.sampled_from(["3/0/1/2", "1/0/0/0"])
some_page = st.sampled_from(["0123456789abcdef", "e" * 16])
some_epoch = st.integers(RESET, 2)
some_generation = st.integers(0, 2)
some_opponent = st.sampled_from(Opponent)


@st.composite
def some_entries(draw: st.DrawFn) -> dict[str, Entry]:
    """Games in full, results and tallies."""
    who = st.tuples(some_opponent, st.booleans())
    some_time = st.integers(NOW, NOW + 9)
    record = st.sampled_from([*RECORDS, *FORFEITS])
    full = st.builds(_entry, some_generation, some_epoch, some_time, record, who)
    result = st.builds(_entry, some_generation, some_epoch, st.just(0), st.sampled_from("xdo"), who)
    entries = draw(st.dictionaries(some_id, full | result, max_size=5))
    for opponent, page, tally in draw(
        st.lists(st.tuples(some_opponent, some_page, some_tally), max_size=2)
    ):
        entry = Entry(draw(some_generation), draw(some_epoch), 0, tally, opponent)
        entries[f"{page}{LETTERS[opponent]}{tally}"] = entry
    return entries


def _entry(
    generation: int, epoch: int, ended: int, record: str, who: tuple[Opponent, bool]
) -> Entry:
    return Entry(generation, epoch, ended, record, *who)


@st.composite
def some_history(draw: st.DrawFn) -> History:
    """A history in which anything may have happened."""
    entries = draw(some_entries())
    gone = st.dictionaries(some_id | st.just("e" * 16 + "h1/0/0/0"), some_generation, max_size=2)
    resets = draw(st.dictionaries(some_opponent, st.integers(1, 2), max_size=2))
    return joined(addition(entries), History({}, draw(gone), resets))


@st.composite
def some_histories_of_the_same_games(draw: st.DrawFn, number: int) -> list[History]:
    """Histories that have some games in common, and nothing that contradicts."""
    entries = draw(some_entries())
    return [draw(_some_of(entries)) for _ in range(number)]


@st.composite
def _some_of(draw: st.DrawFn, entries: dict[str, Entry]) -> History:
    """Some of the games, which may have been compacted, reset or deleted, and came at any time."""
    chosen = draw(st.sets(st.sampled_from(sorted(entries)))) if entries else set()
    versions = {}
    for game_id in chosen:
        entry = entries[game_id]._replace(
            generation=draw(some_generation), epoch=draw(some_epoch), helped=draw(st.booleans())
        )
        if entry.ended:
            late = entry._replace(ended=entry.ended + draw(st.integers(0, 1)))
            small = entry._replace(ended=0, record=result_of(entry.record))
            entry = draw(st.sampled_from([late, small]))
        elif len(game_id) > ID_LENGTH:
            entry = entry._replace(helped=False)
        versions[game_id] = entry
    gone = draw(st.dictionaries(some_id, some_generation, max_size=2))
    return joined(addition(versions), History({}, gone))


def old_key(page: str, opponent: Opponent = Opponent.HUMAN) -> str:
    """The key of a tally of an earlier release, of a page whose ID ends like this."""
    return f"{TALLY_KEY}{opponent}.{page.rjust(16, '0')}"
