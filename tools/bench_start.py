"""How the page starts, beside stock PyScript on Pyodide and on MicroPython.

Every round makes new profiles and visits each page twice in them, so that a first visit and a later
one are measured for all of them side by side: on this machine as it is, and in Chromium also at a
phone's speed. The server compresses what GitHub Pages compresses.
"""

import gzip
import json
import shutil
import sys
import tempfile
import time
from functools import cache
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserType, CDPSession, Page, sync_playwright
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

from engine import best_cells
from tools import webkit
from tools.browsers import launch_options
from tools.build import DIST, PYSCRIPT
from tools.environment import NODE_MODULES, PYODIDE
from tools.memory import peak_memory
from tools.server import Handler, Server

ROUNDS = 7
MEMORY_ROUNDS = 3
MICROPYTHON = NODE_MODULES / "@micropython" / "micropython-webassembly-pyscript"
BASELINES = {
    "stock Pyodide": ("py", "pyodide.mjs", PYODIDE),
    "MicroPython": ("mpy", "micropython.mjs", MICROPYTHON),
}
OURS = "this page"
COMPRESSIBLE = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm"}
VISITS = ("first visit", "later visit")
MEMORY = "peak memory, MB"
TIMEOUT_SECONDS = 120
SPEEDS = {"chromium": ("desktop", "phone"), "firefox": ("desktop",)}
PHONE_CPU = 4  # times slower
FOUR_G = {"latency": 60, "downloadThroughput": 9e6 / 8, "uploadThroughput": 9e6 / 8}
NO_LIMIT = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
CLICKS = (0.1, 0.3, 0.5, 0.7, 0.9)  # of the time until Python is ready
HTML = """<!doctype html>
<title>Start</title>
<link rel="icon" href="data:,">
<script type="module" src="pyscript/core.js"></script>
<script type="{kind}" config='{{"interpreter": "./interpreter/{module}"}}'>
import js
js.performance.mark("playable")
js.performance.mark("ready")
js.document.documentElement.dataset.python = "ready"
</script>
"""
OBSERVE = """window.tasks = [];
    window.hasTasks = PerformanceObserver.supportedEntryTypes.includes("longtask");
    if (hasTasks)
        new PerformanceObserver(list => tasks.push(...list.getEntries()))
            .observe({ type: "longtask", buffered: true });
    window.delays = [];
    addEventListener("click", ({ timeStamp }) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel(); // after the frame
        port1.onmessage = () => delays.push(performance.now() - timeStamp);
        port2.postMessage("");
    }), true);"""
IS_READY = "document.documentElement.dataset.python === 'ready'"
START = """() => {
    const at = name => performance.getEntriesByName(name, "mark")[0].startTime;
    const ready = at("ready");
    const blocks = (window.tasks ?? []).filter(task => task.startTime < ready);
    const durations = blocks.map(task => task.duration);
    const entries = ["navigation", "resource"].flatMap(type => performance.getEntriesByType(type));
    const early = entries.filter(({ startTime }) => startTime < ready);
    return {
        playable: at("playable"),
        ready,
        ...(window.hasTasks && {
            "blocked in all": durations.reduce((sum, time) => sum + Math.max(0, time - 50), 0),
            "longest task": Math.max(0, ...durations),
        }),
        ...(!navigator.serviceWorker.controller && {
            files: early.length,
            bytes: early.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
        }),
    };
}"""
SNAPSHOT_STORED = """async () => {
    const names = await caches.keys();
    const name = names.find(name => name.includes("snapshot"));
    return name !== undefined && (await (await caches.open(name)).keys()).length > 0;
}"""
BLOCKS = """() => new Promise(resolve => {
    const ready = performance.getEntriesByName("ready", "mark")[0].startTime;
    new PerformanceObserver(list => {
        const late = list.getEntries().filter(entry => entry.startTime >= ready);
        resolve(Math.max(0, ...late.map(entry => entry.duration)));
    }).observe({ type: "longtask", buffered: true });
    setTimeout(() => resolve(0), 1000);
})"""
PLACE = """() => {
    const { x, y } = document.querySelector("[data-cell]").getBoundingClientRect();
    return [x + 20, y + 20];
}"""
BOARD = """() => [...document.querySelectorAll("[data-cell]")].map(
    cell => cell.dataset.mark || ".").join("")"""
REPLY = """cell => new Promise(resolve => {
    const board = document.getElementById("board");
    const count = () => board.querySelectorAll('[data-mark="O"]').length;
    const before = count();
    const observer = new MutationObserver(() => {
        if (count() === before) return;
        observer.disconnect();
        resolve(performance.now() - clicked);
    });
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    const clicked = performance.now();
    board.querySelector(`[data-cell="${cell}"]`).click();
})"""


class PagesHandler(Handler):
    """Serves files as GitHub Pages does: compressed, if it knows that they can be."""

    def do_GET(self) -> None:  # noqa: N802 - its base class says so
        """Answers with a file."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if path.suffix not in COMPRESSIBLE:
            super().do_GET()
            return
        content = compressed(path)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class PagesServer(Server):
    """Serves a folder as GitHub Pages does."""

    handler = PagesHandler
    caching = "max-age=600"


@cache
def compressed(path: Path) -> bytes:
    """A file as it travels."""
    return gzip.compress(path.read_bytes())


def build_baselines(folder: Path) -> None:
    """Builds pages that do nothing but start, from the same packages."""
    for name, (kind, module, package) in BASELINES.items():
        site = folder / name.replace(" ", "-")
        shutil.copytree(PYSCRIPT / "dist", site / "pyscript")
        shutil.copytree(package, site / "interpreter")
        (site / "index.html").write_text(HTML.format(kind=kind, module=module), "utf-8")


def visit(page: Page, url: str) -> dict[str, float]:
    """What a start takes, in milliseconds and bytes."""
    page.add_init_script(OBSERVE)
    page.goto(url, wait_until="commit")
    page.wait_for_selector(
        "html[data-python=ready]", state="attached", timeout=1_000 * TIMEOUT_SECONDS
    )
    page.wait_for_load_state()
    figures: dict[str, float] = page.evaluate(START)
    return figures


def slow_down(session: CDPSession, *, is_first: bool) -> None:
    """Makes a page as slow as on a phone, and on a first visit its network too."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": PHONE_CPU})
    session.send("Network.enable")
    network = FOUR_G if is_first else NO_LIMIT
    session.send("Network.emulateNetworkConditions", {"offline": False, **network})


def measure(
    browser_type: BrowserType, urls: dict[str, str], speed: str, rounds: int
) -> dict[str, Any]:
    """Medians of all rounds, by what was measured and where."""
    taken: dict[str, dict[str, list[float]]] = {}
    browser = browser_type.launch(**launch_options(browser_type))
    for _ in range(rounds):
        for name, url in urls.items():
            context = browser.new_context(reduced_motion="reduce")
            for which in VISITS:
                page = context.new_page()
                session = context.new_cdp_session(page) if speed == "phone" else None
                if session:
                    slow_down(session, is_first=which == VISITS[0])
                for what, figure in visit(page, url).items():
                    taken.setdefault(f"{what}, {which}", {}).setdefault(name, []).append(figure)
                if session:
                    session.detach()  # the rest at full speed
                while name == OURS and not page.evaluate(SNAPSHOT_STORED):
                    page.wait_for_timeout(500)
                page.wait_for_timeout(500)
                page.close()
            if name == OURS and browser_type.name == "chromium":
                ready = median(taken["ready, first visit"][name])
                for part, delay in click_delays(browser, url, speed, ready).items():
                    what = f"click at {part:.0%} shown after"
                    taken.setdefault(what, {}).setdefault(name, []).append(delay)
            context.close()
    browser.close()
    return medians(taken)


def medians(taken: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """Medians of all rounds, by what was measured and where."""
    return {
        what: {name: round(median(figures)) for name, figures in by_name.items()}
        for what, by_name in taken.items()
    }


def measure_memory(browser_type: BrowserType, urls: dict[str, str]) -> dict[str, Any]:
    """The most memory that visits take, beyond what the browser takes on an empty page."""
    taken: dict[str, dict[str, list[float]]] = {}
    for _ in range(MEMORY_ROUNDS):
        for name, url in urls.items():
            browser = browser_type.launch(**launch_options(browser_type))
            context = browser.new_context(reduced_motion="reduce")
            for which in VISITS:
                page = context.new_page()
                page.goto("about:blank")
                with peak_memory() as peak:
                    visit(page, url)
                    while name == OURS and not page.evaluate(SNAPSHOT_STORED):
                        page.wait_for_timeout(100)
                taken.setdefault(f"{MEMORY}, {which}", {}).setdefault(name, []).extend(peak)
                page.close()
            browser.close()
    return medians(taken)


def measure_webkit(urls: dict[str, str], rounds: int, *, memory: bool) -> dict[str, Any]:
    """The same in WebKit: how long a start takes, or how much memory."""
    taken: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds):
        for name, url in urls.items():
            with webkit.somebody() as driver:
                for which in VISITS:
                    if memory:
                        with peak_memory() as peak:
                            visit_webkit(driver, url, is_ours=name == OURS)
                        figures = {MEMORY: peak[0]}
                    else:
                        figures = visit_webkit(driver, url, is_ours=name == OURS)
                    for what, figure in figures.items():
                        by_name = taken.setdefault(f"{what}, {which}", {})
                        by_name.setdefault(name, []).append(figure)
                    driver.get("about:blank")
    return medians(taken)


def visit_webkit(driver: WebDriver, url: str, *, is_ours: bool) -> dict[str, float]:
    """What a start takes in WebKit, which does not tell of long tasks."""
    driver.get(url)
    wait = WebDriverWait(driver, TIMEOUT_SECONDS, poll_frequency=0.1)
    wait.until(lambda _: driver.execute_script(f"return {IS_READY}"))
    figures: dict[str, float] = driver.execute_script(f"return ({START})()")
    if is_ours:
        wait.until(lambda _: webkit.settled(driver, f"({SNAPSHOT_STORED})()"))
    return figures


def click_delays(browser: Browser, url: str, speed: str, ready: float) -> dict[float, float]:
    """How late clicks on the board are shown while a first visit starts, by when they are made."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    if speed == "phone":
        slow_down(context.new_cdp_session(page), is_first=True)
    page.add_init_script(OBSERVE)
    page.goto(url, wait_until="commit")
    began = time.monotonic()
    page.wait_for_selector("[data-cell]")
    place = page.evaluate(PLACE)
    for part in CLICKS:
        page.wait_for_timeout(max(0, part * ready - 1_000 * (time.monotonic() - began)))
        page.mouse.click(*place)
    page.wait_for_function(f"delays.length === {len(CLICKS)}")
    delays = page.evaluate("delays")
    context.close()
    return dict(zip(CLICKS, delays, strict=True))


def look(browser_type: BrowserType, url: str, rounds: int) -> dict[str, Any]:
    """How long replies take, and the longest block of the main thread after the start."""
    browser = browser_type.launch(**launch_options(browser_type, reduced_motion="reduce"))
    replies: dict[int, list[float]] = {}
    blocks = []
    for _ in range(rounds):
        page = browser.new_page(reduced_motion="reduce", service_workers="block")
        visit(page, url)
        if browser_type.name == "chromium":
            blocks.append(page.evaluate(BLOCKS))
        page.click("text=Hard")
        for number in range(1, 5):
            delay = page.evaluate(REPLY, best_cells(page.evaluate(BOARD))[0])  # it will be a draw
            replies.setdefault(number, []).append(delay)
        page.close()
    browser.close()
    return {
        "reply, ms": {number: round(median(times), 1) for number, times in replies.items()},
        "longest block after ready, ms": round(max(blocks)) if blocks else None,
    }


def show(figures: dict[str, dict[str, int]]) -> None:
    """Prints what was measured, as parts of the baselines."""
    for what, by_name in figures.items():
        if OURS not in by_name:  # later visits to this page fetch nothing
            continue
        ours = by_name[OURS]
        parts = (
            f"{ours / by_name[name]:.2f} of {name} ({by_name[name]:,})"
            for name in BASELINES
            if by_name.get(name)
        )
        print(f"  {what}: {ours:,}", *parts, sep="; ")


def main() -> None:
    """Prints figures for each browser and speed, and all of them as JSON."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else ROUNDS
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build_baselines(Path(folder))
        sites = {OURS: DIST} | {name: Path(folder, name.replace(" ", "-")) for name in BASELINES}
        urls = {name: PagesServer(path).start().url for name, path in sites.items()}
        for browser_type in (playwright.chromium, playwright.firefox):
            for speed in SPEEDS[browser_type.name]:
                where = f"{browser_type.name}, {speed}"
                print(f"\n{where}, medians of {rounds} rounds, milliseconds and bytes")
                results[where] = measure(browser_type, urls, speed, rounds)
                show(results[where])
            memory = measure_memory(browser_type, urls)
            show(memory)
            afterwards = look(browser_type, urls[OURS], rounds)
            results[browser_type.name] = memory | afterwards
            print(f"  {afterwards}")
        if webkit.is_there():
            print(f"\nwebkit, desktop, medians of {rounds} rounds, milliseconds and bytes")
            results["webkit, desktop"] = measure_webkit(urls, rounds, memory=False)
            results["webkit"] = measure_webkit(urls, MEMORY_ROUNDS, memory=True)
            show(results["webkit, desktop"] | results["webkit"])
    print(f"\n{json.dumps(results)}")


if __name__ == "__main__":
    main()
