"""Somebody at the page in a browser that WebDriver drives."""

from collections.abc import Callable
from time import sleep
from typing import Any
from urllib.parse import urljoin

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

from tests.support.attacks import PERFORM
from tests.support.attacks.clicks import fault_of
from tools import webkit
from tools.bench_start import SNAPSHOT_STORED

SEE = f"const done = arguments[0]; ({PERFORM})([['wait', 0]]).then(([seen]) => done(seen));"


class Person:
    """A person at a page of the game, who notes what goes wrong on it."""

    def __init__(self, driver: WebDriver, site: str) -> None:
        self.driver = driver
        self.site = site
        self.faults: list[str] = []

    def open(self, link: str = "") -> None:
        """Goes to the page and waits until Python is up."""
        self.go(link)
        self.wait_until_ready()

    def go(self, link: str = "") -> None:
        """Goes to the page, anew even if only what is behind # changes."""
        self.note_faults()
        self.driver.get("about:blank")
        self.driver.get(urljoin(self.site, link))

    def reload(self) -> None:
        """Reloads the page and waits until Python is up."""
        self.note_faults()
        self.driver.refresh()
        self.wait_until_ready()

    def note_faults(self) -> None:
        """Notes what has gone wrong on the page until now (tests/webkit/conftest.py)."""
        self.faults += self.ask("(window.collected ?? []).splice(0)")

    def take_diagnostics(self) -> set[str]:
        """What the page got over until now; the test expects it."""
        self.note_faults()
        taken = {fault for fault in self.faults if fault.startswith("diagnostic: ")}
        self.faults = [fault for fault in self.faults if fault not in taken]
        return {fault.split(": ")[1] for fault in taken}

    def wait_until_ready(self) -> None:
        """Waits until Python is up, or has failed to be."""
        self.wait_for("document.documentElement.dataset.python !== 'loading'")
        assert self.ask("document.documentElement.dataset.python") == "ready", self.text("status")

    def ask(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        return self.driver.execute_script(f"return {expression}")

    def ask_later(self, promise: str) -> Any:
        """What a promise of JavaScript comes to."""
        return webkit.settled(self.driver, promise)

    def wait_for_snapshot(self) -> None:
        """Waits until a snapshot is stored, in silence: a question would keep a worker alive."""
        for seconds in (3, 6, 12):
            sleep(seconds)
            if self.ask_later(f"({SNAPSHOT_STORED})()"):
                return
        raise AssertionError("no snapshot is stored")

    def wait_for(self, expression: str) -> None:
        """Waits until an expression of JavaScript holds."""
        self.wait_until(lambda: self.ask(expression), expression)

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Waits until something holds."""
        WebDriverWait(self.driver, 40, poll_frequency=0.02).until(lambda _: holds(), what)

    def click(self, selector: str) -> None:
        """Clicks an element."""
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def choose(self, opponent: str) -> None:
        """Chooses an opponent and begins a new game."""
        self.click(f"label:has([value={opponent}])")
        self.wait_for(f"document.querySelector('[value={opponent}]').checked")
        self.click("#new-game")
        self.wait_for("document.querySelectorAll('[data-mark=\"\"]').length === 9")

    def play(self, *cells: int) -> None:
        """Plays cells one after the other, each when it is a person's turn."""
        for cell in cells:
            self.click(f"[data-cell='{cell}']")
            self.wait_for_turn()

    def wait_for_turn(self) -> None:
        """Waits until a person is to move, or the game is over; it must be a legal one."""
        self.wait_for(
            "document.querySelector('#board[data-turn], #status:not([data-status=in_progress])')"
        )
        seen = self.see()
        assert fault_of(None, seen) == "", seen

    def see(self) -> dict[str, Any]:
        """What the page shows of the game."""
        seen: dict[str, Any] = self.driver.execute_async_script(SEE)
        return seen

    def text(self, name: str) -> str:
        """What an element says."""
        return " ".join(self.driver.find_element(By.ID, name).text.split())

    @property
    def board(self) -> str:
        """The board as the page shows it."""
        return str(self.see()["board"])

    @property
    def status(self) -> str:
        """The status as the page shows it."""
        return str(self.see()["status"])

    @property
    def scores(self) -> list[int]:
        """Wins of X, draws, and wins of O, as the page shows them."""
        scores: list[int] = self.see()["scores"]
        return scores
