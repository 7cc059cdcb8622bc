"""The handlers of the panel of one's games: its list, statistics, export and import."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyscript import document

from app import messages
from app.state import ROWS
from page import sharing, storage
from page.events import App, later, on, panels, run
from page.play import REPEAT_SECONDS, cancel_reply, render

if TYPE_CHECKING:
    from app.history import Entry
    from page.games_panel import GamesPanel

SLICE = 50  # games that are reviewed at a time


@on("toggle", "#games")
def on_games_toggle(app: App, _: Any) -> None:
    """The panel was opened or closed."""
    app.state.games_shown, app.state.games_note, app.state.exported = ROWS, "", ""
    render(app)


@on("click", "#games-list")
def on_game_click(app: App, event: Any) -> None:
    """A game of the list was chosen, to be shown or to be deleted."""
    state = app.state
    if button := event.target.closest("[data-open]"):
        if not state.show_past(button.dataset.open):
            return
        cancel_reply(app)
        render(app)
        app.screen.board.scrollIntoView(block="nearest")
        document.querySelector("#steps [data-go=back]").focus(preventScroll=True)
    elif button := event.target.closest("[data-delete]"):
        ask_to_delete(app, button.dataset.delete)


@on("click", "#delete-games")
def on_delete_all(app: App, _: Any) -> None:
    """Somebody thinks of deleting all games."""
    ask_to_delete(app, *app.state.history.entries)


def ask_to_delete(app: App, *game_ids: str) -> None:
    """Asks before games are deleted."""
    app.state.to_delete = game_ids
    render_games(app)  # at once: a dialog is read out when it opens
    app.screen.element("delete-dialog").showModal()


@on("click", "#confirm-delete")
def on_delete_confirmed(app: App, _: Any) -> None:
    """Games are to be deleted; they no longer count."""
    app.screen.element("delete-dialog").close()
    app.state.delete_games()
    app.state.exported = ""
    is_saved = storage.save(app.state)
    app.state.set_saved(is_saved=is_saved)
    note_games(app, messages.DELETED if is_saved else messages.NOT_SAVED, is_shown=False)


@on("click", "#more-games")
def on_more_games(app: App, _: Any) -> None:
    """Somebody wants to see older games."""
    app.state.games_shown += ROWS
    render_games(app)
    if app.panel:
        app.panel.focus(app.state.games_shown - ROWS)


@on("click", "#export")
def on_export(app: App, _: Any) -> None:
    """Somebody wants to take the games to another device."""
    from app.transfer import export_text

    run(app, export(app, export_text(app.state.history)))


async def export(app: App, text: str) -> None:
    """Copies the games to the clipboard, else shows them to be copied."""
    is_copied = await sharing.copy_to_clipboard(text)
    app.state.exported = "" if is_copied else text
    note_games(app, messages.HISTORY_COPIED if is_copied else messages.HISTORY_SHOWN)
    if not is_copied:
        app.screen.element("export-text").focus()
        app.screen.element("export-text").select()


@on("click", "#import")
def on_import(app: App, _: Any) -> None:
    """Somebody has games from another device."""
    app.screen.element("import-dialog").showModal()


@on("change", "#import-file")
def on_import_file(app: App, event: Any) -> None:
    """A file was chosen: its text can be read before it is imported."""
    if files := list(event.target.files):
        run(app, read_file(app, files[0]))


async def read_file(app: App, file: Any) -> None:
    """Puts the text of a file where it could be pasted."""
    app.screen.element("import-text").value = await sharing.text_of(file)


@on("click", "#confirm-import")
def on_import_confirmed(app: App, _: Any) -> None:
    """A text with games is to be imported."""
    from app.transfer import read_import

    pasted = app.screen.element("import-text")
    imported = read_import(pasted.value, app.state.history)
    pasted.value = app.screen.element("import-file").value = ""
    app.screen.element("import-dialog").close()
    is_stored = not imported.change.entries or storage.add_log(app.state, imported.change)
    if is_stored:
        app.state.add_history(imported.change)
        storage.save(app.state)
    note_games(app, messages.import_note(*imported[1:]) if is_stored else messages.NOT_IMPORTED)


def note_games(app: App, note: str, *, is_shown: bool = True) -> None:
    """Says something in the panel, even if it is what was said last; and shows it, or not.

    What is said of a row that is gone would take the player away from the list.
    """
    app.state.games_note = ""
    render_games(app)
    app.state.games_note = note
    later(app, show_note if is_shown else render, seconds=REPEAT_SECONDS)


def show_note(app: App) -> None:
    """Shows what is said in the panel, also where that is below the window."""
    render(app)
    render_games(app)  # at once, so that there is something to scroll to
    app.screen.element("games-note").scrollIntoView(block="nearest")


def render_games(app: App) -> None:
    """Shows one's games; what they tell follows, since of many that takes longer."""
    if not app.screen.element("games").open:
        return
    from app.games import games_view
    from page.games_panel import GamesPanel

    state, app.panel = app.state, app.panel or GamesPanel()
    app.panel.render(games_view(state))
    if app.panel.is_other((state.history, state.session.opponent)):
        later(app, judge, app.panel, list(state.history.entries.values()))


def judge(app: App, panel: "GamesPanel", entries: "Sequence[Entry]") -> None:
    """Reviews games, some at a time so that the page never freezes, and shows what they tell."""
    from app.games import statistics_view
    from app.statistics import judge_all

    judge_all(entries[:SLICE])
    if entries[SLICE:]:
        later(app, judge, panel, entries[SLICE:])
    else:
        panel.render_statistics(statistics_view(app.state))


panels["games"] = render_games
