"""``python -m tests.evidence.exhaustive.judged``: compare answers about wrong rounds with the transcriptions.

The judge must accept the right round only. For every other round, the judge must give the verdict of the literal
transcription: *illegal*, *worse* by a criterion, or *later in the order*. "Why not" must say *impossible* if and only
if no legal round contains the pair. If a legal round contains the pair, the answer must show the best of these rounds.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from checker.questions import judge, moment, why, why_not
from checker.questions.moment import Moment, Pair
from pairing_engine.facts.model import NOBODY
from pairing_engine.kernel.trace import Fault, Finding
from swisspair.terminal.jobs import cores
from tests.articles.literal.facts import MatchEvent, Paired
from tests.evidence import store
from tests.evidence.exhaustive.articles import AGAINST
from tests.evidence.exhaustive.counted import any_position, contradicts_boards, mate, plain, position, reason_in
from tests.evidence.exhaustive.reasons import Items, first_items
from tests.evidence.exhaustive.reasons import untrue as untrue_reason
from tests.evidence.exhaustive.subjects import BY_NAME, Answer, Compared, Subject, shown, transcribed
from tests.evidence.exhaustive.verdicts import COLOURS, ILLEGAL, WORSE, Pairs, all_rounds, demanded, legality, pairs_of
from tests.spread import options, spread

KIND = "answers"
COMMAND = "make explanations"
POSITIONS = 150


class Judged(NamedTuple):
    """The number of answers of each kind at a position, and the contradictions found."""

    answers: Counter[str]
    contradictions: tuple[str, ...]


class Said(NamedTuple):
    """An objection to a round. If the round is worse in some criterion, ``code`` is the code of this criterion."""

    fault: str
    code: str = ""


SILENT = Said("")
"""The value that stands for no objection."""


class Position(NamedTuple):
    """A position with its right round, and with the rules for judging other rounds."""

    subject: Subject[Any]
    event: Any
    tpns: tuple[int, ...]
    right: Paired
    at: Moment
    is_legal: Callable[[Paired], bool]

    def reasons(self, other: Paired) -> Items:
        return AGAINST[self.subject.edition](self.event, self.right, other)

    def said(self, other: Paired) -> set[Said]:
        """Return the objections that the text can have to a round; of a procedure, any of its next steps."""
        if not self.is_legal(other):
            return {Said(ILLEGAL)}
        if pairs_of(self.right) != pairs_of(other) or self.right.bye != other.bye:
            return {
                Said(item.fault, item.code if item.fault == WORSE else "") for item in first_items(self.reasons(other))
            }
        return {SILENT if self.right == other else Said(COLOURS)}


def rounds(here: Position) -> Iterator[Paired]:
    """Yield all legal and illegal rounds, and the right pairs with every combination of colours."""
    same = frozenset(map(frozenset, here.right.boards)), here.right.bye
    for pairs, bye in all_rounds(here.tpns):
        boards = [(min(pair), max(pair)) for pair in sorted(pairs, key=sorted)]
        if (pairs, bye) != same:
            yield Paired(frozenset(boards), bye)
            continue
        for turned in product((False, True), repeat=len(boards)):
            colours = (board[::-1] if turn else board for board, turn in zip(boards, turned, strict=True))
            yield Paired(frozenset((white, black) for white, black in colours), bye)


def judged_as(here: Position, other: Paired) -> Said | None:
    """Return the judge's objection to a round. None means that the judge rejects the round without a reason."""
    proposal = sorted(other.boards) + [(other.bye, int(NOBODY))] * bool(other.bye)
    verdict = judge(here.at, proposal)
    if verdict.agrees:
        return SILENT
    if verdict.illegal:
        return Said(ILLEGAL)
    if verdict.explanation is not None and verdict.explanation.finding.fault is not Fault.COLOUR:
        lines = [line for line in map(plain, verdict.lines()) if re.match(r"  [^ ].*\]$", line)]
        if wrong := untrue(here, lines, other, boards=False):
            return Said(wrong)
    return None if verdict.explanation is None else in_short(verdict.explanation.finding)


FAULTS = {"nothing", "silent", *(fault.value for fault in Fault)}


def in_short(finding: Finding) -> Said:
    fault = finding.fault.value
    return Said(fault, finding.code if fault == "worse" else "")


def asked_of(here: Position, one: int, other: int, legal: frozenset[tuple[Pairs, int]]) -> tuple[str, str]:
    """Ask why two participants do not meet. Return the kind of the answer, and any error in the answer."""
    found = why_not(here.at, one, other)
    pair = frozenset((one, other))
    if found.is_so:
        return "why not: so it is", "" if pair in map(frozenset, here.right.boards) else "it is not so"
    with_it = [one_round for one_round in legal if pair in one_round[0]]
    if found.is_impossible:
        return "why not: impossible", f"possible: {with_it[0]}" if with_it else ""
    if not with_it:
        return "why not: best round", "impossible by exhaustive search"
    answer = as_answer(found.round)
    texts = here.said(answer)
    if found.finding is None or in_short(found.finding) not in texts:
        return "why not: best round", f"{found.finding} for {shown(answer)}, but by the text {texts}"
    best = under_demand(here, one, other)
    same = best is None or best.bye in pair or _unordered(best) == _unordered(answer)
    kind = f"why not: {found.finding.fault.value}"
    if not same:
        return kind, f"best round {shown(answer)}, by the text {shown(best)}"
    return kind, untrue(here, list(map(plain, found.lines())), answer)


def as_answer(pairs: Iterable[Pair]) -> Paired:
    boards = [(int(white), int(black)) for white, black in pairs]
    return Paired(
        frozenset(board for board in boards if board[1]), next((white for white, black in boards if not black), 0)
    )


def _unordered(answer: Paired) -> tuple[Pairs, int]:
    return frozenset(map(frozenset, answer.boards)), answer.bye


def under_demand(here: Position, one: int, other: int) -> Answer:
    """Forbid all other opponents of two participants, and let the transcription pair the round.

    If one of these two participants gets the bye instead, the caller ignores the result.
    """
    forbidden = here.event.forbidden | demanded(here.tpns, one, other)
    return transcribed(here.subject, replace(here.event, forbidden=forbidden))


def bye_asked(here: Position, tpn: int, legal: frozenset[tuple[Pairs, int]]) -> tuple[str, str]:
    """Ask why a participant does not get the bye. Return the kind of the answer, and any error in the answer."""
    found = why_not(here.at, tpn, "bye")
    if found.is_so:
        return "why not the bye: so it is", "" if tpn == here.right.bye else "it is not so"
    possible = any(bye == tpn for _, bye in legal)
    if found.is_impossible:
        return "why not the bye: impossible", "it is possible" if possible else ""
    answer = as_answer(found.round)
    texts = here.said(answer)
    agrees = possible and found.finding is not None and in_short(found.finding) in texts
    kind = f"why not the bye: {found.finding.fault.value if found.finding else 'nothing'}"
    if not agrees:
        return kind, f"{found.finding} for {shown(answer)}, but by the text {texts}"
    return kind, untrue(here, list(map(plain, found.lines())), answer)


def untrue(here: Position, lines: Sequence[str], other: Paired, *, boards: bool = True) -> str:
    """Return an error message for the first false statement in an answer, or an empty string."""
    told = reason_in(lines)
    if told is None:
        return f"no reason in {lines}"
    found = untrue_reason(here.reasons(other), told)
    if not found and boards:
        found = contradicts_boards(lines, here.right, other)
    return found and f"{shown(other)}: {found}: {told}"


def float_asked(here: Position, tpn: int, *, down: bool, legal: frozenset[tuple[Pairs, int]]) -> tuple[str, str]:
    """Ask why a player does not float down or up. Return the kind of the answer, and any error in the answer."""
    found = why_not(here.at, tpn, "down" if down else "up")
    score = {int(player.tpn): player.score for player in here.at.state.players}
    mates = [
        (other, one)
        for one in legal
        for pair in one[0]
        if tpn in pair
        for other in pair - {tpn}  # each opponent, with a round that contains the pair
    ]
    floats = [one for other, one in mates if (score[other] < score[tpn] if down else score[other] > score[tpn])]
    if found.is_so:
        return "why not the float: so it is", "" if floats else "it is not so"
    if found.is_impossible:
        return "why not the float: impossible", f"possible: {floats[0]}" if floats else ""
    answer = as_answer(found.round)
    if _unordered(answer) not in floats:
        return "why not the float: best round", f"{shown(answer)} is no such round"
    texts = here.said(answer)
    if found.finding is None or in_short(found.finding) not in texts:
        return "why not the float: best round", f"{found.finding} for {shown(answer)}, but by the text {texts}"
    kind = f"why not the float: {found.finding.fault.value}"
    return kind, untrue(here, list(map(plain, found.lines())), answer)


def why_asked(here: Position, tpn: int, legal: frozenset[tuple[Pairs, int]]) -> tuple[str, str]:
    """Ask why a player has this opponent or the bye, and check the alternatives that the answer calls impossible.

    Return the kind of the answer, and any error in the answer.
    """
    found = why(here.at, tpn)
    lines = list(map(plain, found.lines()))
    title = next(
        (place for place, line in enumerate(lines) if line.startswith("  these players could not")), len(lines)
    )
    listed = {int(match[1]) for line in lines[title:] if (match := LISTED.match(line))}
    score = {int(player.tpn): player.score for player in here.at.state.players}
    opponent = mate(here.right, tpn)
    if opponent:
        low, high = sorted((score[tpn], score[opponent[0]]))
        possible = {other for pairs, _ in legal for pair in pairs if tpn in pair for other in pair}
        asked = {other for other in score if low <= score[other] <= high}
    else:
        possible = {bye for _, bye in legal}
        asked = {other for other in score if score[other] <= score[tpn]}
    expected = asked - possible - {tpn, *opponent}
    if listed != expected:
        return "why", f"{sorted(listed)} are listed, but {sorted(expected)} could not"
    for one in (found.stays, found.another):
        if one is not None and one.round:
            answer = as_answer(one.round)
            texts = here.said(answer)
            if one.finding is None or in_short(one.finding) not in texts:
                return "why", f"{one.finding} for {shown(answer)}, but by the text {texts}"
            if wrong := untrue(here, list(map(plain, one.lines())), answer):
                return "why", wrong
    return "why", "" if lines[1].endswith(".") and "[" not in lines[1] else f"no sentence for players: {lines[1]}"


LISTED = re.compile(r"^    illegal for (?:\d+ and )?(\d+), because ")


def position_of(subject: Subject[Any], event: Any) -> Position | None:
    """Return the position, or None if its round cannot be paired."""
    everybody = event.participants if isinstance(event, MatchEvent) else [entrant.tpn for entrant in event.entrants]
    tpns = tuple(tpn for tpn in everybody if tpn not in event.absent)
    right = transcribed(subject, event)
    if right is None or len(tpns) < 2:
        return None
    at = moment(subject.model(event), system=subject.system)
    return Position(subject, event, tpns, right, at, legality(subject.edition, event))


def look(subject: Subject[Any], event: Any, lot: Random | None = None) -> Judged:
    """Judge rounds of a position, and ask every question about the participants.

    With ``lot``, judge only a random choice of rounds.
    """
    here = position_of(subject, event)
    if here is None:
        return Judged(Counter(), ())
    everything = list(rounds(here))
    legal = frozenset(_unordered(other) for other in everything if here.is_legal(other))
    answers: Counter[str] = Counter()
    wrong = []
    for other in everything if lot is None else some(everything, here, lot):
        texts, ours = here.said(other), judged_as(here, other)
        fault = "nothing" if ours is None else ours.fault or "silent"
        answers[f"judge: {fault if fault in FAULTS else 'not true'}"] += 1
        if ours not in texts:
            wrong.append(f"judge, {shown(other)}: {ours}, by the text {texts}")
    asked = [(f"{one}-{other}", asked_of(here, one, other, legal)) for one, other in combinations(here.tpns, 2)]
    asked += [(f"why {tpn}", why_asked(here, tpn, legal)) for tpn in here.tpns]
    asked += [
        (f"{tpn}-{'down' if down else 'up'}", float_asked(here, tpn, down=down, legal=legal))
        for tpn in here.tpns
        for down in (True, False)
    ]
    if len(here.tpns) % 2:
        asked += [(f"{tpn}-bye", bye_asked(here, tpn, legal)) for tpn in here.tpns]
    for what, (kind, contradiction) in asked:
        answers[kind] += 1
        if contradiction:
            wrong.append(f"why not {what}: {contradiction}")
    where = f"{subject.name}: {event}\nright: {shown(here.right)}"
    return Judged(answers, tuple(f"{where}\n{words}" for words in wrong))


SOME = 12
"""`some` chooses at most this number of rounds from each group."""


def some(everything: Sequence[Paired], here: Position, lot: Random) -> list[Paired]:
    """Choose random rounds from two groups: rounds that share a board with the right round, and legal rounds."""
    right = frozenset(map(frozenset, here.right.boards))
    near = [one for one in everything if right & frozenset(map(frozenset, one.boards))]
    legal = [one for one in everything if here.is_legal(one)]
    return [*lot.sample(near, min(SOME, len(near))), *lot.sample(legal, min(SOME, len(legal)))]


def explained(name: str, event: Any) -> Compared:
    """Check all answers about a position, and report the contradictions as differences."""
    subject: Subject[Any] = BY_NAME[name]
    found = look(subject, event)
    return Compared(transcribed(subject, event), "\n".join(found.contradictions), found.answers.total())


LARGER = range(6, 10)
LARGER_OF_MATCHES = range(5, 9)


def looked_at(seed: int, name: str) -> Judged:
    subject: Subject[Any] = BY_NAME[name]
    lot = Random(f"{name} {seed}")
    sizes = LARGER_OF_MATCHES if subject.most < 7 else LARGER
    make = position if seed % 2 else any_position
    return look(subject, make(subject, lot, sizes), lot)


def run(name: str, positions: int, jobs: int, shows: int) -> int:
    begun = time.monotonic()
    answers: Counter[str] = Counter()
    contradictions: list[str] = []
    for found in spread(partial(looked_at, name=name), range(positions), jobs):
        answers += found.answers
        contradictions += found.contradictions
    for words in contradictions[:shows]:
        print(words)
    asked = answers.total()
    details = {"rounds": positions} | dict(answers)
    if positions >= POSITIONS:  # a short trial run must not replace recorded figures
        store.write_down(KIND, name, store.found(asked, "answers", len(contradictions), COMMAND, details))
    seconds = time.monotonic() - begun
    told = ", ".join(f"{kind} {number}" for kind, number in sorted(answers.items()))
    print(f"{name}: {asked} answers, {len(contradictions)} contradictions ({told}); {seconds:.0f} s", flush=True)
    return len(contradictions)


def main() -> int:
    asked = options(__doc__, subjects=list(BY_NAME), positions=POSITIONS, shows=10, jobs=cores())
    found = (run(name, asked.positions, asked.jobs, asked.shows) for name in asked.subjects)
    return int(sum(found) > 0)


if __name__ == "__main__":
    sys.exit(main())
