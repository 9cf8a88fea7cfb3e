"""Command lines: options as annotations of a function's parameters, their values in a call, and ``--language``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from pairing_engine.facts.shown import one_line
from pairing_engine.language import ENGLISH, VARIABLE, UnknownLanguage, choose_language, marked, of_system, say
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.streams import show, warn


class Option(NamedTuple):
    """The declaration of an option; without a stated flag, its name is the flag, and ``--no-...`` the opposite."""

    flag: str = ""
    metavar: str | None = None
    help: str = ""
    group: str | None = None
    """The title of the option's group on the help page."""
    min: int | None = None
    max: int | None = None
    case_sensitive: bool = True


class Argument(NamedTuple):
    """A positional argument of a program."""

    metavar: str
    help: str
    group: str | None = None


class UsageError(Exception):
    """The error for a command line that does not fit the declared options; its text is for the user."""

    def failure(self, name: str) -> Failure:
        words = say("{name}: {usage} (see {name} --help)", name=name, usage=self)
        return Failure(ExitStatus.BAD_REQUEST, one_line(words))


class Parameter(NamedTuple):
    """A parameter of a program, or a field of an option group."""

    name: str
    group: str
    group_kind: Any
    kind: Any
    repeated: bool
    said: Option | Argument
    default: Any
    """The value if nothing is given; an empty tuple if something must be given."""

    @property
    def flags(self) -> Sequence[tuple[str, bool | None]]:
        """The flags of an option, each with the truth value that it sets, or None if the next word is the value."""
        if isinstance(self.said, Argument):
            return ()
        own = self.said.flag or f"--{self.name.replace('_', '-')}"
        if self.kind is not bool:
            return ((own, None),)
        yes, _, no = own.partition("/")
        no = no or ("" if self.said.flag else f"--no-{yes[2:]}")
        return ((yes, True), (no, False)) if no else ((yes, True),)

    @property
    def choices(self) -> dict[str, Any]:
        """The allowed values by their words; empty if any value is allowed."""
        if not issubclass(self.kind, Enum):
            return {}
        exact = getattr(self.said, "case_sensitive", True)
        return {one.value if exact else one.value.lower(): one for one in self.kind}


def parameters_of(work: Any, group: str = "") -> Iterator[Parameter]:
    is_function = hasattr(work, "__code__")
    defaults = _defaults(work) if is_function else work._field_defaults
    for name, hint in get_type_hints(work, include_extras=True).items():
        if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            yield from parameters_of(hint, name)
        elif name != "return":
            whole, said = (hint.__origin__, hint.__metadata__[0]) if hasattr(hint, "__metadata__") else (hint, Option())
            kinds = [whole] if get_origin(whole) is list else [one for one in get_args(whole) if one is not NoneType]
            kind = kinds[0] if len(kinds) == 1 else whole
            repeated = get_origin(kind) is list
            kind = get_args(kind)[0] if repeated else kind
            yield Parameter(name, group, None if is_function else work, kind, repeated, said, defaults.get(name, ()))


def _defaults(work: Any) -> dict[str, Any]:
    values = work.__defaults__ or ()
    return dict(zip(work.__code__.co_varnames[work.__code__.co_argcount - len(values) :], values, strict=False))


HELP_FLAGS = ("-h", "--help")


def arguments_in(work: Callable[..., object], words: Sequence[str]) -> dict[str, Any] | None:
    """Return a program's arguments; None if help is requested. Raises `UsageError` for the first fault."""
    parameters = list(parameters_of(work))
    found = _sorted(parameters, words)
    if found is None:
        return None
    given, loose = found
    values = {(one.group, one.name): _converted(one, texts) for one, texts in given}
    for one in parameters:
        if isinstance(one.said, Argument) and loose:
            taken = len(loose) if one.repeated else 1
            values[one.group, one.name] = _converted(one, loose[:taken])
            loose = loose[taken:]
        elif one.default == () and (one.group, one.name) not in values:
            raise UsageError(_missing(one))
    if loose:
        raise UsageError(say("Got unexpected extra argument(s) ({arguments})", arguments=" ".join(loose)))
    arguments = {name: value for (group, name), value in values.items() if not group}
    for group, kind in {one.group: one.group_kind for one in parameters if one.group}.items():
        arguments[group] = kind(**{name: value for (of, name), value in values.items() if of == group})
    return arguments


def _sorted(
    parameters: Sequence[Parameter], words: Sequence[str]
) -> tuple[list[tuple[Parameter, list[Any]]], list[str]] | None:
    """Return the options with their words, and the words that belong to no option; None for ``--help``."""
    flags = {flag: (one, value) for one in parameters for flag, value in one.flags}
    given: dict[str, tuple[Parameter, list[Any]]] = {}
    loose: list[str] = []
    asks_for_help = False
    rest = iter(words)
    for word in rest:
        if word == "--":
            loose += rest
        elif not word.startswith("-") or word == "-":
            loose.append(word)
        elif word in HELP_FLAGS:
            asks_for_help = True
        else:
            flag, equals, value = word.partition("=")
            if flag not in flags:
                raise UsageError(_unknown(flag, flags))
            one, meant = flags[flag]
            if meant is not None and equals:
                raise UsageError(say("Option {name} does not take a value.", name=f"'{flag}'"))
            if meant is None and not equals:
                try:
                    value = next(rest)
                except StopIteration:
                    raise UsageError(say("Option {name} requires an argument.", name=f"'{flag}'")) from None
            given.setdefault(one.name, (one, []))[1].append(value if meant is None else meant)
    return None if asks_for_help else (list(given.values()), loose)


def _unknown(flag: str, flags: dict[str, Any]) -> str:
    if not flag.startswith("--"):
        return say("No such option: {name}", name=flag[:2])
    from difflib import get_close_matches

    error = say("No such option: {name}", name=flag)
    near = sorted(get_close_matches(flag, [*flags, HELP_FLAGS[1]]))
    return say("{error} (Possible options: {names})", error=error, names=", ".join(near)) if near else error


def _missing(one: Parameter) -> str:
    if isinstance(one.said, Argument):
        return say("Missing argument {name}.", name=f"'{say(one.said.metavar)}'")
    return say("Missing option {name}.", name=f"'{one.flags[0][0]}'")


def _converted(one: Parameter, words: Sequence[Any]) -> Any:
    return [_value(one, word) for word in words] if one.repeated else _value(one, words[-1])


def _value(one: Parameter, word: Any) -> object:
    if one.kind is bool or one.kind is str:
        return word
    if one.kind is Path:
        return Path(word)
    found = _number(one, word) if one.kind in (int, float) else one.choices.get(_folded(one, word))
    if found is None:
        values = ", ".join(map(repr, one.choices))
        raise _invalid(one, say("{value} is not one of {values}.", value=repr(word), values=values))
    return found


def _folded(one: Parameter, word: str) -> str:
    return word if getattr(one.said, "case_sensitive", True) else word.lower()


def _number(one: Parameter, word: str) -> float:
    least, most = getattr(one.said, "min", None), getattr(one.said, "max", None)
    try:
        number: float = one.kind(word)
    except ValueError:
        words = say("expected a whole number") if one.kind is int else say("expected a number")
        raise _invalid(one, words) from None
    if least is not None and not number >= least:
        raise _invalid(one, say("expected {least} or more", least=least))
    if most is not None and number > most:
        raise _invalid(one, say("expected {most} or less", most=most))
    return number


def _invalid(one: Parameter, error: str) -> UsageError:
    name = one.flags[0][0] if one.flags else say(one.said.metavar or "")
    return UsageError(say("Invalid value for {name}: {error}", name=f"'{name}'", error=error))


FLAG = "--language"

HELP = marked("--language NAME"), marked("The language of messages: {languages}.")
"""The help line for ``--language``, which is read before all other options."""


AS_JSON = ("json", "jsonl")

FOR_PROGRAMS = (*AS_JSON, "csv")
"""Formats for programs, which always use English."""


def take_language(program: str, arguments: Sequence[str]) -> list[str]:
    """Switch to the requested language, and drop ``--language``; end the program if the language is unknown."""
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
        failure = Failure(ExitStatus.BAD_REQUEST, f"{program}: {about}: {error}")
        warn(str(failure))
        if asks_for(AS_JSON, rest):
            import json

            from pairing_engine.answers.contract import stated

            show(json.dumps(stated(failure.to_dict())) + "\n")
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
