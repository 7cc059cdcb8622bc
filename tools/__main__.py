"""The command line: python3 -m tools COMMAND. Needs nothing but Python and git to start."""

import argparse
import sys

from tools.environment import install_node, install_python, run, say

OLDEST = (3, 11)


def test(_: argparse.Namespace) -> None:
    """Set up what is missing and run everything: lint, types and tests."""
    install_python("test")
    install_node()
    say("lint")
    run("ruff", "check")
    run("ruff", "format", "--check")
    say("types")
    run("mypy")
    say("tests")
    run("coverage", "run", "-m", "pytest")
    run("coverage", "report")


def bench(options: argparse.Namespace) -> None:
    """Measure speed, as ratios against baselines in the same run."""
    install_python("test")
    install_python("bench")
    install_node()
    run("python", "-m", f"tools.bench_{options.what}")


def mutate(_: argparse.Namespace) -> None:
    """Break the engine in every small way and see whether a test notices."""
    install_python("test")
    run("python", "-m", "tools.mutate")


def lock(_: argparse.Namespace) -> None:
    """Pin what pyproject.toml and package.json name, with hashes."""
    install_python("lock")
    for group in ("test", "bench", "lock"):
        constraints = [] if group == "test" else ["--constraints", "requirements/test.txt"]
        run("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
            "--generate-hashes", "--no-header", "--group", f"pyproject.toml:{group}",
            "--output-file", f"requirements/{group}.txt", *constraints)  # fmt: skip
    install_python("test")
    run("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")


def main() -> None:
    """Runs the command that the arguments name."""
    if sys.version_info < OLDEST:
        sys.exit("This project needs Python 3.11 or later.")
    parser = argparse.ArgumentParser(prog="python3 -m tools", description="Tic-tac-toe")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (test, bench, mutate, lock):
        sub = commands.add_parser(command.__name__, help=command.__doc__)
        sub.set_defaults(command=command)
        if command is bench:
            sub.add_argument("what", choices=["engine"])
    options = parser.parse_args()
    options.command(options)


if __name__ == "__main__":
    main()
