"""The build: everything that the page needs, and nothing else, in dist/."""

import hashlib
import json
import re
import shutil
import tomllib
from pathlib import Path

from tools.environment import NODE_MODULES, ROOT, run_in_pyodide, say

DIST = ROOT / "dist"
OURS = ("manifest.webmanifest", "web/*")
MAIN = "import main  # from the library, where it is bytecode\n"
PYSCRIPT = NODE_MODULES / "@pyscript" / "core"
PYODIDE = NODE_MODULES / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PRELOADED_MODULES = (
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "web/wasm.js",
    "web/snapshot.js",
)
PRELOADED_DATA = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip")
# What changes with us, and is asked for by a name that only we write.
STAMPED = (
    *("web/*.js", "web/*.css", "main.py", "pyscript/core.js"),
    *("pyodide/pyodide.mjs", "pyodide/python_stdlib.zip"),
)
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
    for path in pyscript_files():
        _copy(path, site / "pyscript" / path.name)
    for name in PYODIDE_FILES:
        _copy(PYODIDE / name, site / "pyodide" / name)
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


def page(site: Path) -> str:
    """index.html with its configuration written into it, and with all that it will ask for named.

    The browser fetches what is named at once, and not when one file after the other asks for it.
    """
    html = (ROOT / "index.html").read_text("utf-8")
    config = tomllib.loads((ROOT / "pyscript.toml").read_text("utf-8"))
    unused = json.dumps({"plugins": config["plugins"]})  # PyScript sets up MicroPython as well
    core = f"pyscript/{pyscript_files()[1].name}"
    links = dict.fromkeys((*PRELOADED_MODULES, core), 'rel="modulepreload"')
    links |= dict.fromkeys(PRELOADED_DATA, 'rel="preload" as="fetch" crossorigin')
    named = "".join(
        f'    <link {kind} href="{name}" data-bytes="{(site / name).stat().st_size}">\n'
        for name, kind in links.items()
    )
    return (
        html.replace('config="pyscript.toml"', f"config='{json.dumps(config)}'")
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
    for path in (
        *sources,
        maker,
        ROOT / "main.py",
        *sorted(ROOT.glob("engine/*.py")),
        *sorted(ROOT.glob("app/*.py")),
    ):
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
    shutil.copyfile(source, target)
