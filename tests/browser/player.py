"""Somebody who plays on the page, with the eyes and hands that a test needs."""

from playwright.sync_api import Locator, Page, expect

from tests.support.console_guard import ConsoleGuard

NAMES = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "human": "Friend"}
OVER = '#status:not([data-status="in_progress"])'


class Player:
    """A person at a page of the game."""

    def __init__(self, page: Page, site: str, guard: ConsoleGuard | None = None) -> None:
        self.page = page
        self.site = site
        self.guard = guard

    def go_beside(self) -> None:
        """Goes where the page's storage can be seen, and nothing runs."""
        self.page.goto(f"{self.site}licences/python.txt")

    def open(self) -> None:
        """Goes to the page and waits until it is ready to play."""
        self.page.goto(self.site)
        self.wait_until_ready()

    def reload(self) -> None:
        """Reloads the page and waits until it is ready to play."""
        self.page.reload()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Waits until Python is up."""
        self.page.wait_for_selector('html[data-python="ready"]')

    def choose(self, opponent: str) -> None:
        """Chooses an opponent; a new game begins."""
        self.page.get_by_text(NAMES[opponent], exact=True).click()
        expect(self.page.get_by_role("radio", name=NAMES[opponent])).to_be_checked()
        self.new_game()

    def new_game(self) -> None:
        """Presses New game."""
        self.page.get_by_role("button", name="New game").click()
        expect(self.page.locator('[data-mark=""]')).to_have_count(9)

    def forfeit(self) -> None:
        """Gives up."""
        self.page.get_by_role("button", name="Give up").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        self.page.wait_for_selector(OVER)

    def cell(self, number: int) -> Locator:
        """The cell's button."""
        return self.page.locator(f'[data-cell="{number}"]')

    def play(self, *cells: int) -> None:
        """Plays cells one after the other, each when it is a person's turn."""
        for number in cells:
            self.cell(number).click()
            self.wait_for_turn()

    def rush(self, *cells: int) -> None:
        """Plays cells all at once, without a pointer."""
        self.page.evaluate(
            """cells => cells.forEach(
                cell => document.querySelector(`[data-cell="${cell}"]`).click())""",
            cells,
        )

    def wait_for_turn(self) -> None:
        """Waits until a person is to move, or the game is over."""
        self.page.wait_for_selector(f"#board[data-turn], {OVER}")

    def store(self, area: str, items: dict[str, str]) -> None:
        """Writes into the page's localStorage or sessionStorage."""
        self.page.evaluate(
            "([area, items]) => { Object.assign(window[area], items); }", [area, items]
        )

    def stored(self, area: str, key: str) -> str | None:
        """What the page's localStorage or sessionStorage has under a key."""
        text: str | None = self.page.evaluate(
            "([area, key]) => window[area].getItem(key)", [area, key]
        )
        return text

    def take_diagnostics(self) -> set[str]:
        """What the page got over until now; the test expects it."""
        return self.guard.take_diagnostics() if self.guard else set()

    @property
    def board(self) -> str:
        """The board as the page shows it."""
        marks = self.page.locator("[data-cell]").evaluate_all("all => all.map(c => c.dataset.mark)")
        return "".join(mark or "." for mark in marks)

    @property
    def status(self) -> str:
        """The status as the page shows it."""
        return self.page.get_attribute("#status", "data-status") or ""

    @property
    def banner(self) -> str:
        """What the banner says."""
        return " ".join(self.page.inner_text("#status").split())

    @property
    def moves(self) -> list[str]:
        """The list of moves."""
        return self.page.locator("#history li").all_inner_texts()

    @property
    def scores(self) -> tuple[int, int, int]:
        """Wins of X, draws, and wins of O, as the page shows them."""
        x, draws, o = (int(self.page.inner_text(f"#score-{name}")) for name in ("x", "draws", "o"))
        return x, draws, o
