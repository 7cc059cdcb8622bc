"""Browsers that are missing: what is installed outside this folder is said first, or forbidden."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import browsers, webkit
from tools.browsers import HEADLESS_SHELL

SAID = {
    "playwright": "no chromium can be launched: Playwright now installs one into its cache",
    "apt-get": "still no chromium can be launched: apt-get now installs chromium",
}


class Chromium:
    """A browser that can be launched once a command has installed it."""

    name = "chromium"

    def __init__(self, installer: str | None) -> None:
        self.installer = installer
        self.done: list[str] = []
        self.output: list[str] = []  # when each command was run

    @property
    def is_there(self) -> bool:
        return self.installer in {*self.done, ""}


@pytest.fixture
def machine(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Any:
    """A machine that has no chromium until the installer named by the test has run."""
    browser = Chromium(request.param)

    def run(command: tuple[str, ...], **_: object) -> None:
        browser.done.append(" ".join([Path(command[0]).name, *command[1:]]))
        browser.output.append(capsys.readouterr().out)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(browsers, "is_there", lambda browser: browser.is_there)
    monkeypatch.setattr("shutil.which", lambda command: f"/usr/bin/{command}")
    return browser


@pytest.mark.parametrize("machine", [""], indirect=True)
@pytest.mark.parametrize("may_install", [True, False])
def test_a_browser_that_is_there_is_not_installed(
    machine: Any, *, may_install: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    browsers.install(machine, may_install=may_install)
    assert machine.done == []
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("machine", ["playwright install chromium"], indirect=True)
def test_playwrights_own_browser_is_announced_and_installed_first(machine: Any) -> None:
    browsers.install(machine)
    assert machine.done == ["playwright install chromium"]
    assert SAID["playwright"] in machine.output[0]


@pytest.mark.parametrize("machine", ["apt-get install --yes chromium"], indirect=True)
def test_the_systems_browser_is_announced_before_it_is_installed(machine: Any) -> None:
    browsers.install(machine)
    assert machine.done[1:] == ["apt-get update", "apt-get install --yes chromium"]
    assert SAID["apt-get"] not in machine.output[0]
    assert SAID["apt-get"] in machine.output[1]


@pytest.mark.parametrize("machine", [None], indirect=True)
def test_where_there_is_no_apt_nothing_is_said_of_it(
    machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(SystemExit, match="There is no chromium here and none could be had"):
        browsers.install(machine)
    assert machine.done == ["playwright install chromium"]


@pytest.mark.parametrize("machine", [None], indirect=True)
def test_where_installing_is_forbidden_the_command_to_do_it_is_told(machine: Any) -> None:
    with pytest.raises(SystemExit, match="No chromium can be launched here") as stopped:
        browsers.install(machine, may_install=False)
    assert "playwright install chromium" in str(stopped.value)
    assert machine.done == []


@pytest.mark.parametrize("machine", [""], indirect=True)
def test_an_installed_chromium_gets_its_headless_shell_once(
    machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"chromium", "apt-get"}
    monkeypatch.setattr("shutil.which", lambda command: command if command in found else None)
    browsers.install_headless_shell(machine)
    assert machine.done == ["apt-get update", f"apt-get install --yes {HEADLESS_SHELL}"]
    assert f"apt-get now installs {HEADLESS_SHELL}" in machine.output[0]
    found.add(HEADLESS_SHELL)
    browsers.install_headless_shell(machine)
    assert len(machine.done) == 2


@pytest.mark.parametrize("found", [{"apt-get"}, {"chromium"}], ids=["Playwright's", "no apt-get"])
@pytest.mark.parametrize("machine", [""], indirect=True)
def test_another_chromium_gets_no_headless_shell(
    machine: Any, monkeypatch: pytest.MonkeyPatch, found: set[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda command: command if command in found else None)
    browsers.install_headless_shell(machine)
    assert machine.done == []


@pytest.fixture
def no_webkit(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What is installed on a machine that has no WebKit until its packages are."""
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(webkit, "IS_LINUX", True)
    monkeypatch.setattr(webkit, "apt_install", lambda *packages: installed.append(packages))
    monkeypatch.setattr(webkit, "is_there", lambda: webkit.PACKAGES in installed)
    monkeypatch.setattr("shutil.which", lambda command: f"/usr/bin/{command}")
    return installed


def test_webkit_is_announced_and_installed_from_the_systems_packages(
    no_webkit: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    webkit.install()
    webkit.install()
    assert no_webkit == [webkit.PACKAGES]
    assert "apt-get now installs webkit2gtk-driver and xvfb" in capsys.readouterr().out


def test_where_webkit_cannot_be_had_its_packages_are_named(
    no_webkit: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="--no-install forbids to install webkit2gtk-driver"):
        webkit.install(may_install=False)
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(SystemExit, match="please install webkit2gtk-driver and xvfb"):
        webkit.install()
    assert no_webkit == []


def test_where_there_is_no_webkitgtk_the_way_to_test_in_safari_is_told(
    no_webkit: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(webkit, "IS_LINUX", False)
    webkit.install(may_install=False)
    assert no_webkit == []
    assert "pytest tests/webkit tests in Safari" in capsys.readouterr().out
