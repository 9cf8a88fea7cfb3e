// Articles in square brackets lead to the handbook's page about them. Only the page of the site has this handbook beside it.

import { h } from "./dom.js";
import { proposed } from "./words.js";

const CITED = /(\[(?:\w+, )?[A-Z]\.\d\d[^\]]*\])/;

let book = null; // { system, edition }: the rules that the answers cite

export function openBook(rules) {
  book = rules;
}

export function cited(text) {
  const home = proposed("handbook");
  if (!home || !book) return text;
  return text.split(CITED).map((part, at) => {
    if (at % 2 === 0) return part;
    const anchor = part.slice(1, -1).replace(/^\w+, /, "").replace(/[^\w.]+/g, "-");
    return h("a", { href: `${home}${book.system}-${book.edition}.html#${anchor}`, target: "_blank", rel: "noopener" }, part);
  });
}
