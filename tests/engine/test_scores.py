"""Scores: what counts for whom, and texts that cannot be trusted."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game
from engine.scores import (
    DAY,
    Score,
    counted,
    is_key,
    is_old,
    new_key,
    scores_from_text,
    scores_text,
    total,
    without,
)
from engine.session import Opponent

count = st.integers(0, 10**9 - 1)
some_scores = st.dictionaries(st.sampled_from(Opponent), st.builds(Score, count, count, count))


@pytest.mark.parametrize(
    ("record", "score"),
    [
        ("03142", (1, 0, 0)),
        ("304182", (0, 0, 1)),
        ("012346587", (0, 1, 0)),
        ("f", (0, 0, 1)),
        ("4f", (1, 0, 0)),
    ],
)
def test_an_ended_game_counts_for_its_winner_or_as_a_draw(record: str, score: Score) -> None:
    before = {Opponent.EASY: Score(5, 5, 5)}
    after = counted(before, Opponent.HARD, Game.from_record(record))
    assert after == {Opponent.EASY: (5, 5, 5), Opponent.HARD: score}
    assert before == {Opponent.EASY: (5, 5, 5)}


def test_games_add_up() -> None:
    scores = counted({}, Opponent.HARD, Game.from_record("03142"))
    scores = counted(scores, Opponent.HARD, Game.from_record("4f"))
    scores = counted(scores, Opponent.HARD, Game.from_record("012346587"))
    assert scores == {Opponent.HARD: Score(x_wins=2, draws=1, o_wins=0)}


def test_the_scores_against_one_opponent_can_be_forgotten() -> None:
    scores = {Opponent.EASY: Score(1, 2, 3), Opponent.HARD: Score(4, 5, 6)}
    assert without(scores, Opponent.HARD) == {Opponent.EASY: (1, 2, 3)}
    assert without({}, Opponent.HARD) == {}


def test_the_total_is_the_sum_for_each_opponent() -> None:
    one = {Opponent.EASY: Score(1, 2, 3)}
    other = {Opponent.EASY: Score(10, 20, 30), Opponent.HUMAN: Score(1, 0, 0)}
    assert total([one, other]) == {Opponent.EASY: (11, 22, 33), Opponent.HUMAN: (1, 0, 0)}
    assert total([]) == {}


def test_the_text_is_plain_to_read() -> None:
    scores = {Opponent.EASY: Score(3, 0, 1), Opponent.HUMAN: Score(1, 1, 0)}
    assert scores_text(scores) == "easy=3/0/1 human=1/1/0"
    assert scores_text({}) == ""


@given(some_scores)
def test_scores_survive_being_stored(scores: dict[Opponent, Score]) -> None:
    assert scores_from_text(scores_text(scores)) == scores


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "null",
        '{"easy": [1, 2, 3]}',
        "easy",
        "easy=1/2",
        "easy=1/2/3/4",
        "easy=-1/0/0",
        "easy=1.5/0/0",
        "easy=1e9/0/0",
        "easy=1000000000/0/0",
        "easy=" + "9" * 10_000 + "/0/0",
        "easy=\u0661/0/0",
        "EASY=1/2/3",
        "nobody=1/2/3",
        "<script>alert(1)</script>",
        "easy=1/2/3\n",
    ],
)
def test_a_text_that_holds_no_score_counts_for_nothing(text: str | None) -> None:
    assert scores_from_text(text) == {}


def test_what_is_right_in_a_text_is_kept() -> None:
    text = "easy=1/2/3 medium=x/0/0 nonsense hard=4/5/6"
    assert scores_from_text(text) == {Opponent.EASY: (1, 2, 3), Opponent.HARD: (4, 5, 6)}


@given(st.text())
def test_any_text_at_all_is_read_without_failing(text: str) -> None:
    for score in scores_from_text(text).values():
        assert all(0 <= games < 10**9 for games in score)


def test_a_key_tells_when_its_page_was_opened() -> None:
    key = new_key(1_000_000.4, Random(1))
    assert key.startswith("tic-tac-toe.scores.1000000.")
    assert is_key(key)
    assert not is_old(key, 1_000_000)
    assert not is_old(key, 1_000_000 + DAY - 1)
    assert is_old(key, 1_000_000 + DAY)
    assert not is_old(key, 0)


def test_no_two_pages_have_the_same_key() -> None:
    assert len({new_key(1, Random(seed)) for seed in range(1000)}) == 1000


@pytest.mark.parametrize(
    "key",
    [
        "",
        "tic-tac-toe.session",
        "tic-tac-toe.scores.",
        "tic-tac-toe.scores.1.abc",
        "tic-tac-toe.scores.x.00000000",
        "tic-tac-toe.scores." + "9" * 5000 + ".00000000",
        "other.scores.1.00000000",
        "tic-tac-toe.scores.1.00000000 ",
    ],
)
def test_other_keys_hold_no_scores(key: str) -> None:
    assert not is_key(key)
    assert not is_old(key, 10**12)
