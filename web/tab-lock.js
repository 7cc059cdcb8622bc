// The tab lock: every game has an id, under which it is stored, and every open page holds the Web Lock
// of one. Who has the lock plays the game, nobody else. Entering the bfcache releases it.

import { diagnose } from "./diagnostics.js";
import { parsed, stored } from "./storage.js";
import { GAME_KEY, SESSION_KEY, TAB_LOCK } from "./strings.js";

// For the page that this tab showed before to release its lock. Tries, and not time: on a machine that is
// busy an answer takes long, and a game must not be lost by that.
const RELEASE_TRIES = 40;
const RETRY_DELAY_MS = 50;

export let gameId = "";

/** @type {(() => void) | undefined} */
let release;
/** @type {string | null | undefined} the stored game when the page was hidden */
let gameWhenHidden;
/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener called when the page is restored from the bfcache and has its lock again */
export function onPageRestored(listener) {
  listeners.push(listener);
}

/** @returns {string[]} the game that this tab has left; in a new tab all stored games, newest first */
export function resumableGames() {
  const text = stored("sessionStorage", SESSION_KEY);
  try {
    const own = GAME_KEY + parsed(text)?.game;
    const keys = parsed(text)
      ? [own].filter((key) => localStorage.getItem(key))
      : Object.keys(localStorage);
    const ids = keys
      .filter((key) => key.startsWith(GAME_KEY))
      .map((key) => key.slice(GAME_KEY.length));
    return ids
      .filter((id) => /^[0-9a-f]{16}$/.test(id))
      .sort()
      .reverse();
  } catch (error) {
    diagnose("localStorage", error); // it may be forbidden or missing
    return [];
  }
}

/** @param {string[]} games to acquire the lock of, the first that is free; else that of a new game */
export async function acquireTabLock(games) {
  for (gameId of [...games, newId()]) if (await acquire(gameId)) break;
  addEventListener("pagehide", onPageHide);
  addEventListener("pageshow", ({ persisted }) => persisted && restorePage());
  addEventListener("storage", onLateChange);
}

/** @returns {string} an id that sorts by time */
function newId() {
  const time = Date.now().toString(16).padStart(11, "0");
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return time + (random >>> 12).toString(16).padStart(5, "0");
}

/**
 * Acquires a lock, unless another page has it. Where there are no Web Locks, there is nobody to ask.
 *
 * @param {string} id
 * @returns {Promise<boolean>}
 */
async function acquire(id) {
  if (!navigator.locks) return true;
  const isReload = stored("sessionStorage", SESSION_KEY);
  try {
    for (let tries = isReload ? RELEASE_TRIES : 1; ; tries--) {
      if (await acquireAtOnce(id)) return true;
      if (tries === 1) return false;
      await new Promise((done) => setTimeout(done, RETRY_DELAY_MS));
    }
  } catch (error) {
    diagnose("tab lock", error);
    return false;
  }
}

/**
 * @param {string} id
 * @returns {Promise<boolean>}
 */
function acquireAtOnce(id) {
  return new Promise((resolve, reject) => {
    const hold = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock && new Promise((done) => (release = () => done(undefined)));
    };
    navigator.locks.request(TAB_LOCK + id, { ifAvailable: true }, hold).catch(reject);
  });
}

function onPageHide() {
  gameWhenHidden = stored("localStorage", GAME_KEY + gameId);
  release?.();
}

// Restored from the bfcache, without the lock: the game may have gone on in another tab
async function restorePage() {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  main.inert = true;
  const isOurs = await acquire(gameId);
  if (!isOurs || stored("localStorage", GAME_KEY + gameId) !== gameWhenHidden)
    return location.reload();
  main.inert = false;
  focused.focus({ preventScroll: true });
  for (const listener of listeners) listener();
}

/**
 * What another page did with the game while this one was hidden may be reported only later.
 *
 * @param {StorageEvent} event
 */
function onLateChange({ key, newValue }) {
  const wasHidden = gameWhenHidden !== undefined;
  if (wasHidden && key === GAME_KEY + gameId && newValue !== gameWhenHidden) location.reload();
}
