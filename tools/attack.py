"""Attacks on the built page, each seeded and repeatable: python3 -m tools attack.

An attack tries many things and returns what it found. Tests run a short form of each.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import TimeoutError as TimedOut

from engine import Game, InvalidRecord
from engine.session import Opponent
from engine.words import PLACES
from tools.browsers import launch_options
from tools.build import DIST, digests
from tools.published import Published
from tools.server import Server
from tools.watch import Watch

X_WINS = (0, 3, 1, 4, 2)
READY = 'html[data-python="ready"]'
ENDED = f"{READY}, html[data-python=failed], #needs:visible"
KEYS = [
    *"123456789nNhH?", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape",
    "Home", "End", "0", "x", "é", "F5", "Dead", "Unidentified", "", "Process", "constructor",
]  # fmt: skip
BUTTONS = {
    "#new-game": 4, "#forfeit": 2, "#confirm-forfeit": 2, "#reset-scores": 1, "#confirm-reset": 1,
    "dialog[open] [data-close]": 6, "#hint": 3, "#insight": 2, "[data-go=first]": 1,
    "[data-go=back]": 3, "[data-go=on]": 2, "[data-go=end]": 1, "#history button": 2,
    "#thinking summary": 1, "#close-visit": 1,
}  # fmt: skip
PERFORM = """async actions => {
    const cells = [...document.querySelectorAll("[data-cell]")];
    const find = id => document.getElementById(id);
    const seen = [];
    for (const [kind, target, value] of actions) {
        if (kind === "cell") cells[target].click();
        if (kind === "button") document.querySelector(target)?.click();
        if (kind === "opponent") document.querySelector(`[value="${target}"]`).click();
        if (kind === "hash") location.hash = target;
        if (kind === "wait") await new Promise(done => setTimeout(done, target));
        if (kind === "key") {
            cells[target].focus();
            cells[target].dispatchEvent(new KeyboardEvent("keydown", {
                key: value, code: value, bubbles: true, cancelable: true }));
        }
        seen.push({
            board: cells.map(cell => cell.dataset.mark || ".").join(""),
            moves: [...document.querySelectorAll("#history li")].map(item =>
                (item.firstElementChild?.firstChild ?? item.firstChild).textContent),
            status: find("status").dataset.status,
            opponent: document.querySelector("[name=opponent]:checked").value,
            turn: find("board").dataset.turn ?? "",
            python: document.documentElement.dataset.python,
            looking: !find("review").hidden,
            visiting: !find("close-visit").hidden,
            scores: ["x", "draws", "o"].map(name => Number(find(`score-${name}`).textContent)),
        });
    }
    return seen;
}"""
MEMORY = """{
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
        const instance = await instantiate.apply(WebAssembly, given);
        window.memory = (instance.instance ?? instance).exports.memory;
        return instance;
    };
}"""


class Report(NamedTuple):
    """How much was tried, and what was found."""

    tried: dict[str, int]
    found: list[str]


def actions(rng: Random, count: int) -> list[tuple[Any, ...]]:
    """Clicks, keys, buttons and waits, in any order."""
    kinds = rng.choices(
        ["cell", "key", "button", "opponent", "hash", "wait"], [50, 20, 20, 1, 1, 20], k=count
    )
    return [_action(rng, kind) for kind in kinds]


def _action(rng: Random, kind: str) -> tuple[Any, ...]:
    match kind:
        case "cell":
            return kind, rng.randrange(9)
        case "key":
            return kind, rng.randrange(9), rng.choice(KEYS)
        case "button":
            return kind, rng.choices([*BUTTONS], [*BUTTONS.values()])[0]
        case "opponent":
            return kind, rng.choice([*Opponent])
        case "hash":
            return kind, rng.choice(["#game=40812", "#game=03142", "#game=44", "#thinking", ""])
        case _:
            return kind, rng.choice([0, 0, 0, 5, 20])


def storm(page: Page, seed: int, count: int) -> Report:
    """Random clicks, keys, buttons and links; the page must show a legal game after each."""
    performed = actions(Random(seed), count)
    seen = page.evaluate(PERFORM, performed)
    found = []
    for number, now in enumerate(seen):
        fault = fault_of(seen[number - 1] if number else None, now)
        if fault:
            found.append(f"seed {seed}, action {number} {performed[number]}: {fault}: {now}")
    return Report({"actions": count}, found)


def fault_of(before: dict[str, Any] | None, now: dict[str, Any]) -> str:
    """What is wrong with what the page shows, if anything is."""
    record = "".join(str(PLACES.index(move.partition(" ")[2])) for move in now["moves"])
    try:
        game = Game.from_record(record + "f" * now["status"].endswith("forfeits"))
    except InvalidRecord as error:
        return str(error)
    boards = [Game.from_record(record[:length]).board for length in range(len(record) + 1)]
    is_looked_at = now["looking"]
    is_computers = now["opponent"] != Opponent.HUMAN and len(record) % 2 == 1
    turn = "" if game.is_over or is_looked_at or is_computers else game.current_player
    faults = {
        "Python has failed": now["python"] != "ready",
        "its moves lead to another status": now["status"] != game.status,
        "its moves lead to another board": now["board"]
        not in (boards if is_looked_at else boards[-1:]),
        "it lets the wrong side move": now["turn"] != turn,
        "somebody moved twice": [move[0] for move in now["moves"]] != [*"XOXOXOXOX"][: len(record)],
        "it counts games that did not end": _miscount(before, now),
    }
    return ", ".join(fault for fault, is_there in faults.items() if is_there)


def _miscount(before: dict[str, Any] | None, now: dict[str, Any]) -> bool:
    """Whether the scores are wrong: they change by one when a game ends, or are reset."""
    if not before or before["opponent"] != now["opponent"] or before["visiting"] != now["visiting"]:
        return False
    was_on = before["status"] == "in_progress" and not before["visiting"]
    has_ended = was_on and now["status"] != "in_progress"
    was_reset = not any(now["scores"]) and not has_ended
    return not was_reset and sum(now["scores"]) - sum(before["scores"]) != int(has_ended)


def hostile_values(rng: Random) -> Iterator[str]:
    """Texts that somebody or something may have left in the storage."""
    saved = 'hard:4081\n{"board": "X...O....", "turn": "X", "texts": {}}\n0123456789abcdef'
    while True:
        kind = rng.randrange(8)
        if kind == 0:
            yield "".join(chr(rng.randrange(1, 0x2FF)) for _ in range(rng.randrange(200)))
        elif kind == 1:
            yield saved[: rng.randrange(len(saved))]
        elif kind == 2:
            characters = [*saved]
            rng.shuffle(characters)
            yield "".join(characters)
        elif kind == 3:
            yield "/".join(str(rng.choice([-1, 0.5, 10**30, 7, "NaN", ""])) for _ in range(4))
        elif kind == 4:
            depth = rng.randrange(1, 2_000)
            yield "human:\n" + "[" * depth + "]" * rng.choice([0, depth])
        elif kind == 5:
            yield rng.choice(["<script>hacked=1</script>", "<img src=x onerror=hacked=1>", "${1}"])
        elif kind == 6:
            yield f"{rng.choice([*Opponent, 'nobody'])}:{rng.randrange(10**9)}\n{rng.random()}"
        else:
            values: list[Any] = [None, True, -1, 1e300, "X", [], {}, ["<b>"] * 9, "X" * 9, 10**20]
            names = ("board", "names", "verdicts", "signs", "turn", "opponent", "texts", "moves")
            yield f"hard:\n{json.dumps({name: rng.choice(values) for name in names})}"


def storage(page: Page, seed: int, loads: int) -> Report:
    """Every key holds anything at all when the page is opened: it must play, and count right."""
    found = []
    for number in range(loads):
        rng = Random(f"{seed} {number}")
        values = hostile_values(rng)
        keys = [
            *("localStorage/tic-tac-toe.session", "sessionStorage/tic-tac-toe.session"),
            *("sessionStorage/tic-tac-toe.early", "localStorage/tic-tac-toe.insight"),
            "localStorage/tic-tac-toe.starting",
            f"localStorage/tic-tac-toe.scores.human.{rng.getrandbits(64):016x}",
            *("localStorage/tic-tac-toe.scores.human.", "localStorage/another site's"),
        ]
        stored = {key: next(values) for key in keys}
        page.evaluate(
            """stored => {
                localStorage.clear(); sessionStorage.clear();
                localStorage["tic-tac-toe.scores.human.00000000000000aa"] = "2/3/4/0";
                for (const [key, value] of Object.entries(stored)) {
                    const [area, name] = key.split("/");
                    window[area].setItem(name, value);
                }
            }""",
            stored,
        )
        page.reload()
        page.wait_for_selector(f"{READY}, html[data-python=failed]", state="attached")
        seen = page.evaluate(PERFORM, [["opponent", "human"], ["button", "#new-game"]])
        seen += page.evaluate(PERFORM, [["cell", cell] for cell in X_WINS])
        faults = [fault_of(None, now) for now in seen]
        x, draws, o = seen[-1]["scores"]
        if any(faults) or seen[-1]["status"] != "x_wins" or x < 3 or draws < 3 or o < 4:
            found.append(f"seed {seed}, load {number}: {faults} {seen[-1]} after {stored}")
        if page.evaluate("'hacked' in window"):
            found.append(f"seed {seed}, load {number}: a script ran after {stored}")
    return Report({"values": loads * 8, "loads": loads}, found)


def tabs(context: BrowserContext, url: str, seed: int, rounds: int) -> Report:
    """Three tabs end games at the same moment, and one of them resets: no count may be off."""
    rng = Random(seed)
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(url)
        page.wait_for_selector(READY)
        page.evaluate(PERFORM, [["opponent", "human"], ["button", "#new-game"]])
    expected = 0
    found = []
    for number in range(rounds):
        if rng.random() < 1 / 4:
            page = rng.choice(pages)
            page.evaluate(PERFORM, [["button", "#reset-scores"], ["button", "#confirm-reset"]])
            expected = 0
        for page in pages:
            begin = [["button", "#new-game"], *(["cell", cell] for cell in X_WINS[:-1])]
            page.evaluate(PERFORM, begin)
        for page in pages:
            page.evaluate("setTimeout(() => document.querySelector('[data-cell=\"2\"]').click())")
        expected += len(pages)
        shown = [_settled_score(page, expected) for page in pages]
        if set(shown) != {expected}:
            found.append(f"seed {seed}, round {number}: {shown} is not {expected}")
            break
    for page in pages:
        page.close()
    return Report({"games in tabs": rounds * len(pages)}, found)


def _settled_score(page: Page, expected: int) -> int:
    """The wins of X that a tab shows, once it had time to hear of them."""
    with suppress(TimedOut):
        page.wait_for_function(
            "wins => document.getElementById('score-x').textContent === wins",
            arg=str(expected),
            timeout=2_000,
        )
    return int(page.inner_text("#score-x"))


def soak(page: Page, url: str, games: int) -> Report:
    """Plays on and on in one page: memory, elements and replies must not grow."""
    page.add_init_script(MEMORY)
    page.goto(url)
    page.wait_for_selector(READY)
    page.evaluate(PERFORM, [["opponent", "human"], ["button", "#new-game"]])
    figures = []
    batch = min(50, games // 2)
    for _ in range(0, games, batch):
        moves = [["cell", cell] for cell in X_WINS]
        review = [["button", "[data-go=back]"], ["button", "#hint"], ["button", "#new-game"]]
        begun = time.perf_counter()
        for _ in range(batch):
            page.evaluate(PERFORM, [*moves, *review])
        figures.append(_figures(page) | {"ms per game": (time.perf_counter() - begun) / batch})
    found = [
        f"{name} grew from {figures[0][name]} to {figures[-1][name]}"
        for name, slack in (("elements", 0), ("listeners", 0), ("heap", 1_000_000), ("wasm", 0))
        if name in figures[0] and figures[-1][name] > figures[0][name] + slack
    ]
    early, late = figures[0]["ms per game"], figures[-1]["ms per game"]
    if late > 1.5 * early:
        found.append(f"a game took {early:.3f} s at first and {late:.3f} s in the end")
    return Report({"games soaked": games}, found)


def _figures(page: Page) -> dict[str, float]:
    """How much the page holds, as far as its browser tells."""
    figures: dict[str, float] = {
        "elements": page.evaluate("document.querySelectorAll('*').length"),
        "wasm": page.evaluate("memory.buffer.byteLength"),
    }
    browser = page.context.browser
    if browser and browser.browser_type.name == "chromium":
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.collectGarbage")
        counters = session.send("Memory.getDOMCounters")
        figures["listeners"] = counters["jsEventListeners"]
        figures["heap"] = session.send("Runtime.getHeapUsage")["usedSize"]
        session.detach()
    return figures


def network(browser: Browser, folder: Path, parts: int) -> Report:
    """Every file fails in every way on a first visit: the page plays, or says that it cannot."""
    found = []
    names = sorted({name for name in digests(DIST) if name != "index.html"})
    cases = list(product(names, ("missing", "garbage", "cut off", "hanging")))
    cases = cases[:: max(1, len(cases) // parts)]
    for number, (name, fault) in enumerate(cases):
        published = Published(folder / str(number))
        published.fail(name, fault)
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        page = context.new_page()
        page.clock.install()
        page.goto(published.url, wait_until="commit")
        for _ in range(200):
            if page.locator(ENDED).count():
                break
            page.wait_for_timeout(100)  # of real time for each second of the page's
            page.clock.fast_forward(1_000)
        else:
            found.append(f"{name} {fault}: the page neither plays nor says that it cannot")
        published.mend()
        page.clock.resume()
        if page.locator("#retry:visible").count():
            page.click("#retry", no_wait_after=True)
        else:
            page.goto(published.url)
        page.wait_for_selector(READY)
        seen = page.evaluate(PERFORM, [["opponent", "human"], *(["cell", c] for c in X_WINS)])
        if seen[-1]["status"] != "x_wins":
            found.append(f"{name} {fault}: trying again does not help")
        context.close()
        published.close()
    return Report({"faults": len(cases)}, found)


def attack(browser: Browser, url: str, seed: int, size: int) -> Iterator[tuple[str, Report]]:
    """Every attack, one after the other, at some percent of its full strength."""
    runs: dict[str, Callable[[BrowserContext, Page], Report]] = {
        "clicks and keys": lambda _, page: storm(page, seed, 100 * size),
        "storage": lambda _, page: storage(page, seed, 5 * size // 2),
        "tabs": lambda context, _: tabs(context, url, seed, size),
        "soak": lambda _, page: soak(page, url, 10 * size),
    }
    for name, run in runs.items():
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        watch = Watch(context, url)
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector(READY)
        report = run(context, page)
        context.close()
        yield name, Report(report.tried, report.found + watch.faults)
    with TemporaryDirectory() as folder:
        yield "network", network(browser, Path(folder), parts=size)


def main() -> None:
    """Attacks the built page in both browsers and prints what was tried and what was found."""
    parser = argparse.ArgumentParser(prog="python3 -m tools attack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=100, help="percent of the full strength")
    options = parser.parse_args()
    url = Server(DIST).start().url
    lost = 0
    with sync_playwright() as playwright:
        for browser_type in (playwright.chromium, playwright.firefox):
            browser = browser_type.launch(**launch_options(browser_type, reduced_motion="reduce"))
            for name, (tried, found) in attack(browser, url, options.seed, options.size):
                what = ", ".join(f"{count:,} {noun}" for noun, count in tried.items())
                print(f"{browser_type.name}, {name}: {what}: {len(found)} found", flush=True)
                for fault in found[:10]:
                    print(f"  {fault}")
                lost += len(found)
            browser.close()
    if lost:
        print(f"repeat with: python3 -m tools attack --seed {options.seed}")
        sys.exit(1)


if __name__ == "__main__":
    main()
