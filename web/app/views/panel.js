// The panel beside the boards: why, why not, what if, and the verdict on a proposal.

import { app, ask, change, nameOf, resultOf, say } from "../app.js";
import { button, field, h, lines, working } from "../dom.js";
import { t } from "../words.js";
import { picture } from "./picture.js";

export function panelView() {
  const { title, content } = app.panel;
  return h("aside", { class: "panel", "aria-label": title, "data-key": `panel ${title}` },
    h("div", { class: "panel-head" }, h("h2", { tabindex: "-1" }, title), button("×", closePanel, { class: "quiet", "aria-label": t("close"), "data-key": "close" })),
    h("div", { "aria-live": "polite" }, typeof content === "function" ? content() : content));
}

// The heading of the panel gets the focus; when the panel is closed, the focus returns to the element that opened it.
export function show(title, content) {
  app.panel = { title, content, from: app.panel?.from ?? document.activeElement?.dataset?.key };
  app.notices = []; // they have been read, and would cover the panel on a phone
  app.draw();
  document.querySelector(".panel h2")?.focus({ preventScroll: true });
}

export function closePanel() {
  const from = app.panel?.from;
  app.panel = null;
  app.draw();
  if (from) field(from)?.focus({ preventScroll: true });
}

export async function whyPanel(number) {
  const round = app.shown.round.number;
  show(nameOf(number), working());
  const { panel: waiting } = app;
  const answer = await ask("why", { round, player: number }, "panel");
  if (answer.outdated || app.panel !== waiting) return undefined;
  if (answer.error) {
    closePanel();
    return say(answer.error);
  }
  const first = answer.lines.slice(0, answer.lines[1]?.includes("[") ? 1 : 2);
  let found = null; // the answer to the further question
  let drawn = null; // what the picture needs
  let options = { focus: number, onPlayer: other => other !== number && whyPanel(other) };
  const asked = (kind, values) => async event => {
    const { value } = event.target;
    if (!value) return;
    const reply = await ask(kind, { round, ...values(value) }, "further");
    if (reply.outdated) return;
    found = reply.error ? [reply.error] : reply.lines;
    const other = kind === "why-not" ? Number(value) : 0;
    options = { ...options, dashed: other ? [[number, other]] : [], kept: other && reply.best_round_with_it?.length ? reply.best_round_with_it : null };
    app.draw();
    document.querySelector(".more")?.scrollIntoView({ block: "nearest" });
  };
  show(nameOf(number), () => [
    lines(first),
    further(number, asked),
    standIn(number),
    h("div", { class: "more", "aria-live": "polite" }, found ? lines(found.slice(0, 2)) : null),
    drawn === null ? working() : drawn && picture(drawn, options),
    h("details", { class: "rest" }, h("summary", {}, t("why-rest")),
      found ? lines(found) : null, lines(answer.lines)),
  ]);
  const { panel } = app;
  const reply = await ask("brackets", { round }, "brackets");
  if (reply.outdated || app.panel !== panel) return undefined;
  drawn = reply.error ? false : reply;
  return app.draw();
}

// The brackets of a round, as a picture.
export async function bracketsPanel(round) {
  let drawn = null;
  show(t("round", { number: round }), () => (drawn
    ? [h("p", { class: "hint" }, t("picture-hint")), picture(drawn, { wide: true, onPlayer: whyPanel })]
    : working()));
  const { panel } = app;
  panel.wide = true;
  app.draw();
  const answer = await ask("brackets", { round }, "panel");
  if (answer.outdated || app.panel !== panel) return undefined;
  if (answer.error) {
    closePanel();
    return say(answer.error);
  }
  drawn = answer;
  return app.draw();
}

// Shows a page in a separate frame without scripts.
export function framed(html, title) {
  return h("iframe", { title, sandbox: "allow-same-origin allow-modals", srcdoc: html, onload: narrowed });
}

// Makes a page that is wider than its frame smaller, but not on paper.
const SMALLEST = 0.4;
function narrowed({ target }) {
  const inside = target.contentDocument;
  const { scrollWidth, clientWidth } = inside.documentElement;
  if (scrollWidth <= clientWidth) return;
  const style = inside.createElement("style");
  style.textContent = `@media screen { body { zoom: ${Math.max(SMALLEST, Math.floor((clientWidth / scrollWidth) * 100) / 100)}; } }`;
  inside.head.append(style);
}

// For a player who leaves after the round was published: who sits in, or what the opponent gets.
function standIn(number) {
  const { round } = app.shown;
  const board = round.boards.find(one => one.white === number || one.black === number);
  if (!round.last || !board || resultOf(board)) return null;
  const free = round.byes.map(one => h("option", { value: one.player }, t("stand-in-by", { name: nameOf(one.player) })));
  const others = round.byes.some(one => one.kind === "U") ? ["point"] : ["bye", "point"];
  const seat = event => event.target.value && change("stand-in", { player: String(number), instead: event.target.value });
  return h("label", { class: "choice" }, h("span", {}, t("stand-in", { name: nameOf(number) })),
    h("select", { value: "", onchange: seat, "data-key": "stand-in" }, h("option", { value: "" }, t("choose-one")), free,
      others.map(what => h("option", { value: what }, t(`stand-in-${what}`)))));
}

// The follow-up questions: why not, and what if.
function further(number, asked) {
  const others = app.shown.players.filter(one => one.number !== number);
  const named = (key, value) => others.map(one => h("option", { value: value(one) }, t(key, { name: one.name || one.number })));
  const whyNot = [
    h("option", { value: "bye" }, t("the-bye")), h("option", { value: "up" }, t("float-up")),
    h("option", { value: "down" }, t("float-down")), h("option", { value: "white" }, t("with-white")),
    h("option", { value: "black" }, t("with-black")), ...named("opponent-x", one => one.number),
  ];
  const name = nameOf(number);
  const whatIf = [
    h("option", { value: `absent:${number}` }, t("if-absent", { name })),
    h("option", { value: `${number}-bye` }, t("if-bye", { name })), ...named("if-meets", one => `${number}-${one.number}`),
  ];
  const choice = (key, options, action) => h("label", { class: "choice" }, h("span", {}, t(key)),
    h("select", { onchange: action, "data-key": key }, h("option", { value: "" }, t("choose-one")), options));
  return h("div", { class: "further" },
    choice("why-not", whyNot, asked("why-not", what => ({ player: number, what }))),
    choice("what-if", whatIf, asked("what-if", change => ({ changes: [change] }))));
}
