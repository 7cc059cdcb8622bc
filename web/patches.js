// Every patch of third-party code. Each returns a function that reverts it. They were written for
// @pyscript/core 0.7.31 and pyodide 314.0.7: the build fails if a version, or what a patch relies on, has
// changed (PATCHED in tools/build.py).

import { diagnose } from "./diagnostics.js";
import { instantiate } from "./rest.js";

/**
 * Pyodide fetches its files itself, late and unseen. It is given those that have been fetched meanwhile.
 *
 * @param {string} wasmUrl
 * @param {string} libraryUrl
 * @param {import("./interpreter.js").PyodideFiles} files
 * @param {(reason: unknown) => void} onFailure what is told when WebAssembly cannot be instantiated
 */
export function patchPyodideFetch(wasmUrl, libraryUrl, files, onFailure) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (resource, options) => {
    if (String(resource) === wasmUrl) return new Response();
    if (String(resource) === libraryUrl) return new Response(await files.library);
    return fetch(resource, options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      const module = await files.module;
      return { module, instance: await instantiate(module, imports ?? {}) };
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

/**
 * Emscripten compiles a tiny module for each of hundreds of functions, though there are only some thirty
 * that differ: each is compiled once.
 */
export function memoizeWasmModules() {
  const { Module } = WebAssembly;
  /** @type {Map<string, WebAssembly.Module>} */
  const compiled = new Map();
  WebAssembly.Module = new Proxy(Module, {
    construct(target, [bytes]) {
      const key = String(bytes);
      const module = compiled.get(key) ?? new target(bytes);
      compiled.set(key, module);
      return module;
    },
  });
  return () => {
    WebAssembly.Module = Module;
  };
}

/**
 * Pyodide restores a snapshot as a whole. Its memory has been restored already, in small steps, so that only
 * the head is left, or nothing where Python was started plainly. Reverts itself once it has been used.
 *
 * @param {{ restoreSnapshot: (snapshot: Uint8Array) => unknown }} api
 * @param {Uint8Array | undefined} head
 */
export function skipRestoringMemory(api, head) {
  const { restoreSnapshot } = api;
  const revert = () => {
    api.restoreSnapshot = restoreSnapshot;
  };
  api.restoreSnapshot = () => {
    revert();
    return head && restoreSnapshot(head);
  };
  return revert;
}

/**
 * Pyodide makes a snapshot with a copy of its memory behind the head, and most of that is zeros. This makes
 * the head alone; the memory is packed as it stands.
 *
 * @param {any} pyodide
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function makeSnapshotHead(pyodide) {
  const module = pyodide._module;
  const { HEAP8 } = module;
  module.HEAP8 = new Int8Array();
  try {
    return pyodide.makeMemorySnapshot();
  } finally {
    module.HEAP8 = HEAP8;
  }
}

/**
 * PyScript opens a database for packages before it starts an interpreter, and never starts where the
 * browser forbids storage. We install no packages: it gets a stub of an empty database.
 */
export function stubIndexedDB() {
  const answer = (/** @type {unknown} */ result) => {
    /** @type {{ onsuccess?: (event: unknown) => void }} */
    const request = {};
    queueMicrotask(() => request.onsuccess?.({ target: { result } }));
    return request;
  };
  const store = { getAllKeys: () => answer([]), clear: () => answer(undefined) };
  const database = { close() {}, transaction: () => ({ objectStore: () => store }) };
  const value = { open: () => answer(database) };
  Object.defineProperty(globalThis, "indexedDB", { value, configurable: true });
  return () => Reflect.deleteProperty(globalThis, "indexedDB"); // the prototype has the real one
}

/** PyScript opens a channel to workers, which we do not have, and fails where that is forbidden. */
export function stubBroadcastChannel() {
  const { BroadcastChannel } = globalThis;
  try {
    new BroadcastChannel("").close();
  } catch (error) {
    diagnose("BroadcastChannel", error);
    globalThis.BroadcastChannel = /** @type {any} */ (class {});
  }
  return () => {
    globalThis.BroadcastChannel = BroadcastChannel;
  };
}

/**
 * PyScript writes its Python package file by file at every start. The library has it as bytecode, so that
 * importing it is enough. Reverts itself once it has been used.
 *
 * @param {{ runPython: (code: string, ...rest: any[]) => any }} pyodide
 * @param {string} stdlib the code that PyScript runs to write its package
 */
export function skipWritingPyScript(pyodide, stdlib) {
  const { runPython } = pyodide;
  const revert = () => {
    pyodide.runPython = runPython;
  };
  pyodide.runPython = (code, ...rest) => {
    if (code.includes(stdlib)) revert();
    return runPython(code.replace(stdlib, "import pyscript\n"), ...rest);
  };
  return revert;
}
