"""Two readers of command lines: our own, and typer as the measure. They must agree about every command line."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from enum import Enum
from functools import cache
from inspect import Parameter as Declared
from inspect import Signature, signature
from io import StringIO
from random import Random
from typing import Annotated, Any

import typer
from typer.main import get_command

from swisspair.commands.cli import asked_for
from swisspair.commands.table import COMMANDS, FLAGS
from swisspair.legacy import is_legacy
from swisspair.swisscheck import cli
from swisspair.terminal.command_line import (
    FLAG,
    HELP,
    NOTHING,
    Argument,
    HelpWanted,
    MistakeError,
    Option,
    Parameter,
    arguments_in,
    grouped,
    parameters_of,
)

Work = Callable[..., object]
Values = dict[str, Any]

HELP_SHOWN = "help is shown"


def _declared(one: Parameter) -> Declared:
    """Declare a parameter to typer."""
    said = one.said
    if isinstance(said, Argument):
        declared: Any = typer.Argument(metavar=said.metavar)
    else:
        on = [flag for flag, sets in one.flags if sets is not False]
        off = "".join(f"/{flag}" for flag, sets in one.flags if sets is False)
        bounds: dict[str, Any] = {"min": said.min, "max": said.max, "case_sensitive": said.case_sensitive}
        declared = typer.Option(*on[:-1], on[-1] + off, **bounds)
    # not every typer knows `Literal`, and not every one takes a member of an enumeration as a default
    default = Declared.empty if one.default is NOTHING else getattr(one.default, "value", one.default)
    kind: Any = Enum("Choice", {word: word for word in one.choices}) if one.choices else one.kind
    kind = list[kind] if one.is_repeated else kind
    hint = kind | None if one.default is None else kind
    return Declared(one.name, Declared.KEYWORD_ONLY, default=default, annotation=Annotated[hint, declared])


@cache
def _typers(work: Work) -> Any:
    def run(**given: Any) -> Values:
        return {
            name: known[name].choices[value.value] if isinstance(value, Enum) else value
            for name, value in given.items()
        }

    known = {one.name: one for one in parameters_of(work)}
    run.__signature__ = Signature([*map(_declared, known.values())])  # type: ignore[attr-defined]
    run.__annotations__ = {name: one.annotation for name, one in run.__signature__.parameters.items()}  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    flags = [flag for flag, _ in HELP.flags]
    app.command(context_settings={"help_option_names": flags})(run)
    return get_command(app)


def read_by_typer(work: Work, words: Sequence[str]) -> Values | str:
    """Return the arguments as typer reads them, or the reason why it refuses them."""
    try:
        with redirect_stdout(StringIO()):
            values = _typers(work).main(args=list(words), prog_name="x", standalone_mode=False)
    except Exception as refusal:
        if hasattr(refusal, "format_message"):
            return f"refused: {refusal.format_message()}"
        raise
    return grouped(work, values) if isinstance(values, dict) else HELP_SHOWN


def read_plainly(work: Work, words: Sequence[str]) -> Values | str:
    """Return the arguments as our own reader reads them, or a mistake."""
    try:
        bound = signature(work).bind(**arguments_in(work, words))
    except HelpWanted:
        return HELP_SHOWN
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


def _is_refused_by_ours(word: str) -> bool:
    """Whether a value is one that typer takes and our reader may refuse: no text, 1_000, or digits of other scripts."""
    value = word.partition("=")[2] if word.startswith("--") and "=" in word else word
    return not value or (("_" in value or not value.isascii()) and value.replace("_", "").isdecimal())


def compare(work: Work, words: Sequence[str]) -> bool:
    """Fail if the readers give different values or refuse different words. Return whether they could be compared."""
    ours, theirs = read_plainly(work, words), read_by_typer(work, words)
    if HELP_SHOWN in (ours, theirs):
        assert ours == theirs, words
    elif isinstance(ours, str):
        if any(map(_is_refused_by_ours, words)):
            return False
        assert isinstance(theirs, str), (words, ours, theirs)
        assert refused_in(ours) == refused_in(theirs), (words, ours, theirs)
    else:
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
    "--help",
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
