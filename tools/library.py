"""The page's Python library as one archive of bytecode; run by Pyodide, so that it is its own.

The standard library comes as source text, which Python would compile anew at every start, and
most of it is never used. This keeps what Pyodide loads, what PyScript and the game import, and
what an error needs to be reported, and puts PyScript's package and the game's own Python beside it.
All that Python can find with tools/sitecustomize.py is in one file of the archive.
"""

import ast
import json
import marshal
import sys
import traceback
from collections.abc import Iterable, Iterator
from importlib import _bootstrap_external, import_module, util
from pathlib import Path
from types import CodeType
from zipfile import ZipFile, ZipInfo

from tools.sitecustomize import MODULES

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ("main.py", "app/*.py", "engine/*.py", "page/*.py")
ARCHIVE = "/lib/python{}{}.zip".format(*sys.version_info)
FAILURES = ("1 / 0", "a syntax error", "no_such_name", "''.nothing", "import no_such_module",
            "raise ExceptionGroup('', [ValueError(), TypeError()])", "open('/no/such/file')",
            "raise KeyError from ValueError()",
            "import ast; ast.literal_eval('1 + a')")  # fmt: skip
# Of the location table of a code object, as CPython's InternalDocs/code_objects.md describes it.
NO_COLUMNS = 0x80 | 13 << 3
SAME_LINE = 0


def make_library(standard: Path, pyscript: Path, target: Path) -> None:
    """Writes the archive."""
    modules = _flat(json.loads(pyscript.read_text("utf-8").partition("default ")[2].rstrip("; \n")))
    for path in (path for pattern in PYTHON for path in ROOT.glob(pattern)):
        modules[path.relative_to(ROOT).as_posix()] = path.read_text("utf-8")
    for source in modules.values():
        for name in _imported(source):
            if util.find_spec(name.partition(".")[0]) and name.partition(".")[0] not in {
                "js",
                "page",
            }:
                import_module(name)
    for failure in FAILURES:
        _report(failure)
    needed = set(_files_loaded(sys.modules))
    codes = {name: _compiled(name, source) for name, source in modules.items()}
    with ZipFile(standard) as archive:
        codes |= {
            name: _without_line_numbers(_compiled(name, archive.read(name).decode()))
            for name in archive.namelist()
            if name in needed
        }
    finder = ROOT / "tools" / "sitecustomize.py"
    loaded = list(sys.modules)
    before_finder = _files_loaded(loaded[: loaded.index("site") + 1])
    files = {name: codes.pop(name) for name in set(codes) & set(before_finder)}
    files[finder.name] = _compiled(finder.name, finder.read_text("utf-8"))
    with ZipFile(target, "w") as archive:
        for name, code in sorted(files.items()):
            archive.writestr(ZipInfo(f"{name}c"), _pyc(code))
        by_module = {module_in(name): code for name, code in sorted(codes.items())}
        archive.writestr(ZipInfo(MODULES), marshal.dumps(by_module))


def module_in(file: str) -> str:
    """The module that is in a file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _files_loaded(names: Iterable[str]) -> Iterator[str]:
    """The files in Python's archive that modules were loaded from; what is built in has none."""
    for module in map(sys.modules.get, tuple(names)):
        spec = getattr(module, "__spec__", None)
        if spec and spec.origin != "frozen":
            yield str(getattr(module, "__file__", "")).removeprefix(f"{ARCHIVE}/")


def _flat(tree: dict[str, object], folder: str = "") -> dict[str, str]:
    """The files of a tree of folders, by their paths."""
    files: dict[str, str] = {}
    for name, content in tree.items():
        if isinstance(content, dict):
            files |= _flat(content, f"{folder}{name}/")
        else:
            files[folder + name] = str(content)
    return files


def _imported(source: str) -> Iterator[str]:
    """The modules that a module imports, at once or later."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _report(failure: str) -> None:
    """Fails and reports it, which loads all that a report needs."""
    try:
        exec(failure, {})  # noqa: S102 - one of the above
    except Exception:  # noqa: BLE001 - whatever it is
        traceback.format_exc()


def _compiled(name: str, source: str) -> CodeType:
    """A module as bytecode, without docstrings: nobody reads them there."""
    code: CodeType = compile(source, f"{ARCHIVE}/{name}", "exec", dont_inherit=True, optimize=2)
    return code


def _without_line_numbers(code: CodeType) -> CodeType:
    """Bytecode that knows where its functions start, but not their lines: a sixth of its size."""
    full, last = divmod(len(code.co_code) // 2, 8)  # an entry is for up to eight instructions
    entries = [8] * full + [last] * (last > 0)
    table = bytes(byte for length in entries for byte in (NO_COLUMNS | length - 1, SAME_LINE))
    constants = (
        _without_line_numbers(value) if isinstance(value, CodeType) else value
        for value in code.co_consts
    )
    return code.replace(co_linetable=table, co_consts=tuple(constants))


def _pyc(code: CodeType) -> bytes:
    """A module as a file."""
    to_bytes = _bootstrap_external._code_to_timestamp_pyc  # type: ignore[attr-defined] # noqa: SLF001
    return bytes(to_bytes(code))


if __name__ == "__main__":
    make_library(*map(Path, sys.argv[1:]))
