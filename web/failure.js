// A start that fails: the page says so, and offers to retry with what the network has now, if it can be
// had; else with what is cached.

import { diagnose } from "./diagnostics.js";
import { element, root, setBanner, setTurn } from "./dom.js";
import { MESSAGES } from "./strings.js";

const REFETCH_TIMEOUT_MS = 10_000;

const fetchFromNetwork = window.fetch.bind(window); // unpatched

element("retry").addEventListener("click", retry);

export async function watchFailures() {
  addEventListener("unhandledrejection", () => fail("broken"));
  addEventListener("error", () => fail("broken"), true); // a script that fails to load does not bubble
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // the smallest there is
  } catch {
    fail("no-webassembly");
  }
  await styleSheet();
  if (!getComputedStyle(root).getPropertyValue("--whole")) failUnstyled();
}

/** @param {keyof typeof MESSAGES} reason */
export function fail(reason) {
  if (root.dataset.python !== "loading") return;
  root.dataset.python = "failed";
  setTurn("");
  document.querySelector("#opponent")?.setAttribute("disabled", "");
  setBanner(MESSAGES.failed, MESSAGES[reason]);
  element("loading-note").textContent = "";
  element("retry").hidden = false;
}

// WebKit runs module scripts before the style sheet has arrived
async function styleSheet() {
  const link = /** @type {HTMLLinkElement | null} */ (
    document.querySelector('link[rel="stylesheet"]')
  );
  if (!link || link.sheet || performance.getEntriesByName(link.href).length) return;
  await new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
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
  } catch (error) {
    diagnose("refetch", error); // the network cannot be had, or not all of the site
  }
  button.disabled = false; // where there is no network, nothing else may come of this
  location.reload();
}

// All that the page names, as it is published now, into the browser's own cache. Slow is not failed: it
// takes as long as it takes, while something arrives
function refetch() {
  return new Promise((resolve, reject) => {
    let stallTimer = 0;
    const onProgress = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(reject, REFETCH_TIMEOUT_MS);
    };
    onProgress();
    download([location.pathname], onProgress)
      .then(([page]) => download(namedIn(page), onProgress))
      .then(resolve, reject);
  });
}

/** @param {string} html */
function namedIn(html) {
  const named = new DOMParser().parseFromString(html, "text/html").querySelectorAll("[src], link");
  return Array.from(named, (one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "");
}

/**
 * @param {string[]} urls
 * @param {() => void} onProgress
 */
function download(urls, onProgress) {
  return Promise.all(
    urls.map(async (url) => {
      const { ok, body } = await fetchFromNetwork(url, { cache: "reload" });
      if (!ok || !body) throw new Error(`${url} is missing`);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        onProgress();
      }
      return text;
    }),
  );
}

async function deleteCaches() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  const names = (await caches.keys()).filter((name) =>
    name.endsWith(` ${new URL(".", location.href)}`),
  );
  await Promise.all(names.map((name) => caches.delete(name)));
}
