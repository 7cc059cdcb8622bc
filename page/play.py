"""What happens in a game: its moves are saved, counted, rendered and spoken, and answered."""

from typing import TYPE_CHECKING

from pyscript import window

from app import messages
from app.session import REPLY_SECONDS, Session
from app.view import page_view
from page import sharing, storage
from page.events import App, later, panels, run

if TYPE_CHECKING:
    from app.practice import Practice

REPEAT_SECONDS = 0.1  # before a text is written again, so that it is spoken again


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
    storage.save_linked_game(session)
    if app.state.sound and session.game.move_count > app.state.session.game.move_count:
        from page.sound import play_strokes

        is_winning = bool(session.game.winning_lines)
        play_strokes(session.game.history[-1].player, is_winning=is_winning)
    if session.game.is_over:
        from app.replay import replay_of, sentence

        app.state.count(session, int(window.Date.now()))
        run(app, storage.ask_to_persist())
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


# Rendering


def render(app: App) -> None:
    """Writes the page from the state; panels that are open later, since they take longer."""
    app.screen.render(page_view(app.state))
    for name, render_panel in panels.items():
        if app.screen.element(name).open:
            later(app, render_panel)


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
