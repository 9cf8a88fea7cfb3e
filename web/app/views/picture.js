// The picture of a round: one bracket below the other, a line for each board, discs for the colours, and one arrow for
// each float.

import { nameOf } from "../app.js";
import { h } from "../dom.js";
import { t } from "../words.js";

const ROW = 34;
const HEAD = 34;
const DISC = 6;
const LANE = 7;
const LETTER = 8.2; // the width of a wide letter

// `focus` is the player whose board is bold and whose former opponents are struck out. `dashed` are other boards, such as
// [3, 7, "bad"], and `kept` are the pairs that would stay with them: the others are grey.
export function picture({ brackets, bye, whites, met }, { focus = 0, dashed = [], kept = null, wide = false, onPlayer } = {}) {
  const meant = new Set([focus, ...dashed.flatMap(([one, other]) => [one, other])].filter(Boolean));
  const shown = meant.size ? brackets.filter(one => [...one.left, ...one.right].some(number => meant.has(number))) : brackets;
  const floats = floatsOf(shown);
  const gutter = 10 + LANE * Math.min(floats.length, 6);
  const width = Math.min(640, roomInPanel(wide));
  const box = (width - 2 * gutter - 56) / 2;
  const columns = [gutter, width - gutter - box];
  let y = 0;
  const places = shown.map(bracket => {
    const top = y;
    y += HEAD + ROW * Math.max(bracket.left.length, bracket.right.length) + 10;
    const place = new Map();
    [bracket.left, bracket.right].forEach((numbers, column) =>
      numbers.forEach((number, row) => place.set(number, { column, x: columns[column], y: top + HEAD + ROW * row + ROW / 2 })));
    return { top, place };
  });
  const former = new Map(Object.entries(met[focus] ?? {}).map(([number, round]) => [Number(number), round]));
  const isWhite = new Set(whites);
  const space = { columns, box, width, gutter };
  const label = (number, { x, y: middle }, bracket) => {
    const round = former.get(number);
    const below = round ? t("met", { round }) : number === bye && bracket === shown.at(-1) ? t("the-bye") : "";
    const words = cut(`${number} ${nameOf(number)}`, (box - 24) / LETTER);
    const start = x === columns[0] ? x + 6 : x + 14; // discs lie on the inner edges
    const kind = number === focus ? "focus" : round ? "met" : bracket.joined.includes(number) ? "joined" : "";
    return h("g", { class: `label ${kind}`, onclick: () => onPlayer?.(number), "data-player": number },
      h("rect", { x, y: middle - 14, width: box, height: 28, rx: 6 }),
      h("text", { x: start, y: below ? middle - 1 : middle + 5 }, words),
      below ? h("text", { class: "small", x: start, y: middle + 11 }, below) : null,
      h("title", {}, `${number} ${nameOf(number)}`));
  };
  const line = (place, [one, other], kind) => {
    const [from, to] = [place.get(one), place.get(other)];
    if (!from || !to) return null;
    const ends = [from, to].map(({ x, column }) => (column ? x : x + box));
    const bow = from.column === to.column ? (from.column ? -30 : 30) : 0;
    const [start, end] = bow ? [ends[0], ends[1]] : ends;
    const middle = (start + end) / 2 + bow;
    return h("g", { class: `pair ${kind}` },
      h("path", { d: `M${start},${from.y} Q${middle},${(from.y + to.y) / 2} ${end},${to.y}` }),
      kind.startsWith("asked") ? null : [[one, start, from.y], [other, end, to.y]].map(([number, x, at]) =>
        h("circle", { class: isWhite.has(number) ? "white" : "black", cx: x, cy: at, r: DISC })));
  };
  const stays = pair => !kept || kept.some(one => pair.includes(one[0]) && pair.includes(one[1]));
  const drawn = shown.map((bracket, at) => {
    const { top, place } = places[at];
    return h("g", {},
      h("text", { class: "head", x: columns[0], y: top + 22 }, headOf(bracket)),
      [...place].map(([number, there]) => label(number, there, bracket)),
      bracket.pairs.map(pair => line(place, pair, `${pair.includes(focus) ? "bold" : ""} ${stays(pair) ? "" : "changed"}`)));
  });
  const last = new Map(places.flatMap(({ place }) => [...place])); // where each player has a board
  const others = dashed.map(([one, other, kind = ""]) => line(last, [one, other], `asked ${kind}`));
  const arrows = floats.map(({ number, from, to }, lane) => arrow(number, places[from], places[to], lane % 6, space));
  return h("svg", { viewBox: `0 0 ${width} ${y + 4}`, width, class: "picture", role: "img", "aria-label": inWords(shown) },
    h("defs", {}, h("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, h("path", { d: "M0,0 L8,4 L0,8 z" }))),
    drawn, others, arrows);
}

// The width inside the panel: below the boards on a small screen, else beside them.
function roomInPanel(wide) {
  if (innerWidth < 1000) return innerWidth - 40;
  const aside = Math.max(0, Math.min((innerWidth - 1212) / 2, 404)); // as in the style
  return wide ? (Math.min(innerWidth - 32, 1148) + aside - 24) / 2 - 40 : 320;
}

const headOf = ({ name }) => (name ? t("bracket-of", { score: name }) : ""); // a round of a table has no score
const inBracket = (bracket, number) => bracket.left.includes(number) || bracket.right.includes(number);
const cut = (words, letters) => (words.length <= letters ? words : `${words.slice(0, Math.floor(letters) - 1)}…`);

// A float leads from the bracket of the player's own score to the last bracket that the player reaches.
function floatsOf(brackets) {
  const numbers = new Set(brackets.flatMap(one => one.joined));
  return [...numbers].flatMap(number => {
    const from = brackets.findIndex(one => inBracket(one, number) && !one.joined.includes(number));
    const reached = brackets.map((one, at) => (one.joined.includes(number) ? at : -1)).filter(at => at >= 0);
    const to = reached.find(at => brackets[at].pairs.some(pair => pair.includes(number))) ?? reached.at(-1);
    return from < 0 ? [] : [{ number, from, to }];
  });
}

// One unbroken arrow: out of the label, down a lane at the edge, across above the other bracket if needed, and in.
function arrow(number, from, to, lane, { columns, box, width }) {
  const [start, end] = [from.place.get(number), to.place.get(number)];
  const edge = column => (column ? columns[1] + box : columns[0]);
  const aside = column => (column ? width - 5 - LANE * lane : 5 + LANE * lane);
  const gap = to.top + 3 + lane * 2;
  const across = start.column === end.column ? "" : `V${gap} H${aside(end.column)} `;
  return h("path", {
    class: "float", "marker-end": "url(#tip)",
    d: `M${edge(start.column)},${start.y + 5} H${aside(start.column)} ${across}V${end.y - 5} H${edge(end.column)}`,
  }, h("title", {}, `${number} ${nameOf(number)}`));
}

const inWords = brackets => brackets.map(one =>
  `${headOf(one)}: ${one.pairs.map(pair => pair.map(nameOf).join(" – ")).join("; ")}`).join(". ");
