"""Tabs that play at the same moment."""

import time
from random import Random

from playwright.sync_api import BrowserContext, Page

from app.history import joined
from app.history_format import is_history_key, read_stored
from tests.support.attacks import PERFORM, READY, X_WINS, Report

WINS = "Number(document.getElementById('score-x').textContent)"
CELL = '[data-cell="2"]'  # where X wins
RESET = "#confirm-reset"
PRESS = """([button, moment]) => {
    window.isPressed = false;
    setTimeout(() => {
        document.querySelector(button).click();
        window.isPressed = true;
    }, moment - Date.now());
}"""


def tabs(context: BrowserContext, url: str, seed: int, rounds: int) -> Report:
    """Three tabs end games at the same moment, or one of them resets: no count may be off."""
    rng = Random(seed)
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(url)
        page.wait_for_selector(READY)
        page.evaluate(PERFORM, [["opponent", "human"], ["button", "#new-game"]])
    wins = resets = games = 0
    found = []
    for number in range(rounds):
        presses = [CELL] * len(pages)
        if rng.random() < 1 / 4:
            presses[rng.randrange(len(pages))] = RESET
            resets += 1
        for page in pages:
            begin = [["button", "#new-game"], *(["cell", cell] for cell in X_WINS[:-1])]
            page.evaluate(PERFORM, [*begin, ["button", "#reset-scores"]])
        moment = 1_000 * time.time() + 50
        for page, press in zip(pages, presses, strict=True):
            page.evaluate(PRESS, [press, moment + rng.choice([0, 0, 1, 3])])
        ended = presses.count(CELL)
        games += ended
        # What ends while another tab resets may be forgotten with the rest, and nothing else.
        least, most = (0, ended) if RESET in presses else (wins + ended, wins + ended)
        shown = _settled(pages, least, most)
        if len({*shown}) > 1 or not least <= shown[0] <= most:
            found.append(f"seed {seed}, round {number}, {presses}: {shown}, {least} to {most}")
            break
        wins = shown[0]
    pages[0].reload()
    pages[0].wait_for_selector(READY)
    if not found and pages[0].evaluate(WINS) != wins:
        found.append(f"seed {seed}: {pages[0].evaluate(WINS)} after a reload, not {wins}")
    logs = pages[0].evaluate("Object.entries(localStorage)")
    kept = joined(*(read_stored(key, text) for key, text in logs if is_history_key(key))).entries
    if len(kept) != games:
        found.append(f"seed {seed}: {len(kept)} games are kept, of {games}")
    for page in pages:
        page.close()
    return Report({"games in tabs": rounds * len(pages) - resets, "resets": resets}, found)


def _settled(pages: list[Page], least: int, most: int) -> list[int]:
    """The wins of X that tabs show, once they had time to receive each other's."""
    before: list[int] = []
    for page in pages:
        page.wait_for_function("isPressed")
    for _ in range(40):
        shown = [int(page.evaluate(WINS)) for page in pages]
        if shown == before and len({*shown}) == 1 and least <= shown[0] <= most:
            break
        before = shown
        pages[0].wait_for_timeout(50)
    return shown
