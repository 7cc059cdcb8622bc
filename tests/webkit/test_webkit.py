"""What a person does on the page: starts, games, help, links, two windows, no network."""

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from app.messages import NOT_SAVED, PLACES
from app.session import Opponent
from engine import Level, advise, best_cells, policy, verdicts
from tests.support.attacks import X_WINS
from tests.support.attacks.network import ACTIVATED, TEXTS, UPDATE, numbers_in
from tests.support.attacks.storage import FULL, THROW
from tests.support.boards import board
from tests.support.everything import OUT_OF_MEMORY
from tests.support.faulty_server import Published
from tests.webkit.conftest import somebody
from tests.webkit.person import Person
from tools.build import publish

SHARED = "#game=03142"
FORBIDDEN = THROW.format("getItem") + THROW.format("setItem")
LARGE = (
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.gzip')).length"
)
VERDICTS = "[...document.querySelectorAll('[data-verdict]')].map(c => c.dataset.verdict)"
FOCUSED = "document.activeElement.dataset.cell"


def play_well(person: Person, opponent: str) -> None:
    """Plays a game to its end as minimax would, for whoever's turn it is."""
    person.choose(opponent)
    while person.status == "in_progress":
        person.play(best_cells(person.board)[0])


def test_a_first_start_is_helped_by_a_worker_and_a_later_one_by_its_snapshot(
    newcomer: tuple[Person, Published],
) -> None:
    person, _ = newcomer
    person.open()
    assert person.ask("document.documentElement.dataset.start") == "worker"
    assert person.ask(LARGE) == 3  # each was preloaded, and is not fetched again
    person.wait_for_snapshot()
    person.reload()
    assert person.ask("document.documentElement.dataset.start") == "snapshot"


def test_a_worker_without_memory_is_noticed_and_python_starts_plainly(
    newcomer: tuple[Person, Published],
) -> None:
    person, published = newcomer
    worker = published.read("web/snapshot-worker.js")
    published.write("web/snapshot-worker.js", OUT_OF_MEMORY + worker)
    publish(published.folder)
    person.open()
    assert person.ask("document.documentElement.dataset.start") == "plain"
    person.note_faults()
    assert [fault for fault in person.faults if fault.endswith("Out of memory")] == person.faults
    assert person.take_diagnostics() == {"snapshot worker"}


@pytest.mark.parametrize("opponent", Opponent)
def test_a_game_against_each_opponent(regular: Person, opponent: str) -> None:
    play_well(regular, opponent)
    ended = {"hard": {"draw"}, "human": {"draw"}}.get(opponent, {"draw", "x_wins"})
    assert regular.status in ended
    assert sum(regular.scores) == 1


def test_scores_and_a_game_in_progress_survive_a_reload(regular: Person) -> None:
    regular.choose("human")
    before = regular.scores
    regular.play(*X_WINS)
    regular.click("#new-game")
    regular.play(4, 0)
    regular.reload()
    assert regular.board == board("O..", ".X.", "...")
    assert regular.scores == [before[0] + 1, *before[1:]]
    regular.play(8)
    assert regular.board == board("O..", ".X.", "..X")


def test_a_game_with_the_keyboard_alone(regular: Person) -> None:
    regular.choose("human")
    for _ in range(40):
        regular.press(Keys.TAB)
        if regular.ask(FOCUSED):
            break
    regular.press(Keys.ENTER, Keys.ARROW_UP, Keys.SPACE, "1", Keys.ARROW_DOWN, Keys.ARROW_DOWN, "9")
    assert regular.board == board("XO.", ".X.", "..O")
    assert regular.ask(FOCUSED) == "7"
    regular.press("h")
    assert regular.text("hint-text")
    regular.press("?")
    assert regular.ask("document.getElementById('keys').open")
    regular.press(Keys.ESCAPE)
    assert not regular.ask("document.getElementById('keys').open")
    assert regular.ask(FOCUSED) == "7"
    regular.press("n")
    assert regular.board == "." * 9
    regular.click("#go-back")
    assert regular.board == board("XO.", ".X.", "..O")


def test_hint_and_insight_say_what_the_engine_knows(regular: Person) -> None:
    regular.choose("hard")
    regular.click("#hint")
    assert PLACES[advise("." * 9).cell].capitalize() in regular.text("hint-text")
    regular.click("#insight-label")
    regular.play(0)
    known = verdicts(regular.board)
    assert regular.ask(VERDICTS) == [f"{one.outcome}-{one.plies}" for one in known.values()]
    regular.click("#insight-label")
    assert regular.ask(VERDICTS) == []


def test_a_review_steps_through_the_game_and_the_picture_follows(regular: Person) -> None:
    regular.choose("human")
    regular.play(*X_WINS)
    regular.click("#to-mistake")
    assert regular.text("review-text").startswith("Move 2")
    assert regular.board == board("X..", "O..", "...")
    regular.click("#thinking summary")
    regular.wait_for("document.getElementById('thinking-picture').dataset.record === '0'")
    regular.click("#practice")
    regular.wait_for("!document.getElementById('practising').hidden")
    regular.click("#leave-practice")
    regular.click("[data-go=end]")
    assert regular.board == board("XXX", "OO.", "...")
    regular.click("#thinking summary")


def test_a_link_opens_as_a_replay_and_leaves_the_own_game(regular: Person) -> None:
    regular.choose("human")
    regular.play(4)
    regular.open(SHARED)
    assert regular.board == board("XXX", "OO.", "...")
    regular.click("#close-visit")
    assert regular.board == board("...", ".X.", "...")


def test_two_windows_share_scores_and_play_games_of_their_own(regular: Person) -> None:
    regular.choose("human")
    regular.play(4)
    first = regular.driver.current_window_handle
    scores = regular.scores
    regular.note_faults()
    regular.driver.switch_to.new_window("window")
    regular.open()
    assert regular.board == "." * 9
    regular.choose("human")
    regular.play(*X_WINS)
    regular.note_faults()
    regular.driver.close()
    regular.driver.switch_to.window(first)
    regular.wait_for(f"document.getElementById('score-x').textContent == {scores[0] + 1}")
    assert regular.board == board("...", ".X.", "...")


def test_an_opening_is_played_before_python_is_up(newcomer: tuple[Person, Published]) -> None:
    person, published = newcomer
    published.fail("web/main.py", "hanging")
    person.go()
    person.wait_for("performance.getEntriesByName('playable').length")
    person.click(f"label:has([value={Level.HARD}])")
    person.click("[data-cell='0']")
    person.wait_for("document.getElementById('board').dataset.turn === 'X'")
    opening = person.board
    assert opening.index("O") in policy("X........", Level.HARD)
    second = next(cell for cell in (8, 4) if opening[cell] == ".")
    person.click(f"[data-cell='{second}']")
    assert person.ask("document.documentElement.dataset.python") == "loading"
    published.recover()
    person.wait_until_ready()
    person.wait_for_turn()
    assert person.board.count("X") == person.board.count("O") == 2


def test_everything_goes_on_when_the_server_has_stopped_and_an_update_is_found(
    newcomer: tuple[Person, Published],
) -> None:
    person, published = newcomer
    published.publish(1)
    person.open()
    person.ask_later(ACTIVATED)
    person.choose("human")
    person.play(4)
    published.publish(2)
    person.ask_later(f"({UPDATE})({{ timeout: 20000, until: true }})")
    person.reload()
    assert numbers_in(person.ask_later(f"({TEXTS})()")) == {"2"}
    assert person.board == board("...", ".X.", "...")
    person.wait_for_snapshot()
    published.close()
    person.reload()
    assert person.board == board("...", ".X.", "...")
    for opponent in Opponent:
        play_well(person, opponent)
    person.open(SHARED)
    assert person.board == board("XXX", "OO.", "...")


@pytest.mark.parametrize("how", ["full", "forbidden"])
def test_storage_that_is_full_or_forbidden_is_said_once_and_the_game_plays(
    screen: str, tmp_path: Path, how: str
) -> None:
    with somebody(screen, tmp_path, FORBIDDEN if how == "forbidden" else "") as (person, _):
        person.open()
        if how == "full":
            person.driver.execute_script(FULL)
        person.choose("human")
        person.play(*X_WINS)
        assert person.status == "x_wins"
        assert person.scores == [1, 0, 0]
        assert person.text("not-saved") == NOT_SAVED
        if how == "forbidden":
            assert person.take_diagnostics() == {"localStorage", "sessionStorage"}
