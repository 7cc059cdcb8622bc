// Retry after a failure: from what the network has now, if it can be had; else from what is cached.

import { element } from "./dom.js";

const ANSWER_TIMEOUT_MS = 10_000;
const DOWNLOAD_TIMEOUT_MS = 30_000;

const fetchFromNetwork = window.fetch.bind(window); // unpatched

element("retry").addEventListener("click", retry);

export function offerRetry() {
  element("retry").hidden = false;
}

async function retry() {
  const button = /** @type {HTMLButtonElement} */ (element("retry"));
  button.disabled = true;
  try {
    await refetch();
    await deleteCaches();
  } catch {
    // the network cannot be had, or not all of the site
  }
  button.disabled = false; // where there is no network, nothing else may come of this
  location.reload();
}

// All that the page names, as it is published now, into the browser's own cache
async function refetch() {
  const [page] = await texts(["."]);
  const named = new DOMParser().parseFromString(page, "text/html").querySelectorAll("[src], link");
  await texts(
    Array.from(named, (one) => one.getAttribute("src") ?? one.getAttribute("href") ?? ""),
  );
}

/** @param {string[]} urls */
async function texts(urls) {
  const requests = urls.map((url) => fetchFromNetwork(url, { cache: "reload" }));
  const responses = await within(ANSWER_TIMEOUT_MS, requests);
  if (responses.some(({ ok }) => !ok)) throw new Error("the site is not complete");
  return within(
    DOWNLOAD_TIMEOUT_MS,
    responses.map((response) => response.text()),
  );
}

/**
 * @template T
 * @param {number} timeout in ms
 * @param {Promise<T>[]} promises
 * @returns {Promise<T[]>}
 */
function within(timeout, promises) {
  const late = new Promise((_, reject) => setTimeout(reject, timeout));
  return Promise.race([Promise.all(promises), /** @type {Promise<never>} */ (late)]);
}

async function deleteCaches() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  const names = (await caches.keys()).filter((name) =>
    name.endsWith(` ${new URL(".", location.href)}`),
  );
  await Promise.all(names.map((name) => caches.delete(name)));
}
