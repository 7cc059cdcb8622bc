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

from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

PACKAGES = ("webkit2gtk-driver", "xvfb")
COMMANDS = ("WebKitWebDriver", "Xvfb")
# The browser that comes with WebKitGTK, where distributions put it.
MINI_BROWSERS = ("usr/lib/*/webkit2gtk-4.*/MiniBrowser", "usr/libexec/webkit2gtk-4.*/MiniBrowser")
SCREEN = "1600x1200x24"
NO_SANDBOX = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # which root cannot have
HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")


def is_there() -> bool:
    """Whether WebKit can be launched."""
    if sys.platform == "darwin":
        return shutil.which("safaridriver") is not None
    return all(map(shutil.which, COMMANDS)) and bool(_mini_browsers())


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
