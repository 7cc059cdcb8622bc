"""The command line: python3 -m tools COMMAND. Needs nothing but Python to start."""

import argparse
import sys
import webbrowser
from contextlib import suppress

from tools.build import DIST, build_site, strings
from tools.environment import (
    IS_LINUX,
    NPM_FOLDERS,
    REQUIREMENTS,
    ROOT,
    install_node,
    install_python,
    run,
    run_npm_package,
    say,
)
from tools.server import Server

OLDEST = (3, 11)
PORT = 8000
DEV_PORT = 8001  # at another, the service worker of the built site would answer
EXHAUSTIVE = (  # not measured: it would take three times as long
    *(f"tests/engine/test_{name}.py" for name in ("exhaustive", "numbers", "every_game")),
    *("tests/app/test_every_decision.py", "tests/test_storm.py"),
)
BROWSER_TESTS = ("tests/browser", *["tests/webkit"] * IS_LINUX)
TWO_PROCESSES = ("--numprocesses", "2", "--dist", "loadgroup")


def play(options: argparse.Namespace) -> None:
    """Set up what is missing, build the site, serve it and open it."""
    port = options.port or (DEV_PORT if options.dev else PORT)
    try:
        server = Server(ROOT if options.dev else DIST, port)
    except (OSError, OverflowError):
        sys.exit(f"Port {port} is taken or may not be used: choose another with --port.")
    (set_up if options.dev else build)(options)
    say(f"playing at {server.url} until you press Ctrl+C")
    webbrowser.open(server.url)
    with suppress(KeyboardInterrupt):
        server.serve_forever()


def build(options: argparse.Namespace) -> None:
    """Set up what is missing and build the site into dist/."""
    set_up(options)
    say("building the site")
    build_site()


def set_up(options: argparse.Namespace) -> None:
    """Set up what the source tree needs to run."""
    install_python("build")
    install_node()
    if options.command is not test:  # which tells whether it is current
        (ROOT / "web" / "strings.js").write_text(strings(), "utf-8")


def test(options: argparse.Namespace) -> None:
    """Set up what is missing and run everything: lint, types, unit tests and browser tests."""
    install_python("test")
    build(options)
    if not options.unit:
        get_browsers(options)
    say("lint")
    run("ruff", "check")
    run("ruff", "format", "--check")
    run_npm_package("@biomejs/biome", "ci", "--error-on-warnings")
    run_npm_package("html-validate", "index.html")
    say("types")
    run("mypy")
    for project in ("tsconfig.json", "tsconfig.worker.json"):
        run_npm_package("typescript", "--project", project)
    say("unit tests")
    run("coverage", "erase")
    ignored = (*EXHAUSTIVE, "tests/browser", "tests/webkit")
    others = (f"--ignore={path}" for path in ignored)
    run("coverage", "run", "-m", "pytest", *others, *TWO_PROCESSES)
    run("coverage", "combine", "--quiet")
    run("coverage", "report")
    say("exhaustive tests")
    run("pytest", *EXHAUSTIVE, *TWO_PROCESSES)
    if not options.unit:
        say("browser tests")
        run("pytest", *BROWSER_TESTS, *TWO_PROCESSES)


def get_browsers(options: argparse.Namespace) -> None:
    """Get the browsers that are missing, unless that is forbidden."""
    run("python", "-m", "tools.browsers", *["--no-install"] * options.no_install)


def picture(options: argparse.Namespace) -> None:
    """Take the pictures of the README and the manifest from the built site."""
    install_python("test")
    build(options)
    get_browsers(options)
    run("python", "-m", "tools.picture")


def bench(options: argparse.Namespace) -> None:
    """Measure speed beside baselines in the same run, or what Lighthouse says of the page."""
    install_python("test")
    install_python("bench")
    build(options)
    get_browsers(options)
    run("python", "-m", f"tools.bench_{options.what}")


def mutate(options: argparse.Namespace) -> None:
    """Break engine/ and app/ in every small way and see whether a test notices."""
    install_python("test")
    run("python", "-m", "tools.mutate", *options.modules)


def attack(options: argparse.Namespace) -> None:
    """Attack the page with clicks, bad storage, tabs, faults and time, and print what gave."""
    install_python("test")
    build(options)
    get_browsers(options)
    how = ("--seed", options.seed, "--size", options.size, "--browsers", *options.browsers)
    run("python", "-m", "tests.support.attack", *options.names, *how)


def profile(options: argparse.Namespace) -> None:
    """Find out which functions of Pyodide a start and a game use: a new version needs it."""
    install_python("test")
    build(options)
    get_browsers(options)
    run("python", "-m", "tests.support.profile")


def audit(_: argparse.Namespace) -> None:
    """Ask the registries whether anything is known against what is pinned."""
    install_python("test")
    install_python("audit")
    say("npm packages")
    for folder in NPM_FOLDERS:
        run("npm", "audit", "--prefix", str(folder))
    say("Python packages")
    files = (f"--requirement={path}" for path in sorted(REQUIREMENTS.glob("*.txt")))
    run("pip-audit", "--strict", "--disable-pip", "--require-hashes", *files)


def lock(_: argparse.Namespace) -> None:
    """Pin what pyproject.toml and each package.json name, with hashes."""
    install_python("lock")
    for group in ("build", "test", "bench", "audit", "lock"):
        constraints = (
            [] if group in {"build", "test"} else ["--constraints", "requirements/test.txt"]
        )
        run("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
            "--generate-hashes", "--no-header", "--group", f"pyproject.toml:{group}",
            "--output-file", f"requirements/{group}.txt", *constraints)  # fmt: skip
    install_python("test")
    for folder in NPM_FOLDERS:
        run("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund",
            "--prefix", str(folder))  # fmt: skip


def main() -> None:
    """Runs the command that the arguments name."""
    if sys.version_info < OLDEST:
        sys.exit("This project needs Python 3.11 or later.")
    parser = argparse.ArgumentParser(prog="python3 -m tools", description="Tic-tac-toe")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (play, test, build, picture, bench, mutate, attack, profile, audit, lock):
        sub = commands.add_parser(command.__name__, help=command.__doc__)
        sub.set_defaults(command=command)
        if command in {test, picture, bench, attack, profile}:
            sub.add_argument(
                "--no-install", action="store_true", help="install nothing outside this folder"
            )
        if command is test:
            sub.add_argument("--unit", action="store_true", help="without browsers")
        if command is play:
            sub.add_argument("--dev", action="store_true", help="the source tree, unbuilt")
            sub.add_argument("--port", type=int, help=f"else {PORT}, or {DEV_PORT} with --dev")
        if command is mutate:
            sub.add_argument("modules", nargs="*", help="like app/view.py; all unless told")
        if command is attack:
            sub.add_argument("names", nargs="*", help="of attacks; all unless told")
            sub.add_argument("--seed", default="1", help="1 unless told")
            sub.add_argument("--size", default="100", help="percent of the full strength")
            sub.add_argument("--browsers", nargs="+", default=["chromium", "firefox"])
        if command is bench:
            sub.add_argument("what", choices=["engine", "lighthouse", "start"])
    options = parser.parse_args()
    options.command(options)


if __name__ == "__main__":
    main()
