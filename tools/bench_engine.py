"""How fast the engine solves tic-tac-toe, beside the same search without memo and easyAI."""

from collections.abc import Callable
from random import Random
from statistics import median

from easyAI import Negamax, TranspositionTable
from easyAI.games.TicTacToe import TicTacToe

from engine import Level, choose
from engine.rules import EMPTY
from tools.environment import run_in_pyodide
from tools.solve import seconds, solve_cold, solve_without_memo

ROUNDS = 15
REPLIES = 1000
RNG = Random(0)


class HashableTicTacToe(TicTacToe):  # type: ignore[misc] # easyAI has no annotations
    """easyAI's own tic-tac-toe with the key that its transposition table asks for."""

    def ttentry(self) -> tuple[int, ...]:
        """The board as a key."""
        return tuple(self.board)


def solve_with_easyai() -> None:
    """Searches the empty board to the end with an empty transposition table."""
    Negamax(9, tt=TranspositionTable())(HashableTicTacToe([None, None]))


def reply() -> None:
    """Chooses a move when everything is already known."""
    choose(EMPTY, Level.HARD, RNG)


def main() -> None:
    """Prints the medians of interleaved rounds, and each as a multiple of the cold solve."""
    contestants: dict[str, tuple[Callable[[], object], int]] = {
        "engine, from cold": (solve_cold, 1),
        "engine, warm reply": (reply, REPLIES),
        "engine, without memo": (solve_without_memo, 1),
        "easyAI Negamax with table": (solve_with_easyai, 1),
    }
    reply()
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, (work, count) in contestants.items():
            times[name].append(seconds(work, count))
    medians = {name: median(taken) for name, taken in times.items()}
    medians["engine, from cold, in Pyodide"] = float(run_in_pyodide("tools.solve"))

    cold = medians["engine, from cold"]
    print(f"Solving the empty board: medians of {ROUNDS} interleaved rounds\n")
    for name, taken in medians.items():
        print(f"{name:30} {taken * 1000:10.4f} ms {taken / cold:10.4f} x")


if __name__ == "__main__":
    main()
