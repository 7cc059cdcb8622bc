// Stylesheet timeout: a style sheet that never arrives keeps the page from being shown and its scripts from
// running. After half a minute the page does without. Firefox waits on for what has been removed. Seconds
// are counted one by one, so that a machine that sleeps meanwhile does not wake to a page that has failed.

const TIMEOUT_S = 30;
let seconds = 0;

const timer = setInterval(() => {
  const link = /** @type {HTMLLinkElement | null} */ (
    document.querySelector('link[rel="stylesheet"]')
  );
  if (link?.sheet) clearInterval(timer);
  else if (++seconds === TIMEOUT_S) link?.remove();
  else if (seconds > TIMEOUT_S) {
    clearInterval(timer);
    if (document.getElementById("needs")) stop();
  }
}, 1_000);
