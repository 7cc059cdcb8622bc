"""The saved format: it reads back, the format before it does too, and anything else is nothing."""

import json
from itertools import cycle, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.saved_format import (
    GAME_KEY,
    INSIGHT_KEY,
    INSIGHT_ON,
    SESSION_KEY,
    VIEW_TEXTS,
    LinkedGame,
    SavedSession,
    linked_game_id,
    linked_game_key,
    linked_game_text,
    saved_linked_game,
    saved_session,
    session_text,
    with_pending_moves,
)
from app.scores import Score
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
    left = new_session(Opponent.EASY).played(4)
    saved = SavedSession(session, GAME_ID, left)
    assert saved.resumed(GAME_ID) == saved
    assert SavedSession(session).resumed(GAME_ID) == SavedSession(session)
    assert saved.resumed("f" * 16) == SavedSession(new_session(Opponent.HARD))


def test_a_game_that_was_left_for_a_new_one_is_saved_until_that_has_a_move() -> None:
    state = State(GAME_ID, Random(1))
    left = Session(Opponent.HARD, Game.from_record("408"), helped=True)
    state.proceed(left)
    state.proceed(state.begin(Opponent.HUMAN))
    saved = saved_session(state.text_to_save(GAME_ID))
    assert saved == SavedSession(new_session(Opponent.HUMAN), GAME_ID, left)
    state.proceed(state.session.played(4))
    assert saved_session(state.text_to_save(GAME_ID)) == SavedSession(state.session, GAME_ID)


@pytest.mark.parametrize(
    "left",
    [
        *(None, 4, "40", [], {}, {"opponent": "hard"}),
        *(
            {"opponent": opponent, "record": record, "helped": False}
            for opponent, record in (
                ("nobody", "4"),
                ("hard", "44"),
                ("hard", ""),
                ("hard", "4f"),
                ("hard", 4),
            )
        ),
    ],
)
def test_what_was_left_with_no_game_in_progress_is_not_there(left: object) -> None:
    text = json.loads(session_text(new_session(), GAME_ID, view_of(new_session(), Score())))
    saved = saved_session(json.dumps(text | {"left": left}))
    assert saved == SavedSession(new_session(), GAME_ID)


def test_games_that_are_sent_to_and_fro_and_kept_are_saved() -> None:
    session = Session(Opponent.HUMAN, Game.from_record("408"), link_id="k3f9", sent="40")
    kept = (new_session(Opponent.HARD).played(4), session._replace(link_id="k3f9xq", sent=""))
    text = session_text(session, GAME_ID, view_of(session, Score()), None, kept)
    assert saved_session(text) == SavedSession(session, GAME_ID, None, kept)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"link": "k3f9", "sent": "41"}, {"link_id": "k3f9"}),
        ({"link": "k3f9", "sent": 40}, {"link_id": "k3f9", "sent": "40"}),
        ({"link": "k3f9", "sent": None}, {"link_id": "k3f9"}),
        *(({"link": link, "sent": "40"}, {}) for link in (None, "", "K3F9", "k3f", 4, "k" * 9)),
        ({"opponent": "hard", "link": "k3f9"}, {"opponent": Opponent.HARD}),
    ],
)
def test_what_is_no_id_of_a_link_is_none(
    changed: dict[str, object], expected: dict[str, Any]
) -> None:
    session = Session(Opponent.HUMAN, Game.from_record("408"))
    text = json.loads(session_text(session, GAME_ID, view_of(session, Score())))
    saved = saved_session(json.dumps(text | changed))
    assert saved == SavedSession(session._replace(**expected), GAME_ID)


@pytest.mark.parametrize("kept", [None, 4, "kept", {}, [4, None, {}, {"opponent": "hard"}]])
def test_what_are_no_kept_games_are_none(kept: object) -> None:
    text = json.loads(session_text(new_session(), GAME_ID, view_of(new_session(), Score())))
    assert saved_session(json.dumps(text | {"kept": kept})) == SavedSession(new_session(), GAME_ID)


def test_how_far_a_game_has_gone_is_plain_to_read_and_reads_back() -> None:
    linked = LinkedGame("4081", 1_763_500_000_000)
    assert linked_game_text(linked) == "4081 1763500000000"
    helped = linked._replace(helped=True)
    assert linked_game_text(helped) == "4081 1763500000000 helped"
    for one in (linked, helped):
        assert saved_linked_game(linked_game_text(one)) == one
    assert linked_game_key("k3f9") == "tic-tac-toe.link.k3f9"
    assert linked_game_id(linked_game_key("k3f9")) == "k3f9"


@pytest.mark.parametrize("text", [None, "", "4081", "4081 x", "44 1", "4081 1\n", "<b> 1", " "])
def test_what_does_not_tell_how_far_a_game_has_gone_tells_nothing(text: str | None) -> None:
    assert saved_linked_game(text) == LinkedGame()


@given(st.text())
def test_any_text_at_all_is_a_linked_game_or_nothing(text: str) -> None:
    Game.from_record(saved_linked_game(text).record)
    assert linked_game_id(text) == ""


@pytest.mark.parametrize("key", ["", "tic-tac-toe.link.", "tic-tac-toe.link.K3F9", "other.k3f9"])
def test_other_keys_stand_for_no_linked_game(key: str) -> None:
    assert linked_game_id(key) == ""


def test_after_an_ended_game_a_new_tab_begins_a_new_one_and_a_reload_does_not() -> None:
    state = State(GAME_ID, Random(1))
    ended = Session(Opponent.EASY, Game.from_record("03142"))
    state.proceed(ended)
    assert saved_session(state.text_for_new_tab()) == SavedSession(new_session(Opponent.EASY))
    text = state.text_to_save("")
    assert saved_session(text) == SavedSession(ended)
    drawn = json.loads(text)["view"]
    assert [drawn[name] for name in ("winning", "lines", "turn", "status")] == [
        [0, 1, 2],
        ["012"],
        "",
        "x_wins",
    ]


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
