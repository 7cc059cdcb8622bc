"""WebKit, the engine of Safari, driven through WebDriver: Playwright drives none that a system has.

On Linux that is WebKitGTK on a virtual screen; on a Mac, Safari itself.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tools.environment import IS_LINUX, apt_install, say

PACKAGES = ("webkit2gtk-driver", "xvfb")
COMMANDS = ("WebKitWebDriver", "Xvfb")
# The browser that comes with WebKitGTK, where distributions put it.
MINI_BROWSERS = ("usr/lib/*/webkit2gtk-4.*/MiniBrowser", "usr/libexec/webkit2gtk-4.*/MiniBrowser")
SCREEN = "1600x1200x24"
NO_SANDBOX = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # which root cannot have
HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")


def is_there() -> bool:
    """Whether WebKitGTK can be launched."""
    return all(map(shutil.which, COMMANDS)) and bool(_mini_browsers())


def install(*, may_install: bool = True) -> None:
    """Gets WebKitGTK if it cannot be launched, and says first what is installed where."""
    if not IS_LINUX:
        say("WebKit is tested on Linux; on a Mac, .venv/bin/pytest tests/webkit tests in Safari")
    elif not is_there():
        packages = " and ".join(PACKAGES)
        if not may_install:
            sys.exit(
                f"No WebKit can be driven here, and --no-install forbids to install {packages}.\n"
                "Do so in the way your system installs programs."
            )
        if shutil.which("apt-get"):
            say(f"no WebKit can be driven: apt-get now installs {packages} for the whole system")
            apt_install(*PACKAGES)
        if not is_there():
            sys.exit(f"There is no WebKit here and none could be had: please install {packages}.")


@contextmanager
def screen() -> Iterator[str]:
    """A virtual screen, by the name that programs know it by."""
    if sys.platform == "darwin":
        yield ""
        return
    read, write = os.pipe()
    command = [COMMANDS[1], "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as answer:
            display = answer.readline().strip()
        yield f":{display}"
        server.terminate()


@contextmanager
def somebody() -> Iterator[WebDriver]:
    """A browser with a new profile, on a screen of its own."""
    with (
        screen() as display,
        TemporaryDirectory() as profile,
        webkit(display, Path(profile)) as one,
    ):
        yield one


def settled(driver: WebDriver, promise: str) -> Any:
    """What a promise of JavaScript comes to."""
    return driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        f"Promise.resolve(({promise})).then(done, error => done(`failed: ${{error}}`));"
    )


@contextmanager
def webkit(display: str, profile: Path) -> Iterator[WebDriver]:
    """A browser with a new profile, on a screen; Safari has a screen and profiles of its own."""
    driver = webdriver.Safari() if sys.platform == "darwin" else _webkit_gtk(display, profile)
    try:
        yield driver
    finally:
        driver.quit()


def _webkit_gtk(display: str, profile: Path) -> WebDriver:
    environment = os.environ | NO_SANDBOX | {"DISPLAY": display}
    environment |= dict.fromkeys(HOMES, str(profile))
    options = Options()
    options.binary_location = _mini_browsers()[0]
    options.add_argument("--automation")
    return webdriver.WebKitGTK(options, Service(shutil.which(COMMANDS[0]), env=environment))


def _mini_browsers() -> list[str]:
    return [str(path) for pattern in MINI_BROWSERS for path in Path("/").glob(pattern)]
