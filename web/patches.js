// Every patch of third-party code. Each returns a function that reverts it. They were written for
// @pyscript/core 0.7.31 and pyodide 314.0.7: the build fails if a version, or what a patch relies on, has
// changed (PATCHED in tools/build.py).

/**
 * Pyodide fetches and compiles its WebAssembly late, and its library unseen. It is given the module that
 * has been compiled meanwhile, and the bytes of the library are reported.
 *
 * @param {string} wasmUrl
 * @param {Promise<WebAssembly.Module>} compiling
 * @param {string} libraryUrl
 * @param {(request: Promise<Response>, url: string) => Promise<Response>} counted
 */
export function patchPyodideFetch(wasmUrl, compiling, libraryUrl, counted) {
  const { fetch } = window;
  const { instantiateStreaming } = WebAssembly;
  window.fetch = (resource, options) => {
    const url = String(resource);
    if (url === wasmUrl) return Promise.resolve(new Response());
    const request = fetch(resource, options);
    return url === libraryUrl ? counted(request, url) : request;
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiling;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return () => {
    window.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
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
  Object.defineProperty(window, "indexedDB", { value, configurable: true });
  return () => Reflect.deleteProperty(window, "indexedDB"); // the prototype has the real one
}

/** PyScript opens a channel to workers, which we do not have, and fails where that is forbidden. */
export function stubBroadcastChannel() {
  const { BroadcastChannel } = window;
  try {
    new BroadcastChannel("").close();
  } catch {
    window.BroadcastChannel = /** @type {any} */ (class {});
  }
  return () => {
    window.BroadcastChannel = BroadcastChannel;
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
