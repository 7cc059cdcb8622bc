// What Python asks of the JavaScript that ran before it. PyScript imports this module, and so waits for
// the tab lock, before it runs main.py: see [js_modules] in pyscript.toml.

import { started } from "./start.js";

await started;

export { pendingMove } from "./pending-move.js";
export { savedSession } from "./saved-view.js";
export { gameId, onPageRestored } from "./tab-lock.js";
