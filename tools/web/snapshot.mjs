// Asks every question once, so that everything is imported, and then saves the memory of the runtime.
// Usage: node snapshot.mjs RUNTIME STANDARD_LIBRARY PACKAGES SNAPSHOT, with the library and packages of the page.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { unpack } from "../../web/worker/unpack.js";

process.on("uncaughtException", error => {
  console.error(String(error.message ?? error)); // only the message: the failing line of the runtime is a megabyte long
  process.exit(2);
});

const [runtime, standard, packages, snapshot] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: `${runtime}/`, stdLibURL: standard, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }, _makeSnapshot: true,
});
unpack(python.FS, new Uint8Array(readFileSync(packages)));
python.runPython(readFileSync(new URL("snapshot.py", import.meta.url), "utf8"));
writeFileSync(snapshot, python.makeMemorySnapshot());
process.exit(0);
