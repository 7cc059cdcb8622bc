"""What handlers need: the app they work on, how they are registered, what is done later."""

import asyncio
import traceback
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from pyscript import document, when, window

from app.messages import BROKEN
from app.state import State
from page.render import Screen

if TYPE_CHECKING:
    from page.games_panel import GamesPanel
    from page.picture import Picture


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
panels: dict[str, Callable[[App], None]] = {}  # what renders them, by the ids of their elements


def on(kind: str, target: str) -> Callable[[Handler], Handler]:
    """Registers a handler for the events of one kind that reach a target.

    The target is a CSS selector, "window" or "document". This is `pyscript.when`, but later: that
    looks for its elements at once, and importing a module must touch nothing. `bind` calls it.
    """

    def register(handler: Handler) -> Handler:
        bindings.append((kind, target, handler))
        return handler

    return register


def bind(app: App) -> None:
    """Binds the handlers that are registered to this app."""
    named = {"window": [window], "document": [document]}
    for kind, target, handler in bindings:
        when(kind, named.get(target, target))(guarded(app, handler))


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
            app.screen.render_broken(BROKEN)

    return call
