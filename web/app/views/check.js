// The check of the whole event against the rules: a strip of rounds, and the boards of a round that differ, side by side.

import { app, ask, nameOf, say } from "../app.js";
import { button, h, lines } from "../dom.js";
import { t } from "../words.js";
import { bracketsPanel } from "./panel.js";
import { picture } from "./picture.js";

let found = null; // { key, answer, chosen }

export function checkView() {
  const key = `${document.documentElement.lang} ${app.event.trf}`;
  const there = found?.key === key ? found : null;
  return [
    h("div", { class: "head" }, h("h2", {}, t("check")), h("p", {}, t("check-hint")),
      h("div", { class: "actions" },
        app.shown.recorded ? button(t("check-now"), () => check(key), { class: there ? "quiet" : "main", "data-key": "check-now" }) : null)),
    there ? report(there) : null,
  ];
}

async function check(key) {
  const answer = await ask("check", {}, "check");
  if (answer.outdated) return undefined;
  if (answer.error) return say(answer.error);
  const rounds = answer.rounds_in_words;
  found = { key, answer, drawn: new Map() };
  return choose(found, (rounds.find(one => !one.agrees) ?? rounds[0])?.number);
}

// Shows a round, and draws what the rules demand if the file differs.
async function choose(there, number) {
  there.chosen = number;
  app.draw();
  const round = there.answer.rounds_in_words.find(one => one.number === number);
  if (!round || round.agrees || there.drawn.has(number)) return;
  const answer = await ask("brackets", { round: number }, "brackets");
  if (answer.error || answer.outdated) return;
  there.drawn.set(number, answer);
  app.draw();
}

function report(there) {
  const { answer, chosen } = there;
  const rounds = answer.rounds_in_words;
  const wrong = rounds.filter(one => !one.agrees).length;
  const one = ({ number, agrees, words }) => button([number, h("span", { "aria-hidden": "true" }, agrees ? "✓" : "✗")], () => choose(there, number), {
    class: agrees ? "agrees" : "disagrees", "aria-label": `${t("round", { number })}: ${words}`, "aria-pressed": String(number === chosen),
    "data-key": `checked-${number}`, tabindex: number === chosen ? null : "-1",
  });
  const shown = rounds.find(round => round.number === chosen);
  return h("div", { class: "report", role: "status", "data-key": "report" },
    rounds.length ? h("p", { class: "line first" }, wrong ? t("check-wrong", { number: wrong, rounds: rounds.length }) : t("check-right", { rounds: rounds.length })) : null,
    h("nav", { class: "strip", "data-arrows": true, "aria-label": t("rounds-list") }, rounds.map(one)),
    shown ? checkedRound(shown, there.drawn.get(chosen)) : null,
    h("details", { open: !rounds.length }, h("summary", {}, t("check-all")), lines(answer.lines)));
}

function checkedRound({ number, agrees, words, causes, boards }, drawn) {
  const dashed = boards.filter(one => one[2] === "recorded");
  const side = (mark, title) => h("div", { class: `side-by-side ${mark}` }, h("h4", {}, title),
    h("ul", { class: "pairs" }, boards.filter(one => one[2] === mark).map(([white, black]) => h("li", {},
      h("span", { class: "disc white" }), nameOf(white), h("br"), black ? [h("span", { class: "disc black" }), nameOf(black)] : t("the-bye")))));
  return h("section", { class: "checked", "data-key": `checked ${number}` },
    h("h3", {}, `${t("round", { number })}: ${words}`),
    causes.map(cause => h("p", {}, cause)),
    boards.length ? h("div", { class: "sides" }, side("recorded", t("recorded")), side("expected", t("demanded"))) : null,
    drawn && dashed.length ? picture(drawn, { dashed, wide: true }) : null,
    agrees ? null : h("div", { class: "actions" }, button(t("brackets"), () => bracketsPanel(number), { class: "quiet", "data-key": "brackets" })));
}
