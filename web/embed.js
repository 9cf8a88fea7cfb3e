// The engine for other pages on the same server (see docs/browser.md). No question leaves the browser.

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

// Answers a question in the form that our own page uses, such as { ask: "why", name, trf, player: 3 }.
export function ask(question) {
  started();
  return Promise.race([engine.ask(question), failed]);
}

// Pairs the next round of an event in a TRF, or round `round`, with the output of `swisspair pair --format json`.
export const pair = (trf, values = {}) => ask({ ask: "pair", name: "event", trf, ...values });
