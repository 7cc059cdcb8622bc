"""Offline: after one visit the page needs no network, and releases are never mixed."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from app.saved_format import SNAPSHOT_START_KEY
from tests.browser.conftest import watched
from tests.browser.player import Player
from tests.support.attacks.network import ACTIVATED, REMOVE, releases, update
from tests.support.everything import NO_WORKER, OUT_OF_MEMORY
from tests.support.faulty_server import Published, without_hash
from tools.bench_start import SNAPSHOT_STORED

X_WINS = (0, 3, 1, 4, 2)
NOT_FETCHED = {  # by every visit, but precached all the same
    "manifest.webmanifest",
    "web/icon.svg",  # in a tab, which a headless shell has not
    "web/icon-180.png",
    "web/icon-192.png",
    "web/icon-512.png",
    "web/icon-maskable-512.png",
}
PRECACHED = """async () => {
    const name = (await caches.keys()).findLast(name => name.includes("precache"));
    const requests = name ? await (await caches.open(name)).keys() : [];
    return requests.map(({ url }) => url);
}"""
PRECACHES = "caches.keys().then(names => names.filter(name => name.includes('precache')).length)"
ENCODING = """fetch(document.querySelector("[rel=stylesheet]").href).then(
    ({ headers }) => headers.get("content-encoding"))"""
DELETE_PAGE = """async () => {
    const name = (await caches.keys()).find(name => name.includes("precache"));
    await (await caches.open(name)).delete("./");
}"""
CHANGE_SNAPSHOT = """async () => {
    const name = (await caches.keys()).find(name => name.includes("snapshot"));
    const cache = await caches.open(name);
    const [request] = await cache.keys();
    let bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    const header = new Uint32Array(bytes.buffer);
    const { headers } = await cache.match(request);
    const sign = async () => headers.set(
        "X-Digest", String(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
    %s
    await cache.put(request, new Response(bytes, { headers }));
}"""
CUT = "bytes = bytes.subarray(0, -4096);"
FLIP = "bytes[bytes.length / 2 | 0] ^= 1;"
ENLARGE = "header[0] *= 2; await sign();"
OTHER_BUILD = "header[7] ^= 1; await sign();"
THROWS = "throw new Error('It does not work.');"
HANGS = "onmessage = () => fetch('hanging'); await new Promise(() => {});"


@pytest.fixture
def visitor(browser: Browser, published: Published) -> Iterator[Player]:
    """Somebody whose browser precaches the site."""
    with watched(browser, published.url, service_workers="allow") as (context, guard):
        yield Player(context.new_page(), published.url, guard)
        if published.server.faulty:
            context.close()  # some errors are late
            guard.forgive_errors()


def open_and_precache(player: Player) -> None:
    """Visits the page and waits until the site is precached."""
    player.open()
    player.page.evaluate(ACTIVATED)


def files_of(published: Published) -> list[str]:
    """The files that the service worker is to precache."""
    listed = re.search(r"SITE = (\{.*?\n\});", published.read("service-worker.js"), re.DOTALL)
    assert listed
    return list(json.loads(listed[1])["files"])


def is_precached(page: Page, published: Published) -> bool:
    """Whether the precache holds the whole site, and nothing else."""
    files = (urljoin(published.url, name) for name in files_of(published))
    return sorted(page.evaluate(PRECACHED)) == sorted(files)


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
    open_and_precache(visitor)
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
    assert visitor.page.evaluate(ENCODING) == "gzip"  # as it was served, which is no matter


def test_the_precache_is_what_a_visit_fetches(visitor: Player, published: Published) -> None:
    published.fail("service-worker.js", "missing")
    visitor.open()
    precached = {without_hash(name).replace("./", "") for name in files_of(published)}
    wait_until(visitor.page, lambda: precached - NOT_FETCHED <= set(published.server.asked))
    assert set(published.server.asked) - {"service-worker.js"} <= precached


def test_a_new_release_shows_on_the_next_visit_and_no_game_is_lost(
    visitor: Player, published: Published
) -> None:
    published.publish(1)
    open_and_precache(visitor)
    visitor.reload()
    visitor.choose("human")
    visitor.play(4, 0)
    published.publish(2)
    published.server.asked.clear()
    assert update(visitor.page)
    assert "web/style.css" in published.server.asked
    assert "pyodide/pyodide.asm.wasm.gzip" not in published.server.asked  # unchanged
    visitor.play(8)
    assert visitor.board == "O...X...X"
    assert releases(visitor.page) == {"1"}  # the server no longer has it
    visitor.reload()
    assert releases(visitor.page) == {"2"}
    assert visitor.board == "O...X...X"
    published.close()
    visitor.reload()
    assert releases(visitor.page) == {"2"}


@pytest.mark.same_everywhere
def test_only_the_precaches_of_the_last_two_releases_stay(
    visitor: Player, published: Published
) -> None:
    open_and_precache(visitor)
    for number, precaches in ((1, 2), (2, 2), (3, 2)):
        published.publish(number)
        assert update(visitor.page)
        assert visitor.page.evaluate(PRECACHES) == precaches
    visitor.reload()
    assert releases(visitor.page) == {"3"}


def test_an_interrupted_or_half_published_update_leaves_the_old_release_whole(
    visitor: Player, published: Published
) -> None:
    published.publish(1)
    open_and_precache(visitor)
    published.publish(2)
    for fault in ("missing", "garbage", "truncated"):
        published.fail("web/python_stdlib.zip.gzip", fault)
        assert not update(visitor.page)
    style = published.read("web/style.css")
    published.write("web/style.css", style.replace("2", "1"))
    published.recover()
    assert not update(visitor.page)
    visitor.reload()
    assert releases(visitor.page) == {"1"}
    published.write("web/style.css", style)
    assert update(visitor.page)
    published.close()
    visitor.reload()
    assert releases(visitor.page) == {"2"}


def test_without_a_service_worker_the_http_cache_mixes_no_releases(
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
        assert {"", "web/style.css", "web/main.py"} <= {*published.server.asked}
        assert "pyodide/pyodide.asm.wasm.gzip" not in published.server.asked
        assert releases(visitor.page) == {"2"}


def test_an_interrupted_first_visit_precaches_nothing_and_the_next_one_all(
    visitor: Player, published: Published
) -> None:
    published.fail("web/icon-512.png", "missing")
    visitor.open()
    wait_for(visitor.page, "navigator.serviceWorker.getRegistration().then(one => !one)")
    published.recover()
    visitor.reload()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    published.close()
    visitor.reload()


def test_an_evicted_precache_is_fetched_again_or_there_is_an_offline_fallback(
    visitor: Player, published: Published
) -> None:
    open_and_precache(visitor)
    visitor.page.evaluate(REMOVE)
    published.fail("", "refused")
    visitor.page.reload()
    expect(visitor.page.get_by_text("You’re offline")).to_be_visible()
    published.recover()
    visitor.page.get_by_role("link", name="Try again").click()
    visitor.wait_until_ready()
    wait_until(visitor.page, lambda: is_precached(visitor.page, published))
    published.publish(2)
    assert visitor.page.evaluate("fetch('no-such-file').then(({ status }) => status)") == 404
    published.close()
    visitor.reload()


def test_an_incomplete_precache_is_completed(visitor: Player, published: Published) -> None:
    open_and_precache(visitor)
    visitor.page.evaluate(DELETE_PAGE)
    visitor.reload()
    wait_until(visitor.page, lambda: is_precached(visitor.page, published))
    published.close()
    visitor.reload()


def test_a_retry_deletes_no_cache_before_all_has_arrived(
    visitor: Player, published: Published
) -> None:
    visitor.page.clock.install()
    open_and_precache(visitor)
    published.fail("pyodide/pyodide.asm.wasm.gzip", "stalled")
    visitor.page.evaluate("document.getElementById('retry').click()")
    visitor.page.evaluate("fetch('manifest.webmanifest', { cache: 'reload' }).then(() => null)")
    with visitor.page.expect_navigation():
        visitor.page.clock.fast_forward(10_000)
    visitor.wait_until_ready()
    assert is_precached(visitor.page, published)
    published.recover()
    with visitor.page.expect_navigation():
        visitor.page.evaluate("document.getElementById('retry').click()")
    assert not visitor.page.evaluate("Boolean(navigator.serviceWorker.controller)")


def test_a_later_visit_starts_from_the_snapshot_of_the_first(visitor: Player) -> None:
    visitor.open()
    assert started(visitor) == "worker"
    wait_for(visitor.page, SNAPSHOT_STORED)
    wait_until(visitor.page, lambda: not visitor.page.workers)
    for _ in range(2):
        visitor.reload()
        assert started(visitor) == "snapshot"
        assert not visitor.page.workers
    visitor.choose("hard")
    visitor.play(4)
    assert len(visitor.moves) == 2


@pytest.mark.same_everywhere
@pytest.mark.parametrize("change", [CUT, FLIP], ids=["cut", "corrupt"])
def test_a_snapshot_that_is_not_what_was_stored_is_made_anew(visitor: Player, change: str) -> None:
    visitor.open()
    visitor.play(4)
    wait_for(visitor.page, SNAPSHOT_STORED)
    visitor.page.evaluate(CHANGE_SNAPSHOT % change)
    visitor.reload()
    assert started(visitor) == "worker"
    assert visitor.take_diagnostics() == {"stored snapshot"}
    assert len(visitor.moves) == 2


@pytest.mark.same_everywhere
@pytest.mark.parametrize("change", [ENLARGE, OTHER_BUILD], ids=["too large", "other build"])
def test_a_snapshot_that_is_of_no_use_is_deleted(visitor: Player, change: str) -> None:
    visitor.open()
    visitor.play(4)
    wait_for(visitor.page, SNAPSHOT_STORED)
    visitor.page.evaluate(CHANGE_SNAPSHOT % change)
    visitor.reload()
    assert started(visitor) == "plain"
    assert len(visitor.moves) == 2
    assert not visitor.page.evaluate(SNAPSHOT_STORED)
    assert visitor.take_diagnostics() == {"snapshot"}
    visitor.reload()
    assert started(visitor) == "worker"


@pytest.mark.same_everywhere
def test_after_a_start_from_a_snapshot_that_did_not_end_its_tab_starts_plainly(
    visitor: Player,
) -> None:
    visitor.open()
    wait_for(visitor.page, SNAPSHOT_STORED)
    visitor.page.evaluate(f"sessionStorage.setItem('{SNAPSHOT_START_KEY}', 'started')")
    another = Player(visitor.page.context.new_page(), visitor.site)
    another.open()
    assert started(another) == "snapshot"
    visitor.reload()
    assert started(visitor) == "plain"
    assert visitor.take_diagnostics() == {"snapshot"}
    visitor.reload()
    assert started(visitor) == "worker"


def test_a_reload_during_a_start_is_no_failure_of_it(visitor: Player, published: Published) -> None:
    published.fail("web/main.py", "hanging")
    visitor.page.goto(visitor.site, wait_until="commit")
    visitor.page.wait_for_selector("html[data-start=worker]")
    visitor.page.reload(wait_until="commit")  # while it is under way
    published.recover()
    visitor.wait_until_ready()
    assert started(visitor) == "worker"


def test_without_a_worker_python_starts_plainly(visitor: Player) -> None:
    visitor.page.add_init_script(NO_WORKER)
    visitor.open()
    assert started(visitor) == "plain"
    assert visitor.take_diagnostics() == {"snapshot worker"}
    visitor.play(4)
    assert len(visitor.moves) == 2


def test_without_a_service_worker_the_snapshot_worker_ends(stranger: Player) -> None:
    stranger.open()
    assert started(stranger) == "worker"
    wait_until(stranger.page, lambda: not stranger.page.workers)


def test_where_a_policy_refuses_workers_python_starts_plainly(
    visitor: Player, published: Published
) -> None:
    html = published.read("index.html")
    published.write("index.html", html.replace("worker-src 'self'", "worker-src 'none'"))
    published.server.faulty = True  # the browser reports it
    visitor.open()
    assert started(visitor) == "plain"
    seen: set[str] = set()

    def has_said_all() -> bool:
        seen.update(visitor.take_diagnostics())
        return seen == {"service worker", "snapshot worker"}

    wait_until(visitor.page, has_said_all)  # one of them is wanted only once all is ready
    visitor.play(4)
    assert len(visitor.moves) == 2


@pytest.mark.parametrize(
    "fault", [THROWS, OUT_OF_MEMORY, HANGS], ids=["throws", "out of memory", "hangs"]
)
def test_if_the_worker_fails_python_starts_plainly(
    visitor: Player, published: Published, fault: str
) -> None:
    published.write("web/snapshot-worker.js", fault + published.read("web/snapshot-worker.js"))
    published.server.faulty = True
    visitor.page.clock.install(time="2026-01-01")
    visitor.page.clock.pause_at("2026-01-02")  # only a worker that hangs is waited for
    visitor.page.goto(visitor.site)
    visitor.page.clock.run_for(1_000)  # it is painted
    if fault == HANGS:
        wait_until(visitor.page, lambda: "web/hanging" in published.server.asked)
        visitor.page.clock.fast_forward(15_000)
    visitor.wait_until_ready()
    assert started(visitor) == "plain"
    assert "snapshot worker" in visitor.take_diagnostics()
    visitor.page.clock.resume()
    visitor.play(4)
    assert len(visitor.moves) == 2
    assert not visitor.page.workers


def started(player: Player) -> str | None:
    """How Python was started."""
    return player.page.get_attribute("html", "data-start")


@pytest.mark.same_everywhere
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
