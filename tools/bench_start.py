"""How soon the page can be played, beside stock PyScript on Pyodide and on MicroPython.

Every round makes new profiles and visits each page twice in them, so that a first visit and a later
one are measured for all of them side by side.
"""

import gzip
import json
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import BrowserType, Page, sync_playwright

from engine import best_cells
from tools.browsers import launch_options
from tools.build import DIST, PYODIDE, PYSCRIPT
from tools.environment import NODE_MODULES
from tools.server import Server

ROUNDS = 7
MICROPYTHON = NODE_MODULES / "@micropython" / "micropython-webassembly-pyscript"
BASELINES = {
    "stock Pyodide": ("py", "pyodide.mjs", PYODIDE),
    "MicroPython": ("mpy", "micropython.mjs", MICROPYTHON),
}
OURS = "this page"
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
MARK = "name => performance.getEntriesByName(name, 'mark')[0].startTime"
SNAPSHOT_STORED = """async () => {
    const names = await caches.keys();
    const name = names.find(name => name.includes("snapshot"));
    return name !== undefined && (await (await caches.open(name)).keys()).length > 0;
}"""
FETCHED = """() => [location.pathname, ...performance.getEntriesByType("resource").map(
    entry => new URL(entry.name).pathname)]"""
BLOCKS = """() => new Promise(resolve => {
    const ready = performance.getEntriesByName("ready", "mark")[0].startTime;
    new PerformanceObserver(list => {
        const late = list.getEntries().filter(entry => entry.startTime >= ready);
        resolve(Math.max(0, ...late.map(entry => entry.duration)));
    }).observe({ type: "longtask", buffered: true });
    setTimeout(() => resolve(0), 1000);
})"""
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


def build_baselines(folder: Path) -> None:
    """Builds pages that do nothing but start, from the same packages."""
    for name, (kind, module, package) in BASELINES.items():
        site = folder / name.replace(" ", "-")
        shutil.copytree(PYSCRIPT / "dist", site / "pyscript")
        shutil.copytree(package, site / "interpreter")
        (site / "index.html").write_text(HTML.format(kind=kind, module=module), "utf-8")


def visit(page: Page, url: str) -> dict[str, float]:
    """Milliseconds from the start of a visit to its two marks."""
    page.goto(url)
    page.wait_for_selector("html[data-python=ready]", state="attached")
    return {name: page.evaluate(MARK, name) for name in ("playable", "ready")}


def measure(browser_type: BrowserType, urls: dict[str, str], rounds: int) -> dict[str, Any]:
    """Medians of all rounds, by what was measured and where."""
    taken: dict[str, dict[str, list[float]]] = {}
    browser = browser_type.launch(**launch_options(browser_type))
    for _ in range(rounds):
        for name, url in urls.items():
            context = browser.new_context(reduced_motion="reduce")
            for which in ("first visit", "later visit"):
                page = context.new_page()
                for mark, time in visit(page, url).items():
                    taken.setdefault(f"{mark}, {which}", {}).setdefault(name, []).append(time)
                while name == OURS and not page.evaluate(SNAPSHOT_STORED):
                    page.wait_for_timeout(500)
                page.wait_for_timeout(500)
                page.close()
            context.close()
    browser.close()
    return {
        what: {name: round(median(times)) for name, times in by_name.items()}
        for what, by_name in taken.items()
    }


def look(browser_type: BrowserType, url: str, rounds: int) -> dict[str, Any]:
    """What a visit fetches, how long replies take, and the longest block of the main thread."""
    browser = browser_type.launch(**launch_options(browser_type, reduced_motion="reduce"))
    replies: dict[int, list[float]] = {}
    blocks = []
    fetched: set[str] = set()
    for _ in range(rounds):
        page = browser.new_page(reduced_motion="reduce", service_workers="block")
        visit(page, url)
        fetched = set(page.evaluate(FETCHED))
        if browser_type.name == "chromium":
            blocks.append(page.evaluate(BLOCKS))
        page.click("text=Hard")
        for number in range(1, 5):
            time = page.evaluate(REPLY, best_cells(page.evaluate(BOARD))[0])  # it will be a draw
            replies.setdefault(number, []).append(time)
        page.close()
    browser.close()
    files = [DIST / (path.removeprefix("/") or "index.html") for path in fetched]
    return {
        "files fetched": len(files),
        "bytes, gzipped": sum(len(gzip.compress(file.read_bytes(), 9)) for file in files),
        "reply, ms": {number: round(median(times), 1) for number, times in replies.items()},
        "longest block after ready, ms": round(max(blocks)) if blocks else None,
    }


def main() -> None:
    """Prints a table for each browser and writes all of it as JSON beside it."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else ROUNDS
    results = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build_baselines(Path(folder))
        sites = {OURS: DIST} | {name: Path(folder, name.replace(" ", "-")) for name in BASELINES}
        urls = {name: Server(path).start().url for name, path in sites.items()}
        for browser_type in (playwright.chromium, playwright.firefox):
            result = measure(browser_type, urls, rounds)
            print(f"\n{browser_type.name}, medians of {rounds} rounds, ms")
            for what, times in result.items():
                ours = times[OURS]
                print(f"  {what}: {ours}")
                for name in BASELINES:
                    print(f"    {ours / times[name]:6.2f} of {name} ({times[name]})")
            result |= look(browser_type, urls[OURS], rounds)
            for what in list(result)[-4:]:
                print(f"  {what}: {result[what]}")
            results[browser_type.name] = result
    print(f"\n{json.dumps(results)}")


if __name__ == "__main__":
    main()
