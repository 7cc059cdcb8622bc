"""Games that are replayed, step by step, and links that share them."""

import pytest

from app.link import SharedGame
from app.replay import replay_of, replay_of_shared, replay_view
from app.scores import Score
from app.session import Opponent, new_session
from app.view import View, view_of
from engine import Game

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
    assert (view.review.step, view.review.end, view.review.is_away) == (6, 6, False)
    assert (view.review.is_mistake, view.review.mistake) == (False, 2)
    assert view.texts["review-summary"] == "X: 3 best. O: 1 weaker, 1 mistake."
    assert (
        view.review.qualities
        == view.review.quality_texts
        == ["best", "mistake", "best", "weaker", "best"]
    )
    assert view.texts["review-text"].startswith("O’s mistake was move 2, the middle left: ")
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
    assert last.texts["review-text"].startswith("Move 5 of 5. X took the top right.")


def test_a_mistake_can_be_tried_again_at_its_step_and_seen_from_the_end() -> None:
    reviews = [shown("03142", step).review for step in range(7)]
    assert [view.is_mistake for view in reviews if view] == [False, False, True, *[False] * 4]
    assert [view.mistake for view in reviews if view] == [0, 0, 0, 0, 0, 0, 2]
    drawn, perfect, unfinished = (
        shown(record, len(record) + 1) for record in ("012346587", "041263578", "0314")
    )
    assert [view.review and view.review.mistake for view in (drawn, perfect, unfinished)] == [
        2,
        0,
        0,
    ]
    assert unfinished.texts["review-summary"] == ""
    at_mistake = shown("0314", 2).review
    assert at_mistake
    assert not at_mistake.is_mistake


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
        ("012346587", "Both sides slipped, so it evened out."),
        ("041263578", "A perfect game: nobody made a mistake."),
        ("f", "X gave up a game that was still a draw."),
        ("03f", "X gave up a won game."),
        ("4f", "O gave up a game that was still a draw."),
        ("40812", "This game isn’t finished."),
    ],
)
def test_what_is_said_of_the_whole(record: str, sentence: str) -> None:
    game = Game.from_record(record)
    assert shown(record, game.move_count + 1).texts["review-text"] == sentence


def test_a_game_that_can_be_played_on_is_not_judged() -> None:
    view = shown("031", 2)
    assert view.review
    assert view.review.qualities == view.review.quality_texts == [""] * 3
    assert view.texts["review-text"] == "Move 2 of 3. O took the middle left."
    assert view.board.tags == ["", "", "", "played", *[""] * 5]
    assert shown("031", 0).texts["review-text"] == "Before the first move."


def test_a_shared_game_is_one_between_strangers() -> None:
    shared = SharedGame(Game.from_record("03142"), Opponent.HUMAN)
    replay = replay_of_shared(shared)
    assert replay == replay_of(shared.game, Opponent.HUMAN)._replace(shared=shared)
    view = replay_view(replay, PAGE)
    assert view.title == "A shared game: X wins – Tic-tac-toe"
    assert view.texts["headline"] == "A shared game"
    assert view.texts["detail"].startswith("X wins. ")
    assert view.texts["review-text"].startswith("O’s mistake was move 2")
    assert shown("03142", 6).texts["headline"] == PAGE.texts["headline"]
    assert shown("03142", 6).title == PAGE.title == "Tic-tac-toe"


def test_a_shared_game_says_which_computer_played() -> None:
    view = replay_view(replay_of_shared(SharedGame(Game.from_record("03142"), Opponent.EASY)), PAGE)
    assert view.title == "A shared game against the computer on Easy: X wins – Tic-tac-toe"
    assert view.texts["detail"] == "A person played X, the computer on Easy played O. X wins."
    assert view.texts["review-text"].startswith("O’s mistake was move 2")
