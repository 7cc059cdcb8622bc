"""The page: hands its events to the engine, renders what comes of them, and stores it.

The only module that touches the browser. It knows no rules and writes no sentences.
"""

import asyncio
import traceback
from collections.abc import Callable, Sequence
from functools import wraps
from random import Random
from typing import Any, TypeAlias

from pyodide.ffi import JsException, create_proxy
from pyscript import document, window

from engine import words
from engine.game import Game
from engine.keys import cell_to_focus, cell_to_play
from engine.scores import (
    Score,
    opponent_of_key,
    score_from_text,
    score_key,
    score_of,
    score_text,
    total,
)
from engine.session import Opponent, Session, new_session, saved_session
from engine.view import text_to_save, view_of

PAUSE = 0.35  # seconds before the computer moves, so that the eye can follow
SESSION_KEY = "tic-tac-toe.session"
EARLY_KEY = "tic-tac-toe.early"

Handler: TypeAlias = Callable[..., None]

page = document.documentElement
element = document.getElementById
board = element("board")
cells = list(board.querySelectorAll("[data-cell]"))
strikes = list(board.querySelectorAll("[data-line]"))
LINES = [strike.dataset.line for strike in strikes]
opponents = list(document.querySelectorAll("[name=opponent]"))
controls = list(document.querySelectorAll("fieldset, #new-game, #forfeit, #reset-scores"))


class State:
    """All that changes. The page is written from it and read once, for an early move."""

    def __init__(self) -> None:
        self.rng = Random()  # noqa: S311 - it plays a game
        self.page = self.rng.getrandbits(64)  # no other page has this number
        self.session = new_session()
        self.cursor = 4  # the cell that Tab reaches
        self.scores: dict[str, Score] = {}  # by the keys under which all pages keep them
        self.note = ""
        self.is_saved = True
        self.is_broken = False
        self.reply: asyncio.TimerHandle | None = None


state = State()
written: dict[tuple[str, str | int], object] = {}  # what the page shows, so that only changes are


def start() -> None:
    """Takes up the game that was saved, or a new one, with the move that was made before."""
    read_scores()
    texts = stored("sessionStorage", SESSION_KEY), stored("localStorage", SESSION_KEY)
    session = next(filter(None, map(saved_session, texts)), new_session())
    early = text_or_none(board.getAttribute("data-early"))
    board.removeAttribute("data-early")
    store("sessionStorage", EARLY_KEY, "")
    moved = session.played_early(early)
    (proceed if moved is session else finish)(moved)
    for control in controls:
        control.disabled = False
    element("retry").hidden = True  # if half a minute had seemed too long
    page.dataset.python = "ready"
    window.performance.mark("ready")
    asyncio.get_event_loop().call_later(0, guarded(rehearse))


def rehearse(records: Sequence[str] = ("40182", "401", "4", "0", "1")) -> None:
    """Thinks of replies that nobody asked for, one after the other, so that the first is quick."""
    if records:
        session = Session(Opponent.HARD, Game.from_record(records[0]))
        view_of(session.replied(state.rng), Score())
        asyncio.get_event_loop().call_later(0, guarded(rehearse), records[1:])


def proceed(session: Session, *, is_counted: bool = True) -> None:
    """Goes on with this session: saves and renders it, and lets the computer reply."""
    if state.reply:
        state.reply.cancel()
        state.reply = None
    state.session = session
    state.note = ""
    state.is_saved = save("sessionStorage", "localStorage") and is_counted
    render()
    if session.computer_to_move:
        calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
        state.reply = asyncio.get_event_loop().call_later(0 if calm else PAUSE, reply)


def save(*areas: str) -> bool:
    """Saves the session; tells whether the last of the areas took it."""
    text = text_to_save(state.session, score_shown())
    return [store(area, SESSION_KEY, text) for area in areas][-1]


def finish(session: Session) -> None:
    """Goes on with a session that has moved, and counts its game if that has ended."""
    if not session.game.is_over:
        proceed(session)
        return
    key = score_key(session.opponent, state.page)
    score = total([state.scores.get(key, Score()), score_of(session.game)])
    state.scores[key] = score
    proceed(session, is_counted=store("localStorage", key, score_text(score)))


def play(cell: int) -> None:
    """Plays a cell for the person whose turn it is; what the rules forbid is ignored."""
    if state.session.person_to_move and cell in state.session.game.legal_cells:
        finish(state.session.played(cell))


# Events


def guarded(handler: Handler) -> Handler:
    """The function; should it fail, the banner says so and the console says it in full."""

    @wraps(handler)
    def call(*arguments: Any) -> None:
        try:
            handler(*arguments)
        except Exception:  # noqa: BLE001 - whatever it is, the player is told
            window.console.error(traceback.format_exc())
            page.dataset.python = "failed"
            state.is_broken = True
            show_breakage()

    return call


def on(kind: str, target: Any) -> Callable[[Handler], Handler]:
    """Lets a function handle the events of one kind that reach the target."""

    def bind(handler: Handler) -> Handler:
        target.addEventListener(kind, create_proxy(guarded(handler)))
        return handler

    return bind


@guarded
def reply() -> None:
    """The computer has thought long enough."""
    finish(state.session.replied(state.rng))


@on("click", board)
def on_board_click(event: Any) -> None:
    """A cell was pressed, with a pointer, with Enter or with Space."""
    if button := event.target.closest("[data-cell]"):
        play(int(button.dataset.cell))


@on("focusin", board)
def on_board_focus(event: Any) -> None:
    """The focus has come to a cell: that is where Tab will find it again."""
    state.cursor = int(event.target.dataset.cell)
    show_cursor()


@on("keydown", board)
def on_board_key(event: Any) -> None:
    """A key was pressed while the board has the focus."""
    if event.ctrlKey or event.altKey or event.metaKey:
        return
    if event.key == "?":
        element("keys").showModal()
    elif event.key in ("n", "N"):
        on_new_game()
    elif (cell := cell_to_focus(int(event.target.dataset.cell), event.key)) is not None:
        event.preventDefault()
        cells[cell].focus()
    elif (cell := cell_to_play(event.key, "" if event.shiftKey else event.code)) is not None:
        play(cell)


@on("click", element("new-game"))
def on_new_game(_: Any = None) -> None:
    """A new game is wanted; the one that was on counts for nobody."""
    proceed(new_session(state.session.opponent))


@on("change", element("opponent"))
def on_opponent_change(event: Any) -> None:
    """Another opponent was chosen."""
    proceed(new_session(Opponent(event.target.value)))


@on("click", element("forfeit"))
def on_forfeit_click(_: Any) -> None:
    """Somebody thinks of giving up."""
    if state.session.person_to_move:
        write("forfeit-question", words.forfeit_question(state.session))
        element("forfeit-dialog").showModal()


@on("click", element("confirm-forfeit"))
def on_forfeit_confirmed(_: Any) -> None:
    """The player to move gives up."""
    element("forfeit-dialog").close()
    if state.session.person_to_move:
        finish(state.session.forfeited())
        element("new-game").focus()


@on("click", element("reset-scores"))
def on_reset_click(_: Any) -> None:
    """Somebody thinks of forgetting the scores."""
    write("reset-question", words.reset_question(state.session.opponent))
    element("reset-dialog").showModal()


@on("click", element("confirm-reset"))
def on_reset_confirmed(_: Any) -> None:
    """The scores against this opponent are to be forgotten, whichever page counted them."""
    element("reset-dialog").close()
    opponent = state.session.opponent
    for key in [key for key in state.scores if opponent_of_key(key) is opponent]:
        del state.scores[key]
        store("localStorage", key, "")
    state.note = words.forgotten(opponent)
    save("sessionStorage", "localStorage")
    render()


@on("click", document)
def on_close_click(event: Any) -> None:
    """A dialog was answered with its quiet button."""
    if button := event.target.closest("[data-close]"):
        button.closest("dialog").close()


@on("storage", window)
def on_storage_change(event: Any) -> None:
    """Another page has counted a game, or forgotten its scores."""
    key = text_or_none(event.key)
    if key is None or opponent_of_key(key) is None:
        return
    if (text := text_or_none(event.newValue)) is None:
        state.scores.pop(key, None)
    else:
        state.scores[key] = score_from_text(text)
    save("sessionStorage")
    render()


@on("pageshow", window)
def on_page_show(event: Any) -> None:
    """The page is back from the browser's memory, where it heard of nothing."""
    if event.persisted:
        read_scores()
        render()


# The page


def render() -> None:
    """Writes the page from the state."""
    view = view_of(state.session, score_shown())
    for cell, button in enumerate(cells):
        mark(button, ("mark", cell), view.board[cell].replace(".", ""))
        mark(button, ("winning", cell), "" if cell in view.winning else None)
        if is_new(("name", cell), view.names[cell]):
            button.ariaLabel = view.names[cell]
    show_cursor()
    for number, strike in enumerate(strikes):
        mark(strike, ("struck", number), "" if LINES[number] in view.lines else None)
    mark(board, ("turn", "board"), view.turn or None)
    mark(element("status"), ("status", "status"), view.status)
    if is_new(("opponent", "checked"), view.opponent):
        for choice in opponents:
            choice.checked = choice.value == view.opponent
    for name, text in view.texts.items():
        write(name, text)
    if is_new(("moves", "history"), view.moves):
        show_moves(view.moves)
    if is_new(("over", "forfeit"), state.session.game.is_over):
        element("forfeit").ariaDisabled = str(state.session.game.is_over).lower()
    write("notice", state.note if state.is_saved else words.NOT_SAVED)
    if state.is_broken:
        show_breakage()


def show_breakage() -> None:
    """Says that the game cannot go on."""
    write("headline", words.BROKEN)
    write("detail", "")
    element("retry").hidden = False


def score_shown() -> Score:
    """What all pages together have counted against the opponent."""
    opponent = state.session.opponent
    return total(score for key, score in state.scores.items() if opponent_of_key(key) is opponent)


def show_cursor() -> None:
    """Makes one cell the one that Tab reaches."""
    for cell, button in enumerate(cells):
        if is_new(("cursor", cell), cell == state.cursor):
            button.tabIndex = 0 if cell == state.cursor else -1


def show_moves(texts: list[str]) -> None:
    """Writes the list of moves."""
    items = []
    for text in texts:
        items.append(document.createElement("li"))
        items[-1].textContent = text
    element("history").replaceChildren(*items)


def write(name: str, text: str) -> None:
    """Writes an element's text, unless it is there: what is written again is spoken again."""
    if is_new(("text", name), text):
        element(name).textContent = text


def mark(target: Any, what: tuple[str, str | int], value: str | None) -> None:
    """Sets a data attribute, or takes it away."""
    if not is_new(what, value):
        return
    if value is None:
        target.removeAttribute(f"data-{what[0]}")
    else:
        target.setAttribute(f"data-{what[0]}", value)


def is_new(what: tuple[str, str | int], value: object) -> bool:
    """Whether the page does not show this yet; from now on it does."""
    if what in written and written[what] == value:
        return False
    written[what] = value
    return True


# Storage, which may be missing, full, forbidden, or hold anything at all


def stored(area: str, key: str) -> str | None:
    """What is stored under the key, if anything is and may be read."""
    try:
        return text_or_none(getattr(window, area).getItem(key))
    except (AttributeError, JsException):
        return None


def text_or_none(value: Any) -> str | None:
    """A text from the browser; None for its null."""
    return value if isinstance(value, str) else None


def store(area: str, key: str, text: str) -> bool:
    """Stores a text, or nothing where there is none; tells whether that worked."""
    try:
        if text:
            getattr(window, area).setItem(key, text)
        else:
            getattr(window, area).removeItem(key)
    except (AttributeError, JsException):
        return False
    return True


def read_scores() -> None:
    """Takes over the scores that are stored."""
    try:
        keys = [key for key in window.Object.keys(window.localStorage) if opponent_of_key(key)]
    except (AttributeError, JsException):
        return
    state.scores = {key: score_from_text(stored("localStorage", key)) for key in keys}


guarded(start)()
