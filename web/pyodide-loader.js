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
import { readFiles, readFilesIn } from "./pyodide-files.js";
import { fetchRest } from "./rest.js";
import * as snapshots from "./snapshot.js";
import { startSnapshotMaker } from "./snapshot-maker.js";
import { SNAPSHOT_START_KEY } from "./strings.js";

export { version };

const IDLE_DELAY_MS = 2_000;

const revertDatabase = stubIndexedDB();
const revertChannel = stubBroadcastChannel();
/** @type {"snapshot" | "worker" | "plain"} */
let how = "plain";
/** @type {import("./snapshot-maker.js").SnapshotMaker | undefined} */
let maker;
/** @type {ArrayBuffer | undefined} */
let made; // the snapshot of the worker
let isMarked = false; // as a start that has not ended
const starting = start();

// PyScript asks for it once Python is up; by then the HTTP cache has it. If it fails, PyScript says so
fetch(new URL("main.py", import.meta.url)).catch(() => {});
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
  const { stdlib } = await import("../node_modules/@pyscript/core/dist/core.js");
  skipWritingPyScript(pyodide, stdlib);
  await pause();
  return pyodide;
}

async function start() {
  const mayRestore = await maySnapshotWork();
  const mayBeStored = Boolean(navigator.serviceWorker?.controller); // not on a first visit
  if (mayRestore && !mayBeStored) startMaker();
  const files = maker ? readFilesIn(maker.send, maker.receive) : readFiles();
  const obtaining = mayRestore && mayBeStored ? findSnapshot(files) : newSnapshot();
  try {
    return await startInterpreter(files, obtaining);
  } catch (error) {
    await Promise.all(Object.values(files)); // or it is not the snapshot's fault
    diagnose("snapshot", error);
    how = "plain";
    made = undefined;
    maker?.terminate();
    await removeSnapshot();
    return startInterpreter(files, Promise.resolve(undefined));
  }
}

/** @param {import("./interpreter.js").PyodideFiles} files */
async function findSnapshot(files) {
  try {
    const stored = await snapshots.find();
    if (stored) {
      how = "snapshot";
      return stored;
    }
  } catch (error) {
    diagnose("stored snapshot", error);
  }
  startMaker();
  for (const [name, file] of Object.entries(files)) {
    file.then(
      (whole) => maker?.send(name, whole),
      () => {}, // it is no fault of the worker's
    );
  }
  return newSnapshot();
}

async function newSnapshot() {
  how = maker ? "worker" : "plain";
  try {
    made = await maker?.receive("snapshot");
  } catch (error) {
    diagnose("snapshot worker", error);
    how = "plain";
  }
  return made;
}

function startMaker() {
  try {
    maker = startSnapshotMaker();
  } catch (error) {
    diagnose("snapshot worker", error);
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
