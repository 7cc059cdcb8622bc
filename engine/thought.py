"""How the computer thought: what minimax knew when the last move of O was chosen."""

from typing import NamedTuple

from engine.game import Game, Move
from engine.levels import Level, cells_played
from engine.minimax import ALL, BITS, COMPLETING, Verdict, cells_in, nodes_searched, sides, verdicts
from engine.rules import Mark


class Thought(NamedTuple):
    """A decision, and what could be known when it was made."""

    game: Game  # before the move
    chosen: int
    verdicts: dict[int, Verdict]
    line: tuple[Game, ...]  # after the move, and after each that is then expected, to the end
    positions: int  # that could still come
    nodes_searched: int  # to know all this, from nothing

    @property
    def expected(self) -> tuple[Move, ...]:
        """The moves that are expected after the one that was made."""
        return self.line[-1].history[len(self.line[0].history) :]


def last_thought(game: Game) -> Thought | None:
    """The last decision of O in a game, if there is one."""
    move = next((move for move in reversed(game.history) if move.player is Mark.O), None)
    if move is None:
        return None
    before = Game.from_record(game.record[: move.sequence_number - 1])
    line = [before.play(move.cell)]
    while not line[-1].is_over:
        line.append(line[-1].play(cells_played(line[-1].board, Level.HARD)[0]))
    mine, theirs = sides(before.board)
    return Thought(
        before,
        move.cell,
        verdicts(before.board),
        tuple(line),
        _positions(mine, theirs),
        nodes_searched(mine, theirs),
    )


def _positions(mine: int, theirs: int) -> int:
    """How many different positions can come after this one."""
    found = set()
    unvisited = [(mine, theirs)]
    while unvisited:
        mine, theirs = unvisited.pop()
        for cell in cells_in(ALL ^ mine ^ theirs):
            after = theirs, mine | BITS[cell]
            if after not in found:
                found.add(after)
                if not COMPLETING[mine] & BITS[cell]:
                    unvisited.append(after)
    return len(found)
