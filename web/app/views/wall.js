// The boards in large type for a projector (?view=wall). This window has no engine: it shows the boards that another
// window of this browser stores, and updates when they change. If they do not all fit, groups of boards take turns.

import { h } from "../dom.js";
import { remembered } from "../store.js";
import { speak, t } from "../words.js";

const MOST = 60; // boards at a time
const TURN = 12_000; // milliseconds
const COLUMNS = [[14, 1], [32, 2], [MOST, 3]]; // the maximum number of boards, and the number of columns for them

let turn = 0;

export function startWall(root) {
  document.documentElement.dataset.view = "wall";
  const draw = () => root.replaceChildren(...content(remembered("wall")));
  window.addEventListener("storage", draw);
  setInterval(() => {
    turn += 1;
    draw();
  }, TURN);
  draw();
}

function content(shown) {
  if (!shown?.round) return [h("p", { class: "empty" }, t("wall-empty"))];
  speak(shown.language);
  const { round } = shown;
  const names = new Map(shown.players.map(one => [one.number, one.name || String(one.number)]));
  const all = [...round.boards, ...round.byes.filter(one => one.kind === "U")];
  const turns = Math.ceil(all.length / MOST);
  const first = (turn % turns) * MOST;
  const some = all.slice(first, first + MOST);
  fit(some.length);
  const title = shown.rounds ? t("round-of", { number: round.number, rounds: shown.rounds }) : t("round", { number: round.number });
  return [
    h("header", { class: "top" }, h("h1", {}, shown.name), h("p", {}, turns > 1 ? `${title} · ${first / MOST + 1}/${turns}` : title)),
    h("ol", { class: "boards" }, some.map(one => (one.player ? alone(one, names) : board(one, names)))),
  ];
}

// Chooses the largest type in which all boards fit.
function fit(number) {
  const columns = COLUMNS.find(([most]) => number <= most)?.[1] ?? 3;
  const rows = Math.ceil(number / columns);
  const { style } = document.documentElement;
  style.setProperty("--rows", rows);
  style.setProperty("--size", `min(${3.4 / columns + 0.15}vw, ${84 / rows / 1.9}vh)`);
}

function board(one, names) {
  return h("li", { class: "board" }, h("span", { class: "place" }, one.board),
    h("span", { class: "side white" }, names.get(one.white)), h("span", { class: "results" }, one.result || "–"),
    h("span", { class: "side black" }, names.get(one.black)));
}

function alone(one, names) {
  return h("li", { class: "board alone" }, h("span", { class: "place" }),
    h("span", { class: "side white single" }, names.get(one.player)), h("span", { class: "reason" }, one.words));
}
