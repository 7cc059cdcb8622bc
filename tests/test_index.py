"""What index.html says of the engine is what the engine says of itself."""

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
