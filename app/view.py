"""What the page shows of a session, as plain data that can also be drawn before Python is up."""

import json
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app import messages
from app.scores import Score
from app.session import Session, new_session
from engine.minimax import verdicts
from engine.rules import CELLS

if TYPE_CHECKING:
    from engine.advice import Advice
    from engine.game import Game


class BoardView(NamedTuple):
    """What is shown of a board, cell by cell and line by line."""

    board: str
    names: list[str]  # of the cells, as they are spoken
    verdicts: list[str]  # on the free cells if insight is on, like "win-3"
    signs: list[str]  # the same as it is read
    tags: list[str]  # "hint", or in a review "played" or "better"
    winning: list[int]
    lines: list[str]  # those struck through, like "012"


class View(NamedTuple):
    """All that is shown of a session."""

    board: BoardView
    turn: str  # the mark that a person may place now, if any
    status: str
    opponent: str
    insight: bool
    texts: dict[str, str]  # by the element that shows them
    moves: list[str]
    qualities: list[str] = []  # of the moves, in a review  # noqa: RUF012 - nobody changes it


def board_view(game: "Game", *, insight: bool, tags: dict[int, str] | None = None) -> BoardView:
    """What is shown of the board of a game."""
    known = verdicts(game.board) if insight and not game.is_over else {}
    tags = tags or {}
    return BoardView(
        board=game.board,
        names=[
            messages.cell_name(game, cell, known.get(cell), tags.get(cell, "")) for cell in CELLS
        ],
        verdicts=["-".join(map(str, known.get(cell, ()))) for cell in CELLS],
        signs=[messages.sign(known[cell]) if cell in known else "" for cell in CELLS],
        tags=[tags.get(cell, "") for cell in CELLS],
        winning=sorted({cell for line in game.winning_lines for cell in line}),
        lines=["".join(map(str, line)) for line in game.winning_lines],
    )


@lru_cache(maxsize=2)  # what is saved is mostly what is rendered; nobody changes it
def view_of(
    session: Session, score: Score, *, insight: bool = False, advice: "Advice | None" = None
) -> View:
    """What is shown of a session when this is the score against its opponent."""
    game = session.game
    banner, labels = messages.banner(session), messages.score_labels(session.opponent)
    hint = messages.hint(advice, verdicts(game.board)[advice.cell].plies) if advice else ""
    return View(
        board=board_view(game, insight=insight, tags={advice.cell: "hint"} if advice else None),
        turn=game.current_player if session.person_to_move else "",
        status=game.status,
        opponent=session.opponent,
        insight=insight,
        texts={
            "headline": banner.headline,
            "detail": "" if hint else banner.detail,
            "hint-text": hint,
            "review-text": "",
            "label-x": labels.x,
            "label-o": labels.o,
            "score-x": str(score.x_wins),
            "score-draws": str(score.draws),
            "score-o": str(score.o_wins),
            "score-help": messages.score_help(score.helped),
        },
        moves=[messages.move_text(move) for move in game.history],
    )


def text_to_save(session: Session, score: Score, *, insight: bool) -> str:
    """What a page saves: its session's text, and what the next visit is to show at once."""
    next_visit = new_session(session.opponent) if session.game.is_over else session
    view = view_of(next_visit, score, insight=insight)
    shown = json.dumps(view._asdict() | view.board._asdict())
    return f"{session.text}\n{shown}"


def page_of(text: str | None) -> str:
    """The number of the page that plays the game of a text, if it is kept under such a number."""
    return "".join((text or "").split("\n")[2:3])
