// Pyodide's WebAssembly, which the browser fetches and compiles from the first moment on.

export const ADDRESS = new URL("../pyodide/pyodide.asm.wasm", import.meta.url).href;
export const compiling = WebAssembly.compileStreaming(counted(fetch(ADDRESS)));

compiling.then(() => tell("step"), () => tell("failed"));

export function tell(kind, detail) {
  dispatchEvent(new CustomEvent(`start:${kind}`, { detail }));
}

// The answer, with its bytes counted as they come; one from the browser's own store is let be.
async function counted(answer) {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  if (navigator.serviceWorker?.controller) return response;
  let bytes = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      tell("bytes", { name: ADDRESS, bytes });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}
