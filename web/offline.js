// Offline play: the service worker precaches the site, so that the next visit needs no network.

/** Called once Python is up: what the page itself needs comes first. */
export async function registerServiceWorker() {
  try {
    await caches.keys(); // may be forbidden: Firefox would report the next line as an error
    await navigator.serviceWorker.register("service-worker.js");
  } catch {
    // then the game needs a network
  }
}
