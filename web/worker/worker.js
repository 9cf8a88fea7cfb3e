// Python in a worker. Messages are { id, question }; answers { id, answer }, both texts of JSON; and { loaded: 0..1 }.
import { loadPyodide } from "../parts/pyodide.mjs";

const PARTS = new URL("../parts/", import.meta.url);
const PACKAGES = new URL("python.zip", PARTS);
const SITE = "/lib/python3.14/site-packages";

// The largest part is kept compressed, whatever the server does, and unpacked here while it is compiled.
const COMPRESSED = new URL("pyodide.asm.wasm", PARTS).href;
const load = self.fetch.bind(self);
self.fetch = async (address, options) => {
  if (String(address.url ?? address) !== COMPRESSED) return load(address, options);
  const found = await load(`${COMPRESSED}.gz`);
  if (!found.ok) return found;
  const unpacked = found.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
};

async function start() {
  const packages = fetch(PACKAGES).then(found => {
    if (!found.ok) throw new Error(`${PACKAGES.pathname}: ${found.status}`);
    return found.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: PARTS.href });
  postMessage({ loaded: 0.7 });
  python.unpackArchive(await packages, "zip", { extractDir: SITE });
  postMessage({ loaded: 0.9 });
  return python.pyimport("swisspair.browser").ask;
}

const ready = start();
ready.then(() => postMessage({ loaded: 1 }), error => postMessage({ failed: String(error.message ?? error) }));

onmessage = async ({ data }) => {
  const ask = await ready;
  postMessage({ id: data.id, answer: ask(data.question) });
};
