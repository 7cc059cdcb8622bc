"""One's games: listed, opened, deleted, exported, imported, and many of them at no cost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from app.history import FULL, Entry, addition
from app.history_format import HISTORY_KEY, history_key, log_text
from app.session import Opponent
from app.state import ROWS
from tests.browser.conftest import picture, watched
from tests.browser.player import Player
from tests.support.attacks.storage import CLEAR
from tests.support.attacks.storage import FULL as FILL_STORAGE
from tests.support.axe import faults_of
from tests.support.histories import NOW, RECORDS

X_WINS = (0, 3, 1, 4, 2)
O_WINS = (3, 0, 4, 1, 8, 2)
DRAW = (0, 1, 2, 3, 5, 4, 6, 8, 7)
OLD_GAME = "041263578"  # neither side makes a mistake
DAY = 86_400_000
READY_MS = "performance.getEntriesByName('ready')[0].startTime"
OPENING_MS = """async () => {
    const games = document.getElementById("games");
    games.open = false;
    await new Promise(done => setTimeout(done, 50));
    const start = performance.now();
    games.open = true;
    while (!games.querySelector("li, #export[hidden]")) await new Promise(done => setTimeout(done));
    return performance.now() - start;
}"""
ENDING_MS = """cells => {
    document.getElementById("new-game").click();
    for (const cell of cells.slice(0, -1)) document.querySelector(`[data-cell="${cell}"]`).click();
    const start = performance.now();
    document.querySelector(`[data-cell="${cells.at(-1)}"]`).click();
    return performance.now() - start;
}"""
FILLED = """buttons => buttons.map(button => [button.textContent, getComputedStyle(button)])
    .filter(([, style]) => style.backgroundColor != "rgba(0, 0, 0, 0)").map(([text]) => text)"""
SIZE = f"""Object.entries(localStorage).filter(([key]) => key.startsWith("{HISTORY_KEY}"))
    .reduce((sum, [key, text]) => sum + key.length + text.length, 0)"""


def log_of(games: int, opponent: Opponent = Opponent.HARD) -> str:
    """A log of games that ended a minute after one another."""
    return log_text(
        addition(
            {
                f"{n:06}": Entry(0, 0, NOW + 60_000 * n, RECORDS[7 * n % len(RECORDS)], opponent)
                for n in range(games)
            }
        )
    )


def games(player: Player) -> Locator:
    """The games in the list."""
    return player.page.locator("#games li")


def open_games(player: Player) -> None:
    """Opens the panel, and waits for what the games tell."""
    player.page.get_by_text("Your games", exact=True).click()
    expect(player.page.locator("#stat-played")).not_to_be_empty()


def statistics(player: Player) -> list[str]:
    """What the games against the opponent that is chosen tell."""
    names = ("played", "streak", "best-streak", "perfect")
    return [player.page.inner_text(f"#stat-{name}") for name in names]


@pytest.fixture
def veteran(guest: Player) -> Iterator[Player]:
    """Somebody who has played before, and forgets it all afterwards."""
    guest.page.evaluate(CLEAR)
    guest.reload()
    guest.choose("human")
    yield guest
    guest.page.evaluate(CLEAR)
    guest.reload()


def test_games_are_listed_newest_first_and_open_in_the_review(veteran: Player) -> None:
    page = veteran.page
    for moves in (X_WINS, O_WINS, DRAW):
        veteran.rush(*moves)
        veteran.new_game()
    veteran.rush(4, 0)
    open_games(veteran)
    expect(games(veteran)).to_have_count(3)
    records = games(veteran).evaluate_all("all => all.map(item => item.dataset.record)")
    assert records == ["".join(map(str, moves)) for moves in (DRAW, O_WINS, X_WINS)]
    assert statistics(veteran) == ["3", "–", "–", "0"]
    assert faults_of(page) == []
    picture(page, "games")
    page.get_by_role("button", name=re.compile("^X beat O")).click()
    assert veteran.banner.startswith("X beat O")
    assert veteran.board == "XXXOO...."
    assert len(veteran.moves) == 5
    expect(page.get_by_role("button", name="Previous move")).to_be_focused()
    page.keyboard.press("Home")
    assert veteran.board == "........."
    assert faults_of(page) == []
    page.get_by_role("button", name="Back to my game").click()
    assert veteran.board == "O...X...."
    assert veteran.scores == (1, 1, 1)
    veteran.rush(8, 1, 5, 2)
    expect(games(veteran)).to_have_count(4)
    assert veteran.scores == (1, 1, 2)


@pytest.mark.same_everywhere
def test_a_deleted_game_is_gone_and_no_longer_counts(veteran: Player) -> None:
    page = veteran.page
    for moves in (X_WINS, O_WINS):
        veteran.rush(*moves)
        veteran.new_game()
    open_games(veteran)
    delete = page.get_by_role("button", name="Delete: O beat X")
    delete.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Delete this game?")
    assert faults_of(page) == []
    picture(page, "delete-game")
    dialog.get_by_role("button", name="Keep").click()
    expect(delete).to_be_focused()
    delete.click()
    dialog.get_by_role("button", name="Delete").click()
    expect(games(veteran)).to_have_count(1)
    expect(page.get_by_text("Deleted.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^X beat O"))).to_be_focused()
    assert veteran.scores == (1, 0, 0)
    veteran.reload()
    assert veteran.scores == (1, 0, 0)
    open_games(veteran)
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(games(veteran)).to_have_count(0)
    expect(page.get_by_text("Your finished games will appear here.")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_be_focused()
    assert faults_of(page) == []
    picture(page, "no-games")
    veteran.reload()
    assert veteran.scores == (0, 0, 0)


def test_an_export_is_imported_in_another_browser_once(
    veteran: Player, browser: Browser, site: str, tmp_path: Path
) -> None:
    page = veteran.page
    for moves in (X_WINS, O_WINS, DRAW):
        veteran.rush(*moves)
        veteran.new_game()
    veteran.choose("hard")
    veteran.forfeit()
    open_games(veteran)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Export").click()
    shown = page.get_by_role("textbox", name="Your games as text")
    expect(shown).to_be_focused()
    text = shown.input_value()
    assert faults_of(page) == []
    picture(page, "export")
    with watched(browser, site) as (context, _):
        other = Player(context.new_page(), site)
        other.open()
        other.choose("human")
        other.rush(*X_WINS)
        other.new_game()
        open_games(other)
        for added, note in (
            (4, "4 games added. 1 line couldn’t be read."),
            (4, "0 games added. 4 games were already here. 1 line couldn’t be read."),
        ):
            other.page.get_by_role("button", name="Import").click()
            dialog = other.page.get_by_role("dialog")
            if note.startswith("4"):
                dialog.get_by_role("textbox").fill(f"{text}\n<b>nonsense</b>")
                assert dialog.locator("button").evaluate_all(FILLED) == ["Import"]
                assert faults_of(other.page) == []
                picture(other.page, "import")
            else:
                file = tmp_path / "games.txt"
                file.write_text(f"{text}\nnonsense", "utf-8")
                dialog.get_by_label("File with exported games").set_input_files(file)
                expect(dialog.get_by_role("textbox")).not_to_have_value("")
            dialog.get_by_role("button", name="Import").click()
            expect(other.page.locator("#games-note")).to_have_text(note)
            expect(other.page.locator("#games-note")).to_be_in_viewport()
            expect(games(other)).to_have_count(added + 1)
            assert other.scores == (2, 1, 1)
            assert faults_of(other.page) == []
            picture(other.page, "imported")
        other.reload()
        assert other.scores == (2, 1, 1)
        other.choose("hard")
        assert other.scores == (0, 0, 1)


def test_nothing_is_imported_where_nothing_can_be_stored(veteran: Player) -> None:
    veteran.rush(*X_WINS)
    veteran.page.evaluate(FILL_STORAGE)
    open_games(veteran)
    veteran.page.get_by_role("button", name="Import").click()
    dialog = veteran.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(log_of(500, Opponent.HUMAN))
    dialog.get_by_role("button", name="Import").click()
    expect(veteran.page.locator("#games-note")).to_contain_text("so nothing was added")
    assert veteran.scores == (1, 0, 0)


@pytest.mark.same_everywhere
def test_statistics_and_praise_are_of_the_opponent_that_is_chosen(veteran: Player) -> None:
    perfect = {f"{n:06}": Entry(0, 0, NOW + n * DAY, OLD_GAME, Opponent.EASY) for n in range(6)}
    lost = {"zzzzzz": Entry(0, 0, NOW + DAY // 2, "304182", Opponent.EASY)}
    veteran.store("localStorage", {history_key("a" * 16): log_text(addition(perfect | lost))})
    veteran.reload()
    open_games(veteran)
    veteran.choose("easy")
    expect(veteran.page.locator("#stats-heading")).to_have_text("Against Easy")
    expect(veteran.page.locator("#stat-played")).to_have_text("7")
    assert statistics(veteran) == ["7", "5", "5", "6"]
    expect(veteran.page.get_by_text("Five games without a mistake: try Medium!")).to_be_visible()
    chart = veteran.page.get_by_role("img", name="The last games, oldest first: drawn, lost, drawn")
    expect(chart).to_be_visible()
    assert faults_of(veteran.page) == []
    picture(veteran.page, "statistics")
    veteran.choose("medium")
    expect(veteran.page.locator("#stat-played")).to_have_text("0")
    assert statistics(veteran) == ["0", "0", "0", "0"]


def test_three_tabs_that_end_games_lose_and_double_none(context: BrowserContext, site: str) -> None:
    tabs = [Player(context.new_page(), site) for _ in range(3)]
    for tab in tabs:
        tab.open()
        tab.choose("human")
        tab.rush(*X_WINS[:-1])
    open_games(tabs[0])
    moment = tabs[0].page.evaluate("Date.now()") + 500
    for tab in tabs:
        tab.page.evaluate(
            """([moment, cell]) => { setTimeout(() => document.querySelector(
                `[data-cell="${cell}"]`).click(), moment - Date.now()); }""",
            [moment, X_WINS[-1]],
        )
    for tab in tabs:
        expect(tab.page.locator("#score-x")).to_have_text("3")
    expect(games(tabs[0])).to_have_count(3)
    for tab in tabs[1:]:
        tab.page.close()
    tabs[0].reload()
    assert tabs[0].scores == (3, 0, 0)
    open_games(tabs[0])
    expect(games(tabs[0])).to_have_count(3)


@pytest.mark.same_everywhere
def test_a_thousand_games_are_small_and_cost_next_to_nothing(veteran: Player) -> None:
    """As ratios to an empty history, in the same page."""
    ready, opening, ending = [], [], []
    for count in (0, FULL) * 5:
        veteran.page.evaluate(CLEAR)
        veteran.store("localStorage", {history_key("a" * 16): log_of(count)})
        veteran.reload()
        ready.append(veteran.page.evaluate(READY_MS))
        opening.append(veteran.page.evaluate(OPENING_MS))
        veteran.choose("human")
        ending.append(sum(veteran.page.evaluate(ENDING_MS, list(X_WINS)) for _ in range(5)))
        expect(games(veteran)).to_have_count(min(count + 5, ROWS))
        assert 20 * count < veteran.page.evaluate(SIZE) < 30 * count + 500
    assert min(ready[1::2]) < 1.5 * min(ready[::2])
    assert min(opening[1::2]) < 4 * min(opening[::2])
    assert min(ending[1::2]) < 3 * min(ending[::2])
