"""What index.html says of the engine is what the engine says of itself; and its controls."""

import json
import re

import pytest

from app.messages import RETRY
from app.scores import Score
from app.session import new_session
from app.view import view_of
from engine import Level, strength
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


def test_the_offline_fallback_has_the_title_and_the_retry_of_the_page() -> None:
    title = re.search("<title>.*</title>", HTML)
    assert title
    assert title[0] in (ROOT / "service-worker.js").read_text("utf-8")
    assert f'<button type="button" id="retry" hidden>{RETRY}</button>' in HTML
