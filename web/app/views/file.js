// The file: saving and forgetting it, its text, the adjustments made to read it, and the organiser's wishes.

import { app, change, replaceText } from "../app.js";
import { button, download, h } from "../dom.js";
import { all, forget, forgetTyped, keepTyped, remember } from "../store.js";
import { t } from "../words.js";

export function fileView() {
  const { adjustments, rules } = app.shown;
  const text = h("textarea", { rows: "14", spellcheck: "false", wrap: "off", "aria-label": t("text"), "data-key": "text" });
  text.value = app.event.trf;
  const place = `text ${app.event.id} `;
  keepTyped(text, place + app.event.version);
  const use = async () => {
    if (await replaceText(text.value)) forgetTyped(place);
  };
  return [
    h("div", { class: "head" }, h("h2", {}, app.event.name),
      h("p", {}, `${rules.title}, ${rules.edition} (${rules.why_edition})`),
      h("div", { class: "actions" },
        button(t("save"), save, { class: "main", "data-key": "save" }),
        button(t("forget"), forgetEvent, { class: "quiet", "data-key": "forget" }))),
    adjustments.length ? [h("h3", {}, t("notes")), h("ul", { class: "notes" }, adjustments.map(one => h("li", {}, one.words, " ", h("small", {}, one.code))))] : null,
    wishes(),
    h("details", {}, h("summary", {}, t("text")), text,
      button(t("use-text"), use, { class: "quiet" })),
  ];
}

function save() {
  const name = app.event.name.replace(/\.(trfx?|txt)$/i, "") || "event";
  download(`${name}.trf`, app.event.trf, "text/plain");
}

async function forgetEvent() {
  if (!window.confirm(t("forget-sure"))) return;
  await forget(app.event.id);
  forgetTyped(`text ${app.event.id} `);
  remember("open", null);
  app.events = await all();
  app.event = app.shown = app.panel = app.moving = null;
  app.view = "boards";
  app.draw();
}

function wishes() {
  const { fields, players } = app.shown;
  const options = (found, words) => [h("option", { value: "" }, t("choose-one")), found.map(one => h("option", words(one)[0], words(one)[1]))];
  const one = (key, words, element) => ({ key, element, label: h("label", {}, h("span", {}, t(words)), element) });
  const anybody = key => h("select", { "data-key": key }, options(players, ({ number, name }) => [{ value: number }, name || number]));
  const asked = [
    one("avoid_pairs", "wish-pairs", h("input", { type: "text", "data-key": "wish-pairs" })),
    fields.length ? one("avoid", "wish-field", h("select", { "data-key": "wish-field" }, options(fields, ({ code, words }) => [{ value: code }, words]))) : null,
    one("prefer_bye", "wish-bye", anybody("wish-bye")),
    one("no_bye", "wish-no-bye", anybody("wish-no-bye")),
  ].filter(Boolean);
  const strength = h("select", { "data-key": "strength" }, ["weak", "strong", "hard"].map(name => h("option", { value: name }, t(name))));
  const add = () => {
    const values = Object.fromEntries(asked.map(({ key, element }) => [key, element.value]));
    return Object.values(values).some(Boolean) && change("wish", { ...values, strength: strength.value });
  };
  return h("details", { open: app.shown.wishes.length > 0 }, h("summary", {}, t("wishes")),
    h("ul", { class: "wishes" }, app.shown.wishes.map(words => h("li", {}, words))),
    asked.map(({ label }) => label),
    h("label", {}, h("span", {}, t("strength")), strength),
    h("div", { class: "actions" },
      button(t("wish-add"), add, { class: "quiet", "data-key": "wish-add" }),
      app.shown.wishes.length ? button(t("wish-none"), () => change("wish"), { class: "quiet", "data-key": "wish-none" }) : null));
}
