"""A storage that holds anything at all, changes while a game is on, or gives way."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page

from app.history import Entry, addition
from app.history_format import history_key, log_text
from app.saved_format import (
    GAME_KEY,
    INSIGHT_KEY,
    PENDING_MOVES_KEY,
    SESSION_KEY,
    SNAPSHOT_START_KEY,
    SOUND_KEY,
    linked_game_key,
)
from app.session import Opponent
from tests.support.attacks import PERFORM, READY, X_WINS, Report
from tests.support.attacks.clicks import fault_of
from tests.support.histories import NOW, old_key
from tests.support.saved_sessions import GAME_IN_TEXT_FORMAT, session_json

GAME_ID = "0123456789abcdef"
LOG = log_text(addition({"aaaaaa": Entry(0, 0, NOW, "03142", Opponent.HUMAN)}))
VALID = {f"localStorage/{old_key('aa')}": "1/3/4/0", f"localStorage/{history_key('a' * 16)}": LOG}
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
    """Texts that somebody or something may have left in the storage, whatever the key."""
    kinds = (
        _broken_text,
        _numbers,
        _nested,
        _script,
        _huge,
        _wrong_types,
        _wrong_view,
        _move,
        _log,
    )
    while True:
        yield rng.choice(kinds)(rng)


def _anything(rng: Random) -> Any:
    """A JSON value of any type."""
    return rng.choice(
        [
            *(None, True, False, 0, -1, 4, 0.5, 1e300, 10**20, "", "X", "Z", "4", "hard", "length"),
            *([], {}, [[]], ["<b>"] * 9, "X" * 9, {"X": "O"}, "__proto__", "\ud800", GAME_ID),
        ]
    )


def _broken_text(rng: Random) -> str:
    """Random characters, or a saved session that was cut off or shuffled."""
    saved = rng.choice([session_json("hard", "4081", GAME_ID), f"{GAME_IN_TEXT_FORMAT}\n{GAME_ID}"])
    return rng.choice(
        [
            "".join(chr(rng.randrange(1, 0x2FF)) for _ in range(rng.randrange(200))),
            saved[: rng.randrange(len(saved))],
            "".join(rng.sample(saved, len(saved))),
        ]
    )


def _numbers(rng: Random) -> str:
    """Something like a tally, or like a session in the text format."""
    if rng.random() < 1 / 2:
        return "/".join(str(rng.choice([-1, 0.5, 10**30, 7, "NaN", ""])) for _ in range(4))
    return f"{rng.choice([*Opponent, 'nobody'])}:{rng.randrange(10**9)}\n{rng.random()}"


def _nested(rng: Random) -> str:
    """JSON that is nested deep, closed or not, alone or in the place of a view."""
    depth = rng.randrange(1, 9_500)
    head, tail = rng.choice([("[", "]"), ('{"a":', "}")])
    nested = head * depth + tail * rng.choice([0, depth])
    return rng.choice(["", "human:\n", '{"opponent": "hard", "record": "4", "view": ']) + nested


def _script(rng: Random) -> str:
    return rng.choice(["<script>hacked=1</script>", "<img src=x onerror=hacked=1>", "${1}"])


def _huge(rng: Random) -> str:
    """More than a reader should read, of one kind."""
    return json.dumps(rng.choice(["x", [0], {"game": ""}, 7])).ljust(rng.randrange(10**5), "7")


def _wrong_types(rng: Random) -> str:
    """JSON, or a session with fields of any type."""
    fields = ("opponent", "record", "helped", "game", "view", "left", "kept", "link", "sent")
    return json.dumps(rng.choice([_anything(rng), {name: _anything(rng) for name in fields}]))


def _wrong_view(rng: Random) -> str:
    """A session whose view has fields of any type, in the present format or in the one before."""
    saved = json.loads(session_json("hard", ""))
    names = ("board", "names", "verdicts", "signs", "turn", "insight", "texts", "moves",
             "winning", "lines", "status")  # fmt: skip
    view = saved["view"] | {name: _anything(rng) for name in rng.sample(names, rng.randrange(1, 9))}
    saved["view"] = view
    return rng.choice([json.dumps(saved), f"hard:\n{json.dumps(view)}"])


def _move(rng: Random) -> str:
    """Something like pending moves."""
    moves = rng.choice(["4", "40", "41", "408", "444", "9", "length", -1, [4], _anything(rng)])
    opponent = rng.choice([*Opponent, "nobody", "__proto__", "constructor", _anything(rng)])
    record = rng.choice(["", "", "4", _anything(rng)])
    return json.dumps({"opponent": opponent, "record": record, "moves": moves})


def _log(rng: Random) -> str:
    """Something like a log of other games, whole or broken."""
    ids = ["bbbbbb", "k3f9xq", "zzzzzz", "k3f9x", "\ud800" * 6]
    records = ["40812", "444444444", "f", "ff", "x", "-", ">", "1/2/3/4", "999999999/0/0/0"]
    lines = [
        " ".join(
            [
                rng.choice(records),
                rng.choice(["h", "H9", "e-", "m999999999", "q", ""]),
                rng.choice(["mhwsoi68", "zzzzzzzz", "0", ""]),
                rng.choice(ids) * rng.choice([1, 1, 9]) + rng.choice(["", ".1", ".9999"]),
            ]
        )
        for _ in range(rng.randrange(30))
    ]
    return rng.choice(["\n", "\n\n", "\r\n"]).join(lines)


def storage(page: Page, seed: int, loads: int) -> Report:
    """Every key holds anything at all, at the start and in mid-game, or the storage gives way.

    The page must play, and count right.
    """
    found = []
    for number in range(loads):
        rng = Random(f"{seed} {number}")
        at_first, later = _hostile_items(rng), _hostile_items(rng)
        page.evaluate(FILL_IN, [VALID | at_first, True])
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
    page = f"{rng.getrandbits(64):016x}"
    keys = (
        *(f"{area}/{SESSION_KEY}" for area in ("localStorage", "sessionStorage")),
        *(f"sessionStorage/{PENDING_MOVES_KEY}", f"sessionStorage/{SNAPSHOT_START_KEY}"),
        *(f"localStorage/{INSIGHT_KEY}", f"localStorage/{GAME_KEY}{GAME_ID}"),
        f"localStorage/{GAME_KEY}{'f' * 16}",
        *(f"localStorage/{key}" for key in (old_key(page), history_key(page))),
        *(f"localStorage/{key}" for key in (old_key("")[:-16], history_key(""))),
        *(f"localStorage/{linked_game_key('k3f9')}", f"localStorage/{SOUND_KEY}"),
        "localStorage/another site's",
    )
    items = dict(zip(keys, hostile_values(rng), strict=False))
    if rng.random() < 1 / 2:
        items[f"localStorage/{history_key(page)}"] = _log(rng)
    if rng.random() < 1 / 2:  # a pending move counts only in the game that is shown
        items[f"sessionStorage/{PENDING_MOVES_KEY}"] = _move(rng)
    return items
