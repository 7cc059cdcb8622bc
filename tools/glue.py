"""Pyodide's JavaScript glue, pyodide.asm.mjs, made small for a page that loads no native package.

Emscripten gives every function of Python's C API a variable, for native extension modules that may
be loaded. Those that nothing names are left out. The module becomes the body of a function, so that
it can come compressed, and has `callMain`, so that a page can decide late whether Python is to
start from a snapshot. It makes no shared memory, which browsers have deprecated in a page without
cross-origin isolation, and GitHub Pages cannot send the headers for that.
"""

import re
from typing import NamedTuple

ASSIGNMENTS = re.compile(r"function assignWasmExports\(wasmExports\)\{([^}]*)\}")
ASSIGNMENT = re.compile(r'((?:\w+=|Module\["\w+"\]=)+)wasmExports\["(\w+)"\](?:\.value>>>0)?')
DECLARATION = re.compile(r"(?<=\bvar )\w+(?:,\w+){1000,}")
MAIN = "function callMain("
# For Atomics.wait, to retry input and output: it throws in a page anyway, and so it does without.
SHARED = "new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer"
EXPORT = re.compile(r"export(?: default (\w+)|\{(\w+) as default\});\s*$")
WORD = re.compile(r"[\w$]+")


class UnknownGlue(Exception):
    """The glue is not made as this expects."""


class Glue(NamedTuple):
    """The glue, and every name that may be that of an export of WebAssembly."""

    code: str
    names: frozenset[str]


def trim(glue: str, loader: str) -> Glue:
    """The glue without the variables that neither it nor Pyodide's loader names."""
    assigning, declaring = ASSIGNMENTS.search(glue), DECLARATION.search(glue)
    replaced = ("import.meta.url", MAIN, SHARED)
    if not (assigning and declaring and all(part in glue for part in replaced)):
        raise UnknownGlue("pyodide.asm.mjs is not made as tools/glue.py expects")
    others = glue.replace(assigning[0], "").replace(declaring[0], "") + loader
    named = frozenset(WORD.findall(others))
    kept, dropped = [], set()
    for match in ASSIGNMENT.finditer(assigning[1]):
        if match[2] in named or f"_{match[2]}" in named:
            kept.append(match)
        else:
            dropped.add(match[1].partition("=")[0])
    variables = (name for name in declaring[0].split(",") if name not in dropped)
    body = ";".join(match[0] for match in kept)
    code = (
        glue.replace(assigning[1], body)
        .replace(declaring[0], ",".join(variables))
        .replace("import.meta.url", "GLUE_URL")
        .replace(SHARED, "new ArrayBuffer(4)")
        .replace(MAIN, f"Module.callMain=callMain;{MAIN}")
    )
    return Glue(code, named | {name.removeprefix("_") for name in named})


def as_function(module: str) -> str:
    """A minified module as the body of a function of its URL, which returns what it exports."""
    body, found = EXPORT.subn(r"return \1\2", module)
    if not found:
        raise UnknownGlue("the minified glue does not end with its export")
    return f'"use strict";{body}'
