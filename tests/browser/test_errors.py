"""When Python fails: one plain sentence on the page, everything in the console."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import watched
from tests.browser.player import Player
from tools.build import DIST

STUMBLE = "\n\ndef choose(*_):\n    raise RuntimeError('stumbled')\n"


def test_an_error_while_playing_is_said_in_the_banner(browser: Browser, site: str) -> None:
    def stumble(route: Route) -> None:
        route.fulfill(body=(DIST / "engine" / "session.py").read_text("utf-8") + STUMBLE)

    with watched(browser, site) as (context, watch):
        context.route("**/engine/session.py", stumble)
        player = Player(context.new_page(), site)
        player.open()
        player.cell(4).click()
        expect(player.page.locator('html[data-python="failed"]')).to_be_attached()
        assert player.banner == (
            "Something went wrong and the game cannot go on. Please reload the page."
        )
        expect(player.page.locator("body")).not_to_contain_text("Traceback")
        player.cell(8).focus()
        player.page.get_by_role("button", name="Reset scores").click()
        player.page.get_by_role("dialog").get_by_role("button", name="Reset scores").click()
        assert player.banner.startswith("Something went wrong")
        assert len(watch.faults) == 1
        assert "Traceback" in watch.faults[0]
        assert "RuntimeError: stumbled" in watch.faults[0]
        watch.faults.clear()


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("main.py", {"body": "raise RuntimeError('stumbled')"}),
        ("engine/game.py", {"status": 404}),
        ("pyscript/core.js", {"status": 404}),
    ],
    ids=str,
)
def test_a_start_that_fails_is_said_in_the_banner(
    browser: Browser, site: str, path: str, answer: dict[str, Any]
) -> None:
    with watched(browser, site) as (context, watch):
        context.route(f"**/{path}", partial(Route.fulfill, **answer))
        player = Player(context.new_page(), site)
        player.page.goto(site)
        player.page.wait_for_selector('html[data-python="failed"]', state="attached")
        assert player.banner == "The game could not start. Please reload the page."
        expect(player.page.locator("body")).not_to_contain_text("Traceback")
        assert watch.faults
        watch.faults.clear()
