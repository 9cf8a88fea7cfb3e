"""``python -m tests.evidence.page``: make docs/verification.md from the recorded results and `verification.md`."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from textwrap import fill
from typing import Any, NamedTuple

from pairing_engine.systems import SYSTEMS
from tests.evidence import again, store
from tests.evidence.differential.campaign import TARGETS
from tests.evidence.exhaustive.counted import MIRRORED, Unit, units
from tests.evidence.exhaustive.every_position import EXPLANATIONS
from tests.evidence.exhaustive.saturation import END, EVENTS, LARGEST, LARGEST_OF_MATCHES
from tests.evidence.exhaustive.subjects import EVERY, RATINGS, SUBJECTS
from tests.evidence.golden.recorded import known_divergences
from tests.evidence.plugin import COMMANDS, MUTANTS
from tests.evidence.store import Entry
from tests.evidence.tally import KNOWN
from tests.places import ROOT

PAGE = ROOT / "docs" / "verification.md"
TEMPLATE = store.HERE / "verification.md"
READINGS = ROOT / "docs" / "readings.md"
WIDTH = 110

# --- words ------------------------------------------------------------------------------------------------------------


def reflowed(text: str) -> str:
    """Wrap the paragraphs and list items of a page. Headings and tables stay as they are, and empty blocks go."""
    return "\n\n".join(filter(None, map(_block, text.split("\n\n")))) + "\n"


def _block(block: str) -> str:
    if block.startswith(("#", "|")):
        return block.strip()
    is_list = block.startswith("- ")
    parts = re.split(r"\n(?=- )", block) if is_list else [block]
    how: dict[str, Any] = {"subsequent_indent": "  " if is_list else "", "break_on_hyphens": False}
    return "\n".join(fill(" ".join(part.split()), WIDTH, **how) for part in parts)


def listed(names: list[str]) -> str:
    """Join names with commas and "and".

    >>> listed(["dutch/2026", "dutch/2017", "lim/2026"])
    'dutch/2026, dutch/2017 and lim/2026'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    lines = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])


MANY = 3
"""The smallest number of commits that are counted and not named. The data files name all of them."""


def versions_named(versions: Iterable[str]) -> str:
    """Name the tested commits, or count them if there are many.

    >>> versions_named(["0.1.0 at 7af4c35a", "0.1.0"])
    '0.1.0 at 7af4c35a; unnamed'
    """
    known = {version: " at " in version for version in sorted(versions)}
    commits = [version for version in known if known[version]]
    shown = commits if len(commits) < MANY else [f"{len(commits)} commits"]
    return "; ".join(shown if all(known.values()) else [*shown, "unnamed"])


def editions_in(subject: str) -> list[str]:
    return re.findall(r"[a-z-]+/\d{4}", subject)


def grouped_name(subject: str) -> str:
    """Remove options and the initial-colour from the name of a comparison.

    If a name contains two editions, the name stays unchanged.

    >>> grouped_name("team/2026 A, primary score only: 4 teams who all play, 4 rounds, Black first")
    'team/2026: 4 teams who all play, 4 rounds'
    >>> grouped_name("dutch/2012 and dutch/2009: requirements")
    'dutch/2012 and dutch/2009: requirements'
    """
    if len(editions_in(subject)) > 1:
        return subject
    shorter = re.sub(r"^(\S+) [^:]*:", r"\1:", subject).removesuffix(", Black first")
    return shorter.replace("one round that somebody does not play", "one unplayed round")


def short_name(subject: str, edition: str) -> str:
    """Remove the edition from the name of a comparison.

    If a name contains two editions, the name stays unchanged.

    >>> short_name("dutch/2017: rules and steps", "dutch/2017")
    'rules and steps'
    >>> short_name("dutch/2012 and dutch/2009: requirements", "dutch/2012")
    'dutch/2012 and dutch/2009: requirements'
    """
    if len(editions_in(subject)) > 1:
        return subject
    return subject.removeprefix(f"{edition}: ").removeprefix(edition).strip() or "all"


# --- systems and editions ---------------------------------------------------------------------------------------------

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
WALKED = list(dict.fromkeys(subject.edition for subject in EVERY.values()))
EDITIONS = list(dict.fromkeys(subject.edition for subject in SUBJECTS))
"""The editions whose explanations are judged at every position."""

SOURCES = dict(re.findall(r"(?s)## (\S+)\n\n(.+?)\n(?=\n|$)", (store.HERE / "sources.md").read_text(encoding="utf-8")))
"""For each edition with recorded rounds, who recorded them."""
NO_SOURCE = (
    "There are no recorded rounds of {}, because no available program follows exactly the rules of this edition."
)


class Kind(NamedTuple):
    """A kind of comparison, such as ``exhaustive``, and the editions that have one.

    ``name`` is also used for the data file. ``head`` is the title of the column on the page.
    """

    name: str
    head: str
    editions: Collection[str] = tuple(NAMES)


KINDS = (
    Kind("golden", "recorded rounds", tuple(SOURCES)),
    Kind("oracles", "other programs", ("dutch/2026", "dutch/2017", "dubov/2026", "team/2026")),
    Kind("transcriptions", "transcriptions"),
    Kind("exhaustive", "exhaustive", WALKED),
    Kind("saturation", "saturation", EDITIONS),
    Kind("campaign", "campaign", tuple(TARGETS)),
    Kind("explanations", "explanations", EDITIONS),
    Kind("answers", "random explanations", EDITIONS),
    Kind("sentences", "sentences"),
    Kind("mutants", "mutants", {edition for subject in MUTANTS.values() for edition in editions_in(subject)}),
    Kind("laws", "laws", ()),
)
WALKS = {"exhaustive", "explanations"}


def at_a_glance() -> str:
    shown = [kind for kind in KINDS if kind.editions]
    return table(
        ["", *(kind.head for kind in shown)], ([name, *(_sum(kind, name) for kind in shown)] for name in NAMES)
    )


def of_edition(kind: str, edition: str) -> dict[str, Entry]:
    return {subject: entry for subject, entry in store.load(kind).items() if edition in editions_in(subject)}


def _sum(kind: Kind, edition: str) -> str:
    if edition not in kind.editions:
        return "–"
    entries = of_edition(kind.name, edition)
    return f"{sum(entry.count for entry in entries.values()):,}" if entries else "not yet"


HEAD = ("comparison", "subject", "number", "differences", "date", "version", "command")


def edition_section(edition: str) -> str:
    rows = [
        [kind.head, short_name(subject, edition), *of_entry(entry)]
        for kind in KINDS
        for subject, entry in _grouped(kind.name, edition)
    ]
    source = SOURCES.get(edition, NO_SOURCE.format(edition))
    return "\n\n".join([f"## {edition}", source, table(HEAD, rows), *_answers(edition)])


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
    count = f"{entry.count:,} {entry.unit}"
    if "positions" in entry.details:
        positions = f" at {entry.details['positions']:,} positions" if entry.unit != "positions" else ""
        count += f"{positions}, which stand for {entry.details['histories']:,} histories"
    elif "events" in entry.details:
        count += f" of {entry.details['events']:,} events"
        if END in entry.details:
            count += f"; {entry.details[END]:,} of these reach a round that cannot be paired"
    days = entry.first_day if entry.first_day == entry.last_day else f"{entry.first_day} to {entry.last_day}"
    differences = f"{entry.differences:,}"
    if KNOWN in entry.details:
        differences += f", and {entry.details[KNOWN]:,} known"
    return [count, differences, days, versions_named(entry.versions), f"`{entry.command}`"]


VERDICTS = {"": "answered", "silent": "no objection", "so it is": "as asked"}


def _answers(edition: str) -> Iterator[str]:
    counts: Counter[tuple[str, str]] = Counter()
    for entry in of_edition("answers", edition).values():
        for name, count in entry.details.items():
            question, _, verdict = name.partition(": ")
            counts[question, verdict] += count
    counts.pop(("rounds", ""), None)
    if counts:
        yield (
            f"*Random explanations* are answers to questions about random positions. This table counts the answers"
            f" for {edition} by question and verdict:"
        )
        questions, verdicts = (sorted(set(names)) for names in zip(*counts, strict=True))
        yield table(
            ["question", *(VERDICTS.get(verdict, verdict) for verdict in verdicts)],
            (
                [one, *(f"{counts[one, verdict]:,}" if (one, verdict) in counts else "" for verdict in verdicts)]
                for one in questions
            ),
        )


def divergences() -> str:
    argued = [(place, found.program, found.article, found.argument) for place, found in known_divergences().items()]
    rows = ([f"{place.archive}, {place.file}, round {place.round}", *words] for place, *words in argued)
    return table(["place", "recorded by", "article", "reason"], rows)


def readings() -> Iterator[list[str]]:
    for section in re.split(r"^## ", READINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        found = re.split(r"^\*\*[A-Z]+\d+[a-z]?\. ", body, flags=re.MULTILINE)[1:]
        confirmed = sum("Confirmed" in reading for reading in found)
        if found:
            yield [title, str(len(found)), str(confirmed), str(len(found) - confirmed)]


def tie_breaks() -> str:
    rows = (
        (
            subject,
            f"{entry.count:,} {entry.unit}",
            f"{entry.differences:,}",
            f"{entry.details.get(KNOWN, 0):,}",
            entry.last_day,
            versions_named(entry.versions),
            f"`{entry.command}`",
        )
        for subject, entry in sorted(store.load("tie-breaks").items())
    )
    return table(("compared with", "number", "differences", "known differences", "date", "version", "command"), rows)


# --- the limits of the walks and of the explanations ------------------------------------------------------------------


def depths(every: list[Unit]) -> str:
    sizes = sorted({unit.size for unit in every})
    rows: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for edition in WALKED:
        own = [unit for unit in every if EVERY[unit.subject].edition == edition]
        for unplayed in (False, True):
            deep = {unit.size: unit.rounds for unit in own if unit.unplayed is unplayed}
            cells = tuple(str(deep.get(size, "")) for size in sizes)
            rows.setdefault((unplayed, cells), []).append(edition)
    shown = (
        [", ".join(editions), "one unplayed round" if unplayed else "everybody plays", *cells]
        for (unplayed, cells), editions in sorted(rows.items(), key=lambda row: WALKED.index(row[1][0]))
    )
    return table(["rounds walked", "participation", *(f"{size} players or teams" for size in sizes)], shown)


def next_rounds(walked: store.Entries) -> str:
    sums: Counter[str] = Counter()
    for subject, entry in walked.items():
        if "4 rounds" not in subject:
            sums[grouped_name(subject)] += entry.details.get("histories one round further", 0)
    rows = ([name, f"{beyond:,}"] for name, beyond in sorted(sums.items()) if beyond)
    return table(["walk", "histories of the next round"], rows)


def missing(walked: store.Entries, every: list[Unit]) -> str:
    found: dict[str, list[str]] = {}
    for unit in every:
        if unit.words not in walked:
            subject, _, what = unit.words.partition(": ")
            found.setdefault(what, []).append(subject)
    items = "\n".join(f"- {what}: {'; '.join(subjects)}" for what, subjects in found.items())
    return f"These walks are not finished yet (`make exhaustive` continues them):\n\n{items}" if found else ""


# --- causes, damages and attacks --------------------------------------------------------------------------------------

CAUSES = (
    *("alteration", "events", "offered first", "offered after an equally good cause", "not offered"),
    "offered first, if several rounds differ",
)
SHOWN = {
    "a number some places away": "a number moved by several places",
    "a pair that was not to meet": "a pair that was not allowed to meet",
    "the bye exchanged by hand with a board": "the receiver of the bye and another player, exchanged by hand",
    "the colours of a board": "the colours of a board, reversed by hand",
}


def cause(kind: str, entry: Entry) -> list[str]:
    details, several = entry.details, entry.details["several rounds"]
    figures = (entry.count, details["first"], details["offered"] - details["first"], entry.count - details["offered"])
    first = f"{details['several rounds, first']} of {several}" if several else "–"
    return [SHOWN.get(kind, kind), *map(str, figures), first]


WHY_NOT = {
    "001 games": "no: the lines of both players still agree",
    "001 rating": "no: any other rating is valid too (the Dubov System uses ratings)",
    "142": "no: another number of rounds is valid too",
    "152": "no: the other initial-colour is valid too",
    "192": "no: another edition or acceleration is valid too",
    "240 kind": "no: another kind of bye is valid too",
    "240 round": "no: another round is valid too",
    "240 players": "no: another participant is valid too",
    "260 first round": "no: another range of rounds is valid too",
    "260 last round": "no: another range of rounds is valid too",
    "260 players": "no: another participant is valid too",
}
"""For each field, the reason why a program could or could not notice a wrong character."""


def damaged_fields(details: Counter[str]) -> str:
    places = sorted((-count, name.removeprefix("in ")) for name, count in details.items() if name.startswith("in "))
    rows = ([f"`{at}`", f"{-count:,}", WHY_NOT.get(at, WHY_NOT.get(at[:3], "not known"))] for count, at in places)
    return table(("field", "files", "could it be noticed?"), rows)


def _share(part: int, whole: int) -> str:
    parts = part * 10_000 // whole
    return f"{parts // 100}.{parts % 100:02} %"


ANSWERS = {
    "NOT ALLOWED": "not allowed",
    "no valid pairing": "without a valid pairing",
    "not paired, or differs": "with exit status 1",
    "not to be paired": "refused by the engine",
}


def attack(one: Entry) -> list[str]:
    counts = sorted(one.details.items(), key=lambda named: -named[1])
    outcomes = ", ".join(f"{count:,} {ANSWERS.get(name, name)}" for name, count in counts)
    return [one.note, f"{one.count:,}", outcomes, f"{one.differences:,}"]


# --- the page ---------------------------------------------------------------------------------------------------------


def figures() -> dict[str, object]:
    """Return all figures and tables that the template names."""
    every = [entry for kind in KINDS for entry in store.load(kind.name).values()]
    of_all = (
        [kind.head, subject, *of_entry(entry)]
        for kind in KINDS
        for subject, entry in sorted(store.load(kind.name).items())
        if not editions_in(subject)
    )
    all_walks, walked = list(units(frozenset(EVERY))), store.load("exhaustive")
    sentences: Counter[str] = Counter()
    read_back, causes, damages = store.load("sentences"), store.load("causes"), store.load("damages")["all"]
    for entry in read_back.values():
        sentences.update({kind.removeprefix("judge, "): number for kind, number in entry.details.items()})
    unproved, damaged = sum(entry.differences for entry in causes.values()), Counter(damages.details)
    compared = ([name, f"{one.count:,}", f"{TARGETS[name]:,}"] for name, one in store.load("campaign").items())
    return {
        "at_a_glance": at_a_glance(),
        "differences": sum(entry.differences for entry in every),
        "known": sum(entry.details.get(KNOWN, 0) for entry in every),
        "editions": "\n\n".join(map(edition_section, NAMES)),
        "all_systems": table(HEAD, of_all),
        "tie_breaks": tie_breaks(),
        "depths": depths(all_walks),
        "ratings": ", ".join(map(str, RATINGS[:7])),
        "mirrored": MIRRORED,
        "next_rounds": next_rounds(walked),
        "missing": missing(walked, all_walks),
        "saturated": EVENTS,
        "largest": LARGEST,
        "largest_of_matches": LARGEST_OF_MATCHES,
        "campaigns": table(["campaign", "rounds compared", "target"], compared),
        "explained": EXPLANATIONS.largest,
        "only_paired": listed([edition for edition in WALKED if edition not in EDITIONS]),
        "sentences": sentences,
        "untrue": sum(entry.differences for entry in read_back.values()),
        "unproved": f"Some causes failed in {unproved} events." if unproved else "All offered causes passed this test.",
        "causes": table(CAUSES, (cause(kind, entry) for kind, entry in causes.items())),
        "damaged": f"{damages.count:,}",
        "damaged_events": damages.note,
        "damages": damaged,
        "shares": {name: _share(count, damages.count) for name, count in damaged.items()},
        "damaged_fields": damaged_fields(damaged),
        "attacks": table(("target", "inputs", "outcomes", "differences"), map(attack, store.load("attack").values())),
        "walks": {kind: again.of_walks(kind) for kind in WALKS},
        "by_lot": {look.__name__: number for look, (number, _) in again.BY_LOT.items()},
        "subjects": {kind: len(store.load(kind)) for kind in ("saturation", "answers")},
        "events_a_day": again.GENERATED_EVENTS,
        "days": again.days(),
        "targets": ", ".join(f"`make {target.name}`" for target in again.TARGETS),
        "parts": again.SHARES,
        "recorded_by_tests": ", ".join(
            f"{kind} {sum(entry.count for entry in store.load(kind).values()):,}" for kind in COMMANDS
        ),
        "divergences": divergences(),
        "text_alone": listed([name for name in NAMES if name not in SOURCES]),
        "readings": table(
            ["readings", "number", "confirmed by recorded rounds", "based on the text alone"], readings()
        ),
    }


def text() -> str:
    return reflowed(TEMPLATE.read_text(encoding="utf-8").format(**figures()))


def main() -> None:
    store.without_lost_commits()
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
