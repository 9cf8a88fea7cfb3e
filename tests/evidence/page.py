"""``python -m tests.evidence.page``: make docs/verification.md from the recorded results."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from pairing_engine.systems import SYSTEMS
from tests.evidence import store
from tests.evidence.causes import causes_section
from tests.evidence.compared_values import tie_breaks_section
from tests.evidence.damages import attack_section, damages_section
from tests.evidence.differential.campaign import TARGETS
from tests.evidence.differential.generated import ROUNDS, full_name
from tests.evidence.exhaustive.saturation import END
from tests.evidence.golden.divergences import known_divergences
from tests.evidence.limits import EDITIONS, again_section, reach_section, verdicts_section
from tests.evidence.plugin import MUTANTS
from tests.evidence.store import Entry
from tests.evidence.tally import KNOWN
from tests.evidence.words import editions_in, grouped_name, items, number, paragraph, short_name, table
from tests.places import ROOT

PAGE = ROOT / "docs" / "verification.md"
READINGS = ROOT / "docs" / "readings.md"


NAMES = [f"{name}/{edition}" for name, editions in SYSTEMS.items() for edition in reversed(list(editions))]

SOURCES = {
    "dutch/2026": (
        "by bbpPairings 6.0.0. Whoever recorded them reports that a second, independent program paired them without a"
        " difference; no run here repeats that"
    ),
    "dutch/2017": "by bbpPairings 5.0.1",
    "dutch/2012": "by JaVaFo 1.4, the only program of that edition in reach: strong evidence, no proof",
    "dubov/2026": (
        "by JaVaFo 3.0 preview and py4swiss 0.3.1. Rounds on which the two differed, 3 to 5 in 100, were left out when"
        " they were recorded, and neither is an accepted program for the system: strong evidence, no proof"
    ),
    "burstein/2026": (
        "those on which JaVaFo 3.0 preview, py4swiss 0.3.1 (with one fault mended) and a transcription agree. The two"
        " programs agree on about three rounds in four; the others were left out when they were recorded"
    ),
}
"""The programs that paired the recorded rounds."""


class Kind(NamedTuple):
    """A kind of comparison: data file, column title, the two things compared, and its editions."""

    name: str
    head: str
    words: str
    editions: Collection[str] = tuple(NAMES)


KINDS = (
    Kind(
        "golden", "recorded rounds", "rounds that other engines have paired: every pair, colour and bye", tuple(SOURCES)
    ),
    Kind(
        "oracles",
        "other programs",
        "rounds of random events, given to another program as well",
        ("dutch/2026", "team/2026"),
    ),
    Kind("transcriptions", "transcriptions", "random rounds, also paired by the literal transcription of the text"),
    Kind(
        "exhaustive",
        "exhaustive",
        "all positions of small events, paired in three ways: by the engine with its shortcuts, by the reference, which"
        " has none, and by the transcription",
        EDITIONS,
    ),
    Kind(
        "saturation",
        "saturation",
        "events with any legal past, by lot, played until no round can be paired or their last round is over; every"
        " round is paired by shortcuts, reference and transcription",
        EDITIONS,
    ),
    Kind(
        "differential",
        "differential",
        "generated rounds, by shortcuts and reference; the same ones every time",
        {full_name(name) for name in ROUNDS},
    ),
    Kind(
        "campaign",
        "campaign",
        "the same, but every run adds others, until there are as many as are aimed at",
        tuple(TARGETS),
    ),
    Kind(
        "explanations",
        "explanations",
        'what "why", "why not" and the judge say of all small positions, read back from their sentences',
        EDITIONS,
    ),
    Kind("answers", "explanations by lot", "what they say of larger positions, by lot: 4 to 9 players", EDITIONS),
    Kind(
        "mutants",
        "mutants",
        "rules broken on purpose, each of which must change a round; those of two systems count for both",
        {edition for subject in MUTANTS.values() for edition in editions_in(subject)},
    ),
    Kind("laws", "laws", "laws that every round must keep, on generated events", ()),
)


def of_edition(kind: str, edition: str) -> dict[str, Entry]:
    """The results of one kind about an edition."""
    return {subject: entry for subject, entry in store.load(kind).items() if edition in editions_in(subject)}


def summary() -> Iterator[str]:
    """The summary table: comparisons of each kind, one row for each edition."""
    yield "## At a glance"
    yield ""
    shown = [kind for kind in KINDS if kind.editions]
    yield from table(
        ["", *(kind.head for kind in shown)], ([name, *(_sum(kind, name) for kind in shown)] for name in NAMES)
    )
    yield ""
    every = [entry for kind in KINDS for entry in store.load(kind.name).values()]
    differences, known = sum(entry.differences for entry in every), sum(entry.details.get(KNOWN, 0) for entry in every)
    yield from paragraph(
        f"Differences that are not among the known ones: **{differences}**. Known ones: **{known}**, listed under"
        " [Known divergences](#known-divergences). What tests compare (recorded rounds, other programs, transcriptions,"
        " mutants, laws) is written down only when all of them pass. A dash stands where there is nothing of the kind"
        ' to compare, and "not yet" where no run has written it down.'
    )
    yield from items(f"*{kind.head}* ({_unit(kind)}): {kind.words}." for kind in KINDS)
    yield from paragraph(
        "A *position* is what the rules can see before a round; a *history* is one way in which an event can come"
        " there. Of positions that no rule can tell apart one is compared, and stands for the histories of all."
    )


def _unit(kind: Kind) -> str:
    return ", ".join(sorted({entry.unit for entry in store.load(kind.name).values()}))


def _sum(kind: Kind, edition: str) -> str:
    if edition not in kind.editions:
        return "–"
    entries = of_edition(kind.name, edition)
    return number(sum(entry.count for entry in entries.values())) if entries else "not yet"


def edition_section(edition: str) -> Iterator[str]:
    """The section with all comparisons about an edition."""
    yield f"## {edition}"
    yield ""
    if edition in SOURCES:
        yield f"Recorded rounds are {SOURCES[edition]}."
    else:
        yield "No recorded rounds: no program in reach pairs by this text as it stands."
    yield ""
    rows = [
        [kind.head, short_name(subject, edition), *of_entry(entry)]
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
    """The results of an edition, with similar walks joined."""
    joined: dict[str, Entry] = {}
    for subject, entry in of_edition(kind, edition).items():
        name = grouped_name(subject)
        joined[name] = joined[name].joined(entry) if name in joined else entry
    yield from sorted(joined.items())


def of_entry(entry: Entry) -> list[str]:
    """The results of a run as table cells."""
    count = f"{number(entry.count)} {entry.unit}"
    if "positions" in entry.details:
        positions = f" at {number(entry.details['positions'])} positions" if entry.unit != "positions" else ""
        count += f"{positions}, for {number(entry.details['histories'])} histories"
    elif "events" in entry.details:
        count += f" of {number(entry.details['events'])} events"
        if END in entry.details:
            count += f", {number(entry.details[END])} of which reach a round that cannot be paired"
    days = entry.first_day if entry.first_day == entry.last_day else f"{entry.first_day} to {entry.last_day}"
    differences = number(entry.differences)
    if KNOWN in entry.details:
        differences += f", and {number(entry.details[KNOWN])} known"
    return [count, differences, days, "; ".join(sorted(entry.versions)), f"`{entry.command}`"]


def answers_section(edition: str) -> Iterator[str]:
    """The section on the frequency of verdicts in larger positions."""
    sums: dict[str, int] = {}
    for entry in of_edition("answers", edition).values():
        for name, count in entry.details.items():
            sums[name] = sums.get(name, 0) + count
    if sums:
        told = ", ".join(f"{name} {number(count)}" for name, count in sorted(sums.items()) if name != "rounds")
        yield f"Answers by kind: {told}."


def divergences_section() -> Iterator[str]:
    """The section on recorded answers that differ from ours."""
    yield "## Known divergences"
    yield ""
    yield from paragraph(
        "Recorded answers that differ from ours, which we believe to be wrong, with the reason. `make golden` fails"
        " when one no longer differs."
    )
    argued = [(place, found.program, found.article, found.argument) for place, found in known_divergences().items()]
    rows = ([f"{place.archive}, {place.file}, round {place.round}", *words] for place, *words in argued)
    yield from table(["where", "recorded by", "article", "argument"], rows)
    yield ""
    yield from paragraph(
        "Other programs are compared only on events in which nothing occurs that they are known to read otherwise: what"
        " that is, and a round that Gacrux once paired otherwise, stands in `tests/evidence/oracles/test_gacrux.py`."
    )


def text_alone_section() -> Iterator[str]:
    """The section on claims that only the text confirms."""
    yield "## What nobody confirms but the text"
    yield ""
    alone = ", ".join(name for name in NAMES if name not in SOURCES)
    yield from paragraph(
        f"No other program was found that pairs by these texts as they stand: {alone}. They are held against the text"
        " and its transcription. (Gacrux pairs teams, but reads some places otherwise: it is compared on events in"
        " which none of these occurs.)"
    )
    yield "Readings of places that can be read in two ways, and how many of them recorded rounds confirm:"
    yield ""
    yield from table(["readings", "how many", "confirmed by recorded rounds", "resting on the text alone"], readings())
    yield ""


def readings() -> Iterator[list[str]]:
    """The sections of docs/readings.md with their reading numbers."""
    for section in re.split(r"^## ", READINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        found = re.split(r"^\*\*[A-Z]+\d+[a-z]?\. ", body, flags=re.MULTILINE)[1:]
        confirmed = sum("Confirmed" in reading for reading in found)
        if found:
            yield [title, str(len(found)), str(confirmed), str(len(found) - confirmed)]


def page() -> Iterator[str]:
    """The lines of the whole page."""
    yield "# What was compared with what"
    yield ""
    yield from paragraph(
        "This page shows how far the pairings of swisspair can be trusted. Each system and edition was compared with"
        " rounds that other engines paired, with other programs, and with literal transcriptions of the rules. The"
        " first table counts these comparisons. The sections after it list them one by one, with the command that"
        " repeats each."
    )
    yield from summary()
    yield from paragraph(
        "`make verification` writes this page. No figure here is written by hand: the runs themselves write them into"
        " `tests/evidence/*.json`. The sentences are in `tests/evidence/page.py` and `limits.py`. A version"
        ' "with changes" had code that no commit has.'
    )
    for edition in NAMES:
        yield from edition_section(edition)
    others = list(_grouped_others())
    if others:
        yield "## All systems"
        yield ""
        yield from table(["", "what", "how many", "differences", "when", "version", "command"], others)
        yield ""
    yield from tie_breaks_section()
    yield from reach_section()
    yield from verdicts_section()
    yield from causes_section()
    yield from damages_section()
    yield from attack_section()
    yield from again_section()
    yield from divergences_section()
    yield from text_alone_section()


def _grouped_others() -> Iterator[list[str]]:
    for kind in KINDS:
        for subject, entry in sorted(store.load(kind.name).items()):
            if not editions_in(subject):
                yield [kind.head, subject, *of_entry(entry)]


def text() -> str:
    """The whole page as text."""
    return "\n".join(page()).rstrip() + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
