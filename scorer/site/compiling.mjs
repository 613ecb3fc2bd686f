// Run by `scorer site` under Node: [folder of Pyodide] [folder of the files] [standard library] [package…].
// Compiles the files, or, where a standard library is given that was made of them, starts the app on it.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, work, library, ...packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
try {
  // Of each instruction the line is kept, not the columns: a fifth less.
  const env = { HOME: "/home", PYTHONNODEBUGRANGES: "1" };
  const python = await loadPyodide({ indexURL: `${pyodide}/`, env, ...(library && { stdLibURL: library }) });
  python.mountNodeFS("/work", work);
  python.runPython(fs.readFileSync(new URL("compiling.py", import.meta.url), "utf8"));
  if (library) python.globals.get("start")(...packages);
  else python.globals.get("compile_all")();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error.message}\n`.slice(-4000));
  process.exit(1);
}
