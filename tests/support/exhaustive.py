"""The engine against the oracle on every position there is, in any Python that can run it.

CPython runs it as a test; Pyodide runs it as a script. It uses nothing but the standard library.
"""

from functools import cache

from engine import Game, Mark, Status, best_cells, verdicts
from tests.support.oracle import Facts, Rows, Square, explore_everything

MARKS = {1: Mark.X, -1: Mark.O, 0: None}
SYMBOLS = {1: "X", -1: "O", 0: "."}
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def board_of(rows: Rows) -> str:
    """The oracle's rows as the engine writes a board."""
    return "".join(SYMBOLS[square] for row in rows for square in row)


def cell_of(square: Square) -> int:
    """The oracle's square as the engine counts cells."""
    return square[0] * 3 + square[1]


@cache
def games_by_board() -> dict[str, Game]:
    """A game that leads to each position, for all the positions that the engine can reach."""
    found = {Game().board: Game()}
    queue = [Game()]
    for game in queue:
        for cell in game.legal_cells:
            after = game.play(cell)
            if after.board not in found:
                found[after.board] = after
                queue.append(after)
    return found


def oracle_by_board() -> dict[str, Facts]:
    """What the oracle says of each position that it visits."""
    found = {}

    def visit(rows: Rows, facts: Facts) -> None:
        found[board_of(rows)] = facts

    explore_everything(visit)
    return found


def check_position(game: Game, facts: Facts) -> None:
    """Asserts that the engine and the oracle say the same of a position."""
    player = 1 if game.board.count("X") == game.board.count("O") else -1
    open_cells = tuple(cell_of(square) for square in facts.open_squares)
    if facts.winner:
        status = Status.X_WINS if facts.winner == 1 else Status.O_WINS
    else:
        status = Status.IN_PROGRESS if open_cells else Status.DRAW
    assert game.status == status, game
    assert game.is_over == (not open_cells), game
    assert game.winner == game.check_winner() == MARKS[facts.winner], game
    assert game.is_draw() == (status == Status.DRAW), game
    lines = {tuple(cell_of(square) for square in line) for line in facts.lines}
    assert set(game.winning_lines) == lines, game
    assert len(game.winning_lines) == len(lines), game
    assert game.legal_cells == open_cells, game
    assert game.current_player == MARKS[player if open_cells else -player], game

    expected = {
        cell_of(square): (OUTCOMES[who * player], plies)
        for square, (who, plies) in facts.values.items()
    }
    assert verdicts(game.board) == expected, game
    ranks = {
        cell: {"win": 20 - plies, "draw": 10, "loss": plies - 20}[outcome]
        for cell, (outcome, plies) in expected.items()
    }
    best = tuple(cell for cell in sorted(ranks) if ranks[cell] == max(ranks.values()))
    assert best_cells(game.board) == best, game


def check_everything() -> int:
    """Checks every position and returns how many there were."""
    games, oracle = games_by_board(), oracle_by_board()
    assert games.keys() == oracle.keys()
    for board, game in games.items():
        check_position(game, oracle[board])
    return len(games)


if __name__ == "__main__":
    print(check_everything())
