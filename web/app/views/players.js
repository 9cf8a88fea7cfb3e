// The players, and who is absent from the next round. They can be marked while the round before is still played.

import { app, change, player } from "../app.js";
import { button, h, remembering } from "../dom.js";
import { forgetTyped, keepTyped } from "../store.js";
import { language, t } from "../words.js";
import { form } from "./form.js";
import { show } from "./panel.js";

const AWAY = ["Z", "H"];
const remembered = remembering();
let wanted = "";

export function playersView() {
  const { players, to_come: next, byes } = app.shown;
  const search = event => {
    wanted = plain(event.target.value);
    app.draw();
  };
  const found = players.filter(one => plain(`${one.number} ${one.name}`).includes(wanted));
  return [
    h("label", { class: "search" }, h("span", {}, t("search")), h("input", { type: "search", value: wanted, oninput: search, "data-key": "search" })),
    h("table", { class: "players" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, t("number")), h("th", { scope: "col" }, t("name")),
        h("th", { scope: "col", class: "number" }, t("rating")), h("th", { scope: "col", class: "number" }, t("points")),
        next ? h("th", { scope: "col" }, t("next-round", { number: next })) : null)),
      h("tbody", {}, found.map(one => remembered(one.number, [language(), next, JSON.stringify(one)], () => row(one, next, byes))))),
    added(),
  ];
}

// Late entries: lines as in the list of a new event.
function added() {
  const place = `add ${app.event.id} `;
  const typed = keepTyped(`${place}list`);
  const add = async () => {
    if (await change("add", { list: typed.value })) forgetTyped(place);
    app.draw();
  };
  return h("details", { open: Boolean(typed.value), "data-key": "add" }, h("summary", {}, t("add-players")),
    h("label", {}, h("span", {}, t("add-hint")), h("textarea", {
      rows: "3", spellcheck: "false", "data-key": "add-list", ...typed, oninput: event => typed.oninput(event) ?? app.draw(),
    })),
    button(t("add-players"), add, { class: "quiet", "data-key": "add-now", disabled: !typed.value.trim() }));
}

// The fields that can be corrected, with the keys that the engine's answer has for them.
const FIELDS = { name: "name", rating: "rating", title: "title", federation: "federation", club: "team", sex: "sex", "FIDE number": "fide_number", "birth date": "birth_date" };

// What can be changed about one player, or about a team and its members.
function about(number) {
  show(player(number).name || String(number), () => {
    const one = player(number);
    const all = kind => change(kind, { players: String(number) });
    return h("div", { class: "about" },
      one.team_members?.map(member => h("details", { "data-key": `member-${member.number}` }, h("summary", {}, `${member.number} ${member.name}`), corrected(member)))
        ?? corrected(one),
      laterByes(one),
      app.shown.to_come ? h("div", { class: "actions" },
        button(t("withdraw"), () => all("withdraw"), { class: "quiet", "data-key": "withdraw" }),
        one.away ? button(t("return"), () => all("return"), { class: "quiet", "data-key": "return" }) : null) : null);
  });
}

function corrected(one) {
  const fields = Object.entries(FIELDS).filter(([, own]) => own in one)
    .map(([key, own]) => ({ key, words: t(`person-${key.replace(" ", "-")}`), before: String(one[own] || "").replace(/\/00\/00$/, ""), days: key === "birth date" }));
  return form(`edit ${app.event.id} ${one.number} `, fields, changed => change("edit", { player: String(one.number), fields: changed }), t("correct"), "edit");
}

// A bye for any round to come; the next one has its choice in the table, too.
function laterByes(one) {
  const { to_come: next, rounds, byes } = app.shown;
  if (!next) return null;
  const rows = Array.from({ length: (rounds ?? next) - next + 1 }, (_, at) => next + at);
  const choice = round => h("label", { class: "choice" }, h("span", {}, t("next-round", { number: round })),
    h("select", { value: one.byes[round] ?? "", "data-key": `bye-${round}`, onchange: event => change("away", { player: one.number, round, bye: event.target.value }) },
      h("option", { value: "" }, t("here")), kindsOf(one.byes[round]).map(kind => h("option", { value: kind }, byes[kind]))));
  return h("details", { "data-key": "later-byes", open: Object.keys(one.byes).length > 0 }, h("summary", {}, t("later-byes")), h("div", { class: "fields" }, rows.map(choice)));
}

const kindsOf = kind => (kind && !AWAY.includes(kind) ? [...AWAY, kind] : AWAY);

function row(one, next, byes) {
  const away = event => change("away", { player: one.number, bye: event.target.value });
  return h("tr", { "data-key": `player-${one.number}`, class: one.away ? "away" : "" },
    h("td", { class: "number" }, one.number),
    h("th", { scope: "row" },
      button([one.title, one.name || one.number].filter(Boolean).join(" "), () => about(one.number), { class: "name", "data-key": `about-${one.number}` }),
      one.team ? h("span", { class: "team" }, one.team) : null),
    h("td", { class: "number" }, one.rating || ""),
    h("td", { class: "number" }, one.score),
    next ? h("td", {}, h("select", { value: one.away, onchange: away, "aria-label": `${one.name}: ${t("next-round", { number: next })}`, "data-key": `away-${one.number}` },
      h("option", { value: "" }, t("here")),
      kindsOf(one.away).map(kind => h("option", { value: kind }, byes[kind])))) : null);
}

const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
