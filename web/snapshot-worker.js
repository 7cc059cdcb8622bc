// Starts Python once more, beside the page, and keeps a snapshot of it for the next visit. What the
// page imports is imported in it, and the whole game is thought through. A page that came past the service
// worker may be of another version than what comes through it: nothing is kept, then.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { OPTIONS, keep } from "./snapshot.js";

const pyodide = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
pyodide.runPython(`
import sys
sys.path.append(sys.path.pop(0))
import asyncio, base64, html, inspect, random, traceback
import engine, app.keys, app.view
engine.best_cells("." * 9)
`);
const page = await (await fetch(new URL("..", import.meta.url))).text();
if (page.includes(`data-version="${name}"`)) await keep(name, pyodide.makeMemorySnapshot());
close();
