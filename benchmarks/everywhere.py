"""`python -m benchmarks.everywhere`: the matcher in C++, in WebAssembly, and networkx without a compiler, in one run.

Each figure is the CPU time of a first question to a new process: "why not" about 200 players and the brackets of 300,
both in round 5. The processes take turns, and the shortest of three times counts. Node runs the package of `make npm`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from math import inf
from pathlib import Path

from benchmarks.measuring import HERE, whole_process
from swisspair import Event

IN_PYTHON = """
import json, sys, time
if sys.argv[2] == "networkx":
    sys.modules["pairing_engine.fast.native"] = None
from swisspair.conversation import Conversation
talk, (event, question) = Conversation(), json.load(open(sys.argv[1]))
assert "error" not in talk.answer(event)
begun = time.process_time()
answer = talk.answer(question)
print(json.dumps([time.process_time() - begun, {**answer, "id": None}], sort_keys=True))
"""

IN_NODE = """
import { readFileSync } from "node:fs";
const { start } = await import(process.argv[3]);
const [event, question] = JSON.parse(readFileSync(process.argv[2], "utf8"));
const engine = await start();
await engine.ask(event);
const begun = process.cpuUsage();
const answer = await engine.ask(question);
const { user, system } = process.cpuUsage(begun);
console.log(JSON.stringify([(user + system) / 1e6, { ...answer, id: null }]));
engine.close();
"""

PACKAGE = HERE.parent / "build" / "npm" / "node.js"
TURNS = 3


def played(players: int) -> str:
    """Play five rounds with as many wins of White as of Black and as draws."""
    names = "\n".join(f"Player {number}, {2400 - 3 * number}" for number in range(players))
    event = Event.new("Club", names, rounds=9, initial_colour="white", first_day="2026/11/26")
    for number in range(1, 6):
        paired = event.pair()
        results = [("1-0", "0-1", "=")[(board + number) % 3] for board in range(len(paired.boards))]
        event = event.play(paired, results)
    return event.write()


def questions() -> dict[str, list[dict[str, object]]]:
    """Return the event and the question of each figure."""
    why_not = {"ask": "why-not", "kept": "it", "round": 5, "player": 3, "what": "6"}
    return {
        "why-not, 200 players": [{"ask": "open", "trf": played(200), "keep": "it"}, why_not],
        "brackets, 300 players": [
            {"ask": "open", "trf": played(300), "keep": "it"},
            {"ask": "brackets", "kept": "it", "round": 5},
        ],
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked, script = Path(folder) / "asked.json", Path(folder) / "ask.mjs"
        script.write_text(IN_NODE)
        programs = {
            "C++": [sys.executable, "-c", IN_PYTHON, str(asked), "native"],
            "WebAssembly": ["node", str(script), str(asked), str(PACKAGE)],
            "networkx": [sys.executable, "-c", IN_PYTHON, str(asked), "networkx"],
        }
        print(f"{'question':24}" + "".join(f"{name:>14}" for name in programs))
        for work, question in questions().items():
            asked.write_text(json.dumps(question))
            seconds, answers = dict.fromkeys(programs, inf), set()
            for _ in range(TURNS):
                for name, command in programs.items():
                    found, answer = json.loads(whole_process(command, folder=HERE.parent).output)
                    seconds[name] = min(seconds[name], found)
                    answers.add(json.dumps(answer, sort_keys=True))
            assert len(answers) == 1, "the answers differ"
            print(f"{work:24}" + "".join(f"{one:12.3f} s" for one in seconds.values()), flush=True)


if __name__ == "__main__":
    main()
