"""Statistics: they equal a naive count."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.history import Entry, History, addition, joined, reset
from app.session import Opponent
from app.statistics import LAST, LEVELS, Judged, earns_praise, judge_all, judged, statistics
from engine import Game, Mark, review
from tests.support.histories import FORFEITS, NOW, RECORDS

PERFECT_DRAW, WIN, LOSS = "041263578", "03142", "304182"


def history_of(*records: str, opponent: Opponent = Opponent.HARD, helped: bool = False) -> History:
    """A history of games that ended one after the other."""
    return addition(
        {
            f"{n:06}": Entry(0, 0, NOW + n, record, opponent, helped)
            for n, record in enumerate(records)
        }
    )


some_records = st.lists(st.sampled_from(RECORDS) | st.sampled_from(FORFEITS), max_size=40)


@given(some_records)
def test_statistics_against_a_level_equal_a_naive_count(records: list[str]) -> None:
    found = statistics(history_of(*records), {Opponent.HARD})
    games = [Game.from_record(record) for record in records]
    lost = [game.winner is Mark.O for game in games]
    ends = [-1, *[n for n, is_lost in enumerate(lost) if is_lost], len(lost)]
    runs = [after - before - 1 for before, after in pairwise(ends)]
    assert (found.run, found.best_run) == (runs[-1], max(runs))
    own = [[one for one in review(game) if one.move.player is Mark.X] for game in games]
    assert found.perfect == sum(
        not is_lost and all(one.given_away == 0 for one in moves)
        for is_lost, moves in zip(lost, own, strict=True)
    )
    assert [(game.moves, game.best) for game in found.last] == [
        (len(moves), sum(one.quality == "best" for one in moves)) for moves in own[-LAST:]
    ]
    names = {Mark.X: "x", None: "d", Mark.O: "o"}
    assert [game.result for game in found.last] == [names[game.winner] for game in games[-LAST:]]


@given(some_records)
def test_between_two_people_the_moves_of_both_are_judged(records: list[str]) -> None:
    found = statistics(history_of(*records, opponent=Opponent.HUMAN), {Opponent.HUMAN})
    games = [Game.from_record(record) for record in records]
    assert found.perfect == sum(
        game.is_draw() and all(one.given_away == 0 for one in review(game)) for game in games
    )
    assert [game.moves for game in found.last] == [game.move_count for game in games[-LAST:]]


def test_games_are_taken_in_the_order_in_which_they_ended() -> None:
    first = addition({"zzzzzz": Entry(0, 0, NOW, LOSS, Opponent.EASY)})
    second = addition({"aaaaaa": Entry(0, 0, NOW + 1, WIN, Opponent.EASY)})
    for history in (joined(first, second), joined(second, first)):
        assert statistics(history, LEVELS).run == 1


def test_only_games_in_full_count_that_are_legal_and_came_after_the_last_reset() -> None:
    history = history_of(WIN, "00000", WIN)
    assert statistics(history, {Opponent.HARD}).best_run == 2
    begun = joined(history, reset(history, Opponent.HARD))
    assert statistics(begun, {Opponent.HARD}) == statistics(History(), {Opponent.HARD})
    assert statistics(history, {Opponent.EASY}) == (0, 0, 0, ())


def test_the_share_of_best_moves_is_told_for_every_ten_games() -> None:
    games = history_of(*["f"] * 10, *[PERFECT_DRAW] * 10, *[WIN, LOSS])
    assert statistics(games, {Opponent.HARD}).shares == [100, 83]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (PERFECT_DRAW, Judged("d", 5, 5, is_perfect=True)),
        (WIN, Judged("x", 3, 3, is_perfect=True)),
        ("f", Judged("o", 0, 0, is_perfect=False)),
    ],
)
def test_a_game_without_a_mistake_is_perfect_unless_it_was_given_up(
    record: str, expected: Judged
) -> None:
    assert judged(Entry(0, 0, NOW, record, Opponent.HARD)) == expected


@pytest.mark.parametrize("opponent", [Opponent.EASY, Opponent.MEDIUM])
def test_five_games_without_a_mistake_or_help_earn_praise(opponent: Opponent) -> None:
    assert earns_praise(history_of(LOSS, *[PERFECT_DRAW] * 5, opponent=opponent), opponent)
    assert not earns_praise(history_of(*[PERFECT_DRAW] * 4, opponent=opponent), opponent)
    assert not earns_praise(history_of(*[PERFECT_DRAW] * 9, LOSS, opponent=opponent), opponent)
    helped = history_of(*[PERFECT_DRAW] * 5, opponent=opponent, helped=True)
    assert not earns_praise(helped, opponent)


def test_ten_draws_against_hard_without_help_earn_praise() -> None:
    assert earns_praise(history_of(LOSS, *[PERFECT_DRAW] * 10), Opponent.HARD)
    assert not earns_praise(history_of(*[PERFECT_DRAW] * 9), Opponent.HARD)
    assert not earns_praise(history_of(*[PERFECT_DRAW] * 10, helped=True), Opponent.HARD)


def test_between_two_people_nobody_is_praised() -> None:
    history = history_of(*[PERFECT_DRAW] * 20, opponent=Opponent.HUMAN)
    assert not earns_praise(history, Opponent.HUMAN)


def test_what_is_not_kept_in_full_or_not_legal_cannot_be_judged_and_is_passed_over() -> None:
    result = Entry(0, 0, 0, "d", Opponent.HARD)
    judge_all(
        [result, result._replace(ended=NOW, record="00000"), result._replace(ended=NOW, record=WIN)]
    )
