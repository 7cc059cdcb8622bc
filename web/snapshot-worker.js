// Starts Python once more, beside the page, and keeps a snapshot of it for the next visit. What the
// page imports is imported in it, and the whole game is thought through.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { OPTIONS, keep } from "./snapshot.js";

const pyodide = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
pyodide.runPython(`
import sys
sys.path.append(sys.path.pop(0))
import asyncio, base64, html, inspect, random, traceback
import engine.keys, engine.view
engine.best_cells("." * 9)
`);
await keep(name, pyodide.makeMemorySnapshot()).catch(() => {}); // there may be no room for it
close();
