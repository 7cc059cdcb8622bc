// Pyodide's WebAssembly, which the browser fetches and compiles from the first moment on.

export const ADDRESS = new URL("../pyodide/pyodide.asm.wasm", import.meta.url).href;
export const compiling = WebAssembly.compileStreaming(counted(fetch(ADDRESS), ADDRESS));

compiling.then(() => tell("step"), () => tell("failed"));

export function tell(kind, detail) {
  dispatchEvent(new CustomEvent(`start:${kind}`, { detail }));
}

// The answer, with its bytes counted as they come; one that the service worker has kept is let be.
export async function counted(answer, name) {
  const isKept = navigator.serviceWorker?.controller && (await caches.match(name, { ignoreSearch: true }));
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  if (isKept) return response;
  let bytes = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      tell("bytes", { name, bytes });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}
