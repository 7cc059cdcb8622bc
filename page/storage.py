"""The browser's storage, which may be missing, full, forbidden, or hold anything at all."""

from pyodide.ffi import JsException
from pyscript import window

from app.history import History, compacted, joined
from app.history_format import (
    LONGEST,
    history_key,
    is_history_key,
    is_old_key,
    log_text,
    read_stored,
)
from app.saved_format import (
    GAME_KEY,
    INSIGHT_KEY,
    INSIGHT_ON,
    MOST_LINKED,
    PENDING_MOVES_KEY,
    SESSION_KEY,
    SOUND_KEY,
    SOUND_ON,
    TAB_LOCK,
    LinkedGame,
    linked_game_id,
    linked_game_key,
    linked_game_text,
    saved_linked_game,
)
from app.session import Session
from app.state import State

LOCAL = "localStorage"
TAB = "sessionStorage"
PROMPTING = "Firefox/"  # the one browser that asks the player whether storage may persist


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
    """Saves the session; returns whether a game in progress will be there when this tab is gone."""
    game_key = GAME_KEY + state.game_id
    if state.session.is_on or state.way_back or state.kept:
        text = state.text_to_save(state.game_id)
        if write(LOCAL, game_key, text):
            write(TAB, SESSION_KEY, text)
            return True
    text = state.text_to_save("")
    write(LOCAL, game_key, "")
    write(TAB, SESSION_KEY, text)
    is_lost = state.session.is_on or state.kept
    return not is_lost and write(LOCAL, SESSION_KEY, state.text_for_new_tab())


def clear_pending_moves() -> None:
    """Removes what was queued before Python was up."""
    write(TAB, PENDING_MOVES_KEY, "")


def read_insight() -> bool:
    """Whether insight was on."""
    return read(LOCAL, INSIGHT_KEY) == INSIGHT_ON


def save_insight(*, is_on: bool) -> bool:
    """Saves whether insight is on; returns whether that worked."""
    return write(LOCAL, INSIGHT_KEY, INSIGHT_ON if is_on else "")


def read_sound() -> bool:
    """Whether the pen is to be heard."""
    return read(LOCAL, SOUND_KEY) == SOUND_ON


def save_sound(*, is_on: bool) -> bool:
    """Saves whether the pen is to be heard; returns whether that worked."""
    return write(LOCAL, SOUND_KEY, SOUND_ON if is_on else "")


def save(state: State) -> bool:
    """Saves the session and this page's log; returns whether all of it is saved now."""
    if not state.is_log_saved:
        state.is_log_saved = write(LOCAL, history_key(state.page_id), log_text(state.log))
    return save_session(state) and state.is_log_saved


def read_linked_game(link_id: str) -> LinkedGame:
    """How far a game has gone that two people send to each other; nothing if it is not known."""
    return saved_linked_game(read(LOCAL, linked_game_key(link_id)) if link_id else "")


def save_linked_game(session: Session) -> None:
    """Notes how far such a game has gone; the oldest of many notes are removed."""
    if not session.link_id:
        return
    linked = LinkedGame(session.game.record, int(window.Date.now()), session.helped)
    if not write(LOCAL, linked_game_key(session.link_id), linked_game_text(linked)):
        return
    keys = [key for key in window.Object.keys(window.localStorage) if linked_game_id(key)]
    if len(keys) > MOST_LINKED:
        times = {key: saved_linked_game(read(LOCAL, key)).time for key in keys}
        for key in sorted(keys, key=times.__getitem__)[:-MOST_LINKED]:
            write(LOCAL, key, "")


def stored_logs() -> dict[str, History]:
    """What is stored of the history, by key; nothing where it can no longer be read."""
    try:
        keys = list(window.Object.keys(window.localStorage))
    except (AttributeError, JsException):
        return {}
    texts = {key: read(LOCAL, key) for key in keys if is_history_key(key)}
    if None in texts.values():
        return {}
    return {key: read_stored(key, text) for key, text in texts.items()}


def read_history(state: State) -> None:
    """Takes over the history that is stored, if it can be read."""
    if logs := stored_logs():
        state.set_history(joined(*logs.values()))


def read_changed_log(state: State, key: str) -> bool:
    """Takes over what another page has added to the history; returns whether it did."""
    if key == history_key(state.page_id):  # removed: all of it is elsewhere, but for the latest
        state.is_log_saved = False
        return False
    if is_old_key(key):  # which replaces what it held
        read_history(state)
    elif is_history_key(key):
        state.add_history(read_stored(key, read(LOCAL, key)))
    return is_history_key(key)


def add_log(state: State, history: History) -> bool:
    """Stores a history as a log of its own that can be read again; returns whether that worked."""
    log_id, text = f"{state.rng.getrandbits(64):016x}", log_text(history)
    return len(text) <= LONGEST and write(LOCAL, history_key(log_id), text)


async def merge_logs(state: State) -> None:
    """Joins the logs of earlier pages, so that their keys can go, and keeps the newest in full.

    Only a page that is alone may do so: then nobody else merges, or adds to a log.
    """
    if not getattr(window.navigator, "locks", None):
        return
    try:
        held = (await window.navigator.locks.query()).held
    except JsException as error:  # forbidden, as all storage
        diagnose("locks", error)
        return
    if sum(lock.name.startswith(TAB_LOCK) for lock in held) > 1:
        return
    logs = stored_logs()
    logs.pop(history_key(state.page_id), None)
    is_one_log = len(logs) == 1 and not any(map(is_old_key, logs))
    if logs and not is_one_log and add_log(state, compacted(joined(*logs.values()))):
        for key in logs:
            write(LOCAL, key, "")


async def ask_to_persist() -> None:
    """Asks the browser not to evict what is stored, where that does not prompt the player."""
    manager = getattr(window.navigator, "storage", None)
    if not manager or PROMPTING in window.navigator.userAgent:
        return
    try:
        if not await manager.persisted():
            await manager.persist()
    except (AttributeError, JsException) as error:
        diagnose("persistent storage", error)


def diagnose(what: str, error: Exception) -> None:
    """Leaves a diagnostic, as `web/diagnostics.js` does: the page goes on without what failed."""
    window.console.debug(f"diagnostic: {what}: {error}")
