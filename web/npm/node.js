// The engine in Node: Python in a thread, so that questions do not stop the program.
import { Worker } from "node:worker_threads";
import { Engine } from "./engine.js";

export function start() {
  const worker = new Worker(new URL("./worker/node.js", import.meta.url));
  const engine = new Engine(message => worker.postMessage(message), () => worker.terminate());
  worker.on("message", data => engine.heard(data));
  worker.on("error", error => engine.fail(error));
  return engine.started;
}
