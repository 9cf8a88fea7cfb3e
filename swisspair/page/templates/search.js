(() => {
  const form = document.querySelector("form[role=search]"), field = form.querySelector("input");
  const said = form.querySelector("output"), folded = [...document.querySelectorAll("details")];
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const people = one => one.matches(".player") ? "h3" : one.matches("tr") ? ".who, th" : "a[href^='#p'], text";
  const words = text => plain(text).split(/[\s,.;–-]+/).filter(Boolean);
  const entries = [...document.querySelectorAll("tbody tr, .player, .bracket")].map(one => {
    const texts = [one.dataset.n ?? "", ...[...one.querySelectorAll(people(one))].map(part => part.textContent)];
    return {one, text: plain(texts.join(" ")), numbers: new Set(texts.map(text => text.match(/^\d+/)?.[0]))};
  });
  const fits = (entry, word) => /^\d+$/.test(word) ? entry.numbers.has(word) : entry.text.includes(word);
  const search = () => {
    const wanted = words(field.value);
    let found = 0;
    for (const entry of entries) {
      const hit = wanted.every(word => fits(entry, word));
      entry.one.classList.toggle("miss", !hit);
      found += hit;
    }
    for (const one of folded) {
      one.dataset.open ??= String(one.open);
      one.open = wanted.length > 0 || one.dataset.open === "true";
    }
    said.textContent = wanted.length ? `${form.dataset.found} ${found}` : "";
  };
  form.hidden = false;
  form.addEventListener("submit", event => event.preventDefault());
  field.addEventListener("input", search);
  search();
})();
