// Elements as descriptions: `h` describes an element, and `draw` makes the document agree with the descriptions. Only
// what differs from the description before is changed, so the focus, the scrolled place and the words being typed stay.
// A child that is text remains text and is never read as markup.

import { cited } from "./articles.js";
import { t } from "./words.js";

export function h(name, properties = {}, ...children) {
  return { name, properties, children: described(children), key: properties["data-key"] };
}

function described(children) {
  return children.flat(Infinity)
    .filter(child => child !== null && child !== undefined && child !== false && child !== "")
    .map(child => (child.name ? child : { name: "#text", text: String(child) }));
}

const drawn = new WeakMap(); // the description of what an element contains

export function draw(parent, ...children) {
  const after = described(children);
  arrange(parent, drawn.get(parent) ?? [], after);
  drawn.set(parent, after);
}

function arrange(parent, before, after) {
  const partners = partnersOf(before, after);
  const stay = new Set(partners);
  for (const one of before) if (!stay.has(one)) one.element.remove();
  let place = parent.firstChild;
  after.forEach((one, at) => {
    const old = partners[at];
    if (!old) create(one, parent);
    else if (old !== one) update(old, one);
    if (one.element === place) place = place.nextSibling;
    else parent.insertBefore(one.element, place);
  });
}

// Finds for each new description the one it replaces: that of the same key or, without a key, the next one of its name.
function partnersOf(before, after) {
  const keyed = new Map(before.filter(one => one.key !== undefined).map(one => [one.key, one]));
  const others = before.filter(one => one.key === undefined);
  let from = 0;
  return after.map(one => {
    if (one.key !== undefined) {
      const old = keyed.get(one.key);
      keyed.delete(one.key);
      return old?.name === one.name ? old : undefined;
    }
    for (let at = from; at < others.length; at += 1) {
      if (others[at].name !== one.name) continue;
      from = at + 1;
      return others[at];
    }
    return undefined;
  });
}

const SVG = "http://www.w3.org/2000/svg";

function create(one, parent) {
  if (one.name === "#text") {
    one.element = document.createTextNode(one.text);
    return;
  }
  one.element = document.createElementNS(one.name === "svg" ? SVG : parent.namespaceURI, one.name);
  arrange(one.element, [], one.children);
  setAll(one.element, {}, one.properties);
}

function update(old, one) {
  one.element = old.element;
  if (one.name === "#text") {
    if (old.text !== one.text) one.element.data = one.text;
    return;
  }
  arrange(one.element, old.children, one.children);
  setAll(one.element, old.properties, one.properties);
}

function setAll(element, before, after) {
  for (const key in before) if (!(key in after)) set(element, key, undefined);
  for (const key in after) if (after[key] !== before[key] || element.name === "select") set(element, key, after[key]);
}

// A field is only changed if its description is, so that what is typed stays; a choice always shows what is true.
function set(element, key, value) {
  const none = value === undefined || value === null || value === false;
  if (key.startsWith("on")) element[key] = none ? null : value;
  else if (key === "value" && element.localName !== "option") {
    if (element.value !== String(value ?? "")) element.value = value ?? "";
  } else if (key === "checked" || key === "disabled") element[key] = !none;
  else if (none) element.removeAttribute(key);
  else element.setAttribute(key, value === true ? "" : value);
}

// Describes something again only if the values that it depends on have changed.
export function remembering() {
  const known = new Map();
  return (key, values, describe) => {
    const old = known.get(key);
    if (old && old.values.length === values.length && old.values.every((value, at) => value === values[at])) return old.one;
    const one = describe();
    known.set(key, { values, one });
    return one;
  };
}

// Returns the lines of an answer as paragraphs; the leading blanks of a line become its depth.
export function lines(texts) {
  return texts.map((text, place) => {
    const depth = Math.min(4, Math.floor((text.length - text.trimStart().length) / 2));
    return h("p", { class: `line depth${depth}${place ? "" : " first"}` }, cited(text.trim()));
  });
}

// Shown while the engine works, which takes seconds in a large event.
export const working = () => h("div", { class: "busy" }, h("p", {}, t("working")), h("progress", { "aria-label": t("working") }));

export function button(words, action, properties = {}) {
  return h("button", { type: "button", onclick: action, ...properties }, words);
}

export const field = key => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

export function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
