"""The build: everything that the page needs, and nothing else, in dist/."""

import hashlib
import json
import re
import shutil
from pathlib import Path

from tools.environment import NODE_MODULES, ROOT, run_in_pyodide, say

DIST = ROOT / "dist"
OURS = ("index.html", "main.py", "pyscript.toml", "engine/*.py", "web/*")
PYSCRIPT = NODE_MODULES / "@pyscript" / "core"
PYODIDE = NODE_MODULES / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
NOT_SHIPPED = {
    "node_modules/@types/emscripten",
    "node_modules/ws",
}
PYSCRIPT_PARTS = (
    "toml",
    "deprecations-manager",
    "donkey",
    "error",
    "py-editor",
    "py-game",
    "py-terminal",
)


def build_site() -> None:
    """Makes dist/ anew."""
    shutil.rmtree(DIST, ignore_errors=True)
    for pattern in OURS:
        for path in sorted(ROOT.glob(pattern)):
            _copy(path, path.relative_to(ROOT))
    for path in pyscript_files():
        _copy(path, Path("pyscript", path.name))
    for name in PYODIDE_FILES:
        _copy(PYODIDE / name, Path("pyodide", name))
    _copy(compiled_library(), Path("pyodide", "python_stdlib.zip"))
    for name, text in licences().items():
        target = DIST / "licences" / f"{name}.txt"
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")


def pyscript_files() -> list[Path]:
    """The files of PyScript's distribution that the page loads."""
    entry = PYSCRIPT / "dist" / "core.js"
    (core,) = _imported_by(entry)
    parts = [path for path in _imported_by(core) if path.stem.rpartition("-")[0] in PYSCRIPT_PARTS]
    return [entry, core, *parts]


def compiled_library() -> Path:
    """Python's standard library as bytecode, made once for each version of it."""
    source = PYODIDE / "python_stdlib.zip"
    maker = ROOT / "tools" / "stdlib.py"
    digest = hashlib.sha256(source.read_bytes() + maker.read_bytes()).hexdigest()[:16]
    target = NODE_MODULES / ".cache" / f"python_stdlib-{digest}.zip"
    if not target.exists():
        say("compiling Python's standard library")
        target.parent.mkdir(exist_ok=True)
        unfinished = target.with_suffix(".part")
        run_in_pyodide("tools.stdlib", *(_in_pyodide(path) for path in (source, unfinished)))
        unfinished.rename(target)
    return target


def _in_pyodide(path: Path) -> str:
    """Where a file of the repository is when tools/pyodide.mjs runs."""
    return f"/repository/{path.relative_to(ROOT).as_posix()}"


def licences() -> dict[str, str]:
    """The licence texts of what is shipped, by the package they cover."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    shipped = [name for name, package in lock.items() if name and not package.get("dev")]
    texts = {
        name.removeprefix("node_modules/").strip("@").replace("/", "-"): _licence(ROOT / name)
        for name in shipped
        if name not in NOT_SHIPPED
    }
    return texts | {"python": _standard_licence("Python-2.0.1")}


def _licence(package: Path) -> str:
    """The licence that comes with a package, or else the standard text of the one it names."""
    for path in sorted(package.glob("LICENSE*")):
        return path.read_text("utf-8")
    about = json.loads((package / "package.json").read_text("utf-8"))
    return _standard_licence(about["license"])


def _standard_licence(identifier: str) -> str:
    path = NODE_MODULES / "spdx-license-list" / "licenses" / f"{identifier}.json"
    text: str = json.loads(path.read_text("utf-8"))["licenseText"]
    return text


def _imported_by(script: Path) -> list[Path]:
    """The scripts that a bundled script imports from its own folder, at once or later."""
    names = re.findall(r"""(?:from|import)\s*\(?["']\./([^"']+)["']""", script.read_text("utf-8"))
    return [script.parent / name for name in dict.fromkeys(names)]


def _copy(source: Path, name: Path) -> None:
    target = DIST / name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
