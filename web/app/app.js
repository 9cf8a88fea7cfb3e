// The state of the page (one event, and the engine's answer about it), with the actions that change it. The views draw
// this state.

import { keep, kept, remember } from "./store.js";
import { language, t } from "./words.js";

export const app = {
  engine: null,
  loading: { loaded: 0 },
  event: null, // { id, name, title, trf, past, version }
  events: [], // the stored events
  unsaved: false, // the browser could not store the last change
  shown: null, // the engine's answer about the event
  broken: null, // { name, text, problems, error }: a file that cannot be read
  members: null, // { name, data, members }: an archive of several tournaments
  view: "boards",
  panel: null, // { title, lines, ... }: the content of the panel beside the boards
  moving: null, // { pairs, chosen }: the state while players are being moved
  message: "", // the error of the last action
  notices: [], // effects that are not visible otherwise, such as a drawn lot
  draw: () => {},
  announce: () => {}, // tells screen readers what has changed
};

export function ask(kind, values = {}, topic = "") {
  const event = app.event ?? {};
  return app.engine.ask({ ask: kind, language: language(), name: event.name, trf: event.trf, ...values }, topic);
}

// Accepts the answer to a question that changes the event, or shows its error.
export async function change(kind, values = {}) {
  const before = app.event;
  const answer = await ask(kind, values);
  if (answer.error) return say(answer.error);
  const past = before ? [...before.past, before.trf] : [];
  await take(answer, before && before.trf === answer.trf ? before.past : past, before);
  return answer;
}

// Shows the event of an answer, and stores it: as a new event, or as the next version of `before`.
export async function take(answer, past, before = null) {
  const { id, version } = before ?? { id: crypto.randomUUID(), version: 0 };
  app.event = { id, version, name: answer.file, title: answer.name, trf: answer.trf, past };
  show(answer);
  const outcome = before && before.trf === answer.trf ? "kept" : await keep(app.event);
  if (outcome === "changed") return changedElsewhere(id);
  const unsaved = outcome === "full";
  if (unsaved !== app.unsaved) {
    app.unsaved = unsaved;
    app.draw();
  }
  return answer;
}

export function show(answer) {
  app.shown = answer;
  app.broken = app.members = app.moving = app.panel = null;
  app.message = "";
  app.notices = answer.notices ?? [];
  remember("open", app.event.id);
  remember("wall", { language: language(), ...answer, trf: "" });
  app.draw();
  if (answer.round) app.announce(inShort(answer.round));
}

// Shows a stored event, such as after a change in another window.
export async function showStored(id) {
  const stored = await kept(id);
  if (!stored) return null;
  const answer = await app.engine.ask({ ask: "event", language: language(), name: stored.name, trf: stored.trf });
  if (answer.error) return say(answer.error);
  app.event = stored;
  app.unsaved = false;
  show(answer);
  return answer;
}

async function changedElsewhere(id) {
  await showStored(id);
  return say(t("changed-elsewhere"));
}

const inShort = ({ number, open }) => [t("round", { number }), open ? t("open-results", { number: open }) : ""].filter(Boolean).join(". ");

export function say(words) {
  app.message = words;
  app.draw();
  return null;
}

export async function undo() {
  const before = app.event;
  if (!before.past.length) return;
  const answer = await ask("event", { name: before.name, trf: before.past.at(-1) });
  if (!answer.error) await take(answer, before.past.slice(0, -1), before);
}

export async function showRound(number) {
  const answer = await ask("event", { round: number }, "event");
  if (answer.outdated) return;
  if (answer.error) return say(answer.error);
  app.shown = answer;
  app.panel = app.moving = null;
  app.draw();
}

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

export async function openData(name, data, text, member = "") {
  opened(await ask("open", { name, trf: "", data, member }), name, text, data);
}

// Replaces the text of the event, as a step that can be undone.
export async function replaceText(text) {
  return change("open", { trf: text });
}

export async function openText(name, text) {
  opened(await ask("open", { name, trf: text }), name, text);
}

function opened(answer, name, text, data) {
  if (answer.members) {
    app.members = { name, data, members: answer.members };
    return app.draw();
  }
  if (!answer.error) {
    app.view = "boards";
    const other = app.event;
    return take(answer, []).then(() => {
      if (!other) return;
      app.notices = [t("other-kept", { name: other.title || other.name })];
      app.draw();
    });
  }
  if (!text) return say(answer.error);
  app.broken = { name, text, problems: answer.problems ?? [], error: answer.error };
  app.members = null;
  return app.draw();
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
