// Offline play: the service worker precaches the site, so that the next visit needs no network.

import { diagnose } from "./diagnostics.js";

/**
 * Called once Python is up: what the page itself needs comes first.
 *
 * @returns {Promise<boolean>} whether it could be; else the game needs a network
 */
export async function registerServiceWorker() {
  try {
    await caches.keys(); // may be forbidden: Firefox would report the next line as an error
    const registration = await navigator.serviceWorker.register("service-worker.js");
    registration?.installing?.addEventListener("statechange", onInstalled, { once: true });
    return Boolean(registration); // browsers under test may be told to ignore service workers
  } catch (error) {
    diagnose("service worker", error);
    return false;
  }
}

/** @param {Event} event */
function onInstalled({ target }) {
  const { state } = /** @type {ServiceWorker} */ (target);
  if (state === "redundant") diagnose("precache", "not all of it could be had or stored");
}
