// A start that fails: the page says so, and offers to retry with what the network has now, if it can be
// had; else with what is cached.

import { element, root, setBanner, setTurn } from "./dom.js";
import { MESSAGES } from "./strings.js";

const ANSWER_TIMEOUT_MS = 10_000;
const DOWNLOAD_TIMEOUT_MS = 30_000;

const fetchFromNetwork = window.fetch.bind(window); // unpatched

element("retry").addEventListener("click", retry);

export function watchFailures() {
  if (!getComputedStyle(root).getPropertyValue("--whole")) return failUnstyled();
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // the smallest there is
  } catch {
    return fail("no-webassembly");
  }
  addEventListener("unhandledrejection", () => fail("broken"));
  addEventListener("error", () => fail("broken"), true); // a script that fails to load does not bubble
}

/** @param {keyof typeof MESSAGES} reason */
export function fail(reason) {
  if (root.dataset.python !== "loading") return;
  root.dataset.python = "failed";
  setTurn("");
  setBanner(MESSAGES.failed, MESSAGES[reason]);
  element("loading-note").textContent = "";
  element("retry").hidden = false;
}

// Without its style sheet the board cannot be read: only the banner stays, and the way to retry
function failUnstyled() {
  document.querySelector("main")?.replaceChildren(element("banner"));
  fail("broken");
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
