// The library's pages to read, print and save: those for the wall, and those for the arbiter.

import { app, ask, say } from "../app.js";
import { button, download, h } from "../dom.js";
import { t } from "../words.js";
import { framed } from "./panel.js";

let found = null; // { key, content }

export function sheetsView() {
  const key = `${document.documentElement.lang} ${app.event.trf}`;
  const { round, next, done, recorded } = app.shown;
  const one = (which, isThere) => (isThere ? button(t(`sheet-${which}`), () => open(key, which), { class: "quiet", "data-key": `sheet-${which}` }) : null);
  return [
    h("div", { class: "head" }, h("h2", {}, round ? t("round", { number: round.number }) : t("sheets")),
      h("div", { class: "actions" }, one("sheet", round), one("slips", round), one("results", round && round.boards.some(board => board.result)), one("round", round || next))),
    done ? h("div", { class: "head" }, h("h2", {}, t("standings")),
      h("div", { class: "actions" }, one("poster", true), one("crosstable", true), one("standings", true))) : null,
    recorded ? h("div", { class: "head" }, h("h2", {}, t("check")), h("div", { class: "actions" }, one("check", true))) : null,
    found?.key === key ? found.content : null,
  ];
}

async function open(key, which) {
  const { round, next, done, recorded } = app.shown;
  const values = { page: which, round: round?.number ?? next };
  if (done < recorded) values.after = done;
  const answer = await ask("page", values, "page");
  if (answer.outdated) return undefined;
  if (answer.error) return say(answer.error);
  const title = t(`sheet-${which}`);
  found = {
    key,
    content: h("section", { class: "sheet", "aria-label": title, "data-key": which },
      h("h3", { tabindex: "-1" }, title),
      h("div", { class: "actions" },
        button(t("print"), () => document.querySelector(".sheet iframe").contentWindow.print(), { class: "main", "data-key": "print-page" }),
        button(t("save-page"), () => download(`${which}.html`, answer.html, "text/html"), { class: "quiet", "data-key": "save-page" })),
      framed(answer.html, title)),
  };
  app.draw();
  return document.querySelector(".sheet h3")?.focus();
}
