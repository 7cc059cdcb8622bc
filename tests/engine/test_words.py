"""Every sentence, in every situation there is."""

import pytest

from engine import Game
from engine.session import Opponent, Session
from engine.words import (
    BROKEN,
    NOT_SAVED,
    PLACES,
    banner,
    cell_name,
    forfeit_question,
    forgotten,
    move_text,
    reset_question,
    score_labels,
)
from tests.exhaustive import games_by_board


@pytest.mark.parametrize(
    ("opponent", "record", "headline", "detail"),
    [
        ("hard", "", "Your turn", "Take any cell."),
        ("hard", "4", "The computer is thinking", "You took the centre."),
        ("hard", "40", "Your turn", "The computer took the top left."),
        ("hard", "03142", "You win!", "You took the top right: three in a row."),
        (
            "hard",
            "304182",
            "The computer wins!",
            "The computer took the top right: three in a row.",
        ),
        ("hard", "012346587", "A draw", "Nobody has three in a row."),
        ("hard", "f", "The computer wins!", "You gave up."),
        ("human", "", "X’s turn", "Take any cell."),
        ("human", "4", "O’s turn", "X took the centre."),
        ("human", "40", "X’s turn", "O took the top left."),
        ("human", "03142", "X wins!", "X took the top right: three in a row."),
        ("human", "304182", "O wins!", "O took the top right: three in a row."),
        ("human", "012385674", "X wins!", "X took the centre: two lines at once."),
        ("human", "012346587", "A draw", "Nobody has three in a row."),
        ("human", "f", "O wins!", "X gave up."),
        ("human", "4f", "X wins!", "O gave up."),
    ],
)
def test_the_banner(opponent: str, record: str, headline: str, detail: str) -> None:
    assert banner(Session(Opponent(opponent), Game.from_record(record))) == (headline, detail)


def test_the_banner_says_something_of_every_position_against_everybody() -> None:
    for game in games_by_board().values():
        for opponent in Opponent:
            headline, detail = banner(Session(opponent, game))
            assert headline
            assert detail.endswith(".")


def test_the_places_are_named_in_reading_order() -> None:
    assert " ".join(PLACES) == (
        "top left top centre top right middle left centre middle right "
        "bottom left bottom centre bottom right"
    )
    assert len(PLACES) == 9


def test_a_cell_is_called_by_its_place_and_what_is_in_it() -> None:
    game = Game.from_record("40")
    assert cell_name(game, 4) == "Centre, X"
    assert cell_name(game, 0) == "Top left, O"
    assert cell_name(game, 5) == "Middle right, empty"


def test_a_cell_of_the_winning_line_says_so() -> None:
    game = Game.from_record("03142")
    assert [cell_name(game, cell) for cell in (0, 3, 8)] == [
        "Top left, X, in the winning line",
        "Middle left, O",
        "Bottom right, empty",
    ]


def test_a_move_is_its_mark_and_its_place() -> None:
    assert [move_text(move) for move in Game.from_record("40").history] == [
        "X centre",
        "O top left",
    ]


def test_the_scores_are_labelled_by_who_plays() -> None:
    assert score_labels(Opponent.HUMAN) == ("X", "O")
    for opponent in (Opponent.EASY, Opponent.MEDIUM, Opponent.HARD):
        assert score_labels(opponent) == ("You", "Computer")


@pytest.mark.parametrize(
    ("opponent", "record", "question"),
    [
        ("easy", "", "Do you give up? The game will count as won by the computer."),
        ("human", "", "Does X give up? The game will count as won by O."),
        ("human", "4", "Does O give up? The game will count as won by X."),
    ],
)
def test_the_question_before_a_forfeit(opponent: str, record: str, question: str) -> None:
    assert forfeit_question(Session(Opponent(opponent), Game.from_record(record))) == question


@pytest.mark.parametrize(
    ("opponent", "games"),
    [
        ("easy", "your games against the easy computer"),
        ("medium", "your games against the medium computer"),
        ("hard", "your games against the hard computer"),
        ("human", "the games between two people"),
    ],
)
def test_what_is_asked_and_said_about_a_reset(opponent: str, games: str) -> None:
    assert reset_question(Opponent(opponent)) == f"Forget the scores of {games}?"
    assert forgotten(Opponent(opponent)) == f"The scores of {games} are forgotten."


def test_what_went_wrong_is_said_in_one_plain_sentence_or_two() -> None:
    assert NOT_SAVED == (
        "This browser does not let the page save anything: scores last until you leave."
    )
    assert BROKEN == "Something went wrong and the game cannot go on. Please reload the page."
