"""Solving the empty board with the engine: from cold, and without its memo."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from engine.minimax import scores, searcher, sides
from engine.rules import EMPTY


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long the work takes, on average over a number of times."""
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times


def solve_cold() -> None:
    """Solves the empty board with an empty memo."""
    scores(*sides(EMPTY), searcher())


def solve_without_memo() -> None:
    """Solves the empty board with the same search and no memo."""
    scores(*sides(EMPTY), searcher(memo_size=0))


if __name__ == "__main__":
    print(median(seconds(solve_cold) for _ in range(25)))
