// Registers the service worker once Python is up, so that the next visit needs no network.

import { root } from "./dom.js";

addEventListener("py:done", registerServiceWorker, true);

async function registerServiceWorker() {
  if (root.dataset.python !== "ready") return;
  try {
    await caches.keys(); // may be forbidden: Firefox would report the next line as an error
    await navigator.serviceWorker.register("service-worker.js");
  } catch {
    // then the game needs a network
  }
}
