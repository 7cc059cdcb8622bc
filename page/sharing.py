"""Sharing a game: links in the page's address, and ways to hand one on.

`app/link.py` makes a link of a game, and reads it.
"""

from contextlib import suppress
from enum import Enum
from typing import Any

from pyodide.ffi import JsException
from pyscript import window
from pyscript.ffi import to_js

from app.history_format import LONGEST
from app.saved_format import NEW_GAME, SHARED_GAME
from app.session import Opponent

MOST_BYTES = 4 * LONGEST + 4  # of a file: more characters than are imported, whatever they are


def shared_link() -> str:
    """The part of the page's address that holds a game, or something in its place."""
    link: str = window.location.hash
    return link if link.startswith(SHARED_GAME) else ""


def wanted_opponent() -> Opponent | None:
    """The opponent that the page's address asks for, as the shortcuts of the installed app do."""
    name = str(window.location.search).removeprefix(NEW_GAME)
    return Opponent(name) if name in {*Opponent} else None


def remove_link() -> None:
    """Takes the game, or the wish for one, out of the page's address."""
    with suppress(JsException):  # browsers forbid it to those who do it too often
        window.history.replaceState(None, "", _address())


def address_of(link: str) -> str:
    """The whole address of a link to a game."""
    return _address() + link


class Told(Enum):
    """What became of an attempt to share."""

    SHARED = "shared"
    CANCELLED = "cancelled"  # the player thought better of it
    FAILED = "failed"  # or there is no such thing


async def share_with_system(title: str, text: str, url: str) -> Told:
    """Lets the system share a text and an address."""
    if not getattr(window.navigator, "share", None):
        return Told.FAILED
    try:
        # Apps put the address behind the text: the line break keeps it off the board.
        await window.navigator.share(to_js({"title": title, "text": f"{text}\n", "url": url}))
    except JsException as error:
        return Told.CANCELLED if str(error.name) == "AbortError" else Told.FAILED
    return Told.SHARED


async def copy_to_clipboard(text: str) -> bool:
    """Copies a text; returns whether that worked."""
    try:
        await window.navigator.clipboard.writeText(text)
    except (AttributeError, JsException):
        return False
    return True


async def text_of(file: Any) -> str:
    """The text in a file that was chosen, or too much of it; none where it cannot be read."""
    try:
        return str(await file.slice(0, MOST_BYTES).text())
    except JsException:
        return ""


def _address() -> str:
    return str(window.location.href.split("#")[0].split("?")[0])
