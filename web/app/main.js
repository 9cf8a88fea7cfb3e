// Starts the page: loads its words, the service worker, the engine and the stored event, and draws the frame around the
// views.

import { app, ask, enterAgain, leave, openFile, redo, say, showStored, undo, withEntered } from "./app.js";
import { openBook } from "./articles.js";
import { button, draw as drawIn, h } from "./dom.js";
import { Engine } from "./engine.js";
import { pressed } from "./keys.js";
import { all, follow, remember, remembered } from "./store.js";
import { boardsView } from "./views/boards.js";
import { brokenView } from "./views/broken.js";
import { checkView } from "./views/check.js";
import { fileView } from "./views/file.js";
import { closePanel, panelView } from "./views/panel.js";
import { playersView } from "./views/players.js";
import { getExercise, isPractising, practiceView, startPractice } from "./views/practise.js";
import { sheetsView } from "./views/sheets.js";
import { standingsView } from "./views/standings.js";
import { startView } from "./views/start.js";
import { onTheWall, startWall } from "./views/wall.js";
import { language, languages, loadWords, proposed, speak, t } from "./words.js";

const VIEWS = { boards: boardsView, players: playersView, standings: standingsView, sheets: sheetsView, check: checkView, file: fileView };
const EVENTS = "events";
const root = document.querySelector("#app");
const status = document.querySelector("#status");

function draw() {
  app.shown = withEntered(app.answer);
  if (!isPractising) openBook(app.shown?.rules);
  const isOpen = Boolean(app.event && app.shown && !app.broken && !app.members);
  const content = isPractising ? practiceView() : app.broken ? brokenView() : isOpen ? VIEWS[app.view]() : startView();
  drawIn(root,
    h("a", { class: "skip", href: "#main", onclick: skip }, t("skip")),
    header(isOpen),
    isOpen ? tabs() : null,
    loading(),
    app.unsaved && isOpen ? h("div", { class: "message", role: "alert", "data-key": "unsaved" }, h("p", {}, t("unsaved"))) : null,
    h("main", { id: "main", tabindex: "-1", class: app.panel && isOpen ? `with-panel${app.panel.wide ? " wide" : ""}` : "" },
      h("div", { class: "view", "data-key": isPractising ? "practise" : isOpen ? app.view : EVENTS }, content), isOpen && app.panel ? panelView() : null),
    app.message ? message() : null,
    isOpen && app.notices.length && !app.message ? notice() : null);
  document.title = isOpen && app.shown.name ? `${app.shown.name} · swisspair` : t(isPractising ? "practise" : "title");
  noteThePlace();
  if (isOpen) onTheWall(app.shown);
}

// A link to #main would become a step of the history.
function skip(event) {
  event.preventDefault();
  document.querySelector("#main").focus();
}

// The browser's history: Back leads to the view before, or to the list of events, and a reload returns to the same view.
let settled = false; // the first place is drawn
let returning = false;

function noteThePlace() {
  if (isPractising || returning || app.broken || app.members) return;
  const view = app.event ? app.view : EVENTS;
  const id = app.event?.id ?? null;
  if (history.state?.view === view && history.state.id === id) return;
  history[settled ? "pushState" : "replaceState"]({ view, id }, "", `#${view}`);
}

async function goBack({ state }) {
  if (!state) return;
  if (app.panel) {
    history.pushState({ view: app.view, id: app.event.id }, "", `#${app.view}`);
    return closePanel();
  }
  returning = true;
  app.message = "";
  app.broken = app.members = app.moving = app.verifying = null;
  if (!state.id) await showEvents();
  else if (state.id !== app.event?.id) await showStored(state.id);
  if (app.event) app.view = state.view;
  draw();
  returning = false;
}

function header(isOpen) {
  const choose = event => {
    speak(event.target.value);
    remember("language", language());
    refresh();
  };
  const names = languages().map(name => h("option", { value: name }, name));
  return h("header", { class: "top" },
    h("h1", {}, isOpen ? app.shown.name || app.shown.file : isPractising ? t("practise") : "swisspair"),
    isPractising ? h("a", { class: "button quiet", href: "./", "data-key": "leave" }, t("events")) : null,
    isOpen ? button(t("events"), showEvents, { class: "quiet", "data-key": "events" }) : null,
    isOpen && app.event.past.length ? button(t("undo"), undo, { class: "quiet", "data-key": "undo", title: app.event.past.at(-1).words || null }) : null,
    isOpen && app.event.undone?.length ? button(t("redo"), redo, { class: "quiet", "data-key": "redo", title: app.event.undone.at(-1).words || null }) : null,
    h("select", { "aria-label": t("language"), value: language(), onchange: choose, "data-key": "language" }, names));
}

async function showEvents() {
  await leave();
  app.events = await all();
  draw();
}

function tabs() {
  const tab = name => button(t(name), () => {
    app.view = name;
    app.message = "";
    app.notices = [];
    app.panel = app.moving = null;
    draw();
  }, { "aria-current": app.view === name ? "page" : null, tabindex: app.view === name ? null : "-1", "data-key": `tab-${name}` });
  return h("nav", { class: "tabs", "data-arrows": true, "aria-label": t("menu") }, Object.keys(VIEWS).map(tab));
}

function message() {
  return h("div", { class: "message", role: "alert", "data-key": "message" }, h("strong", {}, t("failed")), h("p", {}, app.message),
    button(t("close"), () => say(""), { class: "quiet" }));
}

// What was done. A sentence that names three or more boards or players becomes a list of them.
function notice() {
  const told = words => {
    const [, first, others = ""] = words.match(/^([^;]*?: )(.+)$/) ?? words.match(/^([^;]*; \D*)(.+)$/) ?? [];
    const named = others.split("; ");
    return named.length < 3 ? h("p", {}, words) : [h("p", {}, first), h("ul", {}, named.map(one => h("li", {}, one)))];
  };
  const close = () => {
    app.notices = [];
    app.draw();
  };
  return h("div", { class: "notice", role: "status", "data-key": "notice" }, app.notices.map(told),
    button("×", close, { class: "quiet", "aria-label": t("close"), "data-key": "close-notice" }));
}

function loading() {
  const { loaded, failed, why } = app.loading;
  if (failed) return h("div", { class: "message", role: "alert", "data-key": "loading" }, h("p", {}, why));
  if (loaded >= 1) return null;
  return h("div", { class: "loading", "data-key": "loading" },
    h("label", { for: "loaded" }, loadingWords()), h("progress", { id: "loaded", max: 100, value: loaded * 100 }));
}

// Asks again for everything that is shown, after a change of language or when the engine is ready.
async function refresh() {
  app.panel = app.moving = null;
  draw();
  if (isPractising) return getExercise();
  if (!app.event || app.loading.loaded < 1) return;
  const answer = await ask("event", { round: app.round }, "event");
  if (answer.error || answer.outdated) return;
  app.answer = answer;
  draw();
}

function progress(heard) {
  if (heard.failed) app.loading = { failed: true, why: t("not-loaded", { why: heard.failed }) };
  else if (heard.arrived) {
    const total = proposed("bytes") || heard.arrived;
    app.loading = { loaded: Math.min(SHARE, (heard.arrived / total) * SHARE), bytes: heard.arrived, total };
  } else {
    app.loading = { loaded: heard.loaded };
    storeForOffline();
  }
  status.textContent = heard.failed ? "" : heard.loaded ? t("engine-ready") : t("starting");
  document.documentElement.dataset.engine = heard.loaded ? "ready" : heard.failed ? "failed" : "loading";
  draw();
}

const SHARE = 0.97; // of the bar, for the bytes; the engine then starts
const inMegabytes = bytes => (bytes / 1e6).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function loadingWords() {
  const { loaded, bytes, total } = app.loading;
  const words = t("loading", { percent: Math.floor(loaded * 100) });
  return bytes ? `${words} (${inMegabytes(bytes)} / ${inMegabytes(total)} MB)` : words;
}

function acceptDrops() {
  const over = on => event => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", on);
  };
  window.addEventListener("dragover", over(true));
  window.addEventListener("dragleave", over(false));
  window.addEventListener("drop", event => {
    over(false)(event);
    if (event.dataTransfer?.files.length) openFile(event.dataTransfer.files[0]);
  });
}

// The engine does not wait for the service worker. Once it works, the service worker stores what it has not yet stored.
async function registerWorker() {
  try {
    await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "kept") document.documentElement.dataset.offline = "ready";
    });
    navigator.serviceWorker.startMessages();
  } catch {
    // This browser stores nothing: the page then works only with a network.
  }
}

async function storeForOffline() {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active.postMessage("keep");
}

async function begin() {
  const isWall = new URLSearchParams(location.search).get("view") === "wall";
  const canRun = typeof WebAssembly === "object";
  app.engine = new Engine(progress);
  if (!isWall && canRun) app.engine.start();
  await loadWords();
  root.replaceChildren();
  if (isWall) return startWall(root);
  app.draw = draw;
  app.announce = words => {
    status.textContent = words;
  };
  if (!canRun) app.loading = { failed: true, why: t("no-webassembly") };
  const [, wanted] = location.hash.split("#");
  app.events = await all();
  draw();
  window.addEventListener("keydown", pressed);
  registerWorker();
  if (isPractising) return startPractice();
  acceptDrops();
  window.addEventListener("popstate", goBack);
  follow(({ id, version }) => {
    if (app.event?.id === id && app.event.version < version) showStored(id);
  });
  const last = remembered("open");
  if (last && wanted !== EVENTS) {
    if (wanted in VIEWS) app.view = wanted;
    await showStored(last);
    enterAgain();
  }
  settled = true;
  return undefined;
}

begin();
