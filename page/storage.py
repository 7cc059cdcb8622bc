"""The browser's storage, which may be missing, full, forbidden, or hold anything at all."""

from pyodide.ffi import JsException
from pyscript import window

from app.saved_format import (
    GAME_KEY,
    INSIGHT_KEY,
    INSIGHT_ON,
    PENDING_MOVES_KEY,
    SESSION_KEY,
    TAB_LOCK,
    saved_tally,
    tally_id,
    tally_key,
    tally_text,
)
from app.session import Opponent
from app.state import State

LOCAL = "localStorage"
TAB = "sessionStorage"


def read(area: str, key: str) -> str | None:
    """What is stored under a key, if anything is and may be read."""
    try:
        value = getattr(window, area).getItem(key)
    except (AttributeError, JsException):
        return None
    return value if isinstance(value, str) else None


def write(area: str, key: str, text: str) -> bool:
    """Stores a text, or removes what is stored where there is none; returns whether that worked."""
    try:
        if text:
            getattr(window, area).setItem(key, text)
        else:
            getattr(window, area).removeItem(key)
    except (AttributeError, JsException):
        return False
    return True


def save_session(state: State) -> bool:
    """Saves the session; returns whether it will be there when this tab is gone."""
    game_key = GAME_KEY + state.game_id
    if state.session.is_on:
        text = state.text_to_save(state.game_id)
        if write(LOCAL, game_key, text):
            write(TAB, SESSION_KEY, text)
            return True
    text = state.text_to_save("")
    write(LOCAL, game_key, "")
    write(TAB, SESSION_KEY, text)
    return not state.session.is_on and write(LOCAL, SESSION_KEY, text)


def clear_pending_moves() -> None:
    """Removes what was queued before Python was up."""
    write(TAB, PENDING_MOVES_KEY, "")


def read_insight() -> bool:
    """Whether insight was on."""
    return read(LOCAL, INSIGHT_KEY) == INSIGHT_ON


def save_insight(*, is_on: bool) -> bool:
    """Saves whether insight is on; returns whether that worked."""
    return write(LOCAL, INSIGHT_KEY, INSIGHT_ON if is_on else "")


def save(state: State) -> bool:
    """Saves the session and what was counted; returns whether all of it is saved now."""
    for tally in tuple(state.unsaved):
        if write(LOCAL, tally_key(tally), tally_text(state.tallies[tally])):
            state.unsaved.remove(tally)
    return save_session(state) and not state.unsaved


def read_tallies(state: State) -> None:
    """Takes over the tallies that are stored; what could not be is only in the state."""
    try:
        keys = list(window.Object.keys(window.localStorage))
    except (AttributeError, JsException):
        return
    tallies = {key: tally for key in keys if (tally := tally_id(key))}
    unsaved = {tally: state.tallies[tally] for tally in state.unsaved}
    stored = {tally: saved_tally(read(LOCAL, key)) for key, tally in tallies.items()}
    state.tallies = stored | unsaved


def read_changed_tally(state: State, key: str) -> bool:
    """Takes over a tally that another page has changed; returns whether it was one."""
    tally = tally_id(key)
    if tally is None or tally.page_id == state.page_id:
        return False
    if (text := read(LOCAL, key)) is None:
        state.tallies.pop(tally, None)
    else:
        state.tallies[tally] = saved_tally(text)
    return True


async def merge_tallies(state: State) -> None:
    """Adds the tallies of earlier pages to this page's own, so that their keys can go.

    Only a page that is alone may do so: then nobody else merges, or counts.
    """
    if not getattr(window.navigator, "locks", None):
        return
    try:
        held = (await window.navigator.locks.query()).held
    except JsException:  # forbidden, as all storage
        return
    if sum(lock.name.startswith(TAB_LOCK) for lock in held) > 1:
        return
    read_tallies(state)
    for opponent in Opponent:
        own = state.own_tally(opponent)
        others = [key for key in state.tallies if key.opponent is opponent and key != own]
        if not others:
            continue
        score = state.score_against(opponent)._replace(resets=0)
        if write(LOCAL, tally_key(own), tally_text(score)):
            state.tallies[own] = score
            state.unsaved.discard(own)
            for other in others:
                del state.tallies[other]
                write(LOCAL, tally_key(other), "")
