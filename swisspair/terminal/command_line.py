"""Command lines: options as annotations of a function's parameters, their reader, and ``--language``.

The reader here needs no other module, because the command-line library takes longer to load than most calls take. The
library formats help, and tests compare the reader with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.language import ENGLISH, marked, quoted, say, with_semicolons
from pairing_engine.language.choosing import VARIABLE, UnknownLanguage, choose_language, languages, of_system
from swisspair.statuses import refused


class Option(NamedTuple):
    """The declaration of an option, with its help text, and the title of its group on the help page.

    Without ``flag``, the name of the parameter is the flag. A yes-or-no option that is on also has ``--no-...``.
    """

    help: str = ""
    group: str = ""
    metavar: str = ""
    flag: str = ""
    min: int | None = None
    max: int | None = None
    case_sensitive: bool = True
    values: Callable[[], Iterable[str]] | None = None
    """The usual values of an option for text."""


class Argument(Option):
    """A positional argument of a program."""


SHORT = {"--output": "-o", "--in-place": "-i", "--help": "-h"}
"""The options that also have a letter."""


def said_help(words: str) -> str:
    """Return a help text in the user's language, with all editions and languages in place of their names in braces."""
    editions = with_semicolons(f"{name} {', '.join(days)}" for name, days in APPLIED_FROM.items())
    return say(words).replace("{editions}", editions).replace("{languages}", ", ".join(languages()))


EMPTY = marked("the value of {name} is empty, perhaps because a variable of the shell is not set")

NOTHING: Any = object()
"""The default of a parameter that has none."""


class HelpWanted(Exception):
    """The end of a call that asks for help."""


class MistakeError(Exception):
    """The error for a mistake in a call."""


def missing(name: str) -> MistakeError:
    return MistakeError(say("Missing argument {name}.", name=quoted(name)))


class Parameter(NamedTuple):
    """A parameter of a program, or a field of an option group, with its default; `NOTHING` if it has none."""

    name: str
    kind: Any
    """The type of one value."""
    is_repeated: bool
    said: Option
    default: object

    @property
    def flags(self) -> Sequence[tuple[str, bool | None]]:
        """The flags of an option, each with the truth value that it sets, or None if the next word is the value."""
        if isinstance(self.said, Argument):
            return ()
        own = self.said.flag or f"--{self.name.rstrip('_').replace('_', '-')}"
        sets = True if self.kind is bool else None
        letter = ((SHORT[own], sets),) if own in SHORT else ()
        return (*letter, (own, sets), *(((f"--no-{own[2:]}", False),) if sets and self.default else ()))

    @property
    def shown(self) -> str:
        """The parameter in messages: the flag of an option, or the placeholder of an argument."""
        return self.flags[-1][0] if self.flags else say(self.said.metavar)

    @property
    def choices(self) -> Mapping[str, Any]:
        """The only possible values, by their words; empty if other words are possible, too."""
        if get_origin(self.kind) is Literal:
            return {word: word for word in get_args(self.kind)}
        is_choice = isinstance(self.kind, type) and issubclass(self.kind, Enum)
        return {str(member.value): member for member in self.kind} if is_choice else {}

    @property
    def values(self) -> list[str]:
        """The values to choose from, as far as they are known."""
        return [*(self.said.values() if self.said.values else self.choices)]


_LANGUAGE = Option(marked("The language of messages: {languages}."), metavar="NAME", values=languages)
LANGUAGE = Parameter("language", str, False, _LANGUAGE, "")
FLAG = LANGUAGE.shown
HELP = Parameter("help", bool, False, Option(marked("Show this message and exit.")), False)


def options_of(work: Callable[..., object]) -> dict[str, Parameter]:
    """Return the options and arguments of a program, also those that every program has, by their names."""
    return {one.name: one for one in (LANGUAGE, *parameters_of(work), HELP)}


def arguments_in(work: Callable[..., object], words: Sequence[str]) -> dict[str, Any]:
    """Return a program's arguments from the words of a command line. Raises `MistakeError` and `HelpWanted`."""
    known = options_of(work)
    given, loose = _given(known.values(), words)
    if HELP.name in given:
        raise HelpWanted
    only = next((one for one in known.values() if not one.flags), None)
    if only is not None and loose:
        given[only.name], loose = (loose, []) if only.is_repeated else (loose[:1], loose[1:])
    values = {name: _value(known[name], found) for name, found in given.items()}
    for one in known.values():
        if one.default is NOTHING and one.name not in given:
            raise missing(one.shown)
    if loose:
        raise MistakeError(say("Got unexpected extra argument(s) ({arguments})", arguments=" ".join(loose)))
    return grouped(work, values)


def grouped(work: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a program or the fields of an option group, from the values of single options."""
    groups = {name: hint(**grouped(hint, given)) for name, hint in _hints(work).items() if hasattr(hint, "_fields")}
    return groups | {name: given[name] for name in _hints(work) if name in given}


@cache
def _hints(work: Any) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(work, include_extras=True).items() if name != "return"}


def parameters_of(work: Any) -> Iterator[Parameter]:
    """Yield the options and arguments that a program or an option group declares."""
    if hasattr(work, "_fields"):
        defaults = work._field_defaults
    else:
        names = work.__code__.co_varnames[: work.__code__.co_argcount]
        defaults = dict(zip(reversed(names), reversed(work.__defaults__ or ()), strict=False))
    for name, hint in _hints(work).items():
        if hasattr(hint, "_fields"):
            yield from parameters_of(hint)
        else:
            whole, said = (hint.__origin__, hint.__metadata__[0]) if hasattr(hint, "__metadata__") else (hint, Option())
            kind = next(one for one in get_args(whole) if one is not NoneType) if NoneType in get_args(whole) else whole
            repeated = get_origin(kind) is list
            one = get_args(kind)[0] if repeated else kind
            yield Parameter(name, one, repeated, said, defaults.get(name, NOTHING))


def _given(known: Iterable[Parameter], words: Sequence[str]) -> tuple[dict[str, list[Any]], list[str]]:
    """Return the words and truth values for each option, in the order of the call, and all other words."""
    flags = {flag: (one, value) for one in known for flag, value in one.flags}
    given: dict[str, list[Any]] = {}
    loose: list[str] = []
    rest = [*reversed(words)]
    while rest:
        word = rest.pop()
        if word == "--":
            return given, [*loose, *reversed(rest)]
        if word == "-" or not word.startswith("-"):
            loose.append(word)
            continue
        is_long = word.startswith("--")
        flag, equals, value = word.partition("=") if is_long else (word[:2], word[2:], word[2:])
        if flag not in flags:
            raise _unknown(flag, flags if is_long else ())
        one, meant = flags[flag]
        if meant is not None and equals:
            if is_long:
                raise MistakeError(say("Option {name} does not take a value.", name=quoted(flag)))
            if value.startswith("-"):
                raise _unknown("--", ())
            rest.append(f"-{value}")  # letters together, as in -io FILE
        if meant is None and not equals:
            if not rest:
                raise MistakeError(say("Option {name} requires an argument.", name=quoted(flag)))
            value = rest.pop()
        given.setdefault(one.name, []).append(value if meant is None else meant)
    return given, loose


def _unknown(flag: str, known: Iterable[str]) -> MistakeError:
    from difflib import get_close_matches  # imported late: it loads slowly

    error, near = say("there is no option {option}", option=flag), get_close_matches(flag, known)
    if near:
        error = say("{error}; perhaps you meant {names}", error=error, names=say(" or ").join(sorted(near)))
    return MistakeError(error)


def _value(one: Parameter, found: Sequence[Any]) -> object:
    values = [_of_word(one, word) for word in (found if one.is_repeated else found[-1:])]
    return values if one.is_repeated else values[0]


def _of_word(one: Parameter, word: Any) -> object:
    if one.choices:
        for name, value in one.choices.items():
            if word == name or (not one.said.case_sensitive and word.lower() == name.lower()):
                return value
        values = ", ".join(map(quoted, one.choices))
        raise _invalid(one, say("{value} is not one of {values}.", value=quoted(word), values=values))
    if one.kind in (int, float):
        return _number(one, word)
    if one.kind is Path and not word:
        raise MistakeError(say(EMPTY, name=one.shown))
    return one.kind(word)


def _number(one: Parameter, word: str) -> float:
    expected = say("expected a whole number") if one.kind is int else say("expected a number")
    try:
        number: float = one.kind(word if word.isascii() and "_" not in word else "")
    except ValueError:
        raise _invalid(one, expected) from None
    if one.said.max is not None and not number <= one.said.max:
        raise _invalid(one, say("expected {most} or less", most=one.said.max))
    if one.said.min is not None and not number >= one.said.min:
        raise _invalid(one, say("expected {least} or more", least=one.said.min))
    return number


def _invalid(one: Parameter, error: str) -> MistakeError:
    return MistakeError(say("Invalid value for {name}: {error}", name=quoted(one.shown), error=error))


AS_JSON = ("json", "jsonl")

FOR_PROGRAMS = (*AS_JSON, "csv")
"""Formats for programs, which always use English."""


def take_language(arguments: Sequence[str], program: str) -> list[str]:
    """Switch to the requested language, and return the other arguments. Raises `Failure` for an unknown language."""
    choose_language(of_system(os.environ))
    name, about = os.environ.get(VARIABLE) or None, VARIABLE
    rest, words = [], iter(arguments)
    for word in words:
        flag, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif flag == FLAG:
            name, about = value if equals else next(words, ""), FLAG
        else:
            rest.append(word)
    try:
        if name is not None:
            choose_language(name)
    except UnknownLanguage as error:
        raise refused("{name}: {words} ({option})", name=program, words=error, option=about) from None
    if asks_for(FOR_PROGRAMS, rest):
        choose_language(ENGLISH)
    return rest


def asks_for(formats: Sequence[str], arguments: Sequence[str]) -> bool:
    """Whether the arguments request one of the given output formats.

    >>> asks_for(AS_JSON, ["--why", "3", "--format", "json"]), asks_for(AS_JSON, ["--format=csv"])
    (True, False)
    """
    options = {*arguments, *map(" ".join, pairwise(arguments))}
    return any(f"--format{sign}{name}" in options for name in formats for sign in "= ")
