"""Tic-tac-toe without a screen: the rules, games, minimax and the computer's levels.

Pure Python with no input or output, so that the same code runs in a browser, in a test and here.
"""

from engine.game import Game, InvalidRecord, Move
from engine.levels import Level, choose, policy, strength
from engine.minimax import Verdict, best_cells, verdicts
from engine.rules import CellTaken, GameOver, IllegalMove, Mark, OutOfBounds, OutOfTurn, Status

__all__ = [
    "CellTaken",
    "Game",
    "GameOver",
    "IllegalMove",
    "InvalidRecord",
    "Level",
    "Mark",
    "Move",
    "OutOfBounds",
    "OutOfTurn",
    "Status",
    "Verdict",
    "best_cells",
    "choose",
    "policy",
    "strength",
    "verdicts",
]
