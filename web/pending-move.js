// A pending move: made before Python is up, shown at once and queued; Python plays it.

import { board, cells, root, setBanner, setTurn } from "./dom.js";
import { parsed, stored } from "./storage.js";
import { CELL_NAMES, MESSAGES, PENDING_MOVE_KEY } from "./strings.js";

let pending = "";

/** @returns {string} the move as app/saved_format.py reads it, or "" */
export function pendingMove() {
  return pending;
}

/** @param {string} record of the game that is shown: the move is one in that game */
export function takeMoves(record) {
  const queued = parsed(stored("sessionStorage", PENDING_MOVE_KEY));
  if (Number.isInteger(queued?.cell) && queued.record === record) queue(cells[queued.cell], record);
  board.addEventListener("click", ({ target }) => {
    const cell = /** @type {HTMLElement} */ (target).closest("[data-cell]");
    if (cell && root.dataset.python === "loading") queue(/** @type {HTMLElement} */ (cell), record);
  });
}

/**
 * @param {HTMLElement | undefined} cell
 * @param {string} record
 */
function queue(cell, record) {
  const turn = board.dataset.turn;
  if (!turn || !cell || cell.dataset.mark) return;
  const number = cells.indexOf(cell);
  cell.dataset.mark = turn;
  cell.ariaLabel = CELL_NAMES[/** @type {"X" | "O"} */ (turn)][number];
  setTurn("");
  setBanner(MESSAGES.wait, MESSAGES.pending);
  pending = JSON.stringify({ cell: number, record });
  try {
    sessionStorage.setItem(PENDING_MOVE_KEY, pending);
  } catch {
    // then it lasts as long as the page
  }
}
