"""Command lines: options as annotations of a function's parameters, simple calls, and ``--language``.

A call is simple if every word fits a declared option or argument. Simple calls are read here, without loading the slow
command-line library. The library reads all other calls: help, mistakes, and rare forms such as ``-oFILE``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.language import ENGLISH, marked, say, with_semicolons
from pairing_engine.language.choosing import VARIABLE, UnknownLanguage, choose_language, of_system
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.streams import json_text, show, warn


class Option(NamedTuple):
    """The declaration of an option, with its help text, and the title of its group on the help page.

    Without ``flag``, the name of the parameter is the flag. A yes-or-no option that is on also has ``--no-...``.
    """

    help: str = ""
    group: str | None = None
    metavar: str | None = None
    flag: str = ""
    min: int | None = None
    max: int | None = None
    case_sensitive: bool = True
    values: Callable[[], Iterable[str]] | None = None
    """The usual values of an option for text."""


class Argument(NamedTuple):
    """A positional argument of a program."""

    help: str
    group: str | None = None
    metavar: str = ""
    values: Callable[[], Iterable[str]] | None = None


SHORT = {"--output": "-o", "--in-place": "-i"}
"""The options that also have a letter."""


def said_help(words: str) -> str:
    """Return a help text in the user's language, with all editions in place of ``{editions}``."""
    editions = with_semicolons(f"{name} {', '.join(days)}" for name, days in APPLIED_FROM.items())
    return say(words).replace("{editions}", editions)


def is_group(kind: Any) -> bool:
    """Whether the type is a named tuple, whose fields are options."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


LONGEST_NUMBER = 9

NOTHING: Any = object()
"""The default of a parameter that has none."""


class NotPlainError(Exception):
    """The error for a command line that is not simple, so that typer must parse it."""


class Parameter(NamedTuple):
    """A parameter of a program, or a field of an option group, with its default; `NOTHING` if it has none."""

    name: str
    hint: Any
    kind: Any
    """The type of one value."""
    is_repeated: bool
    said: Option | Argument
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
    def values(self) -> list[str]:
        """The values to choose from, as far as they are known."""
        if self.is_choice:
            return [str(member.value) for member in self.kind]
        return [] if self.said.values is None else list(self.said.values())

    @property
    def is_choice(self) -> bool:
        return isinstance(self.kind, type) and issubclass(self.kind, Enum)


def plain_call(work: Callable[..., object], words: Sequence[str]) -> Callable[[], object] | None:
    """Return a function that runs the command line; None if the command line is not simple."""
    try:
        given = arguments_in(work, words)
    except NotPlainError:
        return None
    return lambda: work(**given)


def arguments_in(work: Callable[..., object], words: Sequence[str]) -> dict[str, Any]:
    """Return a program's arguments from the words of a command line.

    Raises `NotPlainError` if the call is not simple.
    """
    parameters = list(parameters_of(work))
    given = plain_values(parameters, words)
    missing = [one.name for one in parameters if one.default is NOTHING and one.name not in given]
    if missing:
        raise NotPlainError(missing[0])
    return grouped(work, given)


def grouped(work: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a program or the fields of an option group, from the values of single options."""
    return {
        name: hint(**grouped(hint, given)) if is_group(hint) else given[name]
        for name, hint in _hints(work).items()
        if name in given or is_group(hint)
    }


@cache
def _hints(work: Any) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(work, include_extras=True).items() if name != "return"}


def parameters_of(work: Any) -> Iterator[Parameter]:
    """Yield the options and arguments that a program or an option group declares."""
    if is_group(work):
        defaults = work._field_defaults
    else:
        names = work.__code__.co_varnames[: work.__code__.co_argcount]
        defaults = dict(zip(reversed(names), reversed(work.__defaults__ or ()), strict=False))
    for name, hint in _hints(work).items():
        if is_group(hint):
            yield from parameters_of(hint)
        else:
            whole, said = (hint.__origin__, hint.__metadata__[0]) if hasattr(hint, "__metadata__") else (hint, Option())
            kinds = [whole] if get_origin(whole) is list else [one for one in get_args(whole) if one is not NoneType]
            kind = kinds[0] if len(kinds) == 1 else whole
            repeated = get_origin(kind) is list
            one = get_args(kind)[0] if repeated else kind
            yield Parameter(name, whole, one, repeated, said, defaults.get(name, NOTHING))


def plain_values(parameters: Sequence[Parameter], words: Sequence[str]) -> dict[str, Any]:
    """Return the value of each option, under its name. Raises `NotPlainError` if the call is not simple."""
    flags = {flag: (one, value) for one in parameters for flag, value in one.flags}
    given: dict[str, Any] = {}
    loose: list[str] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            loose.append(word)
            continue
        flag, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if flag not in flags:
            raise NotPlainError(word)
        one, meant = flags[flag]
        if meant is None:
            _give(given, one, value if equals else next(rest, ""))
        elif equals:
            raise NotPlainError(word)
        else:
            given[one.name] = meant
    _give_loose(given, [one for one in parameters if isinstance(one.said, Argument)], loose)
    return given


def _give_loose(given: dict[str, Any], arguments: Sequence[Parameter], words: Sequence[str]) -> None:
    if words and (len(arguments) != 1 or (len(words) > 1 and not arguments[0].is_repeated)):
        raise NotPlainError(words[0])
    for word in words:
        _give(given, arguments[0], word)


def _give(given: dict[str, Any], one: Parameter, word: str) -> None:
    value = _value(one, word)
    if one.is_repeated:
        given.setdefault(one.name, []).append(value)
    else:
        given[one.name] = value


def _value(one: Parameter, word: str) -> object:
    if not word or (word.startswith("-") and word != "-") or not _is_text(word):
        raise NotPlainError(word)
    if one.kind in (str, Path):
        return one.kind(word)
    if one.kind is int:
        return _number(one.said, word)
    if one.is_choice and word in one.values:
        return one.kind(word)
    raise NotPlainError(word)


def _is_text(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _number(said: Option | Argument, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER and str(int(word)) == word):
        raise NotPlainError(word)
    number = int(word)
    if isinstance(said, Option):
        least, most = said.min, said.max
        if (least is not None and number < least) or (most is not None and number > most):
            raise NotPlainError(word)
    return number


FLAG = "--language"

HELP_FLAGS = ("-h", "--help")

HELP = marked("--language NAME"), marked("The language of messages: {languages}.")
"""The help line for ``--language``, which is read before all other options."""


AS_JSON = ("json", "jsonl")

FOR_PROGRAMS = (*AS_JSON, "csv")
"""Formats for programs, which always use English."""


def take_language(program: str, arguments: Sequence[str]) -> list[str]:
    """Switch to the requested language, and return the arguments without ``--language``.

    Ends the program if the requested language is not available.
    """
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
        told = say("{name}: {words}", name=about, words=error)
        failure = Failure(ExitStatus.BAD_REQUEST, say("{name}: {words}", name=program, words=told))
        warn(str(failure))
        if asks_for(AS_JSON, rest):
            show(json_text(failure.to_dict()))
        sys.exit(failure.status)
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
