// The whole event held against the rules, and the pages of the library to look at, to print and to save.

import { app, ask, say } from "../app.js";
import { button, download, h, lines } from "../dom.js";
import { t } from "../words.js";
import { framed } from "./panel.js";

let found = null; // { key, content }

export function checkView() {
  const key = `${document.documentElement.lang} ${app.event.trf}`;
  return [
    h("div", { class: "head" }, h("h2", {}, t("check")), h("p", {}, t("check-hint")),
      h("div", { class: "actions" },
        app.shown.recorded ? button(t("check-now"), () => check(key), { class: "main", "data-key": "check-now" }) : null)),
    found?.key === key ? found.content : null,
    h("h2", {}, t("sheets")),
    h("div", { class: "actions" },
      app.shown.round || app.shown.next ? button(t("sheet-round"), () => page(key, "round"), { class: "quiet", "data-key": "sheet-round" }) : null,
      app.shown.done ? button(t("sheet-standings"), () => page(key, "standings"), { class: "quiet", "data-key": "sheet-standings" }) : null,
      app.shown.recorded ? button(t("sheet-check"), () => page(key, "check"), { class: "quiet", "data-key": "sheet-check" }) : null),
  ];
}

async function check(key) {
  const answer = await ask("check", {}, "check");
  if (answer.outdated) return undefined;
  if (answer.error) return say(answer.error);
  found = { key, content: h("div", { class: "report" }, lines(answer.lines)) };
  return app.draw();
}

async function page(key, which) {
  const answer = await ask("page", { page: which, round: app.shown.round?.number ?? app.shown.next }, "page");
  if (answer.outdated) return undefined;
  if (answer.error) return say(answer.error);
  const frame = framed(answer.html, t(`sheet-${which}`));
  found = {
    key,
    content: h("div", { class: "sheet" },
      h("div", { class: "actions" },
        button(t("print"), () => frame.contentWindow.print(), { class: "quiet" }),
        button(t("save-page"), () => download(`${which}.html`, answer.html, "text/html"), { class: "quiet" })),
      frame),
  };
  return app.draw();
}
