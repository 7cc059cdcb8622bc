"""Sharing a game: links in the page's address, and ways to hand one on.

`app/replay.py` makes a link of a game, and reads it.
"""

from contextlib import suppress

from pyodide.ffi import JsException
from pyscript import window
from pyscript.ffi import to_js

from app.saved_format import SHARED_GAME


def shared_link() -> str:
    """The part of the page's address that holds a game, or something in its place."""
    link: str = window.location.hash
    return link if link.startswith(SHARED_GAME) else ""


def remove_link() -> None:
    """Takes the game out of the page's address."""
    with suppress(JsException):  # browsers forbid it to those who do it too often
        window.history.replaceState(None, "", _address())


def address_of(link: str) -> str:
    """The whole address of a link to a game."""
    return _address() + link


async def share_with_system(url: str) -> bool:
    """Lets the system share an address; False if it has no such thing, or fails."""
    if not getattr(window.navigator, "share", None):
        return False
    try:
        await window.navigator.share(to_js({"url": url}))
    except JsException as error:
        return str(error.name) == "AbortError"  # the player thought better of it
    return True


async def copy_to_clipboard(url: str) -> bool:
    """Copies an address; returns whether that worked."""
    try:
        await window.navigator.clipboard.writeText(url)
    except (AttributeError, JsException):
        return False
    return True


def _address() -> str:
    return str(window.location.href.split("#")[0])
