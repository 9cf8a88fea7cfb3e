"""Tools for building mutants: systems in which a rule or step is removed, exchanged or changed.

Most mutants change a value of the `System`. The others, in ``words.toml``, change the source code of a function.
"""

import inspect
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple, TypeVar

from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.system import System

Function = Callable[..., Any]


@contextmanager
def rewritten(function: Function, old: str, new: str) -> Iterator[None]:
    """Replace words in the source of a function until the ``with`` block ends.

    The source must contain the words exactly once.
    """
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{function.__qualname__} contains {source.count(old)} times: {old}"
    text = f"from __future__ import annotations\n{source.replace(old, new)}"
    scope = dict(function.__globals__)
    exec(compile(text, f"<mutant of {function.__qualname__}>", "exec"), scope)
    before = function.__code__
    function.__code__ = scope[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = before


Thing = TypeVar("Thing")


class Words(NamedTuple):
    """Words in the source of a function, and the words that replace them."""

    function: Function
    old: str
    new: str


TABLES: dict[str, dict[str, list[Any]]] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


def words_of(row: Sequence[Any]) -> tuple[Words, ...]:
    rows = row if isinstance(row[0], list) else [row]
    return tuple(Words(resolve_name(function), old, new) for function, old, new in rows)


def words_in(*tables: str) -> dict[str, tuple[Words, ...]]:
    """Read the mutants of these tables of ``words.toml``."""
    return {name: words_of(row) for table in tables for name, row in TABLES[table].items()}


def neighbours(names: Sequence[str], things: Sequence[Thing], *, keep_last: bool = False) -> dict[str, list[Thing]]:
    """Copy a sequence with one item removed, or with two neighbours exchanged, in every possible way.

    With ``keep_last``, the last item is never removed.
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


Change = Callable[[System], System]


def with_process(**values: object) -> Change:
    def change(system: System) -> System:
        process: Any = system.process
        return system._replace(process=process._replace(**values))

    return change


class Mutants(NamedTuple):
    """The named mutants of a pairing system.

    The mutants in ``rules``, ``colours``, ``byes`` and ``values`` replace fields of the `System`. The mutants in
    ``words`` and ``shortcuts`` rewrite the source code of functions. The functions in ``shortcuts`` only make the
    engine faster.
    """

    system: System
    rules: Mapping[str, Sequence[Rule]]
    colours: Mapping[str, Sequence[ColourStep]]
    byes: Mapping[str, Sequence[ByeStep]]
    values: Mapping[str, Change]
    words: Mapping[str, Sequence[Words]]
    shortcuts: Mapping[str, Sequence[Words]] = {}

    def names(self) -> list[str]:
        return [*self.rules, *self.colours, *self.byes, *self.values, *self.words, *self.shortcuts]

    @contextmanager
    def mutated(self, name: str) -> Iterator[System]:
        system = self.system._replace(
            criteria=tuple(self.rules.get(name, self.system.criteria)),
            colour_steps=tuple(self.colours.get(name, self.system.colour_steps)),
            bye_steps=tuple(self.byes.get(name, self.system.bye_steps)),
        )
        with ExitStack() as stack:
            for words in (*self.words.get(name, ()), *self.shortcuts.get(name, ())):
                stack.enter_context(rewritten(*words))
            yield self.values[name](system) if name in self.values else system
