"""The handlers of a review, and of practice from a mistake in it."""

from typing import TYPE_CHECKING, Any

from app.keys import STEP_KEYS
from page.events import App, on
from page.play import cancel_reply, practise, render, say

if TYPE_CHECKING:
    from app.replay import Replay


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
