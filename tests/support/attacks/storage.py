"""A storage that holds anything at all, changes while a game is on, or gives way."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page

from app.session import Opponent
from tests.support.attacks import PERFORM, READY, X_WINS, Report
from tests.support.attacks.clicks import fault_of

SCORES = "tic-tac-toe.scores.human."
RIGHT = f"localStorage/{SCORES}00000000000000aa"
CLEAR = "localStorage.clear(); sessionStorage.clear()"
THROW = "Storage.prototype.{} = () => {{ throw new DOMException('no'); }}; 0; "
FULL = """
let junk = "x".repeat(2 ** 20);
for (let i = 0; junk; ) {
    try { localStorage.setItem("junk" + i++, junk); }
    catch { junk = junk.slice(junk.length / 2 + 1); }
}
"""
GIVE_WAY = {
    "as it is": "0",
    "cleared": CLEAR,
    "full": FULL,
    "cannot be read": THROW.format("getItem"),
    "cannot be written": THROW.format("setItem") + THROW.format("removeItem"),
    "cannot be used": THROW.format("getItem") + THROW.format("setItem"),
}
# From a frame, whose storage is as it was, and of whose changes the page hears.
FILL_IN = """([items, isAnew]) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    for (const area of ["localStorage", "sessionStorage"])
        if (isAnew) frame.contentWindow[area].clear();
    for (const [key, value] of Object.entries(items)) {
        const [area, name] = key.split("/");
        frame.contentWindow[area].setItem(name, value);
    }
    frame.remove();
}"""


def hostile_values(rng: Random) -> Iterator[str]:
    """Texts that somebody or something may have left in the storage."""
    saved = 'hard:4081\n{"board": "X...O....", "turn": "X", "texts": {}}\n0123456789abcdef'
    while True:
        kind = rng.randrange(8)
        if kind == 0:
            yield "".join(chr(rng.randrange(1, 0x2FF)) for _ in range(rng.randrange(200)))
        elif kind == 1:
            yield saved[: rng.randrange(len(saved))]
        elif kind == 2:
            characters = [*saved]
            rng.shuffle(characters)
            yield "".join(characters)
        elif kind == 3:
            yield "/".join(str(rng.choice([-1, 0.5, 10**30, 7, "NaN", ""])) for _ in range(4))
        elif kind == 4:
            depth = rng.randrange(1, 2_000)
            yield "human:\n" + "[" * depth + "]" * rng.choice([0, depth])
        elif kind == 5:
            yield rng.choice(["<script>hacked=1</script>", "<img src=x onerror=hacked=1>", "${1}"])
        elif kind == 6:
            yield f"{rng.choice([*Opponent, 'nobody'])}:{rng.randrange(10**9)}\n{rng.random()}"
        else:
            values: list[Any] = [None, True, -1, 1e300, "X", [], {}, ["<b>"] * 9, "X" * 9, 10**20]
            names = ("board", "names", "verdicts", "signs", "turn", "opponent", "texts", "moves")
            yield f"hard:\n{json.dumps({name: rng.choice(values) for name in names})}"


def storage(page: Page, seed: int, loads: int) -> Report:
    """Every key holds anything at all, at the start and in mid-game, or the storage gives way.

    The page must play, and count right.
    """
    found = []
    for number in range(loads):
        rng = Random(f"{seed} {number}")
        at_first, later = _hostile_items(rng), _hostile_items(rng)
        page.evaluate(FILL_IN, [{RIGHT: "2/3/4/0"} | at_first, True])
        page.reload()
        page.wait_for_selector(f"{READY}, html[data-python=failed]", state="attached")
        way = rng.choice([*GIVE_WAY])
        moves = [["cell", cell] for cell in X_WINS]
        seen = page.evaluate(PERFORM, [["opponent", "human"], ["button", "#new-game"], *moves[:3]])
        page.evaluate(FILL_IN, [later, False])
        page.evaluate(GIVE_WAY[way])
        seen += page.evaluate(PERFORM, moves[3:])
        faults = [fault_of(None, now) for now in seen]
        x, draws, o = seen[-1]["scores"]
        where = f"seed {seed}, load {number}, {way}"
        if any(faults) or seen[-1]["status"] != "x_wins" or x < 3 or draws < 3 or o < 4:
            found.append(f"{where}: {faults} {seen[-1]} after {at_first}, {later}")
        if page.evaluate("'hacked' in window"):
            found.append(f"{where}: a script ran after {at_first}, {later}")
    return Report({"values": loads * 2 * len(at_first), "loads": loads}, found)


def _hostile_items(rng: Random) -> dict[str, str]:
    """Something hostile for every key that the page uses, and for some that it does not."""
    keys = (
        *("localStorage/tic-tac-toe.session", "sessionStorage/tic-tac-toe.session"),
        *("sessionStorage/tic-tac-toe.early", "localStorage/tic-tac-toe.insight"),
        *("sessionStorage/tic-tac-toe.starting", f"localStorage/tic-tac-toe.game.{'f' * 16}"),
        f"localStorage/{SCORES}{rng.getrandbits(64):016x}",
        *(f"localStorage/{SCORES}", "localStorage/another site's"),
    )
    return dict(zip(keys, hostile_values(rng), strict=False))
