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

/** @param {string} turn the mark that a person may place, or "" while nobody may */
export function setTurn(turn) {
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
