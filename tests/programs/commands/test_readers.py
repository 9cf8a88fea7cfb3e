"""Our own reader of simple calls agrees with typer, here about calls by lot. `readers` compares all other calls."""

from collections.abc import Callable
from enum import Enum
from random import Random
from typing import Any

import pytest

from swisspair.commands.table import COMMANDS
from swisspair.swisscheck import cli
from swisspair.terminal import command_line
from swisspair.terminal.command_line import NotPlainError, Parameter, arguments_in
from tests.conftest import some
from tests.programs import readers

ALL = 20_000
PARTS = 40


def compared(lots: range) -> int:
    """Compare the readers on calls by lot, and return the number of calls that our own reader has read."""
    names = sorted(COMMANDS)
    read = 0
    for seed in lots:
        lot = Random(seed)
        work = COMMANDS[names[seed % len(names)]].run
        read += readers.compare(work, readers.words_by_lot(work, lot))
    return read


@pytest.mark.parametrize("part", some(range(PARTS), 1))
def test_both_readers_agree_about_calls_by_lot(part: int) -> None:
    each = ALL // PARTS
    assert compared(range(part * each, (part + 1) * each)) > each // 3


def _any_number(said: object, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise NotPlainError(word) from None


def _first_value(given: dict[str, Any], one: Parameter, word: str) -> None:
    value = command_line._value(one, word)
    if one.is_repeated:
        given.setdefault(one.name, []).append(value)
    else:
        given.setdefault(one.name, value)


def _any_word(one: Parameter, word: str) -> object:
    return one.kind(word) if issubclass(one.kind, Enum) and word in one.values else word


@pytest.mark.parametrize(
    ("name", "planted"), [("_number", _any_number), ("_give", _first_value), ("_value", _any_word)]
)
def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch, name: str, planted: Callable[..., Any]) -> None:
    monkeypatch.setattr(command_line, name, planted)
    with pytest.raises(AssertionError):
        compared(range(2_000))


NOT_PLAIN = [
    ["--help"],
    ["-x"],
    ["--"],
    ["--jobs=0"],
    ["--jobs", "02"],
    ["--jobs", "²"],
    ["--jobs"],
    ["--jobs", "--quiet"],
    ["--job", "2"],
    ["--quiet=1"],
    ["--default-rating", "99999"],
    ["--engine", "REFERENCE"],
    ["--system="],
    ["--system", "\udcff"],
]


@pytest.mark.parametrize("words", NOT_PLAIN, ids=" ".join)
def test_other_calls_are_left_to_typer(words: list[str]) -> None:
    assert arguments_in(cli.swisscheck, ["a.trf"])
    with pytest.raises(NotPlainError):
        arguments_in(cli.swisscheck, ["a.trf", *words])


@pytest.mark.parametrize(("name", "words"), [("pair", []), ("schema", ["event", "event"])])
def test_too_few_or_many_arguments_are_left_to_typer(name: str, words: list[str]) -> None:
    with pytest.raises(NotPlainError):
        arguments_in(COMMANDS[name].run, words)
