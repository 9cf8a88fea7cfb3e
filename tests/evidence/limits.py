"""The sections of docs/verification.md about the limits of the figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.evidence import store
from tests.evidence.again import what_is_looked_at
from tests.evidence.differential.campaign import TARGETS
from tests.evidence.exhaustive.every_position import EXPLANATIONS
from tests.evidence.exhaustive.saturation import EVENTS, LARGEST, LARGEST_OF_MATCHES
from tests.evidence.exhaustive.subjects import BY_NAME, RATINGS, SUBJECTS
from tests.evidence.exhaustive.units import MIRRORED, Unit, units
from tests.evidence.exhaustive.verdicts import BYE, COMPARED_VERDICTS
from tests.evidence.exhaustive.verdicts_dutch import no_more
from tests.evidence.exhaustive.verdicts_others import TEXTS
from tests.evidence.words import grouped_name, items, number, paragraph, table

ALL = frozenset(BY_NAME)
EDITIONS = list(dict.fromkeys(subject.edition for subject in SUBJECTS))

LIMITS = f"""\
At most one player or side is away from one round, or from one round on, or one game or match is forfeited: two such \
exceptions in one event are in no walk.
Dubov: the walks have one list of ratings ({", ".join(map(str, RATINGS[:7]))}). The system reads the ratings of \
opponents, and others are only in random, generated and recorded rounds.
Both initial-colours are walked for up to {MIRRORED} participants, with more only White's, since no rule names a \
colour but one of Dubov: there both are walked for all.
Teams play on two boards, and their primary score is match points, never game points. A match of teams, as one of the \
Double-Swiss System, is played or forfeited as a whole: a single game of it never is.
Nobody has accelerated points, no pair is forbidden, nobody has wishes, and points are the usual ones."""
"""The exceptions to the word "every", one per line."""


def reach_section() -> Iterator[str]:
    """The section on the limits of the exhaustive walks."""
    yield "## Out of reach"
    yield ""
    yield from paragraph(
        "The walks take every event of so many participants, with all results, so many rounds deep; each position is"
        " also paired as the one before the last round. (Dubov, Burstein and Team read how many rounds an event has:"
        " they are walked for several such numbers instead.)"
    )
    yield from depths()
    yield ""
    yield from paragraph(
        '"One round that somebody does not play" is every choice of it: byes H, F and Z, a game forfeited by either or'
        ' both, late entries, withdrawals. What "every" does not mean:'
    )
    yield from items(LIMITS.splitlines())
    yield from _next_rounds()
    yield from _missing()
    yield from paragraph(
        f"*Saturation* plays {EVENTS} events of each system, edition and choice, of 4 to {LARGEST} players; of teams"
        f" and of sides in the Double-Swiss System 4 to {LARGEST_OF_MATCHES}. Only some of them reach a round that"
        " cannot be paired, as many as is said with each; the others end with their last round."
    )
    yield "Campaigns and their targets: " + ", ".join(
        f"{name} {number(entry.count)} of {number(TARGETS[name])}" for name, entry in store.load("campaign").items()
    )
    yield ""


def depths() -> Iterator[str]:
    """The number of rounds walked for each subject and number of participants."""
    every = list(units(ALL))
    sizes = sorted({unit.size for unit in every})
    rows: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for edition in EDITIONS:
        for unplayed in (False, True):
            deep = {unit.size: unit.rounds for unit in every if _is_of(unit, edition) and unit.unplayed is unplayed}
            cells = tuple(str(deep.get(size, "")) for size in sizes)
            rows.setdefault((unplayed, cells), []).append(edition)
    shown = (
        [", ".join(editions), "one round that somebody does not play" if unplayed else "all play", *cells]
        for (unplayed, cells), editions in sorted(rows.items(), key=lambda row: EDITIONS.index(row[1][0]))
    )
    yield from table(["rounds deep", "", *(f"{size} players or sides" for size in sizes)], shown)


def _is_of(unit: Unit, edition: str) -> bool:
    return BY_NAME[unit.subject].edition == edition


def _next_rounds() -> Iterator[str]:
    yield from paragraph(
        "Where an hour on two cores does not reach four rounds, the histories of the round that comes next were"
        " counted, those of all choices and initial-colours together. They are of that round only: those after it have"
        " many more."
    )
    sums: dict[str, int] = {}
    for subject, entry in store.load("exhaustive").items():
        beyond = entry.details.get("histories one round further")
        if beyond and "4 rounds" not in subject:
            name = grouped_name(subject)
            sums[name] = sums.get(name, 0) + beyond
    rows = ([name, number(beyond)] for name, beyond in sorted(sums.items()))
    yield from table(["walked", "histories of the next round"], rows)
    yield ""


def _missing() -> Iterator[str]:
    walked = store.load("exhaustive")
    missing: dict[str, list[str]] = {}
    for unit in units(ALL):
        if unit.words not in walked:
            subject, _, what = unit.words.partition(": ")
            missing.setdefault(what, []).append(subject)
    if missing:
        yield "Not walked to their end yet (`make exhaustive` goes on with them):"
        yield ""
        yield from (f"- {what}: {'; '.join(subjects)}" for what, subjects in missing.items())
        yield ""


def verdicts_section() -> Iterator[str]:
    """The section on explanations confirmed by the transcriptions."""
    silent = only_legality()
    byes = [edition for edition in EDITIONS if edition not in silent and _sum(edition, {BYE})]
    yield "## How far explanations are confirmed"
    yield ""
    yield from paragraph(
        f"On all positions of the walks of up to {EXPLANATIONS.largest} participants every round is given to the judge,"
        ' on larger ones some by lot; "why not" is asked for every pair and every bye. Each verdict on a round and each'
        ' reply of "why not" counts as one answer. The transcription confirms'
    )
    yield from items(_confirmed(silent, byes))
    yield from paragraph(
        "On small positions the answers are not counted by kind: how many of them are of the last two kinds is not"
        " known."
    )


def _confirmed(silent: list[str], byes: list[str]) -> Iterator[str]:
    yield (
        "of all: that the judge is silent about the right round and about no other; what is illegal, what"
        " differs in colours only, and what is impossible;"
    )
    yield (
        'of all: that the best round that "why not" shows with a pair is the one that the transcription pairs'
        " if the two must meet, unless it pairs none or gives one of them the bye. (The best round with another"
        " bye is only held against the rest of this list.);"
    )
    yield (
        f"of {_listed([edition for edition in EDITIONS if edition not in silent])}: *worse*, with its"
        " criterion, and *later in the order*;"
    )
    yield (
        f"of {_listed(byes)}, where the bye is given first: *other bye*, but not by which rule the other player"
        f" does not get it. That concerns, of the explanations by lot, {_of_total(byes, {BYE})};"
    )
    yield (
        f"of {_listed(silent)}, whose texts are procedures and value no candidates: that something is said"
        " against a legal other round. Whether it is rightly *worse*, *later in the order*, *other bye* or"
        f" *against the procedure* nothing confirms. That concerns {_of_total(silent, COMPARED_VERDICTS)}."
    )


def only_legality() -> list[str]:
    """The editions for which a wrong round cannot be explained further."""
    starts = {subject.edition: subject.start(4, 4, "w") for subject in SUBJECTS}
    return [edition for edition in EDITIONS if TEXTS[edition](starts[edition]).against is no_more]


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _sum(edition: str, verdicts: Iterable[str] | None = None) -> int:
    """The number of random answers about an edition, of all kinds or with these verdicts."""
    return sum(
        count
        for subject, entry in store.load("answers").items()
        for kind, count in entry.details.items()
        if subject.split()[0] == edition and kind != "rounds"
        if verdicts is None or kind.partition(": ")[2] in verdicts
    )


def _of_total(editions: list[str], verdicts: Iterable[str]) -> str:
    parts = (f"{number(_sum(one, verdicts))} of {number(_sum(one))} ({one})" for one in editions)
    return ", ".join(parts)


def again_section() -> Iterator[str]:
    """The section on the evidence that `make evidence` re-checks, and the rest."""
    yield "## What is looked at again"
    yield ""
    yield from paragraph("`make evidence` takes another share every day, and fails if a figure no longer holds:")
    yield from items(f"{words}." for words in what_is_looked_at())
