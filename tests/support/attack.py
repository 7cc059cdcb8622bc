"""Every attack on the built page, at full strength: python3 -m tools attack."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, TypeAlias

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

from tests.support.attacks import READY, Report
from tests.support.attacks.clicks import storm
from tests.support.attacks.network import network, updates
from tests.support.attacks.soak import clock, soak
from tests.support.attacks.storage import storage
from tests.support.attacks.tabs import tabs
from tests.support.console_guard import ConsoleGuard
from tools.browsers import launch_options
from tools.build import DIST
from tools.server import Server

Motion: TypeAlias = Literal["reduce", "no-preference"]

RESTLESS = {"clicks", "clock"}  # for somebody who lets the computer take its time


class Target(NamedTuple):
    """What is attacked: a page that is open, and all around it."""

    browser: Browser
    context: BrowserContext
    page: Page
    url: str
    folder: Path


ATTACKS: dict[str, Callable[[Target, int, int], Report]] = {
    "clicks": lambda on, seed, size: storm(on.page, seed, 100 * size),
    "storage": lambda on, seed, size: storage(on.page, seed, 5 * size // 2),
    "tabs": lambda on, seed, size: tabs(on.context, on.url, seed, size),
    "soak": lambda on, _, size: soak(on.page, 10 * size),
    "clock": lambda on, seed, size: clock(on.page, on.url, seed, size),
    "network": lambda on, seed, size: network(on.browser, on.folder, seed, 2 * size),
    "updates": lambda on, seed, size: updates(on.browser, on.folder, seed, 2 * size),
}


def attack(browser_type: BrowserType, name: str, seed: int, size: int) -> Report:
    """One attack, at some percent of its full strength, in a browser of its own."""
    motion: Motion = "no-preference" if name in RESTLESS else "reduce"
    options = launch_options(browser_type, reduced_motion=motion, idle_workers="stop")
    browser = browser_type.launch(**options)
    server = Server(DIST).start()
    context = browser.new_context(reduced_motion=motion, service_workers="block")
    guard = ConsoleGuard(context, server.url)
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector(READY)
    with TemporaryDirectory() as folder:
        target = Target(browser, context, page, server.url, Path(folder))
        report = ATTACKS[name](target, seed, size)
    browser.close()
    server.stop()
    guard.take_diagnostics()  # where storage gives way or files fail, the page gets over it
    return Report(report.tried, report.found + guard.faults)


def main() -> None:
    """Attacks the built page in both browsers and prints what was tried and what was found."""
    parser = argparse.ArgumentParser(prog="python3 -m tools attack")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--size", type=int)
    parser.add_argument("--browsers", nargs="+")
    options = parser.parse_args()
    if unknown := set(options.names) - ATTACKS.keys():
        parser.error(f"there is no attack {', '.join(unknown)}; there are {', '.join(ATTACKS)}")
    lost = 0
    with sync_playwright() as playwright:
        for name in options.names or ATTACKS:
            for browser in options.browsers:
                browser_type = getattr(playwright, browser)
                tried, found = attack(browser_type, name, options.seed, options.size)
                what = ", ".join(f"{count:,} {noun}" for noun, count in tried.items())
                print(f"{name}, {browser}: {what}: {len(found)} found", flush=True)
                for fault in found[:10]:
                    print(f"  {fault}")
                if found:
                    lost += 1
                    how = f"--browsers {browser} --seed {options.seed} --size {options.size}"
                    print(f"  repeat with: python3 -m tools attack {name} {how}")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
