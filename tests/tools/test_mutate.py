"""The mutants: every part that can go wrong is changed, one at a time, and nothing else."""

import ast
from pathlib import Path

import pytest

from tools.mutate import mutants_of


def mutations(tmp_path: Path, source: str) -> set[str]:
    """All the ways in which the source is mutated."""
    path = tmp_path / "module.py"
    path.write_text(source)
    mutants = list(mutants_of(path))
    assert all(mutant.source == ast.unparse(ast.parse(source)) for mutant in mutants)
    return {mutant.mutated for mutant in mutants}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a and b", {"a or b"}),
        ("a ^ b", {"a | b", "a & b"}),
        ("-a", {"a"}),
        ("x = 1", {"x = 2", "x = 0"}),
        ("x = True", {"x = False"}),
        ("x = 'a'", {"x = 'a!'"}),
        ("x += y", {"x -= y"}),
        ("[a for a in b if c]", {"[a for a in b]"}),
        ("x = a if b else c", {"x = a if True else c", "x = a if False else c"}),
        ("if a:\n    b", {"if True:\n    b", "if False:\n    b"}),
        ("for a in b:\n    break", {"for a in b:\n    continue"}),
        ("def f():\n    return a", {"def f():\n    return None"}),
    ],
)
def test_each_part_is_changed(tmp_path: Path, source: str, expected: set[str]) -> None:
    assert mutations(tmp_path, source) == expected


@pytest.mark.parametrize(
    "source",
    ['"""Text."""', "x: Literal[1]", "def f(x: 'int') -> 'int':\n    pass", "import a"],
)
def test_what_does_nothing_at_run_time_is_left_alone(tmp_path: Path, source: str) -> None:
    assert mutations(tmp_path, source) == set()


def test_a_mutant_says_where_it_is_and_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "app" / "module.py"
    path.parent.mkdir()
    path.write_text("x = y\nz = a + b\n")
    assert [str(mutant) for mutant in mutants_of(path)] == [
        "app/module.py:2: z = a + b  ->  z = a - b"
    ]
