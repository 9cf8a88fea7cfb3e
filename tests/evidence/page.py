"""``python -m tests.evidence.page``: docs/verification.md, out of what the runs have written down."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pairing_engine.systems import SYSTEMS
from tests.differential.campaign import TARGETS
from tests.evidence import store
from tests.evidence.store import Entry
from tests.exhaustive.subjects import BY_NAME
from tests.exhaustive.units import units

TOP = Path(__file__).parents[2]
PAGE = TOP / "docs" / "verification.md"
DIVERGENCES = TOP / "fixtures" / "known_divergences.toml"
READINGS = TOP / "docs" / "readings.md"


class Kind(NamedTuple):
    """A comparison: the name of its data file, the head of its column, what is compared with what."""

    name: str
    head: str
    words: str


KINDS = (
    Kind("golden", "recorded rounds", "rounds that other engines have paired, every pair, colour and bye"),
    Kind("oracles", "other programs", "random events, each round given to another program as well"),
    Kind("transcriptions", "transcriptions", "random rounds beside the literal transcription of the text"),
    Kind("exhaustive", "exhaustive", "all positions of small events: shortcuts, reference and transcription"),
    Kind("saturation", "saturation", "events with any legal past, to the round that cannot be paired: the same three"),
    Kind("differential", "differential", "generated rounds: shortcuts and reference"),
    Kind("campaign", "campaign", "generated rounds without an end: shortcuts and reference"),
    Kind("explanations", "explanations", 'the judge and "why not" on all small positions, beside the transcription'),
    Kind("answers", "answers", 'the judge and "why not" on larger positions by lot, beside the transcription'),
    Kind("mutants", "mutants", "rules broken on purpose, of which each must change a round"),
    Kind("laws", "laws", "laws that every round must keep, on generated events"),
)

ENGINES = {
    "dutch/2026": "bbpPairings 6.0.0, and a second implementation without a difference",
    "dutch/2017": "bbpPairings 5.0.1",
    "dutch/2012": "JaVaFo 1.4",
    "dubov/2026": "JaVaFo 3.0 preview and py4swiss 0.3.1, where they agree; neither is an accepted program for it",
    "burstein/2026": "JaVaFo 3.0 preview, py4swiss 0.3.1 (one fault mended) and a transcription, where they agree",
}
"""Who paired the recorded rounds."""

KEYS = ("program", "article", "argument")
"""What is shown of a known divergence, beside its place."""

NAMES = [f"{name}/{edition}" for name, editions in SYSTEMS.items() for edition in reversed(list(editions))]


def of_edition(kind: str, edition: str) -> dict[str, Entry]:
    """The entries of a kind that are about an edition."""
    return {subject: entry for subject, entry in store.load(kind).items() if edition in _editions(subject)}


def _editions(subject: str) -> list[str]:
    """The editions that a subject names: ``dubov/2026 and burstein/2026: rules and steps``."""
    return re.findall(r"[a-z-]+/\d{4}", subject)


def number(count: int) -> str:
    """A number as people write it."""
    return f"{count:,}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table of Markdown."""
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def summary() -> Iterator[str]:
    """One row an edition: how many were compared, in which way."""
    yield "## At a glance"
    yield ""
    shown = [kind for kind in KINDS if kind.name != "laws"]
    rows = []
    for edition in NAMES:
        sums = (sum(entry.count for entry in of_edition(kind.name, edition).values()) for kind in shown)
        rows.append([edition, *(number(count) if count else "–" for count in sums)])
    yield from table(["", *(kind.head for kind in shown)], rows)
    yield ""
    every = [(kind.name, entry) for kind in KINDS for entry in store.load(kind.name).values()]
    differences = sum(entry.differences for _, entry in every)
    yield f"Differences that are not among the known ones: **{differences}**."
    yield "A dash: nothing of the kind is there, or no run has written it down yet."
    yield "Mutants of two systems count for both."
    yield ""
    yield from (f"- *{kind.head}*: {kind.words}." for kind in KINDS)
    yield ""


def edition_section(edition: str) -> Iterator[str]:
    """All runs about an edition."""
    yield f"## {edition}"
    yield ""
    if edition in ENGINES:
        yield f"Recorded rounds are by {ENGINES[edition]}."
    else:
        yield "No recorded rounds: no program in reach pairs by this text as it stands."
    yield ""
    rows = [
        [kind.head, _short(subject, edition), *of_entry(entry)]
        for kind in KINDS
        for subject, entry in _grouped(kind.name, edition)
    ]
    yield from table(["", "what", "how many", "differences", "when", "version", "command"], rows)
    yield ""
    details = list(answers_section(edition))
    yield from details
    if details:
        yield ""


def _grouped(kind: str, edition: str) -> Iterator[tuple[str, Entry]]:
    """The entries of an edition; walks of the same size, by their choices and initial-colours, as one."""
    joined: dict[str, Entry] = {}
    for subject, entry in of_edition(kind, edition).items():
        name = re.sub(r"^(\S+) [^:]*:", r"\1:", subject).removesuffix(", Black first")
        joined[name] = joined[name].joined(entry) if name in joined else entry
    yield from sorted(joined.items())


def _short(subject: str, edition: str) -> str:
    text = subject.removeprefix(f"{edition}: ").removeprefix(edition).strip()
    return text or "all"


def of_entry(entry: Entry) -> list[str]:
    """What a run has found, in cells."""
    count = f"{number(entry.count)} {entry.unit}"
    if "positions" in entry.details:
        positions = f" at {number(entry.details['positions'])} positions" if entry.unit != "positions" else ""
        count += f"{positions}, for {number(entry.details['histories'])} histories"
    elif "events" in entry.details:
        count += f" of {number(entry.details['events'])} events"
    days = entry.first_day if entry.first_day == entry.last_day else f"{entry.first_day} to {entry.last_day}"
    return [count, number(entry.differences), days, "; ".join(sorted(entry.versions)), f"`{entry.command}`"]


def answers_section(edition: str) -> Iterator[str]:
    """How often which verdict was given on larger positions."""
    sums: dict[str, int] = {}
    for entry in of_edition("answers", edition).values():
        for name, count in entry.details.items():
            sums[name] = sums.get(name, 0) + count
    if sums:
        told = ", ".join(f"{name} {number(count)}" for name, count in sorted(sums.items()) if name != "rounds")
        yield f"Answers by kind: {told}."


def reach_section() -> Iterator[str]:
    """What the exhaustive walks leave out."""
    yield "## Out of reach"
    yield ""
    yield "All results of up to four rounds are walked for 2 to 6 players (2 to 5 teams, or sides of double matches),"
    yield "last round or not; and 3 to 7 with every choice of one round that somebody does not play: byes H, F and Z, a"
    yield "game forfeited by either or both, late entries, withdrawals. Where an hour on two cores does not reach four"
    yield "rounds, the histories of the next round are counted:\n"
    walked = store.load("exhaustive")
    rows = [
        [subject, number(entry.details["histories one round further"])]
        for subject, entry in sorted(walked.items())
        if entry.details.get("histories one round further") and "4 rounds" not in subject
    ]
    yield from table(["walked", "histories of the next round"], rows)
    yield ""
    missing: dict[str, list[str]] = {}
    for unit in units(frozenset(BY_NAME)):
        if unit.words not in walked:
            subject, _, what = unit.words.partition(": ")
            missing.setdefault(what, []).append(subject)
    if missing:
        yield "Not walked to their end yet (`make exhaustive` goes on with them):"
        yield ""
        yield from (f"- {what}: {'; '.join(subjects)}" for what, subjects in missing.items())
        yield ""
    yield "Campaigns and their targets: " + ", ".join(
        f"{name} {number(entry.count)} of {number(TARGETS[name])}" for name, entry in store.load("campaign").items()
    )
    yield ""


def divergences_section() -> Iterator[str]:
    """The recorded answers that we believe to be wrong."""
    yield "## Known divergences"
    yield ""
    yield "Recorded answers that we believe to be wrong, with the reason; `make golden` fails when one no longer"
    yield "differs as it says."
    yield ""
    found = tomllib.loads(DIVERGENCES.read_text(encoding="utf-8"))["divergence"]
    rows = (
        [
            f"{each['archive']}, {each['file']}, round {each['round']}",
            each["program"],
            each["article"],
            each["argument"],
        ]
        for each in found
    )
    yield from table(["where", "recorded by", "article", "argument"], rows)
    yield ""
    yield "Rounds that differ without an argument, and rounds of other programs that are left out or known to differ,"
    yield "are named in `tests/golden/test_dutch_2012.py` (`UNEXPLAINED`), `tests/oracles/test_gacrux.py` and"
    yield "`docs/readings.md`."
    yield ""


def text_alone_section() -> Iterator[str]:
    """What nobody confirms but the text."""
    yield "## What nobody confirms but the text"
    yield ""
    alone = ", ".join(name for name in NAMES if name not in ENGINES)
    yield f"No other program was found that pairs by these texts as they stand: {alone}."
    yield "Their measure are the text and its transcription."
    yield "(Gacrux is compared on events of teams in which nothing occurs that it reads otherwise.)"
    yield ""
    yield "Readings of places that can be read in two ways, and how many of them recorded rounds confirm:"
    yield ""
    yield from table(["readings", "how many", "confirmed by recorded rounds", "resting on the text alone"], readings())
    yield ""


def readings() -> Iterator[list[str]]:
    """The sections of docs/readings.md with their numbers."""
    for section in re.split(r"^## ", READINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        found = re.split(r"^\*\*[A-Z]+\d+[a-z]?\. ", body, flags=re.MULTILINE)[1:]
        confirmed = sum("Confirmed" in reading for reading in found)
        if found:
            yield [title, str(len(found)), str(confirmed), str(len(found) - confirmed)]


def page() -> Iterator[str]:
    """The whole page, in lines."""
    yield "# What was compared with what"
    yield ""
    yield "Made by `make verification` out of `tests/evidence/*.json`, which the runs themselves write: nothing here is"
    yield "written by hand. `make evidence` runs a day's share of it anew, and says if a figure no longer holds."
    yield ""
    yield from summary()
    for edition in NAMES:
        yield from edition_section(edition)
    others = list(_grouped_others())
    if others:
        yield "## All systems"
        yield ""
        yield from table(["", "what", "how many", "differences", "when", "version", "command"], others)
        yield ""
    yield from reach_section()
    yield from divergences_section()
    yield from text_alone_section()


def _grouped_others() -> Iterator[list[str]]:
    for kind in KINDS:
        for subject, entry in sorted(store.load(kind.name).items()):
            if not _editions(subject):
                yield [kind.head, subject, *of_entry(entry)]


def text() -> str:
    """The page as it is to stand in the file."""
    return "\n".join(page()).rstrip() + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
