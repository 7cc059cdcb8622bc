// The large files are compressed by the build: not every host compresses what it sends. The service worker
// decompresses them once, for all visits.

const TYPES = { module: "application/wasm", glue: "text/javascript", library: "application/zip" };
/** @type {Record<string, (response: Response) => Promise<any>>} */
const READERS = {
  module: (response) => WebAssembly.compileStreaming(response),
  glue: (response) => response.text(),
  library: (response) => response.arrayBuffer(),
};

/** @typedef {"module" | "glue" | "library"} Name of one of Pyodide's files */

/**
 * What a file is for; WebAssembly compiles while it arrives (streaming compile).
 *
 * @param {Name} name
 * @param {ReadableStream} body of the file
 * @param {{ isCompressed: boolean }} how
 * @returns {Promise<any>}
 */
export function read(name, body, { isCompressed }) {
  const content = isCompressed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  return READERS[name](new Response(content, { headers: { "Content-Type": TYPES[name] } }));
}

/** @param {Response} response for a compressed file */
export function isPrecached({ headers }) {
  return headers.has("X-Decompressed");
}
