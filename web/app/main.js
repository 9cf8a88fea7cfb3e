// Starts the page: loads its words, the service worker, the engine and the stored event, and draws the frame around the
// views.

import { app, ask, openFile, say, showStored, undo } from "./app.js";
import { button, h } from "./dom.js";
import { Engine } from "./engine.js";
import { all, follow, remember, remembered } from "./store.js";
import { boardsView } from "./views/boards.js";
import { brokenView } from "./views/broken.js";
import { checkView } from "./views/check.js";
import { fileView } from "./views/file.js";
import { closePanel, panelView } from "./views/panel.js";
import { playersView } from "./views/players.js";
import { sheetsView } from "./views/sheets.js";
import { standingsView } from "./views/standings.js";
import { startView } from "./views/start.js";
import { startWall } from "./views/wall.js";
import { language, languages, loadWords, proposed, speak, t } from "./words.js";

const VIEWS = { boards: boardsView, players: playersView, standings: standingsView, sheets: sheetsView, check: checkView, file: fileView };
const root = document.querySelector("#app");
const status = document.querySelector("#status");

function draw() {
  const field = document.activeElement;
  const focused = field?.dataset?.key;
  const { selectionStart, selectionEnd, scrollTop } = field ?? {};
  const at = window.scrollY;
  const content = app.broken ? brokenView() : app.event && app.shown ? VIEWS[app.view]() : startView();
  const isOpen = Boolean(app.event && app.shown && !app.broken);
  root.replaceChildren(
    h("a", { class: "skip", href: "#main" }, t("skip")),
    header(isOpen),
    isOpen ? tabs() : "",
    loading() ?? "",
    app.unsaved && isOpen ? h("div", { class: "message", role: "alert" }, h("p", {}, t("unsaved"))) : "",
    app.message ? message() : "",
    isOpen && app.notices.length ? h("div", { class: "notice", role: "status" }, app.notices.map(words => h("p", {}, words))) : "",
    h("main", { id: "main", tabindex: "-1", class: app.panel && isOpen ? "with-panel" : "" },
      h("div", { class: "view" }, content), isOpen && app.panel ? panelView() : null),
  );
  document.title = isOpen && app.shown.name ? `${app.shown.name} · swisspair` : t("title");
  const again = focused && root.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  again?.focus({ preventScroll: true });
  if (again && (again.type === "text" || again.type === "textarea")) {
    again.setSelectionRange(selectionStart, selectionEnd);
    again.scrollTop = scrollTop;
  }
  window.scrollTo(0, at);
}

function header(isOpen) {
  const choose = event => {
    speak(event.target.value);
    remember("language", language());
    refresh();
  };
  const names = languages().map(name => h("option", { value: name, selected: name === language() }, name));
  return h("header", { class: "top" },
    h("h1", {}, isOpen ? app.shown.name || app.shown.file : "swisspair"),
    isOpen ? button(t("events"), showEvents, { class: "quiet", "data-key": "events" }) : null,
    isOpen && app.event.past.length ? button(t("undo"), undo, { class: "quiet", "data-key": "undo" }) : null,
    h("select", { "aria-label": t("language"), onchange: choose, "data-key": "language" }, names));
}

// Leaves the event, which stays stored, and shows all stored events.
export async function showEvents() {
  app.events = await all();
  app.event = app.shown = app.panel = app.moving = null;
  app.view = "boards";
  draw();
}

function tabs() {
  const tab = name => button(t(name), () => {
    app.view = name;
    app.message = "";
    app.panel = app.moving = null;
    draw();
  }, { "aria-current": app.view === name ? "page" : null, "data-key": `tab-${name}` });
  return h("nav", { class: "tabs", "aria-label": t("menu") }, Object.keys(VIEWS).map(tab));
}

function message() {
  return h("div", { class: "message", role: "alert" }, h("strong", {}, t("failed")), h("p", {}, app.message),
    button(t("close"), () => say(""), { class: "quiet" }));
}

function loading() {
  const { loaded, failed, why } = app.loading;
  if (failed) return h("div", { class: "message", role: "alert" }, h("p", {}, why));
  if (loaded >= 1) return null;
  return h("div", { class: "loading" },
    h("label", { for: "loaded" }, loadingWords()), h("progress", { id: "loaded", max: 100, value: loaded * 100 }));
}

// Asks again for everything that is shown, after a change of language.
async function refresh() {
  app.panel = app.moving = null;
  if (app.event && app.loading.loaded >= 1) {
    const answer = await ask("event", {}, "event");
    if (!answer.error && !answer.outdated) app.shown = answer;
  }
  draw();
}

function progress(heard) {
  if (heard.arrived) return arrived(heard.arrived);
  if (heard.failed) app.loading = { failed: true, why: t("not-loaded", { why: heard.failed }) };
  else app.loading = { loaded: heard.loaded };
  if (heard.loaded === 1) storeForOffline();
  status.textContent = heard.failed ? "" : heard.loaded === 1 ? t("engine-ready") : t("starting");
  document.documentElement.dataset.engine = heard.loaded === 1 ? "ready" : heard.failed ? "failed" : "loading";
  draw();
}

// Moves the bar without drawing the page again, so that nobody's typing is disturbed.
const SHARE = 0.97; // of the bar, for the bytes; the engine then starts
function arrived(bytes) {
  const total = proposed("bytes");
  app.loading = { loaded: Math.min(SHARE, (bytes / total) * SHARE), bytes, total };
  const bar = document.querySelector("#loaded");
  if (!bar) return;
  bar.value = app.loading.loaded * 100;
  bar.previousElementSibling.textContent = loadingWords();
}

const inMegabytes = bytes => (bytes / 1e6).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function loadingWords() {
  const { loaded, bytes, total } = app.loading;
  const words = t("loading", { percent: Math.floor(loaded * 100) });
  return bytes ? `${words} (${inMegabytes(bytes)} / ${inMegabytes(total)} MB)` : words;
}

function closeByKey() {
  window.addEventListener("keydown", event => {
    if (event.key === "Escape" && app.panel) closePanel();
  });
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
  await loadWords();
  if (new URLSearchParams(location.search).get("view") === "wall") return startWall(root);
  app.draw = draw;
  app.announce = words => {
    status.textContent = words;
  };
  draw();
  if (typeof WebAssembly !== "object") {
    app.loading = { failed: true, why: t("no-webassembly") };
    return draw();
  }
  acceptDrops();
  closeByKey();
  registerWorker();
  app.engine = new Engine(progress);
  app.engine.start();
  app.events = await all();
  draw();
  follow(({ id, version }) => {
    if (app.event?.id === id && app.event.version !== version) showStored(id);
  });
  const last = remembered("open");
  if (last) await showStored(last);
}

begin();
