"""The handlers of games that come with a link, and of games that are sent with one."""

from typing import TYPE_CHECKING, Any

from app import messages
from app.session import Opponent, Session, new_session
from app.view import page_view
from engine.game import Game, InvalidRecord
from page import sharing, storage
from page.events import App, on, run
from page.play import cancel_reply, finish_move, proceed, render, render_again

if TYPE_CHECKING:
    from app.link import SharedGame


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
    own = [session.game.record for session in state.own_games(shared.id)]
    known = own or [storage.read_linked_game(shared.id).record]
    course = course_of(shared.game.record, *known)
    if shared.game.is_over and course is Course.AHEAD:  # one's own has ended
        take_over(app, shared)
    else:
        cancel_reply(app)
        state.show_shared(shared, course)
        render(app)


def take_over(app: App, shared: "SharedGame") -> None:
    """Goes on with the game of a link as one's own; other games in progress are kept."""
    own, record = app.state.own_games(shared.id), shared.game.record
    helped = storage.read_linked_game(shared.id).helped or any(one.helped for one in own)
    link_id = shared.id or app.state.new_id()  # links of earlier releases have none
    session = Session(Opponent.HUMAN, shared.game, helped, link_id=link_id, sent=record)
    app.state.keep_for(session)
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


def on_game_elsewhere(app: App, link_id: str) -> None:
    """Another tab has gone on with a game: it is played in one tab only."""
    state = app.state
    record = storage.read_linked_game(link_id).record
    elsewhere = Session(Opponent.HUMAN, Game.from_record(record), link_id=link_id)
    is_own = state.let_go(elsewhere)
    if is_own and not state.replay:
        remark = messages.ENDED_ELSEWHERE if elsewhere.game.is_over else messages.ELSEWHERE
        proceed(app, new_session(Opponent.HUMAN), remark=remark)
        return
    if is_own:
        state.session = new_session(Opponent.HUMAN)
    storage.save(state)
    render(app)


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
