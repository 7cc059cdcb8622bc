"""Play by link: two people send a game to each other; and shared games that say what they are."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from app.messages import (
    BOARD_SIGNS,
    COURSES,
    ELSEWHERE,
    LINK_COPIED_TO_SEND,
    LINK_SHOWN,
    SENT,
    TITLE,
)
from app.saved_format import PENDING_MOVES_KEY, SHARED_GAME
from tests.browser.conftest import picture, watched
from tests.browser.player import Player
from tests.support.axe import faults_of

STUB = """() => {
    const shared = window.shared = [];
    const define = (name, value) =>
        Object.defineProperty(navigator, name, { value, configurable: true });
    define("share", undefined);
    define("clipboard", { writeText: async text => { shared.push(text); } });
}"""
RESUME = "Back to my game against Hard"


def sent(player: Player) -> str:
    """Sends the game, and returns the link that was copied."""
    player.page.evaluate(f"() => window.shared ?? ({STUB})()")
    player.page.get_by_role("button", name="Send").click()
    expect(player.page.locator("#share-note")).to_have_text(LINK_COPIED_TO_SEND)
    told, *board, link = player.page.evaluate("window.shared.at(-1)").splitlines()
    assert told.startswith("Your turn at tic-tac-toe: you’re ")
    assert "".join(board) == "".join(BOARD_SIGNS[mark] for mark in player.board)
    return str(link)


def follow(player: Player, link: str) -> None:
    """Opens a link in the page that is open."""
    player.page.goto(link)
    player.wait_until_ready()
    expect(player.page.locator("#headline")).to_have_text("A shared game")


def play_on(player: Player) -> None:
    """Presses Play on."""
    player.page.get_by_role("button", name="Play on").click()
    expect(player.page.locator("#board[data-turn]")).to_be_visible()


def title_of(player: Player) -> str:
    """The title of the page."""
    return player.page.title()


@pytest.fixture
def friends(browser: Browser, site: str) -> Iterator[tuple[Player, Player]]:
    """Two people with a device each."""
    with ExitStack() as stack:
        contexts = [stack.enter_context(watched(browser, site))[0] for _ in range(2)]
        first, second = (Player(context.new_page(), site) for context in contexts)
        first.open()
        second.open()
        yield first, second


def test_two_people_play_a_whole_game_through_links_only(friends: tuple[Player, Player]) -> None:
    first, second = friends
    first.choose("human")
    expect(first.page.get_by_role("button", name="Send")).to_be_hidden()
    first.play(0)
    link = sent(first)
    second.choose("hard")
    second.play(4)
    for mover, cell in ((second, 3), (first, 1), (second, 4)):
        follow(mover, link)
        mark = "XO"[mover is second]
        assert mover.banner == f"A shared game It’s {mark}’s turn."
        assert title_of(mover) == f"A shared game: {mark}’s turn – {TITLE}"
        expect(mover.page.locator("#board[data-turn]")).to_have_count(0)
        assert faults_of(mover.page) == []
        picture(mover.page, "shared-in-progress")
        play_on(mover)
        assert (mover.page.url, title_of(mover)) == (mover.site, TITLE)
        # The page of the other may have the system's focus: then nothing is :focus here.
        assert mover.page.evaluate("'cell' in document.activeElement.dataset")
        expect(mover.page.get_by_role("radio", name="Friend")).to_be_checked()
        mover.play(cell)
        expect(mover.page.locator("[data-primary]")).to_have_text("Send")
        assert faults_of(mover.page) == []
        picture(mover.page, "to-send")
        link = sent(mover)
        expect(mover.page.locator("[data-primary]")).to_have_count(0)
    follow(first, link)
    play_on(first)
    first.play(2)
    assert (first.status, first.scores) == ("x_wins", (1, 0, 0))
    expect(first.page.locator("[data-primary]")).to_have_text("Share")
    first.page.get_by_role("button", name="Share").click()
    expect(first.page.locator("#share-note")).to_have_text("Link copied.")
    told, *_, ended = first.page.evaluate("window.shared.at(-1)").splitlines()
    assert told == "X beat O at tic-tac-toe in 5 moves."
    for _ in range(2):
        second.page.goto(ended)
        expect(second.page.locator("#headline")).to_have_text("X wins!")
        expect(second.page.locator("#review")).to_be_visible()
        assert second.page.url == second.site
        assert second.scores == (1, 0, 0)
    assert faults_of(second.page) == []
    picture(second.page, "came-back-ended")
    second.page.get_by_role("button", name=RESUME).click()
    assert second.board[4] == "X"
    assert second.board.count("O") == 1
    expect(second.page.get_by_role("radio", name="Hard")).to_be_checked()
    expect(second.page.get_by_role("button", name=RESUME)).to_be_hidden()
    second.reload()
    assert second.board[4] == "X"


def test_a_game_in_progress_is_kept_through_a_reload(player: Player) -> None:
    player.choose("hard")
    player.play(4)
    board = player.board
    follow(player, f"{player.site}{SHARED_GAME}031~k3f9")
    play_on(player)
    player.play(4)
    player.reload()
    assert player.board == "XX.OO...."
    expect(player.page.locator("[data-primary]")).to_have_text("Send")
    expect(player.page.locator("#share-note")).not_to_be_empty()
    assert faults_of(player.page) == []
    picture(player.page, "kept-game")
    player.page.get_by_role("button", name=RESUME).click()
    assert player.board == board
    expect(player.page.get_by_role("button", name="Back to my game with a friend")).to_be_visible()
    player.reload()
    player.page.get_by_role("button", name="Back to my game with a friend").click()
    assert player.board == "XX.OO...."
    assert f"{SHARED_GAME}0314~k3f9" in sent(player)


@pytest.mark.same_everywhere
def test_another_continuation_replaces_nothing(guest: Player) -> None:
    page = guest.page
    guest.choose("human")
    guest.play(4, 0)
    link = sent(guest)
    guest.play(8)
    other = link.replace("#game=40", "#game=401")
    follow(guest, other)
    assert guest.banner == f"A shared game {COURSES['other']}"
    assert faults_of(page) == []
    picture(page, "other-continuation")
    page.get_by_role("button", name="Back to my game").click()
    assert guest.board == "O...X...X"
    follow(guest, link)
    assert guest.banner == f"A shared game {COURSES['behind']}"
    expect(page.locator("[data-primary]")).to_have_text("Back to my game")
    assert faults_of(page) == []
    picture(page, "behind")
    follow(guest, other)
    play_on(guest)
    guest.play(2)
    assert guest.board == "OXO.X...."
    page.get_by_role("button", name="Back to my game with a friend").click()
    assert guest.board == "O...X...X"


def test_a_game_goes_on_in_one_tab_only(player: Player) -> None:
    player.choose("human")
    player.play(4)
    link = sent(player)
    other = Player(player.page.context.new_page(), player.site)
    other.page.goto(link.replace("#game=4", "#game=40"))
    other.wait_until_ready()
    play_on(other)
    assert other.board == "O...X...."
    expect(player.page.locator("#detail")).to_have_text(ELSEWHERE)
    assert player.board == "." * 9
    other.play(1, 2, 7)
    assert other.scores == (1, 0, 0)
    expect(player.page.locator("#score-x")).to_have_text("1")


def test_the_share_sheet_gets_the_game_and_says_so(guest: Player) -> None:
    page = guest.page
    guest.choose("human")
    guest.play(4)
    page.evaluate(
        """() => Object.defineProperty(navigator, "share",
            { value: async data => { window.sheet = data; }, configurable: true })"""
    )
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#share-note")).to_have_text(SENT)
    sheet = page.evaluate("window.sheet")
    assert sheet["title"] == TITLE
    assert sheet["text"] == "Your turn at tic-tac-toe: you’re O.\n⬜⬜⬜\n⬜❌⬜\n⬜⬜⬜\n"
    assert sheet["url"].startswith(f"{guest.site}{SHARED_GAME}4~")
    page.evaluate(
        """() => { delete navigator.share;
            Object.defineProperty(navigator, "clipboard",
                { value: undefined, configurable: true }); }"""
    )
    guest.play(0)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#share-note")).to_have_text(LINK_SHOWN)
    expect(page.locator("#link")).to_be_focused()
    assert page.input_value("#link").startswith(f"{guest.site}{SHARED_GAME}40~")
    assert faults_of(page) == []
    picture(page, "link-to-copy")


def test_a_pending_move_is_played_behind_a_link(guest: Player) -> None:
    guest.choose("human")
    guest.play(4)
    follow(guest, f"{guest.site}{SHARED_GAME}031~k3f9")
    pending = {"opponent": "human", "record": "4", "moves": "0"}
    guest.store("sessionStorage", {PENDING_MOVES_KEY: json.dumps(pending)})
    guest.reload()
    assert guest.board == "XX.O....."
    guest.page.get_by_role("button", name="Back to my game").click()
    assert guest.board == "O...X...."


@pytest.mark.same_everywhere
def test_a_shared_game_against_the_computer_says_who_was_who(guest: Player) -> None:
    follow(guest, f"{guest.site}{SHARED_GAME}03142.easy")
    assert guest.banner == "A shared game A person played X, the computer on Easy played O. X wins."
    assert title_of(guest) == f"A shared game against the computer on Easy: X wins – {TITLE}"
    assert faults_of(guest.page) == []
    picture(guest.page, "shared-computer")
    guest.page.get_by_role("button", name="Back to my game").click()
    assert title_of(guest) == TITLE
