"""Advice and reviews: every reason by a definition of its own, on every position there is."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

import engine
from engine import Game, GameOver, Move, MoveReview, Reason, Verdict, advise, best_cells, review
from engine.advice import losing_move
from engine.rules import Mark, free_cells, has_line, is_over, mark_to_move, with_mark
from tests.support.boards import board as picture
from tests.support.exhaustive import games_by_board

OPEN = [board for board in games_by_board() if not is_over(board)]


def played(board: str, cell: int) -> str:
    """The board after the side to move has taken the cell."""
    return with_mark(board, cell, mark_to_move(board))


def winning(board: str, mark: Mark) -> list[int]:
    """The free cells that would give a mark three in a row."""
    return [cell for cell in free_cells(board) if has_line(with_mark(board, cell, mark), mark)]


def wins(board: str, cell: int) -> bool:
    return cell in winning(board, mark_to_move(board))


def blocks(board: str, cell: int) -> bool:
    other = mark_to_move(board).opponent
    return bool(winning(board, other)) and not winning(played(board, cell), other)


@cache
def forks(board: str, cell: int) -> bool:
    """Two ways to win that cannot both be blocked, now or after every reply."""
    me = mark_to_move(board)
    after = played(board, cell)
    if is_over(after) or winning(after, me.opponent):
        return False
    if len(winning(after, me)) > 1:
        return True
    return all(
        any(wins(played(after, reply), mine) or forks(played(after, reply), mine)
            for mine in free_cells(played(after, reply)))
        for reply in free_cells(after)
    )  # fmt: skip


def loses(board: str, cell: int) -> bool:
    """The opponent wins after it, at once or by a fork."""
    after = played(board, cell)
    return not is_over(after) and any(
        wins(after, reply) or forks(after, reply) for reply in free_cells(after)
    )


def stops_fork(board: str, cell: int) -> bool:
    other = mark_to_move(board).opponent
    threats = [len(winning(with_mark(board, free, other), other)) for free in free_cells(board)]
    return max(threats) > 1 and not loses(board, cell)


def is_only(board: str, cell: int) -> bool:
    others = set(free_cells(board)) - {cell}
    return not loses(board, cell) and all(loses(board, other) for other in others)


def draws(board: str, cell: int) -> bool:
    return not (wins(board, cell) or forks(board, cell) or loses(board, cell))


@cache
def can_yet_win(board: str, cell: int) -> bool:
    """Some replies, with advice followed to the end, lose."""
    after = played(board, cell)
    if is_over(after):
        return has_line(after, mark_to_move(board))
    replies = (played(after, reply) for reply in free_cells(after))
    return any(not is_over(reply) and can_yet_win(reply, advise(reply).cell) for reply in replies)


def traps(board: str, cell: int) -> bool:
    return draws(board, cell) and can_yet_win(board, cell)


def all_lose(board: str, _: int) -> bool:
    return all(loses(board, cell) for cell in free_cells(board))


DEFINITIONS: dict[str, Callable[[str, int], bool]] = {
    "wins now": wins,
    "blocks a win": blocks,
    "makes a fork": forks,
    "stops a fork": stops_fork,
    "only move that does not lose": is_only,
    "keeps the draw and sets a trap": traps,
    "keeps the draw": draws,
    "nothing better: all lose": all_lose,
}


def test_the_reasons_are_these_in_this_order() -> None:
    assert list(Reason) == list(DEFINITIONS)


def test_a_reason_is_given_where_its_definition_holds_and_nowhere_else() -> None:
    assert len(OPEN) == 4520
    given: Counter[str] = Counter()
    for board in OPEN:
        cell, reason = advise(board)
        assert cell in best_cells(board)
        assert reason == next(name for name, holds in DEFINITIONS.items() if holds(board, cell))
        given[reason] += 1
    assert given == {
        "wins now": 2358,
        "blocks a win": 976,
        "makes a fork": 262,
        "stops a fork": 226,
        "only move that does not lose": 44,
        "keeps the draw and sets a trap": 98,
        "keeps the draw": 40,
        "nothing better: all lose": 516,
    }


@pytest.mark.parametrize(
    ("board", "cell", "reason"),
    [
        (picture("XX.", "OO.", "..."), 2, "wins now"),
        (picture("XX.", ".O.", "..."), 2, "blocks a win"),
        (picture("XOX", "O..", "..."), 4, "makes a fork"),
        (picture("X..", ".O.", "..X"), 1, "stops a fork"),
        (picture("X..", "...", "..."), 4, "only move that does not lose"),
        (picture("...", "...", "..."), 0, "keeps the draw and sets a trap"),
        (picture("XOX", "...", "OXO"), 3, "keeps the draw"),
        (picture("XOX", "OX.", "..."), 5, "nothing better: all lose"),
    ],
)
def test_advice(board: str, cell: int, reason: str) -> None:
    assert advise(board) == (cell, reason)


def test_there_is_no_advice_on_an_ended_game_or_on_what_is_no_board() -> None:
    with pytest.raises(GameOver, match=r"^the game is over: nothing to advise on XXXOO\.\.\.\.$"):
        advise(picture("XXX", "OO.", "..."))
    with pytest.raises(ValueError, match="a board has 9 cells, not 3"):
        advise("...")


def test_a_name_that_the_engine_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="^module 'engine' has no attribute 'teleport'$"):
        engine.teleport  # noqa: B018 - it is the asking that fails


def test_a_review_tells_what_each_move_was_worth() -> None:
    first, second, *_, last = review(Game.from_record("410368527"))
    assert first == MoveReview(Move(1, 1, Mark.X, 1), Verdict("draw", 9), Verdict("draw", 9), ())
    assert first.quality == "best"
    kept, lost = Verdict("draw", 8), Verdict("loss", 6)
    assert second == MoveReview(Move(0, 1, Mark.O, 2), kept, lost, (0, 2, 6, 8))
    assert (second.quality, second.given_away) == ("mistake", 1)
    assert last.move.sequence_number == 9


@pytest.mark.parametrize(
    ("record", "qualities"),
    [
        ("", []),
        ("f", []),
        ("4081", ["best", "best", "best", "mistake"]),
        ("03142", ["best", "mistake", "best", "weaker", "best"]),
        ("03145", ["best", "mistake", "best", "weaker", "mistake"]),
        ("0124", ["best", "mistake", "mistake", "best"]),
    ],
)
def test_the_quality_of_moves(record: str, qualities: list[str]) -> None:
    assert [judged.quality for judged in review(Game.from_record(record))] == qualities


def test_a_weaker_move_names_the_best_ones_and_a_mistake_all_that_would_have_done() -> None:
    missed = review(Game.from_record("01425"))[-1]
    assert (missed.best, missed.verdict, missed.better) == (("win", 1), ("win", 3), (8,))
    assert missed.quality == "weaker"
    wasted = review(Game.from_record("012"))[-1]
    assert (wasted.best, wasted.verdict, wasted.better) == (("win", 5), ("draw", 7), (3, 4, 6))
    assert wasted.quality == "mistake"
    spoilt = review(Game.from_record("01352"))[-1]  # 6 wins at once, 4 and 8 in three
    assert (spoilt.best, spoilt.verdict, spoilt.better) == (("win", 1), ("draw", 5), (4, 6, 8))


@pytest.mark.parametrize(
    ("record", "number"),
    [
        ("03142", 2),  # O did not take the centre: after that, blocking only delays it
        ("304182", 5),  # X did not block
        ("410368527", None),  # drawn
        ("4f", None),  # given up for nothing
        ("f", None),
        ("40812f", 4),  # lost, and then given up
        ("01f", None),  # given up in a won position
    ],
)
def test_the_move_that_lost_the_game_is_named(record: str, number: int | None) -> None:
    game = Game.from_record(record)
    lost = losing_move(review(game), game.winner)
    assert (lost and lost.move.sequence_number) == number
