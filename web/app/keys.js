// The keyboard: arrows move within groups, Escape closes the panel, and results are entered without the mouse.

import { app } from "./app.js";
import { byKey } from "./views/boards.js";
import { closePanel } from "./views/panel.js";

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function pressed(event) {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = target.matches?.("input, textarea, select");
  if (key === "Escape" && app.panel) closePanel();
  else if (key in STEPS ? !typing && moved(key, target) : !typing && app.event && app.view === "boards" && byKey(key)) event.preventDefault();
}

// Moves the focus within a group (data-arrows), of which only one element is reached with Tab. Up and down lead from a
// board to the same place on the next one.
function moved(key, target) {
  const group = target.closest?.("[data-arrows]");
  if (!group) return false;
  const all = one => [...one.querySelectorAll("button, a, select")].filter(item => item.checkVisibility());
  const board = target.closest(".board");
  const upOrDown = key === "ArrowUp" || key === "ArrowDown";
  const other = STEPS[key] < 0 ? board?.previousElementSibling : board?.nextElementSibling;
  const items = board && upOrDown ? all(other ?? board) : all(board ?? group);
  const place = board && upOrDown ? Math.min(all(board).indexOf(target), items.length - 1) : items.indexOf(target) + STEPS[key];
  items[place]?.focus();
  return place in items;
}
