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
    """An opponent and a game against it. The computer, where it plays, is O but in practice."""

    opponent: Opponent
    game: Game
    helped: bool = False  # by a hint or by insight
    link_id: str = ""  # in links, if two people send the game to each other
    sent: str = ""  # its record in the link that was sent or received last
    computer: Mark = Mark.O

    @property
    def computer_to_move(self) -> bool:
        """Whether the game waits for the computer."""
        if self.opponent is Opponent.HUMAN or self.game.is_over:
            return False
        return self.game.current_player is self.computer

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for a person."""
        return not self.game.is_over and not self.computer_to_move

    @property
    def is_on(self) -> bool:
        """Whether there is a game to resume."""
        return self.game.move_count > 0 and not self.game.is_over

    @property
    def is_to_send(self) -> bool:
        """Whether the game has gone on since it was sent or received."""
        return bool(self.link_id) and self.game.record != self.sent

    def goes_on_from(self, other: "Session") -> bool:
        """Whether it is a game from a link, as far as another session has it or further."""
        is_same = bool(self.link_id) and self.link_id == other.link_id
        return is_same and self.game.record.startswith(other.game.record)

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
