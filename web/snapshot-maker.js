// The page's side of the worker that reads Pyodide's files, starts Python and makes a snapshot of it.

import { reportStep } from "./progress.js";

const FILES = 3;
const TIMEOUT_MS = 15_000; // without a sign of life, once it has all files

/**
 * @typedef {object} SnapshotMaker
 * @property {(name: string, part: any) => void} send a part of a file, its end (null), or the whole
 * @property {(name: string) => Promise<any>} receive a file that it has read, or the "snapshot"
 * @property {() => void} terminate
 *
 * @returns {SnapshotMaker}
 */
export function startSnapshotMaker() {
  const worker = new Worker(new URL("snapshot-worker.js", import.meta.url), { type: "module" });
  const failure = new AbortController();
  /** @type {Map<string, (content: any) => void>} */
  const receivers = new Map();
  let timer = 0;
  let complete = 0; // files

  /** @param {string} reason */
  const fail = (reason) => {
    worker.terminate();
    failure.abort(reason);
  };
  const onSign = () => {
    clearTimeout(timer);
    if (complete === FILES) timer = setTimeout(fail, TIMEOUT_MS, "it hangs");
  };
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    fail(event.message ?? "it could not be loaded");
  });
  worker.addEventListener("message", ({ data: [name, content] }) => {
    onSign();
    if (name === "started" || name === "snapshot") reportStep();
    if (name === "snapshot") clearTimeout(timer);
    receivers.get(name)?.(content);
  });
  return {
    send(name, part) {
      worker.postMessage([name, part]);
      if (part instanceof Uint8Array) return;
      complete++;
      onSign();
    },
    receive: (name) =>
      new Promise((resolve, reject) => {
        const { signal } = failure;
        receivers.set(name, resolve);
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    terminate: () => worker.terminate(),
  };
}
