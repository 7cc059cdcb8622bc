"""The page: hands its events to the engine, renders what comes of them, and stores it.

The only module that touches the browser. It knows no rules and writes no sentences.
"""

import asyncio
import traceback
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import document, window

from app import messages
from app.keys import cell_to_focus, cell_to_play, letter
from app.scores import (
    Score,
    opponent_of_key,
    reset,
    score_after,
    score_from_text,
    score_key,
    score_text,
    total,
)
from app.session import LINK, Opponent, Session, new_session, saved_session
from app.view import BoardView, View, page_of, text_to_save, view_of
from engine.game import Game, InvalidRecord

if TYPE_CHECKING:
    # What a player has to ask for is imported when it is asked for.
    from app.replay import Replay
    from engine.advice import Advice

PAUSE = 0.35  # seconds before the computer moves, so that the eye can follow
SILENCE = 0.1  # seconds before the same is said again, so that the ear can
LOCK = "tic-tac-toe.page."  # and the number of the game of a page that is open
GAME_KEY = "tic-tac-toe.game."  # and its number
SESSION_KEY = "tic-tac-toe.session"
EARLY_KEY = "tic-tac-toe.early"
INSIGHT_KEY = "tic-tac-toe.insight"

STEP_KEYS = {"ArrowLeft": "back", "ArrowRight": "on", "Home": "first", "End": "end"}

Handler: TypeAlias = Callable[..., None]

page = document.documentElement
element = document.getElementById
board = element("board")
cells = list(board.querySelectorAll("[data-cell]"))
strikes = list(board.querySelectorAll("[data-line]"))
LINES = [strike.dataset.line for strike in strikes]
opponents = list(document.querySelectorAll("[name=opponent]"))
step_buttons = list(document.querySelectorAll("#steps [data-go]"))
controls = list(
    document.querySelectorAll("fieldset, #new-game, #forfeit, #hint, #insight, #reset-scores")
)


class State:
    """All that changes. The page is written from it and read once, for an early move."""

    def __init__(self) -> None:
        self.rng = Random()  # noqa: S311 - it plays a game
        self.page = self.rng.getrandbits(64)  # its number: no other page has it
        self.game_number = page.dataset.game  # no other page that is open has it
        self.session = new_session()
        self.cursor = 4  # the cell that Tab reaches
        self.scores: dict[str, Score] = {}  # by the keys under which all pages keep them
        self.insight = False
        self.advice: Advice | None = None
        self.replay: Replay | None = None  # of an ended game, or of one that came with a link
        self.items: list[Any] = []  # of the list of moves
        self.link = ""  # to copy by hand
        self.link_note = ""
        self.remark = ""  # in the banner
        self.note = ""
        self.is_saved = True
        self.is_broken = False
        self.reply: asyncio.TimerHandle | None = None


state = State()
written: dict[tuple[str, str | int], object] = {}  # what the page shows, so that only changes are


def start() -> None:
    """Takes up the game that was saved, or a new one, with the move that was made before."""
    read_scores()
    state.insight = stored("localStorage", INSIGHT_KEY) == "on"
    state.session = session_to_go_on_with()
    moved = state.session.played_early(text_or_none(board.getAttribute("data-early")))
    board.removeAttribute("data-early")
    store("sessionStorage", EARLY_KEY, "")
    if focused := document.querySelector("[data-cell]:focus"):
        state.cursor = int(focused.dataset.cell)
    if is_link():
        state.session = state.session if moved.game.is_over else moved
        on_link()
    elif moved is state.session:
        proceed(moved)
    else:
        finish(moved)
    for control in controls:
        control.disabled = False
    element("retry").hidden = True  # if half a minute had seemed too long
    page.dataset.python = "ready"
    window.performance.mark("ready")
    asyncio.get_event_loop().call_later(0, guarded(rehearse))
    run(gather())


def session_to_go_on_with() -> Session:
    """The tab's session, with the game whose lock the page has, if there is one."""
    tab = stored("sessionStorage", SESSION_KEY)
    session = saved_session(tab)
    if session and not page_of(tab):
        return session
    if game := saved_session(stored("localStorage", game_key())):
        return game
    before = session or saved_session(stored("localStorage", SESSION_KEY)) or new_session()
    return new_session(before.opponent)


def rehearse(records: Sequence[str] = ("40182", "401", "4", "0", "1")) -> None:
    """Thinks of replies that nobody asked for, one after the other, so that the first is quick."""
    if records:
        session = Session(Opponent.HARD, Game.from_record(records[0]))
        view_of(session.replied(state.rng), Score())
        asyncio.get_event_loop().call_later(0, guarded(rehearse), records[1:])


async def gather() -> None:
    """Counts as its own what pages of earlier visits have counted, so that their keys can go.

    Only a page that is alone may do so: then nobody else does, or counts.
    """
    if not getattr(window.navigator, "locks", None):
        return
    try:
        locks = (await window.navigator.locks.query()).held
    except JsException:  # forbidden, as all that is kept
        return
    if sum(lock.name.startswith(LOCK) for lock in locks) > 1:
        return
    read_scores()
    for opponent in Opponent:
        mine = score_key(opponent, state.page)
        others = [key for key in score_keys(opponent) if key != mine]
        score = score_against(opponent)._replace(resets=0)
        if others and store("localStorage", mine, score_text(score)):
            state.scores[mine] = score
            for key in others:
                del state.scores[key]
                store("localStorage", key, "")


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Does something that waits, while the page goes on."""
    task = asyncio.ensure_future(coroutine)
    task.add_done_callback(guarded(lambda task: task.result()))


def proceed(session: Session, *, is_counted: bool = True, remark: str = "") -> None:
    """Goes on with this session: saves and renders it, and lets the computer reply."""
    pause()
    state.session = session.with_help() if state.insight else session
    state.replay = None
    if is_link():
        forget_link()
    was_saved, state.is_saved = state.is_saved, save() and is_counted
    state.remark = messages.NOT_SAVED if was_saved and not state.is_saved else remark
    if session.game.is_over:
        from app.replay import replay_of

        state.replay = replay_of(session.game, session.opponent)
    render()
    expect_reply()


def expect_reply() -> None:
    """Lets the computer reply after a pause, if it is to move."""
    if state.session.computer_to_move:
        calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
        state.reply = asyncio.get_event_loop().call_later(0 if calm else PAUSE, reply)


def pause() -> None:
    """Keeps the computer from replying, and takes back what was said of the game as it was."""
    if state.reply:
        state.reply.cancel()
        state.reply = None
    state.advice = None
    state.link = state.link_note = state.remark = state.note = ""


def save() -> bool:
    """Saves the session; tells whether it will be there when this tab is gone."""
    text = text_to_save(state.session, score_shown(), insight=state.insight)
    if state.session.is_on and store("localStorage", game_key(), text):
        store("sessionStorage", SESSION_KEY, f"{text}\n{state.game_number}")
        return True
    store("localStorage", game_key(), "")
    store("sessionStorage", SESSION_KEY, f"{text}\n")
    return not state.session.is_on and store("localStorage", SESSION_KEY, text)


def game_key() -> str:
    """The key under which this page keeps its game."""
    return f"{GAME_KEY}{state.game_number}"


def finish(session: Session) -> None:
    """Goes on with a session that has moved, and counts its game if that has ended."""
    if not session.game.is_over:
        proceed(session)
        return
    mine = state.scores.get(score_key(session.opponent, state.page), Score())
    proceed(session, is_counted=count(score_after(session, mine, score_shown())))


def count(score: Score) -> bool:
    """Keeps what this page has counted against the opponent; tells whether that can be stored."""
    key = score_key(state.session.opponent, state.page)
    state.scores[key] = score
    return store("localStorage", key, score_text(score))


def play(cell: int) -> None:
    """Plays a cell for the person whose turn it is; what the rules forbid is ignored."""
    if is_persons_turn() and cell in state.session.game.legal_cells:
        finish(state.session.played(cell))


def is_persons_turn() -> bool:
    """Whether a person is to move, in a game that is played and not looked at."""
    return state.replay is None and state.session.person_to_move


def is_link() -> bool:
    """Whether the page's address holds a game, or something in its place."""
    return bool(window.location.hash.startswith(LINK))


def forget_link() -> None:
    """Takes the game out of the page's address."""
    with suppress(JsException):  # browsers forbid it to those who do it too often
        window.history.replaceState(None, "", window.location.href.split("#")[0])


# Events


def guarded(handler: Handler) -> Handler:
    """The function; should it fail, the banner says so and the console says it in full."""

    @wraps(handler)
    def call(*arguments: Any) -> None:
        try:
            handler(*arguments)
        except Exception:  # noqa: BLE001 - whatever it is, the player is told
            window.console.error(traceback.format_exc())
            page.dataset.python = "failed"
            state.is_broken = True
            show_breakage()

    return call


def on(kind: str, target: Any) -> Callable[[Handler], Handler]:
    """Lets a function handle the events of one kind that reach the target."""

    def bind(handler: Handler) -> Handler:
        target.addEventListener(kind, create_proxy(guarded(handler)))
        return handler

    return bind


@guarded
def reply() -> None:
    """The computer has thought long enough."""
    finish(state.session.replied(state.rng))


@on("click", board)
def on_board_click(event: Any) -> None:
    """A cell was pressed, with a pointer, with Enter or with Space."""
    if button := event.target.closest("[data-cell]"):
        play(int(button.dataset.cell))


@on("focusin", board)
def on_board_focus(event: Any) -> None:
    """The focus has come to a cell: that is where Tab will find it again."""
    state.cursor = int(event.target.dataset.cell)
    show_cursor()


@on("keydown", board)
def on_board_key(event: Any) -> None:
    """A key was pressed while the board has the focus."""
    if event.ctrlKey or event.altKey or event.metaKey:
        return
    if event.key == "?":
        element("keys").showModal()
    elif letter(event.key, event.code) == "n":
        on_new_game()
    elif letter(event.key, event.code) == "h":
        on_hint()
    elif (cell := cell_to_focus(int(event.target.dataset.cell), event.key)) is not None:
        event.preventDefault()
        cells[cell].focus()
    elif (cell := cell_to_play(event.key, "" if event.shiftKey else event.code)) is not None:
        play(cell)


@on("click", element("new-game"))
def on_new_game(_: Any = None) -> None:
    """A new game is wanted; the one that was on counts for nobody."""
    proceed(new_session(state.session.opponent))


@on("change", element("opponent"))
def on_opponent_change(event: Any) -> None:
    """Another opponent was chosen."""
    proceed(new_session(Opponent(event.target.value)))


@on("click", element("forfeit"))
def on_forfeit_click(_: Any) -> None:
    """Somebody thinks of giving up."""
    if is_persons_turn():
        write("forfeit-question", messages.forfeit_question(state.session))
        element("forfeit-dialog").showModal()


@on("click", element("confirm-forfeit"))
def on_forfeit_confirmed(_: Any) -> None:
    """The player to move gives up."""
    element("forfeit-dialog").close()
    if is_persons_turn():
        finish(state.session.forfeited())
        element("new-game").focus()


@on("click", element("hint"))
def on_hint(_: Any = None) -> None:
    """Somebody wants to know what to play, and why."""
    if is_persons_turn():
        from engine.advice import advise

        state.session = state.session.with_help()
        state.advice = advise(state.session.game.board)
        save()
        render_again("hint-text")


@on("change", element("insight"))
def on_insight_change(event: Any) -> None:
    """Insight was switched on or off."""
    state.insight = bool(event.target.checked)
    store("localStorage", INSIGHT_KEY, "on" if state.insight else "")
    if state.insight and state.replay is None:
        state.session = state.session.with_help()
    save()
    render()


@on("hashchange", window)
def on_link(_: Any = None) -> None:
    """The page's address has changed: it may hold a game to look at, or no longer."""
    if not is_link():
        if state.replay and state.replay.is_visit:
            proceed(state.session)
        return
    from app.replay import visit

    try:
        replay = visit(window.location.hash)
    except InvalidRecord:
        proceed(state.session, remark=messages.NOT_A_GAME)
    else:
        pause()
        state.replay = replay
        render()


@on("click", element("close-visit"))
def on_visit_closed(_: Any) -> None:
    """The game that came with a link was looked at long enough."""
    proceed(state.session)
    cells[state.cursor].focus()


@on("click", element("steps"))
@on("click", element("history"))
def on_step_click(event: Any) -> None:
    """A step of the review was chosen."""
    if button := event.target.closest("[data-go]"):
        go(button.dataset.go)
        if event.detail:  # with a pointer: who looks at a list does not see the board on a phone
            board.scrollIntoView(block="nearest")


@on("keydown", element("steps"))
@on("keydown", element("history"))
def on_step_key(event: Any) -> None:
    """A key was pressed in the review."""
    if state.replay and event.key in STEP_KEYS:
        event.preventDefault()
        go(STEP_KEYS[event.key])


def go(where: str) -> None:
    """Shows another step of the game that is looked at."""
    if state.replay:
        step, end = state.replay.step, state.replay.end
        steps = {"first": 0, "back": step - 1, "on": step + 1, "end": end}
        state.replay = state.replay.at(steps[where] if where in steps else int(where))
        render()


@on("click", element("share"))
def on_share(_: Any) -> None:
    """Somebody wants to show the game to others."""
    if state.replay:
        from app.replay import link_to

        url = window.location.href.split("#")[0] + link_to(state.replay.game)
        run(share(url))


async def share(url: str) -> None:
    """Gives a link to the system to share, else to the clipboard, else to the player to copy."""
    if getattr(window.navigator, "share", None):
        data = to_js({"url": url}, dict_converter=window.Object.fromEntries)
        try:
            await window.navigator.share(data)
        except JsException as error:
            is_done = error.name == "AbortError"  # the player thought better of it
        else:
            is_done = True
        if is_done:
            return
    try:
        await window.navigator.clipboard.writeText(url)
        state.link_note = messages.LINK_COPIED
    except (AttributeError, JsException):
        state.link, state.link_note = url, messages.LINK_SHOWN
    render_again("share-note")
    element("share-note").scrollIntoView(block="nearest")
    if state.link:
        element("link").select()


@on("toggle", element("thinking"))
def on_thinking_toggle(_: Any) -> None:
    """The picture of the computer's thinking was opened or closed."""
    render()


@on("click", element("how-strong"))
def on_how_strong(event: Any) -> None:
    """Somebody wants to know how strong the opponents are."""
    event.preventDefault()
    element("thinking").open = True
    element("strength").focus()


@on("click", element("reset-scores"))
def on_reset_click(_: Any) -> None:
    """Somebody thinks of forgetting the scores."""
    write("reset-question", messages.reset_question(state.session.opponent))
    element("reset-dialog").showModal()


@on("click", element("confirm-reset"))
def on_reset_confirmed(_: Any) -> None:
    """The scores against this opponent are to be forgotten, whichever page counted them."""
    element("reset-dialog").close()
    is_counted = count(reset(score_shown()))
    state.is_saved = save() and is_counted
    forgotten = messages.forgotten(state.session.opponent)
    state.note = forgotten if state.is_saved else messages.NOT_SAVED
    render_again("notice")
    element("notice").scrollIntoView(block="nearest")


@on("click", document)
def on_close_click(event: Any) -> None:
    """A dialog was answered with its quiet button."""
    if button := event.target.closest("[data-close]"):
        button.closest("dialog").close()


@on("storage", window)
def on_storage_change(event: Any) -> None:
    """Another page has counted a game, or forgotten its scores."""
    key = text_or_none(event.key) or ""
    opponent = opponent_of_key(key)
    if opponent is None or key == score_key(opponent, state.page):
        return
    if (text := stored("localStorage", key)) is None:
        state.scores.pop(key, None)
    else:
        state.scores[key] = score_from_text(text)
    render()


@on("pagehide", window)
def on_page_hide(_: Any) -> None:
    """The page is left; should it come back, the game may have gone on elsewhere."""
    pause()


@on("start:back", window)
def on_page_back(_: Any) -> None:
    """The page is back from the browser's memory, where it heard of nothing, and has its game."""
    read_scores()
    render()
    if state.replay is None:
        expect_reply()


# The page


def render() -> None:
    """Writes the page from the state."""
    view = view_of(state.session, score_shown(), insight=state.insight, advice=state.advice)
    if state.replay:
        from app.replay import replay_view

        view = replay_view(state.replay, view)
    show_board(view.board)
    mark(board, ("turn", "board"), view.turn or None)
    mark(element("status"), ("status", "status"), view.status)
    if is_new(("opponent", "checked"), view.opponent):
        for choice in opponents:
            choice.checked = choice.value == view.opponent
    if is_new(("insight", "checked"), view.insight):
        element("insight").checked = view.insight
    remarked = {"detail": state.remark} if state.remark else {}
    for name, text in (view.texts | remarked).items():
        write(name, text)
    show_moves(view)
    show_replay()
    write("notice", state.note)
    write("not-saved", "" if state.is_saved else messages.NOT_SAVED)
    write("share-note", state.link_note)
    if element("thinking").open:
        asyncio.get_event_loop().call_later(0, guarded(show_thought))
    if state.is_broken:
        show_breakage()


def render_again(name: str) -> None:
    """Writes the page from the state, and has one text spoken even if it was there before."""
    if written.pop(("text", name), ""):
        element(name).textContent = ""
        asyncio.get_event_loop().call_later(SILENCE, guarded(render))
    else:
        render()


def show_board(view: BoardView) -> None:
    """Writes the cells and the lines through them."""
    for cell, button in enumerate(cells):
        mark(button, ("mark", cell), view.board[cell].replace(".", ""))
        mark(button, ("winning", cell), "" if cell in view.winning else None)
        mark(button, ("verdict", cell), view.verdicts[cell] or None)
        mark(button, ("sign", cell), view.signs[cell] or None)
        mark(button, ("tag", cell), view.tags[cell] or None)
        if is_new(("name", cell), view.names[cell]):
            button.ariaLabel = view.names[cell]
    show_cursor()
    for number, strike in enumerate(strikes):
        mark(strike, ("struck", number), "" if LINES[number] in view.lines else None)


def show_breakage() -> None:
    """Says that the game cannot go on."""
    mark(board, ("turn", "board"), None)
    write("headline", messages.BROKEN.headline)
    write("detail", messages.BROKEN.detail)
    element("retry").hidden = False


def score_shown() -> Score:
    """What all pages together have counted against the opponent."""
    return score_against(state.session.opponent)


def score_against(opponent: Opponent) -> Score:
    """What all pages together have counted against an opponent."""
    return total(state.scores[key] for key in score_keys(opponent))


def score_keys(opponent: Opponent) -> list[str]:
    """The keys under which pages have counted the games against an opponent."""
    return [key for key in state.scores if opponent_of_key(key) is opponent]


def show_cursor() -> None:
    """Makes one cell the one that Tab reaches."""
    for cell, button in enumerate(cells):
        if is_new(("cursor", cell), cell == state.cursor):
            button.tabIndex = 0 if cell == state.cursor else -1


def show_moves(view: View) -> None:
    """Writes the list of moves; in a review each says how good it was, and can be chosen."""
    if is_new(("moves", "history"), (view.moves, view.qualities)):
        state.items = [create("li", text) for text in view.moves]
        for number, quality in enumerate(view.qualities, start=1):
            item = state.items[number - 1]
            button = create("button", view.moves[number - 1])
            button.type = "button"
            button.dataset.go = str(number)
            item.dataset.quality = quality
            item.replaceChildren(button)
            button.append(" ", create("em", quality))
            written.pop(("current", number), None)
        has_focus = element("history").contains(document.activeElement)
        element("history").replaceChildren(*state.items)
        if has_focus:
            element("new-game").focus()
    if state.replay:
        for number, item in enumerate(state.items, start=1):
            is_current = number == state.replay.step
            if is_new(("current", number), is_current):
                item.firstChild.ariaCurrent = "step" if is_current else "false"


def show_replay() -> None:
    """Shows how to step through a game where there is one to look at, and what cannot be done."""
    replay = state.replay
    is_visit = bool(replay and replay.is_visit)
    if is_new(("over", "actions"), replay is not None):
        element("review").hidden = replay is None
        disable(element("forfeit"), element("hint"), when=replay is not None)
    if is_new(("visit", "actions"), is_visit):
        has_focus = element("actions").contains(document.activeElement)
        element("forfeit").hidden = element("hint").hidden = is_visit
        element("close-visit").hidden = not is_visit
        if is_visit:
            write("close-visit", messages.way_back(state.session))
        if has_focus:
            element("new-game").focus()
    if replay and is_new(("step", "steps"), (replay.step, replay.end)):
        first, back, *further = step_buttons
        disable(first, back, when=replay.step == 0)
        disable(*further, when=replay.step == replay.end)
    if is_new(("link", "value"), state.link):
        element("link").hidden = not state.link
        element("link").value = state.link


def disable(*buttons: Any, when: bool) -> None:
    """Says of buttons that they do nothing, or that they do; the focus may stay on them."""
    for button in buttons:
        button.ariaDisabled = str(when).lower()


def show_thought() -> None:
    """Draws the computer's last decision, and says it in words."""
    from engine.thought import last_thought

    is_visit = state.replay and state.replay.is_visit
    opponent, game, _ = new_session(Opponent.HUMAN) if is_visit else state.session
    if state.session.computer_to_move or not is_new(("thought", "thinking"), (opponent, game)):
        return
    thought = None if opponent is Opponent.HUMAN else last_thought(game)
    if thought is None:
        element("thinking-picture").replaceChildren()
        element("thinking-text").replaceChildren(create("p", messages.no_thought(opponent)))
        return
    from app.diagram import picture

    svg = window.DOMParser.new().parseFromString(picture(thought), "image/svg+xml")
    drawn = element("thinking-picture")
    drawn.replaceChildren(svg.documentElement)
    around, chosen = (one.getBoundingClientRect() for one in (drawn, drawn.querySelector(".ring")))
    drawn.scrollLeft += chosen.x + chosen.width / 2 - around.x - around.width / 2
    sentences = messages.thought(thought, opponent)
    element("thinking-text").replaceChildren(*(create("p", text) for text in sentences))


def create(tag: str, text: str) -> Any:
    """A new element that holds a text."""
    made = document.createElement(tag)
    made.textContent = text
    return made


def write(name: str, text: str) -> None:
    """Writes an element's text, unless it is there: what is written again is spoken again."""
    if is_new(("text", name), text):
        element(name).textContent = text


def mark(target: Any, what: tuple[str, str | int], value: str | None) -> None:
    """Sets a data attribute, or takes it away."""
    if not is_new(what, value):
        return
    if value is None:
        target.removeAttribute(f"data-{what[0]}")
    else:
        target.setAttribute(f"data-{what[0]}", value)


def is_new(what: tuple[str, str | int], value: object) -> bool:
    """Whether the page does not show this yet; from now on it does."""
    if what in written and written[what] == value:
        return False
    written[what] = value
    return True


# Storage, which may be missing, full, forbidden, or hold anything at all


def stored(area: str, key: str) -> str | None:
    """What is stored under the key, if anything is and may be read."""
    try:
        return text_or_none(getattr(window, area).getItem(key))
    except (AttributeError, JsException):
        return None


def text_or_none(value: Any) -> str | None:
    """A text from the browser; None for its null."""
    return value if isinstance(value, str) else None


def store(area: str, key: str, text: str) -> bool:
    """Stores a text, or nothing where there is none; tells whether that worked."""
    try:
        if text:
            getattr(window, area).setItem(key, text)
        else:
            getattr(window, area).removeItem(key)
    except (AttributeError, JsException):
        return False
    return True


def read_scores() -> None:
    """Takes over the scores that are stored."""
    try:
        keys = [key for key in window.Object.keys(window.localStorage) if opponent_of_key(key)]
    except (AttributeError, JsException):
        return
    state.scores = {key: score_from_text(stored("localStorage", key)) for key in keys}


guarded(start)()
