// Reads Pyodide's files beside the page, starts Python and makes a snapshot of it, for the page to start from.
// What the page imports is imported in it, and the game is searched, so that the memo is warm.

import { read } from "./compressed.js";
import { startForSnapshot } from "./interpreter.js";
import { makeSnapshotHead } from "./patches.js";
import { hasJoined } from "./rest.js";
import { pack } from "./snapshot.js";

/** @typedef {import("./compressed.js").Name} Name */

const IMPORT = `
import asyncio, base64, html, inspect, random, sys, traceback
import engine
for name in sys.meta_path[0].codes:
    if name.startswith(("app.", "engine.")):
        __import__(name)
engine.best_cells("." * 9)
`;

/** @type {Map<string, (part: any) => void>} */
const receivers = new Map();
const files = { module: received("module"), glue: received("glue"), library: received("library") };

addEventListener("message", ({ data: [name, part] }) => receivers.get(name)?.(part));
makeSnapshot().catch(reportError); // WebKit would not tell the page of a rejection

async function makeSnapshot() {
  const pyodide = await startForSnapshot(files);
  postMessage(["started"]);
  pyodide.runPython(IMPORT);
  if (hasJoined()) throw new Error("Python needed the rest of its module");
  const packed = pack(makeSnapshotHead(pyodide), pyodide._module.HEAPU8);
  postMessage(["snapshot", packed], { transfer: [packed] });
  close();
}

/**
 * A file that the page sends, whole or in parts; those are read here, and the file is sent back.
 *
 * @param {Name} name
 * @returns {Promise<any>}
 */
function received(name) {
  return new Promise((resolve) => {
    /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
    let controller;
    const readParts = async () => {
      const parts = new ReadableStream({
        start(its) {
          controller = its;
        },
      });
      const file = await read(name, parts, { isCompressed: true });
      postMessage([name, file]);
      resolve(file);
    };
    receivers.set(name, (part) => {
      if (part instanceof Uint8Array) {
        if (!controller) readParts().catch(reportError);
        controller?.enqueue(part);
      } else if (part) resolve(part);
      else controller?.close();
    });
  });
}
