"""The commands: what each of them runs."""

from pathlib import Path

import pytest

from tools import __main__ as commands
from tools.build import DIST
from tools.environment import ROOT


class Recorder:
    """Runs a command line, but only notes what would be run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.done: list[tuple[str, ...]] = []
        for name in ("install_python", "set_up", "build_site"):
            monkeypatch.setattr(commands, name, lambda *_: None)
        for name in ("run", "run_npm_package"):
            monkeypatch.setattr(commands, name, lambda *command: self.done.append(command))

    def __call__(self, *arguments: str) -> list[tuple[str, ...]]:
        self.monkeypatch.setattr("sys.argv", ["tools", *arguments])
        commands.main()
        return self.done


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    return Recorder(monkeypatch)


@pytest.mark.parametrize("flag", [[], ["--no-install"]], ids=["", "forbidden"])
@pytest.mark.parametrize(
    "command",
    [["test"], ["picture"], ["bench", "start"], ["bench", "lighthouse"], ["attack", "clicks"]],
    ids=" ".join,
)
def test_each_command_with_browsers_can_be_told_to_install_none(
    tools: Recorder, command: list[str], flag: list[str]
) -> None:
    assert ("python", "-m", "tools.browsers", *flag) in tools(*command, *flag)


def test_python_javascript_and_html_are_all_checked(tools: Recorder) -> None:
    assert {
        ("ruff", "check"),
        ("ruff", "format", "--check"),
        ("@biomejs/biome", "ci", "--error-on-warnings"),
        ("html-validate", "index.html"),
        ("mypy",),
        ("typescript", "--project", "tsconfig.json"),
        ("typescript", "--project", "tsconfig.worker.json"),
    } <= {*tools("test")}


def test_unit_tests_need_no_browser(tools: Recorder) -> None:
    unit = [*tools("test", "--unit")]
    tools.done.clear()
    left_out = [command for command in tools("test") if command not in unit]
    assert left_out == [
        ("python", "-m", "tools.browsers"),
        ("pytest", *commands.BROWSER_TESTS, *commands.TWO_PROCESSES),
    ]


class FakeServer:
    """A server that nobody asks for anything."""

    def __init__(self, folder: Path, port: int) -> None:
        self.url = f"{folder.name}:{port}"

    def serve_forever(self) -> None:
        """Ends as a person ends it."""
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("arguments", "opened"),
    [
        ([], f"{DIST.name}:8000"),
        (["--port", "80"], f"{DIST.name}:80"),
        (["--dev"], f"{ROOT.name}:8001"),
        (["--dev", "--port", "80"], f"{ROOT.name}:80"),
    ],
    ids=" ".join,
)
def test_play_opens_the_built_site_or_the_source_tree(
    tools: Recorder, monkeypatch: pytest.MonkeyPatch, arguments: list[str], opened: str
) -> None:
    urls: list[str] = []
    monkeypatch.setattr(commands, "Server", FakeServer)
    monkeypatch.setattr("webbrowser.open", urls.append)
    tools("play", *arguments)
    assert urls == [opened]
