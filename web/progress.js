// Progress of the start, in bytes and steps, until Python is up or nothing has arrived for too long.

import { element, root } from "./dom.js";
import { fail } from "./failure.js";
import { MESSAGES } from "./strings.js";

const STALL_TIMEOUT_MS = 30_000;
const TEXT_DELAY_MS = 1_000; // before anything is said
const SPEECH_DELAY_MS = 2_000; // before anything is spoken
const STEPS = 15; // of files, PyScript, Pyodide and a worker; the bytes count for as much as all of them

const links = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll("link[data-bytes]")]);
const total = links.reduce((sum, link) => sum + Number(link.dataset.bytes), 0);
/** @type {Map<string, number>} */
const arrived = new Map();
let steps = 0;
let stallTimer = 0;

export function watchProgress() {
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const link = links.find(({ href }) => href === name);
      if (link) arrived.set(name, Number(link.dataset.bytes));
    }
    onProgress();
  }).observe({ type: "resource", buffered: true });
  addEventListener("py:progress", reportStep, true);
  addEventListener("py:ready", reportStep, true);
  addEventListener("py:done", onDone, true);
  document.addEventListener("prerenderingchange", onProgress);
  onProgress();
  setTimeout(showProgress, TEXT_DELAY_MS);
  setTimeout(showProgress, SPEECH_DELAY_MS);
}

/**
 * @param {string} url
 * @param {number} bytes that have arrived of it
 */
export function reportBytes(url, bytes) {
  arrived.set(url, bytes);
  onProgress();
}

export function reportStep() {
  steps++;
  onProgress();
}

function onProgress() {
  clearTimeout(stallTimer);
  if (!("prerendering" in document && document.prerendering)) {
    stallTimer = setTimeout(fail, STALL_TIMEOUT_MS, "stalled");
  }
  showProgress();
}

function onDone() {
  clearTimeout(stallTimer);
  if (root.dataset.python !== "ready") fail("broken");
  else if (element("loading-note").textContent) speak(MESSAGES.ready);
}

function showProgress() {
  if (root.dataset.python !== "loading") return;
  const bytes = [...arrived.values()].reduce((sum, count) => sum + count, 0);
  const share = total ? bytes / total : 0;
  const percent = Math.round((100 * (Math.min(share, 1) + Math.min(steps / STEPS, 1))) / 2);
  element("loading").ariaValueNow = String(percent);
  element("loading").style.setProperty("--progress", String(percent / 100));
  if (performance.now() >= TEXT_DELAY_MS) {
    const text = bytes < total ? MESSAGES.loaded : MESSAGES.starting;
    element("loading-text").textContent = text
      .replace("{loaded}", megabytes(bytes))
      .replace("{total}", megabytes(total));
  }
  const spoken = MESSAGES.progress.replace("{percent}", String(percent - (percent % 25)));
  if (performance.now() >= SPEECH_DELAY_MS && percent >= 25) speak(spoken);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/** @param {string} message */
function speak(message) {
  const note = element("loading-note");
  if (note.textContent !== message) note.textContent = message;
}
