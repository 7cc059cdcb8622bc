"""What index.html says of the engine is what the engine says of itself; and its controls."""

import json
import re

import pytest

from app.messages import RETRY
from app.saved_format import NEW_GAME
from app.scores import Score
from app.session import Opponent, new_session
from app.view import view_of
from engine import Level, strength
from engine.rules import LINES
from tools.environment import ROOT

HTML = (ROOT / "index.html").read_text("utf-8")


@pytest.mark.parametrize("level", Level)
def test_the_page_tells_the_exact_strength_of_each_level(level: Level) -> None:
    wins, _, losses = strength(level)
    _, _, told = HTML.partition(f'<li data-level="{level}">')
    told = told.partition("</li>")[0]
    percent = round(100 * wins)
    assert f" {wins.numerator} games in {wins.denominator}, about {percent} in 100." in told
    assert ("never loses" in told) == (losses == 0)


def test_no_control_has_its_state_restored_by_a_reload() -> None:
    assert '<form id="controls" autocomplete="off" method="dialog" hidden>' in HTML
    controls = re.findall(r"<(?:input|select|textarea)[^>]*>|<button[^>]* disabled[^>]*>", HTML)
    assert len(controls) >= 10
    restored = [tag for tag in controls if 'form="controls"' not in tag and "readonly" not in tag]
    assert restored == []


def test_the_page_shows_a_new_game_before_python_does() -> None:
    view = view_of(new_session(), Score())
    shown = {name: re.search(rf'id="{name}">([^<]*)<', HTML) for name in view.texts}
    assert {name: found[1] if found else "" for name, found in shown.items()} == view.texts
    names = re.findall(r'data-cell="\d" data-mark="" tabindex="-?\d" aria-label="([^"]*)"', HTML)
    assert names == view.board.names
    assert f'data-turn="{view.turn}"' in HTML
    assert re.findall(r'value="(\w+)" form="controls" checked', HTML) == [view.opponent]


def test_the_app_has_the_name_and_the_description_of_the_page() -> None:
    manifest = json.loads((ROOT / "manifest.webmanifest").read_text("utf-8"))
    assert f"<title>{manifest['name']}</title>" in HTML
    assert f'<meta name="description" content="{manifest["description"]}">' in HTML
    assert f'<meta property="og:title" content="{manifest["name"]}">' in HTML
    assert f'<meta property="og:description" content="{manifest["description"]}">' in HTML


def test_the_offline_fallback_has_the_title_and_the_retry_of_the_page() -> None:
    title = re.search("<title>.*</title>", HTML)
    assert title
    assert title[0] in (ROOT / "service-worker.js").read_text("utf-8")
    assert f'<button type="button" id="retry" hidden>{RETRY}</button>' in HTML


@pytest.mark.parametrize(("mark", "strokes"), [("x", 2), ("o", 1)])
def test_no_line_has_three_marks_drawn_alike(mark: str, strokes: int) -> None:
    drawn = re.findall(rf'(?:<path class="{mark}" pathLength="1" d="[^"]*"/>){{{strokes}}}', HTML)
    assert len(drawn) == 9
    assert len({*drawn}) == 3
    assert all(len({drawn[cell] for cell in line}) > 1 for line in LINES)


def test_what_an_install_shows_is_there_and_small() -> None:
    manifest = json.loads((ROOT / "manifest.webmanifest").read_text("utf-8"))
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    for picture in (*manifest["screenshots"], *manifest["icons"][1:]):
        data = (ROOT / picture["src"]).read_bytes()
        size = [int.from_bytes(data[start : start + 4], "big") for start in (16, 20)]
        assert picture["sizes"] == "x".join(map(str, size))
        assert len(data) < 300_000


def test_the_shortcuts_begin_a_game_against_somebody() -> None:
    manifest = json.loads((ROOT / "manifest.webmanifest").read_text("utf-8"))
    urls = [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert urls == [f"./{NEW_GAME}{opponent}" for opponent in (Opponent.HARD, Opponent.HUMAN)]


def test_in_the_dark_the_app_is_launched_in_the_colour_of_its_page() -> None:
    manifest = json.loads((ROOT / "manifest.webmanifest").read_text("utf-8"))
    for scheme, colors in (("light", manifest), ("dark", manifest["color_scheme_dark"])):
        meta = f'content="{colors["theme_color"]}" media="(prefers-color-scheme: {scheme})"'
        assert f'<meta name="theme-color" {meta}>' in HTML
        assert colors["background_color"] == colors["theme_color"]
