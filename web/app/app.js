// The state of the page (one event, and the engine's answer about it), with the actions that change it. The views
// describe this state.

import { keep, kept, remember, remembered } from "./store.js";
import { language, t } from "./words.js";

export const app = {
  engine: null,
  loading: { loaded: 0 },
  event: null, // { id, name, title, trf, past, undone, version }
  events: [], // the stored events
  unsaved: false, // the browser could not store the last change
  answer: null, // the engine's answer about the event
  shown: null, // this answer with the results that the engine has not yet written
  round: null, // the round that is shown, if it is not the last one
  broken: null, // { name, text, problems, error }: a file that cannot be read
  members: null, // { name, data, members }: an archive of several tournaments
  view: "boards",
  panel: null, // { title, content }: the content of the panel beside the boards
  moving: null, // { pairs, chosen }: the state while players are being moved
  verifying: null, // { round, seen, differs }: the boards that a second pass has confirmed
  message: "", // the error of the last action
  notices: [], // effects that are not visible otherwise, such as a drawn lot
  draw: () => {},
  announce: () => {}, // tells screen readers what has changed
};

// The keys that a kind of question does not take, though most kinds take them.
const NOT_TAKEN = { new: ["trf"], open: ["shown"], exercise: ["name", "trf"] };

export function ask(kind, values = {}, topic = "") {
  const { name, trf } = app.event ?? {};
  const question = { ask: kind, language: language(), name, trf, ...values };
  for (const key of NOT_TAKEN[kind] ?? []) delete question[key];
  return app.engine.ask(question, topic);
}

// Everything that changes or replaces the event happens in turn: each step begins with the text that the one before left.
let turn = Promise.resolve();
function inTurn(step) {
  const result = turn.then(step);
  turn = result.catch(() => {});
  return result;
}

// Accepts the answer to a question that changes the event, or shows its error.
export const change = (kind, values = {}) => inTurn(() => changed(kind, values));

async function changed(kind, values) {
  const before = app.event;
  const answer = await ask(kind, { shown: app.round, ...values });
  if (answer.error) return say(answer.error);
  // The first words about results say how many are missing, which is visible anyway.
  const notices = kind === "enter" ? answer.notices.slice(1) : answer.notices;
  return take({ ...answer, notices }, before, kind, pastOf(before, answer.trf, kind, done(kind, values, notices)));
}

// What a step has done, in the words with which `undo` takes it back.
function done(kind, { round, results = {} }, notices) {
  if (kind === "enter") return t("done-enter", { number: round, results: Object.entries(results).map(([board, code]) => `${board}: ${code || "–"}`).join(", ") });
  if (kind === "next-round") return t("pair", { number: app.shown.next });
  return (notices ?? []).join(" ");
}

// Shows the event of an answer, and stores it: as a new event, or as the next version of `before`.
async function take(answer, before, kind, past = pastOf(before, answer.trf, kind, ""), undone = before?.trf === answer.trf ? before.undone : []) {
  const { id, version } = before ?? { id: crypto.randomUUID(), version: 0 };
  const event = { id, version, name: answer.file, title: answer.name, trf: answer.trf, past, undone };
  app.event = event;
  show(answer, kind);
  const outcome = before?.trf === answer.trf ? "same" : await keep(event, answer);
  if (outcome === "kept") event.version += 1;
  if (outcome === "changed") {
    await stored(id);
    if (kind === "enter") return null; // is asked again
    return say(t("changed-elsewhere"));
  }
  const unsaved = outcome === "full";
  if (unsaved !== app.unsaved && outcome !== "same") {
    app.unsaved = unsaved;
    app.draw();
  }
  return answer;
}

// The states before this one. Of the many single results only the last ones are kept, of everything else all.
const MOST_RESULTS = 30;
function pastOf(before, trf, kind, words) {
  if (!before) return [];
  if (before.trf === trf) return before.past;
  const { number = 0 } = app.answer?.round ?? {};
  const past = [...before.past, { number: before.version, trf: before.trf, kind, words, round: number, at: Date.now() }];
  const results = past.filter((one, at) => one.kind === "enter" && past[at - 1]?.kind === "enter");
  const old = new Set(results.slice(0, -MOST_RESULTS));
  return past.filter(one => !old.has(one));
}

// Results are written behind: a panel that is open, and players that are being moved, stay; and so does that of byes.
const STAYING = ["enter", "away"];
function show(answer, kind = "") {
  app.answer = answer;
  app.broken = app.members = null;
  if (!STAYING.includes(kind)) app.moving = app.panel = null;
  app.message = "";
  app.notices = answer.notices ?? [];
  remember("open", app.event.id);
  app.draw();
  if (answer.round) app.announce(inShort(app.shown.round));
}

const inShort = ({ number, open }) => [t("round", { number }), open ? t("open-results", { number: open }) : ""].filter(Boolean).join(". ");

// Results are shown at once, and the engine writes them behind. Until then they are remembered, so that a reload loses none.
let entered = []; // { id, round, results }

export function enter(round, board, code) {
  const { id } = app.event;
  const last = entered.at(-1);
  if (last && !last.sent && last.id === id && last.round === round) last.results[board] = code;
  else {
    const results = { [board]: code };
    const step = { id, round, results };
    entered.push(step);
    inTurn(() => write(step));
  }
  remember("entered", entered);
  app.draw();
}

async function write(step) {
  step.sent = true;
  const { round, results } = step;
  const values = { round, results };
  if (app.event?.id === step.id && !await changed("enter", values) && !app.message) await changed("enter", values);
  entered = entered.filter(one => one !== step);
  remember("entered", entered.length ? entered : null);
  app.draw();
}

// Enters again what was entered just before the page was closed.
export function enterAgain() {
  for (const { id, round, results } of remembered("entered") ?? []) {
    if (id === app.event?.id) for (const [board, code] of Object.entries(results)) enter(round, board, code);
  }
}

// The answer of the engine with the results that it has not yet written.
export function withEntered(answer) {
  const mine = entered.filter(one => one.id === app.event?.id && one.round === answer?.round?.number);
  if (!mine.length) return answer;
  const results = Object.assign({}, ...mine.map(one => one.results));
  const withResult = one => (one.board in results ? { ...one, result: results[one.board] } : one);
  const boards = answer.round.boards.map(one => (one.games ? { ...withResult(one), games: one.games.map(withResult) } : withResult(one)));
  const open = boards.filter(one => !one.result).length;
  return { ...answer, next: open ? null : answer.next, round: { ...answer.round, boards, open } };
}

// Shows a stored event, such as after a change in another window.
export const showStored = id => inTurn(() => stored(id));

async function stored(id) {
  const found = await kept(id);
  if (!found) return null;
  const { shown, ...event } = found;
  const same = app.event?.id === id;
  if (!same) app.round = null;
  if (shown && app.loading.loaded < 1) {
    app.event = event;
    show({ ...shown, trf: event.trf }); // until the engine works
  }
  const answer = await app.engine.ask({ ask: "event", language: language(), name: event.name, trf: event.trf, round: app.round });
  if (answer.error) return say(answer.error);
  app.event = event;
  app.unsaved = false;
  show(answer);
  return answer;
}

export function say(words) {
  app.message = words;
  app.draw();
  return null;
}

export const undo = () => inTurn(() => back(app.event?.past.length - 1));

// Returns to an earlier state: `undo` to the last one. Any other way back is itself a step that can be undone.
export const returnTo = at => inTurn(() => back(at));

async function back(at) {
  const before = app.event;
  const state = before?.past[at];
  if (!state) return;
  app.round = null;
  const answer = await ask("event", { trf: state.trf });
  if (answer.error) return;
  if (at < before.past.length - 1) return take(answer, before, "back");
  answer.notices = [t("undone", { words: state.words || t("done-change") })];
  return take(answer, before, "back", before.past.slice(0, -1), [...before.undone ?? [], { ...state, trf: before.trf }]);
}

// Takes back the last `undo`. Any other change ends what can be taken back.
export const redo = () => inTurn(async () => {
  const before = app.event;
  const state = before?.undone?.at(-1);
  if (!state) return;
  app.round = null;
  const answer = await ask("event", { trf: state.trf });
  if (answer.error) return;
  answer.notices = [t("redone", { words: state.words || t("done-change") })];
  const past = [...before.past, { ...state, number: before.version, trf: before.trf }];
  await take(answer, before, "back", past, before.undone.slice(0, -1));
});

export async function showRound(number) {
  const round = number === app.shown.recorded ? null : number;
  const answer = await ask("event", { round }, "event");
  if (answer.outdated) return;
  if (answer.error) return say(answer.error);
  app.round = round;
  app.answer = answer;
  app.panel = app.moving = null;
  app.draw();
}

// Leaves the event, which stays stored.
export const leave = () => inTurn(() => {
  app.event = app.answer = app.panel = app.moving = app.broken = app.members = app.round = null;
  app.view = "boards";
});

// The boards at which people sit: in a match of teams those of its games, such as 3.2, without empty seats.
export const seats = round => round.boards.flatMap(one => (one.games ? one.games.filter(({ numbers }) => !numbers.includes(0)) : one));
export const resultOf = ({ result }) => (result.includes("?") ? "" : result);

export const player = number => app.shown.players.find(one => one.number === number);
export const nameOf = number => player(number)?.name || String(number);

const isArchive = bytes => bytes[0] === 0x50 && bytes[1] === 0x4b;

export async function openFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const text = isArchive(bytes) ? "" : decoded(bytes);
  await openData(file.name, btoa(binary), text);
}

export const openData = (name, data, text, member = "") => inTurn(async () => {
  await opened(await ask("open", { name, trf: "", data, member }), name, text, data);
});

// Replaces the text of the event, as a step that can be undone.
export const replaceText = text => change("open", { trf: text });

export const openText = (name, text) => inTurn(async () => {
  await opened(await ask("open", { name, trf: text }), name, text);
});

async function opened(answer, name, text, data) {
  if (answer.members) {
    app.members = { name, data, members: answer.members };
    return app.draw();
  }
  if (answer.error) {
    if (!text) return say(answer.error);
    app.broken = { name, text, problems: answer.problems ?? [], error: answer.error };
    app.members = null;
    return app.draw();
  }
  const other = app.event;
  app.view = "boards";
  app.round = null;
  await take(answer, null, "open");
  if (!other) return undefined;
  app.notices = [t("other-kept", { name: other.title || other.name })];
  return app.draw();
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
