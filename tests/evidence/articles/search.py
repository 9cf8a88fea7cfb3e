"""The rules of each edition without one of their articles, or with an article misread.

A variation that pairs a round in another way shows that the article decides that round.
"""

import argparse
import pickle
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

import pytest

from pairing_engine.errors import PairingError
from pairing_engine.facts.basic_rules import ByeBar
from pairing_engine.facts.model import Colour, EventKind, Tournament
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep, by_number_if_new
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import DOWN, NO_FLOAT, Player, RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch_procedure.process import ByProcedure
from pairing_engine.systems.dutch_procedure.score_bracket import score_bracket
from pairing_engine.systems.lim import floaters, process
from pairing_engine.systems.lim.edition_2026 import LIM_2026, no_third_in_a_row, no_three_more
from pairing_engine.systems.lim.floaters import Floater, makes_three_more
from pairing_engine.systems.shared.orders import OrderArticles
from pairing_engine.systems.system import System
from swisspair.examples import examples
from tests.articles.mutants import test_dutch_2017_mutants, test_lim_mutants
from tests.articles.mutants.changes import Mutants, rewritten, with_process
from tests.articles.mutants.test_dubov_burstein_mutants import OF_BURSTEIN, OF_DUBOV
from tests.articles.mutants.test_match_mutants import DOUBLE_SWISS, TEAM
from tests.evidence.articles.events import (
    Script,
    changed,
    random_script,
    replayed,
    script_of,
    subjects,
)
from tests.evidence.exhaustive.subjects import Answer, Subject, engine_answer
from tests.places import ROOT


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
    for article, text, named in dict.fromkeys((rule.article, rule.text, rule.code) for rule in system.criteria):
        rules = [rule for rule in system.criteria if (rule.article, rule.text, rule.code) == (article, text, named)]
        if rules[0] is system.number_of_pairs and system.name not in ("dutch", "burstein"):
            continue
        cited, code = _cited(system, article, text), _code_of(rules[0], system)
        for left_out in (rules, *([rule] for rule in rules if len(rules) > 1)):
            criteria = tuple(rule for rule in system.criteria if rule not in left_out)
            misread = "" if left_out is rules else f"without this criterion: {left_out[0].summary}"
            yield Variation(cited, code, misread, _always(system._replace(criteria=criteria)))
    for one, other in zip(system.criteria, system.criteria[1:], strict=False):
        order = [*system.criteria]
        place = order.index(one)
        if one.scope is other.scope:
            order[place : place + 2] = other, one
            words = f"it is considered after {other.code}"
            changed = system._replace(criteria=tuple(order))
            yield Variation(_cited(system, one.article, one.text), _code_of(one, system), words, _always(changed))
    yield from _of_steps(system)


def _of_steps(system: System) -> Iterator[Variation]:
    """Yield the steps that are left out or, because no others follow or no others know a colour, turned round."""
    for step in system.colour_steps:
        steps = _without(system.colour_steps, step)
        if step.decide is no_third_in_a_row:  # the next step would ask the same
            steps = tuple(s._replace(decide=_no_three_more_alone) if s.decide is no_three_more else s for s in steps)
        if step is not system.colour_steps[-1]:
            misread = _of_several(step, system.colour_steps)
            yield Variation(_cited(system, step.article), "", misread, _always(system._replace(colour_steps=steps)))
        if step is system.colour_steps[-1] or step.decide is by_number_if_new:
            turned = tuple(s._replace(decide=_turned(s)) if s is step else s for s in system.colour_steps)
            changed = system._replace(colour_steps=turned)
            yield Variation(_cited(system, step.article), "", "the colours are turned round", _always(changed))
    for bye_step in system.bye_steps:
        byes = _without(system.bye_steps, bye_step)
        misread = _of_several(bye_step, system.bye_steps)
        if bye_step is system.bye_steps[-1]:
            byes, misread = (*byes, bye_step._replace(measure=_from_the_end(bye_step))), "from the other end"
        yield Variation(bye_step.cited(system.article), "", misread, _always(system._replace(bye_steps=byes)))
    yield from _of_procedure(system)


CARRIED_OUT_IF_LISTED = [
    "2.3.1",
    "2.3.2",
    "2.3.3",
    "3.1",
    "3.2.2",
    "3.2.3",
    "3.5",
    "3.9",
    "3.10",
    "3.10.2",
    "4.4.1",
    "5.2",
    "5.7",
    "6",
]
"""The steps of C.04.4.3 that a System can leave out."""


def _of_procedure(system: System) -> Iterator[Variation]:
    method: Any = system.process
    if system.name == "lim":
        for article in CARRIED_OUT_IF_LISTED:
            procedure = tuple(reason for reason in system.procedure if reason[0] != article)
            yield Variation(_cited(system, article), "", "", _always(system._replace(procedure=procedure)))
        yield Variation(_cited(system, "2.4"), "", "neighbours are proposed", lambda: _neighbours_proposed(system))
        yield Variation(_cited(system, "4.3"), "", "", lambda: _as_long_as_it_goes(system))
    if isinstance(method, ByProcedure):
        where = "the higher bracket is not S1" if method.upper_is_s1 else "the higher bracket is S1"
        joined = with_process(upper_is_s1=not method.upper_is_s1)(system)
        yield Variation(_cited(system, "C.13"), "", where, _always(joined))
        whose = "floaters with other scores are tried" if method.same_scores else "only the same scores are tried"
        backtracked = with_process(same_scores=not method.same_scores)(system)
        yield Variation(_cited(system, "C.12"), "", whose, _always(backtracked))
        yield Variation(_cited(system, "C.1"), "", "", lambda: _nobody_is_lost(system))


@contextmanager
def _nobody_is_lost(system: System) -> Iterator[System]:
    with rewritten(score_bracket, "if not lowest:", "if False:"):
        yield system._replace()


@contextmanager
def _neighbours_proposed(system: System) -> Iterator[System]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(floaters, "by_exchanges", lambda remaining: iter(remaining[1:]))
        yield system._replace()


@contextmanager
def _as_long_as_it_goes(system: System) -> Iterator[System]:
    """[C.04.4.3 4.3] Let players float if those before them have taken their opponents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process._ArticleFour, "pair", _without_exchanges_for_others)
        yield system._replace()


def _without_exchanges_for_others(four: process._ArticleFour, members: frozenset[int]) -> tuple[Any, list[Floater]]:
    while True:
        order = remaining = four.group.order_of_service(members)
        scrutiny, found = process.FirstScrutiny(four.group, {}), []
        for served in order:
            if served in remaining:
                fitting = (o for o in scrutiny.opponents(served, remaining) if four.group.table.fits(served, o))
                other = next(fitting, None)
                if other is None:
                    break
                found.append(scrutiny.pairing(served, other, ()))
                remaining = [place for place in remaining if place not in (served, other)]
        else:
            return found, four.floaters + ([four.even] if four.even else [])
        members = four._float(served, frozenset(), members, found)


def _turned(step: ColourStep) -> Callable[[Player, Player, RoundState], Colour | None]:
    def decide(higher: Player, lower: Player, state: RoundState) -> Colour | None:
        found = step.decide(higher, lower, state)
        return None if found is None else found.opposite

    return decide


def _from_the_end(step: ByeStep) -> Callable[[Player, RoundState], tuple[Any, ...]]:
    return lambda player, state: tuple(-value for value in step.measure(player, state))


def _no_three_more_alone(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    ways = [c for c in Colour if not makes_three_more(favoured, c) and not makes_three_more(other, c.opposite)]
    return ways[0] if len(ways) == 1 else None


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
    no_bar = system._replace(conventions=system.conventions._replace(bye_bar=NO_BAR))
    yield Variation(_cited(system, basic.bye_bar), system.bye_again.code, "", _always(no_bar))
    if system.names.colour_clash is not None:
        clash = system.names.colour_clash
        changed = system._replace(may_meet=lambda a, b, _state: b.tpn not in a.barred)
        yield Variation(_cited(system, clash.article), clash.code, "", _always(changed))
    met = system._replace(with_preferences=lambda state: system.with_preferences(_as_if_nobody_had_met(state)))
    yield Variation(_cited(system, basic.once), basic.once_code, "", _always(met))
    if system.name not in ("lim", "dubov"):  # these systems do not ask whether an unplayed round is a downfloat
        of_matches = system.kind is not EventKind.INDIVIDUAL
        float_ = DOWN if of_matches else NO_FLOAT
        other = system._replace(conventions=system.conventions._replace(float_of_unplayed=lambda *_facts: float_))
        words = "unplayed rounds give a float" if of_matches else "unplayed rounds give no float"
        yield Variation(_cited(system, system.names.floating), "", words, _always(other))
    if system.edition != "1998":  # the text of 1998 knows no acceleration
        yield Variation("C.04.7", "", "", _always(system), _unaccelerated)
    if system.kind.value and system.name in ("dutch", "lim", "team", "double-swiss", "dubov"):
        last = "the last round is paired like any other" if system.name != "dutch" else "no exception for topscorers"
        yield Variation(f"{system.article} last round", "", last, _always(system), _one_round_more)


def _as_if_nobody_had_met(state: RoundState) -> RoundState:
    met = {(one.white, one.black) for past in state.earlier_rounds for one in past.meetings() if one.played}
    met |= {(black, white) for white, black in met}
    players = (p._replace(barred=frozenset(tpn for tpn in p.barred if (p.tpn, tpn) not in met)) for p in state.players)
    return state._replace(players=tuple(players))


def _unaccelerated(event: Tournament) -> Tournament:
    return event._replace(settings=event.settings._replace(baku=False, virtual_points=()))


def _one_round_more(event: Tournament) -> Tournament:
    rounds = event.settings.rounds
    return event._replace(settings=event.settings._replace(rounds=None if rounds is None else rounds + 1))


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
    copy.bits, copy.digits = order.bits, list(order.digits)
    digits = sum((1 << digit.width) - 1 << digit.low for digit in order.digits if digit.article == article)
    copy.top, copy.other, copy.opponent = (
        [cost - (cost & digits) * (1 + turned) for cost in costs] for costs in (order.top, order.other, order.opponent)
    )
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
    if system.name == "lim":
        for name, other in test_lim_mutants.SYSTEMS.items() if system is LIM_2026 else ():
            yield from _named(system, name, _always(other))
        for name in test_lim_mutants.CHANGES:
            yield from _named(system, name, lambda name=name: _patched(name, system))  # type: ignore[misc]


@contextmanager
def _patched(name: str, system: System) -> Iterator[System]:
    with pytest.MonkeyPatch.context() as patch:
        test_lim_mutants.CHANGES[name](patch)
        yield system._replace(procedure=LIM_2026.procedure)  # both editions share what the mutant replaces


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


def summary_of(system: System, article: str, code: str) -> str:
    """Return our sentence about an article, or an empty text if the System has none."""
    number = article.split()[-1]
    criteria = (rule for rule in system.criteria if code in ("", rule.code))  # one article can have several
    values: list[tuple[str, str]] = [(rule.article, rule.summary) for rule in criteria]
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
LARGE = 10
"""The least number of players of a typical example and of the hardest one."""


@dataclass
class Progress:
    """The scripts that were found for an edition so far: the smallest one, and larger ones, for each kind."""

    seed: int = 0
    smallest: dict[Kind, Script] = field(default_factory=dict)
    typical: dict[Kind, tuple[int, Script]] = field(default_factory=dict)
    hardest: dict[Kind, tuple[int, Script]] = field(default_factory=dict)
    seconds: float = 0


@dataclass
class Search:
    """A search through events of one edition, the small ones first."""

    subject: Subject[Any]
    progress: Progress

    def __post_init__(self) -> None:
        self.variations = variations(self.subject.system)

    def answer(self, variation: Variation, facts: Tournament) -> Answer:
        """Pair the coming round by a variation. Rules that break the engine pair nothing."""
        with variation.rules() as system:
            try:
                return engine_answer(variation.of_event(facts), system, variation.engine)
            except (PairingError, AssertionError, LookupError, ValueError, TypeError, AttributeError, RecursionError):
                return None

    def shrunk(self, variation: Variation, script: Script) -> Script:
        """Make a script smaller as long as the article still decides its round."""
        smaller = True
        while smaller:
            smaller = False
            for other in script.simpler():
                if other.size < script.size and any(self.telling(other, [variation])):
                    script, smaller = other, True
                    break
        return script

    def telling(self, script: Script, wanted: Iterable[Variation]) -> Iterator[tuple[Variation, int]]:
        """Yield the variations that pair the round of a script in another way, and the number of other boards."""
        event = replayed(self.subject, script)
        facts = None if event is None else self.subject.model(event)
        right = None if facts is None else engine_answer(facts, self.subject.system, Backend.AUTO)
        if facts is None or right is None:
            return
        for each in wanted:
            other = self.answer(each, facts)
            if other not in (right, None):
                yield each, len(right.boards - other.boards)

    def take(self, script: Script, *, missing: bool = False) -> None:
        """Keep a script for the variations of which no smaller event is known or, if large, no such event for others.

        With ``missing``, keep it only for variations of which no event of its kind is known.
        """
        if self.subject.name == "dutch/1998":  # this text knows no acceleration, so its transcription ignores it
            script = replace(script, virtual=0)
        known, typical, hardest = self.progress.smallest, self.progress.typical, self.progress.hardest
        large = script.players >= LARGE

        def is_wanted(kind: Kind) -> bool:
            if kind not in known:
                return True
            if large and not kind.misread:
                return not missing or kind not in typical or kind not in hardest
            return not missing and not large and known[kind].size[:2] > script.size[:2]

        for each, weight in self.telling(script, [each for each in self.variations if is_wanted(each.kind)]):
            kind = each.kind
            if not large or kind not in known:
                found = self.shrunk(each, script)
                if kind not in known or found.size < known[kind].size:
                    known[kind] = found
            if not large or kind.misread or script == known[kind]:
                continue
            if kind not in typical or typical[kind][1].size > script.size:
                typical[kind] = weight, script
            if kind not in hardest or hardest[kind][0] < weight:
                hardest[kind] = weight, script

    def drawn(self, sizes: Iterable[tuple[int, int]]) -> Iterator[Script]:
        """Draw events of these numbers of players and rounds, again and again."""
        for players, rounds in cycle(sizes):
            for _ in range(4):
                yield random_script(self._rng(""), self.subject, players, rounds)

    def near(self) -> Iterator[Script]:
        """Change events in which another article decides, or this one in another edition, by a few facts."""
        known = set(self.progress.smallest.values())
        for name, subject in subjects().items():
            if subject.system.name == self.subject.system.name:
                kept = progress_of(name)
                known |= {*kept.smallest.values(), *(script for _, script in kept.typical.values())}
                if subject.system.kind is EventKind.INDIVIDUAL:
                    known |= {script_of(one.event, one.round) for one in examples(*name.split("/"))}
        yield from (in_order := sorted(known, key=lambda script: script.size))
        while in_order:
            rng = self._rng("near")
            script = rng.choice(in_order)
            for _ in range(rng.choice((1, 1, 2, 3, 5))):
                script = changed(rng, self.subject, script)
            yield script

    def _rng(self, kind: str) -> Random:
        self.progress.seed += 1
        return Random(f"{self.subject.name} {kind}{self.progress.seed}")


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
    asked = parser.parse_args(arguments)
    for name in asked.editions:
        search = Search(subjects()[name], progress_of(name))
        begun = time.monotonic()
        ways = [(search.drawn(SMALL), False), (search.near(), True), (search.drawn(TYPICAL), False)]
        for number, (scripts, missing) in enumerate(ways, 1):
            for script in scripts:
                if time.monotonic() > begun + asked.seconds * number / len(ways):
                    break
                search.take(script, missing=missing)
        search.progress.seconds += time.monotonic() - begun
        keep(name, search.progress)
        known = search.progress.smallest
        unknown = [" ".join(each.kind) for each in search.variations if each.kind not in known]
        print(f"{name}: {len(known)} of {len(search.variations)}; not found: {'; '.join(unknown)}", flush=True)
    return 0


if __name__ == "__main__":
    from tests.evidence.articles import search  # the saved results name the classes of the module, not of the program

    sys.exit(search.main(sys.argv[1:]))
