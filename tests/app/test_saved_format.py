"""The saved format: it reads back, the format before it does too, and anything else is nothing."""

import json
from itertools import cycle, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.saved_format import (
    GAME_KEY,
    INSIGHT_KEY,
    INSIGHT_ON,
    SESSION_KEY,
    VIEW_TEXTS,
    SavedSession,
    saved_session,
    saved_tally,
    session_text,
    tally_id,
    tally_key,
    tally_text,
    with_pending_moves,
)
from app.scores import MOST, Score, TallyId
from app.session import Opponent, Session, new_session
from app.state import State
from app.view import view_of
from engine import Game, Level, policy
from tests.support.exhaustive import games_by_board

GAME_ID = "0123456789abcdef"
GAMES = [*games_by_board().values(), Game.from_record("f"), Game.from_record("4f")]
OLD_VIEW = '{"board": "X...O....", "texts": {}}'


def test_a_session_reads_back_with_the_view_of_the_next_visit() -> None:
    for game, (opponent, insight) in zip(
        GAMES, cycle(product(Opponent, (False, True))), strict=False
    ):
        session = Session(opponent, game, helped=insight)
        view = view_of(session, Score(3, 2, 1), insight=insight)
        text = session_text(session, GAME_ID, view)
        assert saved_session(text) == SavedSession(session, GAME_ID)
        drawn = json.loads(text)["view"]
        assert drawn["board"] == game.board
        assert drawn["texts"] == {name: view.texts[name] for name in VIEW_TEXTS}
        assert {name: drawn[name] for name in ("turn", "insight", "moves")} == {
            "turn": view.turn,
            "insight": insight,
            "moves": view.moves,
        }
        for name in ("names", "verdicts", "signs"):
            assert drawn[name] == getattr(view.board, name)


def test_the_game_of_another_tab_is_not_resumed_but_its_opponent_is() -> None:
    session = Session(Opponent.HARD, Game.from_record("40"), helped=True)
    assert SavedSession(session, GAME_ID).resumed(GAME_ID) == session
    assert SavedSession(session).resumed(GAME_ID) == session
    assert SavedSession(session, GAME_ID).resumed("f" * 16) == new_session(Opponent.HARD)


def test_after_an_ended_game_the_next_visit_begins_a_new_one() -> None:
    state = State(GAME_ID, Random(1))
    state.proceed(Session(Opponent.EASY, Game.from_record("03142")))
    saved = saved_session(state.text_to_save(""))
    assert saved == SavedSession(new_session(Opponent.EASY))


@pytest.mark.parametrize("insight", [False, True])
def test_a_game_in_progress_is_saved_with_what_is_shown_of_it(*, insight: bool) -> None:
    state = State(GAME_ID, Random(1))
    state.insight = insight
    state.proceed(Session(Opponent.EASY, Game.from_record("40")))
    text = state.text_to_save(GAME_ID)
    assert saved_session(text) == SavedSession(state.session, GAME_ID)
    assert json.loads(text)["view"]["insight"] is insight


def test_what_earlier_versions_have_stored_is_found_under_the_same_keys() -> None:
    assert (SESSION_KEY, GAME_KEY) == ("tic-tac-toe.session", "tic-tac-toe.game.")
    assert (INSIGHT_KEY, INSIGHT_ON) == ("tic-tac-toe.insight", "on")


@pytest.mark.parametrize("opponent", Opponent)
def test_the_text_format_is_migrated(opponent: Opponent) -> None:
    for game in GAMES:
        if game.is_over:
            continue
        session = Session(opponent, game)
        old = f"{opponent}:{game.record}"
        assert saved_session(old) == SavedSession(session)
        assert saved_session(f"{old}\n{OLD_VIEW}") == SavedSession(session)
        assert saved_session(f"{old}\n{OLD_VIEW}\n{GAME_ID}") == SavedSession(session, GAME_ID)
        assert saved_session(f"{old}\n\n{GAME_ID}\n") == SavedSession(session, GAME_ID)
        helped = saved_session(f"{old}:helped\n{OLD_VIEW}\n")
        assert helped == SavedSession(session._replace(helped=True))


@pytest.mark.parametrize(
    "text",
    [
        *(None, "", ":", "Hard:", "hard:44", "hard:9", "nobody:4", "hard :4", "hard:4:0"),
        *("hard:4:", "hard:helped", "{}", "[]", "null", "4", '"hard"', "[" * 5_000),
        *('{"opponent": "hard"}', '{"opponent": "hard", "record": 4, "helped": 0, "game": ""}'),
        '{"opponent": ["hard"], "record": "4", "helped": false, "game": ""}',
        '{"opponent": "hard", "record": "4", "helped": false, "game": ""' + " " * 20_000 + "}",
    ],
)
def test_what_was_not_saved_is_no_session(text: str | None) -> None:
    assert saved_session(text) is None


@pytest.mark.parametrize(("depth", "is_read"), [(90, True), (100, False), (9_000, False)])
def test_json_that_is_nested_too_deep_is_not_read(depth: int, *, is_read: bool) -> None:
    """Pyodide does not survive what raises RecursionError elsewhere."""
    session = '"opponent": "hard", "record": "4", "helped": false, "game": ""'
    nested = "[" * depth + "]" * depth
    assert (saved_session(f'{{{session}, "view": {nested}}}') is not None) == is_read


@given(st.text() | st.from_regex(r"(easy|hard):[0-9f]{0,12}(:helped)?", fullmatch=True))
def test_any_text_at_all_is_a_session_or_none(text: str) -> None:
    saved = saved_session(text)
    if saved is not None:
        session = saved.session
        help_ = ":helped" if session.helped else ""
        assert text.partition("\n")[0] in {
            f"{session.opponent}:{session.game.record}{help_}",
            session.opponent.value,
        }


def pending(opponent: object, record: object, moves: object) -> str:
    """What JavaScript queues before Python is up."""
    return json.dumps({"opponent": opponent, "record": record, "moves": moves})


@pytest.mark.parametrize("opponent", Opponent)
def test_a_pending_move_is_played_just_where_a_person_may(opponent: Opponent) -> None:
    for game in GAMES:
        session = Session(opponent, game)
        for cell in range(9):
            after = with_pending_moves(session, pending(opponent, game.record, str(cell)))
            if session.person_to_move and cell in game.legal_cells:
                assert after == session.played(cell)
            elif not session.computer_to_move:
                assert after is session


@pytest.mark.parametrize("level", Level)
def test_of_the_computers_replies_those_are_played_that_its_level_could_have_made(
    level: Level,
) -> None:
    session = new_session(Opponent(level))
    for first in range(9):
        likely = policy(Game().play(first).board, level)
        for reply in range(9):
            after = with_pending_moves(session, pending(level, "", f"{first}{reply}"))
            if reply in likely:
                assert after.game.record == f"{first}{reply}"
            else:
                assert after is session


def test_an_opening_is_played_to_the_second_move_and_as_a_whole() -> None:
    session = new_session(Opponent.HARD)
    after = with_pending_moves(session, pending("hard", "", "408"))
    assert after == Session(Opponent.HARD, Game.from_record("408"))
    for moves in ("418", "404", "400", "40 8", "4x8"):
        assert with_pending_moves(session, pending("hard", "", moves)) is session


def test_another_opponent_can_be_chosen_for_a_new_game_only() -> None:
    session = new_session(Opponent.HARD)
    assert with_pending_moves(session, pending("human", "", "")) == new_session(Opponent.HUMAN)
    assert with_pending_moves(session, pending("human", "", "48")).game.record == "48"
    assert with_pending_moves(session, pending("nobody", "", "4")) is session
    on = Session(Opponent.HARD, Game.from_record("40"))
    assert with_pending_moves(on, pending("human", "40", "8")) is on
    assert with_pending_moves(on, pending("human", "", "8")) is on


def test_what_changes_nothing_leaves_the_session_as_it_is() -> None:
    session = new_session(Opponent.HARD)
    assert with_pending_moves(session, pending("hard", "", "")) is session


def test_pending_moves_of_another_game_are_dropped() -> None:
    session = Session(Opponent.HUMAN, Game.from_record("40"))
    assert with_pending_moves(session, pending("human", "4", "8")) is session


@pytest.mark.parametrize("moves", ["9", "-1", 4, 4.0, True, None, ["4"], {"4": 4}, "٤", "f"])
def test_what_are_no_cells_are_no_pending_moves(moves: object) -> None:
    session = new_session()
    assert with_pending_moves(session, pending("medium", "", moves)) is session


@pytest.mark.parametrize("text", [None, "", "4", "{}", "nonsense", '{"record": "", "moves": "4"}'])
def test_what_is_no_move_is_no_pending_move(text: str | None) -> None:
    session = new_session()
    assert with_pending_moves(session, text) is session


def test_a_tally_is_plain_to_read_and_reads_back() -> None:
    assert tally_text(Score(3, 0, 1, 2, 0)) == "3/0/1/2/0"
    assert saved_tally("3/0/1/2/5") == Score(3, 0, 1, 2, 5)


def test_a_tally_without_resets_is_one_before_the_first() -> None:
    assert saved_tally("3/0/1/2") == Score(3, 0, 1, 2)


@pytest.mark.parametrize(
    "text",
    [
        *(None, "", "null", "[1, 2, 3]", "1/2/3", "1/2/3/4/5/6", "-1/0/0/0", "1.5/0/0/0"),
        *("1e9/0/0/0", "1000000000/0/0/0", "9" * 10_000 + "/0/0/0", "\u0661/0/0/0", "1/2/3/4\n"),
        *(" 1/2/3/4", "x/0/0/0", "0/0/0/x", "0/0/0/0/x", "0/0/0/0/", "0/0/0/0/1000000000"),
        "<script>alert(1)</script>",
    ],
)
def test_a_text_that_holds_no_tally_counts_for_nothing(text: str | None) -> None:
    assert saved_tally(text) == Score()


@given(st.text())
def test_any_text_at_all_is_read_as_a_tally_without_failing(text: str) -> None:
    assert all(0 <= count <= MOST for count in saved_tally(text))


@pytest.mark.parametrize("opponent", Opponent)
def test_a_key_stands_for_one_tally(opponent: Opponent) -> None:
    tallies = [TallyId(opponent, page_id) for page_id in ("0" * 16, "f" * 16)]
    assert [tally_id(tally_key(tally)) for tally in tallies] == tallies
    assert tally_key(tallies[1]) == f"tic-tac-toe.scores.{opponent}.ffffffffffffffff"


@pytest.mark.parametrize(
    "key",
    [
        *("", "tic-tac-toe.session", "tic-tac-toe.scores.", "tic-tac-toe.scores.easy.abc"),
        "tic-tac-toe.scores.nobody.0000000000000000",
        "tic-tac-toe.scores.easy.000000000000000g",
        "tic-tac-toe.scores.easy.00000000000000000",
        "tic-tac-toe-scores.easy.0000000000000000",
        "tic-tac-toe.scores-easy.0000000000000000",
        "other.scores.easy.0000000000000000",
        "tic-tac-toe.scores.easy.0000000000000000\n",
    ],
)
def test_other_keys_stand_for_no_tally(key: str) -> None:
    assert tally_id(key) is None
