"""What minimax knows of a decision: the moves there were, what each comes to, and why one is best.

What a position comes to is told by who wins and with which move of the game. So it stays the same
from the last move of the best line up to the first: each side hands up its best.
"""

from math import prod
from typing import NamedTuple

from engine.game import Game
from engine.levels import Level, cells_played, traps
from engine.minimax import (
    ALL,
    BITS,
    COMPLETING,
    Verdict,
    best_cells,
    cells_in,
    nodes_searched,
    sides,
    verdicts,
)
from engine.rules import Mark


class Ending(NamedTuple):
    """How a game ends with best play from both sides: who wins, and with which of its moves."""

    winner: Mark | None
    move: int


class Option(NamedTuple):
    """A move that could be made."""

    game: Game  # after it
    ending: Ending
    is_best: bool  # none comes to more
    is_expected: bool  # it is the one in the line of best play

    @property
    def cell(self) -> int:
        """The cell that it takes."""
        return self.game.history[-1].cell


class Preference(NamedTuple):
    """Why some of several equally good moves are preferred: the other side goes wrong more easily.

    What is counted are the replies that lose, if that decides; else every way in which the other
    side could go on to the end, and those in which it loses.
    """

    preferred: tuple[int, ...]
    counted: dict[int, int]  # what loses, after each of the equally good moves
    total: int  # of how many
    is_replies: bool

    @property
    def most_elsewhere(self) -> int:
        """The most that loses after a move that is not preferred."""
        return max(self.counted[cell] for cell in self.counted if cell not in self.preferred)


def options(game: Game) -> tuple[Option, ...]:
    """Every move that can be made, and what it comes to; none once the game is over."""
    best, expected = best_cells(game.board), cells_played(game.board, Level.HARD)[:1]
    return tuple(
        Option(game.play(cell), _ending(game, verdict), cell in best, cell in expected)
        for cell, verdict in verdicts(game.board).items()
    )


def expected_line(game: Game) -> tuple[Game, ...]:
    """The game after each further move of best play, to its end: what hard would play first."""
    line = []
    while not game.is_over:
        game = game.play(cells_played(game.board, Level.HARD)[0])
        line.append(game)
    return tuple(line)


def preference(game: Game) -> Preference | None:
    """Why hard prefers some of the moves that are equally good; None if it does not."""
    best, preferred = best_cells(game.board), cells_played(game.board, Level.HARD)
    if best == preferred:
        return None
    left = len(game.legal_cells) - 1
    lost = {
        cell: sum(reply.outcome == "loss" for reply in verdicts(game.play(cell).board).values())
        for cell in best
    }
    replies = Preference(preferred, lost, left, is_replies=True)
    if min(lost[cell] for cell in preferred) > replies.most_elsewhere:
        return replies
    mine, theirs = sides(game.board)
    ways = {cell: traps(mine, theirs, cell) for cell in best}
    return Preference(preferred, ways, prod(range(left, 0, -2)), is_replies=False)


def positions_after(game: Game) -> int:
    """How many different positions can come after this one."""
    found = set()
    unvisited = [sides(game.board)]
    while unvisited:
        mine, theirs = unvisited.pop()
        for cell in cells_in(ALL ^ mine ^ theirs):
            after = theirs, mine | BITS[cell]
            if after not in found:
                found.add(after)
                if not COMPLETING[mine] & BITS[cell]:
                    unvisited.append(after)
    return len(found)


def nodes_searched_for(game: Game) -> int:
    """How many nodes minimax searches to know what every move comes to, from nothing."""
    return nodes_searched(*sides(game.board))


def _ending(game: Game, verdict: Verdict) -> Ending:
    """The ending that a verdict of the side to move stands for."""
    mover = game.current_player
    winners = {"win": mover, "draw": None, "loss": mover.opponent}
    return Ending(winners[verdict.outcome], game.move_count + verdict.plies)
