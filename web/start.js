// The page until Python is up: acquires the tab lock, paints the saved view and takes a move. PyScript
// imports this module too ([js_modules] in pyscript.toml), so main.py waits for the tab lock, and finds
// here what it asks of the JavaScript that ran before it.

import { element } from "./dom.js";
import { watchFailures } from "./failure.js";
import { takeMoves } from "./pending-moves.js";
import { watchProgress } from "./progress.js";
import { paintSavedView, paintWaiting } from "./saved-view.js";
import { acquireTabLock, resumableGames } from "./tab-lock.js";

element("needs").remove();
const started = start();
watchFailures();
watchProgress();
await started;

export { pendingMoves } from "./pending-moves.js";
export { savedSession } from "./saved-view.js";
export { gameId, onPageRestored } from "./tab-lock.js";

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
  const shown = paintSavedView();
  if (shown) takeMoves(shown.opponent, shown.record);
  performance.mark("playable");
}
