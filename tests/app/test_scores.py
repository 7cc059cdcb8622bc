"""Scores: what counts for whom, derived from the history."""

from collections import Counter

import pytest
from hypothesis import given

from app.history import Entry, History, addition, joined, reset
from app.history_format import read_stored
from app.scores import MOST, Score, scores_of
from app.session import Opponent
from engine import Game
from tests.support.histories import NOW, old_key, some_history

HARD = Opponent.HARD


@pytest.mark.parametrize(
    ("record", "score"),
    [
        ("03142", Score(x_wins=1)),
        ("304182", Score(o_wins=1)),
        ("012346587", Score(draws=1)),
        ("f", Score(o_wins=1)),
        ("4f", Score(x_wins=1)),
        ("x", Score(x_wins=1)),
        ("d", Score(draws=1)),
        ("o", Score(o_wins=1)),
    ],
)
def test_an_ended_game_counts_for_its_winner_or_as_a_draw(record: str, score: Score) -> None:
    entry = Entry(0, 0, NOW, record, HARD)
    assert scores_of(addition({"aaaaaa": entry}))[HARD] == score
    helped = addition({"aaaaaa": entry._replace(helped=True)})
    assert scores_of(helped)[HARD] == score._replace(helped=1)


def test_a_score_is_wins_of_x_draws_wins_of_o_and_how_many_had_help() -> None:
    assert Score(x_wins=1, draws=2, o_wins=3, helped=4) == (1, 2, 3, 4)
    assert Score() == (0, 0, 0, 0)
    assert Score(1, 2, 3, 4).games == 6


@given(some_history())
def test_scores_are_the_games_since_the_last_reset(history: History) -> None:
    naive = {opponent: Counter[str]() for opponent in Opponent}
    for entry in history.entries.values():
        if entry.epoch != history.epoch(entry.opponent):
            continue
        if "/" in entry.record:
            for name, count in zip(("X", None, "O", "help"), entry.record.split("/"), strict=True):
                naive[entry.opponent][str(name)] += int(count)
            continue
        is_full = entry.record not in {"x", "d", "o"}
        winner = Game.from_record(entry.record).winner if is_full else entry.record.upper()
        naive[entry.opponent]["None" if winner == "D" else str(winner)] += 1
        naive[entry.opponent]["help"] += entry.helped
    expected = {
        opponent: (seen["X"], seen["None"], seen["O"], seen["help"])
        for opponent, seen in naive.items()
    }
    assert scores_of(history) == expected


def test_tallies_of_earlier_releases_add_up_with_what_ended_since() -> None:
    tallies = {("a", HARD): "3/0/1/2", ("b", HARD): "10/20/30/0/0", ("a", Opponent.EASY): "1/1/1/1"}
    stored = [read_stored(old_key(*who), text) for who, text in tallies.items()]
    history = joined(*stored, addition({"aaaaaa": Entry(0, 0, NOW, "4f", HARD)}))
    assert scores_of(history)[HARD] == (14, 20, 31, 2)
    assert scores_of(history)[Opponent.EASY] == (1, 1, 1, 1)
    begun = scores_of(joined(history, reset(history, HARD)))
    assert begun[HARD] == Score()
    assert begun[Opponent.EASY] == (1, 1, 1, 1)


def test_only_the_tallies_after_the_last_reset_count() -> None:
    texts = ("5/5/5/5/1", "1/2/3/4/2", "1/0/0/0/2", "9/9/9/9")
    stored = [read_stored(old_key(str(page)), text) for page, text in enumerate(texts)]
    assert scores_of(joined(*stored))[Opponent.HUMAN] == (2, 2, 3, 4)


def test_scores_stay_numbers_that_can_be_read() -> None:
    stored = [read_stored(old_key(page), f"{MOST}/0/0/0") for page in "ab"]
    assert scores_of(joined(*stored))[Opponent.HUMAN] == (MOST, 0, 0, 0)
