"""What the page shows of a session, as plain data that can also be drawn before Python is up."""

import json
from typing import NamedTuple

from engine import words
from engine.rules import CELLS
from engine.scores import Score
from engine.session import Session, new_session


class View(NamedTuple):
    """All that is shown of a session."""

    board: str
    names: list[str]  # of the cells, as they are spoken
    winning: list[int]
    lines: list[str]  # those struck through, like "012"
    turn: str  # the mark that a person may place now, if any
    status: str
    opponent: str
    texts: dict[str, str]  # by the element that shows them
    moves: list[str]


def view_of(session: Session, score: Score) -> View:
    """What is shown of a session when this is the score against its opponent."""
    game = session.game
    banner, labels = words.banner(session), words.score_labels(session.opponent)
    return View(
        board=game.board,
        names=[words.cell_name(game, cell) for cell in CELLS],
        winning=sorted({cell for line in game.winning_lines for cell in line}),
        lines=["".join(map(str, line)) for line in game.winning_lines],
        turn=game.current_player if session.person_to_move else "",
        status=game.status,
        opponent=session.opponent,
        texts={
            "headline": banner.headline,
            "detail": banner.detail,
            "label-x": labels.x,
            "label-o": labels.o,
            "score-x": str(score.x_wins),
            "score-draws": str(score.draws),
            "score-o": str(score.o_wins),
        },
        moves=[words.move_text(move) for move in game.history],
    )


def text_to_save(session: Session, score: Score) -> str:
    """What to save of a session: its text, and below it what the next visit is to show at once."""
    next_visit = new_session(session.opponent) if session.game.is_over else session
    return f"{session.text}\n{json.dumps(view_of(next_visit, score)._asdict())}"
