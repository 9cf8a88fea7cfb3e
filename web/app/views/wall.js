// The boards in large type for a projector (?view=wall). It shows what another window of this browser keeps, without an
// engine, and anew whenever that changes.

import { h } from "../dom.js";
import { wall } from "../store.js";
import { speak, t } from "../words.js";

export function startWall(root) {
  document.documentElement.dataset.view = "wall";
  const draw = () => root.replaceChildren(...content(wall()));
  window.addEventListener("storage", draw);
  draw();
}

function content(shown) {
  if (!shown?.round) return [h("p", { class: "empty" }, t("wall-empty"))];
  speak(shown.language);
  const names = new Map(shown.players.map(one => [one.number, one.name || String(one.number)]));
  const { round } = shown;
  const title = shown.rounds ? t("round-of", { number: round.number, rounds: shown.rounds }) : t("round", { number: round.number });
  return [
    h("header", { class: "top" }, h("h1", {}, shown.name), h("p", {}, title)),
    h("ol", { class: "boards" },
      round.boards.map(one => h("li", { class: "board" },
        h("span", { class: "place" }, one.board), h("span", { class: "side white" }, names.get(one.white)),
        h("span", { class: "results" }, one.result || "–"), h("span", { class: "side black" }, names.get(one.black)))),
      round.byes.filter(one => one.kind === "U").map(one => h("li", { class: "board alone" },
        h("span", { class: "place" }), h("span", { class: "side" }, names.get(one.player)), h("span", { class: "reason" }, one.words)))),
  ];
}
