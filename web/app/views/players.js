// The players, and who is absent from the next round. They can be marked while the round before is still played.

import { app, change } from "../app.js";
import { h, remembering } from "../dom.js";
import { language, t } from "../words.js";

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
  ];
}

function row(one, next, byes) {
  const away = event => change("away", { player: one.number, bye: event.target.value });
  const kinds = one.away && !AWAY.includes(one.away) ? [...AWAY, one.away] : AWAY;
  return h("tr", { "data-key": `player-${one.number}`, class: one.away ? "away" : "" },
    h("td", { class: "number" }, one.number),
    h("th", { scope: "row" }, [one.title, one.name].filter(Boolean).join(" "), one.team ? h("span", { class: "team" }, one.team) : null),
    h("td", { class: "number" }, one.rating || ""),
    h("td", { class: "number" }, one.score),
    next ? h("td", {}, h("select", { value: one.away, onchange: away, "aria-label": `${one.name}: ${t("next-round", { number: next })}`, "data-key": `away-${one.number}` },
      h("option", { value: "" }, t("here")),
      kinds.map(kind => h("option", { value: kind }, byes[kind])))) : null);
}

const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
