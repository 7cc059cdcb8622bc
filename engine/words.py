"""Every sentence that the game shows or speaks."""

from typing import NamedTuple

from engine.game import Game, Move
from engine.rules import FREE, Mark
from engine.session import Opponent, Session

PLACES = (
    *("top left", "top centre", "top right"),
    *("middle left", "centre", "middle right"),
    *("bottom left", "bottom centre", "bottom right"),
)
GAMES = {
    Opponent.EASY: "your games against the easy computer",
    Opponent.MEDIUM: "your games against the medium computer",
    Opponent.HARD: "your games against the hard computer",
    Opponent.HUMAN: "the games between two people",
}

NOT_SAVED = "This browser does not let the page save anything: scores last until you leave."
BROKEN = "Something went wrong and the game cannot go on. Please reload the page."


class Banner(NamedTuple):
    """What the status banner says: how the game stands, and how it came to."""

    headline: str
    detail: str


class Names(NamedTuple):
    """What the two sides are called, as the subject of a sentence."""

    x: str
    o: str

    def of(self, mark: Mark) -> str:
        """The name of a side."""
        return self.x if mark is Mark.X else self.o


def names(opponent: Opponent) -> Names:
    """What the sides are called against an opponent."""
    return Names("X", "O") if opponent is Opponent.HUMAN else Names("You", "The computer")


def banner(session: Session) -> Banner:
    """The words of the status banner."""
    game = session.game
    called = names(session.opponent)
    if game.winner:
        return Banner(_victory(called.of(game.winner)), _how_it_was_won(game, called))
    if game.is_over:
        return Banner("A draw", "Nobody has three in a row.")
    if session.computer_to_move:
        headline = "The computer is thinking"
    elif session.opponent is Opponent.HUMAN:
        headline = f"{game.current_player}’s turn"
    else:
        headline = "Your turn"
    return Banner(
        headline, f"{_took(game.history[-1], called)}." if game.history else "Take any cell."
    )


def cell_name(game: Game, cell: int) -> str:
    """What a cell is called: its place and what is in it."""
    held = game.board[cell]
    name = f"{PLACES[cell].capitalize()}, {'empty' if held == FREE else held}"
    winning = any(cell in line for line in game.winning_lines)
    return f"{name}, in the winning line" if winning else name


def move_text(move: Move) -> str:
    """A move as the list of moves shows it."""
    return f"{move.player} {PLACES[move.cell]}"


def score_labels(opponent: Opponent) -> Names:
    """What stands above the wins of X and of O."""
    return Names("X", "O") if opponent is Opponent.HUMAN else Names("You", "Computer")


def forfeit_question(session: Session) -> str:
    """What is asked before a game is given up."""
    player = session.game.current_player
    if session.opponent is Opponent.HUMAN:
        return f"Does {player} give up? The game will count as won by {player.opponent}."
    return "Do you give up? The game will count as won by the computer."


def reset_question(opponent: Opponent) -> str:
    """What is asked before scores are reset."""
    return f"Forget the scores of {GAMES[opponent]}?"


def forgotten(opponent: Opponent) -> str:
    """What is said when scores have been reset."""
    return f"The scores of {GAMES[opponent]} are forgotten."


def _victory(name: str) -> str:
    return "You win!" if name == "You" else f"{name} wins!"


def _how_it_was_won(game: Game, called: Names) -> str:
    if not game.winning_lines:
        return f"{called.of(game.current_player)} gave up."
    made = "three in a row" if len(game.winning_lines) == 1 else "two lines at once"
    return f"{_took(game.history[-1], called)}: {made}."


def _took(move: Move, called: Names) -> str:
    return f"{called.of(move.player)} took the {PLACES[move.cell]}"
