// Runs tests of the library in the page's runtime (make proof PART=wasm-test): Python 3.14 in WebAssembly, without processes.
import { readFileSync } from "node:fs";
import { loadPyodide } from "../../build/runtime/pyodide.mjs";

const PROJECT = "/project";
const SITE = "/lib/python3.14/site-packages";

process.on("uncaughtException", error => {
  console.error(String(error.message)); // only the message: the failing line of the runtime is a megabyte long
  process.exit(2);
});

const python = await loadPyodide({ indexURL: new URL("../../build/runtime/", import.meta.url).pathname });
const archive = name => new Uint8Array(readFileSync(new URL(`../../build/${name}`, import.meta.url)));
python.unpackArchive(archive("packages.zip"), "zip", { extractDir: SITE });
python.unpackArchive(archive("wasm-test/testers.zip"), "zip", { extractDir: SITE });
for (const own of ["swisspair", "pairing_engine", "checker", "trf"]) {
  python.runPython(`import shutil; shutil.rmtree("${SITE}/${own}")`); // the tests use the project's own copy
}
python.FS.mkdir(PROJECT);
python.FS.mount(python.FS.filesystems.NODEFS, { root: new URL("../..", import.meta.url).pathname }, PROJECT);
python.globals.set("arguments", python.toPy(process.argv.slice(2)));
const status = python.runPython(`
import os, sys
os.chdir("${PROJECT}")
sys.path.insert(0, "${PROJECT}")
sys.dont_write_bytecode = True
import pytest
int(pytest.main(["-p", "no:cacheprovider", "--rootdir", "${PROJECT}", *arguments]))
`);
process.exit(status);
