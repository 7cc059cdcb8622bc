// Runs a Python module of this repository in Pyodide: node tools/pyodide.mjs MODULE [ARGUMENT ...]

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [module, ...args] = process.argv.slice(2);

const pyodide = await loadPyodide({ args: [module, ...args], env: { PYTHONDONTWRITEBYTECODE: "1" } });
pyodide.mountNodeFS("/repository", root);
pyodide.globals.set("module", module);
pyodide.runPython(`
import runpy, sys
sys.path.insert(0, "/repository")
runpy.run_module(module, run_name="__main__", alter_sys=True)
`);
