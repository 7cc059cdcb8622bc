// Offline play: the service worker precaches the site, so that the next visit needs no network.

/**
 * Called once Python is up: what the page itself needs comes first.
 *
 * @returns {Promise<boolean>} whether it could be; else the game needs a network
 */
export async function registerServiceWorker() {
  try {
    await caches.keys(); // may be forbidden: Firefox would report the next line as an error
    return Boolean(await navigator.serviceWorker.register("service-worker.js"));
  } catch {
    return false;
  }
}
