// The boards of a round. Touching or typing a result enters it, touching a player shows the reasons, and players can be
// moved.

import { app, ask, change, enter, nameOf, say, showRound } from "../app.js";
import { button, field, h, lines, remembering } from "../dom.js";
import { language, t } from "../words.js";
import { bracketsPanel, show, whyPanel } from "./panel.js";
import { linkOfRound } from "./wall.js";

export function boardsView() {
  const { round, next, rounds, to_come: toCome } = app.shown;
  return [
    roundsList(),
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
  const canMove = round.last && round.enterable;
  const someEntered = round.enterable && round.open < round.boards.length;
  const tools = [
    canMove ? ["move", app.moving ? t("move-done") : t("move"), toggleMoving] : null,
    someEntered ? ["verify", app.verifying ? t("verify-done") : t("verify"), toggleVerifying] : null,
    round.last ? ["unpair", t("unpair"), () => unpair(round)] : null,
    ["brackets", t("brackets"), () => bracketsPanel(round.number)],
    ["print", t("print"), () => window.print()],
  ].filter(Boolean);
  return h("div", { class: "head" },
    h("h2", {}, title),
    round.open ? h("p", { class: "open" }, t("open-results", { number: round.open })) : null,
    h("div", { class: "tools", role: "toolbar", "aria-label": title, "data-arrows": true },
      tools.map(([key, words, action], at) => button(words, action, { class: "quiet", "data-key": key, tabindex: at ? "-1" : null })),
      h("a", { class: "button quiet", href: "?view=wall", target: "_blank", rel: "noopener", tabindex: "-1" }, t("wall")),
      button(t("link"), () => linkPanel(), { class: "quiet", "data-key": "link", tabindex: "-1" })),
    round.enterable ? null : h("p", { class: "hint" }, t("team-hint")),
    round.enterable && !app.moving ? h("p", { class: "hint keys" }, app.verifying ? t("verify-hint", { number: app.verifying.seen.size, boards: round.boards.length }) : t("keys-hint")) : null,
    app.moving ? moveHint() : null,
    jumpField(),
    round.by_hand.map(words => h("p", { class: "by-hand" }, t("by-hand", { words }))));
}

async function linkPanel() {
  const link = await linkOfRound(app.shown);
  show(t("link"), [h("p", {}, t("link-hint")),
    h("input", { type: "text", readonly: true, value: link, "aria-label": t("link"), "data-key": "link-text", onfocus: event => event.target.select() }),
    button(t("copy"), () => navigator.clipboard?.writeText(link), { class: "main", "data-key": "copy" })]);
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
  const mode = [language(), Boolean(app.moving), app.verifying !== null, round.number, round.enterable];
  const row = one => {
    const [white, black] = [one.white, one.black].map(number => ({ number, name: names.get(number), score: scores.get(number) }));
    const chosen = app.moving?.chosen;
    const mark = app.moving?.verdict?.marks.get(`${white.number}-${black.number}`) ?? "";
    const pass = app.verifying && [app.verifying.seen.has(one.board), app.verifying.differs.get(one.board)];
    const depends = [...mode, one.result, one.games?.length ? JSON.stringify(one.games) : "", white.number, white.name, white.score,
      black.number, black.name, black.score, chosen === white.number, chosen === black.number, mark, ...pass ?? []];
    return remembered(one.board, depends, () => boardRow(round, one, white, black, mark, pass));
  };
  return h("ol", { class: "boards", "data-arrows": true, "data-key": `boards-${round.number}` },
    rows.map(row),
    alone.map(one => h("li", { class: "board alone" },
      h("span", { class: "place" }), side({ number: one.player, name: names.get(one.player), score: scores.get(one.player) }, "single", null),
      h("span", { class: "reason" }, one.words))));
}

function boardRow(round, one, white, black, mark, pass) {
  const [isSeen, typed] = pass ?? [];
  return h("li", { class: `board${one.result ? " done" : ""}${isSeen ? " seen" : ""}${typed ? " differs" : ""} ${mark}`, "data-board": one.board, "data-key": `board-${one.board}` },
    h("span", { class: "place" }, one.board),
    side(white, "white", app.moving || !round.enterable ? null : "-1"),
    app.moving ? h("span", { class: "results" }, "–") : results(round, one),
    side(black, "black", "-1"),
    typed ? h("p", { class: "differing", role: "alert" }, t("verify-differs", { old: one.result || "–", new: typed })) : null,
    one.games?.length ? games(one) : null);
}

// The games of a team match.
function games(one) {
  return h("details", { class: "games" }, h("summary", {}, t("games")),
    h("ol", {}, one.games.map(({ white, black, result }) => h("li", {}, `${white} – ${black}: `, h("strong", {}, result)))));
}

function side({ number, name, score }, colour, tabindex) {
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
  if (!round.enterable) return h("span", { class: "results" }, one.result || "–");
  const offered = app.shown.results;
  const entering = code => given(round.number, one.board, code, code === one.result ? "" : code);
  const usual = offered.filter(({ short }) => short);
  const inFocus = usual.some(({ code }) => code === one.result) ? one.result : usual[0].code;
  const rest = offered.filter(({ short }) => !short);
  const isOther = one.result && !usual.some(({ code }) => code === one.result);
  const known = rest.some(({ code }) => code === one.result);
  const label = t("result-of", { board: one.board });
  return h("span", { class: "results", role: "group", "aria-label": label },
    usual.map(({ code, short, words }) => button(short, () => entering(code), {
      "aria-pressed": String(code === one.result), "aria-label": `${label}: ${words}`, title: words,
      "data-key": `result-${one.board}-${code}`, class: "result", tabindex: code === inFocus ? null : "-1",
    })),
    h("select", {
      "aria-label": `${label}: ${t("other-result")}`, class: isOther ? "other set" : "other", value: one.result,
      "data-key": `other-${one.board}`, onchange: event => entering(event.target.value), tabindex: "-1",
    },
    h("option", { value: one.result }, isOther ? one.result : "…"),
    rest.filter(({ code }) => code !== one.result || !known).map(({ code, words }) => h("option", { value: code }, code === words ? code : `${code}  ${words}`))),
    h("span", { class: "printed" }, one.result || "–"));
}

// A result that was touched or typed: `toggled` is the result after a touch. A second pass compares it with the first one.
// Says whether the board is finished.
function given(round, board, code, toggled = code) {
  const { verifying } = app;
  if (!verifying) {
    enter(round, board, toggled);
    return true;
  }
  const before = app.shown.round.boards.find(one => one.board === board).result;
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
  if (app.verifying) focusBoard(1);
}

// Results by the keyboard: 1, = or ½, 0, + and - for the board that has the focus, or else the first one without a result.

const DRAWS = ["=", "½"];
const JUMPS = ["/", "#"];

export function byKey(key) {
  const { round } = app.shown;
  if (app.moving || !round?.enterable) return false;
  if (JUMPS.includes(key) || (key >= "2" && key <= "9")) return jumpTo(JUMPS.includes(key) ? "" : key);
  const usual = app.shown.results.filter(({ short }) => short);
  const forfeit = sign => app.shown.results.find(one => one.code.startsWith(sign));
  const found = key === "1" ? usual[0] : DRAWS.includes(key) ? usual[1] : key === "0" ? usual[2] : key === "+" ? forfeit("+--") : key === "-" ? forfeit("--+") : null;
  if (!found) return false;
  const focused = Number(document.activeElement?.closest?.("[data-board]")?.dataset.board);
  const board = focused || (round.boards.find(one => !one.result) ?? round.boards[0]).board;
  if (given(round.number, board, found.code)) focusBoard(Math.min(board + 1, round.boards.length));
  return true;
}

function focusBoard(number) {
  const stop = field(`board-${number}`)?.querySelector(".result:not([tabindex])");
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
    const wanted = Number(event.target.value);
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
    h("p", {}, t("ready", { players: app.shown.players.length - away.length })),
    app.shown.not_heard_of.length ? h("p", {}, t("not-heard-of", { before: number - 1, names: app.shown.not_heard_of.map(nameOf).join("; ") })) : null,
    away.length ? h("p", {}, `${t("away-now", { number })} ${away.map(one => one.name).join("; ")}`) : null,
    button(t("pair", { number }), pairNext, { class: "main", "data-key": "pair" }));
}

function pairNext() {
  if (app.shown.kind === "team") return teamRound();
  app.round = app.verifying = null;
  return change("next-round").then(answer => answer && window.scrollTo(0, 0));
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
  app.panel = {
    title: t("proposal"),
    content: [
      h("p", { class: `verdict ${kind}`, role: "alert" }, words),
      answer.error ? null : button(kind === "good" ? t("keep") : t("keep-anyway"), keepMoved, { class: kind === "good" ? "main" : "main risky", "data-key": "keep" }),
      button(t("discard"), stopMoving, { class: "quiet", "data-key": "discard" }),
      answer.error || answer.agrees ? null : h("details", {}, h("summary", {}, t("why-rest")), lines(answer.lines)),
    ],
  };
  return app.draw();
}

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
