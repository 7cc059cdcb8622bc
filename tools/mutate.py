"""Mutation testing: break engine/ and app/ in every small way and see that a test goes red.

Every operator, constant, condition and result is changed, one at a time, in a copy of the
repository, and the tests of its layer are run on it. A mutant that they do not notice survives, and
is printed.

mutmut 3.8 is faster, but it leaves a third of these mutants out: it changes no constant of a
module, no property, no cached function and nothing that runs at import. Nor does it run on Windows.
"""

import ast
import copy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from os import cpu_count
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tools.environment import BIN, ROOT

TIMEOUT_SECONDS = 180
PYTEST = [
    *(str(BIN / "python"), "-m", "pytest", "-qx", "-k", "not pyodide", "--hypothesis-profile=fast"),
    *("--override-ini=addopts=", "-pno:cacheprovider", "-pno:playwright"),
]
SLOW = {"test_exhaustive", "test_numbers", "test_every_game"}
LAYERS = ("engine", "app")
OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Mod: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr, ast.BitAnd),
    ast.LShift: (ast.RShift,),
    ast.Break: (ast.Continue,),
}


class Mutant(NamedTuple):
    """A module with one thing changed."""

    module: str
    line: int
    source: str
    mutated: str

    def __str__(self) -> str:
        """Where it is and what was changed."""
        before, after = (ast.unparse(ast.parse(text)).splitlines() for text in self[2:])
        removed = [line.strip() for line in before if line not in after]
        added = [line.strip() for line in after if line not in before]
        return f"{self.module}:{self.line}: {' '.join(removed)}  ->  {' '.join(added)}"


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the node's place to make a mutant."""
    for operator in OPERATORS.get(type(node), ()):
        yield operator()
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool(flag)):
            yield ast.Constant(not flag)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
            yield ast.Constant(number - 1)
        case ast.Constant(value=str(text)):
            yield ast.Constant(text + "!")
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.If() | ast.IfExp():
            for outcome in (True, False):
                changed = copy.copy(node)
                changed.test = ast.Constant(outcome)
                yield changed
        case ast.comprehension(ifs=[_, *_]):
            yield ast.comprehension(node.target, node.iter, [], node.is_async)


def is_passive(field: str, node: ast.AST) -> bool:
    """Whether a node does nothing at run time that could go wrong: a hint, a docstring."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return ast.unparse(node.test).endswith("TYPE_CHECKING")
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation) == "TypeAlias"
    return field in {"annotation", "returns", "decorator_list"}


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    module = f"{path.parent.name}/{path.name}"
    tree = ast.parse(path.read_text("utf-8"))
    source = ast.unparse(tree)

    def walk(parent: ast.AST) -> Iterator[int]:
        for field, value in list(ast.iter_fields(parent)):
            nodes = value if isinstance(value, list) else [value]
            for index, node in enumerate(nodes):
                if not isinstance(node, ast.AST) or is_passive(field, node):
                    continue
                for replacement in replacements(node):
                    put(parent, field, index, replacement)
                    yield getattr(node, "lineno", getattr(parent, "lineno", 0))
                    put(parent, field, index, node)
                yield from walk(node)

    def put(parent: ast.AST, field: str, index: int, node: ast.AST) -> None:
        value = getattr(parent, field)
        if isinstance(value, list):
            value[index] = node
        else:
            setattr(parent, field, node)

    for line in walk(tree):
        mutated = ast.unparse(ast.fix_missing_locations(tree))
        if mutated != source:
            yield Mutant(module, line, source, mutated)


def survives(mutant: Mutant, folder: Path) -> bool:
    """Whether the tests pass in a copy of the repository that holds the mutant."""
    target = folder / mutant.module
    target.write_text(mutant.mutated, "utf-8")
    try:
        tests = tests_of(target.parent.name)
        own = [path for path in tests if path.stem == f"test_{target.stem}"]
        return (not own or passes(folder, own)) and passes(folder, tests)
    finally:
        target.write_text(mutant.source, "utf-8")


def tests_of(layer: str) -> list[Path]:
    """The tests of a layer, the slow ones last."""
    tests = (path.relative_to(ROOT) for path in (ROOT / "tests" / layer).glob("test_*.py"))
    return sorted(tests, key=lambda path: (path.stem in SLOW, path))


def passes(folder: Path, tests: list[Path]) -> bool:
    """Whether these tests pass in a copy of the repository, in good time."""
    try:
        done = subprocess.run(
            [*PYTEST, *tests], cwd=folder, capture_output=True, timeout=TIMEOUT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> None:
    """Prints the survivors and the score, for the modules that are named or for all."""
    every = (path for layer in LAYERS for path in sorted((ROOT / layer).glob("*.py")))
    named = [ROOT / name for name in sys.argv[1:]]
    mutants = [mutant for path in named or every for mutant in mutants_of(path)]
    workers = cpu_count() or 1
    done = count(1)
    with tempfile.TemporaryDirectory() as temporary:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            folder = Path(temporary, str(number))
            for name in (*LAYERS, "tests", "tools"):
                shutil.copytree(ROOT / name, folder / name)
            shutil.copy(ROOT / "pyproject.toml", folder)
            folders.put(folder)

        if not all(passes(folder, tests_of(layer)) for layer in LAYERS):
            sys.exit("The tests fail before anything is changed.")

        def judge(mutant: Mutant) -> bool:
            folder = folders.get()
            alive = survives(mutant, folder)
            folders.put(folder)
            if alive:
                print(f"survived  {mutant}", flush=True)
            if (number := next(done)) % 50 == 0:
                print(f"{number} of {len(mutants)}", flush=True)
            return alive

        with ThreadPoolExecutor(workers) as pool:
            survivors = sum(pool.map(judge, mutants))
    print(f"{len(mutants)} mutants, {len(mutants) - survivors} killed, {survivors} survived")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
