"""The split of Pyodide's module: together the parts are the whole, and nothing reaches too far."""

import json
import struct
import subprocess
from pathlib import Path

import pytest

from tools import wasm
from tools.build import split_module, trimmed_glue
from tools.environment import BIN, PYODIDE
from tools.profile import read_profile
from tools.split import USED, Module, Parts, instrument, split, split_off
from tools.wasm import Kind, Section

MODULE = (PYODIDE / "pyodide.asm.wasm").read_bytes()
TYPE_CLASSES = 50_000  # bytes of the second of the tables, and more
# Instantiates the parts that it is given, plays with them, and prints what came of it.
RUN = """
const [, primary, rest] = process.argv;
const { readFileSync } = require("node:fs");
const load = path => new WebAssembly.Module(readFileSync(path));
const called = [];
const imports = { env: { tell: number => { called.push(number); return number; } },
    "GOT.func": { got: new WebAssembly.Global({ value: "i32", mutable: true }, 7) } };
const { exports } = new WebAssembly.Instance(load(primary), imports);
const wrap = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0,
    7, 4, 1, 0, 0, 0]);
let joined = 0;
const join = () => joined++ || new WebAssembly.Instance(load(rest), { ...imports, "%": exports });
exports["%rest"]?.set(0, new WebAssembly.Instance(new WebAssembly.Module(wrap),
    { "": { "": join } }).exports[""]);
const results = Object.keys(exports).filter(name => name.startsWith("run"))
    .map(name => [name, exports[name](20)]);
const used = exports["%used0"]?.value ?? 0;
console.log(JSON.stringify({ results, called, joined, used }));
"""
COMPILE = """
const { readFileSync } = require("node:fs");
for (const path of process.argv.slice(1)) {
    const module = new WebAssembly.Module(readFileSync(path));
    console.log(WebAssembly.Module.exports(module).length);
}
"""


@pytest.fixture(scope="module")
def module() -> Module:
    """Pyodide's module, taken apart."""
    return Module(MODULE)


@pytest.fixture(scope="module")
def parts() -> Parts:
    """Pyodide's module in two parts."""
    return split_module()


def run_node(script: str, folder: Path, *contents: bytes) -> str:
    """What a script prints that is given files."""
    paths = [folder / f"{number}.wasm" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    command: list[str | Path] = [BIN / "node", "--eval", script, *paths]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def test_the_profile_is_of_the_pyodide_that_is_shipped() -> None:
    """Where it is not, run `python3 -m tools profile`: the site works, but is twice as large."""
    assert read_profile() is not None


def test_both_parts_are_valid(parts: Parts, tmp_path: Path) -> None:
    primary, rest = run_node(COMPILE, tmp_path, *parts).split()
    assert int(primary) > 200
    assert int(rest) == 0


def test_the_primary_module_is_a_third_of_the_whole(parts: Parts) -> None:
    assert len(parts.primary) < 0.4 * len(MODULE)


def test_what_only_the_rest_can_reach_is_named_by_no_function_that_is_used(module: Module) -> None:
    used = read_profile()
    assert used is not None
    first = len(module.imported)
    whole = {first + number for number in used}
    names = trimmed_glue().names
    kept = [export for export in module.exports if export.name in names]
    tables = split_off(module, whole, kept)
    assert sum(map(len, tables)) > 1_000_000
    named = {address for function in whole for address in module.functions[function].addresses}
    assert not any(address in table for table in tables for address in named)


def test_the_tables_that_text_needs_stay(module: Module) -> None:
    """Whether a character is a letter is looked up in tables of which a game reads little.

    They are found by how they start: blocks that differ, then the classes of control characters.
    """
    used = read_profile()
    assert used is not None
    whole = {len(module.imported) + number for number in used}
    tables = split_off(module, whole, module.exports)
    classes = struct.pack("<18H", *[0] * 9, 1, 2, 2, 2, 2, *[0] * 4)
    blocks = struct.pack("<30H", *range(30))
    first, last = module.memory.index(blocks), module.memory.index(classes) + TYPE_CLASSES
    assert 0 < last - first < 100_000
    assert not any(table.start < last and first < table.stop for table in tables)


# A module of a few functions, in parts and whole


def made() -> bytes:
    """A module with what Pyodide's has of everything, but little of it."""
    i32, end = b"\x7f", b"\x0b"
    types = [(b"", b""), (i32, i32)]
    code = [
        b"\0\x20\0\x10\0" + end,  # 1: tells
        b"\0\x20\0\x10\1\x41\1\x6a" + end,  # 2: tells, and adds 1
        b"\0\x20\0\x10\1\x41\2\x6a\x23\0\x6a\x23\1\x6a" + end,  # 3: and globals
        b"\0\x20\0\x10\3\x41\1\x11\1\0" + end,  # 4: calls 3, and then 2 through the table
        b"\0\x20\0\x10\4\x41\1\x6a" + end,  # 5: calls 4
    ]
    exports = [("run", 5), ("run2", 2), ("run3", 3), ("run4", 4)]
    sections = {
        Section.TYPE: wasm.vector(
            b"\x60" + wasm.number(len(a)) + a + wasm.number(len(b)) + b for a, b in types
        ),
        Section.IMPORT: wasm.vector(
            map(
                wasm.write_import,
                [
                    wasm.Import("env", "tell", Kind.FUNCTION, b"\1"),
                    wasm.Import("GOT.func", "got", Kind.GLOBAL, b"\x7f\1"),
                ],
            )
        ),
        Section.FUNCTION: wasm.vector([b"\1"] * len(code)),
        Section.TABLE: wasm.vector([b"\x70\0\4"]),
        Section.MEMORY: wasm.vector([b"\0\1"]),
        Section.TAG: wasm.vector([b"\0\0"]),
        Section.GLOBAL: wasm.vector(
            [b"\x7f\1\x41\x05\x0b", b"\x7f\0\x41" + wasm.signed(65_000) + b"\x0b"]
        ),
        Section.EXPORT: wasm.vector(
            wasm.write_export(wasm.Export(name, kind, at))
            for name, kind, at in [
                *((name, Kind.FUNCTION, at) for name, at in exports),
                ("memory", Kind.MEMORY, 0),
                ("A_Type", Kind.GLOBAL, 2),
            ]
        ),
        Section.ELEMENT: wasm.vector([wasm.write_elements(0, 1, [2, 3])]),
        Section.CODE: wasm.write_code(code),
        Section.DATA: wasm.write_data([wasm.Data(1024, b"text"), wasm.Data(50_000, b"data")]),
    }
    return wasm.write_sections(sections.items())


ALL = {"memory", "A_Type", "run", "run2", "run3", "run4"}


@pytest.mark.parametrize("used", [{0, 1, 4}, {0, 1, 2, 3, 4}, {2}, set()])
def test_a_module_in_parts_does_what_the_whole_one_does(used: set[int], tmp_path: Path) -> None:
    whole = json.loads(run_node(RUN, tmp_path, made()))
    assert dict(whole["results"]) == {"run": 36, "run2": 21, "run3": 34, "run4": 35}
    parts = json.loads(run_node(RUN, tmp_path, *split(made(), used, ALL)))
    assert parts["results"] == whole["results"]
    assert parts["called"] == whole["called"]
    assert bool(parts["joined"]) == (used != {0, 1, 2, 3, 4})


def test_functions_that_are_entered_are_marked(tmp_path: Path) -> None:
    assert f"{USED}0" == "%used0"
    assert json.loads(run_node(RUN, tmp_path, made()))["used"] == 0
    assert json.loads(run_node(RUN, tmp_path, instrument(made())))["used"] == 0b11111
