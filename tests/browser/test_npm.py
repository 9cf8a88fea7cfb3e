"""The npm package (``make npm``): the example of its README, and the same answers as the programs."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from swisspair.conversation.contract import KINDS
from tests.browser.test_same_answers import ROUND, events, printed
from tests.programs.program import SWISSCHECK, run
from tools.web.npm import PACKAGE, SOURCES, TYPESCRIPT

pytestmark = pytest.mark.npm

EVENTS = int(os.environ.get("NPM_EVENTS", "200"))

ASKER = """
import { readFileSync } from "node:fs";
import { start } from "swisspair";
const engine = await start();
for (const question of JSON.parse(readFileSync("questions.json", "utf8"))) {
  const { lines, rounds_in_words, ...answer } = await engine.ask(question);
  console.log(JSON.stringify(answer));
}
engine.close();
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Install the packed package in a folder, without a network."""
    (archive,) = PACKAGE.parent.glob("swisspair-*.tgz")
    install = ["npm", "install", "--silent", "--offline", "--ignore-scripts", "--no-audit", str(archive)]
    subprocess.run(install, cwd=tmp_path, check=True)
    return tmp_path


def node(script: str, folder: Path) -> list[str]:
    (folder / "script.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run(["node", "script.mjs"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def example() -> str:
    text = (SOURCES / "README.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"^```js\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(script)


def test_the_example_of_the_readme_runs(project: Path) -> None:
    lines = node(example(), project)
    assert lines[0] == "1-3 4-2"  # by swisspair --engine reference
    assert lines[1] == "5 Eder (0.0) in round 1: the pairing-allocated bye"
    assert (len(lines), lines[-1]) == (21, "5 agrees")


def test_rounds_and_checks_are_those_of_the_programs(project: Path) -> None:
    paths = events(project, EVENTS)
    texts = [{"name": str(path), "trf": path.read_text(encoding="utf-8")} for path in paths]
    questions = [{"ask": "pair", "round": ROUND, **one} for one in texts] + [{"ask": "check", **one} for one in texts]
    (project / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
    # JavaScript sorts keys that are whole numbers, so the order of keys is not compared.
    answers = [json.loads(line) for line in node(ASKER, project)]
    pairs = printed("--pair", *map(str, paths), "--round", str(ROUND), "--format", "jsonl", "--quiet")
    checks = [run(SWISSCHECK, path, "--format", "json", cwd=project).output.decode() for path in paths]
    assert answers == [json.loads(one) for one in (*pairs, *checks)]


CLIENT = """
import { start, type Engine } from "swisspair";
const engine: Engine = await start();
const begun = await engine.ask({ ask: "new", event: "Club", list: "Aalto\\nBerg", rounds: 5, keep: "club" });
if ("error" in begun) throw new Error(begun.error);
const next = await engine.ask({ ask: "next-round", kept: "club" });
for (const board of next.round.boards) { const white: number = board.white; console.log(white, board.black); }
const why = await engine.ask({ ask: "why", kept: "club", round: 1, player: 1 });
if (!("error" in why)) console.log(why.lines.join());
const check = await engine.ask({ ask: "check", kept: "club" });
if (!("error" in check)) console.log(check.differing + 1);
// @ts-expect-error: no such kind of question
await engine.ask({ ask: "pear", kept: "club" });
// @ts-expect-error: a number is no text
await engine.ask({ ask: "why", kept: "club", round: "1", player: 1 });
// @ts-expect-error: a misspelt key
await engine.ask({ ask: "pair", kept: "club", rond: 1 });
// @ts-expect-error: no such key of an answer
console.log(next.rund);
engine.close();
"""


def test_the_types_accept_the_example_and_a_careful_client_and_find_mistakes(project: Path) -> None:
    (project / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (project / "example.ts").write_text(example(), encoding="utf-8")
    (project / "client.ts").write_text(CLIENT, encoding="utf-8")
    tsc = str(TYPESCRIPT / "node_modules" / ".bin" / "tsc")
    call = [tsc, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "example.ts", "client.ts"]
    assert subprocess.run(call, cwd=project, capture_output=True, text=True, check=False).stdout == ""


REFUSED = """
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { offerMatcher } from "swisspair/worker/matcher.js";
const parts = new URL("./node_modules/swisspair/parts/", import.meta.url);
await offerMatcher(gunzipSync(readFileSync(new URL("matcher.wasm.packed", parts))));
const asked = words => swisspair_matcher(new Uint8Array(new BigInt64Array(words.map(BigInt)).buffer));
const edge = amount => [2, 1, 1, 1, 0, 0, 2, -1, 0, 1, 7, -1, -1, 7, 1, 0, amount, -1, -1];
const answers = [edge(5), edge(-1), edge(2 ** 61), [2, 0, 0, 0, 0, 0, 2, -1, -1, -1, -1, -1], edge(5)];
for (const words of answers) console.log(String(asked(words)));
"""


def test_the_matcher_refuses_what_cannot_be_and_goes_on(project: Path) -> None:
    manifest = project / "node_modules" / "swisspair" / "package.json"
    description = json.loads(manifest.read_text(encoding="utf-8"))
    del description["exports"]  # the matcher is no part of the interface
    manifest.write_text(json.dumps(description), encoding="utf-8")
    assert node(REFUSED, project) == ["1,0", "1", "2", "undefined", "1,0"]


def test_it_has_no_scripts_and_lists_its_licences() -> None:
    description = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))
    assert not {"scripts", "dependencies"} & set(description)
    licences = (PACKAGE / "licences.txt").read_text(encoding="utf-8")
    assert "pyodide" in licences
    texts = "Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE", "Emscripten authors", "NetworkX Developers"
    assert [text for text in (*texts, "Pallets", "LLVM Exceptions") if text not in licences] == []


def test_its_types_name_every_question() -> None:
    types = (PACKAGE / "index.d.ts").read_text(encoding="utf-8")
    assert all(f'"{kind}": Ask' in types for kind in KINDS)
