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
from engine.thought import last_thought
from tests.browser.conftest import PHONE, picture, somebody
from tests.browser.player import Player
from tests.support.axe import faults_of

X_WINS = (0, 3, 1, 4, 2)
LOST_BY_O = (
    "O lost it with move 2, the middle left: a draw became a loss. "
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
    assert [signs[cell] for cell in (0, 2, 7)] == [False, "loss in 2", "draw"]
    assert faults_of(learner.page) == []
    picture(learner.page, "insight")
    learner.reload()
    assert verdicts_shown(learner) == verdicts_known(board)
    learner.page.get_by_label("Insight").uncheck()
    assert verdicts_shown(learner) == {}


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
    assert told(learner.page, "score-help") == "1 game with help"
    learner.page.get_by_label("Insight").check()
    learner.new_game()
    learner.rush(*X_WINS)
    assert told(learner.page, "score-help") == "2 games with help"
    learner.reload()
    assert told(learner.page, "score-help") == "2 games with help"


def test_a_hint_marks_one_cell_and_says_why(learner: Player) -> None:
    learner.rush(0, 3, 1, 4)
    learner.page.get_by_role("button", name="Hint").click()
    assert told(learner.page, "hint-text") == "Top right wins now."
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
    assert told(learner.page, "hint-text") == "Only the centre does not lose."
    expect(learner.cell(8)).to_be_focused()
    learner.cell(4).press("Enter")
    assert learner.board == "X...O...."


def test_a_hint_is_what_the_engine_advises_against_the_computer(guest: Player) -> None:
    guest.choose("hard")
    while guest.status == "in_progress":
        advice = advise(guest.board)
        guest.page.get_by_role("button", name="Hint").click()
        assert PLACES[advice.cell] in told(guest.page, "hint-text").lower()
        guest.play(int(guest.page.get_attribute("[data-tag=hint]", "data-cell") or ""))
    assert guest.status == "draw"
    guest.page.get_by_role("button", name="Hint").click(force=True)
    assert told(guest.page, "hint-text") == ""


def test_there_is_no_review_of_a_game_in_progress(learner: Player) -> None:
    learner.rush(0, 3)
    expect(learner.page.locator("#review")).to_be_hidden()
    expect(learner.page.locator("#share")).to_be_hidden()
    expect(learner.page.locator("#history button")).to_have_count(0)


def test_the_review_steps_by_buttons_arrows_and_choice(learner: Player) -> None:
    page = learner.page
    learner.rush(*X_WINS)
    review_text = page.locator("#review-text")
    expect(review_text).to_have_text(LOST_BY_O)
    assert faults_of(page) == []
    picture(page, "review-whole")
    further = page.get_by_role("button", name=re.compile("Next move|The whole game"))
    earlier = page.get_by_role("button", name=re.compile("Before the first move|Move before"))
    for button in further.all():
        expect(button).to_be_disabled()
    for button in earlier.all():
        expect(button).to_be_enabled()
    page.get_by_role("button", name="Before the first move").click()
    for button in further.all():
        expect(button).to_be_enabled()
    for button in earlier.all():
        expect(button).to_be_disabled()
    expect(review_text).to_have_text("Before the first move.")
    assert learner.board == "." * 9
    page.get_by_role("button", name="Next move").click()
    page.get_by_role("button", name="Next move").click()
    assert learner.board == "X..O....."
    expect(review_text).to_contain_text("A mistake: a draw became a loss.")
    expect(learner.cell(3)).to_have_attribute("data-tag", "played")
    expect(learner.cell(4)).to_have_attribute("data-tag", "better")
    assert learner.status == "x_wins"
    expect(page.locator("[data-struck]")).to_have_count(0)
    assert faults_of(page) == []
    picture(page, "review-step")
    page.get_by_role("button", name="Move before").press("ArrowRight")
    assert learner.board == "XX.O....."
    expect(page.get_by_role("button", name="Move before")).to_be_focused()
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


def test_the_thinking_panel_shows_the_last_decision_and_follows_the_game(guest: Player) -> None:
    page = guest.page
    guest.choose("hard")
    page.get_by_role("link", name="How strong they are").click()
    expect(page.locator("#thinking")).to_have_attribute("open", "")
    expect(page.get_by_role("heading", name="How strong it is")).to_be_focused()
    expect(page.get_by_role("heading", name="How strong it is")).to_be_in_viewport()
    expect(page.locator("#thinking-picture")).to_be_hidden()
    expect(page.locator("#thinking-text")).to_have_text("The computer has not moved yet.")
    guest.choose("human")
    expect(page.locator("#thinking-text")).to_have_text("The computer does not play in this game.")
    guest.choose("hard")
    expect(page.get_by_text("wins 866 games in 945")).to_be_visible()
    for cell in (4, None):
        guest.play(advise(guest.board).cell if cell is None else cell)
        record = "".join(str(PLACES.index(move.split(" ", 1)[1])) for move in guest.moves)
        thought = last_thought(Game.from_record(record))
        assert thought
        expect(page.locator("#thinking-text")).to_contain_text(
            f"It took the {PLACES[thought.chosen]}."
        )
        boards = page.locator("#thinking-picture svg g")
        expect(boards).to_have_count(len(thought.verdicts) + len(thought.line))
        expect(page.locator("#thinking-picture .ring")).to_have_count(1)
        ring = page.locator("#thinking-picture .ring").bounding_box()
        assert ring
        assert 0 <= ring["x"] <= PHONE["width"] - ring["width"]
    assert faults_of(page) == []
    picture(page, "thinking")
    inside, width = page.evaluate(
        """() => [document.getElementById("thinking-picture").scrollWidth,
            document.documentElement.scrollWidth]"""
    )
    assert inside > PHONE["width"] >= width
    page.locator("#thinking summary").click()
    page.evaluate("scrollTo(0, 0)")


def set_navigator(page: Page, name: str, value: str) -> None:
    """Gives the browser a feature that it may not have, or takes one away."""
    page.evaluate(
        f"Object.defineProperty(navigator, '{name}', {{ value: {value}, configurable: true }})"
    )


@pytest.mark.parametrize(
    ("share", "clipboard", "said", "link"),
    [
        ("async data => { window.shared = data.url; }", "undefined", "", "window.shared"),
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
    page.wait_for_function(f"() => {link} === {json.dumps(learner.site + SHARED_GAME + '03142')}")
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
        assert player.page.evaluate("navigator.clipboard.readText()") == f"{site}{SHARED_GAME}03142"


def test_a_shared_game_opens_as_a_replay_and_changes_nothing(player: Player) -> None:
    page = player.page
    player.choose("human")
    player.rush(4, 0)
    saved = "JSON.stringify([localStorage, sessionStorage])"
    before = page.evaluate(saved)
    page.goto(f"{player.site}{SHARED_GAME}03142")
    expect(page.locator("#headline")).to_have_text("A shared game")
    player.reload()
    assert player.banner == "A shared game X wins. X took the top right: three in a row."
    assert player.board == "XXXOO...."
    assert player.status == "x_wins"
    assert len(player.moves) == 5
    assert player.scores == (0, 0, 0)
    assert faults_of(page) == []
    picture(page, "shared-game")
    expect(page.get_by_role("button", name="Back to my game")).to_be_in_viewport()
    for name in ("Forfeit", "Hint"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    player.cell(8).click()
    page.get_by_role("button", name="Move before").click()
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
    page.get_by_text("How the computer thinks").click()
    expect(page.locator("#thinking-text")).to_have_text("The computer does not play in this game.")
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
        page.get_by_role("button", name="Move before").tap()
        expect(page.locator("#review-text")).to_contain_text("Move 5 of 5")
        page.get_by_role("button", name="O middle left").tap()
        assert player.board == "X..O....."
        page.get_by_text("How the computer thinks").tap()
        expect(page.get_by_text("How it works")).to_be_visible()
