// The room in which arbiters practise (?view=practise): a round to pair by hand, and hints from the rules. The address
// holds the seed, so that a link gives the same exercise to a whole class. The results stay in this browser.

import { app, ask } from "../app.js";
import { cited, openBook } from "../articles.js";
import { button, field, h, working } from "../dom.js";
import { remember, remembered } from "../store.js";
import { systems, t } from "../words.js";

export const isPractising = new URLSearchParams(location.search).get("view") === "practise";

const ASKED = ["system", "edition", "article", "level", "seed"];
const LEVELS = ["", "easy", "medium", "hard"];
const FLOATS = { D: "↓", U: "↑" };
const DONE = "practised";

const room = {
  given: null, // the exercise
  failed: false, // there is none for what the address asks
  seats: [], // the numbers of the players: White and Black of each board, then the bye if there is one; 0 for nobody
  chosen: 0, // the player who was touched
  verdict: null, // { kind, words }
  hints: [], // those that have been shown
  more: [], // those that have not
  solved: false, // the solution was shown
  counted: "", // what the results say of this exercise: tried or right
  paper: "blank", // the sheet to print: blank or solved
};

const asked = () => Object.fromEntries(ASKED.map(key => [key, new URLSearchParams(location.search).get(key) ?? ""]));
const drawn = () => crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
const named = ({ code, article }) => code || article;
const nameOf = number => room.given.players.find(one => one.number === number)?.name || String(number);
const boardsOf = pairs => pairs.filter(([, black]) => black);
const byeOf = pairs => pairs.find(([, black]) => !black)?.[0];

// Writes what is asked for into the address, and gets the exercise.
function practise(values, isNew = true) {
  const wanted = { ...asked(), ...values };
  wanted.seed ||= drawn();
  const words = new URLSearchParams({ view: "practise", ...Object.fromEntries(ASKED.filter(key => wanted[key]).map(key => [key, wanted[key]])) });
  history[isNew ? "pushState" : "replaceState"](null, "", `?${words}`);
  return getExercise();
}

export function startPractice() {
  window.addEventListener("popstate", getExercise);
  return practise({}, false);
}

// Gets the exercise of the address, in the language of the page. The seats stay if it is the same exercise.
export async function getExercise() {
  const answer = await ask("exercise", asked(), "exercise");
  if (answer.outdated) return;
  app.message = answer.error ?? "";
  room.failed = Boolean(answer.error);
  if (!answer.error) {
    if (room.given?.trf !== answer.trf) {
      Object.assign(room, { seats: Array(answer.players.length).fill(0), chosen: 0, solved: false, counted: "", paper: "blank" });
      forgetVerdict();
    }
    room.given = answer;
    openBook(answer);
  }
  app.draw();
}

function forgetVerdict() {
  Object.assign(room, { verdict: null, hints: [], more: [] });
}

export function practiceView() {
  if (room.failed && !room.given) return button(t("practise-begin"), () => practise({ system: "", edition: "", article: "", level: "", seed: "" }), { class: "main", "data-key": "another" });
  if (!room.given) return working();
  return [
    h("div", { class: "room" }, task(), h("div", { class: "practice" }, cards(), tables()), choice(), results()),
    paper(),
  ];
}

function task() {
  const { round, brackets, floaters, deciding, players, facts, level, code, article, about } = room.given;
  const measure = t("practise-measure", { level: t(`level-${level}`), players: players.length, brackets, floaters, articles: deciding.length });
  return h("section", { class: "head" },
    h("h2", {}, t("practise-title", { round })),
    asked().article || room.solved ? h("p", { "data-key": "about" }, t("practise-about", { article: named({ code, article }) })) : null,
    about && (asked().article || room.solved) ? h("p", { class: "hint" }, about) : null,
    h("p", { class: "hint", "data-key": "measure" }, measure),
    facts.map(words => h("p", {}, words)));
}

function cards() {
  const seated = new Map(room.seats.map((number, seat) => [number, seat]));
  return h("section", { "aria-label": t("players") },
    h("p", { class: "hint", "aria-live": "polite", "data-key": "advice" }, room.chosen ? t("practise-chosen", { name: nameOf(room.chosen) }) : t("practise-hint")),
    h("ol", { class: "cards", "data-arrows": true }, room.given.players.map(one => card(one, seated.get(one.number)))),
    h("p", { class: "hint" }, t("practise-legend")));
}

function card(one, seat) {
  const isBye = seat !== undefined && seat === room.seats.length - 1 && room.seats.length % 2;
  const place = seat === undefined ? "" : isBye ? t("the-bye") : t("practise-at", { board: Math.floor(seat / 2) + 1 });
  return h("li", { "data-key": `li-${one.number}` }, h("button", {
    type: "button", class: seat === undefined ? "card-of" : "card-of seated", "aria-pressed": String(room.chosen === one.number), "data-key": `card-${one.number}`,
    onclick: () => touch(one.number), ...draggable(one.number),
  },
  h("span", { class: "place" }, one.number), h("span", { class: "name" }, one.name), h("span", { class: "score" }, one.score),
  h("span", { class: "rounds-of" }, cells(one)), h("span", { class: "at" }, place)));
}

const cells = ({ rounds, floats }) => rounds.map((cell, at) => `${cell}${FLOATS[floats[at]] ?? ""}`).join("  ");

function tables() {
  const pairs = Math.floor(room.seats.length / 2);
  const hasBye = room.seats.length % 2;
  return h("section", { "aria-label": t("boards") },
    h("ol", { class: "tables" }, Array.from({ length: pairs }, (_, at) => h("li", { class: "table", "data-key": `table-${at}` },
      h("span", { class: "place" }, at + 1), seat(2 * at, "white"), seat(2 * at + 1, "black"),
      h("span", { class: "of-table" },
        button("⇅", () => exchange(2 * at, 2 * at + 1), { class: "quiet", "aria-label": t("practise-turn", { board: at + 1 }), title: t("practise-turn", { board: at + 1 }), "data-key": `turn-${at}` }),
        button("×", () => clear(2 * at, 2 * at + 1), { class: "quiet", "aria-label": t("practise-clear", { board: at + 1 }), title: t("practise-clear", { board: at + 1 }), "data-key": `clear-${at}` })))),
    hasBye ? h("li", { class: "table", "data-key": "table-bye" }, h("span", { class: "place" }), seat(room.seats.length - 1, "bye"), h("span", { class: "of-table" },
      button("×", () => clear(room.seats.length - 1), { class: "quiet", "aria-label": t("practise-no-bye"), title: t("practise-no-bye"), "data-key": "clear-bye" }))) : null),
    h("div", { class: "actions" },
      button(t("practise-check"), check, { class: "main", "data-key": "check-pairs" }),
      button(t("practise-solution"), solve, { class: "quiet", "data-key": "solution" }),
      button(t("practise-new"), () => practise({ seed: "" }), { class: "quiet", "data-key": "another" })),
    h("div", { "aria-live": "polite", "data-key": "judge" }, judgement()));
}

function seat(at, kind) {
  const number = room.seats[at];
  const label = t(`seat-${kind}`, { board: Math.floor(at / 2) + 1 });
  return h("button", {
    type: "button", class: `seat ${kind}`, "data-key": `seat-${at}`, "aria-label": `${label}: ${number ? nameOf(number) : "–"}`,
    "aria-pressed": String(Boolean(number) && room.chosen === number), onclick: () => touchSeat(at), ...number ? draggable(number) : {},
    ondragover: event => event.preventDefault(),
    ondrop: event => {
      event.preventDefault();
      event.stopPropagation();
      room.chosen = Number(event.dataTransfer.getData("text/plain"));
      touchSeat(at);
    },
  }, number ? `${number} ${nameOf(number)}` : kind === "bye" ? t("the-bye") : "–");
}

const draggable = number => ({ draggable: "true", ondragstart: event => event.dataTransfer.setData("text/plain", number) });

// A player who is touched after another one becomes the opponent: on the next empty board, or in the other's place.
function touch(number) {
  const { chosen, seats } = room;
  const at = seats.indexOf(number);
  const from = chosen ? seats.indexOf(chosen) : -1;
  if (!chosen || chosen === number) room.chosen = chosen ? 0 : number;
  else if (at >= 0) return touchSeat(at);
  else if (from >= 0) return put(number, from);
  else {
    const board = Array.from({ length: Math.floor(seats.length / 2) }, (_, one) => 2 * one).find(one => !seats[one] && !seats[one + 1]);
    if (board === undefined) room.chosen = number;
    else {
      seats[board] = chosen;
      return put(number, board + 1);
    }
  }
  return app.draw();
}

function touchSeat(at) {
  const { chosen, seats } = room;
  const there = seats[at];
  if (!chosen || chosen === there) {
    room.chosen = chosen ? 0 : there;
    return app.draw();
  }
  const from = seats.indexOf(chosen);
  if (from >= 0) seats[from] = there;
  return put(chosen, at);
}

function put(number, at) {
  room.seats[at] = number;
  return changed();
}

function exchange(one, other) {
  const { seats } = room;
  [seats[one], seats[other]] = [seats[other], seats[one]];
  return changed();
}

function clear(...places) {
  for (const at of places) room.seats[at] = 0;
  return changed();
}

function changed() {
  room.chosen = 0;
  forgetVerdict();
  app.draw();
}

// The boards that have both players, and the bye.
function paired() {
  const { seats } = room;
  const found = [];
  for (let at = 0; at + 1 < seats.length; at += 2) if (seats[at] && seats[at + 1]) found.push([seats[at], seats[at + 1]]);
  if (seats.length % 2 && seats.at(-1)) found.push([seats.at(-1), 0]);
  return found;
}

async function check() {
  const pairs = paired();
  forgetVerdict();
  if (!pairs.length) {
    room.verdict = { kind: "worse", words: t("practise-empty") };
    return app.draw();
  }
  app.draw();
  const answer = await ask("hints", { trf: room.given.trf, round: room.given.round, pairs }, "hints");
  if (answer.outdated) return undefined;
  if (answer.error) {
    app.message = answer.error;
    return app.draw();
  }
  const isRight = answer.agrees && answer.complete;
  if (answer.complete) count(isRight);
  const words = isRight ? t("practise-right") : answer.agrees ? t("practise-so-far") : t("practise-wrong");
  room.verdict = { kind: answer.agrees ? "good" : "bad", words };
  room.more = [...answer.hints];
  return app.draw();
}

function solve() {
  const { pairs } = room.given;
  const bye = byeOf(pairs);
  room.seats = [...boardsOf(pairs).flat(), ...bye ? [bye] : []];
  room.solved = true;
  count(false);
  changed();
  room.verdict = { kind: "worse", words: t("practise-solved") };
  app.draw();
}

function judgement() {
  const { verdict, hints, more } = room;
  if (!verdict) return null;
  return [
    h("p", { class: `verdict ${verdict.kind}`, role: "alert", "data-key": "verdict" }, verdict.words),
    hints.map((words, at) => h("p", { class: "line", "data-key": `hint-${at}` }, cited(words))),
    more.length ? button(t(hints.length ? "practise-next-hint" : "practise-first-hint"), hint, { class: "quiet", "data-key": "next-hint" }) : null,
    room.solved || verdict.words === t("practise-right") ? lesson() : null,
  ];
}

function hint() {
  room.hints.push(room.more.shift());
  app.draw();
  field(`hint-${room.hints.length - 1}`)?.scrollIntoView({ block: "nearest" });
}

// What the article decides: the round without it.
function lesson() {
  const { without, misread, deciding } = room.given;
  const lead = misread ? t("practise-misread", { article: named(room.given), misread }) : t("practise-without", { article: named(room.given) });
  return [
    h("p", { class: "line", "data-key": "lesson" }, `${lead} ${inOneLine(without)}`),
    deciding.length > 1 ? h("p", { class: "line" }, t("practise-deciding", { articles: deciding.join("; ") })) : null,
  ];
}

const inOneLine = pairs => pairs.map(([white, black]) => `${white}–${black || t("the-bye")}`).join(", ");

// The results by article: how many exercises were tried, and how many were right without the solution.
const done = () => remembered(DONE) ?? {};

function count(isRight) {
  const { system, edition } = room.given;
  const key = `${system} ${edition} ${named(room.given)}`;
  const all = done();
  const mine = all[key] ?? { tried: 0, right: 0 };
  if (!room.counted) mine.tried += 1;
  if (isRight && !room.solved && room.counted !== "right") mine.right += 1;
  room.counted = isRight || room.counted === "right" ? "right" : "tried";
  remember(DONE, { ...all, [key]: mine });
}

function results() {
  const all = Object.entries(done()).sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }));
  if (!all.length) return null;
  const forget = () => {
    remember(DONE, null);
    app.draw();
  };
  return h("details", { "data-key": "practised" }, h("summary", {}, t("practise-results")),
    h("table", {}, h("thead", {}, h("tr", {}, ["practise-article", "practise-tried", "practise-was-right"].map(key => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, all.map(([key, { tried, right }]) => h("tr", { "data-key": `done ${key}` }, h("th", { scope: "row" }, key), h("td", {}, tried), h("td", {}, right))))),
    button(t("practise-forget"), forget, { class: "quiet", "data-key": "forget-results" }));
}

function choice() {
  const { articles, system, edition, seed } = room.given;
  const now = asked();
  const labelled = (words, element) => h("label", {}, h("span", {}, t(words)), element);
  const option = (value, words) => h("option", { value }, words);
  const print = kind => () => {
    room.paper = kind;
    app.draw();
    window.print();
  };
  const link = new URL(location.href);
  link.searchParams.set("seed", seed);
  return h("section", { class: "card choose" }, h("h3", {}, t("practise-choose")),
    labelled("system", h("select", { "data-key": "practise-system", value: `${system} ${edition}`, onchange: ({ target }) => {
      const [name, of] = target.value.split(" ");
      practise({ system: name, edition: of, article: "", seed: "" });
    } }, systems().filter(one => one.exercises).map(one => option(`${one.system} ${one.edition}`, one.words)))),
    labelled("practise-article", h("select", { "data-key": "practise-article", value: now.article, onchange: ({ target }) => practise({ article: target.value, seed: "" }) },
      option("", t("practise-any")), articles.map(one => option(named(one), `${named(one)} ${one.about}`)))),
    labelled("practise-level", h("select", { "data-key": "practise-level", value: now.level, onchange: ({ target }) => practise({ level: target.value, seed: "" }) },
      LEVELS.map(one => option(one, one ? t(`level-${one}`) : t("practise-any"))))),
    labelled("practise-link", h("input", { type: "text", readonly: true, value: link.href, "data-key": "practise-link", onfocus: event => event.target.select() })),
    h("div", { class: "actions" },
      button(t("copy"), () => navigator.clipboard?.writeText(link.href), { class: "quiet", "data-key": "copy-link" }),
      button(t("practise-print"), print("blank"), { class: "quiet", "data-key": "print-blank" }),
      button(t("practise-print-solved"), print("solved"), { class: "quiet", "data-key": "print-solved" })));
}

// The sheet, which only a printer shows.
function paper() {
  const { pairs, players, round, facts, about, seed, system, edition } = room.given;
  const isSolved = room.paper === "solved";
  const bye = byeOf(pairs);
  const side = number => h("td", {}, isSolved ? `${number} ${nameOf(number)}` : "");
  const of = systems().find(one => one.system === system && one.edition === edition)?.words;
  return h("section", { class: "paper", "data-key": `paper-${room.paper}`, "aria-hidden": "true" },
    h("h2", {}, `${t("round", { number: round })} · ${of}`),
    facts.map(words => h("p", {}, words)),
    h("table", { class: "given" },
      h("thead", {}, h("tr", {}, ["number", "name", "points", "rounds-list"].map(key => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, players.map(one => h("tr", {}, h("td", {}, one.number), h("th", { scope: "row" }, one.name), h("td", {}, one.score), h("td", {}, cells(one)))))),
    h("p", {}, t("practise-legend")),
    h("table", { class: "answer" },
      h("thead", {}, h("tr", {}, ["practise-board", "with-white", "with-black"].map(key => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, boardsOf(pairs).map(([white, black], at) => h("tr", {}, h("td", {}, at + 1), side(white), side(black))),
        bye ? h("tr", {}, h("td", {}, t("the-bye")), side(bye), h("td", {})) : null)),
    isSolved ? [h("p", {}, `${t("practise-about", { article: named(room.given) })} ${about}`), lesson()] : null,
    h("p", { class: "small" }, `${t("practise")} · ${seed}`));
}
