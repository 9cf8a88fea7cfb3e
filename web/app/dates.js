// Dates as the reader's language has them, such as "2 April 1988", and back to those of a TRF.

import { language } from "./words.js";

const format = options => new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), options);
const day = new Set(["day", "month", "year"]);
const parts = (year, month, of) => format({ dateStyle: "long", timeZone: "UTC" }).formatToParts(Date.UTC(year, month - 1, of)).filter(({ type }) => day.has(type));

export const moment = at => format({ dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

// The days in a text, such as 1988/04/02, in words. What is no day of the calendar stays.
export const inWords = text => text.replace(/\b(\d{4})\/(\d\d)\/(\d\d)\b/g, (found, year, month, of) => {
  const words = month > 0 && month < 13 && of > 0 ? parts(year, month, of).map(({ value }) => value).join(" ") : found;
  return inFile(words) === found ? words : found;
});

// The days in words in a text, as a TRF writes them; everything else stays for the engine to read or to refuse.
export function inFile(text) {
  const months = Array.from({ length: 12 }, (_, at) => parts(2026, at + 1, 1).find(({ type }) => type === "month").value);
  return text.replace(/(\d{1,2}) (\p{L}+) (\d{4})/gu, (found, of, name, year) => {
    const month = months.findIndex(one => one.toLowerCase() === name.toLowerCase()) + 1;
    return month ? `${year}/${String(month).padStart(2, "0")}/${of.padStart(2, "0")}` : found;
  });
}
