"""Draws the picture of a decision: a tree of small boards, in rows.

It is a tree for those who hear it too, and lies on its side: Left and Right go along a row, Down
into the replies, Up out of them. The replies to a board stand beside it in the document, and the
style lays them out below the row. Only rows that are new are made, so that the focus stays.
"""

from typing import Any

from pyscript import document, window

from app.thinking import BoardView, Exploration, RowView, ThinkingView


class Picture:
    """The elements of the picture, and what they show."""

    def __init__(self) -> None:
        self.lead = document.getElementById("thinking-lead")
        self.picture = document.getElementById("thinking-picture")
        self.text = document.getElementById("thinking-text")
        self.subject: tuple[object, Exploration] | None = None  # what it shows: whose, and how far
        self.rows: dict[str, Any] = {}  # by the record of the board above each
        self.boards: dict[str, Any] = {}  # by their records

    def render(self, subject: tuple[object, Exploration], view: ThinkingView) -> None:
        """Shows what is known of a decision; the subject tells whether it is another one."""
        had_focus = self.picture.contains(document.activeElement)
        is_new = _decision(subject) != _decision(self.subject)
        self.subject = subject
        if is_new:
            self._begin(view)
        self._render_rows(view)
        if is_new and had_focus:
            self.focus(view.cursor)

    def focus(self, record: str) -> None:
        """Puts the focus on a board, and shows the reply that is expected to it."""
        if record in self.rows and (reply := self.rows[record].querySelector("[data-kind=picked]")):
            reply.scrollIntoView(block="nearest")
        if record in self.boards:
            self.boards[record].focus()

    def _begin(self, view: ThinkingView) -> None:
        """Shows all but the rows."""
        self.rows, self.boards = {}, {}
        self.lead.textContent = view.lead
        self.text.replaceChildren(*(_made("p", text) for text in view.sentences))
        self.picture.replaceChildren()
        if not view.rows:
            self.picture.removeAttribute("data-record")
            return
        self.picture.setAttribute("data-record", view.record)
        self.picture.setAttribute("data-columns", str(len(view.rows[0].boards)))
        root = _made("div", **{"class": "root"})
        to_move = _made("p", view.to_move, **{"class": "to-move"})
        root.append(_drawn(view.drawing), to_move, _made("p", view.help, **{"class": "help"}))
        named = {"aria-label": view.name, "aria-orientation": "horizontal"}
        self.tree = _made("div", role="tree", **named)
        self.picture.append(root, self.tree)

    def _render_rows(self, view: ThinkingView) -> None:
        """Makes rows that are not there yet, and takes away those that are no longer."""
        for record in self.rows.keys() - {row.record for row in view.rows}:
            self.rows.pop(record).remove()
        for level, row in enumerate(view.rows, start=1):
            if row.record not in self.rows:
                above = self.boards.get(row.record)
                (above.parentElement if above else self.tree).append(self._row(row, level))
            for board in row.boards:
                self._render_state(board, is_cursor=board.record == view.cursor)

    def _row(self, row: RowView, level: int) -> Any:
        """A row of boards; what it says for the eye is in its name too."""
        named = {"id": _id(row.record), "class": "row", "data-mark": row.mark}
        made = _made("div", role="group", **named, **{"aria-label": row.name})
        head = _made("div", **{"class": "head", "aria-hidden": "true"})
        handed_up = _made("span", **{"class": "handed-up"})
        handed_up.append(_drawn(row.sign), row.says, " ", _made("span", row.when))
        head.append(_drawn(row.who), _made("span", row.chooser), handed_up)
        made.append(*map(_drawn, filter(None, (row.stem, row.fan))), head)
        for number, board in enumerate(row.boards, start=1):
            branch = _made("div", role="none", **{"class": "branch"})
            branch.append(self._board(board, (level, number, len(row.boards))))
            made.append(branch)
        if row.reason:
            reason = _made("p", **{"class": "reason", "aria-hidden": "true"})
            reason.append(_made("span", row.reason))
            made.append(reason)
        self.rows[row.record] = made
        return made

    def _board(self, board: BoardView, place: tuple[int, int, int]) -> Any:
        """A small board, at a level of the tree, and a place of so many in its row."""
        places = zip(("aria-level", "aria-posinset", "aria-setsize"), map(str, place), strict=True)
        data = {f"data-{name}": getattr(board, name) for name in ("record", "winner", "kind")}
        named = {"class": "board", "aria-label": board.name}
        made = _made("div", role="treeitem", **dict(places), **data, **named)
        says = _made("span", **{"class": "says"})
        says.append(_drawn(board.sign), board.says)
        made.append(
            _drawn(board.drawing), says, " ", _made("span", board.when, **{"class": "when"})
        )
        self.boards[board.record] = made
        return made

    def _render_state(self, board: BoardView, *, is_cursor: bool) -> None:
        """Says of a board whether it is open, and whether Tab reaches it."""
        made = self.boards[board.record]
        made.tabIndex = 0 if is_cursor else -1
        if board.is_open is not None:
            made.ariaExpanded = str(board.is_open).lower()
        if board.is_open:
            made.setAttribute("aria-owns", _id(board.record))
        else:
            made.removeAttribute("aria-owns")


def _decision(subject: tuple[object, Exploration] | None) -> object:
    """The decision that is looked into, however far."""
    return subject and (subject[0], subject[1].explained)


def _id(record: str) -> str:
    """The id of the row below a board."""
    return f"replies-{record}"


def _made(tag: str, text: str = "", **attributes: str) -> Any:
    """A new element."""
    made = document.createElement(tag)
    for name, value in attributes.items():
        made.setAttribute(name, value)
    if text:
        made.textContent = text
    return made


def _drawn(svg: str) -> Any:
    """A drawing, made from its SVG."""
    return window.DOMParser.new().parseFromString(svg, "image/svg+xml").documentElement
