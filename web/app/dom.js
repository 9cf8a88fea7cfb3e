// Creates elements from names, properties and children. A child that is text remains text and is never read as markup.

export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// Returns the lines of an answer as paragraphs; the leading blanks of a line become its depth.
export function lines(texts) {
  return texts.map((text, place) => {
    const depth = Math.min(4, Math.floor((text.length - text.trimStart().length) / 2));
    return h("p", { class: `line depth${depth}${place ? "" : " first"}` }, text.trim());
  });
}

export function button(words, action, properties = {}) {
  return h("button", { type: "button", onclick: action, ...properties }, words);
}

export function download(name, text, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
