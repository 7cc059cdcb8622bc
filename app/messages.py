"""Every sentence that the game shows or speaks, but for what always stands in index.html.

To translate the game, translate this module, index.html, manifest.webmanifest, and the title and
lang in service-worker.js.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from app.session import Opponent, Session
from engine.game import Game, Move
from engine.rules import FREE, SIDE, Mark, Status

if TYPE_CHECKING:
    from app.thinking import Knowledge
    from engine.advice import Advice, MoveReview
    from engine.minimax import Verdict
    from engine.thought import Ending, Option, Preference

PLACES = (
    *("top left", "top centre", "top right"),
    *("middle left", "centre", "middle right"),
    *("bottom left", "bottom centre", "bottom right"),
)
SCORES = {
    Opponent.EASY: "your scores against Easy",
    Opponent.MEDIUM: "your scores against Medium",
    Opponent.HARD: "your scores against Hard",
    Opponent.HUMAN: "the two-player scores",
}
LEFT = {
    Opponent.EASY: "You left your game against Easy.",
    Opponent.MEDIUM: "You left your game against Medium.",
    Opponent.HARD: "You left your game against Hard.",
    Opponent.HUMAN: "You left your game with a friend.",
}
COMPUTERS = {
    Opponent.EASY: "the computer on Easy",
    Opponent.MEDIUM: "the computer on Medium",
    Opponent.HARD: "the computer on Hard",
}
HINTS = {
    "wins now": "{Place} wins right away.",
    "blocks a win": "{Place} blocks three in a row.",
    "makes a fork": "{Place} makes a fork: two ways to win at once.",
    "stops a fork": "{Place} stops a fork (two ways to win at once).",
    "only move that does not lose": "Only the {place} is safe.",
    "keeps the draw and sets a trap": "{Place} is safe and sets a trap.",
    "keeps the draw": "{Place} is safe: it keeps the draw.",
    "nothing better: all lose": "Every move loses here. Try the {place} and hope for a slip.",
}
LATER_FORK = "{Place} leads to a winning fork."
KEPT = {
    "win": "Best move: wins{}.",
    "draw": "Best move: keeps the draw.",
    "loss": "Nothing could save this position.",
}
WEAKER = {
    "win": "Still winning, but the {} wins sooner.",
    "loss": "Lost either way, but the {} would have held out longer.",
}
QUALITIES = {"best": "best", "weaker": "weaker", "mistake": "mistake"}
COUNTS = {
    "best": ("1 best move", "{} best moves"),
    "weaker": ("1 weaker move", "{} weaker moves"),
    "mistake": ("1 mistake", "{} mistakes"),
}
SHORT_COUNTS = COUNTS | {"best": ("1 best", "{} best"), "weaker": ("1 weaker", "{} weaker")}
TAGS = {"": "", "hint": "hint", "played": "this move", "better": "better"}
FORK_PLIES = 3  # a fork, a block of one of its ways to win, and the other way
LEVELS = {
    Opponent.EASY: "Easy doesn’t think ahead: it picks any free square.",
    Opponent.MEDIUM: "Medium wins or blocks when it can. Otherwise it picks any free square.",
    Opponent.HARD: "Hard picks the best square, and between equals the one with the most traps.",
}

YOUR_FIRST_MOVE = "You’re X. Pick any square."
FIRST_MOVE = "X goes first. Pick any square."
DRAWN = ("A draw", "The board is full.")
DRAWN_WITH_HARD = ("A draw: well played!", "Nobody does better against Hard.")
YOU_WON = "Well played!"
FOR_NOBODY = "It doesn’t count."
YOU_KEPT_IT = "Better this time!"
YOU_LOST = "Have another go!"

TITLE = "Tic-tac-toe"

# Spoken, and not shown: why a cell that was chosen is not played.
TAKEN = "The {} is already taken by {}."
WAIT = "It’s the computer’s turn."
OVER = "This game is over. Start a new game to play again."
PRACTICE_OVER = "That was practice. Try again, or go back to the review."
ONLY_SHOWN = "Press Play on to play this game."

SHARED = "A shared game"
# A board in a chat: three signs of one width.
BOARD_SIGNS = {Mark.X: "❌", Mark.O: "⭕", FREE: "⬜"}
NOT_A_GAME = "That link doesn’t work, but you can play here."
LINK_COPIED = "Link copied."
LINK_SHOWN = "Copy this link to share the game."
UNFINISHED = "This game isn’t finished."
SHARE, SEND = "Share", "Send"
SENT = "Sent. To play on, open the link your friend sends back."
LINK_COPIED_TO_SEND = "Link copied. Send it to your friend."
ELSEWHERE = "Your game continues in another tab."
ENDED_ELSEWHERE = "Your game has ended in another tab."
ENDED_OTHERWISE = "It ended differently from your own game."
# How the game in a link goes on from one's own.
COURSES = {
    "behind": "Your own game is already further along.",
    "other": "It took a different turn from your own game. Play on, and both are kept.",
}
KEPT_GAMES = {
    Opponent.EASY: "Back to my game against Easy",
    Opponent.MEDIUM: "Back to my game against Medium",
    Opponent.HARD: "Back to my game against Hard",
    Opponent.HUMAN: "Back to my game with a friend",
}
BEFORE = "Before the first move."
NODES_SEARCHED = (
    "{} still possible. Minimax searched only {}: it counts mirror images once, and where a win "
    "must be taken or blocked it looks at nothing else."
)
OPTIONS = "Every move and its replies"
FEW = 3  # squares that a sentence names one by one
HOW_TO_OPEN = "Press a board to see the replies."

NO_THOUGHT = "There’s no move to explain yet."
PICKED = {"played": "played", "picked": "picked", "better": "better", "equal": "just as good"}
NOT_SAVED = "Your browser isn’t letting us save, so scores last until you leave."

# What JavaScript says before Python is up; the build writes it into web/strings.js.
BEFORE_PYTHON = {
    "progress": "Loading, {percent} percent.",
    "loaded": "Loading the rest: {loaded} of {total} MB.",
    "starting": "Almost there: Python is starting.",
    "ready": "Ready.",
    "wait": "One moment",
    "pending": "Got it! The game goes on in a moment.",
    "failed": "The game couldn’t start",
    "broken": "Part of it is missing or broken.",
    "stalled": "Nothing has arrived for half a minute.",
    "no-webassembly": (
        "This browser has no WebAssembly, or it’s switched off. Please try another browser."
    ),
}
# What the service worker says where neither the network nor its cache has the page.
OFFLINE = (
    "You’re offline, and the browser has cleared its copy of the game. Please connect, then try "
    "again."
)
RETRY = "Try again"

# What the panel of one's games says.
PLAYED = {
    Opponent.EASY: {"x": "You beat Easy", "d": "You drew with Easy", "o": "You lost to Easy"},
    Opponent.MEDIUM: {
        "x": "You beat Medium",
        "d": "You drew with Medium",
        "o": "You lost to Medium",
    },
    Opponent.HARD: {"x": "You beat Hard", "d": "You drew with Hard", "o": "You lost to Hard"},
    Opponent.HUMAN: {"x": "X beat O", "d": "X and O drew", "o": "O beat X"},
}
GAVE_UP = {
    Opponent.EASY: {"o": "You gave up against Easy"},
    Opponent.MEDIUM: {"o": "You gave up against Medium"},
    Opponent.HARD: {"o": "You gave up against Hard"},
    Opponent.HUMAN: {"x": "O gave up", "o": "X gave up"},
}
AGAINST = {
    Opponent.EASY: "Against Easy",
    Opponent.MEDIUM: "Against Medium",
    Opponent.HARD: "Against Hard",
    Opponent.HUMAN: "With a friend",
}
PRAISE = {
    Opponent.EASY: "Five games without a mistake: try Medium!",
    Opponent.MEDIUM: "Five games without a mistake: try Hard!",
    Opponent.HARD: "Ten draws in a row against Hard: nobody can do better!",
}
RESULTS = {"x": "won", "d": "drawn", "o": "lost"}
RESULTS_OF_TWO = {"x": "X won", "d": "drawn", "o": "O won"}
NO_NUMBER = "–"
BEST_MOVES = "best moves"
PAST = "One of your games."
WITH_HELP = "with help"
NOT_COUNTED = "before the scores were reset"
EXPORTED = "All my tic-tac-toe games. To add them to another device, import this text there."
HISTORY_COPIED = "Copied. On the other device, press Import and paste it."
HISTORY_SHOWN = "Copy this text. On the other device, press Import and paste it."
NOT_IMPORTED = "Your browser isn’t letting us save, so nothing was added."
DELETE = "Delete"
DELETED = "Deleted."


class Banner(NamedTuple):
    """What the status banner says: how the game stands, and how it came to."""

    headline: str
    detail: str


BROKEN = Banner("Something went wrong", "Sorry, this game can’t go on. Please reload the page.")


class Names(NamedTuple):
    """What the two sides are called, as the subject of a sentence."""

    x: str
    o: str

    def of(self, mark: Mark) -> str:
        """The name of a side."""
        return self.x if mark is Mark.X else self.o


def names(opponent: Opponent, computer: Mark = Mark.O) -> Names:
    """What the sides are called against an opponent."""
    if opponent is Opponent.HUMAN:
        return Names("X", "O")
    you, it = "You", "The computer"
    return Names(you, it) if computer is Mark.O else Names(it, you)


def banner(session: Session) -> Banner:
    """The text of the status banner."""
    game = session.game
    called = names(session.opponent, session.computer)
    if game.is_over:
        return _ending(session)
    if session.computer_to_move:
        headline = "The computer is thinking"
    elif session.opponent is Opponent.HUMAN:
        headline = f"{game.current_player}’s turn"
    else:
        headline = "Your turn"
    if game.history:
        return Banner(headline, f"{_took(game.history[-1], called)}.")
    return Banner(headline, FIRST_MOVE if called.x == "X" else YOUR_FIRST_MOVE)


def shared_banner(game: Game, opponent: Opponent, course: str = "") -> Banner:
    """The text of the banner above a game that came with a link."""
    players = (
        f"A person played X, {COMPUTERS[opponent]} played O. " if opponent in COMPUTERS else ""
    )
    if game.is_over:
        how = "" if players else f" {banner(Session(Opponent.HUMAN, game)).detail}"
        stand = f"{result(game).capitalize()}.{how}"
    else:
        stand = f"It’s {game.current_player}’s turn."
    told = ENDED_OTHERWISE if game.is_over and course == "other" else COURSES.get(course, stand)
    return Banner(SHARED, f"{players}{told}")


def shared_title(game: Game, opponent: Opponent) -> str:
    """The title of the page while a game that came with a link is open."""
    against = f" against {COMPUTERS[opponent]}" if opponent in COMPUTERS else ""
    stand = result(game) if game.is_over else f"{game.current_player}’s turn"
    return f"{SHARED}{against}: {stand} – {TITLE}"


def share_text(game: Game, opponent: Opponent, *, is_own: bool) -> str:
    """What is said of a game to those it is shared with, above its link: the result, the board."""
    signs = [BOARD_SIGNS[held] for held in game.board]
    rows = ["".join(signs[row : row + SIDE]) for row in range(0, len(signs), SIDE)]
    told = _told(game, opponent, is_own=is_own)
    return "\n".join([f"{told[0].upper()}{told[1:]}.", *rows])


def to_send(game: Game) -> str:
    """What is said of a game that has gone on since it was sent or received."""
    if game.is_over:
        return "Share it so your friend sees how it ended."
    return "Send it so your friend can move."


def link_note(*, is_shared: bool, is_copied: bool, to_send: bool) -> str:
    """What is said when a game has been shared, or has to be by hand."""
    if is_shared:
        return SENT if to_send else ""
    if is_copied:
        return LINK_COPIED_TO_SEND if to_send else LINK_COPIED
    return LINK_SHOWN


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


def label(verdict: "Verdict") -> str:
    """The same as it is written on the cell: the outcome on a line of its own."""
    return sign(verdict).replace(" ", "\n", 1)


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
    said = move_told(judged.move, moves, opponent)
    after = judged.verdict.outcome
    if judged.quality == "best":
        return f"{said} {KEPT[after].format(_in_moves(judged.verdict.plies))}"
    if judged.quality == "weaker":
        return f"{said} {WEAKER[after].format(_either(judged.better))}"
    return f"{said} A mistake: this {_given_away(judged)}"


def move_told(move: Move, moves: int, opponent: Opponent) -> str:
    """What is said of one of a game's moves before it is judged."""
    return f"Move {move.sequence_number} of {moves}. {_took(move, names(opponent))}."


def lost_with(judged: "MoveReview", opponent: Opponent) -> str:
    """What is said of a game that a move lost."""
    number, place = judged.move.sequence_number, PLACES[judged.move.cell]
    loser = names(opponent).of(judged.move.player)
    whose = "Your" if loser == "You" else f"{loser}’s"
    return f"{whose} mistake was move {number}, the {place}: it {_given_away(judged)}"


def review_summary(reviews: "Sequence[MoveReview]", opponent: Opponent) -> str:
    """How many of the moves were good: the player's own, or those of both where two people play."""
    called = names(opponent)
    is_both = opponent is Opponent.HUMAN
    sides, names_of_counts = (Mark, SHORT_COUNTS) if is_both else ((Mark.X,), COUNTS)
    said = []
    for mark in sides:
        qualities = [judged.quality for judged in reviews if judged.move.player is mark]
        counts = [
            (one if qualities.count(quality) == 1 else many).format(qualities.count(quality))
            for quality, (one, many) in names_of_counts.items()
            if quality in qualities
        ]
        if counts:
            said.append(f"{called.of(mark)}: {', '.join(counts)}.")
    return " ".join(said)


def practice(mistake: "MoveReview", *, is_over: bool) -> str:
    """What practice from the position before a mistake is."""
    if is_over:
        return FOR_NOBODY
    move = mistake.move
    return f"You’re {move.player} against Hard, from move {move.sequence_number}. {FOR_NOBODY}"


def practice_banner(
    session: Session, mistake: "MoveReview", *, is_first: bool, is_held: bool
) -> Banner:
    """The text of the status banner in practice."""
    said, kept = banner(session), mistake.best.outcome
    if is_first:
        return said._replace(detail=f"Practice: can you keep the {kept} this time?")
    if not session.game.is_over:
        return said
    if is_held:
        return Banner(f"You kept the {kept}!", f"{_how_it_ended(session)} {YOU_KEPT_IT}")
    return Banner(f"The {kept} got away again", f"{_how_it_ended(session)} {YOU_LOST}")


def given_up(loser: Mark, opponent: Opponent, outcome: str) -> str:
    """What is said of a game that nothing but a forfeit lost, with what it could have come to."""
    kept = "a won game" if outcome == "win" else "a game that was still a draw"
    return f"{names(opponent).of(loser)} gave up {kept}."


def drawn(mistakes: int) -> str:
    """What is said of a drawn game."""
    if mistakes:
        return "Both sides slipped, so it evened out."
    return "A perfect game: nobody made a mistake."


def score(opponent: Opponent, *, x: int, draws: int, o: int) -> str:
    """The score as it is spoken after a game."""
    sides = Names("X", "O") if opponent is Opponent.HUMAN else Names("you", "the computer")
    return f"Score: {sides.x} {x:,}, {sides.o} {o:,}, draws {draws:,}."


def score_help(helped: int) -> str:
    """What the score board says of games that were played with help."""
    return f"{helped:,} with help" if helped else ""


def played(game: Game, opponent: Opponent) -> str:
    """A game of the past in a few words."""
    result = game.winner.lower() if game.winner else "d"
    gave_up = game.status in {Status.X_FORFEITS, Status.O_FORFEITS}
    return (GAVE_UP if gave_up else PLAYED)[opponent][result]


def game_note(*, is_helped: bool, counts: bool) -> str:
    """What else there is to say of a game of the past."""
    return ", ".join([WITH_HELP] * is_helped + [NOT_COUNTED] * (not counts))


def results(opponent: Opponent) -> dict[str, str]:
    """What results are called against an opponent."""
    return RESULTS_OF_TWO if opponent is Opponent.HUMAN else RESULTS


def chart_label(shown: Sequence[str], opponent: Opponent) -> str:
    """What the chart shows, in words: the results of the last games."""
    called = results(opponent)
    return f"The last games, oldest first: {', '.join(called[one] for one in shown)}"


def course(shown: Sequence[str], shares: Sequence[int], opponent: Opponent) -> str:
    """What is told below the chart: results, and for every ten games how many moves were best."""
    if not shown:
        return ""
    counts = (f"{name} {shown.count(one)}" for one, name in results(opponent).items())
    said = f"Last {_games(len(shown))}: {', '.join(counts)}."
    if len(shown) == 1:
        said = f"Last game: {results(opponent)[shown[0]]}."
    best = ", ".join(f"{share}%" for share in shares)
    tens = ", ten games at a time" if len(shares) > 1 else ""
    return f"{said} Best moves{tens}: {best}." if best else said


def overall(counts: Sequence[int], run: int, best_run: int, perfect: int, with_friend: int) -> str:
    """What is told of all games together; the counts are games won, drawn and lost."""
    levels = ""
    if sum(counts):
        won, drawn, lost = counts
        levels = (
            f"All levels: {_games(sum(counts))}, won {won:,}, drawn {drawn:,}, lost {lost:,}. "
            f"Unbeaten run: {run:,}, best {best_run:,}. Without a mistake: {perfect:,}."
        )
    friend = f"With a friend: {_games(with_friend)}." if with_friend else ""
    return " ".join(filter(None, [levels, friend])) or "Your finished games will appear here."


def delete_question(number: int) -> str:
    """What is asked before games are deleted."""
    if number == 1:
        return "Delete this game? It will no longer count in your scores."
    return "Delete all your games? Your scores against all opponents start again at zero."


def import_note(added: int, known: int, unread: int) -> str:
    """What is said of games that were imported."""
    said = [
        f"{_games(added)} added.",
        f"{_games(known)} {'was' if known == 1 else 'were'} already here." if known else "",
        f"{unread:,} line{'' if unread == 1 else 's'} couldn’t be read." if unread else "",
    ]
    return " ".join(filter(None, said))


def picks(mark: Mark, opponent: Opponent) -> str:
    """Who chooses between the boards of a row; the weaker computers do not do what minimax says."""
    name = names(opponent).of(mark)
    if mark is Mark.O and opponent in {Opponent.EASY, Opponent.MEDIUM}:
        return f"Best for {_within(name)}"
    return "You pick your best" if name == "You" else f"{name} picks its best"


def best_for(mark: Mark, opponent: Opponent) -> str:
    """What stands beside a row of boards of which a worse one was played."""
    return f"Best for {_within(names(opponent).of(mark))}"


def to_move(mark: Mark, opponent: Opponent) -> str:
    """What stands beside the board before a move."""
    name = names(opponent).of(mark)
    return "Your move" if name == "You" else f"{name}’s move"


def ending_sign(ending: "Ending") -> tuple[str, str]:
    """What stands below a small board, beside the sign of the winner: what comes, and when."""
    return ("wins", f"move {ending.move}") if ending.winner else ("draw", "")


def ending(ending: "Ending", called: Names) -> str:
    """What a position comes to."""
    if ending.winner is None:
        return "a draw"
    name = called.of(ending.winner)
    return f"{_within(name)} {'win' if name == 'You' else 'wins'} on move {ending.move}"


def option_name(option: "Option", kind: str) -> str:
    """What a small board is called: the move that leads to it, and what it comes to."""
    says, when = ending_sign(option.ending)
    comes = f"{option.ending.winner} {says}" if option.ending.winner else says
    parts = [f"{move_text(option.game.history[-1])}: {comes}", when, PICKED.get(kind, "")]
    return ", ".join(filter(None, parts))


def row_name(chooser: str, best: "Ending", called: Names, reason: str) -> str:
    """What a row of small boards is called: who chooses there, what that comes to, and why."""
    return f"{chooser}: {ending(best, called)}. {reason}"


def decision(move: Move, reason: str, opponent: Opponent) -> str:
    """What is said of a move above the picture that explains it."""
    return f"Move {move.sequence_number}: {_took(move, names(opponent))}. {reason}"


def why(
    options: "Sequence[Option]", cell: int, preference: "Preference | None", called: Names
) -> str:
    """Why a cell is the best of the options, or what was better."""
    taken = next(option for option in options if option.cell == cell)
    best = [option for option in options if option.is_best]
    if not taken.is_best:
        better = _some([option.cell for option in best], best[0].cell)
        now = _then(taken.ending, called).replace("a draw", "only a draw")
        return f"Better: {better}, because then {_then(best[0].ending, called)}. Now {now}."
    if len(options) == 1:
        return "The only square left."
    if len(best) == 1:
        return _alone(options, taken)
    every = "Both moves" if len(best) == 2 else f"All {len(best)} moves"
    equal = every if len(best) == len(options) else f"{len(best)} moves"
    if preference is None:
        return f"{equal} are equally good: {'either' if len(best) == 2 else 'any of them'} will do."
    return f"{equal} are equally good.{_preferred(preference, cell, taken, called)}"


def thought(game: Game, opponent: Opponent, known: "Knowledge") -> list[str]:
    """What the picture of a decision shows, in sentences, and what it took to know it."""
    called, mover = names(opponent), game.history[-1].player
    options = [
        f"{PLACES[option.cell]}, {ending(option.ending, called)}" for option in known.options
    ]
    expected = [move_text(after.history[-1]) for after in known.line]
    level = [LEVELS[opponent]] if mover is Mark.O and opponent in LEVELS else []
    line = [f"With best play from here: {', '.join(expected)}."] if expected else []
    return [
        *level,
        f"What each move leads to: {'; '.join(options)}.",
        *line,
        NODES_SEARCHED.format(_positions(known.positions), f"{known.nodes_searched:,}"),
    ]


def way_back(session: Session) -> str:
    """What leads from a shared game to one's own, also an ended one, or to a new one."""
    return "Back to my game" if session.game.record else "Play a game"


def score_labels(opponent: Opponent) -> Names:
    """What stands above the wins of X and of O."""
    return Names("X", "O") if opponent is Opponent.HUMAN else Names("You", "Computer")


def forfeit_question(session: Session) -> str:
    """What is asked before a game is given up."""
    player = session.game.current_player
    if session.opponent is Opponent.HUMAN:
        return f"Does {player} give up? {player.opponent} will get the win."
    return "Give up this game? The computer will get the win."


def reset_question(opponent: Opponent) -> str:
    """What is asked before scores are reset."""
    return f"Reset {SCORES[opponent]}?"


def reset_done(opponent: Opponent) -> str:
    """What is said when scores have been reset."""
    scores = SCORES[opponent]
    return f"{scores[0].upper()}{scores[1:]} are back to zero."


def _told(game: Game, opponent: Opponent, *, is_own: bool) -> str:
    """How a game stands, or how it ended, told to somebody who was not there."""
    if not game.is_over:
        return f"Your turn at tic-tac-toe: you’re {game.current_player}"
    is_me = is_own and opponent in COMPUTERS
    x, o = "I" if is_me else "X", COMPUTERS.get(opponent, "O")
    moves = "1 move" if game.move_count == 1 else f"{game.move_count} moves"
    if game.winner is None:
        both = f"{o} and I" if is_me else f"X and {o}"
        return f"{both} drew at tic-tac-toe in {moves}"
    winner, loser = (x, o) if game.winner is Mark.X else (o, x)
    if game.winning_lines:
        loser = "me" if loser == "I" else loser
        return f"{winner} beat {loser} at tic-tac-toe in {moves}"
    when = f"after {moves}" if game.move_count else "before the first move"
    return f"{loser} gave up against {winner} at tic-tac-toe {when}"


def _ending(session: Session) -> Banner:
    """The text of the status banner above an ended game."""
    game, how = session.game, _how_it_ended(session)
    if game.winner is None:
        headline, remark = DRAWN_WITH_HARD if session.opponent is Opponent.HARD else DRAWN
        return Banner(headline, f"{how} {remark}")
    if session.opponent is Opponent.HUMAN:
        return Banner(f"{game.winner} wins!", how)
    if game.winner is not session.computer:
        return Banner("You win!", f"{how} {YOU_WON}")
    return Banner("The computer wins", f"{how} {YOU_LOST}")


def _how_it_ended(session: Session) -> str:
    game, called = session.game, names(session.opponent, session.computer)
    if game.winner is None:
        return f"{_took(game.history[-1], called)}."
    if not game.winning_lines:
        return f"{called.of(game.current_player)} gave up."
    made = "three in a row" if len(game.winning_lines) == 1 else "two lines at once"
    return f"{PLACES[game.history[-1].cell].capitalize()} makes {made}."


def _given_away(judged: "MoveReview") -> str:
    return (
        f"turned a {judged.best.outcome} into a {judged.verdict.outcome}. "
        f"The {_either(judged.better)} would have kept the {judged.best.outcome}."
    )


def _within(name: str) -> str:
    """A name inside a sentence."""
    return name if name in tuple(Mark) else name[0].lower() + name[1:]


def _then(ending_: "Ending", called: Names) -> str:
    """What a position comes to, as a sentence."""
    return ending(ending_, called).replace("a draw", "it’s a draw")


def _some(cells: Sequence[int], cell: int, are: str = "squares") -> str:
    """The places of cells, or of one of them where they are many."""
    if len(cells) <= FEW:
        return f"the {_either(cells)}"
    return f"{len(cells)} {are}, like the {PLACES[cell if cell in cells else cells[0]]}"


def _alone(options: "Sequence[Option]", best: "Option") -> str:
    """Why the one option that is best is."""
    winner, mover = best.ending.winner, best.game.history[-1].player
    if winner is None:
        return "The only move that keeps the draw."
    if winner is not mover:
        return "Every move loses, but this one holds out longest."
    is_only = sum(option.ending.winner is mover for option in options) == 1
    return "The only move that wins." if is_only else "The quickest win."


def _preferred(preference: "Preference", cell: int, taken: "Option", called: Names) -> str:
    """How much goes wrong for the other side after the moves that are preferred, and the others."""
    other = called.of(taken.game.history[-1].player.opponent)
    counted, preferred = preference.counted, preference.preferred
    others = len(counted) - len(preferred)
    lost = sorted({counted[one] for one in preferred})
    most = f"{'at least ' if lost[1:] else ''}{lost[0]:,}"
    if preference.is_replies:
        whose = "your" if other == "You" else f"{_within(other)}’s"
        what = f"{most} of {whose} {preference.total} replies lose"
    else:
        what = f"{most} of the {preference.total} ways {_within(other)} could go on lose"
    if cell not in preferred:
        rest = f"after the {PLACES[cell]}, {counted[cell] or 'none'}"
    elif others == 1:
        rest = f"after the other, {preference.most_elsewhere or 'none'}"
    else:
        most_elsewhere = f"at most {preference.most_elsewhere}"
        rest = f"after the others, {most_elsewhere if preference.most_elsewhere else 'none'}"
    return f" After {_some(preferred, cell, 'of them')}, {what}; {rest}."


def _in_moves(plies: int) -> str:
    return "" if plies == 1 else f" in {plies} moves, counting both players’ moves"


def _positions(number: int) -> str:
    return f"{number:,} position{' was' if number == 1 else 's were'}"


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def _either(cells: Sequence[int]) -> str:
    """The places of cells, as alternatives."""
    *others, last = (PLACES[cell] for cell in cells)
    return f"{', '.join(others)} or {last}" if others else last


def _took(move: Move, called: Names) -> str:
    return f"{called.of(move.player)} took the {PLACES[move.cell]}"
