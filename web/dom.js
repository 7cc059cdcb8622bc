// The elements that JavaScript writes before Python is up.

export const root = document.documentElement;
export const board = element("board");
export const cells = /** @type {HTMLElement[]} */ ([...board.querySelectorAll("[data-cell]")]);

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @type {"X" | "O" | ""} the mark that a person may place, or "" while nobody may */
export let turn = "X"; // as in index.html

/** @param {"X" | "O" | ""} mark */
export function setTurn(mark) {
  turn = mark;
  if (turn) board.dataset.turn = turn;
  else delete board.dataset.turn;
}

/**
 * @param {string} headline
 * @param {string} detail
 */
export function setBanner(headline, detail) {
  element("headline").textContent = headline;
  element("detail").textContent = detail;
}
