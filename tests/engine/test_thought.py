"""How the computer thought: what is known of its last decision, in every position it can be in."""

import pytest

from engine import Game, Verdict, best_cells, minimax, verdicts
from engine.thought import last_thought
from tests.support.exhaustive import games_by_board


def test_there_is_no_thought_before_the_first_move_of_o() -> None:
    assert last_thought(Game()) is None
    assert last_thought(Game.from_record("4")) is None
    assert last_thought(Game.from_record("4f")) is None


@pytest.mark.parametrize("record", ["0314", "03142", "0314f"])
def test_the_last_decision_of_o_is_told_whatever_came_after_it(record: str) -> None:
    thought = last_thought(Game.from_record(record))
    assert thought
    assert thought.game.record == "031"
    assert thought.chosen == 4
    assert thought.verdicts == {
        2: Verdict("loss", 4),
        **dict.fromkeys((4, 5, 6, 7, 8), Verdict("loss", 2)),
    }
    assert [game.record for game in thought.line] == ["0314", "03142"]
    assert [move.cell for move in thought.expected] == [2]


def positions_after(board_game: Game) -> set[str]:
    """Every position that can come after this one, found by playing."""
    found: set[str] = set()
    unvisited = [board_game]
    while unvisited:
        game = unvisited.pop()
        for cell in game.legal_cells:
            after = game.play(cell)
            if after.board not in found:
                found.add(after.board)
                unvisited.append(after)
    return found


@pytest.mark.parametrize("record", ["40", "01", "4036", "012345", "04813276"])
def test_all_positions_that_could_come_are_counted(record: str) -> None:
    thought = last_thought(Game.from_record(record))
    assert thought
    assert thought.positions == len(positions_after(thought.game))
    assert 0 < thought.nodes_searched < thought.positions


def test_counting_nodes_depends_on_no_memo_and_changes_none() -> None:
    first = last_thought(Game.from_record("40"))
    assert first
    assert first.nodes_searched == 102
    verdicts("." * 9)
    warm = minimax._score.cache_info()  # noqa: SLF001 - the memo that every reply uses
    assert warm.currsize > 500
    assert last_thought(Game.from_record("40")) == first
    assert minimax._score.cache_info().currsize == warm.currsize  # noqa: SLF001 - likewise


def test_the_line_is_the_best_play_of_both_sides_and_takes_as_long_as_the_verdict_says() -> None:
    decisions = 0
    for game in games_by_board().values():
        if not game.history or game.history[-1].player != "O":
            continue
        decisions += 1
        thought = last_thought(game)
        assert thought
        assert thought.line[0] == game
        assert thought.line[-1].is_over
        outcome, plies = thought.verdicts[thought.chosen]
        assert len(thought.line) == plies
        assert thought.line[-1].winner == {"win": "O", "draw": None, "loss": "X"}[outcome]
        for before, move in zip(thought.line, thought.expected, strict=False):
            assert move.cell in best_cells(before.board)
    assert decisions == 2738
