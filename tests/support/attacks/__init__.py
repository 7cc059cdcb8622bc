"""Attacks on the built page, each seeded and repeatable: what was tried, and what was found."""

from typing import NamedTuple

X_WINS = (0, 3, 1, 4, 2)
READY = 'html[data-python="ready"]'
PERFORM = """async actions => {
    const cells = [...document.querySelectorAll("[data-cell]")];
    const find = id => document.getElementById(id);
    const seen = [];
    for (const [kind, target, value] of actions) {
        if (kind === "cell") cells[target].click();
        if (kind === "button") document.querySelector(target)?.click();
        if (kind === "opponent") document.querySelector(`[value="${target}"]`).click();
        if (kind === "hash") location.hash = target;
        if (kind === "wait") await new Promise(done => setTimeout(done, target));
        if (kind === "key") {
            cells[target].focus();
            cells[target].dispatchEvent(new KeyboardEvent("keydown", {
                key: value, code: value, bubbles: true, cancelable: true }));
        }
        seen.push({
            board: cells.map(cell => cell.dataset.mark || ".").join(""),
            moves: [...document.querySelectorAll("#history li")].map(item =>
                (item.firstElementChild?.firstChild ?? item.firstChild).textContent),
            status: find("status").dataset.status,
            opponent: document.querySelector("[name=opponent]:checked").value,
            turn: find("board").dataset.turn ?? "",
            python: document.documentElement.dataset.python,
            isReview: !find("review").hidden,
            isShared: !find("close-visit").hidden,
            isPractice: !find("practising").hidden,
            scores: ["x", "draws", "o"].map(name => Number(find(`score-${name}`).textContent)),
        });
    }
    return seen;
}"""


class Report(NamedTuple):
    """How much was tried, and what was found."""

    tried: dict[str, int]
    found: list[str]
