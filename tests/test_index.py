"""What index.html says of the engine is what the engine says of itself; and its controls."""

import re

import pytest

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
