"""The game in the browser: binds what happens on the page to the engine, and renders the result.

Each handler changes the one `State`, saves it and renders the page from it. Those of the board and
of what stands around it are here; those of the panels are in modules of page/ with their names.
`main` composes it all; importing this module touches nothing.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from pyscript import document
from pyscript.ffi import create_proxy

from app import messages
from app.keys import cell_to_focus, cell_to_play, shortcut
from app.saved_format import linked_game_id, saved_session, with_pending_moves
from app.scores import Score
from app.session import Opponent, Session
from app.state import State
from app.view import page_view, view_of
from engine.game import Game
from page import games, links, review, sharing, storage, thinking
from page.events import App, bind, guarded, later, on, run
from page.play import (
    cancel_reply,
    expect_reply,
    finish_move,
    play,
    proceed,
    render,
    render_again,
    say,
)
from page.render import Screen

PANELS = (games, links, review, thinking)  # imported, their handlers are registered
WARM_UP = ("40182", "401", "4", "0", "1")  # positions to think of while nobody waits


def main() -> None:
    """Resumes the game that was saved, or begins a new one, and binds the handlers."""
    from pyscript.js_modules import before_python

    app = App(State(before_python.gameId, Random()), Screen())  # noqa: S311 - it plays a game
    guarded(app, start)(before_python.savedSession(), before_python.pendingMoves())
    bind(app)
    before_python.onPageRestored(create_proxy(guarded(app, on_page_restored)))


def start(app: App, saved: object, pending: str) -> None:
    """Goes on with a saved session and what was played in it before Python was up."""
    state = app.state
    storage.read_history(state)
    state.insight, state.sound = storage.read_insight(), storage.read_sound()
    if found := saved_session(saved if isinstance(saved, str) else None):
        state.session, _, state.left, state.kept = found.resumed(state.game_id)
        state.session = links.caught_up(state.session)
    moved = with_pending_moves(state.session, pending)
    storage.clear_pending_moves()
    if focused := document.querySelector("[data-cell]:focus"):
        state.cursor = int(focused.dataset.cell)
    if sharing.shared_link():
        if moved is not state.session and not moved.game.is_over:
            state.session = moved
            storage.save(state)
        links.on_link(app)
    elif moved is state.session:
        wanted = sharing.wanted_opponent()
        proceed(app, state.begin(wanted) if wanted else moved)
    else:
        finish_move(app, moved)
    app.screen.set_ready()
    later(app, warm_up, WARM_UP)
    run(app, storage.merge_logs(state))


def warm_up(app: App, records: Sequence[str]) -> None:
    """Thinks of replies that nobody asked for, one after the other, so that the first is quick."""
    session = Session(Opponent.HARD, Game.from_record(records[0]))
    view_of(session.replied(app.state.rng), Score())
    if records[1:]:
        later(app, warm_up, records[1:])


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
    proceed(app, app.state.begin(app.state.session.opponent))


@on("change", "#opponent")
def on_opponent_change(app: App, event: Any) -> None:
    """Another opponent was chosen."""
    proceed(app, app.state.begin(Opponent(event.target.value)))


@on("click", "#go-back")
def on_go_back(app: App, _: Any) -> None:
    """The game that was left for a new one is wanted after all."""
    if left := app.state.way_back:
        proceed(app, links.caught_up(left))


@on("click", "#forfeit")
def on_forfeit_click(app: App, _: Any) -> None:
    """Somebody thinks of giving up."""
    if app.state.is_persons_turn and not app.state.practice:
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

        is_again = state.advice is not None
        state.advice = advise(state.playing.game.board)
        if not state.practice:
            state.session = state.session.with_help()
            state.set_saved(is_saved=storage.save(state))
        render(app)
        if is_again:
            say(app, page_view(state).texts["hint-text"])
        for shown in (app.screen.cells[state.advice.cell], app.screen.element("status")):
            shown.scrollIntoView(block="nearest")


@on("change", "#insight")
def on_insight_change(app: App, event: Any) -> None:
    """Insight was switched on or off."""
    state = app.state
    state.insight = bool(event.target.checked)
    if state.insight and state.reviewed is None:
        state.session = state.session.with_help()
    is_kept = storage.save_insight(is_on=state.insight)
    state.set_saved(is_saved=storage.save(state) and is_kept)
    render(app)


@on("change", "#sound")
def on_sound_change(app: App, event: Any) -> None:
    """The sound of the pen was switched on or off."""
    state = app.state
    state.sound = bool(event.target.checked)
    is_kept = storage.save_sound(is_on=state.sound)
    state.set_saved(is_saved=storage.save(state) and is_kept)
    render(app)
    if state.sound:
        from page.sound import play_strokes

        play_strokes("X")


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


# Events of other tabs and of the bfcache


@on("storage", "window")
def on_storage_change(app: App, event: Any) -> None:
    """Another page has counted a game, reset its scores, or gone on with a game from a link."""
    key = event.key if isinstance(event.key, str) else ""
    if storage.read_changed_log(app.state, key):
        render(app)
    elif link_id := linked_game_id(key):
        links.on_game_elsewhere(app, link_id)


@on("pagehide", "window")
def on_page_hide(app: App, _: Any) -> None:
    """The page is hidden; should it be restored from the bfcache, the game may have gone on."""
    cancel_reply(app)


def on_page_restored(app: App) -> None:
    """The page is restored from the bfcache, where it heard of nothing, and has its lock again."""
    app.state.clear_remarks()
    app.state.session = links.caught_up(app.state.session)
    storage.read_history(app.state)
    render(app)
    if app.state.replay is None:
        expect_reply(app)


if __name__ == "__main__":
    main()
