// The standings, the crosstable if requested, and the tie-break that separates two players.

import { app, ask, change, nameOf, say } from "../app.js";
import { button, h, lines, working } from "../dom.js";
import { t } from "../words.js";
import { form } from "./form.js";
import { show } from "./panel.js";

let cached = null; // the standings for a text and a language
let crosstable = false;

export function standingsView() {
  if (!app.shown.done) return [h("p", {}, t("no-standings")), tieBreaks()];
  const key = `${document.documentElement.lang} ${app.event.trf}`;
  if (cached?.key !== key) {
    load(key);
    return working();
  }
  const { answer } = cached;
  if (answer.error) return [h("p", { class: "message" }, answer.error), tieBreaks()];
  const toggle = event => {
    crosstable = event.target.checked;
    app.draw();
  };
  return [
    h("div", { class: "head" }, h("h2", {}, t("standings")), h("p", {}, answer.lines[0]),
      h("div", { class: "actions" },
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: crosstable, onchange: toggle, "data-key": "crosstable" }), t("crosstable")),
        button(t("print"), () => window.print(), { class: "quiet" })),
      h("p", { class: "hint" }, t("why-rank-hint"))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("standings") }, table(answer)),
    tieBreaks(),
  ];
}

// The tie-breaks can be changed at any time; one that the rules exclude for the system is taken only if this is asked for.
let forced = false;

function tieBreaks() {
  const force = event => {
    forced = event.target.checked;
    app.draw();
  };
  const use = async ({ codes }) => {
    const answer = await change("tie-breaks", { tie_breaks: codes, force: forced });
    if (answer) forced = false;
    return answer;
  };
  return h("details", { "data-key": "change-tie-breaks" }, h("summary", {}, t("tie-breaks-change")),
    form(`tie-breaks ${app.event.id} `, [{ key: "codes", words: t("tie-breaks"), before: app.shown.tie_breaks }], use, t("tie-breaks-use"), "tie-breaks"),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: forced, onchange: force, "data-key": "tie-breaks-force" }), t("tie-breaks-force")));
}

async function load(key) {
  const answer = await ask("standings", app.shown.done < app.shown.recorded ? { after: app.shown.done } : {}, "standings");
  if (answer.outdated) return;
  cached = { key, answer };
  app.draw();
}

// A Direct Encounter that separates nobody is an empty column.
function table({ standings, tie_breaks: all, after }) {
  const codes = all.filter(code => !/^E?DE/.test(code) || standings.some(one => one.values[code] !== "0"));
  const rounds = crosstable ? Array.from({ length: after }, (_, at) => at + 1) : [];
  const head = words => h("th", { scope: "col", class: "number" }, words);
  return h("table", { class: "standings" },
    h("thead", {}, h("tr", {}, head(t("rank")), h("th", { scope: "col" }, t("name")), rounds.map(head), codes.map(head))),
    h("tbody", {}, standings.map((one, at) => h("tr", {},
      h("td", { class: "number" }, at ? button(one.rank, () => parted(standings[at - 1].number, one.number), {
        class: "quiet rank", "data-key": `rank-${one.number}` }) : one.rank),
      h("th", { scope: "row" }, nameOf(one.number)),
      rounds.map(number => h("td", { class: `number cell ${outcome(one.rounds[number - 1])}` }, one.rounds[number - 1])),
      codes.map(code => h("td", { class: "number" }, one.values[code]))))));
}

// The colour of a cell such as "12w1": its result stands last.
const OUTCOMES = { 1: "won", "+": "won", "=": "drawn", 0: "lost", "-": "lost" };
const outcome = cell => OUTCOMES[String(cell ?? "").at(-1)] ?? "";

async function parted(one, other) {
  const answer = await ask("why-rank", { player: one, other }, "panel");
  if (answer.outdated) return undefined;
  return answer.error ? say(answer.error) : show(`${nameOf(one)} – ${nameOf(other)}`, lines(answer.lines));
}
