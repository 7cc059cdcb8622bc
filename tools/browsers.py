"""The browsers that the tests run in: an installed one, else Playwright's, else the system's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Error, sync_playwright

from tools.environment import BIN, say

COMMANDS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox-esr", "firefox"),
}
PACKAGES = {"chromium": "chromium", "firefox": "firefox-esr"}
CHROMIUM_ARGUMENTS = [
    "--disable-background-networking",  # it is to talk to the site and to nobody else
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
FIREFOX_WISHES = {
    ("reduced_motion", "reduce"): ("ui.prefersReducedMotion", 1),
    ("reduced_motion", "no-preference"): ("ui.prefersReducedMotion", 0),
    ("color_scheme", "light"): ("layout.css.prefers-color-scheme.content-override", 1),
    ("color_scheme", "dark"): ("layout.css.prefers-color-scheme.content-override", 0),
    ("forced_colors", "active"): ("browser.display.document_color_use", 2),
    ("storage", "forbidden"): ("network.cookie.cookieBehavior", 2),
    ("idle_workers", "stop"): ("dom.serviceWorkers.idle_timeout", 0),
}


def launch_options(browser: BrowserType, **wishes: str) -> dict[str, Any]:
    """How to launch a browser for somebody with wishes, which Firefox takes only at its launch."""
    options: dict[str, Any] = {}
    if browser.name == "chromium":
        as_root = hasattr(os, "geteuid") and os.geteuid() == 0
        options["args"] = CHROMIUM_ARGUMENTS + ["--no-sandbox"] * as_root
    if browser.name == "firefox":
        preferences = [FIREFOX_WISHES[wish] for wish in wishes.items()]
        options["firefox_user_prefs"] = dict(preferences)
    if command := _installed(browser.name):
        options["executable_path"] = command
        if browser.name == "firefox":
            options["channel"] = "moz-firefox"
    return options


def install(browser: BrowserType) -> None:
    """Gets the browser, if it is not there."""
    for way in (
        [str(BIN / "playwright"), "install", browser.name],
        ["apt-get", "update"],
        ["apt-get", "install", "--yes", PACKAGES[browser.name]],
    ):
        if is_there(browser):
            return
        say(f"getting {browser.name}: {Path(way[0]).name} {' '.join(way[1:])}")
        if shutil.which(way[0]):
            subprocess.run(way, check=False, stdout=subprocess.DEVNULL)
    if not is_there(browser):
        sys.exit(f"There is no {browser.name} here and none could be had: please install one.")


def is_there(browser: BrowserType) -> bool:
    """Whether the browser can be launched."""
    try:
        browser.launch(**launch_options(browser)).close()
    except Error:
        return False
    return True


def _installed(name: str) -> str | None:
    return next(filter(None, map(shutil.which, COMMANDS[name])), None)


if __name__ == "__main__":
    with sync_playwright() as playwright:
        install(playwright.chromium)
        install(playwright.firefox)
