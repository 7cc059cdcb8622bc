"""What the page shows, as plain data."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app import messages
from app.scores import Score
from app.session import Opponent, Session
from engine.game import Game
from engine.minimax import verdicts
from engine.rules import CELLS, Mark

if TYPE_CHECKING:
    from app.state import State
    from engine.advice import Advice


class BoardView(NamedTuple):
    """What is shown of a board, cell by cell and line by line."""

    board: str
    names: list[str]  # of the cells, as they are spoken
    verdicts: list[str]  # on the free cells if insight is on, like "win-3"
    signs: list[str]  # the same as it is read, in lines
    tags: list[str]  # "hint", or in a review "played" or "better"
    winning: list[int]
    lines: list[str]  # those struck through, like "012"


class ReviewView(NamedTuple):
    """What is shown of a game that is replayed."""

    step: int
    end: int
    qualities: list[str]  # of the moves
    quality_texts: list[str]  # the same as they are read
    is_away: bool  # from a link or from the history, and not the game that one plays
    is_mistake: bool  # this step, so that it can be tried again
    mistake: int  # the step of the mistake to see, from the end; 0 elsewhere, or if there is none


class PracticeView(NamedTuple):
    """What is shown of practice."""

    is_over: bool
    has_next: bool  # mistake to practise


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
    practice: PracticeView | None = None
    actions: tuple[str, ...] = ("forfeit", "hint")  # beside "new-game", by id
    primary: str = ""  # the one of them that comes next
    title: str = messages.TITLE  # of the page
    link: str = ""  # to copy by hand
    sound: bool = False
    flourish: str = ""  # "win" or "draw", where there is something to celebrate
    has_way_back: bool = False  # to a game in progress that was left
    cursor: int = 4  # the cell that Tab reaches


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
        signs=[messages.label(known[cell]) if cell in known else "" for cell in CELLS],
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
        flourish=flourish(session),
    )


def flourish(session: Session) -> str:
    """What a person may be proud of: three in a row, or a draw with the level that never loses."""
    game, opponent = session.game, session.opponent
    if game.winning_lines and (game.winner is Mark.X or opponent is Opponent.HUMAN):
        return "win"
    return "draw" if game.is_draw() and opponent is Opponent.HARD else ""


def page_view(state: "State") -> View:
    """What the page shows of a state."""
    view = view_of(state.playing, state.score, insight=state.insight, advice=state.advice)
    if state.practice:
        from app.practice import practice_view  # noqa: PLC0415 - likewise

        view = practice_view(state.practice, view, state.session.opponent)
    elif state.replay:
        from app.replay import replay_view  # noqa: PLC0415 - no game in progress waits for it

        view = replay_view(state.replay, view)
    actions, primary = _actions(state)
    to_send = messages.to_send(state.session.game) if primary == "share" else ""
    texts = {
        "notice": state.notice,
        "spoken": state.spoken,
        "not-saved": "" if state.is_saved else messages.NOT_SAVED,
        "share-note": state.link_note or to_send,
        "share": messages.SHARE if state.replay else messages.SEND,
        "forfeit-question": messages.forfeit_question(state.session),
        "reset-question": messages.reset_question(state.session.opponent),
    }
    if state.replay and state.replay.is_away:
        texts["close-visit"] = messages.way_back(state.session)
    elif state.kept:
        texts["resume"] = messages.KEPT_GAMES[state.kept[-1].opponent]
    left = None if state.reviewed else state.way_back
    if state.remark:
        texts["detail"] = state.remark
    elif left and not state.advice:
        texts["detail"] = messages.LEFT[left.opponent]
    return view._replace(
        texts=view.texts | texts,
        actions=actions,
        primary=primary,
        link=state.link,
        sound=state.sound,
        has_way_back=left is not None,
        cursor=state.cursor,
    )


def _actions(state: "State") -> tuple[tuple[str, ...], str]:
    """What can be done beside a new game, and what comes next."""
    session, replay = state.session, state.replay
    if state.practice:
        return () if state.playing.game.is_over else ("hint",), ""
    if replay and replay.is_away:
        if replay.game.is_over:
            return ("close-visit", "share"), "close-visit"
        is_behind = replay.course == "behind"
        return ("play-on", "close-visit"), "close-visit" if is_behind else "play-on"
    resume = ("resume",) if state.kept else ()
    to_send = "share" if session.is_to_send else ""
    if replay:
        return ("share", *resume), to_send or "new-game"
    can_send = session.opponent is Opponent.HUMAN and session.is_on
    send = ("share",) if can_send else ()
    return ("forfeit", "hint", *send, *resume), to_send


def thinking_subject(state: "State") -> tuple[Opponent, str]:
    """Who plays O, and the record of the game up to the move to explain: "" if there is none.

    It is the move of the step that a review is at, and in a game with the computer its last one.
    """
    if state.replay:
        moves = state.replay.game.move_count
        return state.replay.opponent, state.replay.game.record[: min(state.replay.step, moves)]
    session = state.practice.session if state.practice else state.session
    moves = session.game.move_count
    if session.opponent is not Opponent.HUMAN and moves:
        moves -= session.game.history[-1].player is not session.computer
    opponent_as_o = session.opponent if session.computer is Mark.O else Opponent.HUMAN
    return opponent_as_o, session.game.record[:moves]
