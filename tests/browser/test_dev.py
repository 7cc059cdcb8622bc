"""The source tree, unbuilt, as `python3 -m tools play --dev` serves it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import watched
from tests.browser.player import Player
from tools.environment import NODE_MODULES, ROOT
from tools.server import Server

SOURCES = ("index.html", "main.py", "pyscript.toml", "engine", "app", "page", "web")


@pytest.fixture
def source_tree(tmp_path: Path) -> Path:
    """A copy of what a browser asks for, which may be edited."""
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    return tmp_path


@pytest.fixture
def developer(browser: Browser, source_tree: Path) -> Iterator[Player]:
    """Somebody who works on the game."""
    server = Server(source_tree).start()
    with watched(browser, server.url) as (context, _):
        yield Player(context.new_page(), server.url)
    server.stop()


@pytest.mark.same_everywhere
def test_a_game_is_played_on_stock_pyscript_and_pyodide_and_an_edit_shows_on_reload(
    developer: Player, source_tree: Path
) -> None:
    developer.open()
    developer.choose("human")
    developer.play(0, 3, 1, 4, 2)
    assert developer.status == "x_wins"
    messages = source_tree / "app" / "messages.py"
    text = messages.read_text("utf-8")
    messages.write_text(text.replace("X goes first.", "X leads off."), "utf-8")
    developer.reload()
    assert developer.scores == (1, 0, 0)
    developer.new_game()
    expect(developer.page.locator("#detail")).to_have_text("X leads off. Pick any square.")
    developer.choose("hard")
    developer.play(4)
    assert len(developer.moves) == 2
    fetched = developer.page.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
    assert f"{developer.site}node_modules/pyodide/pyodide.asm.wasm" in fetched
    assert f"{developer.site}engine/minimax.py" in fetched
