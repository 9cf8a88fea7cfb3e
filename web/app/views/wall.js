// The boards in large type for a projector (?view=wall). This window has no engine: it shows the boards that another
// window of this browser stores, and updates when they change. If they do not all fit, groups of boards take turns.

import { draw as drawIn, h } from "../dom.js";
import { remember, remembered } from "../store.js";
import { language, speak, t } from "../words.js";

const MOST = 60; // boards at a time
const TURN = 12_000; // milliseconds
const COLUMNS = [[14, 1], [32, 2], [MOST, 3]]; // the maximum number of boards, and the number of columns for them

const FEWEST = 8;
const LEGIBLE = 16; // pixels

let turn = 0;
let most = MOST; // boards at a time that fit into this window

// Stores what the wall shows, after the page has been drawn.
let soon = null;
export function onTheWall(shown) {
  if (soon?.shown === shown) return;
  clearTimeout(soon?.timer);
  const write = () => {
    const players = shown.players.map(({ number, name }) => ({ number, name }));
    remember("wall", { language: language(), name: shown.name, rounds: shown.rounds, round: shown.round, players });
  };
  soon = { shown, timer: setTimeout(write) };
}

export function startWall(root) {
  document.documentElement.dataset.view = "wall";
  const draw = () => show(root, remembered("wall"));
  window.addEventListener("storage", draw);
  window.addEventListener("resize", () => {
    most = MOST;
    draw();
  });
  setInterval(() => {
    turn += 1;
    draw();
  }, TURN);
  draw();
}

// Shows as many boards as fit at a legible size: if they are too many, fewer at a time.
function show(root, shown) {
  for (;;) {
    drawIn(root, content(shown));
    if (!shown?.round || fit() || most <= FEWEST) return;
    most = Math.ceil(most * 0.8);
  }
}

function content(shown) {
  if (!shown?.round) return [h("p", { class: "empty" }, t("wall-empty"))];
  speak(shown.language);
  const { round } = shown;
  const names = new Map(shown.players.map(one => [one.number, one.name || String(one.number)]));
  const all = [...round.boards, ...round.byes.filter(one => one.kind === "U")];
  const turns = Math.ceil(all.length / most);
  const first = (turn % turns) * most;
  const some = all.slice(first, first + most);
  arrange(some.length);
  const title = shown.rounds ? t("round-of", { number: round.number, rounds: shown.rounds }) : t("round", { number: round.number });
  return [
    h("header", { class: "top" }, h("h1", {}, shown.name), h("p", {}, turns > 1 ? `${title} · ${first / most + 1}/${turns}` : title)),
    h("ol", { class: "boards" }, some.map(one => (one.player ? alone(one, names) : board(one, names)))),
  ];
}

// Chooses the columns, and a type that could be large enough for them.
function arrange(number) {
  const columns = COLUMNS.find(([limit]) => number <= limit)?.[1] ?? 3;
  const rows = Math.ceil(number / columns);
  const { style } = document.documentElement;
  style.setProperty("--rows", rows);
  setSize(Math.min((3.4 / columns + 0.15) * innerWidth / 100, (84 / rows / 1.3) * innerHeight / 100));
}

let size = 0;
function setSize(pixels) {
  size = pixels;
  document.documentElement.style.setProperty("--size", `${pixels}px`);
}

// Makes the type smaller until all boards are within the window, by measuring them. Says whether they are, and legible.
function fit() {
  const page = document.documentElement;
  while (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) {
    if (size * 0.95 < LEGIBLE) return false;
    setSize(size * 0.95);
  }
  return true;
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
