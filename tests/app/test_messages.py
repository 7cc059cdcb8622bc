"""Every sentence, in every situation there is."""

from unicodedata import east_asian_width

import pytest

from app.link import Course
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
    label,
    link_note,
    lost_with,
    move_review,
    move_text,
    reset_done,
    reset_question,
    review_summary,
    score,
    score_help,
    score_labels,
    share_text,
    shared_banner,
    shared_title,
    sign,
    thought,
    to_send,
    way_back,
)
from app.session import Opponent, Session
from app.thinking import Knowledge
from engine import Advice, Game, Mark, Reason, Verdict, advise, review, verdicts
from engine.thought import expected_line, options
from tests.support.exhaustive import games_by_board


@pytest.mark.parametrize(
    ("opponent", "record", "headline", "detail"),
    [
        ("hard", "", "Your turn", "You’re X. Pick any square."),
        ("hard", "4", "The computer is thinking", "You took the centre."),
        ("hard", "40", "Your turn", "The computer took the top left."),
        ("hard", "03142", "You win!", "Top right makes three in a row. Well played!"),
        (
            "hard",
            "304182",
            "The computer wins",
            "Top right makes three in a row. Have another go!",
        ),
        ("easy", "012346587", "A draw", "You took the bottom centre. The board is full."),
        (
            "hard",
            "012346587",
            "A draw: well played!",
            "You took the bottom centre. Nobody does better against Hard.",
        ),
        ("hard", "f", "The computer wins", "You gave up. Have another go!"),
        ("human", "", "X’s turn", "X goes first. Pick any square."),
        ("human", "4", "O’s turn", "X took the centre."),
        ("human", "40", "X’s turn", "O took the top left."),
        ("human", "03142", "X wins!", "Top right makes three in a row."),
        ("human", "304182", "O wins!", "Top right makes three in a row."),
        ("human", "012385674", "X wins!", "Centre makes two lines at once."),
        ("human", "012346587", "A draw", "X took the bottom centre. The board is full."),
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
            assert detail.endswith((".", "!"))


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
        ("easy", "", "Give up this game? The computer will get the win."),
        ("human", "", "Does X give up? O will get the win."),
        ("human", "4", "Does O give up? X will get the win."),
    ],
)
def test_the_question_before_a_forfeit(opponent: str, record: str, question: str) -> None:
    assert forfeit_question(Session(Opponent(opponent), Game.from_record(record))) == question


@pytest.mark.parametrize(
    ("opponent", "scores"),
    [
        ("easy", "your scores against Easy"),
        ("medium", "your scores against Medium"),
        ("hard", "your scores against Hard"),
        ("human", "the two-player scores"),
    ],
)
def test_what_is_asked_and_said_about_a_reset(opponent: str, scores: str) -> None:
    assert reset_question(Opponent(opponent)) == f"Reset {scores}?"
    done = reset_done(Opponent(opponent))
    assert done[0].lower() + done[1:] == f"{scores} are back to zero."
    assert done[0].isupper()


@pytest.mark.parametrize(
    ("record", "plies", "sentence"),
    [
        ("0314", 1, "Top right wins right away."),
        ("041", 6, "Top right blocks three in a row."),
        ("0148", 3, "Middle left makes a fork: two ways to win at once."),
        ("01", 5, "Middle left leads to a winning fork."),
        ("048", 6, "Top centre stops a fork (two ways to win at once)."),
        ("0", 8, "Only the centre is safe."),
        ("", 9, "Top left is safe and sets a trap."),
        ("01483", 2, "Every move loses here. Try the top right and hope for a slip."),
    ],
)
def test_a_hint_is_a_sentence(record: str, plies: int, sentence: str) -> None:
    board = Game.from_record(record).board
    advice = advise(board)
    assert verdicts(board)[advice.cell].plies == plies
    assert hint(advice, plies) == sentence


def test_there_is_a_sentence_for_every_reason() -> None:
    assert list(HINTS) == list(Reason)
    assert hint(Advice(8, Reason.DRAWS), 3) == "Bottom right is safe: it keeps the draw."


def test_a_verdict_is_read_without_colour() -> None:
    known = Verdict("win", 1), Verdict("draw", 6), Verdict("loss", 2)
    assert [sign(verdict) for verdict in known] == ["win in 1", "draw", "loss in 2"]
    assert [label(verdict) for verdict in known] == ["win\nin 1", "draw", "loss\nin 2"]


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
            "Move 1 of 1. You took the top left. Best move: keeps the draw.",
        ),
        (
            *("human", "03142", 2),
            (
                "Move 2 of 5. O took the middle left. A mistake: this turned a draw into a loss. "
                "The centre would have kept the draw."
            ),
        ),
        (
            *("hard", "03142", 4),
            (
                "Move 4 of 5. The computer took the centre. Lost either way, but the top right "
                "would have held out longer."
            ),
        ),
        (
            *("human", "03142", 5),
            "Move 5 of 5. X took the top right. Best move: wins.",
        ),
        (
            *("human", "03142", 3),
            (
                "Move 3 of 5. X took the top centre. Best move: wins in 5 moves, counting both "
                "players’ moves."
            ),
        ),
        (
            *("human", "01425", 5),
            (
                "Move 5 of 5. X took the middle right. Still winning, but the bottom right wins "
                "sooner."
            ),
        ),
        (
            *("human", "012", 3),
            (
                "Move 3 of 3. X took the top right. A mistake: this turned a win into a draw. "
                "The middle left, centre or bottom left would have kept the win."
            ),
        ),
        (
            *("human", "014836", 6),
            "Move 6 of 6. O took the bottom left. Nothing could save this position.",
        ),
    ],
)
def test_what_is_said_of_a_move(opponent: str, record: str, number: int, sentence: str) -> None:
    reviews = review(Game.from_record(record))
    assert move_review(reviews[number - 1], len(reviews), Opponent(opponent)) == sentence


def test_what_is_said_of_a_game() -> None:
    mistake = review(Game.from_record("03142"))[1]
    assert lost_with(mistake, Opponent.HARD) == (
        "The computer’s mistake was move 2, the middle left: it turned a draw into a loss. "
        "The centre would have kept the draw."
    )
    mistake = mistake._replace(move=mistake.move._replace(player=Mark.X))
    assert lost_with(mistake, Opponent.HARD).startswith("Your mistake was move 2")
    assert given_up(Mark.X, Opponent.HARD, "win") == "You gave up a won game."
    assert given_up(Mark.O, Opponent.HUMAN, "draw") == "O gave up a game that was still a draw."
    assert drawn(0) == "A perfect game: nobody made a mistake."
    assert drawn(2) == "Both sides slipped, so it evened out."


@pytest.mark.parametrize(
    ("record", "detail"),
    [
        ("40812", "It’s O’s turn."),
        ("03142", "X wins. Top right makes three in a row."),
        ("4f", "X wins. O gave up."),
        ("012346587", "Draw. X took the bottom centre. The board is full."),
    ],
)
def test_what_is_said_of_a_game_that_came_with_a_link(record: str, detail: str) -> None:
    assert shared_banner(Game.from_record(record), Opponent.HUMAN) == ("A shared game", detail)


def test_a_game_that_came_with_a_link_is_compared_with_ones_own() -> None:
    game = Game.from_record("408")
    assert [shared_banner(game, Opponent.HUMAN, course).detail for course in Course] == [
        "It’s O’s turn.",
        "It’s O’s turn.",
        "Your own game is already further along.",
        "It took a different turn from your own game. Play on, and both are kept.",
    ]
    ended = shared_banner(Game.from_record("03142"), Opponent.HUMAN, Course.OTHER)
    assert ended.detail == "It ended differently from your own game."


def test_what_is_said_of_a_game_that_is_sent_to_and_fro() -> None:
    assert to_send(Game.from_record("4")) == "Send it so your friend can move."
    assert to_send(Game.from_record("4f")) == "Share it so your friend sees how it ended."
    told = [
        link_note(is_shared=is_shared, is_copied=is_copied, to_send=to_send)
        for is_shared, is_copied in ((True, False), (False, True), (False, False))
        for to_send in (True, False)
    ]
    assert told == [
        *("Sent. To play on, open the link your friend sends back.", ""),
        *("Link copied. Send it to your friend.", LINK_COPIED),
        *(LINK_SHOWN, LINK_SHOWN),
    ]


@pytest.mark.parametrize(
    ("record", "opponent", "players", "stand"),
    [
        ("0314", "human", "A shared game", "X’s turn"),
        ("4f", "human", "A shared game", "X wins"),
        ("012346587", "human", "A shared game", "draw"),
        ("304182", "medium", "A shared game against the computer on Medium", "O wins"),
        ("408", "hard", "A shared game against the computer on Hard", "O’s turn"),
    ],
)
def test_the_title_of_a_shared_game(record: str, opponent: str, players: str, stand: str) -> None:
    title = shared_title(Game.from_record(record), Opponent(opponent))
    assert title == f"{players}: {stand} – Tic-tac-toe"


def test_a_shared_game_against_the_computer_says_who_was_who() -> None:
    assert shared_banner(Game.from_record("408"), Opponent.HARD).detail == (
        "A person played X, the computer on Hard played O. It’s O’s turn."
    )


@pytest.mark.parametrize(
    ("record", "opponent", "own", "of_others"),
    [
        ("03142", "easy", "I beat the computer on Easy at tic-tac-toe in 5 moves.", "X beat "),
        (
            "304182",
            "hard",
            "The computer on Hard beat me at tic-tac-toe in 6 moves.",
            " beat X at ",
        ),
        ("f", "hard", "I gave up against the computer on Hard at tic-tac-toe before", "X gave "),
        (
            "40f",
            "medium",
            "I gave up against the computer on Medium at tic-tac-toe after 2",
            "X gave",
        ),
        (
            "012346587",
            "hard",
            "The computer on Hard and I drew at tic-tac-toe in 9",
            "X and the computer",
        ),
        ("03142", "human", "X beat O at tic-tac-toe in 5 moves.", ""),
        ("304182", "human", "O beat X at tic-tac-toe in 6 moves.", ""),
        ("012346587", "human", "X and O drew at tic-tac-toe in 9 moves.", ""),
        ("4f", "human", "O gave up against X at tic-tac-toe after 1 move.", ""),
        ("f", "human", "X gave up against O at tic-tac-toe before the first move.", ""),
        ("4", "human", "Your turn at tic-tac-toe: you’re O.", ""),
    ],
)
def test_the_result_that_is_shared(record: str, opponent: str, own: str, of_others: str) -> None:
    game = Game.from_record(record)
    assert share_text(game, Opponent(opponent), is_own=True).startswith(own)
    told = share_text(game, Opponent(opponent), is_own=False)
    assert (of_others or own) in told
    assert " I " not in told
    assert " me " not in told


def test_a_board_is_shared_as_three_lines_of_signs_of_one_width() -> None:
    text = share_text(Game.from_record("03142"), Opponent.HUMAN, is_own=True)
    assert text.splitlines()[1:] == ["❌❌❌", "⭕⭕⬜", "⬜⬜⬜"]
    assert {east_asian_width(sign) for sign in "❌⭕⬜"} == {"W"}  # emoji by themselves


def test_every_game_that_can_be_shared_has_a_text() -> None:
    for game in games_by_board().values():
        for opponent in Opponent:
            sentence, *rows = share_text(game, opponent, is_own=True).splitlines()
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert [len(row) for row in rows] == [3, 3, 3]


def test_the_score_board_says_which_games_had_help() -> None:
    assert [score_help(0), score_help(1), score_help(2)] == ["", "1 with help", "2 with help"]


def knowledge_of(game: Game) -> Knowledge:
    """What minimax knows of the last move of a game."""
    before = Game.from_record(game.record[:-1])
    return Knowledge(options(before), expected_line(game), 1234, 7)


def test_a_thought_in_sentences() -> None:
    game = Game.from_record("0314")
    how, weighed, line, searched = thought(game, Opponent.HARD, knowledge_of(game))
    assert weighed == (
        "What each move leads to: top right, you win on move 7; centre, you win on move 5; "
        "middle right, you win on move 5; bottom left, you win on move 5; "
        "bottom centre, you win on move 5; bottom right, you win on move 5."
    )
    assert line == "With best play from here: X top right."
    assert searched == (
        "1,234 positions were still possible. Minimax searched only 7: it counts mirror images "
        "once, and where a win must be taken or blocked it looks at nothing else."
    )
    assert how == "Hard picks the best square, and between equals the one with the most traps."


@pytest.mark.parametrize(
    ("record", "opponent", "sentences"),
    [
        ("03142", "hard", 2),
        ("0314", "human", 3),
        ("0314", "easy", 4),
        ("031", "medium", 3),
    ],
)
def test_a_thought_says_how_a_computer_picks_and_what_is_expected_if_anything_is(
    record: str, opponent: str, sentences: int
) -> None:
    game = Game.from_record(record)
    assert len(thought(game, Opponent(opponent), knowledge_of(game))) == sentences


@pytest.mark.parametrize(
    ("record", "label"),
    [("", "Play a game"), ("4", "Back to my game"), ("03142", "Back to my game")],
)
def test_a_shared_game_leads_to_one_s_own_or_to_a_new_one(record: str, label: str) -> None:
    assert way_back(Session(Opponent.HARD, Game.from_record(record))) == label


def test_what_is_said_of_links() -> None:
    assert NOT_A_GAME == "That link doesn’t work, but you can play here."
    assert LINK_COPIED == "Link copied."
    assert LINK_SHOWN == "Copy this link to share the game."


def test_what_went_wrong_is_said_in_one_plain_sentence_or_two() -> None:
    assert NOT_SAVED == "Your browser isn’t letting us save, so scores last until you leave."
    assert BROKEN == (
        "Something went wrong",
        "Sorry, this game can’t go on. Please reload the page.",
    )


def test_the_score_is_spoken_with_the_names_of_both_sides() -> None:
    spoken = {
        opponent: score(opponent, x=1_000, draws=2, o=3)
        for opponent in (Opponent.HARD, Opponent.HUMAN)
    }
    assert spoken == {
        Opponent.HARD: "Score: you 1,000, the computer 3, draws 2.",
        Opponent.HUMAN: "Score: X 1,000, O 3, draws 2.",
    }


@pytest.mark.parametrize(
    ("record", "opponent", "said"),
    [
        ("03142", "hard", "You: 3 best moves."),
        ("012346587", "easy", "You: 3 best moves, 2 mistakes."),
        ("012346587", "human", "X: 3 best, 2 mistakes. O: 2 best, 2 mistakes."),
        ("03142", "human", "X: 3 best. O: 1 weaker, 1 mistake."),
        ("0f", "human", "X: 1 best."),
        ("f", "hard", ""),
    ],
)
def test_a_review_sums_up_how_good_the_moves_were(record: str, opponent: str, said: str) -> None:
    judged = review(Game.from_record(record))
    assert review_summary(judged, Opponent(opponent)) == said
