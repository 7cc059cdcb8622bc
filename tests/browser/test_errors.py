"""When Python fails while it plays: one plain sentence on the page, everything in the console."""

from playwright.sync_api import Browser, expect

from tests.browser.conftest import watched
from tests.browser.player import Player
from tests.support.faulty_server import Published

STUMBLE = """
import app.session

def stumble(*_):
    raise RuntimeError("stumbled")

app.session.Session.forfeited = stumble
from main import main
main()
"""


def test_an_error_while_playing_is_said_in_the_banner(
    browser: Browser, published: Published
) -> None:
    published.write("web/main.py", STUMBLE)
    with watched(browser, published.url) as (context, guard):
        player = Player(context.new_page(), published.url)
        player.open()
        player.page.get_by_role("button", name="Give up").click()
        player.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(player.page.locator('html[data-python="failed"]')).to_be_attached()
        assert player.banner == (
            "Something went wrong Sorry, this game can’t go on. Please reload the page."
        )
        expect(player.page.locator("body")).not_to_contain_text("Traceback")
        player.cell(8).click()
        player.page.get_by_role("button", name="Reset scores").click()
        expect(player.page.get_by_role("dialog")).to_have_count(0)
        assert player.board == "." * 9
        assert player.banner.startswith("Something went wrong")
        assert len(guard.faults) == 1
        assert "Traceback" in guard.faults[0]
        assert "in on_forfeit_confirmed" in guard.faults[0]
        assert "RuntimeError: stumbled" in guard.faults[0]
        guard.faults.clear()
        player.page.get_by_role("button", name="Try again").click()
        player.wait_until_ready()
