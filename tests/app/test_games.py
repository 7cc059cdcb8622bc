"""The panel of one's games: what it shows of a state."""

from random import Random
from xml.etree import ElementTree as ET

import pytest

from app import messages
from app.games import games_view, statistics_view
from app.history import Entry, addition, joined, reset
from app.history_format import read_stored
from app.session import Opponent, new_session
from app.state import ROWS, State
from tests.app.test_statistics import LOSS, PERFECT_DRAW, WIN, history_of
from tests.support.histories import NOW, old_key


@pytest.fixture
def state() -> State:
    """The state of a page that has just been opened, against Hard."""
    state = State("0123456789abcdef", Random(1))
    state.session = new_session(Opponent.HARD)
    return state


def test_without_games_there_are_no_rows_and_no_chart(state: State) -> None:
    list_, view = games_view(state), statistics_view(state)
    assert (list_.rows, list_.has_more, list_.is_empty, view.chart) == ([], False, True, "")
    assert view.texts["overall"] == "Your finished games will appear here."
    assert view.texts["course-text"] == view.texts["praise"] == ""


def test_the_newest_games_come_first_and_more_can_be_shown(state: State) -> None:
    state.set_history(history_of(*[WIN] * ROWS, LOSS))
    view = games_view(state)
    assert [row.ended for row in view.rows] == [NOW + ROWS - n for n in range(ROWS)]
    assert (view.rows[0].game_id, view.rows[0].record) == (f"{ROWS:06}", LOSS)
    assert view.rows[0].text == "You lost to Hard"
    assert view.has_more
    state.games_shown += ROWS
    assert len(games_view(state).rows) == ROWS + 1
    assert not games_view(state).has_more


@pytest.mark.parametrize(
    ("record", "opponent", "text"),
    [
        (WIN, Opponent.EASY, "You beat Easy"),
        (PERFECT_DRAW, Opponent.MEDIUM, "You drew with Medium"),
        ("4f", Opponent.HUMAN, "O gave up"),
        ("f", Opponent.HUMAN, "X gave up"),
        ("f", Opponent.HARD, "You gave up against Hard"),
        (LOSS, Opponent.HUMAN, "O beat X"),
    ],
)
def test_a_game_is_named(state: State, record: str, opponent: Opponent, text: str) -> None:
    state.set_history(history_of(record, opponent=opponent, helped=True))
    assert [(row.text, row.note) for row in games_view(state).rows] == [(text, "with help")]


def test_games_of_before_a_reset_are_listed_and_do_not_count(state: State) -> None:
    history = history_of(WIN, WIN)
    state.set_history(joined(history, reset(history, Opponent.HARD)))
    view = statistics_view(state)
    assert [row.note for row in games_view(state).rows] == [messages.NOT_COUNTED] * 2
    assert view.texts["stat-played"] == view.texts["stat-streak"] == "0"


def test_what_the_rules_forbid_is_not_listed(state: State) -> None:
    state.set_history(addition({"aaaaaa": Entry(0, 0, NOW, "00000", Opponent.HARD)}))
    assert games_view(state).rows == []


def test_statistics_are_those_of_the_opponent_that_is_chosen_and_of_all(state: State) -> None:
    hard, human = history_of(WIN, LOSS, *[PERFECT_DRAW] * 10), Opponent.HUMAN
    friend = addition({"zzzzzz": Entry(0, 0, NOW, WIN, human)})
    state.set_history(joined(hard, friend, read_stored(old_key("a", Opponent.EASY), "1/2/3/0")))
    texts = statistics_view(state).texts
    assert {name: texts[name] for name in texts if "stat" in name} == {
        "stats-heading": "Against Hard",
        "stat-played": "12",
        "stat-streak": "10",
        "stat-best-streak": "10",
        "stat-perfect": "11",
    }
    assert texts["praise"] == "Ten draws in a row against Hard: nobody can do better!"
    assert texts["course-text"] == (
        "Last 12 games: won 1, drawn 10, lost 1. Best moves, ten games at a time: 97%, 100%."
    )
    assert texts["overall"] == (
        "All levels: 18 games, won 2, drawn 12, lost 4. Unbeaten run: 10, best 10. "
        "Without a mistake: 11. With a friend: 1 game."
    )
    state.session = new_session(human)
    texts = statistics_view(state).texts
    assert (texts["stats-heading"], texts["stat-played"]) == ("With a friend", "1")
    assert texts["stat-streak"] == texts["stat-best-streak"] == messages.NO_NUMBER
    assert messages.course("xxd", [], human) == "Last 3 games: X won 2, drawn 1, O won 0."


def test_the_chart_has_a_mark_for_each_of_the_last_games_and_says_the_same(state: State) -> None:
    state.set_history(history_of(WIN, PERFECT_DRAW, "f"))
    svg = ET.fromstring(statistics_view(state).chart)  # noqa: S314 - it is our own
    classes = [shape.get("class") for shape in svg]
    assert classes[-4:] == ["x", "d", "o", "best"]
    assert svg.get("aria-label") == "The last games, oldest first: won, drawn, lost"


@pytest.mark.parametrize(
    ("records", "points"), [(["f"], 0), ([WIN], 2), ([WIN, "f"], 2), ([WIN] * 3, 3)]
)
def test_the_best_moves_are_a_line_or_a_dot(state: State, records: list[str], points: int) -> None:
    state.set_history(history_of(*records))
    svg = ET.fromstring(statistics_view(state).chart)  # noqa: S314 - it is our own
    assert len((svg[-1].get("points") or "").split()) == points


def test_what_is_asked_and_said_is_shown(state: State) -> None:
    state.games_note, state.exported = "Deleted.", "text"
    state.set_history(history_of(WIN))
    view = games_view(state)
    assert (view.texts["games-note"], view.exported) == ("Deleted.", "text")
    tally = read_stored(old_key("a", Opponent.EASY), "1/2/3/0")
    for history, question in (
        (history_of(WIN), "Delete this game?"),
        (history_of(WIN, LOSS), "Delete all your games?"),
        (tally, "Delete all your games?"),
    ):
        state.set_history(history)
        state.to_delete = (*history.entries, "zzzzzz")  # which another page has deleted
        assert games_view(state).texts["delete-question"].startswith(question)
    assert not view.is_empty
    assert games_view(State("", Random(1))).is_empty


@pytest.mark.parametrize(
    ("counts", "note"),
    [
        ((0, 0, 0), "0 games added."),
        ((1, 1, 1), "1 game added. 1 game was already here. 1 line couldn’t be read."),
        ((1200, 2, 3), "1,200 games added. 2 games were already here. 3 lines couldn’t be read."),
    ],
)
def test_what_was_imported_is_told(counts: tuple[int, int, int], note: str) -> None:
    assert messages.import_note(*counts) == note


@pytest.mark.parametrize(
    ("record", "said"),
    [("f", "Last game: lost."), (PERFECT_DRAW, "Last game: drawn. Best moves: 100%.")],
)
def test_of_one_game_the_result_is_told(state: State, record: str, said: str) -> None:
    state.set_history(history_of(record))
    assert statistics_view(state).texts["course-text"] == said
