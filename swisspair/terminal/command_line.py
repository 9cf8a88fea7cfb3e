"""Command lines: options as annotations of a function's parameters, their reader, and ``--language``.

The reader here needs no other module, because the command-line library takes longer to load than most calls take. The
library shows help, and reads odd values that are left to it.
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
from pairing_engine.language.choosing import VARIABLE, UnknownLanguage, choose_language, of_system
from swisspair.statuses import Failure, refused


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


SHORT = {"--output": "-o", "--in-place": "-i"}
"""The options that also have a letter."""


def said_help(words: str) -> str:
    """Return a help text in the user's language, with all editions in place of ``{editions}``."""
    editions = with_semicolons(f"{name} {', '.join(days)}" for name, days in APPLIED_FROM.items())
    return say(words).replace("{editions}", editions)


EMPTY = marked("the value of {name} is empty, perhaps because a variable of the shell is not set")

NOTHING: Any = object()
"""The default of a parameter that has none."""


class NotPlainError(Exception):
    """The error for a call that typer must read."""


class MistakeError(Exception):
    """The error for a mistake in a call, which typer would refuse, too."""


class RefusedError(MistakeError):
    """The error for a mistake that some versions of typer would not see."""


def misused(name: str, usage: str) -> Failure:
    """Return the failure for a wrong command line, with a message that points to the help page."""
    return refused("{name}: {usage} (see {name} --help)", name=name, usage=usage)


class Parameter(NamedTuple):
    """A parameter of a program, or a field of an option group, with its default; `NOTHING` if it has none."""

    name: str
    hint: Any
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
    def usual(self) -> Any:
        """The default; the word for it if there are choices."""
        return next((word for word, value in self.choices.items() if value == self.default), self.default)

    @property
    def values(self) -> list[str]:
        """The values to choose from, as far as they are known."""
        return [*(self.said.values() if self.said.values else self.choices)]


def arguments_in(work: Callable[..., object], words: Sequence[str]) -> dict[str, Any]:
    """Return a program's arguments from the words of a command line. Raises `MistakeError` and `NotPlainError`."""
    parameters = list(parameters_of(work))
    given = _given(parameters, words)
    only = next((one for one in parameters if not one.flags), None)
    loose = given.pop("")
    if only is not None and loose:
        given[only.name] = loose if only.is_repeated else loose[:1]
    known = {one.name: one for one in parameters}
    values = {name: _value(known[name], found) for name, found in given.items()}
    for one in parameters:
        if one.default is NOTHING and one.name not in given:
            raise MistakeError(say("Missing argument {name}.", name=quoted(one.shown)))
    extra = loose if only is None else [] if only.is_repeated else loose[1:]
    if extra:
        raise MistakeError(say("Got unexpected extra argument(s) ({arguments})", arguments=" ".join(extra)))
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
            yield Parameter(name, whole, one, repeated, said, defaults.get(name, NOTHING))


def _given(parameters: Sequence[Parameter], words: Sequence[str]) -> dict[str, list[Any]]:
    """Return the words and truth values for each option, in the order of the call, and under "" all other words."""
    flags = {flag: (one, value) for one in parameters for flag, value in one.flags}
    given: dict[str, list[Any]] = {"": []}
    rest = [*reversed(words)]
    while rest:
        word = rest.pop()
        if not word.startswith("-") or word in ("-", "--"):
            given[""] += [word] if word != "--" else reversed(rest)
            rest = rest if word != "--" else []
            continue
        is_long = word.startswith("--")
        flag, equals, value = word.partition("=") if is_long else (word[:2], word[2:], word[2:])
        if flag in HELP_FLAGS:
            raise NotPlainError
        if flag not in flags:
            raise MistakeError(_unknown(flag, (*flags, *HELP_FLAGS) if is_long else ()))
        one, meant = flags[flag]
        if meant is not None and equals and is_long:
            raise MistakeError(say("Option {name} does not take a value.", name=quoted(flag)))
        if meant is not None and equals:  # letters together, as in -io FILE
            rest.append(f"-{value}")
            if value.startswith("-"):
                raise MistakeError(_unknown("--", ()))
        if meant is None and not equals:
            if not rest:
                raise MistakeError(say("Option {name} requires an argument.", name=quoted(flag)))
            value = rest.pop()
        given.setdefault(one.name, []).append(value if meant is None else meant)
    return given


def _unknown(flag: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # imported late: it loads slowly

    usage, near = say("there is no option {option}", option=flag), get_close_matches(flag, known)
    return (
        say("{error}; perhaps you meant {names}", error=usage, names=say(" or ").join(sorted(near))) if near else usage
    )


def _value(one: Parameter, found: Sequence[Any]) -> object:
    words = found if one.is_repeated else found[-1:]
    values = [word if isinstance(word, bool) else _of_word(one, word) for word in words]
    return values if one.is_repeated else values[0]


def _of_word(one: Parameter, word: str) -> object:
    if one.choices:
        for name, value in one.choices.items():
            if word == name or (not one.said.case_sensitive and word.lower() == name.lower()):
                return value
        values = ", ".join(map(quoted, one.choices))
        raise _invalid(one, say("{value} is not one of {values}.", value=quoted(word), values=values))
    if one.kind in (int, float):
        return _number(one, word)
    if one.kind is Path and not word:
        raise RefusedError(say(EMPTY, name=one.shown))
    if not word or not word.isprintable():  # typer and its libraries do not agree about such words
        raise NotPlainError
    return one.kind(word)


def _number(one: Parameter, word: str) -> float:
    expected = say("expected a whole number") if one.kind is int else say("expected a number")
    try:
        number: float = one.kind(word)
    except ValueError:
        raise _invalid(one, expected) from None
    if "_" in word or not word.isascii():
        raise _invalid(one, expected, RefusedError)
    if one.said.max is not None and not number <= one.said.max:
        raise _invalid(one, say("expected {most} or less", most=one.said.max))
    if one.said.min is not None and not number >= one.said.min:
        raise _invalid(one, say("expected {least} or more", least=one.said.min))
    return number


def _invalid(one: Parameter, error: str, kind: type[MistakeError] = MistakeError) -> MistakeError:
    return kind(say("Invalid value for {name}: {error}", name=quoted(one.shown), error=error))


FLAG = "--language"

HELP_FLAGS = ("-h", "--help")

AS_JSON = ("json", "jsonl")

FOR_PROGRAMS = (*AS_JSON, "csv")
"""Formats for programs, which always use English."""


def take_language(arguments: Sequence[str], program: str) -> list[str]:
    """Switch to the requested language, and return the other arguments. Raises `Failure` for an unknown language."""
    choose_language(of_system(os.environ))
    rest, name, about = [], os.environ.get(VARIABLE, ""), VARIABLE
    words = iter(arguments)
    for word in words:
        flag, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif flag == FLAG:
            name, about = value if equals else next(words, ""), FLAG
        else:
            rest.append(word)
    try:
        if name or about == FLAG:
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
