"""Scores: how many games X won, were drawn, and O won, against each opponent.

Scores are kept as text such as "easy=3/0/1 human=1/1/0". Each page that is open counts under a key
of its own, so that no two of them ever write over each other; what is shown is the sum. The key
tells when its page was opened: what other days have left behind can be added up and taken over.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.game import Game
from engine.rules import Mark
from engine.session import Opponent

if TYPE_CHECKING:
    from random import Random

KEY = re.compile(r"tic-tac-toe\.scores\.([0-9]{1,12})\.[0-9a-f]{8}")
DAY = 24 * 60 * 60
ENTRY = re.compile(r"([a-z]+)=([0-9]{1,9})/([0-9]{1,9})/([0-9]{1,9})")


class Score(NamedTuple):
    """The games against one opponent."""

    x_wins: int = 0
    draws: int = 0
    o_wins: int = 0


Scores: TypeAlias = Mapping[Opponent, Score]


def counted(scores: Scores, opponent: Opponent, game: Game) -> dict[Opponent, Score]:
    """The scores with an ended game added; a forfeit counts for the winner."""
    won = {Mark.X: Score(x_wins=1), Mark.O: Score(o_wins=1)}
    result = won[game.winner] if game.winner else Score(draws=1)
    return total([scores, {opponent: result}])


def without(scores: Scores, opponent: Opponent) -> dict[Opponent, Score]:
    """The scores with nothing counted against the opponent."""
    return {other: score for other, score in scores.items() if other is not opponent}


def total(several: Iterable[Scores]) -> dict[Opponent, Score]:
    """The sum of several scores."""
    sums: dict[Opponent, Score] = {}
    for scores in several:
        for opponent, score in scores.items():
            pairs = zip(sums.get(opponent, Score()), score, strict=True)
            sums[opponent] = Score(*map(sum, pairs))
    return sums


def scores_text(scores: Scores) -> str:
    """The scores as they are kept."""
    return " ".join(f"{opponent}={'/'.join(map(str, score))}" for opponent, score in scores.items())


def scores_from_text(text: str | None) -> dict[Opponent, Score]:
    """The scores that a text keeps; what is no score of a known opponent counts for nothing."""
    scores = {}
    for word in (text or "").split(" "):
        entry = ENTRY.fullmatch(word)
        if entry and entry[1] in set(Opponent):
            scores[Opponent(entry[1])] = Score(*map(int, entry.groups()[1:]))
    return scores


def new_key(now: float, rng: "Random") -> str:
    """A key for the scores of a page that is opened now."""
    return f"tic-tac-toe.scores.{now:.0f}.{rng.getrandbits(32):08x}"


def is_key(key: str) -> bool:
    """Whether scores are kept under the key."""
    return KEY.fullmatch(key) is not None


def is_old(key: str, now: float) -> bool:
    """Whether the page that counts under the key was opened a day ago or more."""
    match = KEY.fullmatch(key)
    return match is not None and now - int(match[1]) >= DAY
