"""Rendering: the page shows the view, and only what has changed is written."""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from app.messages import BROKEN
from app.session import Opponent, Session
from app.state import State
from app.view import View, page_view
from engine import Game
from tests.support.fake_dom import Window

X_WINS = "03142"


@pytest.fixture
def screen(window: Window) -> Any:
    """The screen, which shows a game after its first move."""
    screen = import_module("page.render").Screen()
    screen.render(view_after("4"))
    assert written(window)
    return screen


def view_after(record: str, step: int = 9) -> View:
    """What is shown of a game between two people; once it has ended, at a step of its review."""
    state = State("", Random(1))
    state.proceed(Session(Opponent.HUMAN, Game.from_record(record)))
    state.replay = state.replay and state.replay.at(step)
    return page_view(state)


def written(window: Window) -> set[str | None]:
    """Ids and cells of what has been written since this was last asked."""
    given = [element.attributes for element in window.document.writes]
    window.document.writes.clear()
    return {names.get("id") or names.get("data-cell") for names in given} - {None}


def test_what_is_shown_already_is_not_written_again(screen: Any, window: Window) -> None:
    screen.render(view_after("4"))
    assert written(window) == set()


def test_a_move_writes_its_cell_and_what_is_said_of_it(screen: Any, window: Window) -> None:
    screen.render(view_after("40"))
    said = {"board", "headline", "detail", "history", "forfeit-question"}
    assert written(window) == {"0", *said}
    assert (screen.cells[0].dataset.mark, screen.cells[0].ariaLabel) == ("O", "Top left, O")
    assert screen.board.dataset.turn == "X"
    assert screen.element("history").textContent == "X centreO top left"


def test_a_step_of_a_review_is_current_and_leaves_the_list_alone(
    screen: Any, window: Window
) -> None:
    screen.render(view_after(X_WINS))
    assert [button.ariaDisabled for button in screen.steps] == ["false", "false", "true", "true"]
    assert {"review", "history", "0", "1", "2", "3", "4"} <= written(window)
    screen.render(view_after(X_WINS, step=1))
    assert not {"review", "history"} & written(window)
    buttons = [item.firstChild for item in screen.element("history").children]
    assert [button.ariaCurrent for button in buttons] == ["step"] + ["false"] * 4
    assert [button.dataset.go for button in buttons] == ["1", "2", "3", "4", "5"]


def test_the_focus_outlives_the_list_that_it_was_in(screen: Any, window: Window) -> None:
    screen.render(view_after(X_WINS))
    screen.element("history").firstChild.firstChild.focus()
    screen.render(view_after(""))
    assert window.document.activeElement is screen.element("new-game")


def test_a_text_that_is_forgotten_is_written_again(screen: Any, window: Window) -> None:
    assert screen.forget_text("headline")
    assert screen.element("headline").textContent == ""
    assert not screen.forget_text("hint-text")
    assert written(window) == {"headline", "hint-text"}
    screen.render(view_after("4"))
    assert screen.element("headline").textContent == "O’s turn"


def test_a_failure_closes_dialogs_and_offers_to_retry(screen: Any) -> None:
    screen.element("keys").showModal()
    screen.render_broken(BROKEN)
    assert not screen.element("keys").open
    assert screen.element("headline").textContent == BROKEN.headline
    assert not screen.element("retry").hidden
