// The file itself: saving, its text, what was adjusted to read it, wishes beside the rules, forgetting it.

import { app, change, openText } from "../app.js";
import { button, download, h } from "../dom.js";
import { forget } from "../store.js";
import { t } from "../words.js";

export function fileView() {
  const { adjustments, rules } = app.shown;
  const text = h("textarea", { rows: "14", spellcheck: "false", wrap: "off", "aria-label": t("text"), "data-key": "text" });
  text.value = app.event.trf;
  return [
    h("div", { class: "head" }, h("h2", {}, app.event.name),
      h("p", {}, `${rules.title}, ${rules.edition} (${rules.why_edition})`),
      h("div", { class: "actions" },
        button(t("save"), save, { class: "main", "data-key": "save" }),
        button(t("forget"), forgetEvent, { class: "quiet", "data-key": "forget" }))),
    adjustments.length ? [h("h3", {}, t("notes")), h("ul", { class: "notes" }, adjustments.map(one => h("li", {}, one.words, " ", h("small", {}, one.code))))] : null,
    wishes(),
    h("details", {}, h("summary", {}, t("text")), text,
      button(t("use-text"), () => openText(app.event.name, text.value), { class: "quiet" })),
  ];
}

function save() {
  const name = app.event.name.replace(/\.(trfx?|txt)$/i, "") || "event";
  download(`${name}.trf`, app.event.trf, "text/plain");
}

function forgetEvent() {
  if (!window.confirm(t("forget-sure"))) return;
  forget();
  app.event = app.shown = app.panel = app.moving = null;
  app.view = "boards";
  app.draw();
}

function wishes() {
  const pairs = h("input", { type: "text", "data-key": "wish-pairs", inputmode: "text" });
  const field = h("select", { "data-key": "wish-field" }, h("option", { value: "" }, t("choose-one")),
    app.shown.fields.map(({ code, words }) => h("option", { value: code }, words)));
  const strength = h("select", { "data-key": "strength" }, ["weak", "strong", "hard"].map(name => h("option", { value: name }, t(name))));
  const add = () => (pairs.value || field.value) && change("wish", { pairs: pairs.value, field: field.value, strength: strength.value });
  return h("details", { open: app.shown.wishes.length > 0 }, h("summary", {}, t("wishes")),
    h("ul", {}, app.shown.wishes.map(words => h("li", {}, words))),
    app.shown.fields.length ? h("label", {}, h("span", {}, t("wish-field")), field) : null,
    h("label", {}, h("span", {}, t("wish-pairs")), pairs),
    h("label", {}, h("span", {}, t("strength")), strength),
    h("div", { class: "actions" },
      button(t("wish-add"), add, { class: "quiet", "data-key": "wish-add" }),
      app.shown.wishes.length ? button(t("wish-none"), () => change("wish"), { class: "quiet" }) : null));
}
