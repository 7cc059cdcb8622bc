"""Goes wherever the page can lead Python, for a comparison of libraries; run in Pyodide."""

import asyncio
import traceback
import warnings
from random import Random

from app import messages
from app.games import games_view, statistics_view
from app.history import History, compacted
from app.history_format import history_key, is_history_key, log_text, read_stored
from app.keys import cell_to_focus, cell_to_play
from app.link import SharedGame, link_to, shared_game
from app.replay import replay_of, replay_view
from app.saved_format import saved_session, with_pending_moves
from app.scores import Score
from app.session import Opponent, Session, new_session
from app.state import State
from app.thinking import after_key, explore, thinking_view, toggled
from app.transfer import export_text, read_import
from app.view import page_view, thinking_subject, view_of
from engine import Game, Level, advise, choose, policy, strength, verdicts
from tools.library import FAILURES


def play() -> None:
    """A game against every opponent, shown, saved and read at every move."""
    rng = Random(1)
    for opponent in Opponent:
        session = new_session(opponent)
        while not session.game.is_over:
            state = State("0123456789abcdef", Random(2))
            state.proceed(session)
            print(state.text_to_save(""), page_view(state))
            print(view_of(session, Score(), advice=advise(session.game.board)))
            if session.computer_to_move:
                session = session.replied(rng)
            else:
                session = session.played(session.game.legal_cells[0])
        learn(session)
        state.proceed(session)
        state.count(session, 1_763_000_000_000)
        remember(state)
        print(Session(opponent, Game()))
        print(saved_session(state.text_to_save("")), saved_session("nonsense"))
        print(
            with_pending_moves(new_session(), '{"opponent": "hard", "record": "", "moves": "40"}'),
            thinking_subject(state),
        )
    print(cell_to_focus(4, "ArrowUp"), cell_to_play("1", "Digit1"), verdicts("X...O...."))
    for level in Level:
        print(strength(level), policy("....X....", level), choose("....X....", level, rng))


def remember(state: State) -> None:
    """The history is stored and read, with a tally of an earlier release, and made smaller."""
    for key, text in (
        (history_key(state.page_id), log_text(state.history)),
        ("tic-tac-toe.scores.hard.0123456789abcdef", "1/2/3/4"),
    ):
        state.change_history(read_stored(key, text))
        print(is_history_key(key), log_text(compacted(state.history, 1)), state.scores)
    text = export_text(state.history)
    print(text, read_import(f"{text}\nnonsense", History()))
    print(games_view(state), statistics_view(state))
    state.to_delete = tuple(state.history.entries)
    state.show_past(state.to_delete[0])
    print(page_view(state))
    state.delete_games()
    state.reset_score()
    print(log_text(state.log), state.score)


def learn(session: Session) -> None:
    """What can be learnt from a game that has ended."""
    replay = replay_of(session.game, session.opponent)
    for step in range(replay.end + 1):
        print(replay_view(replay.at(step), view_of(session, Score())).texts)
    shared = SharedGame(session.game, session.opponent)
    print(shared_game(link_to(shared)), messages.share_text(*shared[:2], is_own=True))
    exploration = explore(session.game.record[:2])
    print(thinking_view(session.opponent, toggled(exploration, exploration.explained)))
    print(after_key(exploration, "ArrowDown"))


def fail() -> None:
    """Every kind of failure, reported."""
    for failure in (*FAILURES, "Game().play(9)", "Game.from_record('44')", "verdicts('x')"):
        try:
            exec(failure)  # noqa: S102 - one of the above
        except Exception as error:  # noqa: BLE001 - whatever it is
            report = traceback.format_exception(error)
            print(report[0], report[-1], len(report))
    warnings.warn("a warning", stacklevel=1)


async def wait() -> None:
    """What a timer and a task need."""
    await asyncio.sleep(0)
    await asyncio.gather(*(asyncio.sleep(0) for _ in range(3)))
    print("waited")


running: list[object] = []

if __name__ == "__main__":
    play()
    fail()
    asyncio.get_event_loop().call_later(0, lambda: running.append(asyncio.ensure_future(wait())))
