// The sentences of the page by key, in the reader's language.

import { remembered } from "./store.js";

let all = {};
let spoken = "en";

export async function loadWords() {
  all = await (await fetch(new URL("../words.json", import.meta.url))).json();
  const wanted = [remembered("language"), ...navigator.languages].map(name => (name ?? "").slice(0, 2));
  speak(wanted.find(name => name && name in all) ?? "en");
}

export function speak(name) {
  spoken = name;
  document.documentElement.lang = name;
}

export const language = () => spoken;
export const languages = () => Object.keys(all).filter(Boolean);

// The values that the library suggests, which need no translation.
export const proposed = key => all[""]?.[key] ?? "";

// The systems for a new event, with their editions; the most common one comes first.
export const systems = () => all[spoken]?.systems ?? [];

export function t(key, values = {}) {
  const filled = (place, name, one, many) => {
    const value = values[name] ?? place;
    return one ? `${value} ${new Intl.PluralRules(spoken).select(Math.trunc(value)) === "one" ? one : many}` : value;
  };
  return (all[spoken]?.[key] ?? key).replace(/\{(\w+)(?::([^|}]+)\|([^}]+))?\}/g, filled);
}
