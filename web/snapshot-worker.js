// Starts Python beside the page and makes a snapshot of it, for the page to start from. What the page imports
// is imported in it, and the game is searched, so that the memo is warm.

import { startForSnapshot } from "./interpreter.js";
import { hasJoined } from "./rest.js";
import { pack } from "./snapshot.js";

const IMPORT = `
import sys
sys.path.append(sys.path.pop(0))
import asyncio, base64, html, inspect, random, traceback
import engine, app.keys, app.saved_format, app.state, app.view
engine.best_cells("." * 9)
`;

makeSnapshot().catch(reportError); // WebKit would not tell the page of a rejection

async function makeSnapshot() {
  /** @type {{ module: WebAssembly.Module, glue: string, library: ArrayBuffer }} */
  const { module, glue, library } = await message();
  const files = {
    module: Promise.resolve(module),
    glue: Promise.resolve(glue),
    library: Promise.resolve(library),
  };
  const pyodide = await startForSnapshot(files);
  postMessage("started");
  pyodide.runPython(IMPORT);
  if (hasJoined()) throw new Error("Python needed the rest of its module");
  const packed = pack(/** @type {Uint8Array<ArrayBuffer>} */ (pyodide.makeMemorySnapshot()));
  postMessage(packed, { transfer: [packed] });
  close();
}

/** @returns {Promise<any>} the next message of the page */
function message() {
  return new Promise((done) =>
    addEventListener("message", ({ data }) => done(data), { once: true }),
  );
}
