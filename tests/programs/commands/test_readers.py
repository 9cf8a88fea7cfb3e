"""Our own reader agrees with typer, here about calls by lot. `readers` compares the calls of all other tests."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from swisspair.commands.table import COMMANDS
from swisspair.swisscheck import cli
from swisspair.terminal import command_line
from swisspair.terminal.command_line import HelpWanted, MistakeError, Parameter, arguments_in
from tests.conftest import some
from tests.programs import readers

ALL = 20_000
PARTS = 40


def compared(lots: range) -> int:
    """Compare the readers on calls by lot, and return the number of calls that could be compared."""
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
    assert compared(range(part * each, (part + 1) * each)) > each * 19 // 20


OF_WORD = command_line._of_word


def _any_number(one: Parameter, word: str) -> float:
    return float(one.kind(word)) if word.isdecimal() else 0


def _first_value(one: Parameter, found: Sequence[Any]) -> object:
    return [OF_WORD(one, word) for word in found] if one.is_repeated else found[0]


def _any_choice(one: Parameter, word: str) -> object:
    return one.choices.get(word, one.default) if one.choices else OF_WORD(one, word)


@pytest.mark.parametrize(
    ("name", "planted"), [("_number", _any_number), ("_value", _first_value), ("_of_word", _any_choice)]
)
def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch, name: str, planted: Callable[..., Any]) -> None:
    monkeypatch.setattr(command_line, name, planted)
    with pytest.raises(AssertionError):
        compared(range(2_000))


def test_a_planted_refusal_of_another_option_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Parameter, "shown", property(lambda one: one.flags[0][0] if one.flags else "FILE"))
    with pytest.raises(AssertionError):
        compared(range(2_000))


READ = {
    "--jobs": "Option '--jobs' requires an argument.",
    "--jobs=0": "Invalid value for '--jobs': expected 1 or more",
    "--jobs ²": "Invalid value for '--jobs': expected a whole number",
    "--jobs --quiet": "Invalid value for '--jobs': expected a whole number",
    "--job 2": "there is no option --job; perhaps you meant --jobs or --no-bye",
    "--jobs=": "Invalid value for '--jobs': expected a whole number",
    "-x": "there is no option -x",
    "--quiet=1": "Option '--quiet' does not take a value.",
    "--default-rating 99999": "Invalid value for '--default-rating': expected 9999 or less",
    "--engine REFERENCE": "Invalid value for '--engine': 'REFERENCE' is not one of 'reference', 'auto'.",
    "--langage fr": "there is no option --langage; perhaps you meant --language",
    "--help --jobs": "Option '--jobs' requires an argument.",
    "--help --nons": "there is no option --nons; perhaps you meant --encoding or --jobs or --no-cause",
}
"""Calls with their mistakes."""


@pytest.mark.parametrize("words", READ)
def test_mistakes_are_told(words: str) -> None:
    with pytest.raises(MistakeError) as told:
        arguments_in(cli.swisscheck, ["a.trf", *words.split()])
    assert str(told.value) == READ[words]


@pytest.mark.parametrize("words", ["--help", "-h", "--jobs 0 --help", "--all -h a b"])
def test_help_is_asked_for_beside_other_words(words: str) -> None:
    with pytest.raises(HelpWanted):
        arguments_in(cli.swisscheck, words.split())


def test_odd_words_are_values() -> None:
    assert arguments_in(cli.swisscheck, ["a.trf"]) == arguments_in(cli.swisscheck, ["--", "a.trf"])
    found = arguments_in(COMMANDS["result"].run, ["--system=", "", "a\n", "\udcff", "--", "--help"])
    assert (found["system"], found["arguments"]) == ("", ["", "a\n", "\udcff", "--help"])


@pytest.mark.parametrize(
    ("name", "words", "told"),
    [
        ("pair", [], "Missing argument 'FILE...'."),
        ("schema", ["event", "event"], "Got unexpected extra argument(s) (event)"),
    ],
)
def test_too_few_or_many_arguments_are_refused(name: str, words: list[str], told: str) -> None:
    with pytest.raises(MistakeError, match=re.escape(told)):
        arguments_in(COMMANDS[name].run, words)
