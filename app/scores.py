"""Scores: how many games X won, were drawn, and O won, against each opponent.

They are derived from the history, by the shape of each record: that the rules allow it is checked
where it is shown, imported or exported.
"""

from collections import Counter
from typing import NamedTuple

from app.history import DRAW, O_WINS, X_WINS, History, result_of
from app.session import Opponent

MOST = 999_999_999


class Score(NamedTuple):
    """Games against an opponent."""

    x_wins: int = 0
    draws: int = 0
    o_wins: int = 0
    helped: int = 0  # of all these

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.x_wins + self.draws + self.o_wins


def scores_of(history: History) -> dict[Opponent, Score]:
    """The scores against all opponents, since their last resets."""
    scores = dict.fromkeys(Opponent, Score())
    for (opponent, result, helped), games in _counted(history).items():
        score = score_of(result, helped=helped)
        scores[opponent] = added_up(scores[opponent], Score(*(games * count for count in score)))
    return scores


def added_up(*scores: Score) -> Score:
    """The sum of scores, as far as it can be stored."""
    return Score(*(min(sum(games), MOST) for games in zip(Score(), *scores, strict=True)))


def _counted(history: History) -> Counter[tuple[Opponent, str, bool]]:
    """How many entries count, by what counts of them."""
    return Counter(
        (entry.opponent, result_of(entry.record), entry.helped)
        for entry in history.entries.values()
        if history.counts(entry)
    )


def score_of(result: str, *, helped: bool = False) -> Score:
    """What a result counts, or a tally."""
    if "/" in result:
        return Score(*map(int, result.split("/")))
    wins = Counter([result])
    return Score(wins[X_WINS], wins[DRAW], wins[O_WINS], int(helped))
