"""What the commands need beside Python: a virtual environment, Node.js, and npm's packages.

Everything comes by name from PyPI and npm, at the versions and hashes that the repository pins,
into folders that git ignores, and nothing of it is run while it is installed. What is there already
is not fetched again.
"""

import hashlib
import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
NODE_MODULES = ROOT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
REQUIREMENTS = ROOT / "requirements"
LIGHTHOUSE = ROOT / "tools" / "lighthouse"  # apart, so that only its benchmark installs it
IS_LINUX = sys.platform == "linux"
NPM_FOLDERS = (ROOT, LIGHTHOUSE)


def install_python(group: str) -> None:
    """Installs a group of Python packages into the virtual environment."""
    requirements = REQUIREMENTS / f"{group}.txt"
    made = VENV / "made"
    if not made.exists():
        say("making a virtual environment")
        venv.create(VENV, clear=True, with_pip=True)
        made.touch()

    def install() -> None:
        say(f"installing Python packages: {group}")
        run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
            "--require-hashes", "--only-binary=:all:", "-r", str(requirements))  # fmt: skip

    _unless_done(VENV / f"{group}.installed", requirements, install)


def install_node(folder: Path = ROOT) -> None:
    """Installs a folder's npm packages with the Node.js that came with the Python packages."""

    def install() -> None:
        say("installing npm packages")
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error",
            "--prefix", str(folder))  # fmt: skip

    _unless_done(folder / "node_modules" / ".installed", folder / "package-lock.json", install)


def run(command: str, *arguments: str) -> None:
    """Runs a command of the virtual environment and stops with its exit code if it fails."""
    path = str(BIN) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(
        [BIN / command, *arguments], cwd=ROOT, env=os.environ | {"PATH": path}, check=False
    )
    if done.returncode:
        sys.exit(done.returncode)


def run_npm_package(package: str, *arguments: str) -> None:
    """Runs the command that an npm package has, like run().

    Not with npx, which asks the registry for what is not installed, nor from node_modules/.bin,
    where Windows has scripts that need a shell.
    """
    folder = NODE_MODULES / package
    (script,) = json.loads((folder / "package.json").read_text("utf-8"))["bin"].values()
    run("node", str(folder / script), *arguments)


def run_in_pyodide(module: str, *arguments: str, library: Path | None = None) -> str:
    """What a module of this repository prints when the shipped Pyodide runs it, in Node.js.

    It has the standard library that came with it, or else the one given.
    """
    return subprocess.run(
        [BIN / "node", ROOT / "tools" / "pyodide.mjs", module, *arguments],
        cwd=ROOT,
        env=os.environ | ({"LIBRARY": str(library)} if library else {}),
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout


def try_to(*command: str) -> None:
    """Runs a command that may fail: what counts is what is there afterwards."""
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def apt_install(*packages: str) -> None:
    """Installs packages for the whole system, where it has apt-get and lets us."""
    try_to("apt-get", "update")
    try_to("apt-get", "install", "--yes", *packages)


def say(sentence: str) -> None:
    """Tells the person at the terminal what is going on."""
    print(f"· {sentence}", flush=True)


def _unless_done(stamp: Path, source: Path, do: Callable[[], None]) -> None:
    """Does it, unless the stamp says that it was done for what the source holds now."""
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text("ascii") != digest:
        do()
        stamp.write_text(digest, "ascii")
