// A style that does not come keeps the page from being shown and its scripts from running: after half
// a minute it is done without. Firefox goes on waiting for what is no longer there. Seconds are counted
// one by one, so that a machine that has slept meanwhile does not wake to a page that was given up.

let waited = 0;

const waiting = setInterval(() => {
  const link = document.querySelector('link[rel="stylesheet"]');
  if (link?.sheet) clearInterval(waiting);
  else if (++waited === 30) link.remove();
  else if (waited === 31) {
    clearInterval(waiting);
    if (document.getElementById("needs")) stop();
  }
}, 1_000);
