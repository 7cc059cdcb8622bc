"""The handlers of the panel that explains a decision."""

from typing import TYPE_CHECKING, Any

from app.view import thinking_subject
from page.events import App, later, on, panels
from page.play import render

if TYPE_CHECKING:
    from app.thinking import Exploration


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


def render_thinking(app: App) -> None:
    """Draws the decision of the move that is explained."""
    from app.thinking import explore, thinking_view
    from page.picture import Picture

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


panels["thinking"] = render_thinking
