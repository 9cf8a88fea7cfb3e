"""``python -m tests.evidence.exhaustive.judged``: compare answers about wrong rounds with the transcriptions.

The judge must accept the right round only. For every other round, the judge must give the verdict of the literal
transcription: *illegal*, *worse* by a criterion, or *later in the order*. "Why not" must say *impossible* if and only
if no legal round contains the pair. If a legal round contains the pair, the answer must show the best of these rounds.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

from tests.articles.literal.facts import Paired
from tests.evidence.exhaustive.campaign import Campaign, Found
from tests.evidence.exhaustive.counted import any_position, position
from tests.evidence.exhaustive.read_back import (
    ALREADY,
    IMPOSSIBLE,
    Here,
    asked,
    is_legal,
    judged,
    of_why,
    other_round,
    position_of,
    why_not,
)
from tests.evidence.exhaustive.subjects import BY_NAME, Answer, Compared, Subject, shown, transcribed
from tests.evidence.exhaustive.verdicts import Pairs, all_rounds, demanded, pairs_of

POSITIONS = 150


def rounds(here: Here) -> Iterator[Paired]:
    """Yield all legal and illegal rounds, and the right pairs with every combination of colours."""
    same = frozenset(map(frozenset, here.right.boards)), here.right.bye
    for pairs, bye in all_rounds(tuple(sorted(here.people))):
        boards = [(min(pair), max(pair)) for pair in sorted(pairs, key=sorted)]
        if (pairs, bye) != same:
            yield Paired(frozenset(boards), bye)
            continue
        for turned in product((False, True), repeat=len(boards)):
            colours = (board[::-1] if turn else board for board, turn in zip(boards, turned, strict=True))
            yield Paired(frozenset((white, black) for white, black in colours), bye)


def judged_as(here: Here, other: Paired) -> tuple[str, str]:
    """Let a round be judged. Return the verdict, and the first statement of the answer that is not true."""
    boards = [*sorted(other.boards), *([(other.bye, 0)] if other.bye else [])]
    lines, _ = asked(here, "judge", ",".join(f"{one}-{two or 'bye'}" for one, two in boards))
    found = list(judged(here, lines, boards))
    verdicts = (kind.rpartition(": ")[2] for kind, _ in found if "reason: " in kind)
    verdict = "silent" if len(lines) == 1 else next(verdicts, "other colours") if is_legal(here, other) else "illegal"
    return verdict, next((fault for _, fault in found if fault), "")


def questions(tpns: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield all questions about some participants, each with its kind."""
    yield from (("why not", f"{one}-{other}") for one, other in combinations(tpns, 2))
    yield from (("why", str(tpn)) for tpn in tpns)
    yield from (("why not the float", f"{tpn}-{way}") for tpn in tpns for way in ("down", "up"))
    yield from (("why not the bye", f"{tpn}-bye") for tpn in tpns if len(tpns) % 2)


def answered(here: Here, kind: str, question: str) -> tuple[str, str]:
    """Ask a question. Return the kind of the answer, and the first statement in it that is not true."""
    if kind == "why":
        return kind, next((fault for _, fault in of_why(here, int(question)) if fault), "")
    lines, _ = asked(here, "why-not", question)
    said = lines[0].partition(", ")[2]
    verdict = "so it is" if ALREADY.fullmatch(said) else "impossible" if said == IMPOSSIBLE else said
    fault = next((fault for _, fault in why_not(here, lines) if fault), "")
    if not fault and kind == "why not" and verdict not in ("so it is", "impossible"):
        answer, best = other_round(here, lines), under_demand(here, *map(int, question.split("-")))
        same = best is None or str(best.bye) in question.split("-") or _unordered(best) == _unordered(answer)
        fault = "" if same else f"best round {shown(answer)}, by the text {shown(best)}"
    return f"{kind}: {verdict}", fault


def _unordered(answer: Paired) -> tuple[Pairs, int]:
    return pairs_of(answer), answer.bye


def under_demand(here: Here, one: int, other: int) -> Answer:
    """Forbid all other opponents of two participants, and let the transcription pair the round.

    If one of these two participants gets the bye instead, the caller ignores the result.
    """
    forbidden = here.event.forbidden | demanded(tuple(here.people), one, other)
    return transcribed(here.subject, replace(here.event, forbidden=forbidden))


def look(subject: Subject[Any], event: Any, lot: Random | None = None) -> Found:
    """Judge rounds of a position, and ask every question about the participants.

    With ``lot``, judge only a random choice of rounds.
    """
    here = position_of(subject, event)
    if here is None:
        return Found(Counter(), ())
    everything = list(rounds(here))
    answers: Counter[str] = Counter()
    wrong = []
    for other in everything if lot is None else some(everything, here, lot):
        verdict, contradiction = judged_as(here, other)
        answers[f"judge: {verdict}"] += 1
        wrong += [f"judge, {shown(other)}: {contradiction}"] * bool(contradiction)
    for kind, question in questions(sorted(here.people)):
        answer, contradiction = answered(here, kind, question)
        answers[answer] += 1
        wrong += [f"{kind} {question}: {contradiction}"] * bool(contradiction)
    where = f"{subject.name}: {event}\nright: {shown(here.right)}"
    return Found(answers, tuple(f"{where}\n{words}" for words in wrong))


SOME = 12
"""`some` chooses at most this number of rounds from each group."""


def some(everything: Sequence[Paired], here: Here, lot: Random) -> list[Paired]:
    """Choose random rounds from two groups: rounds that share a board with the right round, and legal rounds."""
    right = frozenset(map(frozenset, here.right.boards))
    near = [one for one in everything if right & frozenset(map(frozenset, one.boards))]
    legal = [one for one in everything if is_legal(here, one)]
    return [*lot.sample(near, min(SOME, len(near))), *lot.sample(legal, min(SOME, len(legal)))]


def explained(name: str, event: Any) -> Compared:
    """Check all answers about a position, and report the contradictions as differences."""
    subject: Subject[Any] = BY_NAME[name]
    found = look(subject, event)
    return Compared(transcribed(subject, event), "\n".join(found.faults), found.counted.total())


LARGER = range(6, 10)
LARGER_OF_MATCHES = range(5, 9)


def looked_at(seed: int, name: str) -> Found:
    subject: Subject[Any] = BY_NAME[name]
    lot = Random(f"{name} {seed}")
    sizes = LARGER_OF_MATCHES if subject.most < 7 else LARGER
    make = position if seed % 2 else any_position
    return look(subject, make(subject, lot, sizes), lot)


if __name__ == "__main__":
    sys.exit(Campaign("answers", "answers", looked_at, list(BY_NAME), POSITIONS).main(__doc__))
