"""The game in the browser: binds what happens on the page to the engine, and renders the result.

Each handler changes the one `State`, saves it and renders the page from it. `main` composes it all;
importing this module touches nothing.
"""

import asyncio
import traceback
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from random import Random
from typing import Any, TypeVar

from pyscript import document, when, window
from pyscript.ffi import create_proxy

from app import messages
from app.keys import STEP_KEYS, cell_to_focus, cell_to_play, shortcut
from app.saved_format import saved_session, with_pending_moves
from app.scores import Score
from app.session import REPLY_SECONDS, Opponent, Session, new_session
from app.state import State
from app.view import page_view, thinking_subject, thinking_view, view_of
from engine.game import Game, InvalidRecord
from page import sharing, storage
from page.render import Screen

REPEAT_SECONDS = 0.1  # before a text is written again, so that it is spoken again
WARM_UP = ("40182", "401", "4", "0", "1")  # positions to think of while nobody waits


class App:
    """What handlers work on: the state, the screen that shows it, and the reply that is due."""

    def __init__(self, state: State, screen: Screen) -> None:
        self.state = state
        self.screen = screen
        self.reply: asyncio.TimerHandle | None = None


Handler = TypeVar("Handler", bound=Callable[..., None])

bindings: list[tuple[str, str, Callable[..., None]]] = []


def on(kind: str, target: str) -> Callable[[Handler], Handler]:
    """Registers a handler for the events of one kind that reach a target.

    The target is a CSS selector, "window" or "document". This is `pyscript.when`, but later: that
    looks for its elements at once, and importing this module must touch nothing. `main` calls it.
    """

    def register(handler: Handler) -> Handler:
        bindings.append((kind, target, handler))
        return handler

    return register


def main() -> None:
    """Resumes the game that was saved, or begins a new one, and binds the handlers."""
    from pyscript.js_modules import before_python

    app = App(State(before_python.gameId, Random()), Screen())  # noqa: S311 - it plays a game
    guarded(app, start)(before_python.savedSession(), before_python.pendingMoves())
    named = {"window": [window], "document": [document]}
    for kind, target, handler in bindings:
        when(kind, named.get(target, target))(guarded(app, handler))
    before_python.onPageRestored(create_proxy(guarded(app, on_page_restored)))


def start(app: App, saved: object, pending: str) -> None:
    """Goes on with a saved session and what was played in it before Python was up."""
    state = app.state
    storage.read_tallies(state)
    state.insight = storage.read_insight()
    if found := saved_session(saved if isinstance(saved, str) else None):
        state.session = found.resumed(state.game_id)
    moved = with_pending_moves(state.session, pending)
    storage.clear_pending_moves()
    if focused := document.querySelector("[data-cell]:focus"):
        state.cursor = int(focused.dataset.cell)
    if sharing.shared_link():
        if moved is not state.session and not moved.game.is_over:
            state.session = moved
            storage.save(state)
        on_link(app)
    elif moved is state.session:
        proceed(app, moved)
    else:
        finish_move(app, moved)
    app.screen.set_ready()
    later(app, warm_up, WARM_UP)
    run(app, storage.merge_tallies(state))


def warm_up(app: App, records: Sequence[str]) -> None:
    """Thinks of replies that nobody asked for, one after the other, so that the first is quick."""
    session = Session(Opponent.HARD, Game.from_record(records[0]))
    view_of(session.replied(app.state.rng), Score())
    if records[1:]:
        later(app, warm_up, records[1:])


# What happens in a game


def proceed(app: App, session: Session, *, remark: str = "") -> None:
    """Goes on with this session: saves and renders it, and lets the computer reply."""
    cancel_reply(app)
    app.state.proceed(session)
    app.state.remark = remark
    if sharing.shared_link():
        sharing.remove_link()
    app.state.set_saved(is_saved=storage.save(app.state))
    render(app)
    expect_reply(app)


def finish_move(app: App, session: Session) -> None:
    """Goes on with a session that has moved, and counts its game if that has ended."""
    if session.game.is_over:
        app.state.count(session)
    proceed(app, session)


def expect_reply(app: App) -> None:
    """Lets the computer reply after a pause, if it is to move."""
    if app.state.session.computer_to_move:
        is_calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
        app.reply = later(app, reply, seconds=0 if is_calm else REPLY_SECONDS)


def cancel_reply(app: App) -> None:
    """Keeps the computer from replying."""
    if app.reply:
        app.reply.cancel()
        app.reply = None


def reply(app: App) -> None:
    """Plays the computer's move."""
    finish_move(app, app.state.session.replied(app.state.rng))


def play(app: App, cell: int) -> None:
    """Plays a cell for the person whose turn it is; what the rules forbid is ignored."""
    if app.state.is_persons_turn and cell in app.state.session.game.legal_cells:
        finish_move(app, app.state.session.played(cell))


# Events on the board


@on("click", "#board")
def on_board_click(app: App, event: Any) -> None:
    """A cell was pressed, with a pointer, with Enter or with Space."""
    if button := event.target.closest("[data-cell]"):
        play(app, int(button.dataset.cell))


@on("focusin", "#board")
def on_board_focus(app: App, event: Any) -> None:
    """The focus has come to a cell: that is where Tab will find it again."""
    app.state.cursor = int(event.target.dataset.cell)
    app.screen.render_cursor(app.state.cursor)


@on("keydown", "#board")
def on_board_key(app: App, event: Any) -> None:
    """A key was pressed while the board has the focus."""
    if event.ctrlKey or event.altKey or event.metaKey:
        return
    if action := shortcut(event.key, event.code):
        {"new game": on_new_game, "hint": on_hint, "show keys": show_keys}[action](app)
    elif (cell := cell_to_focus(int(event.target.dataset.cell), event.key)) is not None:
        event.preventDefault()
        app.screen.cells[cell].focus()
    elif (cell := cell_to_play(event.key, "" if event.shiftKey else event.code)) is not None:
        play(app, cell)


def show_keys(app: App) -> None:
    """Shows what keys do."""
    app.screen.element("keys").showModal()


# Events around the board


@on("click", "#new-game")
def on_new_game(app: App, _: Any = None) -> None:
    """A new game is wanted; the one that was on counts for nobody."""
    proceed(app, new_session(app.state.session.opponent))


@on("change", "#opponent")
def on_opponent_change(app: App, event: Any) -> None:
    """Another opponent was chosen."""
    proceed(app, new_session(Opponent(event.target.value)))


@on("click", "#forfeit")
def on_forfeit_click(app: App, _: Any) -> None:
    """Somebody thinks of giving up."""
    if app.state.is_persons_turn:
        app.screen.element("forfeit-dialog").showModal()


@on("click", "#confirm-forfeit")
def on_forfeit_confirmed(app: App, _: Any) -> None:
    """The player to move gives up."""
    app.screen.element("forfeit-dialog").close()
    if app.state.is_persons_turn:
        finish_move(app, app.state.session.forfeited())
        app.screen.element("new-game").focus()


@on("click", "#hint")
def on_hint(app: App, _: Any = None) -> None:
    """Somebody wants to know what to play, and why."""
    state = app.state
    if state.is_persons_turn:
        from engine.advice import advise

        state.session = state.session.with_help()
        state.advice = advise(state.session.game.board)
        state.set_saved(is_saved=storage.save(state))
        render_again(app, "hint-text")


@on("change", "#insight")
def on_insight_change(app: App, event: Any) -> None:
    """Insight was switched on or off."""
    state = app.state
    state.insight = bool(event.target.checked)
    if state.insight and state.replay is None:
        state.session = state.session.with_help()
    is_kept = storage.save_insight(is_on=state.insight)
    state.set_saved(is_saved=storage.save(state) and is_kept)
    render(app)


@on("click", "#reset-scores")
def on_reset_click(app: App, _: Any) -> None:
    """Somebody thinks of resetting the scores."""
    app.screen.element("reset-dialog").showModal()


@on("click", "#confirm-reset")
def on_reset_confirmed(app: App, _: Any) -> None:
    """The scores against this opponent are to be reset, whichever page counted them."""
    state = app.state
    app.screen.element("reset-dialog").close()
    state.reset_score()
    state.is_saved = storage.save(state)
    done = messages.reset_done(state.session.opponent)
    state.notice = done if state.is_saved else messages.NOT_SAVED
    render_again(app, "notice")
    app.screen.element("notice").scrollIntoView(block="nearest")


@on("click", "document")
def on_close_click(_: App, event: Any) -> None:
    """A dialog was answered with the button that changes nothing."""
    if button := event.target.closest("[data-close]"):
        button.closest("dialog").close()


# Events of a review, a shared game and the thinking panel


@on("click", "#steps")
@on("click", "#history")
def on_step_click(app: App, event: Any) -> None:
    """A step of the review was chosen."""
    if button := event.target.closest("[data-go]"):
        go(app, button.dataset.go)
        if event.detail:  # with a pointer: who looks at a list does not see the board on a phone
            app.screen.board.scrollIntoView(block="nearest")


@on("keydown", "#steps")
@on("keydown", "#history")
def on_step_key(app: App, event: Any) -> None:
    """A key was pressed in the review."""
    is_modified = event.ctrlKey or event.altKey or event.metaKey
    if app.state.replay and event.key in STEP_KEYS and not is_modified:
        event.preventDefault()
        go(app, STEP_KEYS[event.key])


def go(app: App, where: str) -> None:
    """Shows another step of the game that is replayed."""
    if app.state.replay:
        app.state.replay = app.state.replay.went(where)
        render(app)


@on("hashchange", "window")
def on_link(app: App, _: Any = None) -> None:
    """The page's address has changed: it may hold a shared game, or no longer."""
    state = app.state
    link = sharing.shared_link()
    if not link:
        if state.replay and state.replay.is_shared:
            proceed(app, state.session)
        return
    from app.replay import shared_game

    try:
        replay = shared_game(link)
    except InvalidRecord:
        proceed(app, state.session, remark=messages.NOT_A_GAME)
    else:
        cancel_reply(app)
        state.clear_remarks()
        state.replay = replay
        render(app)


@on("click", "#close-visit")
def on_shared_game_closed(app: App, _: Any) -> None:
    """The player wants to leave the shared game."""
    proceed(app, app.state.session)
    app.screen.cells[app.state.cursor].focus()


@on("click", "#share")
def on_share(app: App, _: Any) -> None:
    """Somebody wants to show the game to others."""
    if app.state.replay:
        from app.replay import link_to

        run(app, share(app, sharing.address_of(link_to(app.state.replay.game))))


async def share(app: App, url: str) -> None:
    """Gives a link to the system to share, else to the clipboard, else to the player to copy."""
    if await sharing.share_with_system(url):
        return
    is_copied = await sharing.copy_to_clipboard(url)
    app.state.link = "" if is_copied else url
    app.state.link_note = messages.LINK_COPIED if is_copied else messages.LINK_SHOWN
    render_again(app, "share-note")
    app.screen.element("share-note").scrollIntoView(block="nearest")
    if app.state.link:
        app.screen.element("link").select()


@on("toggle", "#thinking")
def on_thinking_toggle(app: App, _: Any) -> None:
    """The picture of the computer's thinking was opened or closed."""
    render(app)


@on("click", "#how-strong")
def on_how_strong(app: App, event: Any) -> None:
    """Somebody wants to know how strong the opponents are."""
    event.preventDefault()
    app.screen.element("thinking").open = True
    app.screen.element("strength").focus()


# Events of other tabs and of the bfcache


@on("storage", "window")
def on_storage_change(app: App, event: Any) -> None:
    """Another page has counted a game, or reset its scores."""
    if isinstance(event.key, str) and storage.read_changed_tally(app.state, event.key):
        render(app)


@on("pagehide", "window")
def on_page_hide(app: App, _: Any) -> None:
    """The page is hidden; should it be restored from the bfcache, the game may have gone on."""
    cancel_reply(app)


def on_page_restored(app: App) -> None:
    """The page is restored from the bfcache, where it heard of nothing, and has its lock again."""
    app.state.clear_remarks()
    storage.read_tallies(app.state)
    render(app)
    if app.state.replay is None:
        expect_reply(app)


# Rendering, and what is done later


def render(app: App) -> None:
    """Writes the page from the state; the thinking panel later, since it takes longer."""
    app.screen.render(page_view(app.state))
    if not app.screen.is_thinking_shown(thinking_subject(app.state)):
        later(app, render_thinking)


def render_again(app: App, name: str) -> None:
    """Writes the page from the state, and has one text spoken even if it was there before."""
    if app.screen.forget_text(name):
        later(app, render, seconds=REPEAT_SECONDS)
    else:
        render(app)


def render_thinking(app: App) -> None:
    """Draws the computer's last decision, and says it in sentences."""
    subject = thinking_subject(app.state)
    if not app.state.session.computer_to_move and not app.screen.is_thinking_shown(subject):
        app.screen.render_thinking(subject, thinking_view(*subject))


def later(app: App, function: Callable[..., None], *given: Any, seconds: float = 0) -> Any:
    """Calls a function in a task of its own."""
    return asyncio.get_event_loop().call_later(seconds, guarded(app, function), *given)


def run(app: App, coroutine: Coroutine[Any, Any, None]) -> None:
    """Does something that waits, while the page goes on."""
    task = asyncio.ensure_future(coroutine)
    task.add_done_callback(guarded(app, lambda _, task: task.result()))


def guarded(app: App, function: Callable[..., None]) -> Callable[..., None]:
    """The function for this app; should it fail, the banner says so and the console says why."""

    @wraps(function)
    def call(*given: Any) -> None:
        if app.screen.is_broken:
            return
        try:
            function(app, *given)
        except Exception:  # noqa: BLE001 - whatever it is, the player is told
            window.console.error(traceback.format_exc())
            app.screen.render_broken(messages.BROKEN)

    return call


if __name__ == "__main__":
    main()
