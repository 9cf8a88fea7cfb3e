// The first page: open a tournament, or begin a new one from a list of names.

import { app, change, openData, openFile, openText, showStored } from "../app.js";
import { moment } from "../dates.js";
import { button, h } from "../dom.js";
import { forgetTyped, keepTyped } from "../store.js";
import { systems, t } from "../words.js";

const EXAMPLE = "Aalto, Eino 2015\nBianchi, Carla 1890\nCastro, Luis";
const EXAMPLE_OF_TEAMS = "Berg, Ida, 2105, Kiel\nCruz, Ana, 1990, Kiel\nEngel, Tom, 2080, Roma";

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
    newEvent(),
    h("section", { class: "card" }, h("h3", {}, t("practise")), h("p", {}, t("practise-room")),
      h("div", { class: "actions" }, h("a", { class: "button quiet", href: "?view=practise", "data-key": "practise" }, t("practise-begin")))));
}

// The events in this browser. Opening a file or beginning an event never replaces one of them.
function storedEvents() {
  if (!app.events.length) return null;
  const one = ({ id, name, title, at }) => h("li", {}, button(title || name, () => showStored(id), { class: "quiet", "data-key": `stored-${id}` }),
    " ", h("small", {}, moment(at)));
  return h("section", { class: "card" }, h("h3", {}, t("events")), h("ul", { class: "members", "data-key": "stored" }, app.events.map(one)));
}

function newEvent() {
  const field = (key, place, value) => ({ "data-key": key, ...keepTyped(`new ${place}`, value) });
  const labelled = (words, element) => h("label", {}, h("span", {}, t(words)), element);
  const { value: system, oninput: choose } = keepTyped("new system", "0");
  const onchange = event => {
    choose(event);
    app.draw();
  };
  const isOfTeams = chosen().kind === "team";
  const baku = keepTyped("new baku");
  const colour = keepTyped("new colour");
  const begin = async () => {
    app.beginning = true;
    app.draw();
    const said = place => keepTyped(`new ${place}`, USUAL[place]()).value;
    const title = said("name").trim();
    const { system: asked, edition } = chosen();
    app.view = "boards";
    app.round = null;
    const answer = await change("new", {
      system: asked, edition, name: `${title || "event"}.trf`, event: title, rounds: Number(said("rounds")), list: said("list"), tie_breaks: said("tieBreaks"), colour: said("colour"), ...isOfTeams ? { boards: Number(said("boards")) } : { baku: said("baku") === "1" },
    });
    app.beginning = false;
    if (answer) forgetTyped("new ");
    app.draw();
  };
  return h("section", { class: "card new" },
    h("h3", {}, t("new-title")),
    h("div", { class: "named" },
      labelled("event-name", h("input", { type: "text", ...field("event-name", "name") })),
      labelled("number-of-rounds", h("input", { type: "number", min: "1", max: "99", inputmode: "numeric", ...field("rounds", "rounds", USUAL.rounds()) }))),
    labelled(isOfTeams ? "list-of-teams" : "list", h("textarea", { rows: "6", placeholder: isOfTeams ? EXAMPLE_OF_TEAMS : EXAMPLE, spellcheck: "false", ...field("list", "list") })),
    h("div", { class: "actions" },
      button(app.beginning ? t("starting") : t("begin"), begin, { class: "main", "data-key": "begin", disabled: app.beginning })),
    labelled("system", h("select", { "data-key": "system", value: system, onchange }, systems().map(({ words }, at) => h("option", { value: at }, words)))),
    isOfTeams ? labelled("boards-of-match", h("input", { type: "number", min: "1", max: "99", inputmode: "numeric", ...field("boards", "boards", USUAL.boards()) }))
      : h("label", { class: "check" }, h("input", {
      type: "checkbox", checked: baku.value === "1", "data-key": "baku", onchange: ({ target }) => baku.oninput({ target: { value: target.checked ? "1" : "" } }),
    }), t("baku")),
    labelled("initial-colour", h("select", { "data-key": "initial-colour", value: colour.value, onchange: colour.oninput },
      [["", "by-lot"], ["white", "with-white"], ["black", "with-black"]].map(([value, words]) => h("option", { value }, t(words))))),
    labelled("tie-breaks", h("input", { type: "text", spellcheck: "false", ...field("tie-breaks", "tieBreaks", USUAL.tieBreaks()) })));
}

const chosen = () => systems()[Number(keepTyped("new system", "0").value)];
const USUAL = { name: () => "", rounds: () => "5", list: () => "", baku: () => "", colour: () => "", boards: () => "4", tieBreaks: () => chosen().tie_breaks };

// The tournaments of an archive.
function members() {
  const { name, data, members: names } = app.members;
  const close = () => {
    app.members = null;
    app.draw();
  };
  return h("section", { class: "card", "data-key": "members" }, h("h2", {}, t("which", { name })),
    h("ul", { class: "members" }, names.map(member => h("li", {}, button(member, () => openData(name, data, "", member), { class: "quiet" })))),
    h("div", { class: "actions" }, button(t("close"), close, { class: "quiet" })));
}
