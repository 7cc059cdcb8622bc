"""Writes the page from a view, and only what has changed.

The elements are looked up once and written as they are. `pyscript.web` would wrap each of them: to
find one or make one then takes 2 to 3 times as long, to write one 1.2 to 2.5 times. To import it
costs little: 1 ms of a start from bytecode, 5 ms from source.
"""

from typing import Any

from pyscript import document, window

from app.messages import Banner
from app.view import BoardView, ReviewView, View

ACTIONS = ("play-on", "close-visit", "new-game", "hint", "forfeit", "share", "resume")
CONTROLS = "#opponent, #new-game, #forfeit, #hint, #why, #insight, #sound, #reset-scores"


class Screen:
    """The elements of the page, and what they show."""

    def __init__(self) -> None:
        self.root = document.documentElement
        self.element = document.getElementById
        self.board = self.element("board")
        self.cells = list(self.board.querySelectorAll("[data-cell]"))
        self.strikes = list(self.board.querySelectorAll("[data-line]"))
        self.opponents = list(document.querySelectorAll("[name=opponent]"))
        self.steps = list(document.querySelectorAll("#steps [data-go]"))
        self.rings = list(document.querySelectorAll("#legend [data-ring]"))
        self.moves: list[Any] = []  # the items of the list
        self.is_broken = False
        self.shown: dict[tuple[str, str | int], object] = {}

    def render(self, view: View) -> None:
        """Shows the view."""
        self._render_board(view.board)
        self.render_cursor(view.cursor)
        self._set_data(self.board, "turn", "board", view.turn or None)
        self._set_data(self.element("status"), "status", "status", view.status)
        self._set_data(self.element("banner"), "flourish", "banner", view.flourish or None)
        self._render_choices(view)
        if self._changed("title", "page", view.title):
            document.title = view.title
        for name, text in view.texts.items():
            if self._changed("text", name, text):
                self.element(name).textContent = text
        self._render_moves(view)
        self._render_review(view.review)
        self._render_actions(view)
        self._render_lessons(view)
        if self._changed("value", "link", view.link):
            self.element("link").hidden = not view.link
            self.element("link").value = view.link
        if self._changed("shown", "go-back", view.has_way_back):
            had_focus = self.element("go-back").contains(document.activeElement)
            self.element("go-back").hidden = not view.has_way_back
            if had_focus:
                self.cells[view.cursor].focus()

    def render_broken(self, banner: Banner) -> None:
        """Says that the game cannot go on; nothing is rendered any more."""
        self.is_broken = True
        for dialog in document.querySelectorAll("dialog"):
            dialog.close()
        self.root.dataset.python = "failed"
        self.board.removeAttribute("data-turn")
        self.element("headline").textContent = banner.headline
        self.element("detail").textContent = banner.detail
        self.element("retry").hidden = False

    def render_cursor(self, cursor: int) -> None:
        """Makes one cell the one that Tab reaches."""
        for cell, button in enumerate(self.cells):
            if self._changed("cursor", cell, cell == cursor):
                button.tabIndex = 0 if cell == cursor else -1

    def forget_text(self, name: str) -> bool:
        """Empties an element, so that a screen reader speaks its text again; False if it was."""
        was_shown = bool(self.shown.pop(("text", name), ""))
        self.element(name).textContent = ""
        return was_shown

    def set_ready(self) -> None:
        """Says that Python is up: everything on the page can be used."""
        for control in document.querySelectorAll(CONTROLS):
            control.disabled = False
        self.element("retry").hidden = True  # where half a minute had seemed too long
        self.root.dataset.python = "ready"
        window.performance.mark("ready")

    def _render_board(self, view: BoardView) -> None:
        for cell, button in enumerate(self.cells):
            self._set_data(button, "mark", cell, view.board[cell].replace(".", ""))
            self._set_data(button, "winning", cell, "" if cell in view.winning else None)
            self._set_data(button, "verdict", cell, view.verdicts[cell] or None)
            self._set_data(button, "sign", cell, view.signs[cell] or None)
            self._set_data(button, "tag", cell, view.tags[cell] or None)
            if self._changed("name", cell, view.names[cell]):
                button.ariaLabel = view.names[cell]
        for number, strike in enumerate(self.strikes):
            is_struck = strike.dataset.line in view.lines
            self._set_data(strike, "struck", number, "" if is_struck else None)

    def _render_choices(self, view: View) -> None:
        if self._changed("checked", "opponent", view.opponent):
            for choice in self.opponents:
                choice.checked = choice.value == view.opponent
        for name, is_on in (("insight", view.insight), ("sound", view.sound)):
            if self._changed("checked", name, is_on):
                self.element(name).checked = is_on

    def _render_moves(self, view: View) -> None:
        """The list of moves; in a review each says how good it was, and can be chosen."""
        review = view.review
        if self._changed("moves", "history", (view.moves, review and review.qualities)):
            texts = review.quality_texts if review else [""] * len(view.moves)
            self.moves = [_create("li", move) for move in view.moves]
            for number, (item, text) in enumerate(zip(self.moves, texts, strict=True), start=1):
                if review:
                    item.dataset.quality = review.qualities[number - 1]
                    item.replaceChildren(_step_button(number, view.moves[number - 1], text))
                self.shown.pop(("current", number), None)
            history = self.element("history")
            had_focus = history.contains(document.activeElement)
            history.replaceChildren(*self.moves)
            if had_focus:
                self.element("new-game").focus()
        if review:
            for number, item in enumerate(self.moves, start=1):
                is_current = number == review.step
                if self._changed("current", number, is_current):
                    item.firstChild.ariaCurrent = "step" if is_current else "false"

    def _render_review(self, review: ReviewView | None) -> None:
        """The buttons that step through a game."""
        if self._changed("over", "actions", review is not None):
            self.element("review").hidden = review is None
        if review and self._changed("step", "steps", (review.step, review.end)):
            for button in self.steps:
                edge = 0 if button.dataset.go in {"first", "back"} else review.end
                button.ariaDisabled = str(review.step == edge).lower()

    def _render_actions(self, view: View) -> None:
        """What can be done, and what comes next; the focus stays among it."""
        if self._changed("shown", "actions", view.actions):
            focused = document.activeElement
            for name in ACTIONS:
                self.element(name).hidden = name not in (*view.actions, "new-game")
            if self.element("actions").contains(focused) and focused.hidden:
                self.element("new-game").focus()
        for name in ACTIONS:
            self._set_data(
                self.element(name), "primary", name, "" if name == view.primary else None
            )

    def _render_lessons(self, view: View) -> None:
        """What the rings mean, and what leads to a mistake, into practice and out of it."""
        review, practice = view.review, view.practice
        for ring in self.rings:
            self._set_shown(ring.dataset.ring, ring, when=ring.dataset.ring in view.board.tags)
        mistake = review.mistake if review else 0
        if mistake and self._changed("mistake", "to-mistake", mistake):
            self.element("to-mistake").dataset.go = str(mistake)
        is_mistake = bool(review and review.is_mistake)
        had_focus = self.element("to-mistake").contains(document.activeElement)
        is_over = bool(practice and practice.is_over)
        for name, when in (
            ("practice", is_mistake),
            ("to-mistake", mistake > 0),
            ("practising", practice is not None),
            ("practice-again", is_over),
            ("practice-next", bool(practice and practice.has_next)),
        ):
            self._set_shown(name, self.element(name), when=when)
        if had_focus and is_mistake:
            self.element("practice").focus()
        self._set_data(self.board, "practice", "board", "" if practice else None)

    def _set_shown(self, name: str, target: Any, *, when: bool) -> None:
        """Shows an element, or hides it."""
        if self._changed("shown", name, when):
            target.hidden = not when

    def _set_data(self, target: Any, name: str, where: str | int, value: str | None) -> None:
        """Sets a data attribute, or removes it."""
        if not self._changed(name, where, value):
            return
        if value is None:
            target.removeAttribute(f"data-{name}")
        else:
            target.setAttribute(f"data-{name}", value)

    def _changed(self, what: str, where: str | int, value: object) -> bool:
        """Whether the page does not show this yet; from now on it does."""
        if (what, where) in self.shown and self.shown[what, where] == value:
            return False
        self.shown[what, where] = value
        return True


def _step_button(number: int, move: str, quality: str) -> Any:
    button = _create("button", move)
    button.type = "button"
    button.dataset.go = str(number)
    button.append(" ", _create("em", quality))
    return button


def _create(tag: str, text: str) -> Any:
    """A new element that holds a text."""
    made = document.createElement(tag)
    made.textContent = text
    return made
