from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.evidence.exhaustive.saturation import any_legal
from tests.evidence.exhaustive.subjects import Subject
from tests.evidence.exhaustive.three_ways import transcribed
from tests.evidence.exhaustive.walk import NOT_YET, Node, Walk


def position(subject: Subject[Any], lot: Random, sizes: Sequence[int] = ()) -> Any:
    """Make a random position that the system's own pairings can reach."""
    walk = Walk(subject, lot.choice(sizes or range(3, subject.most + 1)), unplayed=lot.random() < 0.5)
    node = Node(subject.start(walk.size, lot.choice(subject.walks), lot.choice("wb")), NOT_YET, 1)
    depth = lot.randrange(min(node.event.rounds_total, walk.rounds))
    chosen, kind = lot.choice(list(walk.before(node)))
    for _ in range(depth):
        answer = transcribed(subject, chosen.event)
        if answer is None:
            break
        way, exception = lot.choice(list(walk.outcomes(chosen, kind, len(answer.boards))))
        node = Node(subject.after(chosen.event, answer, way, kind), exception, 1)
        chosen, kind = lot.choice(list(walk.before(node)))
    return lot.choice(list(walk.variants(chosen.event)))


def any_position(subject: Subject[Any], lot: Random, sizes: Sequence[int]) -> Any:
    """Make a position after random legal rounds."""
    size = lot.choice(sizes)
    event = subject.start(size, lot.randint(3, size + 1), lot.choice("wb"))
    for _ in range(lot.randrange(event.rounds_total)):
        past = any_legal(event, lot)
        if past is None:
            break
        event = subject.after(event, past, tuple(lot.choice(subject.played) for _ in past.boards), "")
    return event
