"""Advice before a move and its review afterwards: what minimax knows, as a player would say it.

A reason holds for a cell by a definition. Of the cells that hard would play, the advice is for the
first one, with the first reason that holds for it.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from engine.game import Game, Move
from engine.levels import Level, cells_played, traps
from engine.minimax import (
    ALL,
    BITS,
    COMPLETING,
    Verdict,
    best_cells,
    cells_in,
    scores,
    sides,
    verdicts,
)
from engine.rules import EMPTY, GameOver, Mark, require_reachable, with_mark

Definition: TypeAlias = Callable[[int, int, int], bool]
Quality: TypeAlias = Literal["best", "weaker", "mistake"]

WORTH = {"win": 1, "draw": 0, "loss": -1}


class Reason(StrEnum):
    """Why a cell is the one to play."""

    WINS = "wins now"
    BLOCKS = "blocks a win"
    FORKS = "makes a fork"
    STOPS_FORK = "stops a fork"
    ONLY = "only move that does not lose"
    TRAPS = "keeps the draw and sets a trap"
    DRAWS = "keeps the draw"
    LOSES = "nothing better: all lose"


class Advice(NamedTuple):
    """A cell to play, and why."""

    cell: int
    reason: Reason


def advise(board: str) -> Advice:
    """The cell to play, and why."""
    cells = cells_played(require_reachable(board), Level.HARD)
    if not cells:
        raise GameOver(f"the game is over: nothing to advise on {board}")
    mine, theirs = sides(board)
    holding = (reason for reason in Reason if DEFINITIONS[reason](mine, theirs, cells[0]))
    return Advice(cells[0], next(holding))


def _wins(mine: int, theirs: int, cell: int) -> bool:
    """It makes three in a row."""
    return bool(_winning(mine, theirs) & BITS[cell])


def _blocks(mine: int, theirs: int, cell: int) -> bool:
    """The opponent could win at once, and then cannot."""
    return bool(_winning(theirs, mine)) and not _winning(theirs, mine | BITS[cell])


def _forks(mine: int, theirs: int, cell: int) -> bool:
    """It wins by force, if not at once: that takes two ways to win, of which one can be blocked."""
    return scores(mine, theirs)[cell] > 0 and not _wins(mine, theirs, cell)


def _stops_fork(mine: int, theirs: int, cell: int) -> bool:
    """The opponent could make two ways to win with one move, and then cannot force a win."""
    forks = any(
        _winning(theirs | BITS[reply], mine).bit_count() > 1
        for reply in cells_in(ALL ^ mine ^ theirs)
    )
    return forks and scores(mine, theirs)[cell] >= 0


def _only(mine: int, theirs: int, cell: int) -> bool:
    """Every other cell loses."""
    return [other for other, score in scores(mine, theirs).items() if score >= 0] == [cell]


def _traps(mine: int, theirs: int, cell: int) -> bool:
    """It keeps the draw, and by wrong replies the opponent can still lose."""
    return _draws(mine, theirs, cell) and traps(mine, theirs, cell) > 0


def _draws(mine: int, theirs: int, cell: int) -> bool:
    """It keeps the draw."""
    return scores(mine, theirs)[cell] == 0


def _loses(mine: int, theirs: int, _: int) -> bool:
    """Every cell loses."""
    return max(scores(mine, theirs).values()) < 0


DEFINITIONS: dict[Reason, Definition] = {
    Reason.WINS: _wins,
    Reason.BLOCKS: _blocks,
    Reason.FORKS: _forks,
    Reason.STOPS_FORK: _stops_fork,
    Reason.ONLY: _only,
    Reason.TRAPS: _traps,
    Reason.DRAWS: _draws,
    Reason.LOSES: _loses,
}


def _winning(side: int, other: int) -> int:
    """The free cells that give a side three in a row."""
    return COMPLETING[side] & (ALL ^ side ^ other)


class MoveReview(NamedTuple):
    """What a move was worth, beside what could be had."""

    move: Move
    best: Verdict  # on the best cells there were
    verdict: Verdict  # on the cell that was played
    better: tuple[int, ...]  # for a mistake, all that would have kept what it gave away

    @property
    def given_away(self) -> int:
        """0, or 1 for a win that became a draw or a draw that became a loss, or 2 for both."""
        return WORTH[self.best.outcome] - WORTH[self.verdict.outcome]

    @property
    def quality(self) -> Quality:
        """A mistake gives something away; what only wins later or loses sooner is weaker."""
        if self.given_away:
            return "mistake"
        return "weaker" if self.better else "best"


def review(game: Game) -> tuple[MoveReview, ...]:
    """What each move of a game was worth."""
    reviews = []
    board = EMPTY
    for move in game.history:
        reviews.append(MoveReview(move, *_judgement(board, move.cell)))
        board = with_mark(board, move.cell, move.player)
    return tuple(reviews)


def losing_move(reviews: Sequence[MoveReview], winner: Mark | None) -> MoveReview | None:
    """The move that lost a game; none if nobody lost, or if it was lost by a forfeit alone."""
    last = next((judged for judged in reversed(reviews) if judged.given_away), None)
    if last and last.move.player.opponent is winner and last.verdict.outcome == "loss":
        return last
    return None


@cache
def _judgement(board: str, cell: int) -> tuple[Verdict, Verdict, tuple[int, ...]]:
    """The verdict on the best cells of a board, that on a cell, and the cells better than it."""
    known, best = verdicts(board), best_cells(board)
    highest, verdict = known[best[0]], known[cell]
    if verdict == highest:
        return highest, verdict, ()
    if verdict.outcome == highest.outcome:
        return highest, verdict, best
    kept = tuple(other for other in known if known[other].outcome == highest.outcome)
    return highest, verdict, kept
