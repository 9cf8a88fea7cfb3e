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
  soon = { shown, timer: setTimeout(() => remember("wall", forTheWall(shown))) };
}

function forTheWall({ name, rounds, round, players }) {
  const names = players.map(one => ({ number: one.number, name: one.name }));
  return { language: language(), name, rounds, round, players: names };
}

// A link that carries the boards in itself, for another device: it shows them as they are now, and changes nothing.
export async function linkOfRound(shown) {
  const { round: { number, boards, byes }, ...rest } = forTheWall(shown);
  const short = {
    ...rest,
    round: {
      number, boards: boards.map(({ board, white, black, result }) => ({ board, white, black, result })),
      byes: byes.filter(one => one.kind === "U").map(({ player, kind, words }) => ({ player, kind, words })),
    },
  };
  const packed = new Blob([JSON.stringify(short)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return new URL(`?view=wall#${letters}`, new URL("../../", import.meta.url)).href;
}

async function roundInLink() {
  const letters = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  if (!letters) return null;
  try {
    const bytes = Uint8Array.from(atob(letters), one => one.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(unpacked).text());
  } catch {
    return null; // the link was cut
  }
}

export async function startWall(root) {
  document.documentElement.dataset.view = "wall";
  const linked = await roundInLink();
  const draw = () => show(root, linked ?? remembered("wall"));
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
