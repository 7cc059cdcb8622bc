"""Who plays what: the opponent that was chosen, and the game that is on."""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.game import Game
from engine.levels import Level, choose
from engine.rules import Mark

if TYPE_CHECKING:
    from random import Random


REPLY_SECONDS = 0.35  # before the computer moves, so that the eye can follow


class Opponent(StrEnum):
    """Whom one can play against: the computer at one of its levels, or another person."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    HUMAN = "human"


class Session(NamedTuple):
    """An opponent and a game against it. The computer, where it plays, is O."""

    opponent: Opponent
    game: Game
    helped: bool = False  # by a hint or by insight

    @property
    def computer_to_move(self) -> bool:
        """Whether the game waits for the computer."""
        against_computer = self.opponent is not Opponent.HUMAN
        return against_computer and not self.game.is_over and self.game.current_player is Mark.O

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for a person."""
        return not self.game.is_over and not self.computer_to_move

    @property
    def is_on(self) -> bool:
        """Whether there is a game to resume."""
        return self.game.move_count > 0 and not self.game.is_over

    def played(self, cell: int) -> "Session":
        """The session after the player to move has taken the cell."""
        return self._replace(game=self.game.play(cell))

    def replied(self, rng: "Random") -> "Session":
        """The session after the computer has moved."""
        return self.played(choose(self.game.board, Level(self.opponent), rng))

    def with_help(self) -> "Session":
        """The session after the player was helped; an ended game cannot be."""
        return self if self.game.is_over else self._replace(helped=True)

    def forfeited(self) -> "Session":
        """The session after the player to move has given up."""
        return self._replace(game=self.game.forfeit(self.game.current_player))


def new_session(opponent: Opponent = Opponent.MEDIUM) -> Session:
    """A fresh game against the opponent."""
    return Session(opponent, Game())
