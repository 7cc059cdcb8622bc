"""Time: games without end in one page, and a clock that sleeps and jumps."""

import time
from random import Random

from playwright.sync_api import Page

from app.session import Opponent
from tests.support.attacks import PERFORM, READY, Report
from tests.support.attacks.clicks import storm

# Lets the page's Python hand out Pyodide, to count with.
SPY = """() => new Promise(done => {
    const textContent = "import js, pyodide_js; js.python = pyodide_js";
    const script = Object.assign(document.createElement("script"), { type: "py", textContent });
    script.addEventListener("py:done", () => {
        python._module.enable_pyproxy_allocation_tracing();
        script.remove();
        done();
    });
    document.body.append(script);
})"""
COUNT = """() => ({
    "elements": document.querySelectorAll("*").length,
    "bytes of WebAssembly": python._module.HEAP8.length,
    "proxies of Python's": python._module.pyproxy_alloc_map.size,
    "proxies of JavaScript's": python._module._hiwire_num_refs(),
})"""
HEAP = "bytes of JavaScript"
SLACK = {HEAP: 1_000_000}
WHOLE_GAME = [action for cell in range(9) for action in (("cell", cell), ("wait", 5))]
AFTERWARDS = [("button", "[data-go=back]"), ("button", "[data-go=first]"), ("button", "#new-game")]
SLEEPS = (1_000, 3_600_000, 604_800_000)  # milliseconds: up to a week
DATES = ("1970-01-01", "2000-02-29", "2038-01-20", "9999-12-31")
# What a tab in the background has: no timer before a second is over, and no frames at all.
THROTTLE = """
window.foreground ??= { setTimeout, requestAnimationFrame };
Object.assign(window, {
    setTimeout: (then, delay = 0) => foreground.setTimeout(then, Math.max(delay, 1_000)),
    requestAnimationFrame: () => 0,
});
0;
"""
WAKE = "Object.assign(window, foreground); 0"


def soak(page: Page, games: int) -> Report:
    """Plays on and on against everybody in one page: nothing may grow, and no game be slower."""
    page.evaluate(SPY)
    rounds = games // len(Opponent)
    figures, seconds = [], []
    for number in range(rounds):
        begun = time.perf_counter()
        for opponent in Opponent:
            begin = [("opponent", opponent), ("button", "#hint")]
            page.evaluate(PERFORM, [*begin, *WHOLE_GAME, *AFTERWARDS])
        seconds.append(time.perf_counter() - begun)
        if number in {min((rounds - 1) // 2, 12), rounds - 1}:
            figures.append(_figures(page))
    first, last = figures
    found = [
        f"{name} grew from {first[name]} to {last[name]}"
        for name in first
        if last[name] > first[name] + SLACK.get(name, 0)
    ]
    at_first, later = min(seconds[: rounds // 2]), min(seconds[rounds // 2 :])
    if later > 1.5 * at_first:
        found.append(f"four games took {at_first:.3f} s, and later {later:.3f}")
    return Report({"games": rounds * len(Opponent)} | last, found)


def _figures(page: Page) -> dict[str, int]:
    """How much the page holds, as far as its browser tells."""
    figures: dict[str, int] = page.evaluate(COUNT)
    browser = page.context.browser
    if browser and browser.browser_type.name == "chromium":
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.collectGarbage")
        figures["listeners"] = session.send("Memory.getDOMCounters")["jsEventListeners"]
        figures[HEAP] = session.send("Runtime.getHeapUsage")["usedSize"]
        session.detach()
    return figures


def clock(page: Page, url: str, seed: int, rounds: int) -> Report:
    """The machine sleeps and its clock jumps, while the page loads and between its moves.

    It loads in the background, and every third round is played there.
    """
    page.clock.install()
    page.add_init_script(THROTTLE)
    page.goto(url, wait_until="commit")
    page.clock.fast_forward(SLEEPS[-1])
    page.wait_for_selector(READY)
    rng = Random(seed)
    found: list[str] = []
    for number in range(rounds):
        page.evaluate(WAKE if number % 3 else THROTTLE)
        found += storm(page, seed * 1_000 + number, 20).found
        page.clock.fast_forward(rng.choice(SLEEPS))
        page.clock.set_system_time(rng.choice(DATES))
    tried = {"jumps": 2 * rounds + 1, "actions": 20 * rounds, "slowed rounds": (rounds + 2) // 3}
    return Report(tried, found)
