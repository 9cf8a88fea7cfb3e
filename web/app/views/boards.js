// The boards of a round. Touching a result enters it, touching a player shows the reasons, and players can be moved.

import { app, ask, change, nameOf, say, showRound } from "../app.js";
import { button, h, lines } from "../dom.js";
import { t } from "../words.js";
import { bracketsPanel, show, whyPanel } from "./panel.js";

export function boardsView() {
  const { round, next, rounds } = app.shown;
  return [
    roundsList(),
    round ? roundHead(round, rounds) : null,
    round ? boards(round) : null,
    next ? nextRound(next) : !round?.open && app.shown.done ? h("p", { class: "over" }, t("over")) : null,
  ];
}

function roundsList() {
  const { recorded, round } = app.shown;
  if (recorded < 2) return null;
  const one = number => button(number, () => showRound(number), {
    "aria-current": number === round.number ? "true" : null,
    "aria-label": t("round", { number }), "data-key": `round-${number}`,
  });
  return h("nav", { class: "rounds", "aria-label": t("rounds-list") }, Array.from({ length: recorded }, (_, at) => one(at + 1)));
}

function roundHead(round, rounds) {
  const title = rounds ? t("round-of", { number: round.number, rounds }) : t("round", { number: round.number });
  const untouched = round.last && round.enterable && round.open === round.boards.length;
  return h("div", { class: "head" },
    h("h2", {}, title),
    round.open ? h("p", { class: "open" }, t("open-results", { number: round.open })) : null,
    h("div", { class: "tools" },
      untouched ? button(app.moving ? t("move-done") : t("move"), toggleMoving, { class: "quiet", "data-key": "move" }) : null,
      button(t("brackets"), () => bracketsPanel(round.number), { class: "quiet", "data-key": "brackets" }),
      button(t("print"), () => window.print(), { class: "quiet", "data-key": "print" }),
      h("a", { class: "button quiet", href: "?view=wall", target: "_blank", rel: "noopener" }, t("wall"))),
    round.enterable ? null : h("p", { class: "hint" }, t("team-hint")),
    app.moving ? moveHint() : null,
    round.by_hand.map(words => h("p", { class: "by-hand" }, t("by-hand", { words }))));
}

function boards(round) {
  const pairs = app.moving?.pairs;
  const rows = pairs ? pairs.filter(pair => pair[1]).map((pair, at) => ({ board: at + 1, white: pair[0], black: pair[1], result: "" })) : round.boards;
  const alone = pairs ? pairs.filter(pair => !pair[1]).map(pair => ({ player: pair[0], words: t("the-bye") })) : round.byes;
  const scores = new Map(round.boards.flatMap(one => [[one.white, one.white_score], [one.black, one.black_score]]));
  for (const bye of round.byes) scores.set(bye.player, bye.player_score);
  return h("ol", { class: "boards" },
    rows.map(one => boardRow(round, one, scores)),
    alone.map(one => h("li", { class: "board alone" },
      h("span", { class: "place" }), side(one.player, "single", scores.get(one.player)),
      h("span", { class: "reason" }, one.words))));
}

function boardRow(round, one, scores) {
  return h("li", { class: one.result ? "board done" : "board" },
    h("span", { class: "place" }, one.board),
    side(one.white, "white", scores.get(one.white)),
    app.moving ? h("span", { class: "results" }, "–") : results(round, one),
    side(one.black, "black", scores.get(one.black)),
    one.games?.length ? games(one) : null);
}

// The games of a team match.
function games(one) {
  return h("details", { class: "games" }, h("summary", {}, t("games")),
    h("ol", {}, one.games.map(({ white, black, result }) => h("li", {}, `${white} – ${black}: `, h("strong", {}, result)))));
}

function side(number, colour, score) {
  const chosen = app.moving?.chosen === number;
  const words = [h("span", { class: "name" }, nameOf(number)), h("span", { class: "score" }, score)];
  const action = app.moving ? () => choose(number) : () => whyPanel(number);
  const drag = app.moving ? {
    draggable: "true",
    ondragstart: event => event.dataTransfer.setData("text/plain", number),
    ondragover: event => event.preventDefault(),
    ondrop: event => {
      event.preventDefault();
      app.moving.chosen = Number(event.dataTransfer.getData("text/plain"));
      choose(number);
    },
  } : {};
  return h("button", {
    type: "button", class: `side ${colour}`, onclick: action, "data-key": `side-${number}`, "data-number": number,
    "aria-pressed": app.moving ? String(chosen) : null,
    "aria-label": app.moving ? null : t("why-of", { name: nameOf(number) }), ...drag,
  }, words);
}

function results(round, one) {
  if (!round.enterable) return h("span", { class: "results" }, one.result || "–");
  const offered = app.shown.results;
  const enter = code => change("enter", { round: round.number, results: { [one.board]: code === one.result ? "" : code } });
  const usual = offered.filter(({ short }) => short).map(({ code, short, words }) => button(short, () => enter(code), {
    "aria-pressed": String(code === one.result), "aria-label": `${t("result-of", { board: one.board })}: ${words}`,
    title: words, "data-key": `result-${one.board}-${code}`, class: "result",
  }));
  const rest = offered.filter(({ short }) => !short);
  const isOther = one.result && !offered.some(({ code, short }) => short && code === one.result);
  const known = rest.some(({ code }) => code === one.result);
  const select = h("select", {
    "aria-label": `${t("result-of", { board: one.board })}: ${t("other-result")}`, class: isOther ? "other set" : "other",
    "data-key": `other-${one.board}`, onchange: event => enter(event.target.value),
  },
  h("option", { value: one.result }, isOther ? one.result : "…"),
  rest.filter(({ code }) => code !== one.result || !known).map(({ code, words }) => h("option", { value: code }, code === words ? code : `${code}  ${words}`)));
  const printed = h("span", { class: "printed" }, one.result || "–");
  return h("span", { class: "results", role: "group", "aria-label": t("result-of", { board: one.board }) }, usual, select, printed);
}

function nextRound(number) {
  const away = app.shown.players.filter(one => one.away);
  return h("section", { class: "next" },
    h("h2", {}, app.shown.rounds ? t("round-of", { number, rounds: app.shown.rounds }) : t("round", { number })),
    h("p", {}, t("ready", { players: app.shown.players.length - away.length })),
    app.shown.not_heard_of.length ? h("p", {}, t("not-heard-of", { before: number - 1, names: app.shown.not_heard_of.map(nameOf).join("; ") })) : null,
    away.length ? h("p", {}, `${t("away-now", { number })} ${away.map(one => one.name).join("; ")}`) : null,
    button(t("pair", { number }), () => (app.shown.kind === "team" ? teamRound() : change("next-round")), { class: "main", "data-key": "pair" }));
}

// A round of a team event is shown but not added to the file, because the page does not know line-ups.
async function teamRound() {
  const answer = await ask("pair", {}, "panel");
  if (answer.outdated) return undefined;
  if (answer.error) return say(answer.error);
  const rows = answer.boards.map(one => h("li", {}, `${nameOf(one.white)} – ${nameOf(one.black)}`));
  return show(t("round", { number: answer.round }), [h("ol", { class: "pairs" }, rows), answer.bye ? h("p", {}, `${nameOf(answer.bye)}: ${t("the-bye")}`) : null]);
}

// Moving players: a swap is kept only after the page has shown what the rules say about it.

function toggleMoving() {
  if (app.moving) return stopMoving();
  const { boards: rows, byes } = app.shown.round;
  const pairs = rows.map(one => [one.white, one.black]);
  app.moving = { pairs: [...pairs, ...byes.filter(one => one.kind === "U").map(one => [one.player, 0])], chosen: null };
  app.panel = null;
  return app.draw();
}

function stopMoving() {
  app.moving = app.panel = null;
  app.draw();
}

function moveHint() {
  const { chosen } = app.moving;
  return h("p", { class: "hint", "aria-live": "polite" }, chosen ? t("chosen", { name: nameOf(chosen) }) : t("move-hint"));
}

async function choose(number) {
  const { moving } = app;
  if (moving.chosen === null) {
    moving.chosen = number;
    return app.draw();
  }
  const other = moving.chosen;
  moving.chosen = null;
  if (other === number) return app.draw();
  const swapped = one => (one === number ? other : one === other ? number : one);
  moving.pairs = moving.pairs.map(pair => pair.map(swapped));
  app.draw();
  const { pairs } = moving;
  const answer = await ask("judge", { round: app.shown.round.number, pairs }, "judge");
  if (answer.outdated || app.moving !== moving) return undefined;
  app.panel = {
    title: t("proposal"),
    content: [
      lines(answer.error ? [answer.error] : answer.lines),
      answer.error ? null : button(t("keep"), () => change("by-hand", { round: app.shown.round.number, pairs }), { class: "main", "data-key": "keep" }),
      button(t("discard"), stopMoving, { class: "quiet", "data-key": "discard" }),
    ],
  };
  return app.draw();
}

