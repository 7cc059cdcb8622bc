"""The state: what handlers change, and what the page shows of it."""

from random import Random

import pytest

from app import messages
from app.replay import replay_of, shared_game
from app.scores import Score, TallyId
from app.session import Opponent, Session, new_session
from app.state import State
from app.view import page_view, thinking_subject, thinking_view
from engine import Game, advise

WON = Session(Opponent.HUMAN, Game.from_record("03142"))


@pytest.fixture
def state() -> State:
    """The state of a page that has just been opened."""
    return State("0123456789abcdef", Random(1))


def test_pages_have_ids_of_their_own(state: State) -> None:
    assert state.game_id == "0123456789abcdef"
    assert len(state.page_id) == 16
    assert state.page_id != State("", Random(2)).page_id


def test_a_page_that_has_just_been_opened_has_said_nothing(state: State) -> None:
    view = page_view(state)
    said = ("hint-text", "review-text", "notice", "not-saved", "share-note")
    assert [view.texts[name] for name in said] == [""] * 5
    assert view.texts["detail"] == messages.banner(new_session()).detail
    assert (view.link, view.cursor, view.insight) == ("", 4, False)


def test_a_person_moves_in_a_game_that_is_not_replayed(state: State) -> None:
    assert state.is_persons_turn
    state.replay = shared_game("#game=4")
    assert not state.is_persons_turn


def test_an_ended_game_is_replayed_and_counted_in_the_pages_own_tally(state: State) -> None:
    other = TallyId(Opponent.HUMAN, "a" * 16)
    state.tallies = {
        other: Score(5, resets=1),
        TallyId(Opponent.EASY, "b" * 16): Score(7, resets=1),
    }
    state.count(WON)
    state.proceed(WON)
    changed = TallyId(Opponent.HUMAN, state.page_id)
    assert state.unsaved == {changed}
    assert state.tallies[changed] == Score(1, resets=1)
    assert state.score == Score(6, resets=1)
    assert state.replay == replay_of(WON.game, Opponent.HUMAN)
    state.count(WON)
    assert state.tallies[changed] == Score(2, resets=1)
    state.proceed(new_session())
    assert state.replay is None


def test_a_reset_hides_what_all_pages_have_counted(state: State) -> None:
    state.session = WON
    state.tallies = {TallyId(Opponent.HUMAN, "a" * 16): Score(5)}
    state.reset_score()
    assert state.unsaved == {TallyId(Opponent.HUMAN, state.page_id)}
    assert state.score == Score(resets=1)


def test_insight_counts_as_help(state: State) -> None:
    state.proceed(new_session())
    assert not state.session.helped
    state.insight = True
    state.proceed(new_session())
    assert state.session.helped
    assert page_view(state).insight


def test_that_nothing_is_saved_is_said_once_in_the_banner_and_stands_below(state: State) -> None:
    state.set_saved(is_saved=False)
    assert page_view(state).texts["detail"] == messages.NOT_SAVED
    state.proceed(new_session(Opponent.HUMAN))
    state.set_saved(is_saved=False)
    view = page_view(state)
    assert view.texts["detail"] == "Take any cell."
    assert view.texts["not-saved"] == messages.NOT_SAVED
    state.set_saved(is_saved=True)
    assert page_view(state).texts["not-saved"] == ""


def test_going_on_takes_back_what_was_said(state: State) -> None:
    state.advice = advise("." * 9)
    state.link, state.link_note, state.notice = "link", "copied", "notice"
    view = page_view(state)
    assert (view.link, view.texts["share-note"], view.texts["notice"]) == (
        "link",
        "copied",
        "notice",
    )
    assert view.texts["hint-text"]
    state.proceed(new_session())
    view = page_view(state)
    assert (view.link, view.texts["share-note"], view.texts["notice"]) == ("", "", "")
    assert view.texts["hint-text"] == ""


def test_a_shared_game_is_shown_with_the_way_back(state: State) -> None:
    state.proceed(WON)
    assert "close-visit" not in page_view(state).texts
    state.proceed(new_session())
    state.replay = shared_game("#game=03142")
    view = page_view(state)
    assert view.review
    assert view.review.is_shared
    assert view.texts["close-visit"] == "Play a game"
    state.session = new_session().played(4)
    assert page_view(state).texts["close-visit"] == "Back to my game"


def test_the_cell_that_tab_reaches_is_shown(state: State) -> None:
    state.cursor = 7
    assert page_view(state).cursor == 7


def test_the_dialogs_ask_about_the_session(state: State) -> None:
    state.session = new_session(Opponent.HUMAN).played(4)
    texts = page_view(state).texts
    assert texts["forfeit-question"].startswith("Does O give up?")
    assert texts["reset-question"] == "Forget the scores of the games between two people?"


def test_the_last_decision_of_the_computer_is_explained(state: State) -> None:
    state.session = Session(Opponent.HARD, Game.from_record("40"))
    view = thinking_view(*thinking_subject(state))
    assert view.picture.startswith("<svg")
    assert "It took the top left." in view.sentences[2]


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [(Opponent.HARD, messages.NO_THOUGHT), (Opponent.HUMAN, messages.NOT_PLAYING)],
)
def test_where_no_computer_has_decided_a_sentence_says_so(
    state: State, opponent: Opponent, sentence: str
) -> None:
    state.session = new_session(opponent)
    assert thinking_view(*thinking_subject(state)) == ("", [sentence])


def test_of_a_shared_game_no_decision_is_explained(state: State) -> None:
    state.session = Session(Opponent.HARD, Game.from_record("40"))
    state.replay = shared_game("#game=4081")
    assert thinking_view(*thinking_subject(state)) == ("", [messages.NOT_PLAYING])
