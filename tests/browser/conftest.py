"""The built site under a sub-path, and pages on it that may not go wrong unnoticed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Page,
    ViewportSize,
)

from tests.browser.player import Player
from tests.support.console_guard import ConsoleGuard
from tests.support.everything import SNAPSHOT_STORED
from tests.support.faulty_server import Published, SubPathServer
from tools.browsers import HEADLESS_SHELL, launch_options
from tools.build import DIST
from tools.environment import ROOT

PICTURES = ROOT / "pictures"
PHONE: ViewportSize = {"width": 360, "height": 640}
# Browsers compile WebAssembly twice, the second time for speed that no short test will see.
FIREFOX_BASELINE_COMPILER = ("javascript.options.wasm_optimizingjit", False)
FIREFOX_NO_SPARE_PROCESS = ("dom.ipc.processPrelaunch.enabled", False)
CHROMIUM_BASELINE_COMPILER = "--js-flags=--liftoff-only"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves to Chromium what no browser does in its own way, where it is tested beside Firefox."""
    if "chromium" not in config.getoption("browser"):
        return
    redundant = {
        item
        for item in items
        if item.get_closest_marker("same_everywhere") and "[firefox" in item.name
    }
    config.hook.pytest_deselected(items=list(redundant))
    items[:] = [item for item in items if item not in redundant]


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the site, published under a sub-path."""
    server = SubPathServer(DIST).start()
    yield server.url
    server.stop()


@pytest.fixture
def published(tmp_path: Path) -> Iterator[Published]:
    """A copy of the site that may be changed and may fail."""
    published = Published(tmp_path)
    yield published
    published.close()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type: BrowserType) -> dict[str, Any]:
    """How the browsers are launched: for somebody who wants less motion, unless a test does not."""
    return options_for(browser_type, reduced_motion="reduce")


def options_for(
    browser_type: BrowserType, *, is_whole: bool = False, **wishes: str
) -> dict[str, Any]:
    """How to launch a browser that starts quickly, for somebody with wishes.

    A whole Chromium takes longer; it has settings and a bfcache, as its headless shell has not.
    """
    options = launch_options(browser_type, **wishes)
    if browser_type.name == "chromium":
        shell = None if is_whole else shutil.which(HEADLESS_SHELL)
        if shell:
            options["executable_path"] = shell
        elif is_whole and "executable_path" not in options:
            options["channel"] = "chromium"  # or Playwright launches a shell of its own
        options["args"] = [*options["args"], CHROMIUM_BASELINE_COMPILER]
    if browser_type.name == "firefox":
        options["firefox_user_prefs"] |= dict([FIREFOX_BASELINE_COMPILER, FIREFOX_NO_SPARE_PROCESS])
    return options


@contextmanager
def watched(
    browser: Browser, site: str, **options: Any
) -> Iterator[tuple[BrowserContext, ConsoleGuard]]:
    """A browser profile of its own; its console guard must have found nothing in the end."""
    usual = {"viewport": PHONE, "reduced_motion": "reduce", "service_workers": "block"}
    context = browser.new_context(**usual | options)
    guard = ConsoleGuard(context, site)
    yield context, guard
    context.close()
    assert guard.faults == []


def picture(page: Page, name: str) -> None:
    """Saves a picture of the page in Chromium, once its strokes are drawn."""
    page.evaluate(
        "Promise.allSettled(document.getAnimations().map(animation => animation.finished))"
    )
    browser = page.context.browser
    if browser and browser.browser_type.name == "chromium":
        page.screenshot(path=PICTURES / f"{name}.png")


@contextmanager
def somebody(browser_type: BrowserType, site: str, **wishes: Any) -> Iterator[Player]:
    """Somebody with wishes of their own, in a browser of their own, before the page is opened."""
    browser = browser_type.launch(**options_for(browser_type, **wishes))
    with watched(browser, site, **wishes) as (context, guard):
        yield Player(context.new_page(), site, guard)
    browser.close()


@contextmanager
def known(browser: Browser, site: str) -> Iterator[tuple[BrowserContext, ConsoleGuard]]:
    """A profile that has been to the page before, and its console guard: Python starts sooner."""
    with watched(browser, site, service_workers="allow") as (context, guard):
        player = Player(context.new_page(), site, guard)
        player.open()
        player.page.evaluate(SNAPSHOT_STORED)
        yield context, guard


@pytest.fixture(scope="session")
def players_profile(browser: Browser, site: str) -> Iterator[tuple[BrowserContext, ConsoleGuard]]:
    """The profile of all players, one after the other."""
    with known(browser, site) as profile:
        yield profile


@pytest.fixture(scope="session")
def guests_profile(browser: Browser, site: str) -> Iterator[tuple[BrowserContext, ConsoleGuard]]:
    """The profile of all guests, one after the other."""
    with known(browser, site) as profile:
        yield profile


def emptied(context: BrowserContext, site: str) -> Page:
    """The only page of a profile, beside the game, with nothing in the storage.

    It is the tab of the tests before: a new one would cost Firefox as much as opening the game.
    """
    page, *others = context.pages or [context.new_page()]
    for other in others:
        other.close()
    page.set_viewport_size(PHONE)
    Player(page, site).go_beside()
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    return page


@pytest.fixture
def profile(
    players_profile: tuple[BrowserContext, ConsoleGuard], site: str
) -> Iterator[tuple[BrowserContext, ConsoleGuard]]:
    """A known profile with nothing in its storage, and one page, beside the game."""
    context, guard = players_profile
    emptied(context, site)
    yield context, guard
    context.clear_permissions()
    assert taken_faults(guard) == []


def taken_faults(guard: ConsoleGuard) -> list[str]:
    """What a guard has found in a test; the next test does not inherit it."""
    faults, guard.faults = guard.faults, []
    return faults


@pytest.fixture
def context(profile: tuple[BrowserContext, ConsoleGuard]) -> BrowserContext:
    """A profile with nothing in its storage."""
    return profile[0]


@pytest.fixture
def newcomer(profile: tuple[BrowserContext, ConsoleGuard], site: str) -> Player:
    """Somebody who is about to open the page, and has nothing in its storage."""
    context, guard = profile
    return Player(context.pages[0], site, guard)


@pytest.fixture
def player(newcomer: Player) -> Player:
    """Somebody who has opened the page, and had nothing in its storage."""
    newcomer.open()
    return newcomer


@pytest.fixture
def stranger(browser: Browser, site: str) -> Iterator[Player]:
    """Somebody with a profile of their own, who is about to open the page for the first time."""
    with watched(browser, site) as (context, guard):
        yield Player(context.new_page(), site, guard)


@pytest.fixture(scope="module")
def open_page(guests_profile: tuple[BrowserContext, ConsoleGuard], site: str) -> Player:
    """Somebody who stays on the page for all the tests of a module."""
    context, guard = guests_profile
    player = Player(emptied(context, site), site, guard)
    player.open()
    return player


@pytest.fixture
def guest(open_page: Player) -> Iterator[Player]:
    """Somebody who has been on the page for a while: nothing is loaded anew."""
    yield open_page
    assert open_page.guard
    assert taken_faults(open_page.guard) == []
