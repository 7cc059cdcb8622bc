"""The state: what handlers change, and what the page shows of it."""

from random import Random

import pytest

from app import messages
from app.history import Entry, addition
from app.link import Course, SharedGame, shared_game
from app.messages import to_send
from app.replay import replay_of, replay_of_shared
from app.scores import Score
from app.session import Opponent, Session, new_session
from app.state import State
from app.view import page_view, thinking_subject
from engine import Game, advise
from tests.support.histories import NOW

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
    said = ("hint-text", "review-text", "notice", "not-saved", "share-note", "spoken")
    assert [view.texts[name] for name in said] == [""] * 6
    assert view.texts["detail"] == messages.banner(new_session()).detail
    assert (view.link, view.cursor, view.insight) == ("", 4, False)


def test_a_person_moves_in_a_game_that_is_not_replayed(state: State) -> None:
    assert state.is_persons_turn
    state.replay = replay_of_shared(shared_game("#game=4"))
    assert not state.is_persons_turn


def test_an_ended_game_is_replayed_and_added_to_the_pages_own_log(state: State) -> None:
    other = Entry(0, 1, NOW, "03142", Opponent.HUMAN)
    state.set_history(addition({"aaaaaa": other, "bbbbbb": other._replace(opponent=Opponent.EASY)}))
    state.count(WON, NOW)
    state.proceed(WON)
    ((game_id, entry),) = state.log.entries.items()
    assert entry == Entry(0, 1, NOW + 1, "03142", Opponent.HUMAN)
    assert state.history.entries.keys() == {"aaaaaa", "bbbbbb", game_id}
    assert not state.is_log_saved
    assert state.score == Score(2)
    assert state.replay == replay_of(WON.game, Opponent.HUMAN)
    state.count(WON, NOW + 9)
    assert len(state.log.entries) == 2
    assert state.score == Score(3)
    state.proceed(new_session())
    assert state.replay is None


def test_a_game_in_progress_that_is_left_can_be_gone_back_to_until_the_next_move(
    state: State,
) -> None:
    on = Session(Opponent.HARD, Game.from_record("408"))
    state.proceed(on)
    assert not page_view(state).has_way_back
    for opponent in (Opponent.HARD, Opponent.HUMAN, Opponent.EASY):  # one slip after the other
        state.proceed(state.begin(opponent))
        assert (state.session, state.way_back) == (new_session(opponent), on)
        view = page_view(state)
        assert view.has_way_back
        assert view.texts["detail"] == messages.LEFT[Opponent.HARD]
    state.proceed(state.session.played(4))
    assert not page_view(state).has_way_back
    assert state.way_back is None
    state.proceed(state.session.forfeited())
    state.proceed(state.begin(Opponent.HUMAN))
    assert state.way_back is None


def test_who_has_gone_back_has_nothing_to_go_back_to(state: State) -> None:
    state.proceed(WON._replace(game=Game.from_record("0314")))
    state.proceed(state.begin(Opponent.HUMAN))
    assert state.way_back
    state.proceed(state.way_back)
    assert state.way_back is None


def test_the_way_back_gives_way_to_a_hint_a_failure_and_a_shared_game(state: State) -> None:
    state.proceed(new_session().played(4))
    state.proceed(state.begin(Opponent.MEDIUM))
    state.remark = messages.NOT_SAVED
    assert page_view(state).texts["detail"] == messages.NOT_SAVED
    state.remark = ""
    state.advice = advise("." * 9)
    view = page_view(state)
    assert view.has_way_back
    assert view.texts["detail"] == ""
    state.replay = replay_of_shared(shared_game("#game=4"))
    view = page_view(state)
    assert not view.has_way_back
    assert view.texts["detail"] != messages.LEFT[Opponent.MEDIUM]


@pytest.mark.parametrize(
    ("opponent", "record", "said"),
    [
        ("human", "0", ""),
        ("human", "4", messages.TAKEN.format("centre", "X")),
        ("human", "04", messages.TAKEN.format("centre", "O")),
        ("hard", "0", messages.WAIT),
        ("hard", "4", messages.WAIT),
        ("human", "03142", messages.OVER),
        ("human", "f", messages.OVER),
    ],
)
def test_a_cell_that_cannot_be_played_says_why(
    state: State, opponent: str, record: str, said: str
) -> None:
    state.proceed(Session(Opponent(opponent), Game.from_record(record)))
    assert state.refusal(4) == said


def test_a_game_that_is_only_shown_says_so(state: State) -> None:
    state.replay = replay_of_shared(shared_game("#game=40"))
    assert state.refusal(8) == messages.ONLY_SHOWN
    state.replay = replay_of_shared(shared_game("#game=03142"))
    assert state.refusal(8) == messages.OVER


def test_what_is_stored_is_taken_over_and_what_is_not_stored_stays(state: State) -> None:
    state.count(WON, NOW)
    state.set_history(addition({"aaaaaa": Entry(0, 0, NOW, "4f", Opponent.HARD)}))
    assert state.scores == dict.fromkeys(Opponent, Score()) | {
        Opponent.HUMAN: Score(1),
        Opponent.HARD: Score(1),
    }
    assert "aaaaaa" not in state.log.entries


def test_a_game_between_two_people_has_an_id_when_it_is_sent(state: State) -> None:
    state.proceed(new_session(Opponent.HUMAN).played(4))
    view = page_view(state)
    assert (view.actions, view.primary) == (("forfeit", "hint", "share"), "")
    assert view.texts["share"] == "Send"
    state.prepare_to_send()
    link_id = state.session.link_id
    assert state.game_to_share == SharedGame(Game.from_record("4"), Opponent.HUMAN, link_id)
    assert state.session.is_to_send
    state.prepare_to_send()
    assert state.session.link_id == link_id != ""
    assert state.mark_sent(state.game_to_share)
    assert (page_view(state).primary, page_view(state).texts["share-note"]) == ("", "")
    state.proceed(state.session.played(0))
    view = page_view(state)
    assert (view.primary, view.texts["share-note"]) == ("share", to_send(state.session.game))
    assert not state.mark_sent(SharedGame(Game.from_record("40")))
    state.mark_sent(SharedGame(Game.from_record("41"), id=link_id))
    assert state.session.is_to_send


def test_an_ended_game_that_was_never_sent_has_no_id(state: State) -> None:
    state.proceed(WON)
    state.prepare_to_send()
    assert state.session.link_id == ""
    view = page_view(state)
    assert (view.actions, view.primary) == (("share",), "new-game")
    assert view.texts["share"] == "Share"
    state.proceed(WON._replace(link_id="k3f9", sent="0314"))
    view = page_view(state)
    assert (view.primary, view.texts["share-note"]) == ("share", to_send(WON.game))


def test_there_is_nothing_to_send_before_the_first_move_or_against_the_computer(
    state: State,
) -> None:
    for session in (new_session(Opponent.HUMAN), new_session(Opponent.HARD).played(4)):
        state.proceed(session)
        assert page_view(state).actions == ("forfeit", "hint")


def test_a_game_that_is_sent_to_and_fro_is_counted_once(state: State) -> None:
    session = WON._replace(link_id="k3f9")
    state.session = session
    state.count(session, NOW)
    state.count(session, NOW)
    assert state.score == Score(1)
    state.count(session._replace(link_id="k3f8"), NOW)
    assert state.score == Score(2)
    assert {*state.history.entries} == {"00k3f9", "00k3f8"}


def test_games_in_progress_are_kept_while_one_from_a_link_is_played(state: State) -> None:
    hard = new_session(Opponent.HARD).played(4)
    linked = Session(Opponent.HUMAN, Game.from_record("40"), link_id="k3f9")
    state.proceed(hard)
    state.keep_for(linked)
    state.proceed(linked)
    assert [*state.kept] == [hard]
    view = page_view(state)
    assert view.actions == ("forfeit", "hint", "share", "resume")
    assert view.texts["resume"] == "Back to my game against Hard"
    state.keep_for(linked.played(8))  # the answer
    assert [*state.kept] == [hard]
    state.keep_for(linked._replace(game=Game.from_record("42")))  # another continuation
    assert [*state.kept] == [hard, linked]
    assert {*state.own_games("k3f9")} == {linked}
    assert state.own_games("k3f8") == state.own_games("") == []
    state.session = new_session()
    assert state.take_kept() == linked
    assert [*state.kept] == [hard]
    state.session = linked
    assert state.take_kept() == hard
    assert [*state.kept] == [linked]
    state.proceed(WON)
    assert page_view(state).actions == ("share", "resume")


def test_a_game_that_was_left_is_kept_too(state: State) -> None:
    hard = new_session(Opponent.HARD).played(4)
    state.proceed(hard)
    state.proceed(state.begin(Opponent.EASY))
    state.keep_for(Session(Opponent.HUMAN, Game.from_record("40"), link_id="k3f9"))
    assert (state.kept, state.left) == ((hard,), None)


def test_of_many_games_the_last_are_kept(state: State) -> None:
    for number in range(9):
        state.proceed(new_session(Opponent.HUMAN).played(number))
        state.keep_for(new_session(Opponent.HUMAN))
    assert [session.game.record for session in state.kept] == [*"12345678"]


def test_a_game_that_goes_on_in_another_tab_is_let_go(state: State) -> None:
    mine = Session(Opponent.HUMAN, Game.from_record("40"), link_id="k3f9")
    other = mine._replace(link_id="k3f8")
    state.session, state.left, state.kept = mine, mine, (mine, other)
    assert state.let_go(mine)
    assert state.left is None
    assert [*state.kept] == [other]
    state.left = other
    assert state.let_go(mine.played(8))
    assert state.left == other
    assert not state.let_go(other)
    assert [*state.kept] == []
    state.session = mine.played(8)
    assert not state.let_go(mine)
    state.session = mine.forfeited()
    assert not state.let_go(state.session)


@pytest.mark.parametrize(
    ("record", "course", "actions", "primary"),
    [
        ("03142", Course.NEW, ("close-visit", "share"), "close-visit"),
        ("0314", Course.NEW, ("play-on", "close-visit"), "play-on"),
        ("0314", Course.OTHER, ("play-on", "close-visit"), "play-on"),
        ("0314", Course.BEHIND, ("play-on", "close-visit"), "close-visit"),
    ],
)
def test_a_shared_game_has_one_next_step(
    state: State, record: str, course: Course, actions: tuple[str, ...], primary: str
) -> None:
    state.proceed(new_session(Opponent.HARD).played(4))
    state.show_shared(SharedGame(Game.from_record(record)), course)
    view = page_view(state)
    assert (view.actions, view.primary) == (actions, primary)
    assert state.spoken == view.texts["review-text"]


def test_a_reset_hides_what_all_pages_have_counted(state: State) -> None:
    state.session = WON
    state.set_history(addition({"aaaaaa": Entry(0, 0, NOW, "03142", Opponent.HUMAN)}))
    assert state.score == Score(1)
    state.reset_score()
    assert state.log.resets == {Opponent.HUMAN: 1}
    assert not state.is_log_saved
    assert state.score == Score()


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
    assert view.texts["detail"] == "X goes first. Pick any square."
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
    state.replay = replay_of_shared(shared_game("#game=03142"))
    view = page_view(state)
    assert view.review
    assert view.review.is_away
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
    assert texts["reset-question"] == "Reset the two-player scores?"


@pytest.mark.parametrize(
    ("opponent", "record", "explained"),
    [
        (Opponent.HARD, "", ""),
        (Opponent.HARD, "4", ""),
        (Opponent.HARD, "40", "40"),
        (Opponent.EASY, "408", "40"),
        (Opponent.HUMAN, "", ""),
        (Opponent.HUMAN, "408", "408"),
    ],
)
def test_the_last_move_is_explained_and_of_the_computer_its_own(
    state: State, opponent: Opponent, record: str, explained: str
) -> None:
    state.session = Session(opponent, Game.from_record(record))
    assert thinking_subject(state) == (opponent, explained)


def test_in_a_review_the_move_of_the_step_is_explained_whoever_made_it(state: State) -> None:
    state.proceed(Session(Opponent.HARD, Game.from_record("03142")))
    assert state.replay
    replay = state.replay
    explained = []
    for step in range(replay.end + 1):
        state.replay = replay.at(step)
        opponent, record = thinking_subject(state)
        explained.append(record)
        assert opponent is Opponent.HARD
    assert explained == ["", "0", "03", "031", "0314", "03142", "03142"]


def test_of_a_game_that_was_given_up_the_last_move_is_explained(state: State) -> None:
    state.proceed(Session(Opponent.HUMAN, Game.from_record("40f")))
    assert thinking_subject(state) == (Opponent.HUMAN, "40")


def test_in_a_shared_game_nobody_is_you(state: State) -> None:
    state.session = Session(Opponent.HARD, Game.from_record("40"))
    state.replay = replay_of_shared(shared_game("#game=42.easy"))
    assert thinking_subject(state) == (Opponent.HUMAN, "42")


def test_what_is_shared_is_what_is_shown(state: State) -> None:
    state.proceed(Session(Opponent.HARD, Game.from_record("4f")))
    assert state.game_to_share == SharedGame(Game.from_record("4f"), Opponent.HARD)
    shared = SharedGame(Game.from_record("42"), Opponent.EASY)
    state.replay = replay_of_shared(shared)
    assert state.game_to_share is shared


def test_an_earlier_game_is_shown_and_shared_while_the_game_that_is_on_waits(state: State) -> None:
    state.set_history(addition({"aaaaaa": Entry(0, 0, NOW, "03142", Opponent.EASY)}))
    state.session = on = Session(Opponent.HARD, Game.from_record("40"))
    state.show_past("aaaaaa")
    view = page_view(state)
    assert (view.texts["headline"], view.texts["detail"]) == ("You beat Easy", messages.PAST)
    assert (view.actions, view.primary) == (("close-visit", "share"), "close-visit")
    assert view.texts["close-visit"] == "Back to my game"
    assert state.game_to_share == SharedGame(Game.from_record("03142"), Opponent.EASY)
    assert state.session == on
    assert not state.is_persons_turn
