// The state of the page (one event, and the engine's answer about it), with the actions that change it. The views draw
// this state.

import { keep, showOnWall } from "./store.js";
import { language, t } from "./words.js";

export const app = {
  engine: null,
  loading: { loaded: 0 },
  event: null, // { name, trf, past }
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
  take(answer, before && before.trf === answer.trf ? before.past : past);
  return answer;
}

export function take(answer, past) {
  app.event = { name: answer.file, trf: answer.trf, past };
  app.shown = answer;
  app.broken = app.members = app.moving = app.panel = null;
  app.message = "";
  app.notices = answer.notices ?? [];
  keep(app.event);
  showOnWall({ language: language(), ...answer, trf: "" });
  app.draw();
  if (answer.round) app.announce(inShort(answer.round));
}

const inShort = ({ number, open }) => [t("round", { number }), open ? t("open-results", { number: open }) : ""].filter(Boolean).join(". ");

export function say(words) {
  app.message = words;
  app.draw();
  return null;
}

export async function undo() {
  const { name, past } = app.event;
  if (!past.length) return;
  const trf = past.at(-1);
  const answer = await ask("event", { name, trf });
  if (!answer.error) take(answer, past.slice(0, -1));
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
    return take(answer, []);
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
