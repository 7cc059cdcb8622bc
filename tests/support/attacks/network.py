"""A network that fails: on a first visit, and while a new release is fetched."""

import re
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Error, Page

from tests.support.attacks import PERFORM, READY, X_WINS, Report
from tests.support.faulty_server import Published, without_hash
from tools.build import DIST, digests

ENDED = f"{READY}, html[data-python=failed]"
NEEDS = "#needs:visible"  # stays if the page's own script does not come
FAULTS = ("missing", "garbage", "corrupt", "truncated", "refused", "hanging")
GOING = [(str(count), "gone") for count in range(1, 16)]  # as many files are fetched, then no more
UPDATE = """async ({ timeout, until }) => {
    const registration = await navigator.serviceWorker.getRegistration();
    const changing = () => registration.installing ?? registration.waiting
        ?? (registration.active.state === "activated" ? null : registration.active);
    const isPrecached = async () => {
        const script = await (await fetch("service-worker.js", { cache: "reload" })).text();
        const [, release] = script.match(/"release": "(\\w+)"/);
        return (await caches.keys()).some(name => name.includes(release));
    };
    const update = async () => {
        await registration.update().catch(() => {}); // perhaps one that the browser has begun
        for (let worker; worker = changing(); )
            await new Promise(done => worker.addEventListener("statechange", done));
        return await isPrecached() || (until && update());
    };
    const late = new Promise(done => setTimeout(done, timeout));
    return Promise.race([update().catch(() => false), late]);
}"""
ACTIVATED = """navigator.serviceWorker.ready.then(async ({ active }) => {
    while (active.state !== "activated")
        await new Promise(done => active.addEventListener("statechange", done));
})"""
REMOVE = """async () => {
    for (const name of await caches.keys()) await caches.delete(name);
}"""
TEXTS = """() => Promise.all([document.querySelector("[name=description]").content,
    ...["[rel=stylesheet]", "[type=py]"].map(async selector => {
        const { href, src } = document.querySelector(selector);
        return (await fetch(href ?? src)).text();
    })])"""


def network(browser: Browser, folder: Path, seed: int, count: int) -> Report:
    """Every file fails in every way on a first visit: the page plays, or says that it cannot."""
    found = []
    cases = _cases(_files(), seed, count)
    for number, (name, fault) in enumerate(cases):
        published = Published(folder / str(number))
        published.fail(name, fault)
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.clock.install()
        page.goto(published.url, wait_until="commit")
        for second in range(200):
            if page.locator(ENDED if second < 60 else f"{ENDED}, {NEEDS}").count():
                break
            page.wait_for_timeout(100)  # of real time for each second of the page's
            with suppress(Error):  # of a corrupt script's timer
                page.clock.fast_forward(1_000)
        else:
            found.append(f"{name} {fault}: the page neither plays nor says that it cannot")
        published.recover()
        page.clock.resume()
        if page.locator("#retry:visible").count():
            page.evaluate("isOld = true; document.getElementById('retry').click()")
            page.wait_for_function("!window.isOld")
        else:
            page.goto(published.url)
        page.wait_for_selector(READY)
        seen = page.evaluate(PERFORM, [["opponent", "human"], *(["cell", c] for c in X_WINS)])
        if seen[-1]["status"] != "x_wins":
            found.append(f"{name} {fault}: trying again does not help")
        context.close()
        published.close()
    return Report({"faults": len(cases)}, found)


def updates(browser: Browser, folder: Path, seed: int, count: int) -> Report:
    """Every file fails in every way while a new release is fetched, again and again.

    Every visit has one release, whole; workers are stopped and caches removed.
    """
    rng = Random(seed)
    published = Published(folder)
    published.publish(1)
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    _visit(page, published.url)
    page.evaluate(ACTIVATED)
    found = []
    stops = removals = 0
    cases = _cases(_files() | {"", "service-worker.js"}, seed, count)
    for number, (name, fault) in enumerate(cases, start=2):
        where = f"seed {seed}, release {number}, {name} {fault}"
        published.publish(number)
        published.fail(name, fault)
        update(page, 1_000 if fault == "hanging" else 20_000)
        stops += stop_workers(page)
        if len(seen := _releases_of_visit(page, published.url)) != 1:
            found.append(f"{where}: {seen}")
        published.recover()
        if rng.random() < 1 / 4:
            removals += 1
            page.evaluate(REMOVE)
            page.goto(published.url, wait_until="commit")
            page.wait_for_selector(ENDED, state="attached")
            if page.locator("#retry:visible").count():
                page.click("#retry")
            page.wait_for_selector(READY)
        update(page, until=True)
        if (seen := _releases_of_visit(page, published.url)) != {str(number)}:
            found.append(f"{where}, once the network is back: {seen}")
    context.close()
    published.close()
    tried = {"faults on update": len(cases), "workers stopped": stops, "caches removed": removals}
    return Report(tried, found)


def _files() -> set[str]:
    """The files of the built site, the page aside, by the names they have in every release."""
    return {without_hash(name) for name in digests(DIST)} - {"index.html"}


def _cases(names: set[str], seed: int, count: int) -> list[tuple[str, str]]:
    """So many of the ways in which files can fail, and of the moments to lose the network."""
    cases = [*product(sorted(names), FAULTS), *GOING]
    return Random(seed).sample(cases, min(count, len(cases)))


def _visit(page: Page, url: str) -> None:
    page.goto(url, wait_until="commit")
    page.wait_for_selector(READY)


def _releases_of_visit(page: Page, url: str) -> set[str]:
    """The releases that a visit has files of; if it comes to nothing, what is shown."""
    page.goto(url, wait_until="commit")
    try:
        page.wait_for_selector(READY)
    except Error as error:
        return {f"no game: {error}", page.inner_text("body")[:200]}
    return releases(page)


def releases(page: Page) -> set[str]:
    """The numbers of the releases that the page, its style and its program are from."""
    return numbers_in(page.evaluate(TEXTS))


def numbers_in(texts: list[str]) -> set[str]:
    """The numbers that texts of the page, its style and its program begin with."""
    found = [re.match(r"(?:/\* |# )?(\d*)", text) for text in texts]
    return {match[1] for match in found if match}


def update(page: Page, timeout: int = 20_000, *, until: bool = False) -> bool:
    """Has the browser look for a new release; returns whether it is active before the timeout.

    Once, or until it is: an update that failed may still be ending, and would be the answer.
    """
    return bool(page.evaluate(UPDATE, {"timeout": timeout, "until": until}))


def stop_workers(page: Page) -> bool:
    """Stops service workers, where a browser lets that be asked for; returns whether it does."""
    browser = page.context.browser
    if not browser or browser.browser_type.name != "chromium":
        return False
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()
    return True
