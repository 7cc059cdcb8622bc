"""Learning from the game: insight, hints, the review, the thinking panel, and shared games."""

import json
import re
from collections.abc import Iterator
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from app.messages import LINK_COPIED, LINK_SHOWN, NOT_A_GAME, PLACES
from app.saved_format import SHARED_GAME
from engine import Game, InvalidRecord, advise, review, verdicts
from tests.browser.conftest import picture, somebody
from tests.browser.player import Player
from tests.support.axe import faults_of

X_WINS = (0, 3, 1, 4, 2)
LOST_BY_O = (
    "O’s mistake was move 2, the middle left: it turned a draw into a loss. "
    "The centre would have kept the draw."
)
FOLLOW = """async ([links, sentence]) => {
    const everything = () => [
        document.getElementById("status").textContent.replace(/\\s+/g, " ").trim(),
        [...document.querySelectorAll("[data-cell]")].map(c => c.dataset.mark || ".").join(""),
        document.querySelectorAll("*").length, location.hash, "hacked" in window].join(" / ");
    const [, ...others] = everything().split(" / ");
    const expected = [sentence, ...others].join(" / ");
    const faults = [];
    for (const link of links) {
        const changed = new Promise(done => addEventListener("hashchange", done, { once: true }));
        location.hash = `#game=${link}`;
        await changed;
        if (everything() !== expected) faults.push([link, everything(), expected]);
    }
    return faults;
}"""
WRITES = "{ writeText: async text => { window.shared = text; } }"
CANCELLED = "async () => { throw new DOMException('', window.asked = 'AbortError'); }"
SHARES = "async ({ title, text, url }) => { window.shared = `${title}: ${text}${url}`; }"
SHARED_TEXT = "X beat O at tic-tac-toe in 5 moves.\n❌❌❌\n⭕⭕⬜\n⬜⬜⬜\n"
FAILS = "{ writeText: async () => { throw new DOMException('', 'NotAllowedError'); } }"


def told(page: Page, name: str) -> str:
    """What an element says."""
    return " ".join(page.inner_text(f"#{name}").split())


def verdicts_shown(player: Player) -> dict[int, str]:
    """The verdicts that the cells carry."""
    shown = player.page.evaluate(
        "() => [...document.querySelectorAll('[data-cell]')].map(c => c.dataset.verdict ?? null)"
    )
    return {cell: verdict for cell, verdict in enumerate(shown) if verdict is not None}


def verdicts_known(board: str) -> dict[int, str]:
    """The verdicts that the engine gives."""
    return {cell: f"{known.outcome}-{known.plies}" for cell, known in verdicts(board).items()}


@pytest.fixture
def learner(guest: Player) -> Iterator[Player]:
    """Somebody at the beginning of a game between two people."""
    guest.choose("human")
    yield guest
    guest.page.locator("#insight").set_checked(False)


@pytest.mark.same_everywhere
def test_insight_follows_the_game_and_is_remembered(learner: Player) -> None:
    assert verdicts_shown(learner) == {}
    learner.page.get_by_label("Insight").check()
    board = "." * 9
    for cell in (0, 4, 8, 1):
        assert verdicts_shown(learner) == verdicts_known(board)
        learner.rush(cell)
        board = learner.board
    assert board == "XO..O...X"
    expect(learner.cell(7)).to_have_accessible_name("Bottom centre, empty, draw")
    expect(learner.cell(2)).to_have_accessible_name("Top right, empty, loss in 2")
    signs = learner.page.evaluate(
        """() => [...document.querySelectorAll("[data-cell]")].map(
            cell => getComputedStyle(cell, "::after").content !== "none" && cell.dataset.sign)"""
    )
    assert [signs[cell] for cell in (0, 2, 7)] == [False, "loss\nin 2", "draw"]
    assert faults_of(learner.page) == []
    picture(learner.page, "insight")
    learner.reload()
    assert verdicts_shown(learner) == verdicts_known(board)
    learner.page.get_by_label("Insight").uncheck()
    assert verdicts_shown(learner) == {}


@pytest.mark.same_everywhere
def test_games_with_help_count_and_are_told_apart(learner: Player) -> None:
    learner.page.get_by_role("button", name="Reset scores").click()
    learner.page.locator("#confirm-reset").click()
    learner.rush(*X_WINS)
    assert told(learner.page, "score-help") == ""
    learner.new_game()
    learner.rush(0, 3, 1)
    learner.page.get_by_role("button", name="Hint").click()
    learner.reload()
    learner.rush(4, 2)
    assert learner.scores == (2, 0, 0)
    assert told(learner.page, "score-help") == "1 with help"
    learner.page.get_by_label("Insight").check()
    learner.new_game()
    learner.rush(*X_WINS)
    assert told(learner.page, "score-help") == "2 with help"
    learner.reload()
    assert told(learner.page, "score-help") == "2 with help"


def test_a_hint_marks_one_cell_and_says_why(learner: Player) -> None:
    learner.rush(0, 3, 1, 4)
    learner.page.get_by_role("button", name="Hint").click()
    assert told(learner.page, "hint-text") == "Top right wins right away."
    expect(learner.cell(2)).to_have_accessible_name("Top right, empty, hint")
    expect(learner.page.locator("[data-tag]")).to_have_count(1)
    assert faults_of(learner.page) == []
    picture(learner.page, "hint")
    learner.play(8)
    assert told(learner.page, "hint-text") == ""
    expect(learner.page.locator("[data-tag]")).to_have_count(0)


def test_h_on_the_board_is_a_hint_and_nowhere_else(learner: Player) -> None:
    learner.page.get_by_role("button", name="New game").press("h")
    assert told(learner.page, "hint-text") == ""
    learner.rush(0)
    learner.cell(8).press("h")
    assert told(learner.page, "hint-text") == "Only the centre is safe."
    expect(learner.cell(8)).to_be_focused()
    learner.cell(4).press("Enter")
    assert learner.board == "X...O...."


@pytest.mark.same_everywhere
def test_a_hint_is_what_the_engine_advises_against_the_computer(guest: Player) -> None:
    guest.choose("hard")
    while guest.status == "in_progress":
        advice = advise(guest.board)
        guest.page.get_by_role("button", name="Hint").click()
        assert PLACES[advice.cell] in told(guest.page, "hint-text").lower()
        guest.play(int(guest.page.get_attribute("[data-tag=hint]", "data-cell") or ""))
    assert guest.status == "draw"
    expect(guest.page.get_by_role("button", name="Hint")).to_be_hidden()
    guest.cell(4).press("h")
    assert told(guest.page, "hint-text") == ""


def test_there_is_no_review_of_a_game_in_progress(learner: Player) -> None:
    learner.rush(0, 3)
    expect(learner.page.locator("#review")).to_be_hidden()
    expect(learner.page.locator("#history button")).to_have_count(0)


def test_the_review_steps_by_buttons_arrows_and_choice(learner: Player) -> None:
    page = learner.page
    learner.rush(*X_WINS)
    review_text = page.locator("#review-text")
    expect(review_text).to_have_text(LOST_BY_O)
    assert faults_of(page) == []
    picture(page, "review-whole")
    further = page.get_by_role("button", name=re.compile("Next move|End of game"))
    earlier = page.get_by_role("button", name=re.compile("Start of game|Previous move"))
    for button in further.all():
        expect(button).to_be_disabled()
    for button in earlier.all():
        expect(button).to_be_enabled()
    page.get_by_role("button", name="Start of game").click()
    for button in further.all():
        expect(button).to_be_enabled()
    for button in earlier.all():
        expect(button).to_be_disabled()
    expect(review_text).to_have_text("Before the first move.")
    assert learner.board == "." * 9
    page.get_by_role("button", name="Next move").click()
    page.get_by_role("button", name="Next move").click()
    assert learner.board == "X..O....."
    expect(review_text).to_contain_text("A mistake: this turned a draw into a loss.")
    expect(learner.cell(3)).to_have_attribute("data-tag", "played")
    expect(learner.cell(4)).to_have_attribute("data-tag", "better")
    assert learner.status == "x_wins"
    expect(page.locator("[data-struck]")).to_have_count(0)
    assert faults_of(page) == []
    picture(page, "review-step")
    page.get_by_role("button", name="Previous move").press("ArrowRight")
    assert learner.board == "XX.O....."
    expect(page.get_by_role("button", name="Previous move")).to_be_focused()
    page.get_by_role("button", name="O centre").click()
    assert learner.board == "XX.OO...."
    chosen = page.get_by_role("button", name="O centre")
    expect(chosen).to_be_focused()
    expect(chosen).to_have_attribute("aria-current", "step")
    chosen.press("ArrowLeft")
    assert learner.board == "XX.O....."
    chosen.press("Home")
    assert learner.board == "." * 9
    learner.cell(8).click()
    assert learner.board == "." * 9
    chosen.press("End")
    expect(review_text).to_have_text(LOST_BY_O)
    qualities = page.locator("#history li").evaluate_all("all => all.map(i => i.dataset.quality)")
    assert qualities == [judged.quality for judged in review(Game.from_record("03142"))]
    learner.new_game()
    expect(page.locator("#review")).to_be_hidden()
    learner.rush(4)
    assert learner.board == "....X...."


def set_navigator(page: Page, name: str, value: str) -> None:
    """Gives the browser a feature that it may not have, or takes one away."""
    page.evaluate(
        f"Object.defineProperty(navigator, '{name}', {{ value: {value}, configurable: true }})"
    )


@pytest.mark.parametrize(
    ("share", "clipboard", "said", "link"),
    [
        (SHARES, "undefined", "", "window.shared"),
        ("async () => { throw new TypeError(); }", WRITES, LINK_COPIED, "window.shared"),
        ("undefined", WRITES, LINK_COPIED, "window.shared"),
        ("undefined", "undefined", LINK_SHOWN, "document.getElementById('link').value"),
        ("undefined", FAILS, LINK_SHOWN, "document.getElementById('link').value"),
    ],
    ids=["share sheet", "sheet refused", "clipboard", "no clipboard", "clipboard refused"],
)
def test_a_game_is_shared_by_the_best_way_there_is(
    learner: Player, share: str, clipboard: str, said: str, link: str
) -> None:
    page = learner.page
    set_navigator(page, "share", share)
    set_navigator(page, "clipboard", clipboard)
    learner.rush(*X_WINS)
    page.get_by_role("button", name="Share").click()
    told = SHARED_TEXT if link == "window.shared" else ""
    told = f"Tic-tac-toe: {told}" if share == SHARES else told
    url = f"{learner.site}{SHARED_GAME}03142"
    page.wait_for_function(f"() => {link} === {json.dumps(told + url)}")
    expect(page.locator("#share-note")).to_have_text(said)
    assert page.locator("#link").is_visible() == (said == LINK_SHOWN)
    assert faults_of(page) == []
    page.evaluate("delete window.shared; delete navigator.share; delete navigator.clipboard")


def test_a_share_that_is_cancelled_copies_nothing(learner: Player) -> None:
    page = learner.page
    page.evaluate("window.copied = 0")
    set_navigator(page, "clipboard", "{ writeText: async () => { window.copied++; } }")
    set_navigator(page, "share", CANCELLED)
    learner.rush(*X_WINS)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.asked")
    expect(page.locator("#share-note")).to_have_text("")
    set_navigator(page, "share", "undefined")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-note")).to_have_text(LINK_COPIED)
    assert page.evaluate("copied") == 1  # by the second
    page.evaluate("delete navigator.share; delete navigator.clipboard")


def test_the_clipboard_really_holds_the_link(playwright: Playwright, site: str) -> None:
    """In Chromium only: no other lets a test read what was copied."""
    with somebody(playwright.chromium, site) as player:
        player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        player.open()
        player.choose("human")
        player.rush(*X_WINS)
        player.page.get_by_role("button", name="Share").click()
        expect(player.page.locator("#share-note")).to_have_text(LINK_COPIED)
        expect(player.page.locator("#share-note")).to_be_in_viewport()
        copied = player.page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{SHARED_TEXT}{site}{SHARED_GAME}03142"


def test_a_shared_game_opens_as_a_replay_and_changes_nothing(player: Player) -> None:
    page = player.page
    player.choose("human")
    player.rush(4, 0)
    saved = "JSON.stringify([localStorage, sessionStorage])"
    before = page.evaluate(saved)
    page.goto(f"{player.site}{SHARED_GAME}03142")
    expect(page.locator("#headline")).to_have_text("A shared game")
    player.reload()
    assert player.banner == "A shared game X wins. Top right makes three in a row."
    assert player.board == "XXXOO...."
    assert player.status == "x_wins"
    assert len(player.moves) == 5
    assert player.scores == (0, 0, 0)
    assert faults_of(page) == []
    picture(page, "shared-game")
    expect(page.get_by_role("button", name="Back to my game")).to_be_in_viewport()
    for name in ("Give up", "Hint"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    player.cell(8).click()
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator("#review-text")).to_contain_text("Move 5 of 5")
    assert page.evaluate(saved) == before
    page.get_by_role("button", name="Back to my game").click()
    assert player.board == "O...X...."
    expect(player.cell(8)).to_be_focused()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert page.url == player.site
    page.goto(f"{player.site}{SHARED_GAME}40812")
    expect(page.locator("#headline")).to_have_text("A shared game")
    assert player.status == "in_progress"
    assert player.board == "OOX.X...X"
    page.get_by_role("button", name="Back to my game").focus()
    page.evaluate("history.back()")
    expect(page.locator("#headline")).to_have_text("X’s turn")
    expect(page.get_by_role("button", name="New game")).to_be_focused()
    assert player.board == "O...X...."
    player.new_game()
    page.goto(f"{player.site}{SHARED_GAME}03142")
    expect(page.locator("#headline")).to_have_text("A shared game")
    expect(page.get_by_role("button", name="Play a game")).to_be_visible()
    page.get_by_text("Why this move?").click()
    expect(page.locator("#thinking-lead")).to_contain_text("Move 5: X took the top right.")
    page.get_by_role("button", name="X top left").click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name="X top left").focus()
    page.goto(f"{player.site}{SHARED_GAME}40812")
    expect(page.get_by_role("button", name="New game")).to_be_focused()
    player.new_game()
    player.rush(8)
    assert player.board == "........X"
    assert page.url == player.site


def hostile_links(count: int, seed: str) -> Iterator[str]:
    """Fragments that hold no legal game, made by hand and at random."""
    yield from (
        *("", "44", "9", "-1", "f4", "031425", "0123456789", "4f4", "4 0", "4%30", "4&x=1"),
        *("<script>window.hacked = 1</script>", "<img src=x onerror=window.hacked=1>", "x" * 9_000),
        *("4~<b>", "4~k3f9.<b>", "4.nobody", "41.hard", "4~k3f9&k3f9", "4~" + "k" * 9_000),
        *("javascript:window.hacked=1", "');window.hacked=1;('", "${window.hacked=1}", "__proto__"),
        *(
            "\u0664",
            "４",
            "\u202e40",
            "%00",
            "%",
            "\U0001f600",
            "None",
            "null",
            "[4]",
            "{}",
            "#game=4",
        ),
    )
    rng = Random(seed)
    made = 0
    while made < count:
        alphabet = rng.choice(
            ("012345678", "012345678f", "0123456789f<>&\"'%#= ", "\u00e9\u20ac<b>")
        )
        link = "".join(rng.choices(alphabet, k=rng.randint(1, 12)))
        try:
            Game.from_record(link)
        except InvalidRecord:
            made += 1
            yield link


@pytest.mark.same_everywhere
def test_hostile_links_show_a_sentence_and_nothing_else(learner: Player, browser_name: str) -> None:
    learner.rush(4, 0)
    links = [*hostile_links(1_000, browser_name)]
    faults = learner.page.evaluate(FOLLOW, [links, f"X’s turn {NOT_A_GAME}"])
    assert faults == []
    learner.rush(8)
    assert learner.board == "O...X...X"
    assert learner.banner == "O’s turn X took the bottom right."


def test_a_hostile_link_opened_afresh_leaves_a_game_to_play(
    context: BrowserContext, site: str
) -> None:
    link = quote("<script>window.hacked = 1</script>")
    player = Player(context.new_page(), f"{site}{SHARED_GAME}{link}")
    player.open()
    assert player.banner == f"Your turn {NOT_A_GAME}"
    assert player.page.url == site
    assert faults_of(player.page) == []
    player.play(4)
    assert len(player.moves) == 2
    assert not player.page.evaluate("'hacked' in window")


def test_everything_can_be_reached_by_touch(playwright: Playwright, site: str) -> None:
    """In Chromium only: a test cannot touch the others."""
    with somebody(playwright.chromium, site, has_touch=True) as player:
        player.open()
        page = player.page
        page.get_by_text("Friend", exact=True).tap()
        for cell in (0, 3, 1):
            player.cell(cell).tap()
        page.get_by_role("button", name="Hint").tap()
        assert told(page, "hint-text") != ""
        page.get_by_text("Insight", exact=True).tap()
        assert len(verdicts_shown(player)) == 6
        player.cell(4).tap()
        player.cell(2).tap()
        page.get_by_role("button", name="Previous move").tap()
        expect(page.locator("#review-text")).to_contain_text("Move 5 of 5")
        page.get_by_role("button", name="O middle left").tap()
        assert player.board == "X..O....."
        page.get_by_text("Why this move?").tap()
        expect(page.get_by_text("Move 2: O took the middle left.")).to_be_in_viewport()
        page.get_by_role("treeitem", name="O centre: draw, better").tap()
        expect(page.locator('[data-record="04"]')).to_have_attribute("aria-expanded", "true")
