"""Our own parser reads simple calls exactly as typer would. Typer reads all other calls."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

import pytest

from swisspair.commands import modes
from swisspair.swisscheck import cli
from swisspair.terminal.command_line import Argument, NotPlainError, Option, Parameter, arguments_in, parameters_of
from swisspair.terminal.help_pages import command_line

Work = Callable[..., object]

PROGRAMS: dict[str, Work] = {
    **{name: modes.load(name).run for name in modes.names()},
    "swisscheck": cli.swisscheck,
    **cli.OTHER_MODES,
}


def by_typer(work: Work, words: list[str]) -> dict[str, Any]:
    calls: list[dict[str, Any]] = []

    @wraps(work)
    def record(**given: Any) -> int:
        calls.append(given)
        return 0

    command_line(record)(args=words, standalone_mode=False)
    return calls[0]


def plainly(work: Work, words: list[str]) -> dict[str, Any]:
    bound = signature(work).bind(**arguments_in(work, words))
    bound.apply_defaults()
    return bound.arguments


def value_of(one: Parameter, lot: Random) -> str:
    if isinstance(one.kind, type) and issubclass(one.kind, Enum):
        return lot.choice([str(member.value) for member in one.kind])
    if one.kind is int:
        assert isinstance(one.said, Option)
        return str(lot.randint(one.said.min or 0, one.said.max or 99))
    return lot.choice(("open.trf", "-", "a b=c", "Ł/ö.trf", "dubov", "1,2", ".."))


def words_of(work: Work, lot: Random) -> list[str]:
    found: list[list[str]] = []
    required = [one.name for one in signature(work).parameters.values() if one.default is one.empty]
    for one in parameters_of(work):
        times = lot.choice((1, 2)) if one.repeated else 1
        if isinstance(one.said, Argument):
            found += [[value_of(one, lot)] for _ in range(times)]
        elif one.name in required or (lot.random() < 0.4 and one.kind is not float):
            flag, truth = lot.choice(one.flags)
            values = [value_of(one, lot) for _ in range(times)] if truth is None else []
            found += [lot.choice(([flag, value], [f"{flag}={value}"])) for value in values] or [[flag]]
    lot.shuffle(found)
    return [word for words in found for word in words]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_plain_call_means_what_typer_takes_it_for(name: str) -> None:
    lot = Random(name)
    for _ in range(5):
        words = words_of(PROGRAMS[name], lot)
        ours, theirs = plainly(PROGRAMS[name], words), by_typer(PROGRAMS[name], words)
        assert {name: value or None for name, value in ours.items()} == {
            name: value or None for name, value in theirs.items()
        }, words


NOT_PLAIN = [
    ["--help"],
    ["-x"],
    ["--"],
    ["--jobs=0"],
    ["--jobs", "02"],
    ["--jobs", "²"],
    ["--jobs"],
    ["--jobs", "--quiet"],
    ["--jobs", "1", "--jobs", "2"],
    ["--job", "2"],
    ["--quiet=1"],
    ["--quiet", "--quiet"],
    ["--default-rating", "99999"],
    ["--engine", "REFERENCE"],
    ["--system="],
    ["--system", "\udcff"],
]


@pytest.mark.parametrize("words", NOT_PLAIN, ids=" ".join)
def test_other_calls_are_left_to_typer(words: list[str]) -> None:
    assert arguments_in(cli.swisscheck, ["a.trf"]) == plain_paths()
    with pytest.raises(NotPlainError):
        arguments_in(cli.swisscheck, ["a.trf", *words])


def plain_paths() -> dict[str, Any]:
    groups = {one.group: one.group_kind() for one in parameters_of(cli.swisscheck) if one.group}
    return {"paths": [Path("a.trf")], **groups}


def test_too_few_or_many_arguments_are_left_to_typer() -> None:
    for name, words in (("pair", []), ("json_schema", ["event", "event"])):
        with pytest.raises(NotPlainError):
            arguments_in(PROGRAMS[name], words)
