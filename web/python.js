// The interpreter that PyScript asks for: Pyodide, started before PyScript is there to ask. Where an
// earlier visit left a snapshot it starts from that, and plainly if that does not work.

import { loadPyodide as load, version } from "../pyodide/pyodide.mjs";
import * as snapshots from "./snapshot.js";
import { ADDRESS, compiling, counted, tell } from "./wasm.js";

export { version };

const STARTING = "tic-tac-toe.starting";
const page = document.documentElement;
const site = page.dataset.version;
const restore = lendToPyodide();
lendToPyScript();
let snapshot;
const starting = start();

starting.catch(() => tell("failed")).finally(restore);
addEventListener("py:done", onDone, true);

export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await starting;
  await window.enrolled;
  page.dataset.start = snapshot ? "snapshot" : "plain";
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  const { path } = pyodide.pyimport("sys");
  path.append(path.pop(0)); // the library first: it holds PyScript's package and main.py as bytecode
  const { stdlib } = await import("../pyscript/core.js"); // what PyScript runs to write its package
  const { runPython } = pyodide;
  pyodide.runPython = (code, ...rest) => runPython(code.replace(stdlib, "import pyscript\n"), ...rest);
  return pyodide;
}

async function start() {
  const broken = new Promise((_, reject) => compiling.catch(reject)); // Pyodide would wait for ever
  const run = (more) => Promise.race([broken, load({ ...snapshots.OPTIONS, ...more })]);
  snapshot = await usableSnapshot();
  if (snapshot) {
    try {
      return await run({ _loadSnapshot: snapshot.bytes });
    } catch {
      snapshot = undefined;
      await snapshots.forget();
    }
  }
  return run();
}

// A snapshot, unless this tab has not seen a start from it end: the mark is taken away when Python is up.
async function usableSnapshot() {
  try {
    if (sessionStorage.getItem(STARTING)) await snapshots.forget();
    const found = await snapshots.find(site);
    if (found) sessionStorage.setItem(STARTING, "from a snapshot");
    return found;
  } catch {
    return undefined; // nothing can be kept here
  }
}

async function onDone() {
  if (page.dataset.python !== "ready") return;
  try {
    sessionStorage.removeItem(STARTING);
    if (snapshot) return;
    await navigator.serviceWorker.ready;
    setTimeout(makeSnapshot, 2000); // not while the first moves are made
  } catch {
    // nothing can be kept here
  }
}

function makeSnapshot() {
  const worker = new Worker(new URL("snapshot-worker.js", import.meta.url), { type: "module", name: site });
  worker.addEventListener("error", (event) => {
    event.preventDefault(); // nobody misses it: the next visit starts plainly
    worker.terminate();
  });
}

// Pyodide would fetch and compile WebAssembly late: it is given what has been compiled meanwhile. The
// bytes of its library are counted.
function lendToPyodide() {
  const { fetch } = window;
  const { instantiateStreaming } = WebAssembly;
  window.fetch = (resource, options) => {
    if (resource === ADDRESS) return Promise.resolve(new Response());
    const answer = fetch(resource, options);
    return String(resource) === snapshots.LIBRARY ? counted(answer, snapshots.LIBRARY) : answer;
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiling;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return () => Object.assign(window, { fetch }) && Object.assign(WebAssembly, { instantiateStreaming });
}

// PyScript would keep packages in a database and talk to workers through a channel. There are neither, and
// where a browser lets nothing be kept it could not start: the database that it is given is empty.
function lendToPyScript() {
  const answer = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess({ target: { result } }));
    return request;
  };
  const store = { getAllKeys: () => answer([]), clear: () => answer() };
  const database = { close() {}, transaction: () => ({ objectStore: () => store }) };
  Object.defineProperty(window, "indexedDB", { value: { open: () => answer(database) } });
  try {
    new BroadcastChannel("").close();
  } catch {
    window.BroadcastChannel = class {};
  }
}
