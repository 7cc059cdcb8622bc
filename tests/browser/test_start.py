"""The start: the first paint, a pending move, progress, and what happens if it fails."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from app.messages import BEFORE_PYTHON, PLACES
from app.saved_format import PENDING_MOVES_KEY, SESSION_KEY, TAB_LOCK, VIEW_TEXTS
from app.session import REPLY_SECONDS
from engine import Level, policy
from tests.browser.conftest import picture, somebody, watched
from tests.browser.player import NAMES, Player
from tests.browser.test_layout import sticks_out
from tests.support.attacks.storage import CLEAR
from tests.support.axe import faults_of
from tests.support.boards import board
from tests.support.faulty_server import Published
from tests.support.saved_sessions import session_json
from tools.environment import ROOT

WASM = "pyodide/pyodide.asm.wasm.gzip"
LOADING = 'html[data-python="loading"]'
FAILED = 'html[data-python="failed"]'
COUNT_STEPS = """window.stepsSeen = [];
    for (const kind of ["py:progress", "py:ready"])
        addEventListener(kind, ({ detail }) => stepsSeen.push(detail ?? kind), true);"""
LOADING_INTERPRETER = "stepsSeen.some(step => String(step).includes('Loading interpreter'))"
HOSTILE_VIEWS: list[dict[str, object]] = [
    {"board": []},
    {"texts": dict.fromkeys(VIEW_TEXTS, "<b>!</b>")},
    {"board": None},
    {"board": [{}] * 9},
    {"names": None},
    {"names": ["<b>!</b>"] * 9, "moves": ["<b>!</b>"]},
    {"verdicts": 4, "signs": None},
    {"moves": {}},
    {"texts": None},
    {"turn": "Z"},
    {"turn": {"X": "O"}},
    {"insight": []},
]
HOSTILE_MOVES: list[tuple[str, object]] = [
    *(("moves", "length"), ("moves", "9"), ("moves", "444"), ("moves", 4), ("moves", [4])),
    *(("moves", ["4"]), ("moves", None), ("moves", {}), ("opponent", "__proto__")),
    *(("opponent", "nobody"), ("opponent", None), ("opponent", ["hard"])),
    *(("record", "4"), ("record", None), ("record", 0)),
]
# Whether the bar is further than all files but one can bring it: PyScript's steps, and two of ours.
COUNTS_BYTES_OF = """([name, steps]) => {
    const links = [...document.querySelectorAll("link[data-bytes]")];
    const sum = some => some.reduce((bytes, link) => bytes + Number(link.dataset.bytes), 0);
    const others = sum(links.filter(({ href }) => !href.endsWith(name))) / sum(links);
    const most = Math.round(100 * (others + (stepsSeen.length + 2) / steps) / 2);
    return others < 1 && Number(document.getElementById("loading").ariaValueNow) > most;
}"""
PLAYABLE = "performance.getEntriesByName('playable', 'mark').length === 1"
LOCKS = "async () => (await navigator.locks.query()).held.map(({ name }) => name)"
PRERENDERED = """let isHidden = true;
    Object.defineProperty(document, "prerendering", { get: () => isHidden });
    window.activate = () => {
        isHidden = false;
        document.dispatchEvent(new Event("prerenderingchange"));
    };"""
BROKEN = "The game couldn’t start Part of it is missing or broken."
NO_WEBASSEMBLY = (
    "The game couldn’t start "
    "This browser has no WebAssembly, or it’s switched off. Please try another browser."
)


@pytest.fixture
def slow(browser: Browser, published: Published) -> Iterator[Player]:
    """Somebody whose page waits for its last file."""
    published.fail("web/main.py", "hanging")
    with watched(browser, published.url) as (context, guard):
        yield Player(context.new_page(), published.url, guard)


@pytest.fixture
def unlucky(browser: Browser, published: Published) -> Iterator[Player]:
    """Somebody whose page may report errors."""
    with watched(browser, published.url) as (context, guard):
        yield Player(context.new_page(), published.url)
        context.close()  # some errors are late
        guard.forgive_errors()


@pytest.mark.same_everywhere
def test_every_level_replies_before_python_is_up(unlucky: Player, published: Published) -> None:
    published.fail(WASM, "hanging")
    unlucky.page.goto(unlucky.site)
    for level in Level:
        unlucky.page.get_by_text(NAMES[level], exact=True).click()
        unlucky.cell(0).click()
        expect(unlucky.page.locator("#board[data-turn=X]")).to_be_attached()
        assert unlucky.board.count("O") == 1
        assert unlucky.board.index("O") in policy("X........", level)


def test_an_opening_is_played_before_python_is_up(slow: Player, published: Published) -> None:
    page, level = slow.page, Level.HARD
    page.goto(slow.site)
    page.get_by_text(NAMES[level], exact=True).click()
    assert slow.banner == "Your turn You’re X. Pick any square."
    place = page.locator("#board").bounding_box()
    slow.cell(0).click()
    expect(page.locator("#board[data-turn=X]")).to_be_attached()
    assert slow.board.count("O") == 1
    reply = slow.board.index("O")
    assert reply in policy("X........", level)
    assert slow.banner == f"Your turn The computer took the {PLACES[reply]}."
    assert slow.moves == ["X top left", f"O {PLACES[reply]}"]
    expect(slow.cell(0)).to_have_accessible_name("Top left, X")
    second = 8 if reply == 4 else 4
    slow.cell(reply).click()
    slow.cell(second).click()
    slow.cell(1 if reply != 1 else 2).click()
    assert slow.banner == f"The computer is thinking You took the {PLACES[second]}."
    assert slow.board.count("X") == 2
    expect(page.locator(LOADING)).to_be_attached()
    expect(page.locator("#loading-text")).to_have_text(BEFORE_PYTHON["starting"])
    assert page.locator("#board").bounding_box() == place
    assert faults_of(page) == []
    picture(page, "opening")
    published.recover()
    slow.wait_until_ready()
    slow.wait_for_turn()
    assert slow.moves[:3] == ["X top left", f"O {PLACES[reply]}", f"X {PLACES[second]}"]
    assert len(slow.moves) == 4
    expect(page.get_by_role("radio", name=NAMES[level])).to_be_checked()
    assert slow.stored("sessionStorage", PENDING_MOVES_KEY) is None


@pytest.mark.same_everywhere
def test_two_people_open_their_game_before_python_is_up(slow: Player, published: Published) -> None:
    slow.page.goto(slow.site)
    slow.page.get_by_text("Friend", exact=True).click()
    assert slow.banner == "X’s turn X goes first. Pick any square."
    assert slow.page.inner_text("#label-o") == "O"
    slow.cell(4).click()
    assert slow.banner == "O’s turn X took the centre."
    slow.cell(0).click()
    slow.cell(8).click()
    assert slow.board == board("O..", ".X.", "...")
    assert slow.banner == f"{BEFORE_PYTHON['wait']} {BEFORE_PYTHON['pending']}"
    published.recover()
    slow.wait_until_ready()
    assert slow.moves == ["X centre", "O top left"]
    assert slow.banner == "X’s turn O took the top left."


def test_the_computer_takes_its_time_before_python_is_up(
    playwright: Playwright, browser_name: str, published: Published
) -> None:
    published.fail("web/main.py", "hanging")
    browser_type = getattr(playwright, browser_name)
    with somebody(browser_type, published.url, reduced_motion="no-preference") as player:
        player.page.clock.install(time=0)
        player.page.goto(player.site)
        player.page.wait_for_selector("#opponent:enabled")
        player.page.clock.pause_at(10)
        player.cell(4).click()
        assert player.banner == "The computer is thinking You took the centre."
        player.page.clock.run_for(round(1_000 * REPLY_SECONDS) - 1)
        assert player.board == board("...", ".X.", "...")
        player.page.clock.run_for(1)
        assert player.board.count("O") == 1
        player.page.clock.resume()
        published.recover()
        player.wait_until_ready()


@pytest.mark.same_everywhere
def test_another_choice_before_python_is_up_begins_anew(
    unlucky: Player, published: Published
) -> None:
    published.fail("web/main.py", "hanging")
    unlucky.page.goto(unlucky.site)
    unlucky.cell(4).click()
    unlucky.page.get_by_text("Hard", exact=True).click()
    assert unlucky.board == "........."
    assert unlucky.moves == []
    assert unlucky.page.inner_text("#score-x") == "–"
    unlucky.page.reload()  # Firefox reports what it then no longer waits for
    unlucky.page.wait_for_function(PLAYABLE)
    expect(unlucky.page.get_by_role("radio", name="Hard")).to_be_checked()
    published.recover()
    unlucky.wait_until_ready()
    expect(unlucky.page.get_by_role("radio", name="Hard")).to_be_checked()
    assert unlucky.scores == (0, 0, 0)
    unlucky.reload()
    expect(unlucky.page.get_by_role("radio", name="Hard")).to_be_checked()


@pytest.mark.same_everywhere
def test_no_choice_before_python_is_up_gives_up_a_game(slow: Player, published: Published) -> None:
    published.recover()
    slow.open()
    slow.choose("human")
    slow.rush(4)
    published.fail("web/main.py", "hanging")
    slow.page.reload()
    slow.page.wait_for_function(PLAYABLE)
    expect(slow.page.get_by_role("radio", name="Hard")).to_be_disabled()
    slow.cell(0).click()
    slow.cell(8).click()
    assert slow.board == board("O..", ".X.", "...")
    assert slow.banner == f"{BEFORE_PYTHON['wait']} {BEFORE_PYTHON['pending']}"
    published.recover()
    slow.wait_until_ready()
    assert slow.moves == ["X centre", "O top left"]
    expect(slow.page.get_by_role("radio", name="Hard")).to_be_enabled()


@pytest.mark.same_everywhere
def test_a_failed_start_takes_no_choice(unlucky: Player, published: Published) -> None:
    published.fail("web/main.py", "missing")
    unlucky.page.goto(unlucky.site)
    unlucky.page.wait_for_selector(FAILED, state="attached")
    expect(unlucky.page.get_by_role("radio", name="Hard")).to_be_disabled()


@pytest.mark.same_everywhere
def test_an_opening_survives_a_reload(unlucky: Player, published: Published) -> None:
    published.fail("web/main.py", "hanging")
    unlucky.page.goto(unlucky.site)
    unlucky.page.get_by_text("Hard", exact=True).click()
    unlucky.cell(4).press("Enter")
    expect(unlucky.page.locator("#board[data-turn=X]")).to_be_attached()
    opened = unlucky.board
    queued = {"opponent": "hard", "record": "", "moves": f"4{opened.index('O')}"}
    assert json.loads(unlucky.stored("sessionStorage", PENDING_MOVES_KEY) or "") == queued
    unlucky.page.reload()  # Firefox reports what it then no longer waits for
    unlucky.page.wait_for_function(PLAYABLE)
    expect(unlucky.page.locator(LOADING)).to_be_attached()
    assert unlucky.board == opened
    assert len(unlucky.moves) == 2
    published.recover()
    unlucky.wait_until_ready()
    assert unlucky.board == opened
    assert unlucky.banner.startswith("Your turn The computer took the")
    assert unlucky.stored("sessionStorage", PENDING_MOVES_KEY) is None


@pytest.mark.same_everywhere
def test_a_reply_that_the_level_would_not_make_is_discarded(newcomer: Player) -> None:
    forged = '{"opponent": "hard", "record": "", "moves": "418"}'
    newcomer.go_beside()
    newcomer.store("sessionStorage", {PENDING_MOVES_KEY: forged})
    newcomer.open()
    assert newcomer.board == "........."
    expect(newcomer.page.get_by_role("radio", name="Medium")).to_be_checked()


@pytest.mark.same_everywhere
def test_a_pending_move_in_a_second_tab_is_one_in_its_own_game(
    slow: Player, published: Published
) -> None:
    published.recover()
    slow.open()
    slow.choose("human")
    slow.rush(4)
    published.fail("web/main.py", "hanging")
    other = Player(slow.page.context.new_page(), slow.site)
    other.page.goto(other.site)
    other.page.wait_for_function(PLAYABLE)
    assert other.board == "........."
    other.cell(0).click()
    published.recover()
    other.wait_until_ready()
    assert other.moves == ["X top left"]
    assert slow.board == "....X...."
    other.page.keyboard.press("Tab")  # the focus has stayed on the cell
    expect(other.page.get_by_role("button", name="New game")).to_be_focused()


def test_a_prerendered_page_acquires_no_tab_lock_before_it_is_activated(
    slow: Player, published: Published
) -> None:
    """No test can have a browser prerender, but it can have the page believe that it did."""
    published.recover()
    slow.page.clock.install()
    slow.page.add_init_script(COUNT_STEPS + PRERENDERED)
    slow.page.goto(slow.site)
    slow.page.wait_for_function(LOADING_INTERPRETER)
    slow.page.clock.fast_forward(60_000)
    expect(slow.page.locator(LOADING)).to_be_attached()
    assert slow.page.evaluate(LOCKS) == []
    assert not slow.page.evaluate(PLAYABLE)
    slow.page.evaluate("activate()")
    slow.wait_until_ready()
    (lock,) = slow.page.evaluate(LOCKS)
    assert lock.startswith(TAB_LOCK)
    assert slow.take_diagnostics() <= {"snapshot worker"}  # a minute is too long for it


@pytest.mark.same_everywhere
def test_a_pending_move_that_the_game_does_not_allow_is_dropped(guest: Player) -> None:
    guest.choose("human")
    guest.rush(4)
    pending = {"opponent": "human", "record": "4", "moves": "044"}
    guest.store("sessionStorage", {PENDING_MOVES_KEY: json.dumps(pending)})
    guest.reload()
    assert guest.board == "....X...."
    assert guest.banner == "O’s turn X took the centre."
    assert guest.stored("sessionStorage", PENDING_MOVES_KEY) is None


def test_the_first_paint_of_the_saved_view_is_what_python_renders(
    slow: Player, published: Published
) -> None:
    published.recover()
    slow.open()
    slow.choose("hard")
    slow.forfeit()
    slow.new_game()
    slow.play(4)
    slow.page.evaluate("document.getElementById('insight').click()")  # without scrolling
    published.fail("web/main.py", "hanging")
    after = everything_shown(slow.page)
    slow.page.reload()
    expect(slow.page.locator(LOADING)).to_be_attached()
    slow.page.wait_for_function(PLAYABLE)
    for name in ("New game", "Give up", "Hint", "Reset scores"):
        expect(slow.page.get_by_role("button", name=name)).to_be_disabled()
    before = everything_shown(slow.page)
    published.recover()
    slow.wait_until_ready()
    assert before == everything_shown(slow.page) == after


def everything_shown(page: Page) -> object:
    """Where everything of the game is, and what it says."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
            "main *:not(svg *, :has(*), #loading-note, #loading-text), #board, [data-cell]"
        )].filter(element => !element.closest("details:not([open]) > :not(summary)"))
            .map(element => [element.tagName, element.id, element.textContent, element.ariaLabel,
                element.checked, element.dataset.mark, element.dataset.turn,
                element.dataset.verdict, element.dataset.sign,
                ...Object.values(element.getBoundingClientRect().toJSON())])"""
    )


@pytest.mark.same_everywhere
def test_whatever_was_saved_as_the_view_the_page_starts(
    unlucky: Player, published: Published
) -> None:
    """Python never reads the view: the first paints will do without it, and one start with it."""
    published.fail(WASM, "hanging")
    for changes in HOSTILE_VIEWS:
        saved = json.loads(session_json("human", "4"))
        saved["view"] |= changes
        unlucky.go_beside()
        unlucky.store("sessionStorage", {SESSION_KEY: json.dumps(saved)})
        unlucky.page.goto(unlucky.site)
        unlucky.page.wait_for_function(PLAYABLE)
        unlucky.rush(0)
        expect(unlucky.page.locator(LOADING)).to_be_attached()
        assert unlucky.page.locator("main b").count() == 0, changes
    published.recover()
    unlucky.reload()
    assert unlucky.moves[0] == "X centre"
    assert unlucky.page.locator("main b").count() == 0


@pytest.mark.same_everywhere
def test_whatever_was_saved_as_pending_moves_the_page_is_playable(
    unlucky: Player, published: Published
) -> None:
    """What Python makes of them is in tests/app/test_saved_format.py."""
    published.fail(WASM, "hanging")
    for name, value in HOSTILE_MOVES:
        pending = {"opponent": "hard", "record": "", "moves": "4", name: value}
        unlucky.go_beside()
        unlucky.store("sessionStorage", {PENDING_MOVES_KEY: json.dumps(pending)})
        unlucky.page.goto(unlucky.site)
        unlucky.page.wait_for_function(PLAYABLE)
        shown = unlucky.board
        if name == "record":
            assert shown == "........."  # they were made in another game
        unlucky.rush(shown.index("."))
        assert unlucky.board.count("X") == shown.count("X") + 1, (name, value)
        unlucky.page.evaluate(CLEAR)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "changes", [{"moves": "444"}, {"opponent": "__proto__"}, {"record": None}], ids=json.dumps
)
def test_pending_moves_that_nobody_made_are_dropped(
    guest: Player, changes: dict[str, object]
) -> None:
    guest.page.evaluate(CLEAR)
    pending: dict[str, object] = {"opponent": "hard", "record": "", "moves": "4"}
    guest.store("sessionStorage", {PENDING_MOVES_KEY: json.dumps(pending | changes)})
    guest.reload()
    assert guest.board == "........."
    assert guest.stored("sessionStorage", PENDING_MOVES_KEY) is None


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("head", "tail", "depth"),
    [
        ("{}", "", 1),  # others of this size are tried in tests/app/test_saved_format.py
        *(("[", "]", 9_000), ('{"a":', "}", 3_000), ("[", "", 19_000), ("[", "", 1_000_000)),
    ],
)
def test_whatever_json_was_saved_as_the_session_the_page_starts(
    guest: Player, head: str, tail: str, depth: int
) -> None:
    text = head * depth + tail * depth
    guest.page.evaluate(CLEAR)
    guest.store("sessionStorage", {SESSION_KEY: text, PENDING_MOVES_KEY: text})
    guest.store("localStorage", {SESSION_KEY: text})
    guest.reload()
    assert guest.board == "........."
    guest.play(4)
    assert len(guest.moves) == 2


def test_the_bar_tells_how_far_it_has_come_and_goes(slow: Player, published: Published) -> None:
    published.fail(WASM, "hanging")
    slow.page.goto(slow.site)
    bar = slow.page.get_by_role("progressbar", name="Loading")
    expect(bar).to_be_visible()
    slow.page.wait_for_selector("#loading[aria-valuenow]:not([aria-valuenow='0'])")
    assert 0 < int(bar.get_attribute("aria-valuenow") or "") < 50
    published.server.faults.pop(WASM)
    published.server.released.set()
    slow.wait_until_ready()
    expect(slow.page.locator("#loading")).to_be_hidden()
    assert int(slow.page.locator("#loading").get_attribute("aria-valuenow") or "") > 90


@pytest.mark.same_everywhere
def test_after_a_second_the_page_says_how_much_has_loaded(
    slow: Player, published: Published
) -> None:
    published.fail(WASM, "stalled")
    slow.page.goto(slow.site)
    text = slow.page.locator("#loading-text")
    expect(text).to_have_text(re.compile(r"^Loading the rest: \d\.\d of \d\.\d MB\.$"))
    loaded, total = map(float, re.findall(r"\d\.\d", text.inner_text()))
    assert 0 < loaded < total
    assert slow.page.evaluate("performance.now()") > 1_000
    assert not sticks_out(slow.page)
    assert faults_of(slow.page) == []
    picture(slow.page, "loading")
    published.recover()
    slow.wait_until_ready()
    expect(text).to_be_hidden()


def test_the_bytes_of_the_library_are_progress_as_they_arrive(
    slow: Player, published: Published
) -> None:
    published.fail("web/python_stdlib.zip.gzip", "stalled")
    steps = re.search(r"STEPS = (\d+)", (ROOT / "web" / "progress.js").read_text("utf-8"))
    assert steps
    slow.page.add_init_script(COUNT_STEPS)
    slow.page.goto(slow.site)
    slow.page.wait_for_function(COUNTS_BYTES_OF, arg=["python_stdlib.zip.gzip", int(steps[1])])
    published.recover()
    slow.wait_until_ready()


@pytest.mark.same_everywhere
def test_a_long_start_is_spoken_of_politely(slow: Player, published: Published) -> None:
    slow.page.goto(slow.site)
    note = slow.page.locator("#loading-note[role=status]")
    expect(note).to_have_text("Loading, 75 percent.")
    expect(slow.page.locator("#loading-text")).to_have_text(BEFORE_PYTHON["starting"])
    published.recover()
    slow.wait_until_ready()
    expect(note).to_have_text("Ready.")


def test_a_start_that_fails_says_so_and_can_be_retried(
    unlucky: Player, published: Published
) -> None:
    for name, fault in (
        ("pyscript/core.js", "missing"),
        ("pyodide/pyodide.asm.mjs.gzip", "missing"),
        (WASM, "missing"),
        (WASM, "garbage"),
        ("web/python_stdlib.zip.gzip", "garbage"),
        ("web/pyodide-loader.js", "garbage"),
        ("web/main.py", "missing"),
        ("web/main.py", "garbage"),
    ):
        published.recover()
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
    published.recover()
    unlucky.page.get_by_role("button", name="Try again").click()
    unlucky.wait_until_ready()
    unlucky.play(4)
    assert len(unlucky.moves) == 2


def test_an_incomplete_style_sheet_is_a_failure(unlucky: Player, published: Published) -> None:
    unlucky.page.clock.install()
    for fault in ("missing", "garbage", "truncated", "hanging"):
        published.recover()
        published.fail("web/style.css", fault)
        with unlucky.page.expect_request_finished(lambda request: "start.js" in request.url):
            unlucky.page.goto(unlucky.site, wait_until="commit")
        unlucky.page.wait_for_selector("#keys", state="attached")
        unlucky.page.clock.run_for(31_000)
        unlucky.page.wait_for_selector(FAILED, state="attached")
        assert unlucky.banner == BROKEN, fault
        expect(unlucky.page.get_by_role("button", name="Try again")).to_be_visible()
        expect(unlucky.page.locator("#board")).to_have_count(0)
    published.recover()
    unlucky.page.clock.resume()
    # Not as a person does: so soon after its first paint, Firefox ignores a click
    unlucky.page.evaluate("document.getElementById('retry').click()")
    unlucky.wait_until_ready()


def test_a_machine_that_sleeps_while_the_style_sheet_loads_wakes_to_a_game(
    unlucky: Player, published: Published
) -> None:
    published.fail("web/style.css", "hanging")
    unlucky.page.clock.install()
    with unlucky.page.expect_request_finished(
        lambda request: "stylesheet-timeout.js" in request.url
    ):
        unlucky.page.goto(unlucky.site, wait_until="commit")
    unlucky.page.wait_for_selector("#keys", state="attached")
    unlucky.page.clock.fast_forward(604_800_000)
    published.recover()
    unlucky.wait_until_ready()


def test_a_failed_start_is_shown_well(unlucky: Player, published: Published) -> None:
    published.fail(WASM, "missing")
    unlucky.page.goto(unlucky.site)
    expect(unlucky.page.get_by_role("button", name="Try again")).to_be_visible()
    expect(unlucky.page.locator("#board[data-turn]")).to_have_count(0)
    assert faults_of(unlucky.page) == []
    picture(unlucky.page, "failed")


def test_a_start_that_is_stalled_for_half_a_minute_is_a_failure(
    unlucky: Player, published: Published
) -> None:
    published.fail(WASM, "hanging")
    unlucky.page.clock.install()
    unlucky.page.add_init_script(COUNT_STEPS)
    unlucky.page.goto(unlucky.site)
    unlucky.page.wait_for_function(LOADING_INTERPRETER)
    unlucky.page.clock.fast_forward(29_000)
    expect(unlucky.page.locator(LOADING)).to_be_attached()
    while not unlucky.page.query_selector(FAILED):  # something may have arrived meanwhile
        unlucky.page.clock.fast_forward(2_000)
    assert unlucky.banner == "The game couldn’t start Nothing has arrived for half a minute."
    again = unlucky.page.get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_disabled()
    with unlucky.page.expect_navigation():
        unlucky.page.clock.fast_forward(10_000)
    expect(unlucky.page.locator(LOADING)).to_be_attached()
    published.recover()
    unlucky.wait_until_ready()


@pytest.mark.parametrize(
    "lack",
    [
        "delete globalThis.WebAssembly",
        "WebAssembly.Module = function () { throw new WebAssembly.CompileError('forbidden'); }",
    ],
    ids=["no WebAssembly", "WebAssembly forbidden"],
)
def test_a_browser_without_webassembly_is_told_so(
    unlucky: Player, published: Published, lack: str
) -> None:
    published.fail("pyscript/core.js", "missing")  # this browser would run it all the same
    unlucky.page.add_init_script(lack)
    unlucky.page.goto(unlucky.site)
    unlucky.page.wait_for_selector(FAILED, state="attached")
    assert unlucky.banner == NO_WEBASSEMBLY
    expect(unlucky.page.get_by_role("button", name="Try again")).to_be_visible()


def test_without_the_pages_own_script_a_sentence_says_what_is_needed(
    unlucky: Player, published: Published
) -> None:
    """That is what a browser that is too old for modules shows, too."""
    published.fail("web/start.js", "missing")
    unlucky.page.goto(unlucky.site)
    sentence = unlucky.page.get_by_text("It needs JavaScript, WebAssembly")
    expect(sentence).to_be_visible(timeout=9_000)


def test_without_javascript_a_sentence_says_what_is_needed(
    playwright: Playwright, site: str
) -> None:
    """In Chromium only: Playwright itself hangs in a Firefox that has no JavaScript."""
    with somebody(playwright.chromium, site, java_script_enabled=False) as player:
        player.page.goto(site)
        sentence = player.page.get_by_text("It needs JavaScript, WebAssembly")
        expect(sentence).to_be_visible(timeout=9_000)


def test_the_page_is_playable_before_python_is_there(stranger: Player) -> None:
    stranger.open()
    playable, ready = (
        stranger.page.evaluate(f"performance.getEntriesByName('{name}', 'mark')[0].startTime")
        for name in ("playable", "ready")
    )
    assert playable < ready


def test_nothing_is_requested_twice(browser: Browser, published: Published) -> None:
    published.server.caching = "max-age=600"  # as on GitHub Pages
    with watched(browser, published.url) as (context, _):
        visitor = Player(context.new_page(), published.url)
        visitor.open()
        visitor.page.wait_for_load_state("networkidle")
    asked = published.server.asked
    assert WASM in asked
    assert sorted(asked) == sorted({*asked})


def test_a_first_visit_is_light_even_if_the_server_compresses_nothing(stranger: Player) -> None:
    stranger.open()
    fetched: int = stranger.page.evaluate(
        """() => {
            const [{ startTime: ready }] = performance.getEntriesByName("ready", "mark");
            return ["navigation", "resource"].flatMap(type => performance.getEntriesByType(type))
                .filter(({ startTime }) => startTime < ready)
                .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
        }"""
    )
    assert 1_000_000 < fetched < 2_600_000
