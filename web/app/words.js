// What the page says: sentences by keys, in the language of the reader.

let all = {};
let spoken = "en";

export async function loadWords() {
  all = await (await fetch(new URL("../words.json", import.meta.url))).json();
  const wanted = [localStorage.getItem("language"), ...navigator.languages].map(name => (name ?? "").slice(0, 2));
  speak(wanted.find(name => name && name in all) ?? "en");
}

export function speak(name) {
  spoken = name;
  document.documentElement.lang = name;
}

export const language = () => spoken;
export const languages = () => Object.keys(all).filter(Boolean);

// What the library proposes, in no language.
export const proposed = key => all[""]?.[key] ?? "";

// The systems that a new event can have, with their editions, the usual one first.
export const systems = () => all[spoken]?.systems ?? [];

export function t(key, values = {}) {
  return (all[spoken]?.[key] ?? key).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
