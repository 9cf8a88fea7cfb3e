// The engine in a browser: Python in a worker.
import { Engine } from "./engine.js";

export function start() {
  const worker = new Worker(new URL("./worker/worker.js", import.meta.url), { type: "module" });
  const engine = new Engine(message => worker.postMessage(message), () => worker.terminate());
  worker.onmessage = ({ data }) => engine.heard(data);
  worker.onerror = event => engine.fail(new Error(event.message || "the worker could not be started"));
  return engine.started;
}
