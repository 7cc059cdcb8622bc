"""What the page shows, as plain data."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app import messages
from app.scores import Score
from app.session import Opponent, Session
from engine.game import Game
from engine.minimax import verdicts
from engine.rules import CELLS

if TYPE_CHECKING:
    from app.state import State
    from engine.advice import Advice


class BoardView(NamedTuple):
    """What is shown of a board, cell by cell and line by line."""

    board: str
    names: list[str]  # of the cells, as they are spoken
    verdicts: list[str]  # on the free cells if insight is on, like "win-3"
    signs: list[str]  # the same as it is read
    tags: list[str]  # "hint", or in a review "played" or "better"
    winning: list[int]
    lines: list[str]  # those struck through, like "012"


class ReviewView(NamedTuple):
    """What is shown of a game that is replayed."""

    step: int
    end: int
    qualities: list[str]  # of the moves
    quality_texts: list[str]  # the same as they are read
    is_shared: bool  # by a link, and not one's own


class View(NamedTuple):
    """All that is shown."""

    board: BoardView
    turn: str  # the mark that a person may place now, if any
    status: str
    opponent: str
    insight: bool
    texts: dict[str, str]  # by the id of the element that shows them
    moves: list[str]
    review: ReviewView | None = None
    link: str = ""  # to copy by hand
    cursor: int = 4  # the cell that Tab reaches


class ThinkingView(NamedTuple):
    """What is shown of the computer's last decision."""

    picture: str  # SVG; none where there is no decision
    sentences: list[str]


def board_view(game: Game, *, insight: bool, tags: dict[int, str] | None = None) -> BoardView:
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


def page_view(state: "State") -> View:
    """What the page shows of a state."""
    view = view_of(state.session, state.score, insight=state.insight, advice=state.advice)
    if state.replay:
        from app.replay import replay_view  # noqa: PLC0415 - no game in progress waits for it

        view = replay_view(state.replay, view)
    texts = {
        "notice": state.notice,
        "not-saved": "" if state.is_saved else messages.NOT_SAVED,
        "share-note": state.link_note,
        "forfeit-question": messages.forfeit_question(state.session),
        "reset-question": messages.reset_question(state.session.opponent),
    }
    if state.replay and state.replay.is_shared:
        texts["close-visit"] = messages.way_back(state.session)
    if state.remark:
        texts["detail"] = state.remark
    return view._replace(
        texts=view.texts | texts,
        link=state.link,
        cursor=state.cursor,
    )


def thinking_subject(state: "State") -> tuple[Opponent, Game]:
    """The game whose last decision to explain; in a shared game no computer has played."""
    if state.replay and state.replay.is_shared:
        return Opponent.HUMAN, state.replay.game
    return state.session.opponent, state.session.game


def thinking_view(opponent: Opponent, game: Game) -> ThinkingView:
    """What is shown of the last decision of the computer in a game against an opponent."""
    from engine.thought import last_thought  # noqa: PLC0415 - imported when it is asked for

    thought = None if opponent is Opponent.HUMAN else last_thought(game)
    if thought is None:
        return ThinkingView("", [messages.no_thought(opponent)])
    from app.diagram import diagram  # noqa: PLC0415 - likewise

    return ThinkingView(diagram(thought), messages.thought(thought, opponent))
