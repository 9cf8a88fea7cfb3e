"""The two readers of command lines: our own for simple calls, and typer. They must agree about every command line."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from inspect import signature
from random import Random
from typing import Any
from unittest.mock import patch

from typer.main import get_command

from swisspair.commands.cli import asked_for
from swisspair.commands.table import COMMANDS, FLAGS
from swisspair.legacy import is_legacy
from swisspair.swisscheck import cli
from swisspair.terminal import by_typer
from swisspair.terminal.command_line import (
    FLAG,
    Argument,
    MistakeError,
    NotPlainError,
    Option,
    Parameter,
    RefusedError,
    arguments_in,
    grouped,
    parameters_of,
)
from swisspair.terminal.help_pages import page_of

Work = Callable[..., object]
Values = dict[str, Any]


class Recorded(Exception):
    """The arguments with which a command would have been called."""


@cache
def _typers(work: Work) -> Any:
    return get_command(by_typer.command_line(work, lambda: page_of(work, "", "")))


def read_by_typer(work: Work, words: Sequence[str]) -> Values | str:
    """Return the arguments as typer reads them, or the reason why it refuses them."""

    def record(work: Work, given: Values) -> None:
        raise Recorded(grouped(work, given))

    with patch.object(by_typer, "grouped", record):
        try:
            _typers(work).main(args=list(words), prog_name="x", standalone_mode=False)
        except Recorded as recorded:
            return dict(recorded.args[0])
        except Exception as refusal:
            if hasattr(refusal, "format_message"):
                return f"refused: {refusal.format_message()}"
            raise
    return "help was shown"


def read_plainly(work: Work, words: Sequence[str]) -> Values | str:
    """Return the arguments as our own reader reads them, or a mistake; empty if it leaves the words to typer."""
    try:
        bound = signature(work).bind(**arguments_in(work, words))
    except (NotPlainError, RefusedError):  # typers do not agree about the words that are refused
        return ""
    except MistakeError as mistake:
        return str(mistake)
    bound.apply_defaults()
    return bound.arguments


REFUSALS = {
    r"(?:there is no option|No such option:?) (\S+?)[.;]?( .*)?": "unknown",
    r"(?:Missing argument|Missing parameter:) '?(.*?)'?\.?": "missing",
    r"Invalid value for '(?:-\w' / ')?(.*?)'(?: \(env var: 'None'\))?:.*": "value",
    r"Got unexpected extra arguments? ?(?:\(s\) )?\((.*)\)": "extra",
    r"Option '(.*?)' requires an argument\.": "no value",
    r"Option '(.*?)' does not take a value\.": "a value",
}
"""The forms of refusals in all versions of typer, each with the kind of mistake. The group is what is refused."""


def refused_in(refusal: str) -> tuple[str, str]:
    """Return the kind of the mistake, and what is refused."""
    for form, kind in REFUSALS.items():
        if found := re.fullmatch(form, refusal.removeprefix("refused: "), re.DOTALL):
            return kind, found[1]
    raise AssertionError(f"an unknown form: {refusal}")


def compare(work: Work, words: Sequence[str]) -> bool:
    """Fail if the readers give different values or refuse different words. Return whether ours has an answer."""
    ours = read_plainly(work, words)
    if not ours and isinstance(ours, str):
        return False
    theirs = read_by_typer(work, words)
    if isinstance(ours, str):
        assert isinstance(theirs, str), (words, ours, theirs)
        assert refused_in(ours) == refused_in(theirs), (words, ours, theirs)
        return True
    assert isinstance(theirs, dict), (words, theirs)
    assert {name: value or None for name, value in ours.items()} == {
        name: value or None for name, value in theirs.items()
    }, words
    return True


def compare_call(program: str, arguments: Sequence[str]) -> None:
    """Fail if the readers disagree about a call of a program, or if its newer form would mean something else."""
    words = list(arguments)
    while FLAG in words:
        del words[words.index(FLAG) :][:2], words[words.index(FLAG) : words.index(FLAG) + 2]
    words = [word for word in words if not word.startswith(f"{FLAG}=")]
    if program == "swisscheck":
        compare(*cli.asked_for(words))
    elif words and not is_legacy(words):
        asked, rest = asked_for(words)
        if len(asked) == 1:
            name = FLAGS.get(asked[0], asked[0])
            assert asked_for([name, *rest]) == ([name], rest) or rest[:1] == [name], words
            compare(COMMANDS[name].run, rest)


ODD = (
    "02",
    "+5",
    " 5",
    "1_0",
    "²",
    "9" * 10,
    "",
    "-",
    "--",
    "-5",
    "x",
    "JSON",
    "a=b",
    "=x",
    "\udcff",
    "-i",
    "None",
    "0",
)
"""Values that a reader can take for something else."""


def value_of(one: Parameter, lot: Random) -> str:
    if lot.random() < 0.05:
        return lot.choice(ODD)
    if one.choices:
        return lot.choice(one.values)
    if one.kind in (int, float):
        least, most = (one.said.min, one.said.max) if isinstance(one.said, Option) else (None, None)
        return str(lot.randint(least or 0, most or 99))
    return lot.choice(("open.trf", "-", "a b=c", "Ł/ö.trf", "dubov", "1,2", "..", "5"))


def _words_of(one: Parameter, lot: Random) -> Iterator[str]:
    if isinstance(one.said, Argument):
        yield value_of(one, lot)
        return
    flag, truth = lot.choice(one.flags)
    value = value_of(one, lot)
    if lot.random() < 0.02:
        flag = lot.choice((flag[:-1], flag.upper(), f"{flag}x", f"-{flag}"))
    if truth is not None:
        yield flag if lot.random() < 0.97 else f"{flag}={value}"
    elif flag.startswith("--") or lot.random() < 0.6:
        yield from lot.choice(([flag, value], [f"{flag}={value}"]))
    else:
        yield f"{flag}{value}"


def words_by_lot(work: Work, lot: Random) -> list[str]:
    """Return words for a command. Most calls are right, and some have a mistake or an unusual form."""
    found: list[list[str]] = []
    for one in parameters_of(work):
        times = lot.choice((1, 2)) if one.is_repeated else 2 if lot.random() < 0.02 else 1
        if lot.random() < (0.95 if isinstance(one.said, Argument) else 0.25):
            found += [list(_words_of(one, lot)) for _ in range(times)]
    lot.shuffle(found)
    return [word for words in found for word in words]
