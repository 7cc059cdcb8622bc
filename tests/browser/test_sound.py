"""The sound of the pen, and the shortcuts of the installed app."""

import pytest
from playwright.sync_api import BrowserContext, expect

from app.saved_format import NEW_GAME
from tests.browser.player import Player
from tests.support.axe import faults_of

LISTEN = """() => {
    window.strokes = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...given) {
        window.strokes++;
        return start.apply(this, given);
    };
}"""


def test_the_pen_is_silent_until_it_is_switched_on_and_remembered(player: Player) -> None:
    page = player.page
    page.evaluate(LISTEN)
    player.choose("human")
    player.play(4)
    assert page.evaluate("strokes") == 0
    page.get_by_role("checkbox", name="Pen sound").check()
    player.play(0, 8)
    assert page.evaluate("strokes") == 2 + 1 + 2
    assert faults_of(page) == []
    player.reload()
    page.evaluate(LISTEN)
    expect(page.get_by_role("checkbox", name="Pen sound")).to_be_checked()
    player.play(1, 2)
    assert page.evaluate("strokes") == 1 + 2
    page.get_by_role("checkbox", name="Pen sound").uncheck()
    player.play(6)
    assert page.evaluate("strokes") == 1 + 2


@pytest.mark.parametrize("opponent", ["hard", "human"])
def test_a_shortcut_begins_a_game(context: BrowserContext, site: str, opponent: str) -> None:
    player = Player(context.new_page(), f"{site}{NEW_GAME}{opponent}")
    player.page.goto(player.site, wait_until="commit")
    expect(player.page.locator(f"input[value={opponent}]")).to_be_checked()
    player.wait_until_ready()
    expect(player.page.locator(f"input[value={opponent}]")).to_be_checked()
    assert player.page.url == site
    player.play(4)
    player.page.goto(f"{site}{NEW_GAME}easy")
    player.wait_until_ready()
    assert player.board == "." * 9
    player.page.get_by_role("button", name="Go back").click()
    expect(player.page.locator(f"input[value={opponent}]")).to_be_checked()
    assert player.board[4] == "X"
