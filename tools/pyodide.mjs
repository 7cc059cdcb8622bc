// Runs a Python module of this repository in Pyodide: node tools/pyodide.mjs MODULE [ARGUMENT ...]

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [module, ...args] = process.argv.slice(2);

const pyodide = await loadPyodide({
  args: [module, ...args],
  env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" },
  stdLibURL: process.env.LIBRARY, // the one that came with it, unless told
});
pyodide.mountNodeFS("/repository", root);
pyodide.globals.set("module", module);
pyodide.runPython(`
import sys
from pathlib import Path

sys.path.insert(0, "/repository")
path = Path("/repository", *module.split(".")).with_suffix(".py")
__file__ = str(path)
exec(compile(path.read_text("utf-8"), path, "exec"))
`);
