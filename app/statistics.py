"""Statistics: what the games that are kept in full tell of a player.

Against the computer the player is X; between two people there is no "you", and no run.
"""

from collections.abc import Collection, Iterable
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from app.history import DRAW, O_WINS, Entry, History, is_legal, result_of
from app.session import Opponent
from engine.advice import review
from engine.game import Game
from engine.rules import Mark

LAST = 30  # games that are drawn
LEVELS = (Opponent.EASY, Opponent.MEDIUM, Opponent.HARD)
PERFECT_IN_A_ROW, DRAWS_IN_A_ROW = 5, 10  # that earn a sentence


class Judged(NamedTuple):
    """A game, and how well it was played."""

    result: str
    moves: int  # of the player, or of both
    best: int  # of these
    is_perfect: bool  # neither lost nor a mistake in it


class Statistics(NamedTuple):
    """What the games against an opponent, or several, tell."""

    run: int  # without a loss, up to now
    best_run: int
    perfect: int
    last: tuple[Judged, ...]  # oldest first

    @property
    def shares(self) -> list[int]:
        """How many in a hundred moves were best, for every ten of the last games."""
        tens = (self.last[start : start + 10] for start in range(0, len(self.last), 10))
        counts = ((sum(game.best for game in ten), sum(game.moves for game in ten)) for ten in tens)
        return [100 * best // moves for best, moves in counts if moves]


def statistics(history: History, opponents: Collection[Opponent]) -> Statistics:
    """What the games since the last reset tell."""
    games = [judged(entry) for entry in games_against(history, opponents)]
    runs = [0]
    for game in games:
        runs.append(0 if game.result == O_WINS else runs[-1] + 1)
    return Statistics(
        run=runs[-1],
        best_run=max(runs),
        perfect=sum(game.is_perfect for game in games),
        last=tuple(games[-LAST:]),
    )


def games_against(history: History, opponents: Collection[Opponent]) -> list[Entry]:
    """The games that are kept in full and count, oldest first."""
    return [
        entry
        for _, entry in history.full_games()
        if entry.opponent in opponents and history.counts(entry) and is_legal(entry)
    ]


def judge_all(entries: Iterable[Entry]) -> None:
    """Judges games before anybody asks: to ask again costs next to nothing."""
    for entry in entries:
        if entry.ended and is_legal(entry):
            judged(entry)


def judged(entry: Entry) -> Judged:
    """How well a game was played."""
    return _judged(entry.record, is_both=entry.opponent is Opponent.HUMAN)


@cache
def _judged(record: str, *, is_both: bool) -> Judged:
    qualities = [
        move.quality
        for move in review(Game.from_record(record))
        if is_both or move.move.player is Mark.X
    ]
    result = result_of(record)
    is_lost = result != DRAW if is_both else result == O_WINS
    return Judged(
        result=result,
        moves=len(qualities),
        best=qualities.count("best"),
        is_perfect=not is_lost and "mistake" not in qualities,
    )


def earns_praise(history: History, opponent: Opponent) -> bool:
    """Whether the newest games against an opponent, played without help, earn a sentence.

    Against Hard those are draws; else games without a mistake.
    """
    newest = reversed(games_against(history, {opponent}))
    alone = takewhile(lambda entry: not entry.helped, newest)
    if opponent is Opponent.HARD:
        draws = takewhile(lambda entry: result_of(entry.record) == DRAW, alone)
        return len(list(draws)) >= DRAWS_IN_A_ROW
    perfect = takewhile(lambda entry: judged(entry).is_perfect, alone)
    return opponent in LEVELS and len(list(perfect)) >= PERFECT_IN_A_ROW
