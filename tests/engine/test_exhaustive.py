"""The engine agrees with the oracle everywhere, in this Python and in the one that is shipped."""

from tests.support.exhaustive import check_everything
from tools.environment import run_in_pyodide


def test_the_oracle_agrees_on_every_position() -> None:
    assert check_everything() == 5478


def test_the_oracle_agrees_on_every_position_in_pyodide() -> None:
    assert run_in_pyodide("tests.support.exhaustive") == "5478\n"
