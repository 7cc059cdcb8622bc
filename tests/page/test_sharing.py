"""Sharing: the link in the page's address, the share sheet and the clipboard."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from tests.support.fake_dom import URL, JsException, Window, result_of

LINK = "#game=4081"


@pytest.fixture
def sharing(window: Window) -> Any:
    """The module, in a browser that can neither share nor copy."""
    assert not vars(window.navigator).keys() & {"share", "clipboard"}
    return import_module("page.sharing")


def test_only_a_game_in_the_address_is_a_shared_one(sharing: Any, window: Window) -> None:
    for link, shared in (("", ""), ("#strength", ""), (LINK, LINK)):
        window.go(URL + link)
        assert sharing.shared_link() == shared
        assert sharing.address_of("#game=0") == f"{URL}#game=0"


def test_the_game_is_taken_out_of_the_address_if_that_is_allowed(
    sharing: Any, window: Window
) -> None:
    window.go(URL + LINK)
    allowed = window.history.replaceState
    window.history.replaceState = Mock(side_effect=JsException("SecurityError"))
    sharing.remove_link()
    assert window.location.href == URL + LINK
    window.history.replaceState = allowed
    sharing.remove_link()
    assert window.location.href == URL


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (None, "failed"),
        (AsyncMock(), "shared"),
        (AsyncMock(side_effect=JsException("AbortError")), "cancelled"),  # by the player
        (AsyncMock(side_effect=JsException("NotAllowedError")), "failed"),
    ],
)
def test_the_share_sheet_shares_unless_it_is_missing_or_fails(
    sharing: Any, window: Window, share: Any, told: str
) -> None:
    text = ("Title", "Text", URL)
    assert result_of(sharing.share_with_system(*text)) is sharing.Told.FAILED
    window.navigator.share = share
    assert result_of(sharing.share_with_system(*text)) is sharing.Told(told)
    given = vars(share.await_args.args[0]) if share else {}
    assert share is None or given == {"title": "Title", "text": "Text\n", "url": URL}


@pytest.mark.parametrize(
    ("write", "is_done"),
    [(AsyncMock(), True), (AsyncMock(side_effect=JsException("NotAllowedError")), False)],
)
def test_the_clipboard_copies_unless_it_is_missing_or_fails(
    sharing: Any, window: Window, write: Any, *, is_done: bool
) -> None:
    assert result_of(sharing.copy_to_clipboard(URL)) is False
    window.navigator.clipboard = SimpleNamespace(writeText=write)
    assert result_of(sharing.copy_to_clipboard(URL)) is is_done
    write.assert_awaited_once_with(URL)
