"""Write the examples that `search` has found into fixtures/articles, and keep better ones."""

import json
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from pairing_engine.facts.model import Tournament
from pairing_engine.matching import Backend
from tests.evidence.articles.events import Script, event_of, replayed, round_of, subjects
from tests.evidence.articles.search import Kind, Progress, Search, progress_of, summary_of
from tests.evidence.exhaustive.subjects import engine_answer, transcribed
from tests.places import FIXTURES
from trf import examine, write

ARTICLES = FIXTURES / "articles"
PATIENCE = 10
Line = dict[str, Any]
"""A line of ``examples.jsonl``."""


class Chosen(NamedTuple):
    """An example to write. ``level`` is ``plainest``, ``typical`` or ``hardest``, or ``misread``."""

    kind: Kind
    level: str
    script: Script


def chosen(progress: Progress) -> Iterator[Chosen]:
    """Choose the examples of each article: at most three, and then one for each misreading."""
    for kind, script in sorted(progress.smallest.items(), key=lambda entry: _in_order(entry[0])):
        if kind.misread:
            yield Chosen(kind, "misread", script)
            continue
        seen = {script}
        yield Chosen(kind, "plainest", script)
        for level, found in (("typical", progress.typical), ("hardest", progress.hardest)):
            if kind in found and found[kind][1] not in seen:
                seen.add(found[kind][1])
                yield Chosen(kind, level, found[kind][1])


def _in_order(kind: Kind) -> tuple[object, ...]:
    """Sort articles by their numbers, each with its misreadings behind it."""
    parts = re.findall(r"\d+|[^\d. ]+", kind.article)
    numbers = tuple((int(part), "") if part.isdigit() else (10**6, part) for part in parts)
    return kind.article.endswith(("edition", "round")), numbers, kind.code, kind.misread


def lines_of(name: str, old: Iterable[tuple[Line, str]]) -> Iterator[tuple[Line, str]]:
    """Yield the JSON and the TRF of each example that the search has found, and that is better than the old ones."""
    subject = subjects()[name]
    search = Search(subject, progress_of(name))
    known = {each.kind for each in search.variations}
    revealed = {Kind(*list(each.values())[:3]) for line, _ in old for each in line["misreadings"]}
    weights = {_purpose(line): _weight(line, text) for line, text in old}
    for kind, level, script in chosen(search.progress):
        weight = weights.get((*_in_order(kind)[:3], LEVELS.index(level)), (1000,))
        needed = weight == (1000,) or (level != "hardest" and (script.players, len(script.rounds) + 1) < weight)
        if kind.misread:
            needed = kind not in revealed
        event = replayed(subject, script) if needed and kind in known else None
        if event is None:
            continue
        text = write(event_of(subject, event))
        line = line_of(search, kind, level, examine(text).tournament)
        right = engine_answer(subject.model(event), subject.system, Backend.AUTO)
        if line is None or line["pairs"] != round_of(right):
            print(f"{name}: {kind} no longer decides, or the round is another one when read again")
            continue
        confirmed = tuple(_confirmed(name, event, right))
        if "contradicted" in confirmed:
            print(f"{name}: {kind}: the transcription contradicts {round_of(right)}")
            continue
        yield {**line, "confirmed": list(confirmed)}, text


def line_of(search: Search, kind: Kind, level: str, event: Tournament) -> Line | None:
    """Return the JSON of an example, or None if the article does not decide the round after the event."""
    system = search.subject.system
    right = engine_answer(event, system, Backend.AUTO)
    answers = ((each.kind, search.answer(each, event)) for each in search.variations)
    differing = {kind: round_of(answer) for kind, answer in answers if answer not in (right, None)}
    if right is None or kind not in differing:
        return None
    return {
        "file": "",
        "system": system.name,
        "edition": system.edition,
        "article": kind.article,
        "code": kind.code,
        "about": summary_of(system, kind.article, kind.code),
        "level": level,
        "round": len(event.rounds) + 1,
        "pairs": round_of(right),
        "without": differing[kind] if not kind.misread else "",
        "misreadings": [
            {**each._asdict(), "pairs": pairs}
            for each, pairs in sorted(differing.items())
            if each.misread or each != kind
        ],
    }


def _confirmed(name: str, event: Any, right: object) -> Iterator[str]:
    subject = subjects()[name]
    if engine_answer(subject.model(event), subject.system, Backend.REFERENCE) == right:
        yield "reference engine"
    with ProcessPoolExecutor(1) as pool:
        asked = pool.submit(_by_transcription, name, event)
        try:
            yield "transcription" if asked.result(PATIENCE) == right else "contradicted"
        except TimeoutError:
            for process in pool._processes.values():
                process.kill()


def _by_transcription(name: str, event: Any) -> object:
    return transcribed(subjects()[name], event)


LEVELS = "plainest", "typical", "hardest", "misread"


def merged(lines: Iterable[tuple[Line, str]]) -> list[tuple[Line, str]]:
    """Keep the best example for each purpose, in the order of the articles, and number their files.

    A misreading that an earlier example of its article reveals gets none.
    """
    in_order = sorted(lines, key=lambda one: (*_purpose(one[0]), _weight(*one)))
    numbers: dict[str, int] = defaultdict(int)
    found: list[tuple[Line, str]] = []
    seen: set[object] = set()
    for line, text in in_order:
        article, code = str(line["article"]), str(line["code"])
        own = {(article, each["misread"]) for each in line["misreadings"] if each["article"] == article}
        own -= {(article, "")}
        misread = line["level"] == "misread"
        if (own <= seen) if misread else (_purpose(line) in seen or (article, code, text) in seen):
            continue
        seen |= {*own, (article, code, text)} | (set() if misread else {_purpose(line)})
        short = code or article.split()[-1]
        numbers[short] += 1
        found.append(({**line, "file": f"{short}-{numbers[short]}.trf"}, text))
    return found


def _purpose(line: Line) -> tuple[object, ...]:
    return *_in_order(Kind(str(line["article"]), str(line["code"]), "")), LEVELS.index(str(line["level"]))


def _weight(line: Line, text: str) -> tuple[int, ...]:
    """Sort the smaller event first or, of the hardest ones, the one in which more boards differ."""
    if line["level"] == "hardest":
        return (-len({*str(line["pairs"]).split()} - {*str(line["without"]).split()}),)
    return len(examine(text).tournament.participants), int(line["round"])


def recorded(name: str) -> Iterator[tuple[Line, str]]:
    """Yield the examples of an edition's folder in today's words, without misreadings that the search does not have."""
    folder = ARTICLES / name.replace("/", "-")
    file = folder / "examples.jsonl"
    known = {each.kind for each in Search(subjects()[name], Progress()).variations}
    for line in map(json.loads, file.read_text(encoding="utf-8").splitlines() if file.exists() else ()):
        misreadings = [each for each in line["misreadings"] if Kind(*list(each.values())[:3]) in known]
        if line["without"] or any(each["article"] == line["article"] for each in misreadings):
            about = summary_of(subjects()[name].system, line["article"], line["code"])
            yield (
                {**line, "about": about, "misreadings": misreadings},
                (folder / line["file"]).read_text(encoding="utf-8"),
            )


def record(name: str) -> int:
    old = list(recorded(name))
    found = merged([*old, *lines_of(name, old)])
    folder = ARTICLES / name.replace("/", "-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for line, text in found:
        (folder / str(line["file"])).write_text(text, encoding="utf-8", newline="")
    lines = "".join(json.dumps(line) + "\n" for line, _ in found)
    (folder / "examples.jsonl").write_text(lines, encoding="utf-8", newline="")
    return len(found)


def main(names: list[str]) -> None:
    for name in names or subjects():
        print(f"{name}: {record(name)} examples", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
