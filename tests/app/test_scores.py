"""Scores: what counts for whom, and how the tallies of pages are merged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.saved_format import saved_tally, tally_text
from app.scores import (
    MOST,
    Score,
    merged,
    score_of,
    tally_after,
    tally_after_reset,
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
    assert merged([Score(1, 2, 3, 4), Score(10, 20, 30), Score(x_wins=1)]) == (12, 22, 33, 4, 0)
    assert merged([]) == (0, 0, 0, 0, 0)
    assert merged([Score(x_wins=999_999_999), Score(1, 1, 1)]) == (999_999_999, 1, 1, 0, 0)


def test_only_what_was_counted_since_the_last_reset_adds_up() -> None:
    assert merged([Score(5, 5, 5, 5, 1), Score(1, 2, 3, 4, 2), Score(1, resets=2)]) == (
        2,
        2,
        3,
        4,
        2,
    )


@given(some_score, some_score)
def test_a_sum_of_scores_can_always_be_kept(one: Score, other: Score) -> None:
    both = merged([one, other])
    assert saved_tally(tally_text(both)) == both == merged([other, one])
    if one.resets != other.resets:
        assert both == max(one, other, key=lambda score: score.resets)
    else:
        assert both[:-1] == tuple(min(sum(two), MOST) for two in zip(one, other, strict=True))[:-1]


def test_an_ended_game_is_added_to_what_a_page_has_counted_since_the_last_reset() -> None:
    won = Session(Opponent.HARD, Game.from_record("03142"), helped=True)
    assert tally_after(won, Score(1, 1, 1, 1, 3), Score(9, 9, 9, 9, 3)) == (2, 1, 1, 2, 3)
    assert tally_after(won, Score(1, 1, 1, 1, 2), Score(9, 9, 9, 9, 3)) == (1, 0, 0, 1, 3)


def test_a_reset_forgets_all_that_was_shown() -> None:
    shown = Score(1, 2, 3, 4, 5)
    assert merged([shown, tally_after_reset(shown)]) == (0, 0, 0, 0, 6)
    assert tally_after_reset(Score(resets=MOST)).resets == MOST


def test_pages_that_count_while_another_resets_come_to_the_same_in_any_order() -> None:
    shown = Score(5)
    won = Session(Opponent.HUMAN, Game.from_record("03142"))
    resetter = tally_after_reset(shown)
    unaware = tally_after(won, shown, shown)
    aware = tally_after(won, shown, merged([shown, resetter]))
    for mine in (unaware, aware):
        assert merged([mine, resetter]) == merged([resetter, mine])
    assert merged([unaware, resetter]).x_wins == 0
    assert merged([aware, resetter]).x_wins == 1
