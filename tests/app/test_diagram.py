"""The drawings: boards, the lines between them, and signs."""

import re
from xml.etree import ElementTree as ET

import pytest

from app.diagram import board, fan, sign, stem
from engine import Game, Mark
from tests.support.exhaustive import games_by_board

PATH = "{http://www.w3.org/2000/svg}path"


def drawn(svg: str) -> list[tuple[str | None, str]]:
    """The strokes of a drawing: what each is, and where."""
    found = ET.fromstring(svg).iter(PATH)  # noqa: S314 - it is our own
    return [(path.get("class"), path.get("d", "")) for path in found]


def places(stroke: str) -> list[tuple[int, int]]:
    """Where the marks of a stroke begin."""
    return [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)", stroke)]


def test_every_mark_of_every_position_is_drawn_in_its_cell_and_the_last_one_bolder() -> None:
    for game in games_by_board().values():
        shapes = dict(drawn(board(game)))
        held = {}
        for kind in ("x", "x last", "o", "o last"):
            for x, y in places(shapes.get(kind, "")):
                held[y // 20 * 3 + x // 20] = kind
        last = game.history[-1].cell if game.history else None
        assert held == {
            cell: mark.lower() + (" last" if cell == last else "")
            for cell, mark in enumerate(game.board)
            if mark != "."
        }
        assert shapes.keys() >= {"rules"}


@pytest.mark.parametrize(
    ("record", "strikes"),
    [
        ("03142", ["M3 10l54 0"]),
        ("01326", ["M10 3l0 54"]),
        ("01428", ["M3 3l54 54"]),
        ("20416", ["M57 3l-54 54"]),
        ("031456872", ["M3 10l54 0", "M50 3l0 54"]),
        ("0314", []),
    ],
)
def test_lines_that_win_are_struck_through(record: str, strikes: list[str]) -> None:
    game = Game.from_record(record)
    assert [stroke for kind, stroke in drawn(board(game)) if kind == "strike"] == strikes
    assert len(strikes) == len(game.winning_lines)


def test_a_sign_shows_the_winner_or_two_strokes_for_a_draw() -> None:
    assert [drawn(sign(winner))[0][0] for winner in (Mark.X, Mark.O, None)] == ["x", "o", "draw"]
    assert drawn(sign(None))[0][1].count("M") == 2
    assert len({drawn(sign(winner))[0][1] for winner in (Mark.X, Mark.O, None)}) == 3


def test_lines_lead_from_a_board_to_each_below_it_and_boldly_to_the_one_picked() -> None:
    svg = fan(4, (0, 4), [False, True, False])
    assert 'viewBox="0 0 40 10"' in svg
    assert drawn(svg) == [
        ("way", "M5 0C5 5 10 5 10 10"),
        ("way", "M5 0C5 5 30 5 30 10"),
        ("way picked", "M5 0C5 5 20 5 20 10"),
    ]


@pytest.mark.parametrize(("is_picked", "kind"), [(True, "way picked"), (False, "way")])
def test_a_line_leads_straight_down(kind: str, *, is_picked: bool) -> None:
    assert drawn(stem(8, (1, 3), is_picked=is_picked)) == [(kind, "M40 0V10")]
