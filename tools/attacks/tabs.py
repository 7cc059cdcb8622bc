"""Tabs that play at the same moment."""

from contextlib import suppress
from random import Random

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import TimeoutError as TimedOut

from tools.attacks import PERFORM, READY, X_WINS, Report


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
