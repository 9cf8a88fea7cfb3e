// Python in a worker. Messages are { id, question }; answers { id, answer }, both texts of JSON; and { loaded: 0..1 }.
import { loadPyodide } from "../parts/pyodide.mjs";
import { unpack } from "./unpack.js";

const PARTS = new URL("../parts/", import.meta.url);

// Large parts are kept compressed, whatever the server does, and unpacked here.
async function part(name) {
  const found = await load(new URL(`${name}.packed`, PARTS));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return found.body.pipeThrough(new DecompressionStream("gzip"));
}

const bytes = async name => new Uint8Array(await new Response(await part(name)).arrayBuffer());

// The runtime asks for two parts itself. Its WebAssembly is compiled while it is unpacked.
const ASKED_FOR = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
const load = self.fetch.bind(self);
self.fetch = async (address, options) => {
  const name = Object.keys(ASKED_FOR).find(one => new URL(one, PARTS).href === String(address.url ?? address));
  if (!name) return load(address, options);
  return new Response(await part(name), { headers: { "Content-Type": ASKED_FOR[name] } });
};

// The memory of a runtime that has imported everything saves doing it. A browser that cannot take it over does it.
async function runtime() {
  const memory = bytes("memory");
  WebAssembly.instantiateStreaming = grown(memory);
  try {
    return await loadPyodide({ indexURL: PARTS.href, _loadSnapshot: memory });
  } catch {
    return loadPyodide({ indexURL: PARTS.href });
  } finally {
    WebAssembly.instantiateStreaming = instantiate;
  }
}

// The runtime does not make room for a memory that is larger than the one it begins with.
const PAGE = 65536;
const instantiate = WebAssembly.instantiateStreaming;
const grown = memory => async (source, imports) => {
  const made = await instantiate.call(WebAssembly, source, imports);
  const room = made.instance.exports.memory;
  const more = Math.ceil(((await memory).length - room.buffer.byteLength) / PAGE);
  if (more > 0) room.grow(more);
  return made;
};

async function start() {
  const packages = bytes("packages");
  const python = await runtime();
  postMessage({ loaded: 0.8 });
  unpack(python.FS, await packages);
  python.pyimport("importlib").invalidate_caches();
  return python.pyimport("swisspair.browser").ask;
}

const ready = start();
ready.then(() => postMessage({ loaded: 1 }), error => postMessage({ failed: String(error.message ?? error) }));

onmessage = async ({ data }) => {
  const ask = await ready;
  postMessage({ id: data.id, answer: ask(data.question) });
};
