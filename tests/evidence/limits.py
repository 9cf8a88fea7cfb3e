"""The sections of docs/verification.md about the limits of the comparisons."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tests.evidence import store
from tests.evidence.again import what_is_looked_at
from tests.evidence.differential.campaign import TARGETS
from tests.evidence.exhaustive.counted import MIRRORED, Unit, units
from tests.evidence.exhaustive.every_position import EXPLANATIONS
from tests.evidence.exhaustive.saturation import EVENTS, LARGEST, LARGEST_OF_MATCHES
from tests.evidence.exhaustive.subjects import EVERY, RATINGS, SUBJECTS
from tests.evidence.exhaustive.verdicts import BYE, COMPARED_VERDICTS, TEXTS, no_more
from tests.evidence.words import grouped_name, items, listed, number, paragraph, table

ALL = frozenset(EVERY)
WALKED = list(dict.fromkeys(subject.edition for subject in EVERY.values()))
EDITIONS = list(dict.fromkeys(subject.edition for subject in SUBJECTS))
"""The editions whose explanations are judged at every position."""

LIMITS = f"""\
In each event, at most one participant is absent, either from one round or from this round and all later rounds. If \
nobody is absent, at most one game or match is forfeited.
In events of the Dubov System, all ratings come from one list ({", ".join(map(str, RATINGS[:7]))}). Other ratings \
occur only in random, generated and recorded rounds.
Events with up to {MIRRORED} participants are played with both initial-colours. Larger events are played only with \
White as the initial-colour, because the rules treat both colours alike. In the Dubov System one rule treats the two \
colours differently, so all events of that system are played with both initial-colours.
Teams play on two boards, and their primary score is match points. In the Team System and in the Double-Swiss System, \
a match is played or forfeited as a whole.
No event has virtual points, prohibited pairs, wishes or an unusual scoring system."""
"""The limits of the exhaustive walks, one on each line."""


def reach_section() -> Iterator[str]:
    yield "## Limits of the exhaustive walks"
    yield ""
    yield from paragraph(
        "An exhaustive walk plays every possible event with a given number of participants and rounds, with all"
        " possible results. Each position is paired twice, the second time as if the next round were the last one. In"
        " the Dubov, Burstein and Team systems, the pairing depends on the number of rounds. For these systems each"
        " position is paired once, but the walks are repeated for events of different lengths."
        " This table shows how many rounds the walks have:"
    )
    yield from depths()
    yield ""
    yield from paragraph(
        'In the table, "one unplayed round" includes half-point, full-point and zero-point byes, a game forfeited by'
        " one or both sides, a late entry, and a withdrawal. The walks have these limits:"
    )
    yield from items(LIMITS.splitlines())
    yield from _next_rounds()
    yield from _missing()
    yield from paragraph(
        f"*Saturation* plays {EVENTS} random events for each system, edition and option. The events have 4 to {LARGEST}"
        f" players (4 to {LARGEST_OF_MATCHES} participants in the Team and Double-Swiss systems). Some events reach a"
        " round that cannot be paired. The tables of the systems show how many events reach such a round. All other"
        " events are played to their last round."
    )
    yield from paragraph("This table shows how many rounds the *campaigns* have compared so far:")
    yield from table(
        ["campaign", "rounds compared", "target"],
        ([name, number(entry.count), number(TARGETS[name])] for name, entry in store.load("campaign").items()),
    )
    yield ""


def depths() -> Iterator[str]:
    every = list(units(ALL))
    sizes = sorted({unit.size for unit in every})
    rows: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for edition in WALKED:
        for unplayed in (False, True):
            deep = {unit.size: unit.rounds for unit in every if _is_of(unit, edition) and unit.unplayed is unplayed}
            cells = tuple(str(deep.get(size, "")) for size in sizes)
            rows.setdefault((unplayed, cells), []).append(edition)
    shown = (
        [", ".join(editions), "one unplayed round" if unplayed else "everybody plays", *cells]
        for (unplayed, cells), editions in sorted(rows.items(), key=lambda row: WALKED.index(row[1][0]))
    )
    yield from table(["rounds walked", "participation", *(f"{size} players or teams" for size in sizes)], shown)


def _is_of(unit: Unit, edition: str) -> bool:
    return EVERY[unit.subject].edition == edition


def _next_rounds() -> Iterator[str]:
    yield from paragraph(
        "Some walks stop before the fourth round. This table shows the number of histories with the further round. Each"
        " figure includes all options and initial-colours:"
    )
    sums: dict[str, int] = {}
    for subject, entry in store.load("exhaustive").items():
        beyond = entry.details.get("histories one round further")
        if beyond and "4 rounds" not in subject:
            name = grouped_name(subject)
            sums[name] = sums.get(name, 0) + beyond
    rows = ([name, number(beyond)] for name, beyond in sorted(sums.items()))
    yield from table(["walk", "histories of the next round"], rows)
    yield ""


def _missing() -> Iterator[str]:
    walked = store.load("exhaustive")
    missing: dict[str, list[str]] = {}
    for unit in units(ALL):
        if unit.words not in walked:
            subject, _, what = unit.words.partition(": ")
            missing.setdefault(what, []).append(subject)
    if missing:
        yield "These walks are not finished yet (`make exhaustive` continues them):"
        yield ""
        yield from (f"- {what}: {'; '.join(subjects)}" for what, subjects in missing.items())
        yield ""


def verdicts_section() -> Iterator[str]:
    silent = only_legality()
    byes = [edition for edition in EDITIONS if edition not in silent and _sum(edition, {BYE})]
    yield "## How far explanations are confirmed"
    yield ""
    yield from paragraph(
        f"In the walks with up to {EXPLANATIONS.largest} participants, `--judge` is given every possible round of every"
        " position. `--why-not` is asked about every pair and every bye. In larger positions `--judge` is given"
        " random rounds. The editions"
        f" {listed([edition for edition in WALKED if edition not in EDITIONS])} are only paired in their walks. Not"
        " every part of an answer can be compared with a transcription:"
    )
    yield from items(_confirmed(silent, byes))
    yield from paragraph(
        "The answers in the exhaustive walks are not counted by verdict. So we do not know how many of these verdicts"
        " are confirmed only in part."
    )
    yield from sentences_section()


HOW = {
    "best round": "a legal round that is as the question demands",
    "impossible": "no legal round is as the question demands",
    "why: could not": "no legal round has this pair or this bye",
    "what if: legal or not": "the answer says that no legal round is like that if, and only if, none is",
    "judge: cannot be completed": "no legal round contains the proposal",
    "judge: line under a board": "the board is in no legal round, or only its colours are turned",
    "no legal pairing has less": "no legal round with the same upper brackets has less of this criterion",
    "at what cost": "the least amount over all these legal rounds is the stated one",
    "the cost": "one of the rounds with this least amount has the stated value of the higher criterion",
    "clause for players": "both rounds are counted: the clause is true of the bracket that it names",
    "reason: numbers and players": "both rounds are counted: the numbers are right, and so are the players of the other"
    " round. In the Dutch System before 2026 and in Burstein before 2026, the counts of higher priority do not differ",
    "reason: order": "the number of exchanged players, or the first player whose opponent differs and the places in the"
    " bracket",
    "reason: bye": "both receivers of the bye, and their scores or their ranks",
    "reason: pairs and byes": "the pairs, floats and byes that the reason names are those of the two rounds. Nothing"
    " else of these reasons is compared, such as the article of an order or of a procedure",
    "columns": "the two columns of a bracket are pairs of the round",
    "why: board": "the board, the colour, the opponent and the score",
    "number of boards": "the number of boards that follow",
    "judge: agrees": "all proposed boards are in the right round",
    "judge: number": "the number of proposed boards that are not in the right round",
    "judge: boards": "these boards",
    "round: boards": "the boards of an account or a card, with their colours, are those of the right round",
    "round: pairs": "each pair of the right round is in one bracket",
    "round: bye": "the bye of an account or a card",
    "round: players": "everybody is in a bracket or has the bye",
    "bracket: score": "the scores of the residents",
    "bracket: pairs and floaters": "everybody in the bracket is paired there or floats, as in the right round",
    "bracket: taken candidate": "the candidate that a card marks as taken has these pairs and floaters",
    "bracket: step": "the pairs and floats of a procedure's steps. Their articles are not compared",
    "bracket: total": "the value of a criterion of those that are counted for reasons",
    "table: player": "the score, the colours and the colour preference of each player (of each team, the score)",
}
"""The comparisons of sentences with rounds, by the kind of the sentence."""


def sentences_section() -> Iterator[str]:
    counts: Counter[str] = Counter()
    untrue = 0
    entries = store.load("sentences")
    told = ", ".join(name for name, entry in entries.items() if "round: boards" in entry.details)
    for entry in entries.values():
        counts.update({kind.removeprefix("judge, "): number for kind, number in entry.details.items()})
        untrue += entry.differences
    if not counts:
        return
    yield "## Sentences that were read back"
    yield ""
    yield from paragraph(
        "`make sentences` parses each line of an answer, without the code that wrote it. All legal rounds of the"
        " position are listed. The scores, colours and floats are those of the transcriptions; the list of legal pairs"
        f" is the engine's. This table counts the sentences of all editions. {number(untrue)} of them are untrue."
    )
    yield from table(
        ["sentence", "number", "how it is compared"],
        ([kind, number(counts[kind]), how] for kind, how in HOW.items() if counts[kind]),
    )
    yield ""
    yield from paragraph(
        "In brackets of the Dutch editions before 2026, a sentence may be true of the named scoregroup alone or joined"
        " with lower ones. Further lines are only recognised: verdicts, reasons why something is"
        " impossible, the names of brackets, the colours of earlier games, the"
        " natural order, the article of a colour, and why somebody may not have the bye. On a card, the floats, the"
        " opponents, the rejected candidates, the decisive criteria and the rivals for the bye are only recognised."
        " Pages are not read back themselves. But `make test` finds the sentences of a card on its page, except those"
        " about decisive criteria."
        f" Accounts and cards (the rows that begin with *round*, *bracket* and *table*) are counted for {told}. For the"
        " other editions, only `make test` reads those of two positions each."
    )


def _confirmed(silent: list[str], byes: list[str]) -> Iterator[str]:
    yield (
        "For all other editions, the transcriptions confirm that `--judge` accepts the right round and no other round."
        " They also confirm the verdicts *illegal*, *other colours* and *impossible*."
    )
    yield (
        "`--why-not` shows the best round that contains a given pair. For the same editions, the transcriptions"
        " confirm this round. They give the same round if the two players of the pair must meet. (The rounds are not"
        " compared if no round contains the pair, or if one of the two players gets the bye.)"
    )
    yield (
        f"For {listed([edition for edition in EDITIONS if edition not in silent])}, the transcriptions confirm the"
        " verdict *worse*, with its criterion, and the verdict *later in the order*."
    )
    yield (
        f"The editions {listed(byes)} give the bye before pairing. For these editions, the transcriptions confirm the"
        " verdict *other bye*, but not the rule that the answer names for it. The following numbers of"
        f" random explanations have this verdict: {_of_total(byes, {BYE})}."
    )
    yield (
        f"The texts of {listed(silent)} are procedures without criteria. If `--judge` rejects a legal round, the"
        " transcriptions of these editions confirm that the round is wrong. But the transcriptions do not confirm the"
        " reason: one of the verdicts *worse*, *later in the order*, *other bye* and *against the procedure*. The"
        " following numbers of random explanations have one of these four verdicts:"
        f" {_of_total(silent, COMPARED_VERDICTS)}."
    )


def only_legality() -> list[str]:
    """Return the editions for which the transcription only checks whether a round is legal."""
    starts = {subject.edition: subject.start(4, 4, "w") for subject in SUBJECTS}
    return [edition for edition in EDITIONS if TEXTS[edition](starts[edition]).against is no_more]


def _sum(edition: str, verdicts: Iterable[str] | None = None) -> int:
    """Count the recorded answers for an edition, or only the answers with one of these ``verdicts``."""
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
    yield "## What is checked again"
    yield ""
    yield from paragraph(
        "`make evidence` repeats a part of the comparisons on this page, a different part every day. It fails if a"
        " figure has changed. This list says what `make evidence` does for each kind of comparison:"
    )
    yield from items(f"{words}." for words in what_is_looked_at())
