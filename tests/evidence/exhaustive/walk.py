"""A walk through all positions that the pairings of a system can reach."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Generic, NamedTuple
from zlib import crc32

from tests.articles.literal.facts import Event, MatchEvent
from tests.evidence.exhaustive.subjects import (
    FORFEITED,
    ROUNDS,
    Answer,
    Compared,
    E,
    Labels,
    Likeness,
    Subject,
    no_round_left,
    relabelled,
)

NOT_YET, DONE = "", "done"
SAMPLE = 100
"""About every hundredth equivalent position is compared again."""
CHUNK = 400
"""The number of positions that are compared at a time."""

Compare = Callable[[Sequence[E]], Sequence[Compared]]


class Node(NamedTuple, Generic[E]):
    """A position before the next round.

    Each event has at most one exception: a forfeited game, or the absence of a participant for one or more rounds.
    Before the exception, ``exception`` is `NOT_YET`. Afterwards, ``exception`` is `DONE`. While a participant is
    absent, ``exception`` is the number of this participant. ``histories`` counts the events that lead to this position
    or to an equivalent position.
    """

    event: E
    exception: str
    histories: int


@dataclass
class Counts:
    """The figures of a walk, such as the number of positions visited.

    ``visited`` counts the positions compared. ``histories`` counts the events that lead to these positions or to
    equivalent positions. ``sampled`` counts equivalent positions that were compared again. ``unpairable`` counts rounds
    without a possible pairing. ``looks`` is the number of comparisons with the transcription. ``beyond`` counts the
    possible events one round after the end of the walk.
    """

    visited: int = 0
    histories: int = 0
    sampled: int = 0
    unpairable: int = 0
    looks: int = 0
    beyond: int = 0
    differences: list[str] = field(default_factory=list)


@dataclass
class Walk(Generic[E]):
    """A walk through all positions that can arise, round by round, under a system, edition or option.

    Equivalent positions are visited once. With ``unplayed``, the walk also covers each possible forfeit and each
    possible absence.
    """

    subject: Subject[E]
    size: int
    unplayed: bool
    rounds: int = ROUNDS
    initial_colour: str = "w"
    counts: Counts = field(default_factory=Counts)
    answers: dict[Hashable, Answer] = field(default_factory=dict)
    twins: list[Node[E]] = field(default_factory=list)
    """A sample of the positions that the walk skips because they are equivalent to other positions."""

    def run(self, compare: Compare[E]) -> Counts:
        """Visit all positions. Pass new positions and a sample of equivalent positions to ``compare``."""
        for total in self.subject.walks:
            self.twins = []
            level = [Node(self.subject.start(self.size, total, self.initial_colour), NOT_YET, 1)]
            for number in range(1, min(self.rounds, total) + 1):
                positions = [position for node in level for position in self.before(node)]
                self._visit(positions, compare)
                is_end = number == min(self.rounds, total)
                if is_end:
                    self.counts.beyond += 0 if number == total else sum(map(self._ways, positions))
                else:
                    level = self._next(positions)
        return self.counts

    # --- absent participants ---

    def before(self, node: Node[E]) -> Iterator[tuple[Node[E], str]]:
        """Yield the position without an absence, and with each possible absence and kind of bye."""
        yield (node._replace(exception=DONE) if node.exception not in (NOT_YET, DONE) else node), ""
        if node.exception not in (NOT_YET, DONE):
            yield self._without(node, int(node.exception), "Z")
        elif self.unplayed and node.exception == NOT_YET:
            for tpn in range(1, self.size + 1):
                for kind in "HFZ":
                    yield self._without(node, tpn, kind)

    def _without(self, node: Node[E], tpn: int, kind: str) -> tuple[Node[E], str]:
        away = frozenset({tpn})
        event: E
        if isinstance(node.event, MatchEvent):
            event = replace(node.event, absent=away)
        else:
            event = replace(node.event, absent=away, asked={tpn: kind})
        return node._replace(event=event, exception=str(tpn) if kind == "Z" else DONE), kind

    def _visit(self, positions: Sequence[tuple[Node[E], str]], compare: Compare[E]) -> None:
        fresh: dict[Hashable, tuple[E, Labels]] = {}
        again: list[tuple[Hashable, Labels, E]] = []
        for node, _ in positions:
            for event in self.variants(node.event):
                self.counts.histories += node.histories
                key, labels = self._keyed(event)
                if key not in self.answers and key not in fresh:
                    fresh[key] = event, labels
                elif is_sampled(event):
                    again.append((key, labels, event))
        for twin in self.twins:
            again += map(self._keyed_with, self.variants(twin.event))
        todo = [(key, labels, event) for key, (event, labels) in fresh.items()]
        for start in range(0, len(todo), CHUNK):
            self._compare(todo[start : start + CHUNK], compare, is_fresh=True)
        self._compare(again, compare, is_fresh=False)

    def _compare(self, todo: Sequence[tuple[Hashable, Labels, E]], compare: Compare[E], *, is_fresh: bool) -> None:
        for (key, labels, event), found in zip(todo, compare([event for _, _, event in todo]), strict=True):
            answer = relabelled(found.answer, labels)
            self.counts.looks += found.looks
            if found.difference:
                self.counts.differences.append(found.difference)
            if is_fresh:
                self.answers[key] = answer
                self.counts.visited += 1
                self.counts.unpairable += answer is None
            else:
                self.counts.sampled += 1
                if self.answers[key] != answer:
                    self.counts.differences.append(f"{self.subject.name}: not like another one: {event}")

    def variants(self, event: E) -> Iterator[E]:
        """Yield the event. With ``also_last``, also yield a copy in which the next round is the last round."""
        yield event
        if self.subject.also_last:
            yield self._as_last(event)

    def _as_last(self, event: E) -> E:
        return replace(event, rounds_total=len(event.rounds) + 1)

    def _keyed(self, event: E) -> Likeness:
        """Return a key for the next round, with the new numbers of the participants.

        If two positions have equal keys, their next rounds differ only in the numbering of the participants.
        """
        stuck = no_round_left(event)
        if stuck:
            return Likeness(("no round left", stuck), {})
        likeness = self.subject.likeness(event)
        left = event.rounds_total - len(event.rounds)
        horizon: Hashable = left == 1
        if not self.subject.also_last:
            horizon = min(left, 3) if isinstance(event, MatchEvent) else event.rounds_total
        return Likeness((len(event.rounds), horizon, likeness.key), likeness.labels)

    def _keyed_with(self, event: E) -> tuple[Hashable, Labels, E]:
        return *self._keyed(event), event

    # --- the next round ---

    def _answer(self, node: Node[E]) -> Answer:
        key, labels = self._keyed(node.event)
        return relabelled(self.answers[key], {new: old for old, new in labels.items()})

    def outcomes(self, node: Node[E], kind: str, games: int) -> Iterator[tuple[tuple[str, ...], str]]:
        for way in product(self.subject.played, repeat=games):
            yield way, node.exception
        if not self.unplayed or kind or node.exception != NOT_YET:
            return
        for boards in product(*(self.subject.played + FORFEITED for _ in range(games))):
            if sum(ended in FORFEITED for ended in boards) == 1:
                yield boards, DONE

    def _ways(self, position: tuple[Node[E], str]) -> int:
        node, kind = position
        answer = self._answer(node)
        return 0 if answer is None else node.histories * sum(1 for _ in self.outcomes(node, kind, len(answer.boards)))

    def _next(self, positions: Sequence[tuple[Node[E], str]]) -> list[Node[E]]:
        """Return one position for each set of equivalent positions after this round."""
        found: dict[Hashable, Node[E]] = {}
        self.twins = []
        for node, kind in positions:
            answer = self._answer(node)
            if answer is None:
                continue
            for way, exception in self.outcomes(node, kind, len(answer.boards)):
                fresh = Node(self.subject.after(node.event, answer, way, kind), exception, node.histories)
                key = self._key_of(fresh)
                known = found.get(key)
                if known is not None and is_sampled(fresh.event):
                    self.twins.append(fresh)
                found[key] = fresh if known is None else known._replace(histories=known.histories + node.histories)
        return list(found.values())

    def _key_of(self, node: Node[E]) -> Hashable:
        """Return a key that is equal for equivalent positions.

        If two positions have equal keys, their later rounds differ only in the numbering of the participants.
        """
        likeness = self.subject.likeness(node.event)
        if node.exception in (NOT_YET, DONE):
            return likeness.key, node.exception
        return likeness.key, likeness.labels[int(node.exception)]


def is_sampled(event: Event | MatchEvent) -> bool:
    """Whether to compare a position although an equivalent position has been compared."""
    return crc32(repr((event.rounds, event.absent)).encode()) % SAMPLE == 0
