"""Every sentence that the game shows or speaks, but for what always stands in index.html.

To translate the game, translate this module, index.html, manifest.webmanifest, and the title and
lang in service-worker.js.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from app.session import Opponent, Session
from engine.game import Game, Move
from engine.rules import FREE, Mark

if TYPE_CHECKING:
    from engine.advice import Advice, MoveReview
    from engine.minimax import Verdict
    from engine.thought import Thought

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
HINTS = {
    "wins now": "{Place} wins now.",
    "blocks a win": "{Place} blocks a win.",
    "makes a fork": "{Place} makes a fork: two ways to win.",
    "stops a fork": "{Place} stops the other side’s fork.",
    "only move that does not lose": "Only the {place} does not lose.",
    "keeps the draw and sets a trap": "{Place} keeps the draw and sets a trap.",
    "keeps the draw": "{Place} keeps the draw.",
    "nothing better: all lose": "Every move loses here. Try the {place}.",
}
LATER_FORK = "{Place} leads to a fork, and that wins."
KEPT = {
    "win": "The best there was: it wins{}.",
    "draw": "The best there was: it keeps the draw.",
    "loss": "As good as any: it was lost.",
}
WEAKER = {
    "win": "It wins too, but later than the {}.",
    "loss": "It was lost, but the {} would have held out longer.",
}
QUALITIES = {"best": "best", "weaker": "weaker", "mistake": "mistake"}
TAGS = {"": "", "hint": "hint", "played": "this move", "better": "better"}
FORK_PLIES = 3  # a fork, a block of one of its ways to win, and the other way
LEVELS = {
    Opponent.EASY: "Easy does not think ahead: it takes any free cell.",
    Opponent.MEDIUM: "Medium takes a win or blocks one; otherwise it takes any free cell.",
    Opponent.HARD: "Hard takes the best cell, and of equals the one that sets the most traps.",
}

SHARED = "A shared game"
NOT_A_GAME = "That link holds no legal game, but you can play one here."
LINK_COPIED = "The link to this game is copied."
LINK_SHOWN = "This is the link to the game. Copy it to share it."
BEFORE = "Before the first move."
NODES_SEARCHED = (
    "{} could still come. To know all this, minimax searched {}: mirror images count once, and "
    "where a win must be taken or blocked it searches nothing else."
)
PICTURE = "The boards that it weighed"
TO_MOVE = "O to move"
CHOSEN = "chosen"
THEN = "then {}"
NO_THOUGHT = "The computer has not moved yet."
NOT_PLAYING = "The computer does not play in this game."
NOT_SAVED = "This browser lets the page save nothing: scores last until you leave."

# What JavaScript says before Python is up; the build writes it into web/strings.js.
BEFORE_PYTHON = {
    "progress": "Loading, {percent} percent.",
    "loaded": "{loaded} of {total} MB loaded. The buttons follow.",
    "starting": "Python is starting. The buttons follow.",
    "ready": "Ready.",
    "wait": "One moment",
    "pending": "Your move is queued.",
    "failed": "The game could not start",
    "broken": "A part of it is missing or broken.",
    "stalled": "Nothing has arrived for half a minute.",
    "no-webassembly": (
        "This browser has no WebAssembly, or it is switched off. Another browser may help."
    ),
}
# What the service worker says where neither the network nor its cache has the page.
OFFLINE = (
    "The game could not start: there is no network, and the browser has removed what it had kept."
)
RETRY = "Try again"


class Banner(NamedTuple):
    """What the status banner says: how the game stands, and how it came to."""

    headline: str
    detail: str


BROKEN = Banner("Something went wrong", "The game cannot go on. Please reload the page.")


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
    """The text of the status banner."""
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


def shared_banner(game: Game) -> Banner:
    """The text of the banner above a game that came with a link."""
    if not game.is_over:
        return Banner(SHARED, "It was not played to the end.")
    how = banner(Session(Opponent.HUMAN, game)).detail
    return Banner(SHARED, f"{result(game).capitalize()}. {how}")


def result(game: Game) -> str:
    """How a game between two sides ended, in as few words as can be."""
    return f"{game.winner} wins" if game.winner else "draw"


def cell_name(game: Game, cell: int, verdict: "Verdict | None" = None, tag: str = "") -> str:
    """What a cell is called: its place, what is in it, and what is known of it."""
    held = game.board[cell]
    winning = any(cell in line for line in game.winning_lines)
    parts = [
        PLACES[cell].capitalize(),
        "empty" if held == FREE else held,
        "in the winning line" if winning else "",
        sign(verdict) if verdict else "",
        TAGS[tag],
    ]
    return ", ".join(filter(None, parts))


def sign(verdict: "Verdict") -> str:
    """What a free cell says of itself when insight is on."""
    return "draw" if verdict.outcome == "draw" else f"{verdict.outcome} in {verdict.plies}"


def hint(advice: "Advice", plies: int) -> str:
    """A hint as a sentence, with how many plies its verdict says are left."""
    is_later = advice.reason == "makes a fork" and plies > FORK_PLIES
    place = PLACES[advice.cell]
    sentence = LATER_FORK if is_later else HINTS[advice.reason]
    return sentence.format(place=place, Place=place.capitalize())


def move_text(move: Move) -> str:
    """A move as the list of moves shows it."""
    return f"{move.player} {PLACES[move.cell]}"


def move_review(judged: "MoveReview", moves: int, opponent: Opponent) -> str:
    """What is said afterwards of one of a game's moves."""
    number = judged.move.sequence_number
    said = f"Move {number} of {moves}: {_took(judged.move, names(opponent))}."
    after = judged.verdict.outcome
    if judged.quality == "best":
        return f"{said} {KEPT[after].format(_in_moves(judged.verdict.plies))}"
    if judged.quality == "weaker":
        return f"{said} {WEAKER[after].format(_either(judged.better))}"
    return f"{said} A mistake: {_given_away(judged)}"


def lost_with(judged: "MoveReview", opponent: Opponent) -> str:
    """What is said of a game that a move lost."""
    number, place = judged.move.sequence_number, PLACES[judged.move.cell]
    loser = names(opponent).of(judged.move.player)
    return f"{loser} lost it with move {number}, the {place}: {_given_away(judged)}"


def given_up(loser: Mark, opponent: Opponent) -> str:
    """What is said of a game that nothing but a forfeit lost."""
    return f"{names(opponent).of(loser)} gave up a game that was not lost."


def drawn(mistakes: int) -> str:
    """What is said of a drawn game."""
    return "The mistakes made up for each other." if mistakes else "Nobody made a mistake."


def outlook(winner: Mark | None) -> str:
    """What is said of a game that was not played to the end."""
    return f"With best play from here, {f'{winner} wins' if winner else 'it is a draw'}."


def score_help(helped: int) -> str:
    """What the score board says of games that were played with help."""
    return f"{_counted(helped, 'game')} with help" if helped else ""


def thought(thought: "Thought", opponent: Opponent) -> list[str]:
    """What the picture of the computer's thinking shows, in sentences."""
    weighed = [f"{PLACES[cell]} {sign(known)}" for cell, known in thought.verdicts.items()]
    expected = [move_text(move) for move in thought.expected]
    ending = result(thought.line[-1]).replace("draw", "a draw")
    line = f" With best play: {', '.join(expected)}, and then {ending}." if expected else ""
    return [
        LEVELS[opponent],
        f"What minimax knows of each cell: {', '.join(weighed)}.",
        f"It took the {PLACES[thought.chosen]}.{line}",
        NODES_SEARCHED.format(
            _counted(thought.positions, "position"), f"{thought.nodes_searched:,}"
        ),
    ]


def no_thought(opponent: Opponent) -> str:
    """What is said where there is no decision of the computer's to show."""
    return NOT_PLAYING if opponent is Opponent.HUMAN else NO_THOUGHT


def way_back(session: Session) -> str:
    """What leads from a shared game to one's own, or to a new one where none is on."""
    return "Back to my game" if session.is_on else "Play a game"


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


def reset_done(opponent: Opponent) -> str:
    """What is said when scores have been reset."""
    return f"The scores of {GAMES[opponent]} are forgotten."


def _victory(name: str) -> str:
    return "You win!" if name == "You" else f"{name} wins!"


def _how_it_was_won(game: Game, called: Names) -> str:
    if not game.winning_lines:
        return f"{called.of(game.current_player)} gave up."
    made = "three in a row" if len(game.winning_lines) == 1 else "two lines at once"
    return f"{_took(game.history[-1], called)}: {made}."


def _given_away(judged: "MoveReview") -> str:
    return (
        f"a {judged.best.outcome} became a {judged.verdict.outcome}. "
        f"The {_either(judged.better)} would have kept the {judged.best.outcome}."
    )


def _in_moves(plies: int) -> str:
    return "" if plies == 1 else f" in {plies} moves of both sides"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _either(cells: Sequence[int]) -> str:
    """The places of cells, as alternatives."""
    *others, last = (PLACES[cell] for cell in cells)
    return f"{', '.join(others)} or {last}" if others else last


def _took(move: Move, called: Names) -> str:
    return f"{called.of(move.player)} took the {PLACES[move.cell]}"
