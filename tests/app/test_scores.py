"""Scores: what counts for whom, and texts and keys that cannot be trusted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scores import (
    MOST,
    Score,
    opponent_of_key,
    reset,
    score_after,
    score_from_text,
    score_key,
    score_of,
    score_text,
    total,
)
from app.session import Opponent, Session
from engine import Game

games = st.integers(0, MOST)
some_score = st.builds(Score, games, games, games, games, st.integers(0, 2))


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


def test_a_score_is_wins_of_x_draws_wins_of_o_how_many_had_help_and_resets() -> None:
    assert Score(x_wins=1, draws=2, o_wins=3, helped=4, resets=5) == (1, 2, 3, 4, 5)
    assert Score() == (0, 0, 0, 0, 0)


def test_scores_add_up() -> None:
    assert total([Score(1, 2, 3, 4), Score(10, 20, 30), Score(x_wins=1)]) == (12, 22, 33, 4, 0)
    assert total([]) == (0, 0, 0, 0, 0)
    assert total([Score(x_wins=999_999_999), Score(1, 1, 1)]) == (999_999_999, 1, 1, 0, 0)


def test_only_what_was_counted_since_the_last_reset_adds_up() -> None:
    assert total([Score(5, 5, 5, 5, 1), Score(1, 2, 3, 4, 2), Score(1, resets=2)]) == (
        2,
        2,
        3,
        4,
        2,
    )


@given(some_score, some_score)
def test_a_sum_of_scores_can_always_be_kept(one: Score, other: Score) -> None:
    both = total([one, other])
    assert score_from_text(score_text(both)) == both == total([other, one])
    if one.resets != other.resets:
        assert both == max(one, other, key=lambda score: score.resets)
    else:
        assert both[:-1] == tuple(min(sum(two), MOST) for two in zip(one, other, strict=True))[:-1]


def test_an_ended_game_is_added_to_what_a_page_has_counted_since_the_last_reset() -> None:
    won = Session(Opponent.HARD, Game.from_record("03142"), helped=True)
    assert score_after(won, Score(1, 1, 1, 1, 3), Score(9, 9, 9, 9, 3)) == (2, 1, 1, 2, 3)
    assert score_after(won, Score(1, 1, 1, 1, 2), Score(9, 9, 9, 9, 3)) == (1, 0, 0, 1, 3)


def test_a_reset_forgets_all_that_was_shown() -> None:
    shown = Score(1, 2, 3, 4, 5)
    assert total([shown, reset(shown)]) == (0, 0, 0, 0, 6)
    assert reset(Score(resets=MOST)).resets == MOST


def test_pages_that_count_while_another_resets_come_to_the_same_in_any_order() -> None:
    shown = Score(5)
    won = Session(Opponent.HUMAN, Game.from_record("03142"))
    resetter = reset(shown)
    unaware = score_after(won, shown, shown)
    aware = score_after(won, shown, total([shown, resetter]))
    for mine in (unaware, aware):
        assert total([mine, resetter]) == total([resetter, mine])
    assert total([unaware, resetter]).x_wins == 0
    assert total([aware, resetter]).x_wins == 1


def test_the_text_is_plain_to_read() -> None:
    assert score_text(Score(3, 0, 1, 2, 0)) == "3/0/1/2/0"


def test_a_text_without_resets_is_a_score_before_the_first() -> None:
    assert score_from_text("3/0/1/2") == Score(3, 0, 1, 2)


@pytest.mark.parametrize(
    "text",
    [
        *(
            None,
            "",
            "null",
            "[1, 2, 3]",
            "1/2/3",
            "1/2/3/4/5/6",
            "-1/0/0/0",
            "1.5/0/0/0",
            "1e9/0/0/0",
        ),
        *("1000000000/0/0/0", "9" * 10_000 + "/0/0/0", "\u0661/0/0/0", "1/2/3/4\n", " 1/2/3/4"),
        *("x/0/0/0", "0/0/0/x", "0/0/0/0/x", "0/0/0/0/", "0/0/0/0/1000000000"),
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
