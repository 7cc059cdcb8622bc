"""Setting up: only what is missing, and never half of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import environment
from tools.environment import ROOT, run, run_in_pyodide, run_npm_package


@pytest.fixture
def done() -> list[str]:
    return []


def make(folder: Path, done: list[str]) -> None:
    """Does something for what the source in the folder holds, unless it was done before."""
    source = folder / "source"
    environment._unless_done(  # noqa: SLF001 - what both installers rest on
        folder / "stamp", source, lambda: done.append(source.read_text())
    )


def test_what_was_done_for_the_same_source_is_not_done_again(
    tmp_path: Path, done: list[str]
) -> None:
    (tmp_path / "source").write_text("one")
    make(tmp_path, done)
    make(tmp_path, done)
    assert done == ["one"]


def test_a_changed_source_is_done_again(tmp_path: Path, done: list[str]) -> None:
    for text in ("one", "two", "two", "one"):
        (tmp_path / "source").write_text(text)
        make(tmp_path, done)
    assert done == ["one", "two", "one"]


def test_what_failed_is_done_again(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("one")

    def fail() -> None:
        raise OSError

    for _ in range(2):
        with pytest.raises(OSError):  # noqa: PT011 - the one raised above
            environment._unless_done(tmp_path / "stamp", tmp_path / "source", fail)  # noqa: SLF001
    assert not (tmp_path / "stamp").exists()


def test_a_command_that_fails_stops_with_its_exit_code() -> None:
    with pytest.raises(SystemExit) as stopped:
        run("python", "-c", "raise SystemExit(7)")
    assert stopped.value.code == 7


def test_a_command_finds_the_other_commands_of_the_environment() -> None:
    run("python", "-c", "import shutil; assert '.venv' in shutil.which('node')")


@pytest.mark.parametrize("package", ["@biomejs/biome", "html-validate", "typescript"])
def test_the_command_of_an_npm_package_is_the_pinned_one(
    package: str, capfd: pytest.CaptureFixture[str]
) -> None:
    run_npm_package(package, "--version")
    version = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"][package]
    assert version in capfd.readouterr().out


def test_the_command_of_an_npm_package_that_fails_stops_with_its_exit_code() -> None:
    with pytest.raises(SystemExit) as stopped:
        run_npm_package("typescript", "--project", "no-such-file.json")
    assert stopped.value.code == 1


def test_a_module_that_fails_in_pyodide_fails_here() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        run_in_pyodide("tests.no_such_module")


def test_in_two_processes_tests_stay_with_those_they_share_something_with(
    request: pytest.FixtureRequest,
) -> None:
    is_alone = not hasattr(request.config, "workerinput")
    assert is_alone or request.node.nodeid.endswith("@test_environment-")


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_the_command_line_lists_its_commands_and_needs_no_package(arguments: list[str]) -> None:
    shown = subprocess.run(
        [sys.executable, "-S", "-m", "tools", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert shown.returncode == (0 if arguments else 2)
    if arguments:
        assert {
            "play",
            "test",
            "build",
            "picture",
            "bench",
            "mutate",
            "attack",
            "audit",
            "lock",
        } <= set(shown.stdout.split())
    else:
        assert "COMMAND" in shown.stderr
