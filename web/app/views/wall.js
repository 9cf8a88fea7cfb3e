// The boards in large type for a projector (?view=wall). This window has no engine: it shows the boards that another
// window of this browser stores, and updates when they change. If they do not all fit, groups of boards take turns.

import { draw as drawIn, h } from "../dom.js";
import { codeOf, LETTERS } from "../qr.js";
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
  if (!round) return null;
  const names = new Map(players.map(one => [one.number, one.name || String(one.number)]));
  return {
    language: language(), name, rounds, number: round.number,
    boards: round.boards.map(one => [one.board, names.get(one.white), names.get(one.black), one.result]),
    byes: round.byes.filter(one => one.kind === "U").map(one => [names.get(one.player), one.words]),
  };
}

// Links that carry the boards in themselves, for other devices: these show the boards as they are now, and change
// nothing. The first link has all boards; the codes have as many as can be scanned easily, so a large round has several.
const LARGEST_CODE = 25; // the version: 117 modules

export async function linksOf(shown) {
  const whole = forTheWall(shown);
  const address = new URL("?view=wall#", new URL("../../", import.meta.url)).href;
  for (let parts = Math.ceil(whole.boards.length / MOST); ; parts += 1) {
    const size = Math.ceil(whole.boards.length / parts);
    const some = Array.from({ length: parts }, (_, at) => (
      { ...whole, boards: whole.boards.slice(at * size, (at + 1) * size), byes: at === parts - 1 ? whole.byes : [] }));
    const codes = await Promise.all(some.map(async one => ({ boards: one.boards, code: codeOf(address, await packed(one), LARGEST_CODE) })));
    if (codes.every(({ code }) => code)) return { link: address + await packed(whole), codes };
  }
}

const SAFE = [...LETTERS].filter(letter => !" %".includes(letter)); // within a link

// Two bytes are three letters, and a last byte is two.
async function packed(value) {
  const bytes = await through(new CompressionStream("deflate-raw"), JSON.stringify(value));
  const letters = [];
  for (let at = 0; at < bytes.length; at += 2) {
    const isLast = at + 1 === bytes.length;
    let number = isLast ? bytes[at] : bytes[at] * 256 + bytes[at + 1];
    for (let left = isLast ? 2 : 3; left; left -= 1) {
      letters.push(SAFE[number % SAFE.length]);
      number = Math.floor(number / SAFE.length);
    }
  }
  return letters.join("");
}

async function unpacked(letters) {
  const bytes = [];
  for (let at = 0; at < letters.length; at += 3) {
    const some = [...letters.slice(at, at + 3)];
    const number = some.reduceRight((sum, letter) => sum * SAFE.length + SAFE.indexOf(letter), 0);
    bytes.push(...(some.length < 3 ? [number] : [number >> 8, number & 255]));
  }
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), new Uint8Array(bytes))));
}

const through = async (stream, value) => new Uint8Array(await new Response(new Blob([value]).stream().pipeThrough(stream)).arrayBuffer());

async function roundInLink() {
  try {
    return location.hash.length > 1 ? await unpacked(location.hash.slice(1)) : null;
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
    if (!shown?.boards || fit() || most <= FEWEST) return;
    most = Math.ceil(most * 0.8);
  }
}

function content(shown) {
  if (!shown?.boards) return [h("p", { class: "empty" }, t("wall-empty"))];
  speak(shown.language);
  const { name, rounds, number } = shown;
  const all = [...shown.boards.map(board), ...shown.byes.map(alone)];
  const turns = Math.ceil(all.length / most);
  const first = (turn % turns) * most;
  const some = all.slice(first, first + most);
  arrange(some.length);
  const title = rounds ? t("round-of", { number, rounds }) : t("round", { number });
  return [
    h("header", { class: "top" }, h("h1", {}, name), h("p", {}, turns > 1 ? `${title} · ${first / most + 1}/${turns}` : title)),
    h("ol", { class: "boards" }, some),
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

function board([place, white, black, result]) {
  return h("li", { class: "board" }, h("span", { class: "place" }, place),
    h("span", { class: "side white" }, white), h("span", { class: "results" }, result || "–"),
    h("span", { class: "side black" }, black));
}

function alone([name, words]) {
  return h("li", { class: "board alone" }, h("span", { class: "place" }),
    h("span", { class: "side white single" }, name), h("span", { class: "reason" }, words));
}
