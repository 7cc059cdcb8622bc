"""The picture of a decision: one board for everything that was weighed and expected."""

import re
from xml.etree import ElementTree as ET

import pytest

from app.diagram import diagram
from engine import Game
from engine.thought import last_thought

SVG = "{http://www.w3.org/2000/svg}"


def drawn(record: str) -> ET.Element:
    """The picture of the last decision of O in a game."""
    thought = last_thought(Game.from_record(record))
    assert thought
    return ET.fromstring(diagram(thought))  # noqa: S314 - it is our own


def texts(svg: ET.Element) -> list[str]:
    """All texts in the picture."""
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def marks(board: ET.Element) -> int:
    """How many marks are on a small board."""
    strokes = [path.get("d", "") for path in board.iter(f"{SVG}path")]
    kinds = [path.get("class") for path in board.iter(f"{SVG}path")]
    return sum(
        stroke.count("M") for kind, stroke in zip(kinds, strokes, strict=True) if kind != "rules"
    )


@pytest.mark.parametrize("record", ["40", "01", "4036", "0314", "04813276", "304182"])
def test_every_board_is_drawn_once_with_all_its_marks(record: str) -> None:
    thought = last_thought(Game.from_record(record))
    assert thought
    svg = drawn(record)
    before = len(thought.game.history)
    expected = [before, *[before + 1] * len(thought.verdicts)]
    expected += [len(game.history) for game in thought.line[1:]]
    assert [marks(board) for board in svg.iter(f"{SVG}g")] == expected
    ways = [path for path in svg.iter(f"{SVG}path") if "way" in path.get("class", "")]
    assert len(ways) == len(thought.verdicts) + bool(thought.expected)


def test_the_texts_of_the_diagram() -> None:
    assert texts(drawn("0314")) == [
        "O to move",
        *("loss in 4", "loss in 2", "chosen", "loss in 2", "loss in 2", "loss in 2", "loss in 2"),
        *("then X", "X wins"),
    ]
    after = ["then X", "then O", "then X", "then O", "then X", "then O", "then X", "draw"]
    assert texts(drawn("40"))[-8:] == after
    assert texts(drawn("01"))[-1] == "X wins"


def test_a_move_that_ends_the_game_has_nothing_after_it() -> None:
    svg = drawn("304182")
    assert texts(svg)[-1] != "O wins"
    assert not any(text.startswith("then") for text in texts(svg))
    assert float(drawn("0314").get("height", "").removesuffix("rem")) > float(
        svg.get("height", "").removesuffix("rem")
    )


@pytest.mark.parametrize("record", ["40", "0314", "04813276"])
def test_everything_is_inside_the_picture_and_styled_by_the_page_alone(record: str) -> None:
    svg = drawn(record)
    _, _, width, height = map(float, (svg.get("viewBox") or "").split())
    for board in svg.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\((\d+) (\d+)\)", board.get("transform", ""))
        assert place
        assert int(place[1]) + 60 <= width
        assert int(place[2]) + 60 <= height
    for text in svg.iter(f"{SVG}text"):
        assert float(text.get("y", "")) < height
    assert not any("style" in element.attrib for element in svg.iter())
    assert "".join(svg.itertext()) == "".join(texts(svg))


def test_where_everything_is() -> None:
    svg = drawn("02135467")
    assert (svg.get("viewBox"), svg.get("width"), svg.get("height")) == (
        *("0 0 190 390", "11.875rem", "24.375rem"),
    )
    boards = [board.get("transform") for board in svg.iter(f"{SVG}g")]
    assert boards == [f"translate({place})" for place in ("14 14", "14 144", "102 144", "14 274")]
    placed = [(text.get("x"), text.get("y"), text.text) for text in svg.iter(f"{SVG}text")]
    assert placed == [
        ("44", "92", "O to move"),
        *[("44", "222", "draw"), ("44", "240", "chosen"), ("132", "222", "draw")],
        *[("44", "352", "then X"), ("44", "370", "draw")],
    ]
    assert [(path.get("class"), path.get("d")) for path in svg.findall(f"{SVG}path")] == [
        ("way chosen", "M44 98C44 116 44 116 44 135"),
        ("way", "M44 98C44 116 132 116 132 135"),
        ("ring", "M7 139c25-4 50-2 73 0c3 20 1 40 0 66c-25 3-50 2-74 0c-2-20-1-40 1-67"),
        ("way chosen", "M44 246C44 255 44 255 44 265"),
    ]
    assert [(path.get("class"), path.get("d")) for path in next(svg.iter(f"{SVG}g"))] == [
        ("rules", "M20 1V59M40 1V59M1 20H59M1 40H59"),
        ("x", "".join(f"M{place}l10 10m0-10l-10 10" for place in ("5 5", "25 5", "45 25"))),
        ("x last", "M5 45l10 10m0-10l-10 10"),
        (
            "o",
            "".join(
                f"M{place}a5 5 0 1 0 10 0a5 5 0 1 0-10 0" for place in ("45 10", "5 30", "25 30")
            ),
        ),
    ]
    assert (svg.get("role"), svg.get("aria-label"), svg.get("aria-describedby")) == (
        *("img", "The boards that it weighed", "thinking-text"),
    )


@pytest.mark.parametrize(
    ("record", "above", "below"),
    [("04", 3, 1), ("08", 7, 3), ("0314", 1, 1), ("4036", 3, 3), ("02135467", 0, 0)],
)
def test_a_decision_is_read_from_above(record: str, above: int, below: int) -> None:
    thought = last_thought(Game.from_record(record))
    assert thought
    places = [board.get("transform", "") for board in drawn(record).iter(f"{SVG}g")]
    assert places[0] == f"translate({14 + 88 * above} 14)"
    assert places[1 + above] == f"translate({14 + 88 * above} 144)"
    assert places[1 + len(thought.verdicts)] == f"translate({14 + 88 * below} 274)"
