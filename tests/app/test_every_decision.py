"""The tree of a decision, for every position: what it shows of each board that can be opened."""

from app.session import Opponent
from app.thinking import (
    Exploration,
    explore,
    row_of,
    rows_of,
)
from engine import Game, best_cells
from engine.levels import Level, cells_played
from tests.app.test_thinking import played_out
from tests.support.exhaustive import games_by_board

GOING_ON = [game for game in games_by_board().values() if not game.is_over]


def told(game: Game) -> str:
    """How an ended game ended, as a board of the tree says it."""
    return f"{game.winner} wins, move {game.move_count}" if game.winner else "draw"


def test_every_board_of_every_position_says_what_best_play_from_it_comes_to() -> None:
    for game in GOING_ON:
        before = Exploration(game.record + str(game.legal_cells[-1]), game.record, game.record)
        row = row_of(game.record, before, Opponent.HUMAN)
        assert [board.record for board in row.boards] == [
            game.record + str(cell) for cell in game.legal_cells
        ]
        assert (row.mark, row.record) == (game.current_player, game.record)
        for board in row.boards:
            ended = played_out(board.record)
            assert board.name.partition(": ")[2].startswith(told(ended))
            assert board.winner == (ended.winner or "draw")
            assert (board.says, board.when) == (
                ("wins", f"move {ended.move_count}") if ended.winner else ("draw", "")
            )
            assert (board.is_open is None) == Game.from_record(board.record).is_over
        best = played_out(game.record)
        assert told(best).replace(", ", " on ") in row.name
        assert (row.says, row.when)[: 1 + bool(best.winner)] == (
            ("wins", f"move {best.move_count}") if best.winner else ("draw",)
        )


def test_every_row_marks_what_is_picked_and_what_is_as_good_and_says_why() -> None:
    for game in GOING_ON:
        after = explore(game.record) if game.record else explore("4")
        record = after.opened[: len(game.record)]
        if record != game.record:
            continue
        row = row_of(record, after, Opponent.HUMAN)
        kinds = {int(board.record[-1]): board.kind for board in row.boards}
        best, expected = best_cells(game.board), cells_played(game.board, Level.HARD)[0]
        if game.record:
            assert kinds[expected] == "picked"
            assert {cell for cell in kinds if kinds[cell]} == set(best)
        assert row.reason
        assert ("equally good" in row.reason) == (len(best) > 1)
        preferred = cells_played(game.board, Level.HARD)
        assert (" lose; " in row.reason) == (len(best) != len(preferred))


def test_a_decision_is_shown_with_the_expected_line_open_to_its_end() -> None:
    for game in games_by_board().values():
        if not game.record:
            continue
        rows = rows_of(Opponent.HUMAN, explore(game.record))
        line = played_out(game.record).record
        assert [row.record for row in rows] == [
            line[:length] for length in range(game.move_count - 1, len(line))
        ]
        opened = [board.record for row in rows for board in row.boards if board.is_open]
        assert opened == [line[:length] for length in range(game.move_count, len(line))]
        picked = [board.record for row in rows for board in row.boards if board.kind == "picked"]
        assert picked == [line[:length] for length in range(game.move_count + 1, len(line) + 1)]
