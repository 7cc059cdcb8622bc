"""The start: what is there before Python is, how far it has come, and what happens if it fails."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.browser.conftest import picture, somebody, watched
from tests.browser.player import Player
from tests.support.axe import faults_of
from tests.support.faulty_server import Published

LOADING = 'html[data-python="loading"]'
FAILED = 'html[data-python="failed"]'
NOTE_STEPS = """addEventListener("py:progress",
    ({ detail }) => document.documentElement.dataset.steps = detail, true);"""
NOTE_BYTES = """addEventListener("start:bytes",
    ({ detail }) => document.documentElement.dataset.bytes += detail.name, true)"""
PRERENDERED = """let isHidden = true;
    Object.defineProperty(document, "prerendering", { get: () => isHidden });
    window.activate = () => {
        isHidden = false;
        document.dispatchEvent(new Event("prerenderingchange"));
    };"""
BROKEN = "The game could not start A part of it is missing or broken."
NO_WEBASSEMBLY = (
    "The game could not start "
    "This browser has no WebAssembly, or it is switched off. Another browser may help."
)


@pytest.fixture
def slow(browser: Browser, published: Published) -> Iterator[Player]:
    """Somebody whose page waits for its last file."""
    published.fail("main.py", "hanging")
    with watched(browser, published.url) as (context, _):
        yield Player(context.new_page(), published.url)


@pytest.fixture
def unlucky(browser: Browser, published: Published) -> Iterator[Player]:
    """Somebody whose page may report errors."""
    with watched(browser, published.url) as (context, watch):
        yield Player(context.new_page(), published.url)
        context.close()  # some errors are late
        watch.faults.clear()


def test_an_early_move_is_shown_at_once_kept_and_played(slow: Player, published: Published) -> None:
    slow.page.goto(slow.site)
    slow.cell(0).click()
    slow.cell(8).click()
    slow.cell(0).click()
    assert slow.board == "X........"
    assert slow.banner == "One moment Your move is kept until the game is ready."
    expect(slow.cell(0)).to_have_accessible_name("Top left, X")
    expect(slow.page.locator(LOADING)).to_be_attached()
    assert faults_of(slow.page) == []
    picture(slow.page, "early-move")
    published.mend()
    slow.wait_until_ready()
    slow.wait_for_turn()
    assert slow.moves[0] == "X top left"
    assert len(slow.moves) == 2
    assert slow.board.count("O") == 1


def test_an_early_move_survives_a_reload(unlucky: Player, published: Published) -> None:
    published.fail("main.py", "hanging")
    unlucky.page.goto(unlucky.site)
    unlucky.cell(4).press("Enter")
    unlucky.page.reload()  # Firefox reports what it then no longer waits for
    assert unlucky.board == "....X...."
    published.mend()
    unlucky.wait_until_ready()
    unlucky.wait_for_turn()
    assert unlucky.moves[0] == "X centre"


def test_an_early_move_in_a_second_tab_is_one_in_its_own_game(
    slow: Player, published: Published
) -> None:
    published.mend()
    slow.open()
    slow.choose("human")
    slow.rush(4)
    published.fail("main.py", "hanging")
    other = Player(slow.page.context.new_page(), slow.site)
    other.page.goto(other.site)
    other.page.wait_for_selector("html[data-game]", state="attached")
    assert other.board == "........."
    other.cell(0).click()
    published.mend()
    other.wait_until_ready()
    assert other.moves == ["X top left"]
    assert slow.board == "....X...."
    other.page.keyboard.press("Tab")
    expect(other.page.get_by_role("button", name="New game")).to_be_focused()


def test_a_page_that_nobody_sees_yet_waits_before_it_takes_a_game(
    slow: Player, published: Published
) -> None:
    """Browsers load pages ahead: no test can have them do so, but it can say that they do."""
    published.mend()
    slow.page.clock.install()
    slow.page.add_init_script(NOTE_STEPS + PRERENDERED)
    slow.page.goto(slow.site)
    slow.page.wait_for_selector("html[data-steps*='Loading interpreter']", state="attached")
    slow.page.clock.fast_forward(60_000)
    expect(slow.page.locator(f"{LOADING}:not([data-game])")).to_be_attached()
    slow.page.evaluate("activate()")
    slow.wait_until_ready()
    expect(slow.page.locator("html[data-game]")).to_be_attached()


def test_an_early_move_that_the_game_does_not_allow_is_dropped(guest: Player) -> None:
    guest.choose("human")
    guest.rush(4)
    guest.page.evaluate("sessionStorage.setItem('tic-tac-toe.early', '4')")
    guest.reload()
    assert guest.board == "....X...."
    assert guest.banner == "O’s turn X took the centre."
    assert guest.page.evaluate("sessionStorage.getItem('tic-tac-toe.early')") is None


def test_what_is_there_before_python_is_what_is_there_after_it(
    slow: Player, published: Published
) -> None:
    published.mend()
    slow.open()
    slow.choose("hard")
    slow.forfeit()
    slow.new_game()
    slow.play(4)
    slow.page.evaluate("document.getElementById('insight').click()")  # without scrolling
    published.fail("main.py", "hanging")
    after = everything_shown(slow.page)
    slow.page.reload()
    expect(slow.page.locator(LOADING)).to_be_attached()
    slow.page.wait_for_selector("html[data-game]", state="attached")
    for name in ("New game", "Forfeit", "Hint", "Reset scores"):
        expect(slow.page.get_by_role("button", name=name)).to_be_disabled()
    before = everything_shown(slow.page)
    published.mend()
    slow.wait_until_ready()
    assert before == everything_shown(slow.page) == after


def everything_shown(page: Page) -> object:
    """Where everything of the game is, and what it says."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
            "main *:not(svg *, :has(*), #loading-note), #board, [data-cell]"
        )].map(element => [element.tagName, element.id, element.textContent, element.ariaLabel,
                element.checked, element.dataset.mark, element.dataset.turn,
                element.dataset.verdict, element.dataset.sign,
                ...Object.values(element.getBoundingClientRect().toJSON())])"""
    )


def test_whatever_was_saved_as_the_view_the_page_starts(guest: Player) -> None:
    guest.page.evaluate(
        """text => {
            sessionStorage.setItem("tic-tac-toe.session", text);
            sessionStorage.setItem("tic-tac-toe.early", "length");
        }""",
        'human:4\n{"board": [], "texts": {"headline": "<b>!</b>"}}',
    )
    guest.reload()
    assert guest.board == "....X...."
    assert guest.banner == "O’s turn X took the centre."
    assert guest.page.locator("main b").count() == 0


def test_the_bar_tells_how_far_it_has_come_and_goes(slow: Player, published: Published) -> None:
    published.fail("pyodide/pyodide.asm.wasm", "hanging")
    slow.page.goto(slow.site)
    bar = slow.page.get_by_role("progressbar", name="Loading")
    expect(bar).to_be_visible()
    slow.page.wait_for_selector("#loading[aria-valuenow]:not([aria-valuenow='0'])")
    early = int(bar.get_attribute("aria-valuenow") or "")
    assert 0 < early < 50
    published.server.faults.pop("pyodide/pyodide.asm.wasm")
    published.server.released.set()
    slow.wait_until_ready()
    expect(slow.page.locator("#loading")).to_be_hidden()
    assert int(slow.page.locator("#loading").get_attribute("aria-valuenow") or "") > 90


def test_what_has_come_of_the_library_is_progress(slow: Player, published: Published) -> None:
    published.fail("pyodide/python_stdlib.zip", "halting")
    slow.page.add_init_script(NOTE_BYTES)
    slow.page.goto(slow.site)
    slow.page.wait_for_selector("html[data-bytes*='python_stdlib.zip']", state="attached")
    published.mend()
    slow.wait_until_ready()


def test_a_long_start_is_spoken_of_politely(slow: Player, published: Published) -> None:
    slow.page.goto(slow.site)
    note = slow.page.locator("#loading-note[role=status]")
    expect(note).to_have_text("Loading, 75 percent.")
    published.mend()
    slow.wait_until_ready()
    expect(note).to_have_text("Ready.")


def test_a_start_that_fails_says_so_and_can_be_tried_again(
    unlucky: Player, published: Published
) -> None:
    for name, fault in (
        ("pyscript/core.js", "missing"),
        ("pyodide/pyodide.asm.mjs", "missing"),
        ("pyodide/pyodide.asm.wasm", "missing"),
        ("pyodide/pyodide.asm.wasm", "garbage"),
        ("pyodide/python_stdlib.zip", "garbage"),
        ("web/python.js", "garbage"),
        ("main.py", "missing"),
        ("main.py", "garbage"),
    ):
        published.mend()
        published.fail(name, fault)
        if unlucky.page.url == unlucky.site:
            with unlucky.page.expect_navigation():
                unlucky.page.get_by_role("button", name="Try again").click()
        else:
            unlucky.page.goto(unlucky.site)
        unlucky.page.wait_for_selector(FAILED, state="attached")
        assert unlucky.banner == BROKEN, (name, fault)
        expect(unlucky.page.locator("#loading")).to_be_hidden()
        expect(unlucky.page.locator("body")).not_to_contain_text("Traceback")
    unlucky.cell(4).click()
    assert unlucky.board == "........."
    published.mend()
    unlucky.page.get_by_role("button", name="Try again").click()
    unlucky.wait_until_ready()
    unlucky.play(4)
    assert len(unlucky.moves) == 2


def test_a_style_that_is_not_whole_is_a_failure(unlucky: Player, published: Published) -> None:
    unlucky.page.clock.install()
    for fault in ("missing", "garbage", "cut off", "hanging"):
        published.mend()
        published.fail("web/style.css", fault)
        with unlucky.page.expect_request_finished(lambda request: "start.js" in request.url):
            unlucky.page.goto(unlucky.site, wait_until="commit")
        unlucky.page.wait_for_selector("#keys", state="attached")
        unlucky.page.clock.run_for(31_000)
        unlucky.page.wait_for_selector(FAILED, state="attached")
        assert unlucky.banner == BROKEN, fault
        expect(unlucky.page.get_by_role("button", name="Try again")).to_be_visible()
        expect(unlucky.page.locator("#board")).to_have_count(0)
    published.mend()
    unlucky.page.clock.resume()
    unlucky.page.get_by_role("button", name="Try again").click()
    unlucky.wait_until_ready()


def test_a_machine_that_sleeps_while_the_style_comes_wakes_to_a_game(
    unlucky: Player, published: Published
) -> None:
    published.fail("web/style.css", "hanging")
    unlucky.page.clock.install()
    with unlucky.page.expect_request_finished(lambda request: "style.js" in request.url):
        unlucky.page.goto(unlucky.site, wait_until="commit")
    unlucky.page.wait_for_selector("#keys", state="attached")
    unlucky.page.clock.fast_forward(604_800_000)
    published.mend()
    unlucky.wait_until_ready()


def test_a_failed_start_is_shown_well(unlucky: Player, published: Published) -> None:
    published.fail("pyodide/pyodide.asm.wasm", "missing")
    unlucky.page.goto(unlucky.site)
    expect(unlucky.page.get_by_role("button", name="Try again")).to_be_visible()
    expect(unlucky.page.locator("#board[data-turn]")).to_have_count(0)
    assert faults_of(unlucky.page) == []
    picture(unlucky.page, "failed")


def test_half_a_minute_without_progress_is_a_failure(unlucky: Player, published: Published) -> None:
    published.fail("pyodide/pyodide.asm.wasm", "hanging")
    unlucky.page.clock.install()
    unlucky.page.add_init_script(NOTE_STEPS)
    unlucky.page.goto(unlucky.site)
    unlucky.page.wait_for_selector("html[data-steps*='Loading interpreter']", state="attached")
    unlucky.page.clock.fast_forward(29_000)
    expect(unlucky.page.locator(LOADING)).to_be_attached()
    unlucky.page.clock.fast_forward(2_000)
    unlucky.page.wait_for_selector(FAILED, state="attached")
    assert unlucky.banner == "The game could not start Nothing has arrived for half a minute."
    again = unlucky.page.get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_disabled()
    with unlucky.page.expect_navigation():
        unlucky.page.clock.fast_forward(10_000)
    expect(unlucky.page.locator(LOADING)).to_be_attached()
    published.mend()
    unlucky.wait_until_ready()


@pytest.mark.parametrize(
    ("lack", "sentence"),
    [
        (
            "delete globalThis.WebAssembly",
            NO_WEBASSEMBLY,
        ),
        (
            "WebAssembly.Module = function () { throw new WebAssembly.CompileError('forbidden'); }",
            NO_WEBASSEMBLY,
        ),
        (
            "delete HTMLScriptElement.prototype.noModule",
            "The game could not start This browser is too old to run it. A newer one will help.",
        ),
    ],
    ids=["no WebAssembly", "WebAssembly forbidden", "no modules"],
)
def test_a_browser_that_cannot_run_it_is_told_so(
    unlucky: Player, published: Published, lack: str, sentence: str
) -> None:
    published.fail("pyscript/core.js", "missing")  # this browser would run it all the same
    unlucky.page.add_init_script(lack)
    unlucky.page.goto(unlucky.site)
    unlucky.page.wait_for_selector(FAILED, state="attached")
    assert unlucky.banner == sentence
    expect(unlucky.page.get_by_role("button", name="Try again")).to_be_visible()


def test_without_javascript_a_sentence_says_what_is_needed(
    playwright: Playwright, site: str
) -> None:
    """In Chromium only: Playwright itself hangs in a Firefox that has no JavaScript."""
    with somebody(playwright.chromium, site, java_script_enabled=False) as player:
        player.page.goto(site)
        sentence = player.page.get_by_text("It needs JavaScript and WebAssembly")
        expect(sentence).to_be_visible(timeout=9_000)


def test_the_page_is_playable_before_python_is_there(context: BrowserContext, site: str) -> None:
    player = Player(context.new_page(), site)
    player.open()
    playable, ready = (
        player.page.evaluate(f"performance.getEntriesByName('{name}', 'mark')[0].startTime")
        for name in ("playable", "ready")
    )
    assert playable < ready
