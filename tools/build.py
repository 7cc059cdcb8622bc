"""The build: everything that the page needs, and nothing else, in dist/."""

import hashlib
import json
import re
import shutil
import tomllib
from pathlib import Path

from app import messages, saved
from engine.game import Game
from engine.rules import CELLS, Mark
from tools.environment import NODE_MODULES, ROOT, run_in_pyodide, say
from tools.library import PYTHON

DIST = ROOT / "dist"
OURS = ("manifest.webmanifest", "web/*")
MAIN = "from main import main  # from the library, where it is bytecode\n\nmain()\n"
PYSCRIPT = NODE_MODULES / "@pyscript" / "core"
PYODIDE = NODE_MODULES / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PYSCRIPT_IN_SOURCE = "node_modules/@pyscript/core/dist/"
SCRIPTS = ("web/streaming-compile.js", "web/pyodide-loader.js", "web/offline.js")  # if built
PRELOADED_MODULES = (
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    *(
        f"web/{name}.js"
        for name in (
            *("before-python", "dom", "patches", "pending-move", "progress", "retry", "saved-view"),
            *("snapshot", "storage", "streaming-compile", "strings", "tab-lock"),
        )
    ),
)
PRELOADED_DATA = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip")
# What changes with us, and is asked for by a name that only we write.
STAMPED = (
    *("web/*.js", "web/*.css", "main.py", "pyscript/core.js"),
    *("pyodide/pyodide.mjs", "pyodide/python_stdlib.zip"),
)
# What web/patches.js relies on, by file: a build fails where it is no longer there.
PATCHED = {
    "pyodide/pyodide.asm.mjs": (
        'fetch(binaryFile,{credentials:"same-origin"})',
        "await WebAssembly.instantiateStreaming(response,imports)",
    ),
    "pyodide/pyodide.mjs": ("_loadSnapshot", "pyodide.asm.mjs"),
    "pyscript/core.js": (" as stdlib",),
    "pyscript/core-*.js": ("indexedDB.open(", ".getAllKeys()", "new BroadcastChannel("),
}
PATCHED_VERSIONS = re.compile(r"@pyscript/core ([\d.]+) and pyodide ([\d.]+)")
SOURCE_MAP = re.compile(rb"//# sourceMappingURL=\S+\s*$")
NAMED = re.compile(r"""(?<=["'])([\w./-]+)(?:\?[0-9a-f]{8})?(?=["'])""")
VERSION = re.compile(r'data-version="\w+" ')
NOT_SHIPPED = {
    "node_modules/@types/emscripten",
    "node_modules/ws",
}
PYSCRIPT_PARTS = ("error",)


def build_site(site: Path = DIST) -> None:
    """Makes a folder anew that holds the site."""
    shutil.rmtree(site, ignore_errors=True)
    for pattern in OURS:
        for path in sorted(ROOT.glob(pattern)):
            _copy(path, site / path.relative_to(ROOT))
    (site / "web" / "strings.js").write_text(strings(), "utf-8")
    for path in pyscript_files():
        _copy(path, site / "pyscript" / path.name)
    for name in PYODIDE_FILES:
        _copy(PYODIDE / name, site / "pyodide" / name)
    require_patched(site)
    (site / "main.py").write_text(MAIN, "utf-8")
    _copy(library(), site / "pyodide" / "python_stdlib.zip")
    for name, text in licences().items():
        target = site / "licences" / f"{name}.txt"
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")
    stamp(site)
    (site / "index.html").write_text(page(site), "utf-8")
    publish(site)


def publish(site: Path) -> None:
    """Gives what a folder holds a version, and a service worker that keeps it."""
    stamp(site)
    code = (ROOT / "service-worker.js").read_text("utf-8")
    html = VERSION.sub("", (site / "index.html").read_text("utf-8"))
    (site / "index.html").write_text(html, "utf-8")
    everything = json.dumps([code, digests(site)])
    version = hashlib.sha256(everything.encode()).hexdigest()[:16]
    html = html.replace("<html ", f'<html data-version="{version}" ')
    (site / "index.html").write_text(html, "utf-8")
    files = {name.replace("index.html", "./"): digest for name, digest in digests(site).items()}
    constants = {"VERSION": version, "FILES": files}
    head = [f"const {name} = {json.dumps(value, indent=2)};" for name, value in constants.items()]
    (site / "service-worker.js").write_text("\n".join([*head, "", code]), "utf-8")


def stamp(site: Path) -> None:
    """Has files be asked for by what they hold, written as a query behind their names.

    So nothing that a browser has in its own store is taken for what is published.
    """
    ours = {path.resolve() for pattern in STAMPED for path in site.glob(pattern)}
    texts = [*site.glob("web/*.js"), *site.glob("index.html")]
    while any(_stamped(path, ours) for path in texts):
        pass  # what was stamped holds something else now


def _stamped(path: Path, ours: set[Path]) -> bool:
    """Writes digests behind the names in a file; tells whether that changes anything."""

    def named(match: re.Match[str]) -> str:
        file = (path.parent / match[1]).resolve()
        return f"{match[1]}?{_digest(file)[:8]}" if file in ours else match[0]

    before = path.read_text("utf-8")
    after = NAMED.sub(named, before)
    path.write_text(after, "utf-8")
    return after != before


def pyscript_files() -> list[Path]:
    """The files of PyScript's distribution that the page loads."""
    entry = PYSCRIPT / "dist" / "core.js"
    (core,) = _imported_by(entry)
    parts = [path for path in _imported_by(core) if path.stem.rpartition("-")[0] in PYSCRIPT_PARTS]
    return [entry, core, *parts]


class PatchTargetChanged(Exception):
    """Third-party code is no longer what web/patches.js was written for."""


def require_patched(site: Path) -> None:
    """Makes sure that all that web/patches.js patches is there, at the versions it names."""
    named = PATCHED_VERSIONS.search((ROOT / "web" / "patches.js").read_text("utf-8"))
    versions = tuple(
        json.loads((package / "package.json").read_text("utf-8"))["version"]
        for package in (PYSCRIPT, PYODIDE)
    )
    if not named or named.groups() != versions:
        raise PatchTargetChanged(f"web/patches.js is not for PyScript and Pyodide {versions}")
    for pattern, targets in PATCHED.items():
        (path,) = site.glob(pattern)
        text = path.read_text("utf-8")
        for target in targets:
            if target not in text:
                raise PatchTargetChanged(f"{path.name} no longer has {target!r}")


def strings() -> str:
    """web/strings.js: the storage keys and the messages that JavaScript has of Python."""
    after = {mark: [Game().play(cell) for cell in CELLS] for mark in Mark}
    after[Mark.O] = [Game().play(0 if cell else 1).play(cell) for cell in CELLS]
    constants = {
        name: getattr(saved, name)
        for name in (
            *("SESSION_KEY", "GAME_KEY", "PENDING_MOVE_KEY", "SNAPSHOT_START_KEY"),
            *("TAB_LOCK", "SHARED_GAME", "VIEW_TEXTS"),
        )
    }
    constants["CELL_NAMES"] = {
        mark: [messages.cell_name(game, cell) for cell, game in enumerate(games)]
        for mark, games in after.items()
    }
    constants["MESSAGES"] = messages.BEFORE_PYTHON
    head = "// Generated by `python3 -m tools build` from app/saved.py and app/messages.py.\n"
    lines = [
        f"export const {name} = {json.dumps(value, indent=2, ensure_ascii=False)};"
        for name, value in constants.items()
    ]
    return "\n".join([head, *lines, ""])


def page(site: Path) -> str:
    """index.html with its configuration written into it, and with all that it will ask for named.

    The browser fetches what is named at once, and not when one file after the other asks for it.
    """
    html = (ROOT / "index.html").read_text("utf-8")
    config = tomllib.loads((ROOT / "pyscript.toml").read_text("utf-8"))
    config["interpreter"] = "./web/pyodide-loader.js"
    del config["files"]
    unused = json.dumps({"plugins": config["plugins"]})  # PyScript sets up MicroPython as well
    core = f"pyscript/{pyscript_files()[1].name}"
    links = dict.fromkeys((*PRELOADED_MODULES, core), 'rel="modulepreload"')
    links |= dict.fromkeys(PRELOADED_DATA, 'rel="preload" as="fetch" crossorigin')
    named = "".join(
        f'    <link {kind} href="{name}" data-bytes="{(site / name).stat().st_size}">\n'
        for name, kind in links.items()
    )
    scripts = "".join(f'    <script type="module" src="{name}"></script>\n' for name in SCRIPTS)
    core_script = f'    <script type="module" src="{PYSCRIPT_IN_SOURCE}core.js">'
    return (
        html.replace(core_script, scripts + core_script)
        .replace(PYSCRIPT_IN_SOURCE, "pyscript/")
        .replace('config="pyscript.toml"', f"config='{json.dumps(config)}'")
        .replace("  </head>", f"{named}  </head>")
        .replace("</main>", f'</main>\n    <mpy-config hidden type="json">{unused}</mpy-config>')
    )


def digests(site: Path) -> dict[str, str]:
    """The SHA-256 of every file of a site by its name; licences and the service worker aside."""
    return {
        path.relative_to(site).as_posix(): _digest(path)
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.parent.name != "licences" and path.name != "service-worker.js"
    }


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def library() -> Path:
    """The page's Python library as bytecode, made once for each state of what goes into it."""
    sources = PYODIDE / "python_stdlib.zip", PYSCRIPT / "src" / "stdlib" / "pyscript.js"
    maker = ROOT / "tools" / "library.py"
    digest = hashlib.sha256()
    ours = (path for pattern in PYTHON for path in sorted(ROOT.glob(pattern)))
    for path in (*sources, maker, *ours):
        digest.update(path.read_bytes())
    target = NODE_MODULES / ".cache" / f"library-{digest.hexdigest()[:16]}.zip"
    if not target.exists():
        say("compiling Python's library")
        target.parent.mkdir(exist_ok=True)
        unfinished = target.with_suffix(".part")
        run_in_pyodide("tools.library", *map(_in_pyodide, (*sources, unfinished)))
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


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(SOURCE_MAP.sub(b"", source.read_bytes()))  # no maps are shipped
