"""Scores: how many games X won, were drawn, and O won, against each opponent.

Each page that is open counts the games against each opponent under a key of its own, so that no
two pages ever write the same one; what is shown is the sum. A reset does not take back what other
pages count: it is a higher number of resets, and only the scores with the highest count. A score is
kept as text like "3/0/1/2/0".
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from app.session import Opponent, Session
from engine.rules import Mark

MOST = 999_999_999
KEY = re.compile(rf"tic-tac-toe\.scores\.({'|'.join(Opponent)})\.[0-9a-f]{{16}}")
TEXT = re.compile(r"[0-9]{1,9}(/[0-9]{1,9}){3,4}")


class Score(NamedTuple):
    """The games against an opponent."""

    x_wins: int = 0
    draws: int = 0
    o_wins: int = 0
    helped: int = 0  # of all these
    resets: int = 0  # after how many the counting began


def score_of(session: Session) -> Score:
    """What an ended game counts: a win, by a line or by a forfeit, or a draw."""
    winner, helped = session.game.winner, int(session.helped)
    if winner is None:
        return Score(draws=1, helped=helped)
    return Score(x_wins=int(winner is Mark.X), o_wins=int(winner is Mark.O), helped=helped)


def total(scores: Iterable[Score]) -> Score:
    """The sum of the scores since the last reset, as far as it can be kept."""
    scores = list(scores)
    resets = max((score.resets for score in scores), default=0)
    latest = (score for score in scores if score.resets == resets)
    counts = (min(sum(games), MOST) for games in zip(Score(), *latest, strict=True))
    return Score(*counts)._replace(resets=resets)


def score_after(session: Session, mine: Score, shown: Score) -> Score:
    """What a page has counted when a game has ended; what all pages have counted was shown."""
    return total([mine, score_of(session)._replace(resets=shown.resets)])


def reset(shown: Score) -> Score:
    """What a page has counted when it has been told to forget what was shown."""
    return Score(resets=min(shown.resets + 1, MOST))


def score_text(score: Score) -> str:
    """The score as it is kept."""
    return "/".join(map(str, score))


def score_from_text(text: str | None) -> Score:
    """The score that a text keeps; none where it keeps no score."""
    text = text or ""
    return Score(*map(int, text.split("/"))) if TEXT.fullmatch(text) else Score()


def score_key(opponent: Opponent, page: int) -> str:
    """The key under which a page, known by a number of 64 bits, counts games."""
    return f"tic-tac-toe.scores.{opponent}.{page:016x}"


def opponent_of_key(key: str) -> Opponent | None:
    """The opponent whose games are counted under a key, if it is such a key."""
    match = KEY.fullmatch(key)
    return Opponent(match[1]) if match else None
