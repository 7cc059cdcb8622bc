// Pyodide's files, fetched as soon as the board is painted, with their bytes reported as they arrive. They are
// read in the page or, so that whoever plays is not held up, in a worker that hands them back.

import { isPrecached, read } from "./compressed.js";
import { fail } from "./failure.js";
import { reportBytes, reportStep } from "./progress.js";

/** @typedef {import("./compressed.js").Name} Name */

const URLS = {
  module: new URL("../node_modules/pyodide/pyodide.asm.wasm.gzip", import.meta.url).href,
  glue: new URL("../node_modules/pyodide/pyodide.asm.mjs.gzip", import.meta.url).href,
  library: new URL("python_stdlib.zip.gzip", import.meta.url).href,
};
const NAMES = /** @type {Name[]} */ (Object.keys(URLS));
const PAINT_TIMEOUT_MS = 1_000; // a page that is hidden is not painted
const painted = firstPaint();
/** @type {Record<Name, Promise<Response>>} */
const responses = each((name) => painted.then(() => fetch(URLS[name])));

/** The files, read in the page. */
export function readFiles() {
  return reported(
    each(async (name) => {
      const response = await responses[name];
      if (isPrecached(response)) return read(name, body(response), { isCompressed: false });
      const counter = new TransformStream({
        transform(chunk, controller) {
          onChunk(name, chunk);
          controller.enqueue(chunk);
        },
      });
      return read(name, body(response).pipeThrough(counter), { isCompressed: true });
    }),
  );
}

/**
 * The files, read in a worker; in the page after all, if the worker fails.
 *
 * @param {(name: Name, chunk: Uint8Array | null) => void} send a part of a file to the worker, or its end
 * @param {(name: Name) => Promise<any>} receive a file from the worker
 */
export function readFilesIn(send, receive) {
  return reported(
    each(async (name) => {
      const received = receive(name);
      received.catch(() => {}); // until all of it is here
      /** @type {Uint8Array<ArrayBuffer>[]} */
      const chunks = [];
      const reader = body(await responses[name]).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        onChunk(name, part.value);
        chunks.push(part.value);
        send(name, part.value);
      }
      send(name, null);
      return received.catch(() => read(name, new Blob(chunks).stream(), { isCompressed: true }));
    }),
  );
}

// The board comes first: on a slow line it would share the line with the large files
function firstPaint() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, document.hidden ? 0 : PAINT_TIMEOUT_MS);
  });
}

/**
 * @param {(name: Name) => Promise<any>} make
 * @returns {any} what it makes of each file, by name
 */
function each(make) {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)]));
}

/** @param {import("./interpreter.js").PyodideFiles} files */
function reported(files) {
  for (const file of Object.values(files)) file.then(reportStep, () => fail("broken"));
  return files;
}

/** @param {Response} response */
function body({ ok, url, status, body }) {
  if (!ok || !body) throw new Error(`${url} answers ${status}`);
  return body;
}

/** @type {Record<string, number>} */
const arrived = {};

/**
 * @param {Name} name
 * @param {Uint8Array} chunk
 */
function onChunk(name, chunk) {
  arrived[name] = (arrived[name] ?? 0) + chunk.length;
  reportBytes(URLS[name], arrived[name]);
}
