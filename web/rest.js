// Pyodide's module is in two parts (tools/split.py): the primary module has what a start and a game use, and
// stubs for the rest. On a first visit the rest is fetched when nobody waits, and the precache has it from
// then on. A stub that is called has it compiled and joined, at once: no game calls one.

import { diagnose } from "./diagnostics.js";

const REST_URL = new URL("../node_modules/pyodide/pyodide.rest.wasm", import.meta.url).href;
const PATIENCE_MS = 1_000; // a page that is being left aborts a fetch, and Firefox calls that a failure
const JOIN = 0; // where the private table has the function that every stub calls first
// (module (import "" "" (func)) (export "" (func 0))): a table takes only functions of WebAssembly
const WRAPPER = "0061736d0100000001040160000002050100000000070401000000";

/** @type {WebAssembly.Module | undefined} */
let compiled;
let joined = false;

/**
 * Instantiates the primary module, or the whole one where the build has not split it.
 *
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Imports} imports
 * @returns {Promise<{ exports: WebAssembly.Exports }>}
 */
export async function instantiate(module, imports) {
  const { exports } = await WebAssembly.instantiate(module, imports);
  const table = /** @type {WebAssembly.Table | undefined} */ (exports["%rest"]);
  if (!table) return { exports };
  let isHere = false; // and not only in another instance
  table.set(
    JOIN,
    wrapped(() => {
      if (isHere) return;
      compiled ??= new WebAssembly.Module(bytesAtOnce());
      new WebAssembly.Instance(compiled, { ...imports, "%": exports });
      isHere = joined = true;
      performance.mark("rest joined");
    }),
  );
  const shown = Object.entries(exports).filter(([name]) => !name.startsWith("%"));
  return { exports: Object.fromEntries(shown) };
}

/** Whether the rest was needed: a snapshot of such an instance is of no use to another. */
export function hasJoined() {
  return joined;
}

/** Fetches the rest into the HTTP cache, should it ever be needed; if that fails, a stub will ask again. */
export async function fetchRest() {
  if (navigator.serviceWorker?.controller) return; // it is precached
  try {
    const response = await fetch(REST_URL);
    if (!response.ok) throw new Error(`${REST_URL} answers ${response.status}`);
    await response.blob();
  } catch (error) {
    setTimeout(diagnose, PATIENCE_MS, "the rest of Pyodide’s module", error);
  }
}

/** @param {() => void} join */
function wrapped(join) {
  const bytes = Uint8Array.from(WRAPPER.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { "": { "": join } });
  return exports[""];
}

function bytesAtOnce() {
  const request = new XMLHttpRequest();
  request.open("GET", REST_URL, false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // each byte as a character
  request.send();
  return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0));
}
