// The interpreter that PyScript asks for: Pyodide, started before PyScript is there to ask. It starts from
// the snapshot of an earlier visit, or else from one that a worker makes meanwhile, so that the page is never
// busy for long; if neither works, it starts plainly.

import { version } from "../node_modules/pyodide/pyodide.mjs";
import { diagnose } from "./diagnostics.js";
import { root } from "./dom.js";
import { fail } from "./failure.js";
import { pause, startInterpreter } from "./interpreter.js";
import { registerServiceWorker } from "./offline.js";
import { skipWritingPyScript, stubBroadcastChannel, stubIndexedDB } from "./patches.js";
import { reportStep } from "./progress.js";
import { pyodideFiles } from "./pyodide-files.js";
import { fetchRest } from "./rest.js";
import * as snapshots from "./snapshot.js";
import { SNAPSHOT_START_KEY } from "./strings.js";

export { version };

const WORKER_TIMEOUT_MS = 15_000; // without a sign of life
const IDLE_DELAY_MS = 2_000;

const revertDatabase = stubIndexedDB();
const revertChannel = stubBroadcastChannel();
/** @type {"snapshot" | "worker" | "plain"} */
let how = "plain";
/** @type {Worker | undefined} */
let worker;
/** @type {ArrayBuffer | undefined} */
let made; // the snapshot of the worker
let isMarked = false; // as a start that has not ended
const starting = start();

starting.catch(() => fail("broken"));
addEventListener("py:done", onDone, true);
addEventListener("pagehide", onLeave);
addEventListener("beforeunload", onLeave); // earlier: what Firefox then aborts looks like a failure

/** @param {{ stdout: (text: string) => void, stderr: (text: string) => void }} options */
export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await starting;
  root.dataset.start = how;
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  const { path } = pyodide.pyimport("sys");
  path.append(path.pop(0)); // the library first: it has PyScript's package and the game as bytecode
  const { stdlib } = await import("../node_modules/@pyscript/core/dist/core.js");
  skipWritingPyScript(pyodide, stdlib);
  await pause();
  return pyodide;
}

async function start() {
  try {
    return await startInterpreter(pyodideFiles, obtainSnapshot());
  } catch (error) {
    await Promise.all(Object.values(pyodideFiles)); // or it is not the snapshot's fault
    diagnose("snapshot", error);
    how = "plain";
    made = undefined;
    worker?.terminate();
    await removeSnapshot();
    return startInterpreter(pyodideFiles, Promise.resolve(undefined));
  }
}

async function obtainSnapshot() {
  if (!(await maySnapshotWork())) return undefined;
  const stored = await storedSnapshot();
  how = stored ? "snapshot" : "worker";
  if (stored) return stored;
  try {
    made = await makeSnapshot();
  } catch (error) {
    diagnose("snapshot worker", error);
    how = "plain";
    worker?.terminate();
  }
  return made;
}

// It is stored where a service worker is; on a first visit the worker is not to wait for the answer
async function storedSnapshot() {
  if (!navigator.serviceWorker?.controller) return undefined;
  try {
    return await snapshots.find();
  } catch (error) {
    diagnose("stored snapshot", error);
    return undefined;
  }
}

// Unless this tab's last start from a snapshot was not seen to succeed
async function maySnapshotWork() {
  try {
    if (sessionStorage.getItem(SNAPSHOT_START_KEY)) {
      diagnose("snapshot", "the last start from one did not end");
      await removeSnapshot();
      return false;
    }
    sessionStorage.setItem(SNAPSHOT_START_KEY, "started");
    isMarked = true;
  } catch (error) {
    diagnose("sessionStorage", error);
  }
  return true;
}

// It has ended, or somebody has left the page before it did; a crash is no pagehide
function unmarkStart() {
  isMarked = false;
  try {
    sessionStorage.removeItem(SNAPSHOT_START_KEY);
  } catch (error) {
    diagnose("sessionStorage", error);
  }
}

/** @returns {Promise<ArrayBuffer>} */
function makeSnapshot() {
  return new Promise((resolve, reject) => {
    const started = new Worker(new URL("snapshot-worker.js", import.meta.url), { type: "module" });
    worker = started;
    let timer = 0;
    const onSign = () => {
      reportStep();
      clearTimeout(timer);
      timer = setTimeout(reject, WORKER_TIMEOUT_MS, "it hangs");
    };
    started.addEventListener("error", (event) => {
      event.preventDefault();
      reject(event.message ?? "it could not be loaded");
    });
    started.addEventListener("message", ({ data }) => {
      onSign();
      if (data === "started") return;
      clearTimeout(timer);
      resolve(data);
    });
    const { module, glue, library } = pyodideFiles;
    Promise.all([module, glue, library]).then(([module, glue, library]) => {
      started.postMessage({ module, glue, library });
      onSign();
    }, reject);
  });
}

function onLeave() {
  if (isMarked && root.dataset.python !== "failed") unmarkStart();
}

async function onDone() {
  removeEventListener("beforeunload", onLeave); // it would keep the page out of the bfcache
  revertDatabase();
  revertChannel();
  if (root.dataset.python !== "ready") return;
  unmarkStart();
  whenIdle(fetchRest);
  if (!(await registerServiceWorker())) return;
  await navigator.serviceWorker.ready;
  if (made) whenIdle(storeSnapshot);
}

async function storeSnapshot() {
  try {
    if (made) await snapshots.store(made);
  } catch (error) {
    diagnose("storing the snapshot", error); // the next visit makes one
  }
  made = undefined;
}

async function removeSnapshot() {
  try {
    await snapshots.remove();
  } catch (error) {
    diagnose("removing the snapshot", error);
  }
}

/** @param {() => void} task */
function whenIdle(task) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(task);
  else setTimeout(task, IDLE_DELAY_MS); // in Safari
}
