"""Tic-tac-toe without a screen: the rules, games, minimax and the computer's levels.

Pure Python with no input or output, so that the same code runs in a browser, in a test and here.
"""

import typing

from engine.game import Game, InvalidRecord, Move
from engine.levels import Level, choose, policy, strength
from engine.minimax import Verdict, best_cells, verdicts
from engine.rules import CellTaken, GameOver, IllegalMove, Mark, OutOfBounds, OutOfTurn, Status

if typing.TYPE_CHECKING:
    from engine.advice import Advice, MoveReview, Reason, advise, review

__all__ = [
    "Advice",
    "CellTaken",
    "Game",
    "GameOver",
    "IllegalMove",
    "InvalidRecord",
    "Level",
    "Mark",
    "Move",
    "MoveReview",
    "OutOfBounds",
    "OutOfTurn",
    "Reason",
    "Status",
    "Verdict",
    "advise",
    "best_cells",
    "choose",
    "policy",
    "review",
    "strength",
    "verdicts",
]


def __getattr__(name: str) -> object:
    """Advice and reviews, which are imported when they are first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine import advice  # noqa: PLC0415 - no game waits for it

    return getattr(advice, name)
