// The boards of a round. Touching or typing a result enters it, touching a player shows the reasons, and players can be
// moved.

import { app, ask, change, enter, nameOf, resultOf, say, seats, showRound } from "../app.js";
import { button, field, h, lines, remembering } from "../dom.js";
import { language, t } from "../words.js";
import { bracketsPanel, show, whyPanel } from "./panel.js";
import { picture } from "./picture.js";
import { lineUpsPanel } from "./teams.js";
import { linksOf } from "./wall.js";

export function boardsView() {
  const { round, next, rounds, to_come: toCome } = app.shown;
  return [
    round ? roundHead(round, rounds) : null,
    round ? boards(round) : null,
    next ? nextRound(next) : !round?.open && app.shown.done && !toCome ? h("p", { class: "over" }, t("over")) : null,
  ];
}

function roundsList() {
  const { recorded, round } = app.shown;
  if (recorded < 2) return null;
  const one = number => button(number, () => showRound(number), {
    "aria-current": number === round.number ? "true" : null, tabindex: number === round.number ? null : "-1",
    "aria-label": t("round", { number }), "data-key": `round-${number}`,
  });
  return h("nav", { class: "rounds", "data-arrows": true, "aria-label": t("rounds-list") }, Array.from({ length: recorded }, (_, at) => one(at + 1)));
}

function roundHead(round, rounds) {
  const title = rounds ? t("round-of", { number: round.number, rounds }) : t("round", { number: round.number });
  const all = seats(round);
  const someEntered = all.some(resultOf);
  const tools = [
    round.last ? ["move", app.moving ? t("move-done") : t("move"), toggleMoving] : null,
    round.last ? ["unpair", t("unpair"), () => unpair(round)] : null,
    someEntered ? ["verify", app.verifying ? t("verify-done") : t("verify"), toggleVerifying] : null,
    ["brackets", t("brackets"), () => bracketsPanel(round.number)],
    ["print", t("print"), () => window.print()],
  ].filter(Boolean);
  return h("div", { class: "head" },
    h("h2", {}, title),
    h("p", { class: "open" }, round.open ? t("open-results", { number: round.open }) : t("all-results")),
    h("div", { class: "bar" }, roundsList(), h("div", { class: "tools", role: "toolbar", "aria-label": title, "data-arrows": true },
      tools.map(([key, words, action], at) => button(words, action, { class: "quiet", "data-key": key, tabindex: at ? "-1" : null })),
      h("a", { class: "button quiet", href: "?view=wall", target: "_blank", rel: "noopener", tabindex: "-1" }, t("wall")),
      button(t("link"), () => linkPanel(), { class: "quiet", "data-key": "link", tabindex: "-1" }))),
    app.moving ? null : h("p", { class: "hint keys" }, app.verifying ? t("verify-hint", { number: app.verifying.seen.size, boards: all.length }) : t("keys-hint")),
    app.moving ? moveHint() : null,
    jumpField(),
    round.by_hand.map(words => h("p", { class: "by-hand" }, t("by-hand", { words }))));
}

async function linkPanel() {
  const { link, codes } = await linksOf(app.shown);
  const part = ({ boards, code }) => h("figure", { class: "code" },
    codes.length > 1 ? h("figcaption", {}, t("boards-from", { first: boards[0][0], last: boards.at(-1)[0] })) : null, pictureOf(code));
  show(t("link"), [h("p", {}, t("link-hint")), codes.map(part),
    h("input", { type: "text", readonly: true, value: link, "aria-label": t("link"), "data-key": "link-text", onfocus: event => event.target.select() }),
    button(t("copy"), () => navigator.clipboard?.writeText(link), { class: "main", "data-key": "copy" })]);
}

// A code in black on white, with the light border that it needs.
const BORDER = 4;
function pictureOf(code) {
  const size = code.length + 2 * BORDER;
  const dark = code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + BORDER},${y + BORDER}h1v1h-1z` : ""))).join("");
  return h("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("link"), "shape-rendering": "crispEdges" },
    h("rect", { width: size, height: size, fill: "#fff" }), h("path", { d: dark, fill: "#000" }));
}

function unpair({ number, open, boards: { length } }) {
  const hasResults = open < length;
  if (hasResults && !window.confirm(t("unpair-sure", { number }))) return undefined;
  app.round = app.verifying = null;
  return change("unpair", { force: hasResults });
}

const remembered = remembering();

function boards(round) {
  const pairs = app.moving?.pairs;
  const rows = pairs ? pairs.filter(pair => pair[1]).map((pair, at) => ({ board: at + 1, white: pair[0], black: pair[1], result: "" })) : round.boards;
  const alone = pairs ? pairs.filter(pair => !pair[1]).map(pair => ({ player: pair[0], words: t("the-bye") })) : round.byes;
  const scores = new Map(round.boards.flatMap(one => [[one.white, one.white_score], [one.black, one.black_score]]));
  for (const bye of round.byes) scores.set(bye.player, bye.player_score);
  const names = new Map(app.shown.players.map(one => [one.number, one.name || String(one.number)]));
  const mode = [language(), Boolean(app.moving), app.verifying !== null, round.number];
  const row = one => {
    const [white, black] = [one.white, one.black].map(number => ({ number, name: names.get(number), score: scores.get(number) }));
    const chosen = app.moving?.chosen;
    const mark = app.moving?.verdict?.marks.get(`${white.number}-${black.number}`) ?? "";
    const pass = app.verifying && [app.verifying.seen.has(one.board), app.verifying.differs.get(one.board)];
    const depends = [...mode, resultOf(one), white.number, white.name, white.score,
      black.number, black.name, black.score, chosen === white.number, chosen === black.number, mark, ...pass ?? []];
    return remembered(one.board, depends, () => boardRow(round, one, white, black, mark, pass));
  };
  const game = one => {
    const pass = app.verifying && [app.verifying.seen.has(one.board), app.verifying.differs.get(one.board)];
    const [white, black] = [one.white, one.black].map((name, side) => ({ number: one.numbers[side], name }));
    return remembered(one.board, [...mode, one.result, white.name, black.name, ...pass ?? []], () => boardRow(round, one, white, black, "game", pass));
  };
  return h("ol", { class: `boards ${app.shown.kind}`, "data-arrows": true, "data-key": `boards-${round.number}` },
    rows.map(one => (one.games ? [row(one), one.games.map(game)] : row(one))),
    alone.map(one => h("li", { class: "board alone" },
      h("span", { class: "place" }), side({ number: one.player, name: names.get(one.player), score: scores.get(one.player) }, "single", null),
      h("span", { class: "reason" }, one.words))));
}

function boardRow(round, one, white, black, mark, pass) {
  const [isSeen, typed] = pass ?? [];
  return h("li", { class: `board${resultOf(one) ? " done" : ""}${one.games ? " match" : ""}${isSeen ? " seen" : ""}${typed ? " differs" : ""} ${mark}`, "data-board": one.board, "data-key": `board-${one.board}` },
    h("span", { class: "place" }, one.board),
    side(white, "white", app.moving ? null : "-1"),
    app.moving ? h("span", { class: "results" }, "–") : results(round, one),
    side(black, "black", "-1"),
    typed ? h("p", { class: "differing", role: "alert" }, t("verify-differs", { old: resultOf(one) || "–", new: typed })) : null);
}

function side({ number, name, score }, colour, tabindex) {
  if (score === undefined) return h("span", { class: `side ${colour}` }, h("span", { class: "name" }, number ? name : t("empty-seat"))); // in a match of teams
  const chosen = app.moving?.chosen === number;
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
    type: "button", class: `side ${colour}`, onclick: () => (app.moving ? choose(number) : whyPanel(number)),
    "data-key": `side-${number}`, "data-number": number, tabindex,
    "aria-pressed": app.moving ? String(chosen) : null, "aria-label": app.moving ? null : t("why-of", { name }), ...drag,
  }, h("span", { class: "name" }, name), h("span", { class: "score" }, score));
}

function results(round, one) {
  const offered = app.shown.results;
  const result = resultOf(one);
  const entering = code => given(round.number, one.board, code, code === result ? "" : code);
  const label = t("result-of", { board: one.board });
  if (one.games) return matchResults(one, offered, label, entering);
  if (one.numbers?.includes(0)) return h("span", { class: "results" }, result);
  const usual = offered.filter(({ short }) => short);
  const inFocus = usual.some(({ code }) => code === result) ? result : usual[0].code;
  const rest = offered.filter(({ short }) => !short);
  const isOther = result && !usual.some(({ code }) => code === result);
  return h("span", { class: "results", role: "group", "aria-label": label },
    usual.map(({ code, short, words }) => button(short, () => entering(code), {
      "aria-pressed": String(code === result), "aria-label": `${label}: ${words}`, title: words,
      "data-key": `result-${one.board}-${code}`, class: "result", tabindex: code === inFocus ? null : "-1",
    })),
    h("select", {
      "aria-label": `${label}: ${t("other-result")}`, class: isOther ? "other set" : "other", value: result,
      "data-key": `other-${one.board}`, onchange: event => entering(event.target.value), tabindex: "-1",
    },
    h("option", { value: result }, isOther ? result : "…"), options(rest.filter(({ code }) => code !== result))),
    h("span", { class: "printed" }, result || "–"));
}

const options = offered => offered.map(({ code, words }) => h("option", { value: code }, code === words ? code : `${code}  ${words}`));

// The game points of a match of teams, its line-ups, and the results of a match that is not played.
function matchResults(one, offered, label, entering) {
  return h("span", { class: "results", role: "group", "aria-label": label },
    h("strong", { class: "points" }, one.result || "–"),
    button(t("line-ups"), () => lineUpsPanel(one.board), { class: "quiet", "data-key": `line-ups-${one.board}`, tabindex: "-1" }),
    h("select", { "aria-label": `${label}: ${t("match-result")}`, class: "other", value: "", "data-key": `other-${one.board}`, onchange: event => entering(event.target.value), tabindex: "-1" },
      h("option", { value: "" }, "…"), options(offered.filter(({ short }) => !short))));
}

// A result that was touched or typed: `toggled` is the result after a touch. A second pass compares it with the first one.
// Says whether the board is finished.
function given(round, board, code, toggled = code) {
  const { verifying } = app;
  if (!verifying) {
    enter(round, board, toggled);
    return true;
  }
  const before = resultOf(seats(app.shown.round).find(one => one.board === board));
  const again = verifying.differs.get(board) === code;
  if (code !== before && again) enter(round, board, code);
  const agrees = code === before || again;
  if (agrees) verifying.seen.add(board);
  else verifying.seen.delete(board);
  if (agrees) verifying.differs.delete(board);
  else verifying.differs.set(board, code);
  app.draw();
  return agrees;
}

function toggleVerifying() {
  app.verifying = app.verifying ? null : { seen: new Set(), differs: new Map() };
  app.moving = null;
  app.draw();
  if (app.verifying) focusBoard(seats(app.shown.round)[0]?.board);
}

// Results by the keyboard: 1, = or ½, 0, + and - for the board that has the focus, or else the first one without a result.

const DRAWS = ["=", "½"];
const JUMPS = ["/", "#"];

export function byKey(key) {
  const { round } = app.shown;
  if (app.moving || !round) return false;
  if (JUMPS.includes(key) || (key >= "2" && key <= "9")) return jumpTo(JUMPS.includes(key) ? "" : key);
  const usual = app.shown.results.filter(({ short }) => short);
  const forfeit = sign => app.shown.results.find(one => one.code.startsWith(sign));
  const found = key === "1" ? usual[0] : DRAWS.includes(key) ? usual[1] : key === "0" ? usual[2] : key === "+" ? forfeit("+--") : key === "-" ? forfeit("--+") : null;
  if (!found) return false;
  const all = seats(round);
  const focused = document.activeElement?.closest?.("[data-board]")?.dataset.board;
  const { board } = all.find(one => String(one.board) === focused) ?? all.find(one => !resultOf(one)) ?? all[0] ?? {};
  if (!board) return false;
  const next = all[all.findIndex(one => one.board === board) + 1]?.board ?? board;
  if (given(round.number, board, found.code)) focusBoard(next);
  return true;
}

// The number of a match stands for its first board.
function focusBoard(number) {
  const stop = (field(`board-${number}.1`) ?? field(`board-${number}`))?.querySelector(".result:not([tabindex])");
  stop?.focus();
  return Boolean(stop);
}

let jump = null; // the number that is being typed

function jumpTo(text) {
  jump = text;
  app.draw();
  field("jump").focus();
  return true;
}

function jumpField() {
  if (jump === null) return null;
  const close = () => {
    if (jump === null) return; // the field that has the focus is being removed
    jump = null;
    app.draw();
  };
  const typed = event => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const wanted = event.target.value.trim();
    close();
    if (event.key === "Enter") focusBoard(wanted);
  };
  return h("label", { class: "jump" }, h("span", {}, t("jump")),
    h("input", { type: "text", inputmode: "numeric", value: jump, onkeydown: typed, onblur: close, "data-key": "jump" }));
}

function nextRound(number) {
  const away = app.shown.players.filter(one => one.away);
  return h("section", { class: "next" },
    h("h2", {}, app.shown.rounds ? t("round-of", { number, rounds: app.shown.rounds }) : t("round", { number })),
    h("p", {}, t(app.shown.kind === "team" ? "ready-teams" : "ready", { players: app.shown.players.length - away.length })),
    app.shown.not_heard_of.length ? h("p", {}, t("not-heard-of", { before: number - 1, names: app.shown.not_heard_of.map(nameOf).join("; ") })) : null,
    away.length ? h("p", {}, `${t("away-now", { number })} ${away.map(one => one.name).join("; ")}`) : null,
    button(t("pair", { number }), pairNext, { class: "main", "data-key": "pair" }));
}

function pairNext() {
  app.round = app.verifying = null;
  return change("next-round").then(answer => answer && window.scrollTo(0, 0));
}

// Moving players: a swap is kept only after the page has shown what the rules say about it.

function toggleMoving() {
  if (app.moving) return stopMoving();
  const { boards: rows, byes } = app.shown.round;
  const pairs = rows.map(one => [one.white, one.black]);
  app.moving = { pairs: [...pairs, ...byes.filter(one => one.kind === "U").map(one => [one.player, 0])], chosen: null };
  app.panel = app.verifying = null;
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
  moving.verdict = null;
  app.draw();
  const answer = await ask("judge", { round: app.shown.round.number, pairs: moving.pairs }, "judge");
  if (answer.outdated || app.moving !== moving) return undefined;
  moving.verdict = answer.error ? null : verdictOf(answer);
  const { kind = "bad", words = answer.error } = moving.verdict ?? {};
  const drawn = kind !== "good" && !answer.error && await ask("brackets", { round: app.shown.round.number }, "brackets");
  if (drawn?.outdated || app.moving !== moving) return undefined;
  app.panel = {
    title: t("proposal"),
    content: [
      h("p", { class: `verdict ${kind}`, role: "alert" }, words),
      answer.error ? null : button(kind === "good" ? t("keep") : t("keep-anyway"), keepMoved, { class: kind === "good" ? "main" : "main risky", "data-key": "keep" }),
      button(t("discard"), stopMoving, { class: "quiet", "data-key": "discard" }),
      drawn && !drawn.error ? picture(drawn, { dashed: marked(moving), kept: moving.pairs }) : null,
      answer.error || answer.agrees ? null : h("details", {}, h("summary", {}, t("why-rest")), lines(answer.lines)),
    ],
  };
  return app.draw();
}

// The boards of a proposal that break a rule or make the round worse.
const marked = ({ pairs, verdict: { marks } }) => pairs.flatMap(pair => (marks.has(pair.join("-")) ? [[...pair, marks.get(pair.join("-"))]] : []));

const keepMoved = () => change("by-hand", { round: app.shown.round.number, pairs: app.moving.pairs });

// What a proposal breaks, the worst first, and the boards that break it.
function verdictOf({ agrees, illegal, boards, as_a_whole: whole, lines: told }) {
  const marks = new Map(boards.map(({ board, why }) => [board.join("-"), why.verdict === "impossible" || why.verdict === "illegal" ? "bad" : "worse"]));
  const names = ({ players }) => players.map(nameOf).join(" – ");
  if (illegal.length) return { kind: "bad", marks, words: illegal.map(one => t("breaks", { names: names(one), words: one.words })).join("\n") };
  if (agrees) return { kind: "good", marks, words: told[0] };
  const plain = [...new Set([...boards.map(one => one.why), whole].map(why => why?.plain).filter(Boolean))];
  return { kind: "worse", marks, words: [t("no-rule-broken"), ...plain].join("\n") };
}
