// Stylesheet timeout: a style sheet that never arrives keeps the page from being shown and its scripts from
// running. After half a minute the page does without. Firefox waits on for what has been removed. Seconds
// are counted one by one, so that a machine that sleeps meanwhile does not wake to a page that has failed.

const TIMEOUT_MS = 30_000;
const STEP_MS = 1_000;
let waitedMs = 0;

const timer = setInterval(() => {
  waitedMs += STEP_MS;
  const link = /** @type {HTMLLinkElement | null} */ (
    document.querySelector('link[rel="stylesheet"]')
  );
  if (link?.sheet) clearInterval(timer);
  else if (waitedMs === TIMEOUT_MS) link?.remove();
  else if (waitedMs > TIMEOUT_MS) {
    clearInterval(timer);
    if (document.getElementById("needs")) stop();
  }
}, STEP_MS);
