"""Write the examples that `search` has found into fixtures/articles (``make articles``), and keep better ones."""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

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


def lines_of(name: str) -> Iterator[tuple[Line, str]]:
    """Yield the JSON and the TRF of each example. A misreading that an earlier example reveals gets none."""
    subject = subjects()[name]
    search = Search(subject, progress_of(name))
    by_kind = {each.kind: each for each in search.variations}
    revealed: set[Kind] = set()
    for kind, level, script in chosen(search.progress):
        if (level == "misread" and kind in revealed) or kind not in by_kind:
            continue
        event = replayed(subject, script)
        right = engine_answer(subject.model(event), subject.system, Backend.AUTO)
        other = search.answer(by_kind[kind], event)
        if right is None or other is None or other == right:
            print(f"{name}: {kind} no longer decides")
            continue
        text = write(event_of(subject, event))
        again = engine_answer(examine(text).tournament, subject.system, Backend.AUTO)
        if again != right:
            print(f"{name}: {kind}: read again, the round is {round_of(again)} instead of {round_of(right)}")
            continue
        confirmed = tuple(_confirmed(name, event, right))
        if "contradicted" in confirmed:
            print(f"{name}: {kind}: the transcription contradicts {round_of(right)}")
            continue
        answers = {each.kind: search.answer(each, event) for each in search.variations if each.kind != kind}
        differing = {each: answer for each, answer in answers.items() if answer not in (right, None)}
        revealed |= {each for each in differing if each.article == kind.article}
        yield (
            {
                "file": "",
                "system": subject.system.name,
                "edition": subject.system.edition,
                "article": kind.article,
                "code": kind.code,
                "about": summary_of(subject.system, kind.article),
                "level": level,
                "round": len(script.rounds) + 1,
                "pairs": round_of(right),
                "without": round_of(other) if not kind.misread else "",
                "misreadings": [
                    {"article": each.article, "code": each.code, "misread": each.misread, "pairs": round_of(answer)}
                    for each, answer in sorted({kind: other, **differing}.items())
                    if each.misread or each != kind
                ],
                "confirmed": list(confirmed),
            },
            text,
        )


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


def merged(old: Iterable[tuple[Line, str]], new: Iterable[tuple[Line, str]]) -> list[tuple[Line, str]]:
    """Keep the better one of two examples for the same purpose, in the order of the articles; number their files."""
    best: dict[tuple[object, ...], tuple[Line, str]] = {}
    for line, text in (*old, *new):
        kind = kind_of(line)
        key = (_in_order(kind), LEVELS.index(str(line["level"])))
        if key not in best or _weight(line, text) < _weight(*best[key]):
            best[key] = line, text
    numbers: dict[str, int] = defaultdict(int)
    found = []
    for _, (line, text) in sorted(best.items()):
        short = str(line["code"] or str(line["article"]).split()[-1])
        numbers[short] += 1
        found.append(({**line, "file": f"{short}-{numbers[short]}.trf"}, text))
    return found


def kind_of(line: Line) -> Kind:
    article, code = str(line["article"]), str(line["code"])
    own = [each["misread"] for each in line["misreadings"] if (each["article"], each["code"]) == (article, code)]
    return Kind(article, code, "; ".join(own) if line["level"] == "misread" else "")


def _weight(line: Line, text: str) -> tuple[int, ...]:
    """Sort the smaller event first or, of the hardest ones, the one in which more boards differ."""
    if line["level"] == "hardest":
        return (-len({*str(line["pairs"]).split()} - {*str(line["without"]).split()}),)
    return len(examine(text).tournament.participants), int(line["round"])


def recorded(folder: Path) -> list[tuple[Line, str]]:
    """Return the examples that are in the folder, which another search may have found."""
    file = folder / "examples.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [
        (line, (folder / str(line["file"])).read_text(encoding="utf-8")) for line in (json.loads(one) for one in lines)
    ]


def record(name: str) -> int:
    folder = ARTICLES / name.replace("/", "-")
    found = merged(recorded(folder), lines_of(name))
    shutil.rmtree(folder, ignore_errors=True)
    if not found:
        return 0
    folder.mkdir(parents=True)
    for line, text in found:
        (folder / str(line["file"])).write_text(text, encoding="utf-8", newline="")
    lines = "".join(json.dumps(line) + "\n" for line, _ in found)
    (folder / "examples.jsonl").write_text(lines, encoding="utf-8", newline="")
    return len(found)


def main() -> None:
    for name in subjects():
        print(f"{name}: {record(name)} examples", flush=True)


if __name__ == "__main__":
    main()
