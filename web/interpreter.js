// Starts Pyodide: the same way in the page and in the worker that makes snapshots, or a snapshot of the one
// would be of no use to the other. In the page it starts in small steps, with pauses for whoever plays.

import { loadPyodide } from "../node_modules/pyodide/pyodide.mjs";
import { memoizeWasmModules, patchPyodideFetch, skipRestoringMemory } from "./patches.js";
import { restore } from "./snapshot.js";

/**
 * @typedef {object} PyodideFiles
 * @property {Promise<WebAssembly.Module>} module
 * @property {Promise<string>} glue the JavaScript around it
 * @property {Promise<ArrayBuffer>} library Python's standard library, and the game's own Python
 *
 * @typedef {(settings: object) => Promise<any>} CreateModule
 */

const INDEX_URL = new URL("../node_modules/pyodide/", import.meta.url).href;
const LIBRARY_URL = new URL("python_stdlib.zip", import.meta.url).href;
const OPTIONS = {
  indexURL: INDEX_URL,
  stdLibURL: LIBRARY_URL,
  // Nothing is ever installed
  lockFileContents: JSON.stringify({ info: { abi_version: "2026_0" }, packages: {} }),
};
// What Pyodide and PyScript import when they start, in steps of about the same time
const IMPORTS = [
  ...["re", "ast, tokenize", "inspect", "typing, dataclasses", "logging, socket, selectors"],
  ...["asyncio.events, asyncio.futures", "asyncio.base_events", "asyncio"],
  ...["_pyodide._base", "_pyodide_core"],
];

/**
 * Starts it from a snapshot, or plainly if there is none after all. It is instantiated at once, whenever
 * the snapshot comes.
 *
 * @param {PyodideFiles} files
 * @param {Promise<ArrayBuffer | undefined>} snapshot
 */
export function startInterpreter(files, snapshot) {
  return start(files, {
    _loadSnapshot: new Uint8Array(4), // Pyodide is to leave the memory to us
    createPyodideModule: async (/** @type {object} */ settings) => {
      const create = await evaluateGlue(files.glue);
      await pause();
      const revert = memoizeWasmModules();
      const module = await create(settings).finally(revert);
      await pause();
      const packed = await snapshot;
      const head = packed ? await restore(module, packed, pause) : await startPlainly(module);
      skipRestoringMemory(module.API, head);
      await pause();
      return module;
    },
  });
}

/**
 * Starts it so that a snapshot can be made of it.
 *
 * @param {PyodideFiles} files
 */
export function startForSnapshot(files) {
  const createPyodideModule = async (/** @type {object} */ settings) => {
    const create = await evaluateGlue(files.glue);
    const revert = memoizeWasmModules();
    return create(settings).finally(revert);
  };
  return start(files, { _makeSnapshot: true, createPyodideModule });
}

/** A moment in which the browser may answer whoever plays. */
export function pause() {
  const { scheduler } = /** @type {{ scheduler?: { yield?: () => Promise<void> } }} */ (globalThis);
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage("");
  });
}

/**
 * @param {PyodideFiles} files
 * @param {object} more
 */
function start(files, more) {
  const options = /** @type {import("pyodide").PyodideConfig} */ ({ ...OPTIONS, ...more });
  let revert = () => {};
  return new Promise((resolve, reject) => {
    // Pyodide would wait for ever where the module is broken, or there is no memory for it
    revert = patchPyodideFetch(`${INDEX_URL}pyodide.asm.wasm`, LIBRARY_URL, files, reject);
    loadPyodide(options).then(resolve, reject);
  }).finally(() => revert());
}

/**
 * The build has made a function's body of the module.
 *
 * @param {Promise<string>} glue
 * @returns {Promise<CreateModule>}
 */
async function evaluateGlue(glue) {
  return new Function("GLUE_URL", await glue)(`${INDEX_URL}pyodide.asm.mjs`);
}

/**
 * @param {any} module
 * @returns {Promise<undefined>}
 */
async function startPlainly(module) {
  module.callMain([]);
  for (const names of IMPORTS) {
    await pause();
    const [failed, reason] = module.API.rawRun(`import ${names}`);
    if (failed) throw new Error(reason);
  }
}
