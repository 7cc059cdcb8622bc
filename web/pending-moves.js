// Pending moves: made before Python is up, shown at once and queued; Python checks and plays them. In a new
// game the opponent can be chosen, and the computer answers the first move from a table that the engine
// made (REPLIES), so that a second can be made. What JavaScript knows of the rules is that table.

import { diagnose } from "./diagnostics.js";
import { board, cells, element, root, setBanner, setTurn, turn } from "./dom.js";
import { checkOpponent } from "./saved-view.js";
import { parsed, stored } from "./storage.js";
import {
  CELL_NAMES,
  FIRST_MOVE,
  HEADLINES,
  MESSAGES,
  MOVE_TEXTS,
  NEW_GAME,
  PENDING_MOVES_KEY,
  REPLIES,
  REPLY_PAUSE_MS,
  SCORE_TEXTS,
  TOOK,
} from "./strings.js";

/**
 * @typedef {object} Pending
 * @property {string} opponent
 * @property {string} record of the game that the moves are made in
 * @property {string} moves their cells
 */

const opponents = /** @type {HTMLFieldSetElement} */ (element("opponent"));
/** @type {Pending | undefined} */
let pending;
let isTaken = false; // by Python
let isShown = false; // the game that the moves are made in, and not one from a link
let replyTimer = 0;

/** @returns {string} what is pending, as app/saved_format.py reads it; Python goes on from there */
export function pendingMoves() {
  isTaken = true;
  clearTimeout(replyTimer);
  if (!isShown) return stored("sessionStorage", PENDING_MOVES_KEY) ?? "";
  return pending ? JSON.stringify(pending) : "";
}

/**
 * @param {string} opponent
 * @param {string} record of the game that is shown
 */
export function takeMoves(opponent, record) {
  isShown = true;
  /** @type {Pending} */
  const shown = { opponent, record, moves: "" };
  const queued = parsed(stored("sessionStorage", PENDING_MOVES_KEY));
  if (isOf(shown, queued)) resume(shown, queued);
  board.addEventListener("click", ({ target }) => {
    const cell = /** @type {HTMLElement} */ (target).closest("[data-cell]");
    if (cell) move(pending ?? shown, cells.indexOf(/** @type {HTMLElement} */ (cell)));
  });
  if (record) return; // to choose would give up a game
  opponents.disabled = false;
  const wanted = location.search.replace(NEW_GAME, "");
  if (!pending && (wanted === "human" || Object.hasOwn(REPLIES, wanted))) choose(wanted);
  opponents.addEventListener("change", ({ target }) => {
    if (!isTaken) choose(/** @type {HTMLInputElement} */ (target).value);
  });
}

/**
 * @param {Pending} shown
 * @param {any} queued in this game, or in a new one against another opponent; or anything at all
 */
function isOf(shown, queued) {
  const { opponent, record, moves } = queued ?? {};
  const isName = opponent === "human" || Object.hasOwn(REPLIES, opponent);
  const isChosen = opponent === shown.opponent || (isName && !record);
  return (
    isChosen && record === shown.record && typeof moves === "string" && /^[0-8]{0,3}$/.test(moves)
  );
}

/**
 * @param {Pending} shown
 * @param {Pending} queued before a reload
 */
function resume(shown, queued) {
  if (queued.opponent !== shown.opponent) choose(queued.opponent);
  for (const cell of queued.moves) {
    const now = pending ?? shown;
    if (turn) move(now, Number(cell));
    else reply(now, Number(cell));
  }
}

/** @param {string} opponent a new game against it begins */
function choose(opponent) {
  pending = { opponent, record: "", moves: "" };
  checkOpponent(opponent);
  cells.forEach((cell, number) => {
    place(number, "");
    delete cell.dataset.verdict;
    delete cell.dataset.sign;
  });
  element("history").replaceChildren();
  const names = kindOf(opponent);
  for (const [id, text] of Object.entries(SCORE_TEXTS[names])) element(id).textContent = text;
  setTurn("X");
  setBanner(HEADLINES[names].X, FIRST_MOVE[names]);
  queue();
}

/**
 * @param {Pending} shown
 * @param {number} cell that a person has chosen
 */
function move(shown, cell) {
  const mark = turn;
  if (isTaken || !mark || cells[cell].dataset.mark) return;
  const isFirst = !shown.record && !shown.moves;
  add(shown, cell, mark);
  const names = kindOf(shown.opponent);
  const next = mark === "X" ? "O" : "X";
  const isPersons = names === "human" && isFirst;
  setTurn(isPersons ? next : "");
  if (names === "human" && !isPersons) setBanner(MESSAGES.wait, MESSAGES.pending);
  else setBanner(HEADLINES[names][next], TOOK[names][mark][cell]);
  if (names === "computer" && isFirst) expectReply();
}

function expectReply() {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  replyTimer = setTimeout(
    () => {
      if (!pending || root.dataset.python !== "loading") return;
      const { opponent, moves } = pending;
      const cells = REPLIES[/** @type {keyof typeof REPLIES} */ (opponent)][Number(moves)];
      reply(pending, Number(cells[Math.floor(Math.random() * cells.length)]));
    },
    isCalm ? 0 : REPLY_PAUSE_MS,
  );
}

/**
 * @param {Pending} shown
 * @param {number} cell that the computer takes
 */
function reply(shown, cell) {
  clearTimeout(replyTimer);
  add(shown, cell, "O");
  setTurn("X");
  setBanner(HEADLINES.computer.X, TOOK.computer.O[cell]);
}

/**
 * @param {Pending} shown
 * @param {number} cell
 * @param {"X" | "O"} mark
 */
function add(shown, cell, mark) {
  pending = { ...shown, moves: shown.moves + cell };
  place(cell, mark);
  const item = document.createElement("li");
  item.textContent = MOVE_TEXTS[mark][cell];
  element("history").append(item);
  queue();
}

/**
 * @param {number} cell
 * @param {"X" | "O" | ""} mark
 */
function place(cell, mark) {
  cells[cell].dataset.mark = mark;
  cells[cell].ariaLabel = CELL_NAMES[mark][cell];
}

function queue() {
  try {
    sessionStorage.setItem(PENDING_MOVES_KEY, JSON.stringify(pending));
  } catch (error) {
    diagnose("pending moves", error); // they last as long as the page
  }
}

/** @param {string} opponent */
function kindOf(opponent) {
  return opponent === "human" ? "human" : "computer";
}
