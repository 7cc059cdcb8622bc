"""The names that the engine offers, and what it asks of the Python it runs in."""

import sys
from pathlib import Path

import pytest

import engine
from tests.support.imports import imported

MODULES = sorted(Path(engine.__file__).parent.glob("*.py"))


def test_the_public_names_are_the_ones_promised() -> None:
    assert engine.__all__ == [
        "Advice",
        "CellTaken",
        "Game",
        "GameOver",
        "IllegalMove",
        "InvalidRecord",
        "Level",
        "Mark",
        "Move",
        "MoveReview",
        "OutOfBounds",
        "OutOfTurn",
        "Reason",
        "Status",
        "Verdict",
        "advise",
        "best_cells",
        "choose",
        "policy",
        "review",
        "strength",
        "verdicts",
    ]


def test_the_public_names_are_sorted_and_there() -> None:
    assert engine.__all__ == sorted(engine.__all__)
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_every_imported_name_is_public_and_what_no_game_waits_for_is_not_imported() -> None:
    assert {
        name
        for name, value in vars(engine).items()
        if not name.startswith("_") and not isinstance(value, type(sys))
    } == set(engine.__all__) - {"Advice", "MoveReview", "Reason", "advise", "review"}


@pytest.mark.parametrize("error", ["CellTaken", "GameOver", "OutOfBounds", "OutOfTurn"])
def test_every_refused_move_is_an_illegal_move_and_a_value_error(error: str) -> None:
    assert issubclass(getattr(engine, error), engine.IllegalMove)
    assert issubclass(engine.IllegalMove, ValueError)


def test_an_invalid_record_is_a_value_error_but_no_move() -> None:
    assert issubclass(engine.InvalidRecord, ValueError)
    assert not issubclass(engine.InvalidRecord, engine.IllegalMove)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_the_engine_imports_only_itself_and_pure_standard_modules(module: Path) -> None:
    assert imported(module) <= {
        "collections",
        "engine",
        "enum",
        "fractions",
        "functools",
        "itertools",
        "json",
        "math",
        "random",
        "re",
        "typing",
    }


def test_the_enumerations_spell_their_strings() -> None:
    assert {mark.name: mark.value for mark in engine.Mark} == {"X": "X", "O": "O"}
    assert [status.value for status in engine.Status] == [
        "in_progress",
        "x_wins",
        "o_wins",
        "draw",
        "x_forfeits",
        "o_forfeits",
    ]
    assert {level.name: level.value for level in engine.Level} == {
        "EASY": "easy",
        "MEDIUM": "medium",
        "HARD": "hard",
    }


def test_each_mark_is_the_opponent_of_the_other() -> None:
    assert engine.Mark.X.opponent is engine.Mark.O
    assert engine.Mark.O.opponent is engine.Mark.X
