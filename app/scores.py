"""Scores: how many games X won, were drawn, and O won, against each opponent.

Each open page keeps a tally of its own for each opponent, so that no two pages ever write the same
one; what is shown is their sum. A reset does not take back what other pages have counted: it is a
higher number of resets, and only the tallies with the highest number are added up.
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.session import Opponent, Session
from engine.rules import Mark

MOST = 999_999_999


class Score(NamedTuple):
    """Games against an opponent."""

    x_wins: int = 0
    draws: int = 0
    o_wins: int = 0
    helped: int = 0  # of all these
    resets: int = 0  # after how many the counting began


class TallyId(NamedTuple):
    """Whose tally it is: that of a page, for the games against an opponent."""

    opponent: Opponent
    page_id: str


def score_of(session: Session) -> Score:
    """What an ended game counts: a win, by a line or by a forfeit, or a draw."""
    winner, helped = session.game.winner, int(session.helped)
    if winner is None:
        return Score(draws=1, helped=helped)
    return Score(x_wins=int(winner is Mark.X), o_wins=int(winner is Mark.O), helped=helped)


def merged(tallies: Iterable[Score]) -> Score:
    """The sum of tallies since the last reset, as far as it can be stored."""
    tallies = list(tallies)
    resets = max((tally.resets for tally in tallies), default=0)
    latest = (tally for tally in tallies if tally.resets == resets)
    counts = (min(sum(games), MOST) for games in zip(Score(), *latest, strict=True))
    return Score(*counts)._replace(resets=resets)


def tally_after(session: Session, tally: Score, shown: Score) -> Score:
    """A page's tally when a game has ended, where all tallies together were shown."""
    return merged([tally, score_of(session)._replace(resets=shown.resets)])


def tally_after_reset(shown: Score) -> Score:
    """A page's tally when it has been told to reset what was shown."""
    return Score(resets=min(shown.resets + 1, MOST))
