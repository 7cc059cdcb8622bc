"""The history: it joins in any order, and a change of it is never lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.history import (
    FULL,
    ID_CHARACTERS,
    MOST_RESETS,
    RESET,
    Entry,
    History,
    addition,
    compacted,
    deletion,
    ended_game,
    joined,
    new_id,
    reset,
    result_of,
)
from app.history_format import log_text, read_log
from app.scores import scores_of
from app.session import Opponent, Session
from engine import Game
from tests.support.histories import FORFEITS, NOW, RECORDS, some_entries, some_history

WON = Session(Opponent.HARD, Game.from_record("03142"), helped=True)
GAME = Entry(0, 0, NOW, "03142", Opponent.HARD)


@given(some_history(), some_history(), some_history())
def test_histories_join_in_any_order_and_as_often_as_one_likes(
    one: History, two: History, three: History
) -> None:
    both = joined(one, two)
    assert both == joined(two, one)
    assert joined(both, three) == joined(one, joined(two, three)) == joined(three, two, one)
    assert joined(both, both, one, two) == both
    assert joined(one) == one
    assert joined(one, History()) == one


@given(some_history(), some_history(), st.integers(1, 4))
def test_to_keep_the_newest_in_full_changes_no_score_and_no_order(
    one: History, two: History, keep: int
) -> None:
    both = joined(one, two)
    small = compacted(both, keep)
    assert scores_of(small) == scores_of(both)
    assert small.full_games() == both.full_games()[-keep:]
    assert small.entries.keys() == both.entries.keys()
    assert compacted(small, keep) == small


@given(some_entries(), st.data(), st.integers(1, 4))
def test_the_newest_are_the_same_in_whichever_order_logs_are_joined(
    entries: dict[str, Entry], data: st.DataObject, keep: int
) -> None:
    some_ids = st.sets(st.sampled_from(sorted(entries))) if entries else st.just(set())
    one, two = (addition({key: entries[key] for key in data.draw(some_ids)}) for _ in range(2))
    parts = joined(compacted(one, keep), compacted(two, keep))
    assert compacted(parts, keep) == compacted(joined(one, two), keep)


@given(some_history(), some_history(), st.sampled_from(Opponent), st.data())
def test_a_change_does_what_it_says_whatever_else_happens(
    history: History, other: History, opponent: Opponent, data: st.DataObject
) -> None:
    begun = joined(history, other, reset(joined(history, other), opponent))
    assert scores_of(begun)[opponent].games == 0
    assert begun.entries == joined(history, other).entries
    if history.entries:
        gone = data.draw(st.sets(st.sampled_from(sorted(history.entries))))
        left = joined(history, deletion(history, gone))
        assert left.entries.keys() == history.entries.keys() - gone
        assert joined(left, history) == left
        assert all(left.has(game_id) for game_id in gone)
        again = {one: history.entries[one]._replace(generation=9) for one in gone}
        assert joined(left, addition(again)).entries.keys() == history.entries.keys()


def test_an_ended_game_is_added_once() -> None:
    history = joined(ended_game(History(), WON, "k3f9xq", NOW))
    assert history.entries == {"k3f9xq": Entry(0, 0, NOW, "03142", Opponent.HARD, helped=True)}
    assert ended_game(history, WON, "k3f9xq", NOW) == History()
    gone = joined(history, deletion(history, ["k3f9xq"]))
    assert ended_game(gone, WON, "k3f9xq", NOW) == History()


def test_a_game_with_a_shorter_id_from_a_link_is_added_once() -> None:
    history = ended_game(History(), WON, "k3f9", NOW)
    assert list(history.entries) == ["00k3f9"]
    assert history.has("k3f9")
    assert ended_game(history, WON, "k3f9", NOW) == History()


def test_games_that_end_in_the_same_millisecond_keep_their_order() -> None:
    history = History()
    for game_id in ("zzzzzz", "bbbbbb", "aaaaaa"):
        history = joined(history, ended_game(history, WON, game_id, NOW))
    assert [game_id for game_id, _ in history.full_games()] == ["zzzzzz", "bbbbbb", "aaaaaa"]
    assert [entry.ended - NOW for _, entry in history.full_games()] == [0, 1, 2]


@pytest.mark.parametrize("now", [-NOW, 0, 2 * NOW])
def test_a_clock_that_is_wrong_by_decades_loses_no_game(now: int) -> None:
    history = History()
    for game_id in ("aaaaaa", "bbbbbb", "cccccc"):
        history = joined(history, ended_game(history, WON, game_id, now))
    assert read_log(log_text(history)) == history
    assert len(history.full_games()) == 3


def test_what_ends_after_a_reset_counts() -> None:
    history = addition({"aaaaaa": GAME, "bbbbbb": GAME._replace(opponent=Opponent.EASY)})
    history = joined(history, reset(history, Opponent.HARD))
    history = joined(history, ended_game(history, WON, "cccccc", NOW))
    counts = [one for one, entry in history.entries.items() if history.counts(entry)]
    assert counts == ["bbbbbb", "cccccc"]


def test_a_game_that_was_reset_on_another_device_never_counts() -> None:
    assert not addition({"aaaaaa": GAME._replace(epoch=RESET)}).counts(GAME._replace(epoch=RESET))


def test_resets_are_counted_as_far_as_they_can_be_stored() -> None:
    history = History(resets={Opponent.HARD: MOST_RESETS})
    assert reset(history, Opponent.HARD) == history


def test_an_id_is_short_and_that_of_no_other_game() -> None:
    game_id = new_id(Random(1), History())
    assert len(game_id) == 6
    assert set(game_id) <= set(ID_CHARACTERS)
    assert new_id(Random(1), addition({game_id: GAME})) != game_id
    assert new_id(Random(1), History(deleted={game_id: 0})) != game_id


def test_a_thousand_games_are_kept_in_full() -> None:
    entries = {f"{n:06}": GAME._replace(ended=NOW + n) for n in range(FULL + 200)}
    small = compacted(addition(entries))
    assert [game_id for game_id, _ in small.full_games()] == sorted(entries)[200:]
    assert small.entries["000199"] == GAME._replace(ended=0, record="x")


@pytest.mark.parametrize("record", [*RECORDS, *FORFEITS])
def test_the_shape_of_a_record_tells_its_result(record: str) -> None:
    winner = Game.from_record(record).winner
    assert result_of(record) == {"X": "x", None: "d", "O": "o"}[winner]


@pytest.mark.parametrize("result", ["x", "d", "o", "3/0/1/2"])
def test_a_result_or_a_tally_is_itself(result: str) -> None:
    assert result_of(result) == result
