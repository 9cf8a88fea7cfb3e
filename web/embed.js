// The engine for other pages on the same server: docs/browser.md shows how. No question leaves the browser.

import { Engine } from "./app/engine.js";

let engine = null;
let failed = null;

function started() {
  if (engine) return;
  failed = new Promise((_, reject) => {
    engine = new Engine(heard => heard.failed && reject(new Error(heard.failed)));
  });
  failed.catch(() => {});
  engine.start();
}

// The answer to a question of the page, such as { ask: "why", name, trf, player: 3 }.
export function ask(question) {
  started();
  return Promise.race([engine.ask(question), failed]);
}

// The next round of an event in a TRF, or round `round`, as `swisspair --pair --format json` gives it.
export const pair = (trf, values = {}) => ask({ ask: "pair", name: "event", trf, ...values });
