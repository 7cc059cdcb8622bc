"""How much memory this process's children take at most: all processes of a browser together."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

INTERVAL_SECONDS = 0.02
PROC = Path("/proc")
PARENT = re.compile(r"\) \S (\d+)")
SHARE = re.compile(r"^Pss: +(\d+) kB", re.MULTILINE)


@contextmanager
def peak_memory() -> Iterator[list[float]]:
    """A list that gets the most, in megabytes beyond what they take now, once the block has ended.

    Each process counts with its share of what it shares with others (PSS). Linux only.
    """
    peak: list[float] = []
    most = before = megabytes()
    is_over = Event()

    def watch() -> None:
        nonlocal most
        while not is_over.wait(INTERVAL_SECONDS):
            most = max(most, megabytes())

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        is_over.set()
        watcher.join()
    peak.append(max(most, megabytes()) - before)


def megabytes() -> float:
    """What all children take now, and theirs."""
    parents = {}
    for path in PROC.glob("[0-9]*/stat"):
        if found := PARENT.search(_text(path)):
            parents[int(path.parent.name)] = int(found[1])
    family = {os.getpid()}
    while children := {child for child in parents if parents[child] in family} - family:
        family |= children
    family.remove(os.getpid())
    shares = (SHARE.search(_text(PROC / str(child) / "smaps_rollup")) for child in family)
    return sum(int(share[1]) for share in shares if share) / 1_000


def _text(path: Path) -> str:
    """What a file of a process says; nothing once the process has ended."""
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""
