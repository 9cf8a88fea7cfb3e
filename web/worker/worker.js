// Python in a worker. Receives { id, question } and sends { id, answer }, both with JSON texts, { arrived: bytes }
// and, when it is ready, { loaded: 1 }.
import { loadPyodide } from "../parts/pyodide.mjs";
import { offerMatcher } from "./matcher.js";
import { unpack } from "./unpack.js";

const PARTS = new URL("../parts/", import.meta.url);

// Large parts are stored compressed, because a server may not compress, and are decompressed here.
async function part(name) {
  const found = await load(new URL(`${name}.packed`, PARTS));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return found.body.pipeThrough(counted()).pipeThrough(new DecompressionStream("gzip"));
}

// Passes bytes on, and tells the page how many have arrived.
let arrived = 0;
const counted = () => new TransformStream({
  transform(chunk, stream) {
    arrived += chunk.length;
    postMessage({ arrived });
    stream.enqueue(chunk);
  },
});

const bytes = async name => new Uint8Array(await new Response(await part(name)).arrayBuffer());

// The runtime itself requests two parts. Its WebAssembly is compiled while it is being decompressed.
const ASKED_FOR = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
const load = self.fetch.bind(self);
self.fetch = async (address, options) => {
  const name = Object.keys(ASKED_FOR).find(one => new URL(one, PARTS).href === String(address.url ?? address));
  if (!name) return load(address, options);
  return new Response(await part(name), { headers: { "Content-Type": ASKED_FOR[name] } });
};

// Starts from the memory of a runtime that has already imported everything. A browser that cannot load this memory
// imports everything itself.
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

// Enlarges the memory before the stored one is loaded, because the runtime does not do so itself.
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
  const matcher = bytes("matcher.wasm");
  const python = await runtime();
  await offerMatcher(await matcher);
  unpack(python.FS, await packages);
  python.pyimport("importlib").invalidate_caches();
  // not pyimport, which would ask the package for the name and so load all public names
  return python.runPython("from swisspair.conversation import ask; ask");
}

const ready = start();
ready.then(() => postMessage({ loaded: 1 }), error => postMessage({ failed: String(error.message ?? error) }));

onmessage = async ({ data }) => {
  const ask = await ready;
  postMessage({ id: data.id, answer: ask(data.question) });
};
