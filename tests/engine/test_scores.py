"""Scores: what counts for whom, and texts and keys that cannot be trusted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game
from engine.scores import (
    MOST,
    Score,
    opponent_of_key,
    score_from_text,
    score_key,
    score_of,
    score_text,
    total,
)
from engine.session import Opponent, Session

games = st.integers(0, MOST)
some_score = st.builds(Score, games, games, games, games)


@pytest.mark.parametrize(
    ("record", "score"),
    [
        ("03142", Score(x_wins=1)),
        ("304182", Score(o_wins=1)),
        ("012346587", Score(draws=1)),
        ("f", Score(o_wins=1)),
        ("4f", Score(x_wins=1)),
    ],
)
def test_an_ended_game_counts_for_its_winner_or_as_a_draw(record: str, score: Score) -> None:
    session = Session(Opponent.HARD, Game.from_record(record))
    assert score_of(session) == score
    assert score_of(session._replace(helped=True)) == score._replace(helped=1)


def test_a_score_is_wins_of_x_draws_wins_of_o_and_how_many_had_help() -> None:
    assert Score(x_wins=1, draws=2, o_wins=3, helped=4) == (1, 2, 3, 4)
    assert Score() == (0, 0, 0, 0)


def test_scores_add_up() -> None:
    assert total([Score(1, 2, 3, 4), Score(10, 20, 30), Score(x_wins=1)]) == (12, 22, 33, 4)
    assert total([]) == (0, 0, 0, 0)
    assert total([Score(x_wins=999_999_999), Score(1, 1, 1)]) == (999_999_999, 1, 1, 0)


@given(some_score, some_score)
def test_a_sum_of_scores_can_always_be_kept(one: Score, other: Score) -> None:
    both = total([one, other])
    assert score_from_text(score_text(both)) == both
    assert all(kept == min(a + b, MOST) for kept, a, b in zip(both, one, other, strict=True))


def test_the_text_is_plain_to_read() -> None:
    assert score_text(Score(3, 0, 1, 2)) == "3/0/1/2"


@pytest.mark.parametrize(
    "text",
    [
        *(
            None,
            "",
            "null",
            "[1, 2, 3]",
            "1/2/3",
            "1/2/3/4/5",
            "-1/0/0/0",
            "1.5/0/0/0",
            "1e9/0/0/0",
        ),
        *("1000000000/0/0/0", "9" * 10_000 + "/0/0/0", "\u0661/0/0/0", "1/2/3/4\n", " 1/2/3/4"),
        *("x/0/0/0", "0/0/0/x"),
        "<script>alert(1)</script>",
    ],
)
def test_a_text_that_keeps_no_score_counts_for_nothing(text: str | None) -> None:
    assert score_from_text(text) == Score()


@given(st.text())
def test_any_text_at_all_is_read_without_failing(text: str) -> None:
    assert all(0 <= count <= MOST for count in score_from_text(text))


@pytest.mark.parametrize("opponent", Opponent)
def test_a_key_belongs_to_one_opponent_and_one_page(opponent: Opponent) -> None:
    keys = {score_key(opponent, page) for page in (0, 1, 2**64 - 1)}
    assert len(keys) == 3
    assert {opponent_of_key(key) for key in keys} == {opponent}
    assert score_key(opponent, 255) == f"tic-tac-toe.scores.{opponent}.00000000000000ff"


@pytest.mark.parametrize(
    "key",
    [
        "",
        "tic-tac-toe.session",
        "tic-tac-toe.scores.",
        "tic-tac-toe.scores.easy.abc",
        "tic-tac-toe.scores.nobody.0000000000000000",
        "tic-tac-toe.scores.easy.000000000000000g",
        "tic-tac-toe.scores.easy.00000000000000000",
        "tic-tac-toe-scores.easy.0000000000000000",
        "tic-tac-toe.scores-easy.0000000000000000",
        "other.scores.easy.0000000000000000",
        "tic-tac-toe.scores.easy.0000000000000000\n",
    ],
)
def test_other_keys_count_nothing(key: str) -> None:
    assert opponent_of_key(key) is None
