// A file that cannot be read: each problem with its line, which can be corrected here, and with its column marked.

import { app, openText } from "../app.js";
import { button, field, h } from "../dom.js";
import { t } from "../words.js";

const MOST = 50; // as many as the error message lists

export function brokenView() {
  const { name, text, problems, error } = app.broken;
  const close = () => {
    app.broken = null;
    app.draw();
  };
  return h("div", { class: "broken" },
    h("div", { class: "head" }, h("h2", {}, t("broken")), h("p", {}, t("broken-hint")),
      h("div", { class: "actions" }, button(t("close"), close, { class: "quiet" }))),
    problems.length ? problems.slice(0, MOST).map((one, at) => problem(one, error.split("\n")[at], name, text)) : h("p", { class: "message" }, error));
}

// Shows the message of the programs without the name of the file and the place, which are shown above it.
function problem(one, said, name, text) {
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = (one.line - 1) * 2;
  const words = said.replace(`${name}:${one.line}:${one.column}: `, "");
  if (!one.line || parts[at] === undefined) return h("section", { class: "card" }, h("p", {}, words));
  const line = parts[at];
  const key = `line-${one.line}-${one.column}`;
  const input = h("input", { type: "text", class: "raw", spellcheck: "false", value: line, "data-key": key, "aria-label": t("line", one) });
  const mend = () => {
    parts[at] = field(key).value;
    openText(name, parts.join(""));
  };
  const column = Math.max(0, one.column - 1);
  return h("section", { class: "card" },
    h("h3", {}, t("line", one)), h("p", {}, words),
    h("pre", { class: "raw", "aria-hidden": "true" }, line.slice(0, column), h("mark", {}, line[column] ?? " "), line.slice(column + 1)),
    input, button(t("mend"), mend, { class: "main", "data-key": `mend-${one.line}` }));
}
