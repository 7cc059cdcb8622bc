// Starts Python once more, beside the page, and stores a snapshot of it for the next visit. What the page
// imports is imported in it, and the game is searched, so that the memo is warm.

import { loadPyodide } from "../node_modules/pyodide/pyodide.mjs";
import { OPTIONS, store } from "./snapshot.js";

const pyodide = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
pyodide.runPython(`
import sys
sys.path.append(sys.path.pop(0))
import asyncio, base64, html, inspect, random, traceback
import engine, app.keys, app.saved_format, app.state, app.view
engine.best_cells("." * 9)
`);
await store(/** @type {Uint8Array<ArrayBuffer>} */ (pyodide.makeMemorySnapshot()));
close();
