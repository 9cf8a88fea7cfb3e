// Compiles the modules of an archive with the Python of the runtime, so that browsers need not do it each time.
// Usage: node compile.mjs RUNTIME ARCHIVE. Compiled modules replace the sources in the archive, without docstrings and
// without the columns of the sources.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", error => {
  console.error(String(error.message ?? error)); // only the message: the failing line of the runtime is a megabyte long
  process.exit(2);
});

const [runtime, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(archive)));
python.runPython(`
import ast, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for info in sources.infolist():
        name, data = info.filename, sources.read(info)
        if name.endswith(".py"):
            code = compile(without_docstrings(ast.parse(data)), name, "exec", dont_inherit=True, optimize=0)
            name, data = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), checked=False))
        compiled.writestr(zipfile.ZipInfo(name, info.date_time), data, zipfile.ZIP_STORED)
`);
writeFileSync(archive, python.FS.readFile("/compiled.zip"));
