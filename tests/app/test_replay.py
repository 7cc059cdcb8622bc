"""Games that are replayed, step by step, and links that share them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.replay import link_to, replay_of, replay_view, shared_game
from app.scores import Score
from app.session import Opponent, new_session
from app.view import View, view_of
from engine import Game, InvalidRecord

PAGE = view_of(new_session(), Score(1, 2, 3), insight=False)


def shown(record: str, step: int, page: View = PAGE) -> View:
    """What is shown of a game between two people at a step."""
    return replay_view(replay_of(Game.from_record(record), Opponent.HUMAN).at(step), page)


def test_the_whole_game_is_shown_first() -> None:
    replay = replay_of(Game.from_record("03142"), Opponent.HUMAN)
    assert replay.step == replay.end == 6
    view = replay_view(replay, PAGE)
    assert view.board.board == "XXXOO...."
    assert view.board.lines == ["012"]
    assert view.board.tags == [""] * 9
    assert view.turn == ""
    assert view.status == "x_wins"
    assert view.moves == ["X top left", "O middle left", "X top centre", "O centre", "X top right"]
    assert view.review
    assert (view.review.step, view.review.end, view.review.is_shared) == (6, 6, False)
    assert (
        view.review.qualities
        == view.review.quality_texts
        == ["best", "mistake", "best", "weaker", "best"]
    )
    assert view.texts["review-text"].startswith("O lost it with move 2, the middle left: ")
    assert view.texts["score-draws"] == "2"


def test_each_step_shows_the_position_after_its_move() -> None:
    assert [shown("0314f", step).board.board for step in range(6)] == [
        "." * 9,
        "X........",
        "X..O.....",
        "XX.O.....",
        "XX.OO....",
        "XX.OO....",
    ]
    assert shown("03142", 0).texts["review-text"] == "Before the first move."
    assert shown("03142", 0).board.tags == [""] * 9
    assert shown("03142", 1).board.tags == ["played", *[""] * 8]
    mistake = shown("03142", 2)
    assert mistake.board.tags == ["", "", "", "played", "better", *[""] * 4]
    assert mistake.board.names[3:5] == ["Middle left, O, this move", "Centre, empty, better"]
    assert mistake.board.lines == []
    assert mistake.status == "x_wins"
    last = shown("03142", 5)
    assert last.board.tags[2] == "played"
    assert last.texts["review-text"].startswith("Move 5 of 5: X took the top right.")


def test_insight_goes_along() -> None:
    page = PAGE._replace(insight=True)
    assert shown("03142", 1, page).board.verdicts[4] == "draw-8"
    assert shown("03142", 1).board.verdicts[4] == ""
    assert shown("03142", 6, page).board.verdicts == [""] * 9
    assert shown("0314f", 5, page).board.verdicts == [""] * 9


def test_steps_end_at_both_ends() -> None:
    replay = replay_of(Game.from_record("03142"), Opponent.HUMAN)
    assert replay.at(-1).step == 0
    assert replay.at(7).step == 6
    assert replay.at(3).step == 3


@pytest.mark.parametrize(
    ("where", "step"), [("first", 0), ("back", 2), ("on", 4), ("end", 6), ("1", 1), ("99", 6)]
)
def test_steps_are_named_or_numbered(where: str, step: int) -> None:
    replay = replay_of(Game.from_record("03142"), Opponent.HUMAN).at(3)
    assert replay.went(where).step == step


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("012346587", "The mistakes made up for each other."),
        ("041263578", "Nobody made a mistake."),
        ("f", "X gave up a game that was not lost."),
        ("4f", "O gave up a game that was not lost."),
        ("4", "With best play from here, it is a draw."),
        ("40812", "With best play from here, X wins."),
        ("4081", "With best play from here, X wins."),
        ("031", "With best play from here, X wins."),
    ],
)
def test_what_is_said_of_the_whole(record: str, sentence: str) -> None:
    game = Game.from_record(record)
    assert shown(record, game.move_count + 1).texts["review-text"] == sentence


def test_a_link_holds_a_whole_game() -> None:
    for record in ("4", "40812", "03142", "4f", "012346587"):
        game = Game.from_record(record)
        replay = shared_game(link_to(game))
        assert link_to(game) == f"#game={record}"
        assert replay == replay_of(game, Opponent.HUMAN)._replace(is_shared=True)
    view = replay_view(shared_game("#game=03142"), PAGE)
    assert view.texts["headline"] == "A shared game"
    assert view.texts["detail"].startswith("X wins. ")
    assert view.texts["review-text"].startswith("O lost it with move 2")
    assert shown("03142", 6).texts["headline"] == PAGE.texts["headline"]


@pytest.mark.parametrize("record", ["", "44", "9", "031425", "f4", "4%30", "<b>", "\u0664", " 4"])
def test_a_link_that_holds_no_legal_game_is_refused(record: str) -> None:
    with pytest.raises(InvalidRecord):
        shared_game(f"#game={record}")


def test_an_empty_link_says_what_it_lacks() -> None:
    with pytest.raises(InvalidRecord, match="^a link holds at least one move$"):
        shared_game("#game=")


@given(st.text() | st.from_regex(r"[0-8]{0,9}f?", fullmatch=True))
def test_any_text_at_all_is_a_game_or_refused(text: str) -> None:
    try:
        replay = shared_game(f"#game={text}")
    except InvalidRecord:
        return
    assert replay.game.record == text
