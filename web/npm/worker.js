// Python in a thread of Node. No part is fetched: all of them are files of this package.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "../parts/pyodide.mjs";
import { offerMatcher } from "./matcher.js";
import { unpack } from "./unpack.js";

const PARTS = fileURLToPath(new URL("../parts/", import.meta.url));

async function start() {
  const python = await loadPyodide({ indexURL: PARTS, stdLibURL: `${PARTS}python_stdlib.zip` });
  const part = name => gunzipSync(readFileSync(`${PARTS}${name}.packed`));
  unpack(python.FS, part("packages"));
  await offerMatcher(part("matcher.wasm"));
  python.pyimport("importlib").invalidate_caches();
  // not pyimport, which would ask the package for the name and so load all public names
  return python.runPython("from swisspair.conversation import ask; ask");
}

const ready = start();
ready.then(
  () => parentPort.postMessage({ loaded: 1 }),
  error => parentPort.postMessage({ failed: String(error.message ?? error) }),
);

parentPort.on("message", async ({ id, question }) => {
  const ask = await ready;
  parentPort.postMessage({ id, answer: ask(question) });
});
