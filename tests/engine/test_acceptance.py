"""The acceptance lines and edge cases of the five documents that the project was created from.

Each line of each document, and the test that shows it. Lines that say the same stand together.

000, game rules and win conditions

- Detect player wins: 3 X in row, column, or diagonal: test_x_wins_with_each_of_the_eight_lines
- Detect AI wins: 3 O in row, column, or diagonal: test_o_wins_with_each_of_the_eight_lines
- Game ends immediately when win is detected: test_a_win_ends_the_game_at_once
- All 8 possible winning combinations detected: test_there_are_just_these_eight_lines
- Win detected even on move 5 for X: test_x_can_win_on_move_5_and_never_sooner
- Win detected even on move 6 for O: test_o_can_win_on_move_6_and_never_sooner
- No false positives: test_nobody_wins_without_three_in_a_row
- Detect draw when all 9 cells filled with no winner: test_a_full_board_without_a_line_is_a_draw
- Game ends immediately when board is full: test_a_full_board_ends_the_game_at_once
- Draw status distinguishes from win/loss: test_a_draw_is_neither_a_win_nor_a_loss
- No false draws: test_there_is_no_draw_while_a_cell_is_free
- Reject move on occupied cell (no overwrite): test_an_occupied_cell_is_refused_and_kept
- Reject move outside board bounds: test_a_move_outside_the_board_is_refused
- Accept move only on empty cell, within 0-2: test_every_empty_cell_of_the_board_is_accepted
- No moves allowed after win, loss or draw: test_no_move_is_allowed_after_the_end
- Track current player, whose turn it is: test_the_turn_is_known_after_every_move
- Prevent double-moves: test_nobody_moves_twice_running
- Enforce X always goes first: test_x_always_goes_first
- Prevent moves during AI's turn: test_x_cannot_move_while_it_is_the_turn_of_o
- Reset clears all cells and allows a new game, X first: test_a_new_game_is_fresh
- Reset preserves selected difficulty level: test_a_new_game_keeps_the_level
- Same cell clicked twice: test_the_same_cell_twice_is_refused_the_second_time
- Several lines completed by one move: test_several_lines_at_once_are_one_win
- Example scenarios 1, 2 and 3: test_the_example_scenarios
- Win detection looks at the lines of the move: test_only_lines_through_the_last_move_count
- Board state is immutable: test_a_move_changes_no_other_game

001, invariants

- New game: empty board, X to move, in_progress: test_a_new_game_is_fresh
- Players alternate, only the current player moves: test_the_turn_is_known_after_every_move
- A valid move places the current player's mark: test_a_move_places_the_mark_of_its_player
- The first player to achieve a winning condition wins: test_a_win_ends_the_game_at_once
- A draw can only occur when the board is full: test_there_is_no_draw_while_a_cell_is_free
- The outcome is immutable after termination: test_no_move_is_allowed_after_the_end
- Forfeit only during one's own turn: test_only_the_player_to_move_may_forfeit
- Forfeit only while the game is in progress: test_an_ended_game_cannot_be_forfeited
- The forfeiting player loses, the opponent wins: test_a_forfeit_gives_the_game_to_the_opponent
- No further moves after a forfeit: test_no_move_is_allowed_after_the_end
- The outcome indicates the forfeit: test_a_forfeit_gives_the_game_to_the_opponent

002, core game specification

- A cell is a row and a column, 0-2: test_every_empty_cell_of_the_board_is_accepted
- Illegal move: reject, state unchanged: test_an_occupied_cell_is_refused_and_kept
- Win before draw: test_the_win_is_checked_before_the_draw
- Turn hand-off if no win or draw: test_the_turn_is_known_after_every_move
- Moves with row, column, player, 1-based number: test_the_history_is_chronological_and_numbered
- Retrieve state, read-only: test_a_move_changes_no_other_game
- A new game is independent of prior ones: test_games_have_no_side_effects_on_each_other

003, game rules

- Players cannot skip their turn: test_nobody_moves_twice_running
- A placed symbol is not moved or removed: test_marks_stay_where_they_are
- Invalid: occupied, ended, out of turn: test_no_move_is_allowed_after_the_end,
  test_an_occupied_cell_is_refused_and_kept, test_nobody_moves_twice_running
- All 8 patterns for both X and O: test_x_wins_with_each_of_the_eight_lines,
  test_o_wins_with_each_of_the_eight_lines
- The example draw board: test_a_full_board_without_a_line_is_a_draw
- First move: X, any cell: test_x_always_goes_first
- Last move: check for winner first, else draw: test_the_win_is_checked_before_the_draw
- Winning move: ends at once, prevents further moves: test_a_win_ends_the_game_at_once
- Multiple resets have no side effects: test_games_have_no_side_effects_on_each_other
- Rapid clicking, each move validated: test_the_same_cell_twice_is_refused_the_second_time

004, win/draw detection

- check_winner() and is_draw(): test_check_winner_and_is_draw_on_every_position
- Status automatically updated after each move: test_a_win_ends_the_game_at_once,
  test_a_full_board_ends_the_game_at_once
- Full board with no winner: test_a_full_board_without_a_line_is_a_draw
- Near-full board, one square remaining: test_there_is_no_draw_while_a_cell_is_free
- Empty board, single move: no winner, not draw: test_the_first_moves_decide_nothing
- current_player switches only while in progress: test_the_ending_move_does_not_switch_the_player
"""

import re

import pytest

from app.session import Opponent, new_session
from engine import (
    CellTaken,
    Game,
    GameOver,
    Mark,
    Move,
    OutOfBounds,
    OutOfTurn,
    Status,
)
from engine.rules import LINES
from tests.support.boards import board
from tests.support.exhaustive import games_by_board

X, O = Mark  # noqa: E741 - the mark is called O
POSITIONS = games_by_board().values()
X_WON, O_WON, DRAWN = "03142", "304182", "012346587"
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLUMNS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]
EIGHT_LINES = ROWS + COLUMNS + DIAGONALS
each_line = pytest.mark.parametrize("line", EIGHT_LINES, ids=str)


def played(*cells: int) -> Game:
    """The game in which these cells were played in turn."""
    game = Game()
    for cell in cells:
        game = game.play(cell)
    return game


def harmless(line: tuple[int, int, int], count: int) -> list[int]:
    """Cells off the line that make no line themselves."""
    others = [cell for cell in range(9) if cell not in line]
    for first in others:
        cells = [first, *(cell for cell in others if cell != first)][:count]
        if not any(set(other) <= set(cells) for other in EIGHT_LINES):
            return cells
    raise AssertionError


def test_every_test_that_the_list_names_is_there() -> None:
    named = set(re.findall(r"test_\w+", __doc__ or ""))
    here = {name for name in globals() if name.startswith("test_")}
    assert named == here - {"test_every_test_that_the_list_names_is_there"}


@each_line
def test_x_wins_with_each_of_the_eight_lines(line: tuple[int, int, int]) -> None:
    o1, o2 = harmless(line, 2)
    game = played(line[0], o1, line[1], o2, line[2])
    assert (game.status, game.winner, game.check_winner()) == (Status.X_WINS, X, X)
    assert game.winning_lines == (line,)


@each_line
def test_o_wins_with_each_of_the_eight_lines(line: tuple[int, int, int]) -> None:
    x1, x2, x3 = harmless(line, 3)
    game = played(x1, line[0], x2, line[1], x3, line[2])
    assert (game.status, game.winner, game.check_winner()) == (Status.O_WINS, O, O)
    assert game.winning_lines == (line,)


def test_a_win_ends_the_game_at_once() -> None:
    before, after = Game.from_record(X_WON[:-1]), Game.from_record(X_WON)
    assert (before.status, after.status) == (Status.IN_PROGRESS, Status.X_WINS)
    assert after.is_over
    assert after.legal_cells == ()


def test_there_are_just_these_eight_lines() -> None:
    assert sorted(LINES) == sorted(EIGHT_LINES)
    assert len(LINES) == 8


def test_x_can_win_on_move_5_and_never_sooner() -> None:
    assert min(game.move_count for game in POSITIONS if game.winner is X) == 5


def test_o_can_win_on_move_6_and_never_sooner() -> None:
    assert min(game.move_count for game in POSITIONS if game.winner is O) == 6


def test_nobody_wins_without_three_in_a_row() -> None:
    for game in POSITIONS:
        held = [{game.board[cell] for cell in line} for line in EIGHT_LINES]
        assert game.winner == ("X" if {"X"} in held else "O" if {"O"} in held else None), game


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert Game.from_record(DRAWN).status is Status.DRAW
    drawn_in_document_003 = games_by_board()[board("XOX", "XOX", "OXO")]
    assert drawn_in_document_003.status is Status.DRAW


def test_a_full_board_ends_the_game_at_once() -> None:
    before, after = Game.from_record(DRAWN[:-1]), Game.from_record(DRAWN)
    assert (before.status, after.status) == (Status.IN_PROGRESS, Status.DRAW)
    assert after.is_over


def test_a_draw_is_neither_a_win_nor_a_loss() -> None:
    game = Game.from_record(DRAWN)
    assert game.is_draw()
    assert game.winner is None
    assert game.check_winner() is None
    assert game.winning_lines == ()


def test_there_is_no_draw_while_a_cell_is_free() -> None:
    assert not any(game.is_draw() for game in POSITIONS if "." in game.board)
    assert not Game.from_record(DRAWN[:-1]).is_draw()


def test_an_occupied_cell_is_refused_and_kept() -> None:
    game = played(4, 0)
    for cell in (4, 0):
        with pytest.raises(CellTaken):
            game.play(cell)
    assert game.board == board("O..", ".X.", "...")
    assert game.current_player is X


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (3, 5), (0, 3), (3, 0), (0, -1)])
def test_a_move_outside_the_board_is_refused(row: int, col: int) -> None:
    game = Game()
    with pytest.raises(OutOfBounds):
        game.play_at(row, col)
    assert game == Game()


def test_every_empty_cell_of_the_board_is_accepted() -> None:
    for game in POSITIONS:
        if not game.is_over:
            for row in range(3):
                for col in range(3):
                    if game.board[3 * row + col] == ".":
                        assert game.play_at(row, col).move_count == game.move_count + 1


@pytest.mark.parametrize("record", [X_WON, O_WON, DRAWN, "f", "4f"])
def test_no_move_is_allowed_after_the_end(record: str) -> None:
    game = Game.from_record(record)
    for cell in range(9):
        with pytest.raises(GameOver):
            game.play(cell)
    assert game == Game.from_record(record)


def test_the_turn_is_known_after_every_move() -> None:
    turns = [Game.from_record(DRAWN[:length]).current_player for length in range(9)]
    assert turns == [X, O, X, O, X, O, X, O, X]


def test_nobody_moves_twice_running() -> None:
    for game in POSITIONS:
        if not game.is_over:
            with pytest.raises(OutOfTurn):
                game.play(game.legal_cells[0], game.current_player.opponent)


@pytest.mark.parametrize("cell", range(9))
def test_x_always_goes_first(cell: int) -> None:
    assert played(cell).history[0].player is X
    with pytest.raises(OutOfTurn):
        Game().play(cell, O)


def test_x_cannot_move_while_it_is_the_turn_of_o() -> None:
    with pytest.raises(OutOfTurn):
        played(4).play(0, X)


def test_a_new_game_is_fresh() -> None:
    Game.from_record(X_WON)
    game = Game()
    assert (game.board, game.current_player, game.status) == (9 * ".", X, Status.IN_PROGRESS)
    assert (game.winner, game.is_draw(), game.move_count) == (None, False, 0)


@pytest.mark.parametrize("opponent", Opponent)
def test_a_new_game_keeps_the_level(opponent: Opponent) -> None:
    before = new_session(opponent).played(4)
    assert new_session(before.opponent) == new_session(opponent)


def test_the_same_cell_twice_is_refused_the_second_time() -> None:
    game = played(4)
    with pytest.raises(CellTaken):
        game.play(4)
    assert game.record == "4"


def test_several_lines_at_once_are_one_win() -> None:
    doubles = {game.board: game for game in POSITIONS if len(game.winning_lines) > 1}
    assert doubles
    assert {game.status for game in doubles.values()} == {Status.X_WINS}
    assert {len(game.winning_lines) for game in doubles.values()} == {2}
    assert {game.move_count for game in doubles.values()} == {9}


def test_the_example_scenarios() -> None:
    assert played(0, 3, 1, 4, 2).status is Status.X_WINS
    assert played(1, 0, 3, 4, 6, 8).status is Status.O_WINS
    game = played(0, 1, 2, 3, 5, 4, 6, 8, 7)
    assert game.status is Status.DRAW
    assert game.board == board("XOX", "OOX", "XXO")


def test_only_lines_through_the_last_move_count() -> None:
    for game in POSITIONS:
        assert all(game.history[-1].cell in line for line in game.winning_lines)


def test_a_move_changes_no_other_game() -> None:
    game = played(4, 0)
    children = [game.play(cell) for cell in game.legal_cells]
    assert len(set(children)) == 7
    assert game == played(4, 0)
    with pytest.raises(AttributeError):
        game.board = "XXXXXXXXX"  # type: ignore[misc]


def test_a_move_places_the_mark_of_its_player() -> None:
    assert played(4).board == board("...", ".X.", "...")
    assert played(4, 2).board == board("..O", ".X.", "...")


def test_only_the_player_to_move_may_forfeit() -> None:
    with pytest.raises(OutOfTurn):
        Game().forfeit(O)
    with pytest.raises(OutOfTurn):
        played(4).forfeit(X)


@pytest.mark.parametrize("record", [X_WON, O_WON, DRAWN, "f", "4f"])
def test_an_ended_game_cannot_be_forfeited(record: str) -> None:
    for player in Mark:
        with pytest.raises(GameOver):
            Game.from_record(record).forfeit(player)


def test_a_forfeit_gives_the_game_to_the_opponent() -> None:
    for game in POSITIONS:
        if not game.is_over:
            player = game.current_player
            given_up = game.forfeit(player)
            assert given_up.status == f"{player.lower()}_forfeits"
            assert given_up.winner is player.opponent
            assert given_up.is_over


def test_the_win_is_checked_before_the_draw() -> None:
    full = [game for game in POSITIONS if game.move_count == 9]
    assert {game.status for game in full if game.winning_lines} == {Status.X_WINS}
    assert {game.status for game in full if not game.winning_lines} == {Status.DRAW}


def test_the_history_is_chronological_and_numbered() -> None:
    assert played(8, 3).history == (Move(2, 2, X, 1), Move(1, 0, O, 2))


def test_games_have_no_side_effects_on_each_other() -> None:
    for record in (X_WON, O_WON, DRAWN, "4f"):
        Game.from_record(record)
        assert Game() == Game.from_record("")
        assert Game().board == 9 * "."


def test_marks_stay_where_they_are() -> None:
    for game in POSITIONS:
        for cell in game.legal_cells:
            after = game.play(cell).board
            assert all(after[i] == game.board[i] for i in range(9) if i != cell)


def test_check_winner_and_is_draw_on_every_position() -> None:
    for game in POSITIONS:
        assert game.check_winner() == {"x_wins": "X", "o_wins": "O"}.get(game.status)
        assert game.is_draw() == (game.status == "draw")


def test_the_first_moves_decide_nothing() -> None:
    for game in (Game(), *(played(cell) for cell in range(9))):
        assert game.check_winner() is None
        assert not game.is_draw()


def test_the_ending_move_does_not_switch_the_player() -> None:
    for record, player in ((X_WON, X), (O_WON, O), (DRAWN, X)):
        assert Game.from_record(record).current_player is player
