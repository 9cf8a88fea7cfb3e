"""How mutants of a system are made: a rule or a step dropped or swapped, or words of a function replaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import NamedTuple, TypeVar

from pairing_engine.kernel.bracket_graph import Criteria
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.system import System
from tests.internals import swapped
from tests.mutants.rewriting import Function, rewritten

Thing = TypeVar("Thing")


class Words(NamedTuple):
    """Words of a function, and what stands in their place."""

    function: Function
    old: str
    new: str


def neighbours(names: Sequence[str], things: Sequence[Thing], *, keep_last: bool = False) -> dict[str, list[Thing]]:
    """Each of them dropped (but the last, if it must stay, and the rest has to decide), and each two neighbours
    swapped.
    """
    found = {}
    for place, name in enumerate(names):
        if place < len(names) - keep_last:
            found[f"drop {name}"] = [*things[:place], *things[place + 1 :]]
    for place in range(len(names) - 1):
        found[f"swap {names[place]} {names[place + 1]}"] = [
            *things[:place],
            things[place + 1],
            things[place],
            *things[place + 2 :],
        ]
    return found


class Mutants(NamedTuple):
    """The mutants of a system, by name: other criteria, other colour steps, another order of the bye, other words."""

    system: System
    criteria: Criteria
    rules: Mapping[str, Sequence[Rule]]
    colours: Mapping[str, Sequence[ColourStep]]
    byes: Mapping[str, Sequence[ByeStep]]
    bye_steps: tuple[ByeStep, ...]
    words: Mapping[str, Sequence[Words]]
    others: Mapping[str, tuple[object, object]] = {}
    """Values of the engine, and what stands in their place."""

    def names(self) -> list[str]:
        """All of them."""
        return [*self.rules, *self.colours, *self.byes, *self.words, *self.others]

    @contextmanager
    def mutated(self, name: str) -> Iterator[System]:
        """The system with one of them. Costs that are remembered are those of the mutant."""
        with ExitStack() as stack:
            rules = tuple(self.rules.get(name, self.criteria.rules))
            other = replace(self.criteria, rules=rules, weighers={}, known={})
            stack.enter_context(swapped(self.criteria, other))
            if name in self.byes:
                stack.enter_context(swapped(self.bye_steps, tuple(self.byes[name])))
            if name in self.others:
                stack.enter_context(swapped(*self.others[name]))
            for words in self.words.get(name, ()):
                stack.enter_context(rewritten(*words))
            if name in self.colours:
                yield replace(self.system, colour_steps=tuple(self.colours[name]))
            else:
                yield self.system
