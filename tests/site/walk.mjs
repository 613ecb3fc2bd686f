// Run under Node: [folder of the site] [folder of the vectors] [walk.py]. Prints what the walk gives, as JSON.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [site, vectors, walk] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`));
const bytes = (file) => new Uint8Array(fs.readFileSync(file));
try {
  const python = await loadPyodide({ indexURL: `${site}/pyodide/` });
  python.unpackArchive(bytes(`${site}/scorer.zip`), "zip", { extractDir: "/lib/scorer" });
  python.FS.writeFile("/lib/packages.zip", bytes(`${site}/packages.zip`));
  python.FS.mkdirTree("/vectors");
  for (const name of fs.readdirSync(vectors)) python.FS.writeFile(`/vectors/${name}`, bytes(`${vectors}/${name}`));
  python.runPython(`import sys; sys.path[:0] = ["/lib/scorer", "/lib/packages.zip"]`);
  python.runPython(fs.readFileSync(walk, "utf8"));
  process.stdout.write(python.runPython("walked()"));
  process.exit(0);
} catch (error) {
  process.stderr.write(error.message.slice(-3000));
  process.exit(1);
}
