// The check of the whole event against the rules.

import { app, ask, say } from "../app.js";
import { button, h, lines } from "../dom.js";
import { t } from "../words.js";

let found = null; // { key, content }

export function checkView() {
  const key = `${document.documentElement.lang} ${app.event.trf}`;
  return [
    h("div", { class: "head" }, h("h2", {}, t("check")), h("p", {}, t("check-hint")),
      h("div", { class: "actions" },
        app.shown.recorded ? button(t("check-now"), () => check(key), { class: "main", "data-key": "check-now" }) : null)),
    found?.key === key ? found.content : null,
  ];
}

async function check(key) {
  const answer = await ask("check", {}, "check");
  if (answer.outdated) return undefined;
  if (answer.error) return say(answer.error);
  found = { key, content: h("div", { class: "report", role: "status" }, lines(answer.lines)) };
  return app.draw();
}
