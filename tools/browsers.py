"""The browsers that the tests run in: an installed one, else Playwright's, else the system's."""

import argparse
import os
import shutil
import sys
from typing import Any

from playwright.sync_api import BrowserType, Error, sync_playwright

from tools import webkit
from tools.environment import BIN, apt_install, say, try_to

COMMANDS = {  # none is a WebKit that Playwright can drive; tools/webkit.py drives those that are
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox-esr", "firefox"),
}
PACKAGES = {"chromium": "chromium", "firefox": "firefox-esr"}
# For tests: Chromium without windows of its own, which cost each profile as much as a page does.
# Playwright has one with its Chromium, and Debian has one to install.
HEADLESS_SHELL = "chromium-headless-shell"
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
    ("idle_workers", "stop"): ("dom.serviceWorkers.idle_timeout", 1_000),  # at 0, amid their work
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


def install(browser: BrowserType, *, may_install: bool = True) -> None:
    """Gets the browser if it cannot be launched, and says first what is installed where."""
    if is_there(browser):
        return
    name, package = browser.name, PACKAGES[browser.name]
    playwright = BIN / "playwright"
    if not may_install:
        sys.exit(
            f"No {name} can be launched here, and --no-install forbids to install one. Do so with\n"
            f"  {playwright} install {name}\nor in the way your system installs programs."
        )
    say(
        f"no {name} can be launched: Playwright now installs one into its cache, not in this folder"
    )
    try_to(str(playwright), "install", name)
    if not is_there(browser) and shutil.which("apt-get"):
        say(f"still no {name} can be launched: apt-get now installs {package} for the whole system")
        apt_install(package)
    if not is_there(browser):
        sys.exit(f"There is no {name} here and none could be had: please install one.")


def install_headless_shell(chromium: BrowserType) -> None:
    """Gets the browser that makes tests in an installed Chromium quicker, where that is easy."""
    is_installed = "executable_path" in launch_options(chromium)
    if is_installed and not shutil.which(HEADLESS_SHELL) and shutil.which("apt-get"):
        say(f"for quicker tests, apt-get now installs {HEADLESS_SHELL} for the whole system")
        apt_install(HEADLESS_SHELL)


def is_there(browser: BrowserType) -> bool:
    """Whether the browser can be launched."""
    try:
        browser.launch(**launch_options(browser)).close()
    except Error:
        return False
    return True


def _installed(name: str) -> str | None:
    return next(filter(None, map(shutil.which, COMMANDS.get(name, ()))), None)


def main() -> None:
    """Gets the browsers that are missing."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.browsers", description=main.__doc__)
    parser.add_argument("--no-install", action="store_true", help="stop if one is missing")
    may_install = not parser.parse_args().no_install
    with sync_playwright() as playwright:
        install(playwright.chromium, may_install=may_install)
        install(playwright.firefox, may_install=may_install)
        if may_install:
            install_headless_shell(playwright.chromium)
    webkit.install(may_install=may_install)


if __name__ == "__main__":
    main()
