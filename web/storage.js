// Reading what is stored, where that may be forbidden or missing.

import { diagnose } from "./diagnostics.js";

/**
 * @param {"localStorage" | "sessionStorage"} area
 * @param {string} key
 * @returns {string | null}
 */
export function stored(area, key) {
  try {
    return window[area].getItem(key);
  } catch (error) {
    diagnose(area, error);
    return null;
  }
}

/**
 * @param {string | null} text
 * @returns {any} the value of a JSON text; null where it is none
 */
export function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
