/** Runs `compiler.py` in the browser's Python, with the folder of this file as its `/compiling`. */

import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

try {
  const { loadPyodide } = await import(new URL("pyodide.mjs", import.meta.url).href);
  const python = await loadPyodide({ indexURL: FOLDER, env: { PYTHONNODEBUGRANGES: "1" } });
  python.mountNodeFS("/compiling", FOLDER);
  python.runPython(python.FS.readFile("/compiling/compiler.py", { encoding: "utf8" }));
} catch (error) {
  console.error(error.message.trim()); // without the source of Pyodide, which is one line
  process.exitCode = 1;
}
