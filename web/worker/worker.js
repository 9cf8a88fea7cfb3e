// Python in a worker. Messages are { id, question }; answers { id, answer }, both texts of JSON; and { loaded: 0..1 }.
import { loadPyodide } from "../parts/pyodide.mjs";

const PARTS = new URL("../parts/", import.meta.url);
const PACKAGES = new URL("python.zip", PARTS);
const SITE = "/lib/python3.14/site-packages";

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
