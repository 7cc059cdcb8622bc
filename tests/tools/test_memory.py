"""Peak memory, as benchmarks report it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tools.memory import peak_memory

MEGABYTES = 200
HOLD = f"held = bytearray({MEGABYTES}_000_000); held[::4096] = held[::4096]; print(flush=True)"
CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {HOLD + '; input()'!r}])"


@contextmanager
def grandchild() -> Iterator[None]:
    """A process of a process, which holds memory meanwhile."""
    command = [sys.executable, "-c", CHILD]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout
        child.stdout.readline()
        yield
        child.communicate("\n")


def test_the_peak_is_what_children_of_children_hold_meanwhile() -> None:
    with ExitStack() as stack:
        with peak_memory() as peak:
            stack.enter_context(grandchild())
        with peak_memory() as afterwards:
            pass
    assert MEGABYTES <= peak[0] < 2 * MEGABYTES
    assert afterwards[0] < MEGABYTES / 2
