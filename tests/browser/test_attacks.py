"""Short forms of the attacks that python3 -m tools attack makes at full strength."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, expect

from tests.browser.conftest import options_for
from tests.browser.player import Player
from tests.support.attacks.clicks import storm
from tests.support.attacks.network import network, updates
from tests.support.attacks.soak import clock, soak
from tests.support.attacks.storage import CLEAR, storage
from tests.support.attacks.tabs import tabs


def test_a_storm_of_clicks_and_keys_leaves_a_legal_game(guest: Player) -> None:
    assert storm(guest.page, 1, 500).found == []
    guest.reload()


def test_anything_in_the_storage_leaves_a_game_to_play(guest: Player) -> None:
    assert storage(guest.page, 1, 2).found == []
    guest.page.evaluate(CLEAR)
    guest.reload()
    assert "snapshot" in guest.take_diagnostics()  # a start that did not end was among the values


def test_three_tabs_count_every_game_once(context: BrowserContext, site: str) -> None:
    assert tabs(context, site, 2, 6).found == []


@pytest.mark.same_everywhere
def test_many_games_leave_nothing_behind(guest: Player) -> None:
    assert soak(guest.page, 100).found == []


@pytest.mark.same_everywhere
def test_a_clock_that_sleeps_and_jumps_does_no_harm(stranger: Player) -> None:
    assert clock(stranger.page, stranger.site, 1, 3).found == []


@pytest.mark.same_everywhere
def test_files_that_fail_end_in_a_game_or_in_a_sentence(browser: Browser, tmp_path: Path) -> None:
    assert network(browser, tmp_path, 2, 1).found == []


@pytest.mark.same_everywhere
def test_updates_that_fail_leave_one_release_whole(
    browser_type: BrowserType, tmp_path: Path
) -> None:
    browser = browser_type.launch(**options_for(browser_type, idle_workers="stop"))
    assert updates(browser, tmp_path, 1, 1).found == []
    browser.close()


def test_a_duplicated_tab_does_not_get_the_tab_lock_of_the_first(
    context: BrowserContext, site: str
) -> None:
    player = Player(context.new_page(), site)
    player.open()
    player.choose("human")
    player.rush(0, 3, 1, 4)
    with context.expect_page() as opened:
        player.page.evaluate("void window.open(location.href)")  # with a copy of its sessionStorage
    twin = Player(opened.value, site)
    expect(twin.page.locator("#headline")).to_have_text("One moment")
    twin.wait_until_ready()
    assert twin.board == "........."
    player.reload()
    twin.reload()
    assert player.board == "XX.OO...."
    assert twin.board == "........."
    expect(twin.page.get_by_role("radio", name="Friend")).to_be_checked()
    player.rush(2)
    expect(twin.page.locator("#score-x")).to_have_text("1")
    twin.reload()
    assert twin.board == "........."
    player.new_game()
    player.rush(4)
    player.page.close()
    third = Player(context.new_page(), site)
    third.open()
    assert third.board == "....X...."
