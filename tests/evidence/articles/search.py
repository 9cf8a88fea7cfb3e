"""``make articles``: search the smallest events in which each article decides, and write them into fixtures/articles.

The search keeps what it has found in build/articles, and continues from there.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

from pairing_engine.errors import PairingError
from pairing_engine.matching import Backend
from tests.evidence.articles.events import Script, random_script, replayed, script_of, subjects
from tests.evidence.articles.variations import Kind, Variation, variations
from tests.evidence.exhaustive.subjects import MANY_ROUNDS, Subject
from tests.evidence.exhaustive.three_ways import Answer, engine_answer
from tests.places import ROOT
from trf import examine

KEPT = ROOT / "build" / "articles"
SMALL = tuple((players, rounds) for players in range(2, 10) for rounds in range(7))
TYPICAL = tuple((players, rounds) for players in (10, 11, 12, 13, 14, 16) for rounds in (2, 3, 4, 5, 7))
TRIALS = 25
MOST_RECORDED = 16


@dataclass
class Progress:
    """The scripts that were found for an edition so far: the smallest one, and larger ones, for each kind."""

    seed: int = 0
    smallest: dict[Kind, Script] = field(default_factory=dict)
    typical: dict[Kind, tuple[int, Script]] = field(default_factory=dict)
    hardest: dict[Kind, tuple[int, Script]] = field(default_factory=dict)
    seconds: float = 0
    swept: bool = False
    """Whether all small sizes have had their trials."""


@dataclass
class Search:
    """A search through events of one edition, the small ones first."""

    subject: Subject[Any]
    progress: Progress

    def __post_init__(self) -> None:
        self.variations = variations(self.subject.system)

    def answer(self, variation: Variation, event: Any) -> Answer:
        """Pair the coming round by a variation. Rules that break the engine pair nothing."""
        facts = variation.of_event(self.subject.model(event))
        with variation.rules() as system:
            try:
                return engine_answer(facts, system, Backend.AUTO)
            except (PairingError, AssertionError, LookupError, ValueError, TypeError, AttributeError, RecursionError):
                return None

    def differs(self, variation: Variation, script: Script) -> bool:
        event = replayed(self.subject, script)
        if event is None:
            return False
        right = engine_answer(self.subject.model(event), self.subject.system, Backend.AUTO)
        return right is not None and self.answer(variation, event) not in (right, None)

    def shrunk(self, variation: Variation, script: Script) -> Script:
        """Make a script smaller as long as the article still decides its round."""
        smaller = True
        while smaller:
            smaller = False
            for other in script.simpler():
                if other.size < script.size and self.differs(variation, other):
                    script, smaller = other, True
                    break
        return script

    def small(self, until: float) -> None:
        """Search small events, for variations of which no event of this size is known."""
        if not self.progress.swept:
            self._all_small(until)
        while time.monotonic() < until:
            rng = Random(self.progress.seed)
            self._try(self._drawn(rng.randint(4, 12), rng.randint(1, 8)))

    def _all_small(self, until: float) -> None:
        for players, rounds in SMALL:
            for _ in range(TRIALS):
                if time.monotonic() > until:
                    return
                self._try(self._drawn(players, rounds))
        self.progress.swept = True

    def recorded(self, archive: Path, until: float) -> None:
        """Search recorded events of at most 16 players for the variations of which no event is known."""
        with ZipFile(archive) as files:
            for name in sorted(files.namelist()):
                event = examine(files.read(name), name=name).tournament
                if len(event.participants) > MOST_RECORDED:
                    continue
                last = min(len(event.rounds), event.settings.rounds or MANY_ROUNDS)
                for number in range(2, last + 1):
                    missing = [(each.kind, each) for each in self.variations if each.kind not in self.progress.smallest]
                    if not missing or time.monotonic() > until:
                        return
                    script = script_of(event, number)
                    for kind, each in self._told(script, missing):
                        self.progress.smallest[kind] = self.shrunk(each, script)

    def _try(self, script: Script) -> None:
        """Keep a script, made smaller, for each variation of which no event is known that is so small."""
        known = self.progress.smallest
        wanted = [
            (each.kind, each)
            for each in self.variations
            if each.kind not in known or known[each.kind].size[:2] > script.size[:2]
        ]
        for kind, each in self._told(script, wanted):
            found = self.shrunk(each, script)
            if kind not in known or found.size < known[kind].size:
                known[kind] = found

    def large(self, until: float) -> None:
        """Search events of 10 to 16 players for the articles: one that is found first, and one with most boards."""
        for players, rounds in TYPICAL * 100:
            for _ in range(4):
                if time.monotonic() > until:
                    return
                script = self._drawn(players, rounds)
                known = self.progress.smallest
                wanted = [(v.kind, v) for v in self.variations if not v.misread or v.kind not in known]
                for kind, each in self._told(script, wanted):
                    if kind not in known:
                        known[kind] = self.shrunk(each, script)
                    if kind.misread:
                        continue
                    weight = self._boards_that_differ(each, script)
                    if kind not in self.progress.typical or self.progress.typical[kind][1].size > script.size:
                        self.progress.typical[kind] = weight, script
                    if kind not in self.progress.hardest or self.progress.hardest[kind][0] < weight:
                        self.progress.hardest[kind] = weight, script

    def _boards_that_differ(self, variation: Variation, script: Script) -> int:
        event = replayed(self.subject, script)
        right = engine_answer(self.subject.model(event), self.subject.system, Backend.AUTO)
        other = self.answer(variation, event)
        return 0 if right is None or other is None else len(right.boards - other.boards)

    def _drawn(self, players: int, rounds: int) -> Script:
        self.progress.seed += 1
        script = random_script(Random(f"{self.subject.name} {self.progress.seed}"), self.subject, players, rounds)
        # The text of 1998 knows no acceleration, so its transcription ignores virtual points.
        return replace(script, virtual=0) if self.subject.name == "dutch/1998" else script

    def _told(self, script: Script, wanted: list[tuple[Kind, Variation]]) -> Iterator[tuple[Kind, Variation]]:
        if not wanted:
            return
        event = replayed(self.subject, script)
        if event is None:
            return
        right = engine_answer(self.subject.model(event), self.subject.system, Backend.AUTO)
        if right is None:
            return
        for kind, each in wanted:
            if self.answer(each, event) not in (right, None):
                yield kind, each


def progress_of(name: str) -> Progress:
    path = KEPT / f"{name.replace('/', '-')}.pickle"
    if not path.exists():
        return Progress()
    found: Progress = pickle.loads(path.read_bytes())
    return found


def keep(name: str, progress: Progress) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{name.replace('/', '-')}.pickle"
    temporary = path.with_suffix(".new")
    temporary.write_bytes(pickle.dumps(progress))
    temporary.replace(path)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="the time for each edition")
    parser.add_argument("--editions", nargs="*", default=list(subjects()))
    parser.add_argument("--recorded", nargs="*", type=Path, default=[], help="archives of recorded events")
    asked = parser.parse_args(arguments)
    for name in asked.editions:
        search = Search(subjects()[name], progress_of(name))
        begun = time.monotonic()
        for archive in asked.recorded:
            search.recorded(archive, begun + asked.seconds)
        search.small(begun + asked.seconds / 2)
        search.large(begun + asked.seconds)
        search.progress.seconds += time.monotonic() - begun
        keep(name, search.progress)
        known = search.progress.smallest
        missing = [" ".join(each.kind) for each in search.variations if each.kind not in known]
        print(f"{name}: {len(known)} of {len(search.variations)}; not found: {'; '.join(missing)}", flush=True)
    return 0


if __name__ == "__main__":
    from tests.evidence.articles import search  # the saved results name the classes of the module, not of the program

    sys.exit(search.main(sys.argv[1:]))
