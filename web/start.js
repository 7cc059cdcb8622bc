// The page until Python is up: acquires the tab lock, paints the saved view and takes a move.

import { element } from "./dom.js";
import { watchFailures } from "./failure.js";
import { takeMoves } from "./pending-move.js";
import { watchProgress } from "./progress.js";
import { paintSavedView, paintWaiting } from "./saved-view.js";
import { acquireTabLock, resumableGames } from "./tab-lock.js";

element("needs").remove();
export const started = start(); // before-python.js waits for it
watchFailures();
watchProgress();

async function start() {
  if ("prerendering" in document && document.prerendering) {
    await new Promise((done) => document.addEventListener("prerenderingchange", done));
  }
  const games = resumableGames();
  if (games.length) paintWaiting();
  else becomePlayable();
  await acquireTabLock(games);
  if (games.length) becomePlayable();
}

function becomePlayable() {
  takeMoves(paintSavedView());
  performance.mark("playable");
}
