// Before Python is up: watches it start, and says so if it cannot finish.

const PATIENCE = 30_000; // milliseconds without progress

const page = document.documentElement;
let watchdog;

function onProgress() {
  clearTimeout(watchdog);
  watchdog = setTimeout(onFailure, PATIENCE);
}

function onFailure() {
  if (page.dataset.python !== "loading") return;
  page.dataset.python = "failed";
  const { failed } = document.getElementById("status").dataset;
  document.getElementById("headline").textContent = failed;
  document.getElementById("detail").textContent = "";
}

addEventListener("py:progress", onProgress, true);
addEventListener("py:done", onFailure, true); // done, and still not ready: main.py has failed
addEventListener("unhandledrejection", onFailure);
addEventListener("error", onFailure, true); // a script that cannot be had does not bubble
onProgress();
