"""Practice from the mistakes of games that were played anyhow: both outcomes, and what is shown."""

from collections.abc import Iterator
from random import Random

import pytest

from app import messages
from app.practice import Practice, practice_at, practice_view
from app.replay import Replay, mistake_at, replay_of
from app.scores import Score
from app.session import Opponent, Session
from app.state import State
from app.view import PracticeView, View, page_view, view_of
from engine import Game, Mark, advise, choose, review
from engine.levels import Level

LOST = Game.from_record("03142")  # O's move 2 turned a draw into a loss
SLIPS = Game.from_record("012346587")  # a draw with mistakes of both sides


def games(count: int) -> Iterator[Game]:
    """Games of somebody who picks anything against a level, or against somebody alike."""
    rng = Random(16)
    for number in range(count):
        game, level = Game(), [*Level, None][number % 4]
        while not game.is_over:
            is_levels = level and game.current_player is Mark.O
            cell = choose(game.board, level, rng) if is_levels else rng.choice(game.legal_cells)
            game = game.play(cell)
        yield game


def mistakes(game: Game, opponent: Opponent = Opponent.HUMAN) -> Iterator[Replay]:
    """The steps of a review at which there is something to try again."""
    replay = replay_of(game, opponent)
    steps = (replay.at(step) for step in range(replay.end + 1))
    return (at for at in steps if mistake_at(at))


def played_on(practice: Practice, *cells: int, rng: Random) -> Practice:
    """Practice to its end: first these cells, then the ones that are advised."""
    session, wanted = practice.session, [*cells]
    while not session.game.is_over:
        if session.computer_to_move:
            session = session.replied(rng)
        else:
            cell = wanted.pop(0) if wanted else advise(session.game.board).cell
            session = session.played(cell)
    return practice._replace(session=session)


def test_who_plays_well_holds_what_the_mistake_gave_away_and_who_repeats_it_does_not() -> None:
    rng = Random(5)
    tried = {"win": 0, "draw": 0}
    for game in games(300):
        for replay in mistakes(game):
            practice = practice_at(replay)
            mover = practice.mistake.move.player
            assert practice.session.game == Game.from_record(game.record[: replay.step - 1])
            assert practice.session.game.current_player is mover is not practice.session.computer
            assert practice.session.opponent is Opponent.HARD
            assert not practice.is_held
            held = played_on(practice, rng=rng)
            assert held.is_held
            best = practice.mistake.best.outcome
            assert held.session.game.winner is {"win": mover, "draw": None}[best]
            lost = played_on(practice, practice.mistake.move.cell, rng=rng)
            assert not lost.is_held
            assert lost.replay == replay
            tried[best] += 1
    assert min(tried.values()) > 100


def test_only_a_mistake_can_be_tried_again() -> None:
    for game in games(40):
        replay = replay_of(game, Opponent.HUMAN)
        assert mistake_at(replay) is None
        assert mistake_at(replay.at(0)) is None
        for judged in review(game):
            found = mistake_at(replay.at(judged.move.sequence_number))
            assert found == (judged if judged.quality == "mistake" else None)
    assert mistake_at(replay_of(Game.from_record("0314"), Opponent.HUMAN).at(2)) is None


def test_the_next_mistake_is_that_of_a_person() -> None:
    steps = [judged.move.sequence_number for judged in review(SLIPS) if judged.given_away]
    assert steps == [2, 3, 4, 7]
    found = {
        opponent: [practice_at(at).next_step for at in mistakes(SLIPS, opponent)]
        for opponent in (Opponent.HUMAN, Opponent.EASY)
    }
    assert found == {Opponent.HUMAN: [3, 4, 7, 0], Opponent.EASY: [3, 7, 7, 0]}


def page_of(practice: Practice, opponent: Opponent = Opponent.HUMAN) -> View:
    """What is shown of practice."""
    return practice_view(practice, view_of(practice.session, Score(1, 2, 3)), opponent)


def shown(practice: Practice, opponent: Opponent = Opponent.HUMAN) -> dict[str, str]:
    """The texts of practice."""
    view = page_of(practice, opponent)
    assert view.opponent == opponent
    return view.texts


def test_what_is_said_of_practice_that_holds_a_draw() -> None:
    (replay,) = mistakes(LOST)
    practice = practice_at(replay)
    texts = shown(practice)
    assert (texts["headline"], texts["detail"]) == (
        "Your turn",
        "Practice: can you keep the draw this time?",
    )
    assert texts["practice-text"] == "You’re O against Hard, from move 2. It doesn’t count."
    assert (texts["label-x"], texts["label-o"], texts["score-x"]) == ("X", "O", "1")
    moved = practice._replace(session=practice.session.played(4))
    assert shown(moved)["headline"] == "The computer is thinking"
    assert shown(moved)["detail"] == "You took the centre."
    held = played_on(practice, rng=Random(1))
    assert shown(held)["practice-text"] == "It doesn’t count."
    assert shown(held)["headline"] == "You kept the draw!"
    assert shown(held)["detail"].startswith("The computer took the ")
    assert shown(held)["detail"].endswith(". Better this time!")
    lost = played_on(practice, 3, rng=Random(1))
    assert shown(lost)["headline"] == "The draw got away again"
    flourishes = [page_of(one).flourish for one in (practice, held, lost)]
    assert flourishes == ["", "draw", ""]
    assert shown(lost)["detail"].endswith("makes three in a row. Have another go!")


def test_what_is_said_of_practice_that_wins() -> None:
    replay = replay_of(Game.from_record("0314862"), Opponent.EASY).at(5)
    assert mistake_at(replay)
    won = played_on(practice_at(replay), rng=Random(1))
    assert shown(won, Opponent.EASY)["headline"] == "You kept the win!"
    assert shown(won, Opponent.EASY)["label-o"] == "Computer"
    assert page_of(won).flourish == "win"


@pytest.fixture
def state() -> State:
    """The state of a page that reviews a game with three mistakes, at the first."""
    state = State("", Random(1))
    state.proceed(Session(Opponent.HUMAN, SLIPS))
    assert state.replay
    state.replay = state.replay.at(4)
    return state


def test_practice_takes_the_place_of_the_review_and_leaves_it_as_it_was(state: State) -> None:
    session, replay = state.session, state.replay
    assert replay
    state.practise(practice_at(replay))
    assert state.is_persons_turn
    assert (state.session, state.replay, state.reviewed) == (session, None, replay)
    view = page_view(state)
    assert (view.review, view.practice) == (None, PracticeView(is_over=False, has_next=False))
    assert view.board.board == Game.from_record("012").board
    assert state.refusal(0) == messages.TAKEN.format("top left", "X")
    assert state.text_to_save("").count('"012346587"') == 1
    state.leave_practice()
    assert (state.practice, state.replay, state.playing) == (None, replay, session)


def test_ended_practice_offers_the_next_mistake_and_takes_no_move(state: State) -> None:
    assert state.replay
    practice = played_on(practice_at(state.replay), rng=Random(1))
    state.practise(practice)
    assert page_view(state).practice == PracticeView(is_over=True, has_next=True)
    assert state.refusal(8) == state.spoken == messages.PRACTICE_OVER
    last = practice._replace(replay=practice.replay.at(7))
    state.practise(last)
    assert page_view(state).practice == PracticeView(is_over=True, has_next=False)


def test_a_hint_in_practice_takes_the_place_of_what_was_said(state: State) -> None:
    assert state.replay
    state.practise(practice_at(state.replay))
    state.advice = advise(state.playing.game.board)
    texts = page_view(state).texts
    assert texts["detail"] == ""
    assert texts["hint-text"]


def test_another_game_ends_practice(state: State) -> None:
    assert state.replay
    state.practise(practice_at(state.replay))
    state.proceed(state.begin(Opponent.EASY))
    assert state.practice is None
    assert page_view(state).practice is None


def test_a_game_of_the_history_ends_practice(state: State) -> None:
    state.count(state.session, 0)
    (game_id,) = state.history.entries
    assert state.replay
    state.practise(practice_at(state.replay))
    state.show_past(game_id)
    assert state.practice is None
    assert page_view(state).review
