// A form about something that exists: what is typed stays until it is used, and only what was changed is sent.

import { app } from "../app.js";
import { inFile, inWords } from "../dates.js";
import { button, h } from "../dom.js";
import { forgetTyped, keepTyped } from "../store.js";

// `fields` are { key, words, before, type, days }, and `use` gets the changed ones by key; its answer says that they were
// used. A field with the mark `days` shows and takes days as the reader's language has them; any other text stays as typed.
export function form(place, fields, use, words, name) {
  const shown = ({ before, days }) => (days ? inWords(before) : before);
  const typed = one => keepTyped(place + one.key, shown(one));
  const send = async () => {
    const changed = Object.fromEntries(fields.map(one => [one, typed(one).value]).filter(([one, value]) => value !== shown(one)).map(([{ key, days }, value]) => [key, days ? inFile(value) : value]));
    if (Object.keys(changed).length && await use(changed)) forgetTyped(place);
    app.draw();
  };
  return [
    h("div", { class: "fields" }, fields.map(one =>
      h("label", {}, h("span", {}, one.words), h("input", { type: one.type ?? "text", "data-key": `${name}-${one.key}`, ...typed(one) })))),
    h("div", { class: "actions" }, button(words, send, { class: "main", "data-key": name })),
  ];
}
