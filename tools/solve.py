"""Solving the empty board with the engine: from cold, and without its memo."""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from unittest.mock import patch

from engine import minimax, verdicts
from engine.rules import EMPTY


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long the work takes, on average over a number of times."""
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times


def solve_cold() -> None:
    """Solves the empty board with nothing remembered."""
    minimax._search.cache_clear()  # noqa: SLF001 - what is measured is the search
    verdicts(EMPTY)


def solve_without_memo() -> None:
    """Solves the empty board with the same search, but remembering nothing on the way."""
    with patch.object(minimax, "_search", minimax._search.__wrapped__):  # noqa: SLF001 - likewise
        verdicts(EMPTY)


if __name__ == "__main__":
    print(median(seconds(solve_cold) for _ in range(25)))
