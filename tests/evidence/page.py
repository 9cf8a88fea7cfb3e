"""``python -m tests.evidence.page``: make docs/verification.md from the recorded results."""

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
from tests.evidence.golden.recorded import known_divergences
from tests.evidence.limits import EDITIONS, WALKED, again_section, reach_section, verdicts_section
from tests.evidence.plugin import MUTANTS
from tests.evidence.store import Entry
from tests.evidence.tally import KNOWN
from tests.evidence.words import (
    editions_in,
    grouped_name,
    items,
    listed,
    number,
    paragraph,
    short_name,
    table,
    versions_named,
)
from tests.places import ROOT

PAGE = ROOT / "docs" / "verification.md"
READINGS = ROOT / "docs" / "readings.md"


COMPARED = {
    edition
    for path in store.HERE.glob("*.json")
    for subject in store.load(path.stem)
    for edition in editions_in(subject)
}
NAMES = [
    name
    for system, editions in SYSTEMS.items()
    for edition in reversed(list(editions))
    if (name := f"{system}/{edition}") in COMPARED
]
"""The editions on the page. A new edition has its row from its first recorded comparison on."""

SOURCES = {
    "dutch/2026": (
        "bbpPairings 6.0.0 paired the recorded rounds of dutch/2026. The people who recorded these rounds report that a"
        " second, independent program paired them in the same way. We have not repeated that comparison"
    ),
    "dutch/2017": "bbpPairings 5.0.1 paired the recorded rounds of dutch/2017",
    "dutch/2012": (
        "JaVaFo 1.4, the only available program for dutch/2012, paired the recorded rounds of this edition. Agreement"
        " with one program is strong evidence, but no proof"
    ),
    "dubov/2026": (
        "JaVaFo 3.0 preview and py4swiss 0.3.1 both paired the recorded rounds of dubov/2026 in the same way. The"
        " people who recorded these rounds report that the two programs differed in 3 to 5 of 100 other rounds. FIDE"
        " has not accepted these programs for the Dubov System. Agreement with them is strong evidence, but no proof"
    ),
    "burstein/2026": (
        "Two programs and a transcription of the rules paired the recorded rounds of burstein/2026 in the same way. The"
        " programs are JaVaFo 3.0 preview and py4swiss 0.3.1 (with one fault fixed). The people who recorded these"
        " rounds report that the programs agree on about three rounds in four. We have not repeated that comparison"
    ),
}


VERDICTS = {"": "answered", "silent": "no objection", "so it is": "as asked"}


class Kind(NamedTuple):
    """A kind of comparison, such as ``exhaustive``.

    ``name`` is also used for the data file. ``head`` is the title of the column on the page, and ``words`` is the
    description for readers.
    """

    name: str
    head: str
    words: str
    editions: Collection[str] = tuple(NAMES)


KINDS = (
    Kind(
        "golden",
        "recorded rounds",
        "rounds that other engines have paired, compared by pairs, colours and byes",
        tuple(SOURCES),
    ),
    Kind(
        "oracles",
        "other programs",
        "random rounds, paired by swisspair and by another program",
        ("dutch/2026", "dutch/2017", "dubov/2026", "team/2026"),
    ),
    Kind(
        "transcriptions",
        "transcriptions",
        "random rounds, paired by swisspair and by a literal transcription of the rules",
    ),
    Kind(
        "exhaustive",
        "exhaustive",
        "all positions of small events. Each position is paired in three ways: by the engine with its shortcuts, by the"
        " reference engine without shortcuts, and by the transcription",
        WALKED,
    ),
    Kind(
        "saturation",
        "saturation",
        "random events, played until the last round or until no further round can be paired. Every round is paired in"
        " the same three ways as in *exhaustive*",
        EDITIONS,
    ),
    Kind(
        "differential",
        "differential",
        "generated rounds, paired by the engine with its shortcuts and by the reference engine. Every run compares the"
        " same rounds",
        {full_name(name) for name in ROUNDS},
    ),
    Kind(
        "campaign",
        "campaign",
        "generated rounds, compared in the same way as in *differential*. But every run compares new rounds, until a"
        " target is reached",
        tuple(TARGETS),
    ),
    Kind(
        "explanations",
        "explanations",
        "the answers to `--why`, `--why-not` and `--judge` in all positions of small events, compared with the"
        " transcription",
        EDITIONS,
    ),
    Kind(
        "answers",
        "random explanations",
        "the answers to `--why`, `--why-not` and `--judge` in random positions of 4 to 9 players, compared with the"
        " transcription. In the tables that count these answers, *no objection* is the judge's verdict on the right"
        " round. *As asked* means that the right round already contains the pair, bye or float that the question is"
        " about",
        EDITIONS,
    ),
    Kind(
        "sentences",
        "sentences",
        "sentences of answers to `--why`, `--why-not`, `--judge` and `--what-if`, read back from their text in random"
        " positions of 5 to 9 participants, and compared with the whole rounds that they speak of",
    ),
    Kind(
        "mutants",
        "mutants",
        "rules and shortcuts that were broken on purpose. Each mutant must change the pairing of some round. A mutant"
        " that belongs to two systems or editions counts for both",
        {edition for subject in MUTANTS.values() for edition in editions_in(subject)},
    ),
    Kind("laws", "laws", "tests of properties that every round must have, on generated events", ()),
)


def of_edition(kind: str, edition: str) -> dict[str, Entry]:
    return {subject: entry for subject, entry in store.load(kind).items() if edition in editions_in(subject)}


WALKS = {"exhaustive", "explanations"}


def summary() -> Iterator[str]:
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
        f"In all comparisons of the first table, **{differences}** differences are unexplained. **{known}** differences"
        " are explained under [Known divergences](#known-divergences). The figures for recorded rounds, other programs,"
        " transcriptions, mutants and laws come from tests. They are recorded only if all of these tests pass. A dash"
        ' means that this comparison is not made. "Not yet" means that no run has recorded the figure. The columns of'
        " the table mean:"
    )
    yield from items(f"*{kind.head}* ({_unit(kind)}): {kind.words}." for kind in KINDS)
    yield from paragraph(
        "A *position* is everything from earlier rounds that the pairing of the next round depends on. A *history* is"
        " one sequence of results that leads to a position. If all rules treat several positions alike, only one of"
        " these positions is compared. The tables also show the number of histories that lead to any of"
        " these positions."
    )


def _unit(kind: Kind) -> str:
    return ", ".join(sorted({entry.unit for entry in store.load(kind.name).values()}))


def _sum(kind: Kind, edition: str) -> str:
    if edition not in kind.editions:
        return "–"
    entries = of_edition(kind.name, edition)
    return number(sum(entry.count for entry in entries.values())) if entries else "not yet"


def edition_section(edition: str) -> Iterator[str]:
    yield f"## {edition}"
    yield ""
    if edition in SOURCES:
        yield from paragraph(f"{SOURCES[edition]}.")
    else:
        yield from paragraph(
            f"There are no recorded rounds of {edition}, because no available program follows exactly the rules of"
            " this edition."
        )
    rows = [
        [kind.head, short_name(subject, edition), *of_entry(entry)]
        for kind in KINDS
        for subject, entry in _grouped(kind.name, edition)
    ]
    yield from table(["comparison", "subject", "number", "differences", "date", "version", "command"], rows)
    yield ""
    yield from answers_section(edition)


def _grouped(kind: str, edition: str) -> Iterator[tuple[str, Entry]]:
    """Yield the name and the results of each comparison for an edition.

    Add up the results of all walks, and of comparisons that differ only in their options.
    """
    joined: dict[str, Entry] = {}
    for subject, entry in of_edition(kind, edition).items():
        name = f"{edition} all walks" if kind in WALKS else grouped_name(subject)
        joined[name] = joined[name].joined(entry) if name in joined else entry
    yield from sorted(joined.items())


def of_entry(entry: Entry) -> list[str]:
    count = f"{number(entry.count)} {entry.unit}"
    if "positions" in entry.details:
        positions = f" at {number(entry.details['positions'])} positions" if entry.unit != "positions" else ""
        count += f"{positions}, which stand for {number(entry.details['histories'])} histories"
    elif "events" in entry.details:
        count += f" of {number(entry.details['events'])} events"
        if END in entry.details:
            count += f"; {number(entry.details[END])} of these reach a round that cannot be paired"
    days = entry.first_day if entry.first_day == entry.last_day else f"{entry.first_day} to {entry.last_day}"
    differences = number(entry.differences)
    if KNOWN in entry.details:
        differences += f", and {number(entry.details[KNOWN])} known"
    return [count, differences, days, versions_named(entry.versions), f"`{entry.command}`"]


def answers_section(edition: str) -> Iterator[str]:
    sums: dict[str, int] = {}
    for entry in of_edition("answers", edition).values():
        for name, count in entry.details.items():
            sums[name] = sums.get(name, 0) + count
    if sums:
        yield from paragraph(
            f"*Random explanations* are answers to questions about random positions. This table counts the answers"
            f" for {edition} by question and verdict:"
        )
        yield from verdicts_table(sums)


def verdicts_table(sums: dict[str, int]) -> Iterator[str]:
    counts = {(name.partition(": ")[0], name.partition(": ")[2]): count for name, count in sums.items()}
    counts.pop(("rounds", ""), None)
    questions, verdicts = (sorted(set(names)) for names in zip(*counts, strict=True))
    yield from table(
        ["question", *(VERDICTS.get(verdict, verdict) for verdict in verdicts)],
        (
            [
                question,
                *(number(counts[question, verdict]) if (question, verdict) in counts else "" for verdict in verdicts),
            ]
            for question in questions
        ),
    )
    yield ""


def divergences_section() -> Iterator[str]:
    yield "## Known divergences"
    yield ""
    yield from paragraph(
        "In these recorded rounds, another program differs from swisspair, and we believe that the other program is"
        " wrong. The last column gives the reason."
        " `make golden` fails if a difference in this table disappears."
    )
    argued = [(place, found.program, found.article, found.argument) for place, found in known_divergences().items()]
    rows = ([f"{place.archive}, {place.file}, round {place.round}", *words] for place, *words in argued)
    yield from table(["place", "recorded by", "article", "reason"], rows)
    yield ""
    yield from paragraph(
        "Some programs read a few articles differently from swisspair. We compare these programs with swisspair only in"
        " events in which these articles make no difference."
        " `tests/evidence/oracles/test_gacrux.py` lists these articles for Gacrux, and one round"
        " that Gacrux paired differently."
    )


def text_alone_section() -> Iterator[str]:
    yield "## Confirmed by the text alone"
    yield ""
    alone = [name for name in NAMES if name not in SOURCES]
    yield from paragraph(
        f"For {listed(alone)} we know no other program that follows exactly the same rules. These editions are compared"
        " only with transcriptions of their texts. (Gacrux pairs teams, but reads some articles differently from"
        " swisspair. We compare it with swisspair only in events in which these articles make no difference.)"
    )
    yield from paragraph(
        "Some articles can be read in two ways. The page [Readings](readings.md) says how swisspair reads these"
        " articles. This table counts all readings, and the readings that recorded rounds confirm:"
    )
    yield from table(["readings", "number", "confirmed by recorded rounds", "based on the text alone"], readings())
    yield ""


def readings() -> Iterator[list[str]]:
    for section in re.split(r"^## ", READINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        found = re.split(r"^\*\*[A-Z]+\d+[a-z]?\. ", body, flags=re.MULTILINE)[1:]
        confirmed = sum("Confirmed" in reading for reading in found)
        if found:
            yield [title, str(len(found)), str(confirmed), str(len(found) - confirmed)]


def page() -> Iterator[str]:
    yield "# What was compared with what"
    yield ""
    yield from paragraph(
        "This page shows how the pairings of swisspair were tested. Each system and edition was compared with recorded"
        " rounds, other programs and literal transcriptions of the rules, as far as these exist. The first table counts"
        " these comparisons. The later sections list the comparisons one by one, each with the command that repeats it."
    )
    yield from summary()
    yield from paragraph(
        "`make verification` writes this page from `tests/evidence/*.json`. Every run records its own figures in these"
        " files. No figure is written by hand. The sentences of the page are in the Python modules of `tests/evidence`."
        ' The column *version* names the commit that was tested. "With changes" means that the tested code contained'
        " changes that were not committed. *Unnamed* stands for a commit that was later rewritten, so that nobody could"
        " look it up. The rows of *exhaustive* and *explanations* add up all walks of an edition: the data files list"
        " them one by one."
    )
    for edition in NAMES:
        yield from edition_section(edition)
    others = list(_grouped_others())
    if others:
        yield "## All systems"
        yield ""
        yield from table(["comparison", "subject", "number", "differences", "date", "version", "command"], others)
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
    return "\n".join(page()).rstrip() + "\n"


def main() -> None:
    store.without_lost_commits()
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
