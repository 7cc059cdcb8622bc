"""Without a network: after one visit the page needs none, and versions are never mixed."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import watched
from tests.browser.player import Player
from tests.support.attacks.network import ACTIVATED, REMOVE, update, versions
from tests.support.faulty_server import Published
from tools.bench_start import KEPT

X_WINS = (0, 3, 1, 4, 2)
NOT_FETCHED = {  # by every visit, but kept all the same
    "manifest.webmanifest",
    "web/handover.js",
    "web/icon-180.png",
    "web/icon-192.png",
    "web/icon-512.png",
    "web/icon-maskable-512.png",
    "web/snapshot-worker.js",
}
SECOND = """() => document.title.startsWith("2")
    && document.documentElement.dataset.python === "ready" """
HELD = """async () => {
    const name = (await caches.keys()).find(name => !name.includes("snapshot"));
    const kept = name ? await (await caches.open(name)).keys() : [];
    return kept.length >= 20 && kept.some(({ url }) => url.endsWith("/"));
}"""
ENCODING = "fetch('web/style.css').then(({ headers }) => headers.get('content-encoding'))"
FORGET_PAGE = """async () => {
    const name = (await caches.keys()).find(name => !name.includes("snapshot"));
    await (await caches.open(name)).delete("./");
}"""
SPOIL = """async () => {
    const name = (await caches.keys()).find(name => name.includes("snapshot"));
    const cache = await caches.open(name);
    const [request] = await cache.keys();
    const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    await cache.put(request, new Response(bytes.map(byte => byte ^ 85)));
}"""

EXCHANGE = """async ([file, content]) => {
    const name = (await caches.keys()).find(name => !name.includes("snapshot"));
    await (await caches.open(name)).put(file, new Response(content));
}"""


@pytest.fixture
def visitor(browser: Browser, published: Published) -> Iterator[Player]:
    """Somebody whose browser keeps the site."""
    with watched(browser, published.url, service_workers="allow") as (context, watch):
        yield Player(context.new_page(), published.url)
        if published.server.faulty:
            context.close()  # some errors are late
            watch.faults.clear()


def open_and_keep(player: Player) -> None:
    """Visits the page and waits until the site is kept."""
    player.open()
    player.page.evaluate(ACTIVATED)


def wait_for(page: Page, condition: str) -> None:
    """Waits until a condition, which may be a promise, holds in the page or in its successor."""
    wait_until(page, lambda: page.evaluate(condition))


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Waits until something holds of a page."""
    for _ in range(100):
        with suppress(Error):  # a page that goes away while it is asked
            if holds():
                return
        page.wait_for_timeout(200)
    pytest.fail("it never holds")


def test_after_one_visit_everything_works_without_a_network(
    visitor: Player, published: Published
) -> None:
    open_and_keep(visitor)
    visitor.page.context.set_offline(True)
    published.close()
    visitor.reload()
    visitor.choose("human")
    visitor.play(*X_WINS)
    assert visitor.status == "x_wins"
    visitor.reload()
    assert visitor.scores == (1, 0, 0)
    another = Player(visitor.page.context.new_page(), f"{visitor.site}index.html?from=home#top")
    another.open()
    assert another.scores == (1, 0, 0)
    assert visitor.page.evaluate(ENCODING) == "gzip"  # as it had come, which is no matter


def test_what_is_kept_is_what_a_visit_fetches(visitor: Player, published: Published) -> None:
    published.fail("service-worker.js", "missing")
    visitor.open()
    visitor.page.wait_for_load_state("networkidle")
    fetched = set(published.server.asked) - {"service-worker.js"}
    listed = re.search(r"FILES = (\{.*?\});", published.read("service-worker.js"), re.DOTALL)
    assert listed
    kept = {name.replace("./", "") for name in json.loads(listed[1])}
    assert fetched <= kept
    assert kept - fetched <= NOT_FETCHED


def test_a_new_version_is_taken_up_on_the_next_visit_and_no_game_is_lost(
    visitor: Player, published: Published
) -> None:
    published.publish(1)
    open_and_keep(visitor)
    visitor.choose("human")
    visitor.play(4, 0)
    published.publish(2)
    assert update(visitor.page)
    visitor.play(8)
    assert visitor.board == "O...X...X"
    assert versions(visitor.page) == {"1"}
    visitor.page.reload()
    visitor.page.wait_for_url(visitor.site)
    wait_for(visitor.page, SECOND)
    assert versions(visitor.page) == {"2"}
    assert visitor.board == "O...X...X"
    visitor.page.context.set_offline(True)
    visitor.reload()
    assert versions(visitor.page) == {"2"}


def test_an_interrupted_or_half_published_update_leaves_the_old_version_whole(
    visitor: Player, published: Published
) -> None:
    published.publish(1)
    open_and_keep(visitor)
    published.publish(2)
    for fault in ("missing", "garbage", "cut off"):
        published.fail("pyodide/pyodide.asm.wasm", fault)
        assert not update(visitor.page)
    style = published.read("web/style.css")
    published.write("web/style.css", style.replace("2", "1"))
    published.mend()
    assert not update(visitor.page)
    visitor.reload()
    assert versions(visitor.page) == {"1"}
    published.write("web/style.css", style)
    assert update(visitor.page)
    visitor.page.context.set_offline(True)
    visitor.page.reload()
    wait_for(visitor.page, SECOND)
    assert versions(visitor.page) == {"2"}


def test_without_a_service_worker_a_browsers_own_store_mixes_no_versions(
    browser: Browser, published: Published
) -> None:
    published.server.caching = "max-age=600"  # as on GitHub Pages
    with watched(browser, published.url) as (context, _):
        visitor = Player(context.new_page(), published.url)
        published.publish(1)
        visitor.open()
        published.publish(2)
        published.server.asked.clear()
        visitor.reload()
        assert {"", "web/style.css", "main.py"} <= {*published.server.asked}
        assert "web/start.js" not in published.server.asked


def test_a_first_visit_that_is_interrupted_keeps_nothing_and_the_next_one_all(
    visitor: Player, published: Published
) -> None:
    published.fail("web/icon-512.png", "missing")
    visitor.open()
    wait_for(visitor.page, "navigator.serviceWorker.getRegistration().then(one => !one)")
    published.mend()
    visitor.reload()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.page.context.set_offline(True)
    visitor.reload()


def test_what_the_browser_has_removed_is_kept_again_or_said(
    visitor: Player, published: Published
) -> None:
    open_and_keep(visitor)
    visitor.page.evaluate(REMOVE)
    published.fail("", "refused")
    visitor.page.reload()
    expect(visitor.page.get_by_text("The game could not start")).to_be_visible()
    published.mend()
    visitor.page.get_by_role("link", name="Try again").click()
    visitor.wait_until_ready()
    wait_for(visitor.page, HELD)
    published.publish(2)
    assert visitor.page.evaluate("fetch('no-such-file').then(({ status }) => status)") == 404
    published.close()
    visitor.page.context.set_offline(True)
    visitor.reload()


def test_what_was_kept_in_part_is_kept_again(visitor: Player, published: Published) -> None:
    open_and_keep(visitor)
    visitor.page.evaluate(FORGET_PAGE)
    visitor.reload()
    wait_for(visitor.page, HELD)
    published.close()
    visitor.page.context.set_offline(True)
    visitor.reload()


def test_trying_again_forgets_nothing_before_all_has_come(
    visitor: Player, published: Published
) -> None:
    visitor.page.clock.install()
    open_and_keep(visitor)
    published.fail("pyodide/pyodide.asm.wasm", "halting")
    visitor.page.evaluate("document.getElementById('retry').click()")
    visitor.page.evaluate("fetch('web/icon.svg', { cache: 'reload' }).then(() => null)")
    with visitor.page.expect_navigation():
        visitor.page.clock.fast_forward(10_000)  # for an answer
        visitor.page.clock.fast_forward(30_000)  # for all of it
    visitor.wait_until_ready()
    assert visitor.page.evaluate(HELD)
    published.mend()
    with visitor.page.expect_navigation():
        visitor.page.evaluate("document.getElementById('retry').click()")
    assert not visitor.page.evaluate("Boolean(navigator.serviceWorker.controller)")


def test_a_later_visit_starts_from_a_snapshot_unless_that_is_spoilt_or_did_not_end(
    visitor: Player,
) -> None:
    open_and_keep(visitor)
    assert visitor.page.get_attribute("html", "data-start") == "plain"
    wait_for(visitor.page, KEPT)
    visitor.reload()
    assert visitor.page.get_attribute("html", "data-start") == "snapshot"
    visitor.choose("hard")
    visitor.play(4)
    assert len(visitor.moves) == 2
    visitor.reload()
    assert visitor.page.get_attribute("html", "data-start") == "snapshot"
    visitor.page.evaluate(SPOIL)
    visitor.page.reload()
    visitor.wait_until_ready()
    assert visitor.page.get_attribute("html", "data-start") == "plain"
    assert len(visitor.moves) == 2
    wait_for(visitor.page, KEPT)
    visitor.page.evaluate("sessionStorage.setItem('tic-tac-toe.starting', 'from a snapshot')")
    another = Player(visitor.page.context.new_page(), visitor.site)
    another.open()
    assert another.page.get_attribute("html", "data-start") == "snapshot"
    visitor.reload()
    assert visitor.page.get_attribute("html", "data-start") == "plain"


@pytest.mark.parametrize("file", ["pyodide/pyodide.asm.mjs", "./"], ids=["broken", "of another"])
def test_a_snapshot_that_cannot_be_made_is_not_missed(visitor: Player, file: str) -> None:
    visitor.page.clock.install()
    open_and_keep(visitor)
    visitor.page.evaluate(EXCHANGE, [file, 'data-version="another"'])
    with visitor.page.expect_worker():
        visitor.page.clock.fast_forward(2_000)
    wait_until(visitor.page, lambda: not visitor.page.workers)
    assert not visitor.page.evaluate(KEPT)


def test_the_page_can_be_installed(visitor: Player, published: Published) -> None:
    manifest = json.loads(published.read("manifest.webmanifest"))
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}
    visitor.page.goto(visitor.site)
    for icon in manifest["icons"]:
        size = visitor.page.evaluate(
            """async name => { const image = new Image(); image.src = name;
                await image.decode(); return `${image.naturalWidth}x${image.naturalHeight}`; }""",
            icon["src"],
        )
        assert size == icon["sizes"] or icon["sizes"] == "any"
