"""The panel of one's games; it is imported, and written, once somebody opens it."""

from typing import Any

from pyscript import document, window

from app.games import GamesView, Row, StatisticsView
from app.messages import DELETE


class GamesPanel:
    """The elements of the panel, and what they show."""

    def __init__(self) -> None:
        self.element = document.getElementById
        language, of_player = document.documentElement.lang, str(window.navigator.language)
        language = of_player if of_player.startswith(language) else language
        self.dates = window.Intl.DateTimeFormat.new(language, dateStyle="medium", timeStyle="short")
        self.rows: list[Row] = []
        self.chart = ""
        self.texts: dict[str, str] = {}
        self.subject: object = None  # of the statistics

    def render(self, view: GamesView) -> None:
        """Shows the list and what goes with it."""
        self._render_texts(view.texts)
        if view.rows != self.rows:
            self._render_rows(view.rows)
        self.element("more-games").hidden = not view.has_more
        focused = document.activeElement
        self.element("export").hidden = self.element("delete-games").hidden = view.is_empty
        if self.element("keep-games").contains(focused) and focused.hidden:
            self.element("import").focus()
        exported = self.element("export-text")
        exported.hidden = not view.exported
        exported.value = view.exported

    def render_statistics(self, view: StatisticsView) -> None:
        """Shows what the games tell."""
        self._render_texts(view.texts)
        if view.chart != self.chart:
            self.chart = view.chart
            chart = self.element("chart")
            chart.replaceChildren()
            if view.chart:
                svg = window.DOMParser.new().parseFromString(view.chart, "image/svg+xml")
                chart.replaceChildren(svg.documentElement)

    def is_other(self, subject: object) -> bool:
        """Whether the statistics are of something else; from now on they are of that."""
        before, self.subject = self.subject, subject
        return before != subject

    def _render_texts(self, texts: dict[str, str]) -> None:
        for name, text in texts.items():
            if self.texts.get(name) != text:
                self.element(name).textContent = text
        self.texts |= texts

    def _render_rows(self, rows: list[Row]) -> None:
        """Writes the list; the focus stays at the place where it was."""
        games = self.element("games-list")
        focused = [number for number, item in enumerate(self.items()) if _has_focus(item)]
        games.replaceChildren(*map(self._item, rows))
        self.rows = rows
        if focused:
            self.focus(focused[0])

    def items(self) -> list[Any]:
        """The items of the list."""
        return list(self.element("games-list").querySelectorAll("[data-record]"))

    def focus(self, number: int) -> None:
        """Puts the focus on a game of the list, or on the last one; else on what adds games."""
        items = self.items()
        target = items[min(number, len(items) - 1)].firstChild if items else self.element("import")
        target.focus()

    def _item(self, row: Row) -> Any:
        item = document.createElement("li")
        item.dataset.record = row.record
        date = document.createElement("time")
        date.dateTime = window.Date.new(row.ended).toISOString()
        date.textContent = self.dates.format(row.ended)
        note = document.createElement("small")
        note.append(date, f", {row.note}" if row.note else "")
        game = _button(row.text, "open", row.game_id)
        game.append(" ", note)
        delete = _button(DELETE, "delete", row.game_id)
        delete.className = "quiet"
        delete.ariaLabel = f"{DELETE}: {game.textContent}"
        item.append(game, delete)
        return item


def _has_focus(item: Any) -> bool:
    return bool(item.contains(document.activeElement))


def _button(text: str, action: str, game_id: str) -> Any:
    button = document.createElement("button")
    button.type = "button"
    button.textContent = text
    button.setAttribute(f"data-{action}", game_id)
    return button
