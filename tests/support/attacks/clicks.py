"""Storms of clicks, keys, buttons and links, and what a page must show after each of them."""

from random import Random
from typing import Any

from playwright.sync_api import Page

from app.messages import PLACES
from app.saved_format import SHARED_GAME
from app.session import Opponent
from engine import Game, InvalidRecord
from tests.support.attacks import PERFORM, Report

KEYS = [
    *"123456789nNhH?", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape",
    "Home", "End", "0", "x", "é", "F5", "Dead", "Unidentified", "", "Process", "constructor",
]  # fmt: skip
BUTTONS = {
    "#new-game": 4, "#forfeit": 2, "#confirm-forfeit": 2, "#reset-scores": 1, "#confirm-reset": 1,
    "dialog[open] [data-close]": 6, "#hint": 3, "#insight": 2, "[data-go=first]": 1,
    "[data-go=back]": 3, "[data-go=on]": 2, "[data-go=end]": 1, "#history button": 2,
    "#thinking summary": 1, "#close-visit": 1, "#go-back": 1,
    "#play-on": 2, "#resume": 1, "#games summary": 1, "#games-list [data-open]": 1,
    "#games-list [data-delete]": 1, "#more-games": 1, "#export": 1, "#import": 1,
    "#to-mistake": 2, "#practice": 2, "#practice-again": 1, "#practice-next": 1,
    "#leave-practice": 1,
}  # fmt: skip
LINKS = [*(SHARED_GAME + record for record in ("40812", "03142", "44")), "#thinking", ""]


def actions(rng: Random, count: int) -> list[tuple[Any, ...]]:
    """Clicks, keys, buttons and waits, in any order."""
    kinds = rng.choices(
        ["cell", "key", "button", "opponent", "hash", "wait"], [50, 20, 20, 1, 1, 20], k=count
    )
    return [_action(rng, kind) for kind in kinds]


def _action(rng: Random, kind: str) -> tuple[Any, ...]:
    match kind:
        case "cell":
            return kind, rng.randrange(9)
        case "key":
            return kind, rng.randrange(9), rng.choice(KEYS)
        case "button":
            return kind, rng.choices([*BUTTONS], [*BUTTONS.values()])[0]
        case "opponent":
            return kind, rng.choice([*Opponent])
        case "hash":
            return kind, rng.choice(LINKS)
        case _:
            return kind, rng.choices([0, 5, 20, 400], [12, 4, 4, 1])[0]


def storm(page: Page, seed: int, count: int) -> Report:
    """Random clicks, keys, buttons and links; the page must show a legal game after each."""
    performed = actions(Random(seed), count)
    seen = page.evaluate(PERFORM, performed)
    found = []
    for number, now in enumerate(seen):
        fault = fault_of(seen[number - 1] if number else None, now)
        if fault:
            found.append(f"seed {seed}, action {number} {performed[number]}: {fault}: {now}")
    return Report({"actions": count}, found)


def fault_of(before: dict[str, Any] | None, now: dict[str, Any]) -> str:
    """What is wrong with what the page shows, if anything is."""
    record = "".join(str(PLACES.index(move.partition(" ")[2])) for move in now["moves"])
    try:
        game = Game.from_record(record + "f" * now["status"].endswith("forfeits"))
    except InvalidRecord as error:
        return str(error)
    boards = [Game.from_record(record[:length]).board for length in range(len(record) + 1)]
    is_review = now["isReview"]
    is_computers = now["opponent"] != Opponent.HUMAN and len(record) % 2 == 1
    turn = "" if game.is_over or is_review or is_computers else game.current_player
    if now["isPractice"] and not game.is_over:
        turn = now["turn"] and game.current_player  # the computer may play either side
    faults = {
        "Python has failed": now["python"] != "ready",
        "its moves lead to another status": now["status"] != game.status,
        "its moves lead to another board": now["board"]
        not in (boards if is_review else boards[-1:]),
        "it lets the wrong side move": now["turn"] != turn,
        "somebody moved twice": [move[0] for move in now["moves"]] != [*"XOXOXOXOX"][: len(record)],
        "it counts games that did not end": _miscount(before, now),
    }
    return ", ".join(fault for fault, is_there in faults.items() if is_there)


def _miscount(before: dict[str, Any] | None, now: dict[str, Any]) -> bool:
    """Whether the scores are wrong: they change by one when a game ends, or are reset."""
    if not before or before["opponent"] != now["opponent"] or before["isShared"] != now["isShared"]:
        return False
    was_on = before["status"] == "in_progress" and not before["isShared"]
    was_on = was_on and not before["isPractice"]
    has_ended = was_on and now["status"] != "in_progress"
    was_reset = not any(now["scores"]) and not has_ended
    return not was_reset and sum(now["scores"]) - sum(before["scores"]) != int(has_ended)
