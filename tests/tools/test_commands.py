"""The commands: what each of them runs."""

import pytest

from tools import __main__ as commands


class Recorder:
    """Runs a command line, but only notes what would be run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.done: list[tuple[str, ...]] = []
        for name in ("install_python", "build"):
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
    "command", [["test"], ["picture"], ["bench", "start"], ["attack", "clicks"]], ids=" ".join
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
        ("pytest", "tests/browser", *commands.TWO_PROCESSES),
    ]
