"""Every sentence, in every situation there is."""

import pytest

from app.messages import (
    BROKEN,
    HINTS,
    LINK_COPIED,
    LINK_SHOWN,
    NOT_A_GAME,
    NOT_SAVED,
    PLACES,
    banner,
    cell_name,
    drawn,
    forfeit_question,
    given_up,
    hint,
    lost_with,
    move_review,
    move_text,
    no_thought,
    outlook,
    reset_done,
    reset_question,
    score_help,
    score_labels,
    shared_banner,
    sign,
    thought,
    way_back,
)
from app.session import Opponent, Session
from engine import Advice, Game, Mark, Reason, Verdict, advise, review, verdicts
from engine.thought import last_thought
from tests.support.exhaustive import games_by_board


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
    assert reset_done(Opponent(opponent)) == f"The scores of {games} are forgotten."


@pytest.mark.parametrize(
    ("record", "plies", "sentence"),
    [
        ("0314", 1, "Top right wins now."),
        ("041", 6, "Top right blocks a win."),
        ("0148", 3, "Middle left makes a fork: two ways to win."),
        ("01", 5, "Middle left leads to a fork, and that wins."),
        ("048", 6, "Top centre stops the other side’s fork."),
        ("0", 8, "Only the centre does not lose."),
        ("", 9, "Top left keeps the draw and sets a trap."),
        ("01483", 2, "Every move loses here. Try the top right."),
    ],
)
def test_a_hint_is_a_sentence(record: str, plies: int, sentence: str) -> None:
    board = Game.from_record(record).board
    advice = advise(board)
    assert verdicts(board)[advice.cell].plies == plies
    assert hint(advice, plies) == sentence


def test_there_is_a_sentence_for_every_reason() -> None:
    assert list(HINTS) == list(Reason)
    assert hint(Advice(8, Reason.DRAWS), 3) == "Bottom right keeps the draw."


def test_a_verdict_is_read_without_colour() -> None:
    assert [sign(Verdict("win", 1)), sign(Verdict("draw", 6)), sign(Verdict("loss", 2))] == [
        "win in 1",
        "draw",
        "loss in 2",
    ]


def test_a_cell_says_what_is_known_of_it() -> None:
    game = Game.from_record("0")
    assert cell_name(game, 4, Verdict("draw", 8)) == "Centre, empty, draw"
    assert cell_name(game, 8, None, "hint") == "Bottom right, empty, hint"
    assert cell_name(game, 0, None, "played") == "Top left, X, this move"
    assert cell_name(game, 8, Verdict("loss", 6), "better") == (
        "Bottom right, empty, loss in 6, better"
    )


@pytest.mark.parametrize(
    ("opponent", "record", "number", "sentence"),
    [
        (
            *("hard", "0", 1),
            "Move 1 of 1: You took the top left. The best there was: it keeps the draw.",
        ),
        (
            *("human", "03142", 2),
            (
                "Move 2 of 5: O took the middle left. A mistake: a draw became a loss. "
                "The centre would have kept the draw."
            ),
        ),
        (
            *("hard", "03142", 4),
            (
                "Move 4 of 5: The computer took the centre. It was lost, but the top right would "
                "have held out longer."
            ),
        ),
        (
            *("human", "03142", 5),
            "Move 5 of 5: X took the top right. The best there was: it wins.",
        ),
        (
            *("human", "03142", 3),
            (
                "Move 3 of 5: X took the top centre. The best there was: it wins in 5 moves of "
                "both sides."
            ),
        ),
        (
            *("human", "01425", 5),
            "Move 5 of 5: X took the middle right. It wins too, but later than the bottom right.",
        ),
        (
            *("human", "012", 3),
            (
                "Move 3 of 3: X took the top right. A mistake: a win became a draw. "
                "The middle left, centre or bottom left would have kept the win."
            ),
        ),
        (
            *("human", "014836", 6),
            "Move 6 of 6: O took the bottom left. As good as any: it was lost.",
        ),
    ],
)
def test_what_is_said_of_a_move(opponent: str, record: str, number: int, sentence: str) -> None:
    reviews = review(Game.from_record(record))
    assert move_review(reviews[number - 1], len(reviews), Opponent(opponent)) == sentence


def test_what_is_said_of_a_game() -> None:
    mistake = review(Game.from_record("03142"))[1]
    assert lost_with(mistake, Opponent.HARD) == (
        "The computer lost it with move 2, the middle left: a draw became a loss. "
        "The centre would have kept the draw."
    )
    mistake = mistake._replace(move=mistake.move._replace(player=Mark.X))
    assert lost_with(mistake, Opponent.HARD).startswith("You lost it with move 2")
    assert given_up(Mark.X, Opponent.HARD) == "You gave up a game that was not lost."
    assert drawn(0) == "Nobody made a mistake."
    assert drawn(2) == "The mistakes made up for each other."
    assert outlook(Mark.X) == "With best play from here, X wins."
    assert outlook(None) == "With best play from here, it is a draw."


@pytest.mark.parametrize(
    ("record", "detail"),
    [
        ("40812", "It was not played to the end."),
        ("03142", "X wins. X took the top right: three in a row."),
        ("4f", "X wins. O gave up."),
        ("012346587", "Draw. Nobody has three in a row."),
    ],
)
def test_what_is_said_of_a_game_that_came_with_a_link(record: str, detail: str) -> None:
    assert shared_banner(Game.from_record(record)) == ("A shared game", detail)


def test_the_score_board_says_which_games_had_help() -> None:
    assert [score_help(0), score_help(1), score_help(2)] == [
        "",
        "1 game with help",
        "2 games with help",
    ]


def test_a_thought_in_sentences() -> None:
    decision = last_thought(Game.from_record("03142"))
    assert decision
    how, weighed, line, searched = thought(decision, Opponent.HARD)
    assert weighed == (
        "What minimax knows of each cell: top right loss in 4, centre loss in 2, middle right "
        "loss in 2, bottom left loss in 2, bottom centre loss in 2, bottom right loss in 2."
    )
    assert line == "It took the centre. With best play: X top right, and then X wins."
    assert searched == (
        "213 positions could still come. To know all this, minimax searched 7: mirror images "
        "count once, and where a win must be taken or blocked it searches nothing else."
    )
    assert how == "Hard takes the best cell, and of equals the one that sets the most traps."


@pytest.mark.parametrize(
    ("record", "opponent", "ending", "how"),
    [
        (
            "304182",
            "easy",
            "It took the top right.",
            "Easy does not think ahead: it takes any free cell.",
        ),
        (
            "40",
            "medium",
            ", X bottom right, and then a draw.",
            "Medium takes a win or blocks one; otherwise it takes any free cell.",
        ),
        (
            "048125",
            "hard",
            ": X middle left, O bottom centre, and then O wins.",
            "Hard takes the best cell, and of equals the one that sets the most traps.",
        ),
    ],
)
def test_the_line_of_a_thought_is_told_to_its_end(
    record: str, opponent: str, ending: str, how: str
) -> None:
    decision = last_thought(Game.from_record(record))
    assert decision
    sentences = thought(decision, Opponent(opponent))
    assert sentences[0] == how
    assert sentences[2].endswith(ending)


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [
        ("hard", "The computer has not moved yet."),
        ("human", "The computer does not play in this game."),
    ],
)
def test_where_the_computer_has_had_no_thought_it_says_why(opponent: str, sentence: str) -> None:
    assert no_thought(Opponent(opponent)) == sentence


@pytest.mark.parametrize(
    ("record", "label"),
    [("", "Play a game"), ("4", "Back to my game"), ("03142", "Play a game")],
)
def test_a_shared_game_leads_to_a_game_that_is_on_or_to_a_new_one(record: str, label: str) -> None:
    assert way_back(Session(Opponent.HARD, Game.from_record(record))) == label


def test_what_is_said_of_links() -> None:
    assert NOT_A_GAME == "That link holds no legal game, but you can play one here."
    assert LINK_COPIED == "The link to this game is copied."
    assert LINK_SHOWN == "This is the link to the game. Copy it to share it."


def test_what_went_wrong_is_said_in_one_plain_sentence_or_two() -> None:
    assert NOT_SAVED == "This browser lets the page save nothing: scores last until you leave."
    assert BROKEN == ("Something went wrong", "The game cannot go on. Please reload the page.")
