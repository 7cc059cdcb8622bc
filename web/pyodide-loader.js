// The interpreter that PyScript asks for: Pyodide, started before PyScript is there to ask. Where an
// earlier visit left a snapshot it is restored; if that does not work, Python starts plainly.

import { loadPyodide as load, version } from "../node_modules/pyodide/pyodide.mjs";
import { root } from "./dom.js";
import { fail } from "./failure.js";
import { registerServiceWorker } from "./offline.js";
import {
  patchPyodideFetch,
  skipWritingPyScript,
  stubBroadcastChannel,
  stubIndexedDB,
} from "./patches.js";
import * as snapshots from "./snapshot.js";
import { compiling, counted, WASM_URL } from "./streaming-compile.js";
import { SNAPSHOT_START_KEY } from "./strings.js";

export { version };

const SNAPSHOT_DELAY_MS = 2_000; // after the start: not while the first moves are made

const revertFetch = patchPyodideFetch(WASM_URL, compiling, snapshots.LIBRARY_URL, counted);
const revertDatabase = stubIndexedDB();
const revertChannel = stubBroadcastChannel();
/** @type {{ bytes: Promise<Uint8Array> } | undefined} */
let snapshot;
const starting = start();

starting.catch(() => fail("broken")).finally(revertFetch);
addEventListener("py:done", onDone, true);

/** @param {{ stdout: (text: string) => void, stderr: (text: string) => void }} options */
export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await starting;
  root.dataset.start = snapshot ? "snapshot" : "plain";
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  const { path } = pyodide.pyimport("sys");
  path.append(path.pop(0)); // the library first: it has PyScript's package and the game as bytecode
  const { stdlib } = await import("../node_modules/@pyscript/core/dist/core.js");
  skipWritingPyScript(pyodide, stdlib);
  return pyodide;
}

async function start() {
  const broken = new Promise((_, reject) => compiling.catch(reject)); // Pyodide would wait for ever
  const run = (/** @type {object} */ more) =>
    Promise.race([broken, load({ ...snapshots.OPTIONS, ...more })]);
  snapshot = await usableSnapshot();
  if (snapshot) {
    try {
      return await run({ _loadSnapshot: snapshot.bytes });
    } catch {
      await compiling; // or it is not the snapshot's fault
      snapshot = undefined;
      await snapshots.remove();
    }
  }
  return run({});
}

// The snapshot, unless this tab's last start from one was not seen to succeed
async function usableSnapshot() {
  try {
    if (sessionStorage.getItem(SNAPSHOT_START_KEY)) await snapshots.remove();
    const found = await snapshots.find();
    if (found) sessionStorage.setItem(SNAPSHOT_START_KEY, "started");
    return found;
  } catch {
    return undefined; // nothing can be stored here
  }
}

async function onDone() {
  revertDatabase();
  revertChannel();
  if (root.dataset.python !== "ready") return;
  try {
    sessionStorage.removeItem(SNAPSHOT_START_KEY);
    await registerServiceWorker();
    if (snapshot) return;
    await navigator.serviceWorker.ready;
    setTimeout(makeSnapshot, SNAPSHOT_DELAY_MS);
  } catch {
    // nothing can be stored here
  }
}

function makeSnapshot() {
  const url = new URL("snapshot-worker.js", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  worker.addEventListener("error", (event) => {
    event.preventDefault(); // the next visit starts plainly
    worker.terminate();
  });
}
