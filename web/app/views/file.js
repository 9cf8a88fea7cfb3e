// The file: saving and forgetting it, its text, the adjustments made to read it, and the organiser's wishes.

import { app, change, leave, replaceText, returnTo } from "../app.js";
import { inWords, moment } from "../dates.js";
import { button, download, field, h } from "../dom.js";
import { all, forget, forgetTyped, keepTyped, remember } from "../store.js";
import { t } from "../words.js";
import { form } from "./form.js";

export function fileView() {
  const { adjustments, rules } = app.shown;
  const place = `text ${app.event.id} `;
  const text = h("textarea", {
    rows: "14", spellcheck: "false", wrap: "off", "aria-label": t("text"), "data-key": "text",
    ...keepTyped(place + app.event.version, app.event.trf),
  });
  const use = async () => {
    if (await replaceText(field("text").value)) forgetTyped(place);
  };
  return [
    h("div", { class: "head" }, h("h2", {}, app.event.name),
      h("p", {}, `${rules.title}, ${rules.edition} (${inWords(rules.why_edition)})`),
      h("div", { class: "actions" },
        button(t("save"), save, { class: "main", "data-key": "save" }),
        button(t("forget"), forgetEvent, { class: "quiet", "data-key": "forget" }))),
    adjustments.length ? [h("h3", {}, t("notes")), h("ul", { class: "notes" }, adjustments.map(one => h("li", {}, one.words, " ", h("small", {}, one.code))))] : null,
    factsOfEvent(),
    wishes(),
    history(),
    h("details", {}, h("summary", {}, t("text")), text,
      button(t("use-text"), use, { class: "quiet" })),
  ];
}

const OF_EVENT = ["name", "city", "federation", "first day", "last day", "days", "type", "chief arbiter", "deputies", "time control"];
const DAYS = ["first day", "last day"]; // the browser shows them as its language has them

// What a rating report says about the event; after the last round also what is missing in it.
function factsOfEvent() {
  const { facts, missing, name, next, rounds, done } = app.shown;
  const isOver = Boolean(rounds) && done >= rounds && !next;
  const fields = OF_EVENT.map(key => ({
    key, words: t(key === "name" ? "event-name" : `fact-${key.replace(" ", "-")}`),
    ...DAYS.includes(key) ? { type: "date", before: facts[key].replaceAll("/", "-") } : { before: key === "name" ? name : facts[key], days: key === "days" },
  }));
  return h("details", { "data-key": "facts", open: isOver && missing.length > 0 }, h("summary", {}, t("facts")),
    !isOver ? h("p", { class: "hint" }, t("facts-later")) : missing.length
      ? h("div", { "data-key": "missing" }, h("h3", {}, t("facts-missing")), h("ul", { class: "notes" }, missing.map(words => h("li", {}, words))))
      : h("p", { "data-key": "complete" }, t("facts-complete")),
    form(`facts ${app.event.id} `, fields, changed => change("describe", { facts: changed }), t("facts-use"), "fact"));
}

// The earlier states, the last one first. Of results that follow each other, only the state before the first is listed.
function history() {
  const { past } = app.event;
  const listed = past.map((one, at) => ({ ...one, index: at })).filter((one, at) => one.kind !== "enter" || past[at - 1]?.kind !== "enter");
  if (!listed.length) return null;
  const words = ({ kind, round }) =>
    (kind === "next-round" ? t("before-pairing", { number: round + 1 }) : kind === "enter" ? t("before-results", { number: round }) : t("before-change", { number: round }));
  const one = state => h("li", {}, button(words(state), () => returnTo(state.index), { class: "quiet", "data-key": `state-${state.number}` }),
    " ", h("small", {}, moment(state.at)));
  return h("details", { "data-key": "history" }, h("summary", {}, t("history")), h("p", { class: "hint" }, t("history-hint")),
    h("ul", { class: "members" }, listed.reverse().map(one)));
}

function save() {
  const name = app.event.name.replace(/\.(trfx?|txt)$/i, "") || "event";
  download(`${name}.trf`, app.event.trf, "text/plain");
}

async function forgetEvent() {
  if (!window.confirm(t("forget-sure"))) return;
  const { id } = app.event;
  await leave();
  await forget(id);
  forgetTyped(`text ${id} `);
  for (const place of ["wish", "facts", "tie-breaks"]) forgetTyped(`${place} ${id} `);
  remember("open", null);
  app.events = await all();
  app.draw();
}

// Wishes are kept while they are typed, and used together.
function wishes() {
  const { fields, players } = app.shown;
  const place = `wish ${app.event.id} `;
  const typed = key => keepTyped(place + key);
  const choice = (key, words, options) => {
    const { value, oninput } = typed(key);
    return h("select", { value, onchange: oninput, "data-key": words }, h("option", { value: "" }, t("choose-one")), options);
  };
  const anybody = () => players.map(({ number, name }) => h("option", { value: number }, name || number));
  const asked = {
    avoid_pairs: ["wish-pairs", h("input", { type: "text", "data-key": "wish-pairs", ...typed("avoid_pairs") })],
    ...fields.length ? { avoid: ["wish-field", choice("avoid", "wish-field", fields.map(({ code, words }) => h("option", { value: code }, words)))] } : {},
    prefer_bye: ["wish-bye", choice("prefer_bye", "wish-bye", anybody())],
    no_bye: ["wish-no-bye", choice("no_bye", "wish-no-bye", anybody())],
  };
  const add = async () => {
    const values = Object.fromEntries(Object.keys(asked).map(key => [key, typed(key).value]));
    if (!Object.values(values).some(Boolean)) return;
    if (await change("wish", { ...values, strength: field("strength").value })) forgetTyped(place);
    app.draw();
  };
  return h("details", { open: app.shown.wishes.length > 0 }, h("summary", {}, t("wishes")),
    h("ul", { class: "wishes" }, app.shown.wishes.map(words => h("li", {}, words))),
    Object.values(asked).map(([words, element]) => h("label", {}, h("span", {}, t(words)), element)),
    h("label", {}, h("span", {}, t("strength")),
      h("select", { "data-key": "strength" }, ["weak", "strong", "hard"].map(name => h("option", { value: name }, t(name))))),
    h("div", { class: "actions" },
      button(t("wish-add"), add, { class: "quiet", "data-key": "wish-add" }),
      app.shown.wishes.length ? button(t("wish-none"), () => change("wish"), { class: "quiet", "data-key": "wish-none" }) : null));
}
