// The players, and who is absent from the next round.

import { app, change } from "../app.js";
import { h } from "../dom.js";
import { t } from "../words.js";

const AWAY = ["Z", "H"];

export function playersView() {
  const { players, next, byes } = app.shown;
  const body = h("tbody", {}, players.map(one => row(one, next, byes)));
  const search = event => {
    const wanted = plain(event.target.value);
    for (const line of body.rows) line.hidden = !plain(line.dataset.name).includes(wanted);
  };
  return [
    h("label", { class: "search" }, h("span", {}, t("search")), h("input", { type: "search", oninput: search, "data-key": "search" })),
    h("table", { class: "players" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, t("number")), h("th", { scope: "col" }, t("name")),
        h("th", { scope: "col", class: "number" }, t("rating")), h("th", { scope: "col", class: "number" }, t("points")),
        next ? h("th", { scope: "col" }, t("next-round", { number: next })) : null)),
      body),
  ];
}

function row(one, next, byes) {
  const away = event => change("away", { player: one.number, bye: event.target.value });
  const kinds = one.away && !AWAY.includes(one.away) ? [...AWAY, one.away] : AWAY;
  return h("tr", { "data-name": `${one.number} ${one.name}`, class: one.away ? "away" : "" },
    h("td", { class: "number" }, one.number),
    h("th", { scope: "row" }, [one.title, one.name].filter(Boolean).join(" "), one.team ? h("span", { class: "team" }, one.team) : null),
    h("td", { class: "number" }, one.rating || ""),
    h("td", { class: "number" }, one.score),
    next ? h("td", {}, h("select", { onchange: away, "aria-label": `${one.name}: ${t("next-round", { number: next })}`, "data-key": `away-${one.number}` },
      h("option", { value: "" }, t("here")),
      kinds.map(kind => h("option", { value: kind, selected: kind === one.away }, byes[kind])))) : null);
}

const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
