// The first page: open a tournament, or begin a new one from a list of names.

import { app, change, openData, openFile, openText, showStored } from "../app.js";
import { button, h } from "../dom.js";
import { forgetTyped, keepTyped } from "../store.js";
import { language, proposed, systems, t } from "../words.js";

const EXAMPLE = "Aalto, Eino 2015\nBianchi, Carla 1890\nCastro, Luis";

export function startView() {
  if (app.members) return members();
  const input = h("input", { type: "file", id: "open", accept: ".trf,.trfx,.txt,.json,.zip", onchange: event => event.target.files[0] && openFile(event.target.files[0]) });
  const example = async () => openText("example.trf", await (await fetch(new URL("../../example.trf", import.meta.url))).text());
  return h("div", { class: "start" },
    h("div", { class: "intro" }, h("h2", {}, t("welcome")), h("p", {}, t("promise"))),
    h("section", { class: "card drop" },
      h("h3", {}, t("open-title")), h("p", {}, t("open-hint")),
      h("div", { class: "actions" }, h("label", { class: "button main", for: "open" }, t("choose")), input,
        button(t("example"), example, { class: "quiet", "data-key": "example" }))),
    storedEvents(),
    newEvent());
}

// The events in this browser. Opening a file or beginning an event never replaces one of them.
function storedEvents() {
  if (!app.events.length) return null;
  const one = ({ id, name, title, at }) => h("li", {}, button(title || name, () => showStored(id), { class: "quiet", "data-key": `stored-${id}` }),
    " ", h("small", {}, new Date(at).toLocaleString(language())));
  return h("section", { class: "card" }, h("h3", {}, t("events")), h("ul", { class: "members", "data-key": "stored" }, app.events.map(one)));
}

function newEvent() {
  const name = keepTyped(h("input", { type: "text", "data-key": "event-name" }), "new name");
  const rounds = keepTyped(h("input", { type: "number", min: "1", max: "99", value: "5", "data-key": "rounds", inputmode: "numeric" }), "new rounds");
  const system = keepTyped(h("select", { "data-key": "system" },
    systems().map(({ words }, at) => h("option", { value: at }, words))), "new system");
  const tieBreaks = keepTyped(h("input", { type: "text", value: proposed("usual-tie-breaks"), "data-key": "tie-breaks", spellcheck: "false" }), "new tieBreaks");
  const list = keepTyped(h("textarea", { rows: "8", placeholder: EXAMPLE, "data-key": "list", spellcheck: "false" }), "new list");
  const begin = async ({ currentTarget: pressed }) => {
    pressed.disabled = true;
    pressed.textContent = t("starting");
    const title = name.value.trim();
    app.view = "boards";
    const { system: asked, edition } = systems()[Number(system.value)];
    const answer = await change("new", {
      system: asked, edition,
      name: `${title || "event"}.trf`, event: title, rounds: Number(rounds.value), list: list.value, tie_breaks: tieBreaks.value,
    });
    if (answer) forgetTyped("new ");
  };
  return h("section", { class: "card" },
    h("h3", {}, t("new-title")),
    h("label", {}, h("span", {}, t("event-name")), name),
    h("label", {}, h("span", {}, t("number-of-rounds")), rounds),
    h("label", {}, h("span", {}, t("list")), list),
    h("label", {}, h("span", {}, t("system")), system),
    h("label", {}, h("span", {}, t("tie-breaks")), tieBreaks),
    button(t("begin"), begin, { class: "main", "data-key": "begin" }));
}

function members() {
  const { name, data, members: names } = app.members;
  return h("section", { class: "card" }, h("h2", {}, t("which", { name })),
    h("ul", { class: "members" }, names.map(member => h("li", {}, button(member, () => openData(name, data, "", member), { class: "quiet" })))));
}
