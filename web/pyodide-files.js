// Pyodide's files, fetched from the first moment on, with their bytes reported as they arrive. WebAssembly
// compiles meanwhile (streaming compile).

import { decompressed, isPrecached } from "./compressed.js";
import { fail } from "./failure.js";
import { reportBytes, reportStep } from "./progress.js";

const WASM_URL = new URL("../node_modules/pyodide/pyodide.asm.wasm.gzip", import.meta.url).href;
const GLUE_URL = new URL("../node_modules/pyodide/pyodide.asm.mjs.gzip", import.meta.url).href;
const LIBRARY_URL = new URL("python_stdlib.zip.gzip", import.meta.url).href;

/** @type {import("./interpreter.js").PyodideFiles} */
export const pyodideFiles = {
  module: WebAssembly.compileStreaming(decompressed(counted(WASM_URL), "application/wasm")),
  glue: decompressed(counted(GLUE_URL)).then((response) => response.text()),
  library: decompressed(counted(LIBRARY_URL)).then((response) => response.arrayBuffer()),
};

for (const file of Object.values(pyodideFiles)) file.then(reportStep, () => fail("broken"));

/** @param {string} url a file of the precache arrives as a whole, and is not counted */
async function counted(url) {
  // With the options of its preload, or WebKit would fetch it twice
  const response = await fetch(url, { mode: "no-cors", credentials: "include" });
  if (isPrecached(response) || !response.ok || !response.body) return response;
  let bytes = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      reportBytes(url, bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}
