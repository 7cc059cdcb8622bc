"""The rest of Pyodide's module: no game needs it, and whoever does gets it."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.browser.conftest import options_for, watched
from tests.browser.player import Player
from tests.support.everything import Watch, do_everything
from tests.support.faulty_server import Published

REST = "pyodide/pyodide.rest.wasm"
REST_URL = f"**/{REST.replace('/', '-*/')}"
JOINED = "performance.getEntriesByName('rest joined', 'mark').length"
WITHHELD = """
    const { fetch } = globalThis;
    globalThis.fetch = (url, ...rest) =>
        String(url).includes("pyodide.rest") ? new Promise(() => {}) : fetch(url, ...rest);
    delete globalThis.XMLHttpRequest;
"""
SEED = 7
# What no game does: the names of characters, a codec of Japanese, arithmetic with decimals.
RUN = """() => document.body.append(Object.assign(document.createElement("script"), {
    type: "py", textContent: `
import unicodedata
from _codecs_jp import getcodec
from _decimal import Decimal
from pyscript import document
answers = unicodedata.name("é"), getcodec("euc_jp").encode("日本")[0].hex(), Decimal(2).sqrt()
document.title = " ".join(map(str, answers))
` }))"""
ANSWERS = "LATIN SMALL LETTER E WITH ACUTE c6fccbdc 1.414213562373095048801688724"


def test_no_game_needs_the_rest(playwright: Playwright, published: Published) -> None:
    """Pages cannot have it; the worker refuses to make a snapshot once it does.

    In one browser, since Python does the same in each.
    """
    options = options_for(playwright.chromium, reduced_motion="reduce")
    browser = playwright.chromium.launch(**options)
    ways = set()

    def prepare(context: BrowserContext) -> None:
        context.add_init_script(WITHHELD)

    def leave(page: Page) -> None:
        assert page.evaluate(JOINED) == 0
        ways.add(page.get_attribute("html", "data-start"))

    do_everything(browser, published, Watch(prepare, leave), SEED)
    assert ways == {"worker", "snapshot", "plain"}
    browser.close()


@pytest.mark.parametrize("is_early", [True, False], ids=["before it arrives", "afterwards"])
def test_whoever_needs_the_rest_gets_it(
    browser: Browser, published: Published, *, is_early: bool
) -> None:
    with watched(browser, published.url) as (context, guard):
        player = Player(context.new_page(), published.url)
        if is_early:
            player.page.add_init_script("globalThis.requestIdleCallback = () => {};")  # never idle
            player.open()
            assert REST not in published.server.asked
        else:
            with player.page.expect_response(REST_URL):
                player.open()
        player.page.evaluate(RUN)
        player.page.wait_for_function("document.title.startsWith('LATIN')")
        assert player.page.title() == ANSWERS
        assert player.page.evaluate(JOINED) == 1
        player.play(4)
        assert len(player.moves) == 2
        assert all("XMLHttpRequest" in fault for fault in guard.faults)  # it is waited for
        guard.faults.clear()


@pytest.mark.same_everywhere
def test_a_rest_that_does_not_arrive_changes_nothing(
    browser: Browser, published: Published
) -> None:
    with watched(browser, published.url) as (context, guard):
        player = Player(context.new_page(), published.url)
        for fault in ("missing", "garbage", "corrupt", "truncated", "hanging"):
            published.recover()
            published.fail(REST, fault)
            with player.page.expect_request(REST_URL):
                player.open()
            player.choose("hard")
            player.play(4)
            player.forfeit()
            assert player.status == "x_forfeits", fault
        context.close()
        guard.forgive_errors()
