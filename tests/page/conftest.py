"""What the tests of page/ share."""

import pytest

from tests.support.fake_dom import Window, install


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    """The window that page/ finds when a test imports it."""
    window = Window()
    install(monkeypatch, window)
    return window
