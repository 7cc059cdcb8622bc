"""The build: everything that the page needs, and nothing else, in dist/."""

import hashlib
import html
import json
import os
import re
import shutil
import tomllib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

from app import messages, saved_format
from app.session import REPLY_SECONDS, Opponent, Session, new_session
from engine.game import Game
from engine.levels import Level, policy
from engine.rules import CELLS, Mark
from tools.environment import NODE_MODULES, PYODIDE, ROOT, run, run_in_pyodide, run_npm_package, say
from tools.glue import Glue, as_function, trim
from tools.library import PYTHON
from tools.profile import PROFILE, read_profile
from tools.split import Parts, split

DIST = ROOT / "dist"
# What a chat shows beside a link; no visit fetches it.
SHARE_PICTURE = "screenshots/share.png"
SHARE_PICTURE_SIZE = (1200, 630)
SHARE_PICTURE_ALT = "A game that X has won, drawn with a pen on paper"
OURS = ("manifest.webmanifest", "screenshots/*.png", "web/*.css", "web/icon*")
# What no visit fetches, and the precache has not: licences, and what is shown before an install.
NOT_VISITED = ("licences", "screenshots")
MAIN = "from main import main  # from the library, where it is bytecode\n\nmain()\n"
PYSCRIPT = NODE_MODULES / "@pyscript" / "core"
# Where the source tree has what the site has in folders of its own.
IN_SITE = {"node_modules/@pyscript/core/dist/": "pyscript/", "node_modules/pyodide/": "pyodide/"}
# What gets its content hash into its name, in this order: each refers to the ones before it.
HASHED = ("pyodide", "pyscript", "web")
# What the build compresses, because not every host does; .gz would mean something to some of them.
COMPRESSED = ".gzip"
WASM = f"pyodide/pyodide.asm.wasm{COMPRESSED}"
REST = "pyodide/pyodide.rest.wasm"
GLUE = f"pyodide/pyodide.asm.mjs{COMPRESSED}"
GLUE_SOURCES = ("pyodide.asm.mjs", "pyodide.mjs")
LIBRARY = f"web/python_stdlib.zip{COMPRESSED}"
# What only a built page runs, and what any page does. It is bundled: each file is a request.
SCRIPTS = ("web/pyodide-files.js", "web/pyodide-loader.js")
MODULES = ("web/start.js", *SCRIPTS)
OTHER_SCRIPTS = ("web/stylesheet-timeout.js", "web/snapshot-worker.js")
LARGE = (WASM, GLUE, LIBRARY)
# What web/patches.js and web/interpreter.js rely on: a build fails where it is no longer there.
PATCHED = {
    "pyodide/pyodide.mjs": (
        *("{response:fetch(n,", "await WebAssembly.instantiateStreaming(n,s)"),
        *("instantiateWasm:", "_loadSnapshot", ".createPyodideModule)return", ".restoreSnapshot("),
    ),
    "pyodide/pyodide.asm.mjs": (
        *("new WebAssembly.Module(", "API.rawRun=", "API.restoreSnapshot="),
        *("_makeSnapshot", "API.makeSnapshot=", ".set(Module.HEAP8)"),
    ),
    "@pyscript/core/dist/core.js": (" as stdlib",),
    "@pyscript/core/dist/core-*.js": (
        *("indexedDB.open(", ".getAllKeys()", "new BroadcastChannel(", ".runPython("),
    ),
}
PATCHED_VERSIONS = re.compile(r"@pyscript/core ([\d.]+) and pyodide ([\d.]+)")
SITE_IN_WORKER = re.compile(r"SITE = \{.*\};.*")
SOURCE_MAP = re.compile(rb"//# sourceMappingURL=\S+\s*$")
UNKNOWN = "–"  # a score that only Python can count
NOT_SHIPPED = {
    "node_modules/@types/emscripten",
    "node_modules/ws",
}
PYSCRIPT_PARTS = ("error",)


def build_site(site: Path = DIST, module: bytes | None = None) -> None:
    """Makes a folder anew that holds the site, with another module of Pyodide if one is given."""
    require_patched()
    shutil.rmtree(site, ignore_errors=True)
    for pattern in OURS:
        for path in sorted(ROOT.glob(pattern)):
            _copy(path, site / path.relative_to(ROOT))
    bundle(site / "web", "--splitting", *MODULES)
    bundle(site / "web", *OTHER_SCRIPTS)
    (site / "web" / "main.py").write_text(MAIN, "utf-8")
    for path in pyscript_files():
        _copy(path, site / "pyscript" / path.name)
    _copy(PYODIDE / "pyodide.mjs", site / "pyodide" / "pyodide.mjs")
    primary, rest = Parts(module, b"") if module else split_module()
    _compress(primary, site / WASM)
    if rest:
        (site / REST).write_bytes(rest)
    _compress(glue().encode(), site / GLUE)
    _compress(library().read_bytes(), site / LIBRARY)
    (site / "index.html").write_text(page(site), "utf-8")
    for name, text in licences().items():
        target = site / "licences" / f"{name}.txt"
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")
    publish(site)


def bundle(folder: Path, *arguments: str) -> None:
    """Bundles our own scripts into a folder, for browsers that have all that the page needs."""
    options = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=warning")
    external = "--external:../node_modules/*"
    run_npm_package("esbuild", *arguments, *options, external, f"--outdir={folder}")
    for path in folder.glob("*.js"):
        path.write_text(_in_site(path.read_text("utf-8")), "utf-8")


def publish(site: Path) -> None:
    """Gives folders their content hashes, and the site a service worker that precaches it.

    So all URLs are immutable but those of the page, its manifest and the service worker. Where the
    site's own URL is known, the page names what a chat shows beside a link.
    """
    for name in HASHED:
        (folder,) = site.glob(f"{name}*")
        hashed = f"{name}-{_short_hash(digests(folder))}"
        folder.rename(site / hashed)
        reference = re.compile(rf"""(?<=["'/]){name}(-[0-9a-f]{{8}})?(?=/)""")
        for path in (*site.glob("web*/*.js"), *site.glob("*.html"), *site.glob("*.webmanifest")):
            path.write_text(reference.sub(hashed, path.read_text("utf-8")), "utf-8")
    index = site / "index.html"
    tags = share_tags(os.environ.get("SITE_URL", ""))
    index.write_text(index.read_text("utf-8").replace("  </head>", f"{tags}  </head>"), "utf-8")
    worker = (ROOT / "service-worker.js").read_text("utf-8")
    files = {name.replace("index.html", "./"): digest for name, digest in digests(site).items()}
    told = {"files": files, "offline": messages.OFFLINE, "retry": messages.RETRY}
    told["release"] = _short_hash([worker, told])
    worker = SITE_IN_WORKER.sub(lambda _: f"SITE = {json.dumps(told, indent=2)};", worker)
    (site / "service-worker.js").write_text(worker, "utf-8")


def pyscript_files() -> list[Path]:
    """The files of PyScript's distribution that the page loads."""
    entry = PYSCRIPT / "dist" / "core.js"
    (core,) = _imported_by(entry)
    parts = [path for path in _imported_by(core) if path.stem.rpartition("-")[0] in PYSCRIPT_PARTS]
    return [entry, core, *parts]


class PatchTargetChanged(Exception):
    """Third-party code is no longer what web/patches.js was written for."""


def require_patched(packages: Path = NODE_MODULES) -> None:
    """Makes sure that all that web/patches.js patches is there, at the versions it names."""
    named = PATCHED_VERSIONS.search((ROOT / "web" / "patches.js").read_text("utf-8"))
    versions = tuple(
        json.loads((package / "package.json").read_text("utf-8"))["version"]
        for package in (PYSCRIPT, PYODIDE)
    )
    if not named or named.groups() != versions:
        raise PatchTargetChanged(f"web/patches.js is not for PyScript and Pyodide {versions}")
    for pattern, targets in PATCHED.items():
        (path,) = packages.glob(pattern)
        text = path.read_text("utf-8")
        for target in targets:
            if target not in text:
                raise PatchTargetChanged(f"{path.name} no longer has {target!r}")


def strings() -> str:
    """web/strings.js: what JavaScript has of Python before Python is up."""
    named = ("SESSION_KEY", "GAME_KEY", "PENDING_MOVES_KEY", "SNAPSHOT_START_KEY", "TAB_LOCK",
             "SHARED_GAME", "NEW_GAME", "VIEW_TEXTS")  # fmt: skip
    constants = {name: getattr(saved_format, name) for name in named}
    head = "// Generated by `python3 -m tools build` from app/ and engine/.\n"
    lines = [
        f"export const {name} = {json.dumps(value, indent=2, ensure_ascii=False)};"
        for name, value in (constants | opening() | {"MESSAGES": messages.BEFORE_PYTHON}).items()
    ]
    return "\n".join([head, *lines, ""])


def opening() -> dict[str, object]:
    """What JavaScript needs to open a game: the sentences, and the computer's replies."""
    x_first = [Game().play(cell) for cell in CELLS]
    o_last = [Game().play(0 if cell else 1).play(cell) for cell in CELLS]
    after = {Mark.X: x_first, Mark.O: o_last}
    kinds = {"computer": new_session().opponent, "human": Opponent.HUMAN}
    labels = {kind: messages.score_labels(opponent) for kind, opponent in kinds.items()}
    return {
        "DEFAULT_OPPONENT": new_session().opponent,
        "REPLY_PAUSE_MS": round(1_000 * REPLY_SECONDS),
        "REPLIES": {
            level: ["".join(map(str, policy(game.board, level))) for game in x_first]
            for level in Level
        },
        "CELL_NAMES": {"": [messages.cell_name(Game(), cell) for cell in CELLS]}
        | {
            mark: [messages.cell_name(game, cell) for cell, game in enumerate(games)]
            for mark, games in after.items()
        },
        "MOVE_TEXTS": {
            mark: [messages.move_text(game.history[-1]) for game in games]
            for mark, games in after.items()
        },
        "FIRST_MOVE": {
            kind: messages.banner(new_session(opponent)).detail for kind, opponent in kinds.items()
        },
        "HEADLINES": {
            kind: {
                game.current_player: messages.banner(Session(opponent, game)).headline
                for game in (Game(), x_first[0])
            }
            for kind, opponent in kinds.items()
        },
        "TOOK": {
            kind: {
                mark: [messages.banner(Session(opponent, game)).detail for game in games]
                for mark, games in after.items()
            }
            for kind, opponent in kinds.items()
        },
        "SCORE_TEXTS": {
            kind: {"label-x": label.x, "label-o": label.o, "score-help": ""}
            | dict.fromkeys(("score-x", "score-draws", "score-o"), UNKNOWN)
            for kind, label in labels.items()
        },
    }


def page(site: Path) -> str:
    """index.html with its configuration written into it, and with all that it will ask for named.

    The browser fetches scripts at once, and not when one after the other asks for it. The large
    files wait for the first paint, and are named with their sizes.
    """
    text = (ROOT / "index.html").read_text("utf-8")
    config = tomllib.loads((ROOT / "pyscript.toml").read_text("utf-8"))
    config["interpreter"] = "./web/pyodide-loader.js"
    del config["files"]
    unused = json.dumps({"plugins": config["plugins"]})  # PyScript sets up MicroPython as well
    core = f"pyscript/{pyscript_files()[1].name}"
    bundled = (f"web/{path.name}" for path in sorted(site.glob("web/*.js")))
    ours = (name for name in bundled if name not in OTHER_SCRIPTS)
    links = [f'rel="modulepreload" href="{name}"' for name in ours]
    for kind, names in (
        ('rel="modulepreload"', ("pyodide/pyodide.mjs", core)),
        ('rel="later"', LARGE),  # web/pyodide-files.js fetches them
    ):
        sized = ((name, (site / name).stat().st_size) for name in names)
        links += [f'{kind} href="{name}" data-bytes="{size}"' for name, size in sized]
    preloads = "".join(f"    <link {link}>\n" for link in links)
    scripts = "".join(f'    <script type="module" src="{name}"></script>\n' for name in SCRIPTS)
    core_script = '    <script type="module" src="pyscript/core.js">'
    return (
        _in_site(text)
        .replace(core_script, scripts + core_script)
        .replace('src="main.py"', 'src="web/main.py"')
        .replace('config="pyscript.toml"', f"config='{json.dumps(config)}'")
        .replace("  </head>", f"{preloads}  </head>")
        .replace("</main>", f'</main>\n    <mpy-config hidden type="json">{unused}</mpy-config>')
    )


def share_tags(url: str) -> str:
    """What a chat shows beside a shared link, as far as it needs the site's URL; else nothing."""
    if not url.startswith(("https://", "http://")):
        return ""
    base = html.escape(url if url.endswith("/") else f"{url}/")
    image = f"{base}{SHARE_PICTURE}"
    width, height = SHARE_PICTURE_SIZE
    tags = [
        f'property="og:url" content="{base}"',
        f'property="og:image" content="{image}"',
        f'property="og:image:width" content="{width}"',
        f'property="og:image:height" content="{height}"',
        f'property="og:image:alt" content="{SHARE_PICTURE_ALT}"',
        'name="twitter:card" content="summary_large_image"',
        f'name="twitter:image" content="{image}"',
    ]
    return "".join(f"    <meta {tag}>\n" for tag in tags)


def digests(folder: Path) -> dict[str, str]:
    """What every file that a visit fetches must hold, as `integrity` has it."""
    return {
        path.relative_to(folder).as_posix(): f"sha256-{b64encode(_digest(path)).decode()}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.parent.name not in NOT_VISITED
        and path.name != "service-worker.js"
    }


def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def _short_hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:8]


def library() -> Path:
    """The page's Python library as bytecode, made once for each state of what goes into it."""
    sources = PYODIDE / "python_stdlib.zip", PYSCRIPT / "src" / "stdlib" / "pyscript.js"
    makers = (ROOT / "tools" / f"{name}.py" for name in ("library", "sitecustomize"))
    ours = (path for pattern in PYTHON for path in sorted(ROOT.glob(pattern)))

    def make(unfinished: Path) -> None:
        say("compiling Python's library")
        run_in_pyodide("tools.library", *map(_in_pyodide, (*sources, unfinished)))

    return _cached("library.zip", make, *sources, *makers, *ours)


def split_module() -> Parts:
    """Pyodide's module in two parts, or whole where the profile is of another."""
    whole = PYODIDE / "pyodide.asm.wasm"
    used = read_profile()
    if used is None:
        say("the profile is of another Pyodide: the module is not split (python3 -m tools profile)")
        return Parts(whole.read_bytes(), b"")

    def make(unfinished: Path) -> None:
        say("splitting Pyodide's module")
        parts = split(whole.read_bytes(), used, trimmed_glue().names)
        with ZipFile(unfinished, "w") as archive:
            for name, part in parts._asdict().items():
                archive.writestr(name, part)

    makers = (ROOT / "tools" / f"{name}.py" for name in ("glue", "split", "wasm"))
    sources = (whole, *(PYODIDE / name for name in GLUE_SOURCES), PROFILE)
    with ZipFile(_cached("split.zip", make, *sources, *makers)) as archive:
        return Parts(*(archive.read(name) for name in Parts._fields))


def trimmed_glue() -> Glue:
    """Pyodide's JavaScript glue without what nothing names."""
    return trim(*((PYODIDE / name).read_text("utf-8") for name in GLUE_SOURCES))


def glue() -> str:
    """Pyodide's JavaScript glue, small."""
    target = NODE_MODULES / ".cache" / "glue.mjs"
    target.parent.mkdir(exist_ok=True)
    target.write_text(trimmed_glue().code, "utf-8")
    options = ("--minify", "--target=es2022", "--log-level=error", "--allow-overwrite")
    run_npm_package("esbuild", str(target), *options, f"--outfile={target}")
    return as_function(target.read_text("utf-8"))


def _cached(name: str, make: Callable[[Path], None], *sources: Path) -> Path:
    """A file that is made once for each state of what it is made from."""
    digest = _short_hash([hashlib.sha256(path.read_bytes()).hexdigest() for path in sources])
    target = NODE_MODULES / ".cache" / f"{digest}-{name}"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        unfinished = target.with_suffix(f".{os.getpid()}")
        make(unfinished)
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
    """Copies a file as the site has it: without source maps, which are not shipped."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(SOURCE_MAP.sub(b"", source.read_bytes()))


def _compress(content: bytes, target: Path) -> None:
    """Writes a file compressed; done once for each content."""
    source = target.with_suffix("")
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(content)

    def make(unfinished: Path) -> None:
        run("python", "-m", "tools.compress", str(source), str(unfinished))

    shutil.copy(_cached(target.name, make, source, ROOT / "tools" / "compress.py"), target)
    source.unlink()


def _in_site(text: str) -> str:
    """Source text with the paths that the site has."""
    for source, target in IN_SITE.items():
        text = text.replace(source, target)
    return text
