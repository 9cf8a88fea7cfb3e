"""The rules of each edition without one of their articles, or with an article misread.

A variation that pairs a round in another way shows that the article decides that round.
"""

import argparse
import pickle
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest

from pairing_engine.errors import PairingError
from pairing_engine.facts.basic_rules import ByeBar
from pairing_engine.facts.model import Tournament
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import NO_FLOAT
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.shared.orders import OrderArticles
from pairing_engine.systems.system import System
from tests.articles.mutants import test_dutch_2017_mutants, test_lim_mutants
from tests.articles.mutants.changes import Mutants, with_process
from tests.articles.mutants.test_dubov_burstein_mutants import OF_BURSTEIN, OF_DUBOV
from tests.articles.mutants.test_match_mutants import DOUBLE_SWISS, TEAM
from tests.evidence.articles.events import (
    Script,
    between_two_rounds,
    exchanges,
    random_script,
    replayed,
    script_of,
    subjects,
)
from tests.evidence.exhaustive.subjects import MANY_ROUNDS, Answer, Subject, engine_answer
from tests.places import ROOT
from trf import examine


class Kind(NamedTuple):
    """An article, and the way in which it is misread; that is empty if the article is left out."""

    article: str
    code: str
    misread: str


class Variation(NamedTuple):
    """One change of an edition's rules.

    ``article`` is the article with its chapter, ``code`` the letter and number of a criterion, or empty. ``misread``
    says in which way the article is misread; it is empty if the article is left out. ``rules`` gives the changed rules
    as long as its block lasts. ``of_event`` changes the facts that the rules read.
    """

    article: str
    code: str
    misread: str
    rules: Callable[[], AbstractContextManager[System]]
    of_event: Callable[[Tournament], Tournament] = lambda event: event
    engine: Backend = Backend.AUTO
    """The reference engine for an order of candidates, because the fast one does not ask the order everywhere."""

    @property
    def kind(self) -> Kind:
        return Kind(self.article, self.code, self.misread)

    @property
    def name(self) -> str:
        """The criterion or the number of the article, as it stands in the names of files."""
        return self.code or self.article.split()[-1]


def variations(system: System) -> list[Variation]:
    """Return the variations of an edition, those that leave an article out first."""
    found = [*_of_rules(system), *_of_facts(system), *_of_orders(system), *_of_mutants(system), *_of_editions(system)]
    return sorted(found, key=lambda variation: bool(variation.misread))


def _always(system: System) -> Callable[[], AbstractContextManager[System]]:
    return lambda: nullcontext(system)


def _cited(system: System, article: str, text: str = "") -> str:
    return article if article.startswith("C.0") else f"{text or system.article} {article}"


def _without(things: tuple[Any, ...], left_out: object) -> tuple[Any, ...]:
    return tuple(each for each in things if each is not left_out)


# --- The values of a System -------------------------------------------------------------------------------------------


def _of_rules(system: System) -> Iterator[Variation]:
    for code, *article in dict.fromkeys((rule.code, rule.article, rule.text) for rule in system.criteria):
        rules = [rule for rule in system.criteria if [rule.code, rule.article, rule.text] == [code, *article]]
        if rules[0] is system.number_of_pairs and system.name not in ("dutch", "burstein"):
            continue
        cited, code = _cited(system, *article), _code_of(rules[0], system)
        for left_out in (rules, *([rule] for rule in rules if len(rules) > 1)):
            criteria = tuple(rule for rule in system.criteria if rule not in left_out)
            misread = "" if left_out is rules else f"without this criterion: {left_out[0].summary}"
            yield Variation(cited, code, misread, _always(replace(system, criteria=criteria)))
    for one, other in zip(system.criteria, system.criteria[1:], strict=False):
        order = [*system.criteria]
        place = order.index(one)
        if one.scope is other.scope:
            order[place : place + 2] = other, one
            words = f"it is considered after {other.code}"
            changed = replace(system, criteria=tuple(order))
            yield Variation(_cited(system, one.article, one.text), _code_of(one, system), words, _always(changed))
    for step in system.colour_steps[:-1]:
        changed = replace(system, colour_steps=_without(system.colour_steps, step))
        misread = _of_several(step, system.colour_steps)
        yield Variation(_cited(system, step.article), "", misread, _always(changed))
    for bye_step in system.bye_steps[:-1]:
        changed = replace(system, bye_steps=_without(system.bye_steps, bye_step))
        misread = _of_several(bye_step, system.bye_steps)
        yield Variation(bye_step.cited(system.article), "", misread, _always(changed))


def _of_several(step: Any, steps: tuple[Any, ...]) -> str:
    """Name a step that is left out, if several steps have the same article."""
    several = sum(other.article == step.article for other in steps) > 1
    return f"without this step: {step.summary}" if several else ""


def _code_of(rule: Rule, system: System) -> str:
    """Return the code of a criterion, if no other criterion of the edition has the same code for another article."""
    same = {other.article for other in system.criteria if other.code == rule.code}
    return rule.code if re.fullmatch(r"C\d+", rule.code) and len(same) == 1 else ""


NO_BAR = ByeBar(frozenset(), win_points=False)


def _of_facts(system: System) -> Iterator[Variation]:
    basic = system.basic
    no_bar = replace(system, conventions=system.conventions._replace(bye_bar=NO_BAR))
    yield Variation(_cited(system, basic.bye_bar), system.bye_again.code, "", _always(no_bar))
    if system.names.colour_clash is not None:
        clash = system.names.colour_clash
        changed = replace(system, may_meet=lambda a, b, _state: b.tpn not in a.barred)
        yield Variation(_cited(system, clash.article), clash.code, "", _always(changed))
    no_float = replace(system, conventions=system.conventions._replace(float_of_unplayed=lambda *_facts: NO_FLOAT))
    floating = _cited(system, system.names.floating)
    yield Variation(floating, "", "unplayed rounds give no float", _always(no_float))
    if system.edition != "1998":  # the text of 1998 knows no acceleration
        yield Variation("C.04.7", "", "", _always(system), _unaccelerated)
    if system.kind.value and system.name in ("dutch", "lim", "team", "double-swiss", "dubov"):
        last = "the last round is paired like any other" if system.name != "dutch" else "no exception for topscorers"
        yield Variation(f"{system.article} last round", "", last, _always(system), _one_round_more)


def _unaccelerated(event: Tournament) -> Tournament:
    return replace(event, settings=replace(event.settings, baku=False, virtual_points=()))


def _one_round_more(event: Tournament) -> Tournament:
    rounds = event.settings.rounds
    return replace(event, settings=replace(event.settings, rounds=None if rounds is None else rounds + 1))


# --- The orders of candidates of the Dutch System ---------------------------------------------------------------------


def _of_orders(system: System) -> Iterator[Variation]:
    process: Any = system.process
    orders = getattr(process, "orders", None)
    if not isinstance(orders, OrderArticles):
        return
    digits = {digit.article for digit in orders.residents(6, 3).digits} | {
        digit.article for digit in orders.mdps(2, 6).digits
    }
    for article in sorted(digits):
        turned = _changed(orders, article, turned=True)
        rules, words = _always(with_process(orders=turned)(system)), "its order is turned round"
        yield Variation(_cited(system, article), "", words, rules, engine=Backend.REFERENCE)
        if not any(digit.article == article and digit.place is not None for digit in orders.residents(6, 3).digits):
            dropped = _changed(orders, article, turned=False)
            rules = _always(with_process(orders=dropped)(system))
            yield Variation(_cited(system, article), "", "", rules, engine=Backend.REFERENCE)


class Orders(NamedTuple):
    """The orders of candidates of a variation: for residents, and for MDP-Pairings."""

    residents: Callable[[int, int], Order]
    mdps: Callable[[int, int], Order]


def _changed(orders: OrderArticles, article: str, *, turned: bool) -> Orders:
    return Orders(
        residents=lambda size, pairs: _order_with(orders.residents(size, pairs), article, turned=turned),
        mdps=lambda number, size: _order_with(orders.mdps(number, size), article, turned=turned),
    )


def _order_with(order: Order, article: str, *, turned: bool) -> Order:
    """Copy an order with the digits of an article turned round, or without them."""
    copy = Order(len(order.top))
    copy.bits = order.bits
    copy.digits = list(order.digits)
    copy.top, copy.other, copy.opponent = list(order.top), list(order.other), list(order.opponent)
    size = len(order.top)
    for digit in order.digits:
        if digit.article != article:
            continue
        mask = (1 << digit.width) - 1 << digit.low
        for place in range(size):
            top, other, opponent = (costs[place] & mask for costs in (order.top, order.other, order.opponent))
            copy.top[place] -= top
            copy.other[place] -= other
            copy.opponent[place] -= opponent
            if not turned:
                continue
            if opponent:
                copy.top[place] += (size + 1) * opponent
                copy.opponent[place] -= opponent
            elif digit.place is not None:
                copy.top[place] += other
                copy.other[place] += top
            else:
                most = size << digit.low
                copy.top[place] += most // 2 - top if top else 0
                copy.other[place] += most // 2 - other if other else 0
    return copy


# --- The mutants of the tests -----------------------------------------------------------------------------------------

MUTANTS: Mapping[str, Mutants] = {
    "dutch/2017": test_dutch_2017_mutants.MUTANTS,
    "dubov/2026": OF_DUBOV,
    "burstein/2026": OF_BURSTEIN,
    "double-swiss/2026": DOUBLE_SWISS,
    "team/2026": TEAM,
}

ARTICLE = re.compile(r"^\[?(?P<article>(?:[A-F]\.)?\d+(?:\.\d+)*(?:\.[a-z])?|[A-F]\.\d+(?:\.[a-z])?) (?P<words>.+)")


def _of_mutants(system: System) -> Iterator[Variation]:
    known = MUTANTS.get(f"{system.name}/{system.edition}")
    for name in [*known.values, *known.words] if known else ():
        yield from _named(system, name, lambda known=known, name=name: known.mutated(name))  # type: ignore[misc]
    if (system.name, system.edition) == ("lim", "2026"):
        for name, other in test_lim_mutants.SYSTEMS.items():
            yield from _named(system, name, _always(other))
        for name in test_lim_mutants.CHANGES:
            yield from _named(system, name, lambda name=name: _patched(name, system))  # type: ignore[misc]


@contextmanager
def _patched(name: str, system: System) -> Iterator[System]:
    with pytest.MonkeyPatch.context() as patch:
        test_lim_mutants.CHANGES[name](patch)
        yield system if "method" in vars(system) else replace(system)


def _named(system: System, name: str, rules: Callable[[], AbstractContextManager[System]]) -> Iterator[Variation]:
    found = ARTICLE.match(name)
    if found is None or found["article"] == "0":
        return
    words = re.sub(r"^\[C\d+\] ", "", found["words"])
    yield Variation(_cited(system, found["article"]), "", "" if words == "dropped" else words, rules)


# --- Other editions ---------------------------------------------------------------------------------------------------


def _of_editions(system: System) -> Iterator[Variation]:
    for edition, other in SYSTEMS[system.name].items():
        if edition != system.edition:
            yield Variation(f"{system.article} edition", "", f"by the rules of {edition}", _always(other))


def summary_of(system: System, article: str) -> str:
    """Return our sentence about an article, or an empty text if the System has none."""
    number = article.split()[-1]
    values: list[tuple[str, str]] = [(rule.article, rule.summary) for rule in system.criteria]
    values += [(step.article, step.summary) for step in system.colour_steps]
    values += [(step.article, step.summary) for step in system.bye_steps]
    values += list(system.procedure)
    orders = getattr(system.process, "orders", None)
    if isinstance(orders, OrderArticles):
        digits = [*orders.residents(6, 3).digits, *orders.mdps(2, 6).digits]
        values += [(digit.article, digit.summary) for digit in digits]
    return next((words for of, words in values if of.split()[-1] == number), "")


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
                return engine_answer(facts, system, variation.engine)
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

    def two(self, until: float) -> None:
        """Search events whose coming round is one of two, for variations of which no event is known."""
        for script in exchanges():
            self._try(script)
        while time.monotonic() < until:
            missing = [(each.kind, each) for each in self.variations if each.kind not in self.progress.smallest]
            self.progress.seed += 1
            rng = Random(f"{self.subject.name} two {self.progress.seed}")
            script = between_two_rounds(rng, self.subject, rng.randint(6, 14), rng.choice((0, 0, 1, 2, 3)))
            for kind, each in self._told(script, missing):
                self.progress.smallest[kind] = self.shrunk(each, script)

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
        search.small(begun + asked.seconds / 3)
        search.two(begun + asked.seconds * 2 / 3)
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
