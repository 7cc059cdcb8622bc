"""Everything that can be done on the page, in every way that it can start.

For the profile of Pyodide's module, and for the test that what was profiled is enough.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from app.saved_format import PENDING_MOVES_KEY, SHARED_GAME
from app.session import Opponent
from tests.support.attacks import PERFORM, READY
from tests.support.attacks.clicks import storm
from tests.support.attacks.storage import CLEAR, GIVE_WAY, storage
from tests.support.faulty_server import Published

WAIT = ("wait", 10)
MOVES = tuple(("cell", cell) for cell in range(9))
REVIEW = tuple(("button", f"[data-go={where}]") for where in ("first", "on", "back", "end"))
GAME = (
    ("button", "#new-game"),
    *(action for move in MOVES for action in (("button", "#hint"), WAIT, move, WAIT)),
    *(*REVIEW, ("button", "#history button"), ("button", "#share"), WAIT),
)
GIVEN_UP = (
    *(("button", "#new-game"), ("cell", 4), ("wait", 300)),  # for the reply
    *(("button", "#forfeit"), ("button", "#confirm-forfeit"), WAIT),
    *(("button", "#reset-scores"), ("button", "#confirm-reset"), WAIT),
)
IMPORT = "document.getElementById('import-text').value = '03142 p mhwsoi68 k3f9xq\\nnonsense'"
GAMES = tuple(
    action
    for selector in (
        *("#games summary", "#games-list [data-open]", "#close-visit", "#more-games", "#export"),
        *("#games-list [data-delete]", "#confirm-delete", "#import"),
    )
    for action in (("button", selector), WAIT, WAIT, WAIT)
)
KEYS = tuple(("key", 4, key) for key in ("ArrowUp", "5", "h", "?", "n", "Enter"))
LINKS = tuple(("hash", SHARED_GAME + record) for record in ("40812", "03142", "44", "", "é", "4f"))
PENDING = [
    (PENDING_MOVES_KEY, f'{{"opponent": "{opponent}", "record": "", "moves": "{moves}"}}')
    for opponent, moves in (("hard", "408"), ("medium", "01"), ("easy", "44"), ("human", "48"))
]
SNAPSHOT_STORED = """async () => {
    for (let tries = 0; tries < 300; tries++) {
        const name = (await caches.keys()).find(name => name.includes("snapshot"));
        if (name && (await (await caches.open(name)).keys()).length) return;
        await new Promise(done => setTimeout(done, 100));
    }
    throw new Error("no snapshot is stored");
}"""
FAILED = 'html[data-python="failed"]'
NO_WORKER = "globalThis.Worker = class { constructor() { throw new DOMException('no'); } };"
# In a worker
OUT_OF_MEMORY = """
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (what, imports) => {
    const isModule = what instanceof WebAssembly.Module;
    if (isModule && WebAssembly.Module.imports(what).length > 9)  // Pyodide has small ones, too
        throw new RangeError("Out of memory");
    return instantiate(what, imports);
};
"""
FAILING_MAIN = """
import app.session

def fail(*_):
    raise RuntimeError("on purpose")

app.session.Session.forfeited = fail
from main import main
main()
"""


def play_everything(page: Page, seed: int) -> None:
    """Plays in all ways, with all help, as a person might and as nobody would."""
    page.evaluate(PERFORM, [("button", "#thinking summary")])
    for opponent in Opponent:
        page.evaluate(PERFORM, [("opponent", opponent), *GAME, ("button", "#insight"), *GAME])
        page.evaluate(PERFORM, [*GIVEN_UP, *KEYS, ("button", "dialog[open] [data-close]")])
    page.evaluate(PERFORM, [item for link in LINKS for item in (link, WAIT, *REVIEW)])
    page.evaluate(PERFORM, [("button", "#close-visit"), WAIT])
    page.evaluate(PERFORM, [("button", "dialog[open] [data-close]"), *GAMES])
    page.evaluate(IMPORT)
    page.evaluate(PERFORM, [("button", "#confirm-import"), WAIT, ("button", "#games summary")])
    found = storm(page, seed, 150).found
    assert not found, found[0]


class Watch(NamedTuple):
    """What watches: each profile is prepared by it, and each page visited and left through it."""

    prepare: Callable[[BrowserContext], None]
    leave: Callable[[Page], None]
    visit: Callable[[Page], None] = lambda _: None


def do_everything(
    browser: Browser, published: Published, watch: Watch, seed: int, loads: int = 3
) -> None:
    """Does everything in profiles of its own; so many times, storage holds anything at all."""

    def opened(script: str = "", **options: Any) -> Page:
        context = browser.new_context(reduced_motion="reduce", **options)
        watch.prepare(context)
        context.add_init_script(script)
        return visit(context.new_page())

    def visit(page: Page, link: str = "") -> Page:
        page.goto(published.url + link)
        page.wait_for_selector(READY, state="attached")
        watch.visit(page)
        return page

    def again(page: Page, link: str = "") -> Page:
        watch.leave(page)
        page.goto("about:blank")
        return visit(page, link)

    def again_with_openings(page: Page) -> None:
        for pending in PENDING:
            page.evaluate(CLEAR)
            page.evaluate("pending => sessionStorage.setItem(...pending)", [*pending])
            again(page)

    def close(page: Page) -> None:
        watch.leave(page)
        page.context.close()

    page = opened()
    play_everything(page, seed)
    page.evaluate(SNAPSHOT_STORED)
    again(page).evaluate(PERFORM, GAME)
    assert page.get_attribute("html", "data-start") == "snapshot"
    again(page, f"{SHARED_GAME}40812")
    again(page, f"{SHARED_GAME}44")
    again_with_openings(page)
    close(page)

    page = opened(NO_WORKER, service_workers="block")
    play_everything(page, seed + 1)
    again_with_openings(page)
    for number in range(loads):
        watch.leave(page)
        found = storage(page, seed + number, 1).found
        assert found == [], found
    close(page)

    for way in ("full", "cannot be read", "cannot be used"):
        page = opened(GIVE_WAY[way], service_workers="block")
        page.evaluate(PERFORM, GAME)
        close(page)

    published.write("web/main.py", FAILING_MAIN)
    page = opened(service_workers="block")
    page.evaluate(PERFORM, GIVEN_UP)
    page.wait_for_selector(FAILED, state="attached")
    close(page)
