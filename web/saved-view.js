// First paint of the saved view: the game as it was left, before Python is up.

import { cells, element, setBanner, setTurn } from "./dom.js";
import { parsed, stored } from "./storage.js";
import {
  DEFAULT_OPPONENT,
  GAME_KEY,
  MESSAGES,
  SESSION_KEY,
  SHARED_GAME,
  VIEW_TEXTS,
} from "./strings.js";
import { gameId } from "./tab-lock.js";

/** @returns {string | null} the saved session that this page goes on with; Python reads the same */
export function savedSession() {
  const tab = stored("sessionStorage", SESSION_KEY);
  const isOwn = parsed(tab)?.game === ""; // it has no game that another tab could play
  return (
    (isOwn && tab) ||
    stored("localStorage", GAME_KEY + gameId) ||
    tab ||
    stored("localStorage", SESSION_KEY)
  );
}

/** @returns {{ opponent: string, record: string } | undefined} the game that is shown, if it is one's own */
export function paintSavedView() {
  if (location.hash.startsWith(SHARED_GAME)) {
    paintWaiting();
    return undefined;
  }
  const saved = parsed(savedSession());
  let opponent = DEFAULT_OPPONENT;
  try {
    const isOurs = ["", gameId].includes(saved.game);
    checkOpponent(saved.opponent);
    opponent = saved.opponent;
    if (isOurs) paint(saved.view);
    return { opponent, record: isOurs ? saved.record : "" };
  } catch {
    return { opponent, record: "" }; // nothing is saved that can be drawn: Python will see to it
  }
}

/** A game is to come that only Python, or another tab, can tell. */
export function paintWaiting() {
  setTurn("");
  setBanner(MESSAGES.wait, "");
}

/** @param {any} view as app/saved_format.py writes it, or anything at all */
function paint({
  board,
  names,
  verdicts,
  signs,
  winning,
  lines,
  turn,
  status,
  insight,
  texts,
  moves,
}) {
  cells.forEach((cell, i) => {
    cell.dataset.mark = board[i].replace(".", "");
    cell.ariaLabel = names[i];
    if (verdicts[i]) Object.assign(cell.dataset, { verdict: verdicts[i], sign: signs[i] });
    if (winning?.includes(i)) cell.dataset.winning = "";
  });
  for (const strike of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-line]")
  )) {
    if (lines?.includes(strike.dataset.line)) strike.dataset.struck = "";
  }
  if (status) element("status").dataset.status = status;
  setTurn(["X", "O"].includes(turn) ? turn : "");
  /** @type {HTMLInputElement} */ (element("insight")).checked = insight;
  for (const id of VIEW_TEXTS) element(id).textContent = texts[id];
  const items = moves.map((/** @type {string} */ textContent) =>
    Object.assign(document.createElement("li"), { textContent }),
  );
  element("history").replaceChildren(...items);
}

/** @param {string} opponent */
export function checkOpponent(opponent) {
  const choice = document.querySelector(`[name="opponent"][value="${CSS.escape(opponent)}"]`);
  /** @type {HTMLInputElement} */ (choice).checked = true;
}
