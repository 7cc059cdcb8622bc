"""The game in the browser: binds what happens on the page to the engine, and renders the result.

Each handler changes the one `State`, saves it and renders the page from it. `main` composes it all;
importing this module touches nothing.
"""

import asyncio
import traceback
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from pyscript import document, when, window
from pyscript.ffi import create_proxy

from app import messages
from app.keys import STEP_KEYS, cell_to_focus, cell_to_play, shortcut
from app.saved_format import linked_game_id, saved_session, with_pending_moves
from app.scores import Score
from app.session import REPLY_SECONDS, Opponent, Session, new_session
from app.state import ROWS, State
from app.view import page_view, thinking_subject, view_of
from engine.game import Game, InvalidRecord
from page import sharing, storage
from page.render import Screen

if TYPE_CHECKING:
    from app.history import Entry
    from app.link import SharedGame
    from app.practice import Practice
    from app.replay import Replay
    from app.thinking import Exploration
    from page.games import GamesPanel
    from page.thinking import Picture

REPEAT_SECONDS = 0.1  # before a text is written again, so that it is spoken again
SLICE = 50  # games that are reviewed at a time
WARM_UP = ("40182", "401", "4", "0", "1")  # positions to think of while nobody waits


class App:
    """What handlers work on: the state, the screen that shows it, and the reply that is due."""

    def __init__(self, state: State, screen: Screen) -> None:
        self.state = state
        self.screen = screen
        self.reply: asyncio.TimerHandle | None = None
        self.panel: GamesPanel | None = None  # of one's games, once it was opened
        self.picture: Picture | None = None  # of a decision, once that is asked for


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
    storage.read_history(state)
    state.insight, state.sound = storage.read_insight(), storage.read_sound()
    if found := saved_session(saved if isinstance(saved, str) else None):
        state.session, _, state.left, state.kept = found.resumed(state.game_id)
        state.session = caught_up(state.session)
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


# What happens in a game


def proceed(app: App, session: Session, *, remark: str = "", spoken: str = "") -> None:
    """Goes on with this session: saves and renders it, and lets the computer reply."""
    cancel_reply(app)
    app.state.proceed(session)
    app.state.remark, app.state.spoken = remark, spoken
    if sharing.shared_link() or sharing.wanted_opponent():
        sharing.remove_link()
    app.state.set_saved(is_saved=storage.save(app.state))
    render(app)
    expect_reply(app)


def finish_move(app: App, session: Session) -> None:
    """Goes on with a session that has moved, and counts its game if that has ended."""
    spoken = ""
    if app.state.sound and session.game.move_count > app.state.session.game.move_count:
        from page.sound import play_strokes

        is_winning = bool(session.game.winning_lines)
        play_strokes(session.game.history[-1].player, is_winning=is_winning)
    if session.game.is_over:
        from app.replay import replay_of, sentence

        app.state.count(session, int(window.Date.now()))
        storage.save_linked_game(session)
        judged = sentence(replay_of(session.game, session.opponent))
        x, draws, o, *_ = app.state.scores[session.opponent]
        spoken = f"{judged} {messages.score(session.opponent, x=x, draws=draws, o=o)}"
    proceed(app, session, spoken=spoken)


def advance(app: App, session: Session) -> None:
    """Goes on with a session that has moved, be it practice."""
    if app.state.practice:
        practise(app, app.state.practice._replace(session=session))
    else:
        finish_move(app, session)


def practise(app: App, practice: "Practice") -> None:
    """Goes on with practice: renders it, and lets the computer reply. Nothing of it is saved."""
    cancel_reply(app)
    app.state.practise(practice)
    render(app)
    expect_reply(app)


def expect_reply(app: App) -> None:
    """Lets the computer reply after a pause, if it is to move."""
    if app.state.playing.computer_to_move:
        is_calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
        app.reply = later(app, reply, seconds=0 if is_calm else REPLY_SECONDS)


def cancel_reply(app: App) -> None:
    """Keeps the computer from replying."""
    if app.reply:
        app.reply.cancel()
        app.reply = None


def reply(app: App) -> None:
    """Plays the computer's move."""
    advance(app, app.state.playing.replied(app.state.rng))


def play(app: App, cell: int) -> None:
    """Plays a cell for the person whose turn it is; if that may not be, says why."""
    if refusal := app.state.refusal(cell):
        say(app, refusal)
    else:
        advance(app, app.state.playing.played(cell))


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
        proceed(app, left)


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


# Events of a review, a shared game and the thinking panel


@on("click", "#steps")
@on("click", "#to-mistake")
@on("click", "#history")
def on_step_click(app: App, event: Any) -> None:
    """A step of the review was chosen."""
    if button := event.target.closest("[data-go]"):
        go(app, button.dataset.go)
        if event.detail:  # with a pointer: who looks at a list does not see the board on a phone
            for shown in (app.screen.element("review-text"), app.screen.board):
                shown.scrollIntoView(block="nearest")


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
        from app.replay import sentence

        app.state.replay = app.state.replay.went(where)
        say(app, sentence(app.state.replay))


@on("click", "#practice")
def on_practice(app: App, _: Any) -> None:
    """Somebody wants to try again at the mistake that the review is at."""
    practise_at(app, app.state.replay)


@on("click", "#practice-again")
def on_practice_again(app: App, _: Any) -> None:
    """Somebody wants to practise the same position once more."""
    practise_at(app, app.state.reviewed)


@on("click", "#practice-next")
def on_practice_next(app: App, _: Any) -> None:
    """Somebody wants to practise at the next mistake."""
    if (practice := app.state.practice) and practice.next_step:
        practise_at(app, practice.replay.at(practice.next_step))


def practise_at(app: App, replay: "Replay | None") -> None:
    """Begins practice at the step of a mistake; the focus goes to the board."""
    from app.practice import practice_at
    from app.replay import mistake_at

    if replay and mistake_at(replay):
        practise(app, practice_at(replay))
        for shown in (app.screen.board, app.screen.element("status")):
            shown.scrollIntoView(block="nearest")
        app.screen.cells[app.state.cursor].focus()


@on("click", "#leave-practice")
def on_practice_left(app: App, _: Any) -> None:
    """Somebody wants to go back to the review."""
    if app.state.practice:
        cancel_reply(app)
        app.state.leave_practice()
        render(app)
        app.screen.element("practice").focus()


@on("hashchange", "window")
def on_link(app: App, _: Any = None) -> None:
    """The page's address has changed: it may hold a shared game, or no longer."""
    state = app.state
    link = sharing.shared_link()
    if not link:
        if state.reviewed and state.reviewed.is_shared:
            proceed(app, state.session)
        return
    from app.link import Course, course_of, shared_game

    try:
        shared = shared_game(link)
    except InvalidRecord:
        proceed(app, state.session, remark=messages.NOT_A_GAME)
        return
    own = state.own_game(shared.id)
    known = storage.read_linked_game(shared.id)
    course = course_of(shared.game.record, own.game.record if own else known)
    if shared.game.is_over and course is Course.AHEAD:  # one's own has ended
        take_over(app, shared)
    else:
        cancel_reply(app)
        state.show_shared(shared, course)
        render(app)


def take_over(app: App, shared: "SharedGame") -> None:
    """Goes on with the game of a link as one's own; other games in progress are kept."""
    record = shared.game.record
    session = Session(Opponent.HUMAN, shared.game, link_id=shared.id, sent=record)
    app.state.keep_for(session)
    if not session.game.is_over:
        storage.save_linked_game(session)
    finish_move(app, session)


def caught_up(session: Session) -> Session:
    """The session as far as its game has gone in another tab."""
    if not session.link_id:
        return session
    from app.link import caught_up

    return caught_up(session, storage.read_linked_game(session.link_id))


@on("click", "#play-on")
def on_play_on(app: App, _: Any) -> None:
    """The player wants to play the game that came with a link."""
    replay = app.state.replay
    if replay and replay.shared and not replay.game.is_over:
        take_over(app, replay.shared)
        app.screen.cells[app.state.cursor].focus()


@on("click", "#resume")
def on_resume(app: App, _: Any) -> None:
    """The player wants to go back to a game that was kept while one from a link was played."""
    state = app.state
    if state.kept:
        proceed(app, caught_up(state.take_kept()))
        app.screen.cells[state.cursor].focus()


@on("click", "#close-visit")
def on_shared_game_closed(app: App, _: Any) -> None:
    """The player wants to leave the shared game."""
    proceed(app, app.state.session)
    app.screen.cells[app.state.cursor].focus()


@on("click", "#share")
def on_share(app: App, _: Any) -> None:
    """Somebody wants to show the game to others."""
    state = app.state
    if "share" in page_view(state).actions:
        from app.link import link_to

        state.prepare_to_send()
        storage.save(state)
        shared, is_own = state.game_to_share, not (state.replay and state.replay.is_shared)
        text = messages.share_text(shared.game, shared.opponent, is_own=is_own)
        run(app, share(app, shared, text, sharing.address_of(link_to(shared))))


async def share(app: App, shared: "SharedGame", text: str, url: str) -> None:
    """Gives a game to the system to share, else to the clipboard, else to the player to copy."""
    state = app.state
    told = await sharing.share_with_system(messages.TITLE, text, url)
    if told is sharing.Told.CANCELLED:
        render(app)
        return
    is_shared = told is sharing.Told.SHARED
    is_copied = not is_shared and await sharing.copy_to_clipboard(f"{text}\n{url}")
    to_send = shared.id and not shared.game.is_over
    state.link = "" if is_shared or is_copied else url
    state.link_note = messages.link_note(
        is_shared=is_shared, is_copied=is_copied, to_send=bool(to_send)
    )
    if state.mark_sent(shared):
        storage.save_linked_game(state.session)
        state.set_saved(is_saved=storage.save(state))
    if state.link:
        render(app)
        app.screen.element("link").focus()
        app.screen.element("link").select()
    else:
        render_again(app, "share-note")
    app.screen.element("share-note").scrollIntoView(block="nearest")


# Events of the panel of one's games


@on("toggle", "#games")
def on_games_toggle(app: App, _: Any) -> None:
    """The panel was opened or closed."""
    app.state.games_shown, app.state.games_note, app.state.exported = ROWS, "", ""
    render(app)


@on("click", "#games-list")
def on_game_click(app: App, event: Any) -> None:
    """A game of the list was chosen, to be shown or to be deleted."""
    state = app.state
    if button := event.target.closest("[data-open]"):
        cancel_reply(app)
        state.show_past(button.dataset.open)
        render(app)
        app.screen.board.scrollIntoView(block="nearest")
        document.querySelector("#steps [data-go=back]").focus(preventScroll=True)
    elif button := event.target.closest("[data-delete]"):
        ask_to_delete(app, button.dataset.delete)


@on("click", "#delete-games")
def on_delete_all(app: App, _: Any) -> None:
    """Somebody thinks of deleting all games."""
    ask_to_delete(app, *app.state.history.entries)


def ask_to_delete(app: App, *game_ids: str) -> None:
    """Asks before games are deleted."""
    app.state.to_delete = game_ids
    render(app)
    app.screen.element("delete-dialog").showModal()


@on("click", "#confirm-delete")
def on_delete_confirmed(app: App, _: Any) -> None:
    """Games are to be deleted; they no longer count."""
    app.screen.element("delete-dialog").close()
    app.state.delete_games()
    is_saved = storage.save(app.state)
    app.state.set_saved(is_saved=is_saved)
    note_games(app, messages.DELETED if is_saved else messages.NOT_SAVED)


@on("click", "#more-games")
def on_more_games(app: App, _: Any) -> None:
    """Somebody wants to see older games."""
    app.state.games_shown += ROWS
    render_games(app)
    if app.panel:
        app.panel.focus(app.state.games_shown - ROWS)


@on("click", "#export")
def on_export(app: App, _: Any) -> None:
    """Somebody wants to take the games to another device."""
    from app.transfer import export_text

    run(app, export(app, export_text(app.state.history)))


async def export(app: App, text: str) -> None:
    """Copies the games to the clipboard, else shows them to be copied."""
    is_copied = await sharing.copy_to_clipboard(text)
    app.state.exported = "" if is_copied else text
    note_games(app, messages.HISTORY_COPIED if is_copied else messages.HISTORY_SHOWN)
    if not is_copied:
        app.screen.element("export-text").focus()
        app.screen.element("export-text").select()


@on("click", "#import")
def on_import(app: App, _: Any) -> None:
    """Somebody has games from another device."""
    app.screen.element("import-dialog").showModal()


@on("change", "#import-file")
def on_import_file(app: App, event: Any) -> None:
    """A file was chosen: its text can be read before it is imported."""
    if files := list(event.target.files):
        run(app, read_file(app, files[0]))


async def read_file(app: App, file: Any) -> None:
    """Puts the text of a file where it could be pasted."""
    app.screen.element("import-text").value = await sharing.text_of(file)


@on("click", "#confirm-import")
def on_import_confirmed(app: App, _: Any) -> None:
    """A text with games is to be imported."""
    from app.transfer import read_import

    pasted = app.screen.element("import-text")
    imported = read_import(pasted.value, app.state.history)
    pasted.value = app.screen.element("import-file").value = ""
    app.screen.element("import-dialog").close()
    is_stored = not imported.change.entries or storage.add_log(app.state, imported.change)
    if is_stored:
        app.state.add_history(imported.change)
        storage.save(app.state)
    note_games(app, messages.import_note(*imported[1:]) if is_stored else messages.NOT_IMPORTED)


def note_games(app: App, note: str) -> None:
    """Says something in the panel, even if it is what was said last."""
    app.state.games_note = ""
    render_games(app)
    app.state.games_note = note
    later(app, render, seconds=REPEAT_SECONDS)


@on("toggle", "#thinking")
def on_thinking_toggle(app: App, _: Any) -> None:
    """The picture of a decision was opened or closed."""
    render(app)


@on("click", "#thinking-title")
def on_thinking_click(app: App, _: Any) -> None:
    """Somebody opens the picture of a decision, or closes it."""
    if not app.screen.element("thinking").open:
        later(app, show_thinking)


@on("click", "#why")
def on_why(app: App, _: Any) -> None:
    """Somebody asks from beside the board, where the picture of the decision may be far below."""
    app.screen.element("thinking").open = True
    app.screen.element("thinking-title").focus()
    show_thinking(app)


@on("click", "#thinking-picture")
def on_picture_click(app: App, event: Any) -> None:
    """A small board in the picture was pressed: it is opened or closed."""
    if (board := event.target.closest("[role=treeitem]")) and app.state.exploration:
        from app.thinking import toggled

        look_further(app, toggled(app.state.exploration, board.dataset.record))


@on("keydown", "#thinking-picture")
def on_picture_key(app: App, event: Any) -> None:
    """A key was pressed on a small board in the picture."""
    if event.ctrlKey or event.altKey or event.metaKey or app.state.exploration is None:
        return
    from app.thinking import after_key

    if explored := after_key(app.state.exploration, event.key):
        event.preventDefault()
        look_further(app, explored)


@on("click", "#how-strong")
def on_how_strong(app: App, event: Any) -> None:
    """Somebody wants to know how strong the opponents are."""
    event.preventDefault()
    app.screen.element("thinking").open = True
    app.screen.element("strength").focus()


@on("click", "#to-board")
def on_to_board(app: App, _: Any) -> None:
    """Somebody has read enough, and wants to play."""
    app.screen.board.scrollIntoView(block="nearest")
    app.screen.cells[app.state.cursor].focus()


# Events of other tabs and of the bfcache


@on("storage", "window")
def on_storage_change(app: App, event: Any) -> None:
    """Another page has counted a game, reset its scores, or gone on with a game from a link."""
    key = event.key if isinstance(event.key, str) else ""
    if storage.read_changed_log(app.state, key):
        render(app)
    elif link_id := linked_game_id(key):
        on_game_elsewhere(app, link_id)


def on_game_elsewhere(app: App, link_id: str) -> None:
    """Another tab has gone on with a game: it is played in one tab only."""
    state = app.state
    record = storage.read_linked_game(link_id)
    elsewhere = Session(Opponent.HUMAN, Game.from_record(record), link_id=link_id)
    if state.let_go(elsewhere):
        if state.replay:
            state.session = new_session(Opponent.HUMAN)
            storage.save(state)
        else:
            proceed(app, new_session(Opponent.HUMAN), remark=messages.ELSEWHERE)


@on("pagehide", "window")
def on_page_hide(app: App, _: Any) -> None:
    """The page is hidden; should it be restored from the bfcache, the game may have gone on."""
    cancel_reply(app)


def on_page_restored(app: App) -> None:
    """The page is restored from the bfcache, where it heard of nothing, and has its lock again."""
    app.state.clear_remarks()
    storage.read_history(app.state)
    render(app)
    if app.state.replay is None:
        expect_reply(app)


# Rendering, and what is done later


def render(app: App) -> None:
    """Writes the page from the state; the picture of a decision later, since it takes longer."""
    app.screen.render(page_view(app.state))
    if app.screen.element("thinking").open:
        later(app, render_thinking)
    if app.screen.element("games").open:
        later(app, render_games)


def render_games(app: App) -> None:
    """Shows one's games; what they tell follows, since of many that takes longer."""
    if not app.screen.element("games").open:
        return
    from app.games import games_view
    from page.games import GamesPanel

    state, app.panel = app.state, app.panel or GamesPanel()
    app.panel.render(games_view(state))
    if app.panel.is_other((state.history, state.session.opponent)):
        judge(app, app.panel, list(state.history.entries.values()))


def judge(app: App, panel: "GamesPanel", entries: "Sequence[Entry]") -> None:
    """Reviews games, some at a time so that the page never freezes, and shows what they tell."""
    from app.games import statistics_view
    from app.statistics import judge_all

    judge_all(entries[:SLICE])
    if entries[SLICE:]:
        later(app, judge, panel, entries[SLICE:])
    else:
        panel.render_statistics(statistics_view(app.state))


def say(app: App, text: str) -> None:
    """Has a text spoken, even if it is what was spoken last."""
    is_again = app.state.spoken == text
    app.state.spoken = text
    if is_again:
        render_again(app, "spoken")
    else:
        render(app)


def render_again(app: App, name: str) -> None:
    """Writes the page from the state, and has one text spoken even if it was there before."""
    if app.screen.forget_text(name):
        later(app, render, seconds=REPEAT_SECONDS)
    else:
        render(app)


def render_thinking(app: App) -> None:
    """Draws the decision of the move that is explained."""
    from app.thinking import explore, thinking_view
    from page.thinking import Picture

    app.picture = app.picture or Picture()
    opponent, record = thinking_subject(app.state)
    if app.state.exploration is None or app.state.exploration.explained != record:
        app.state.exploration = explore(record)
    subject = opponent, app.state.exploration
    if app.picture.subject != subject:
        app.picture.render(subject, thinking_view(*subject))


def look_further(app: App, exploration: "Exploration") -> None:
    """Looks further into a decision; the focus follows."""
    app.state.exploration = exploration
    render_thinking(app)
    if app.picture:
        app.picture.focus(exploration.cursor)


def show_thinking(app: App) -> None:
    """Draws the decision, and scrolls to it where it does not stand beside the board."""
    render_thinking(app)
    app.screen.element("thinking").scrollIntoView(block="start")


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
