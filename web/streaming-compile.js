// Streaming compile: Pyodide's WebAssembly, fetched and compiled from the first moment on.

import { fail } from "./failure.js";
import { reportBytes, reportStep } from "./progress.js";

export const WASM_URL = new URL("../node_modules/pyodide/pyodide.asm.wasm", import.meta.url).href;
export const compiling = WebAssembly.compileStreaming(counted(fetch(WASM_URL), WASM_URL));

compiling.then(reportStep, () => fail("broken"));

/**
 * The response, with its bytes reported as they arrive; one from the precache is left as it is.
 *
 * @param {Promise<Response>} request
 * @param {string} url
 */
export async function counted(request, url) {
  const isCached = navigator.serviceWorker?.controller && (await caches.match(url));
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  if (isCached || !response.body) return response;
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
