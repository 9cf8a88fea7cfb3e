"""Command lines that typer reads: help, mistakes and rare forms. Simple calls do without it, as it loads slowly."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from pairing_engine.language import ENGLISH, language, marked, quoted, say
from swisspair.statuses import Failure, refused
from swisspair.terminal.command_line import HELP_FLAGS, NOTHING, Argument, grouped, parameters_of
from swisspair.terminal.command_line import Parameter as Declared
from swisspair.terminal.help_pages import OPTIONS, Page

WIDEST = 100
"""The greatest width of help pages in columns."""

WIDEST_OPTION = 32
"""The greatest width of options that have their description beside them."""


def command_line(work: Callable[..., object], page: Callable[[], Page]) -> typer.Typer:
    """Create the command line of a function from its typed arguments. The function must return the exit status.

    The fields of an option group become single options. The help ``page`` is plain text, the same with every typer.
    """

    class Command(TyperCommand):
        def format_help(self, ctx: Any, formatter: Any) -> None:
            shown = page()
            formatter.write_usage(ctx.command_path, f"{shown.takes} {say(OPTIONS)}".lstrip(), say("Usage: "))
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(shown.words)
            for title, rows in shown.groups.items():
                with formatter.section(say("{title}:", title=title).removesuffix(":")):  # the formatter adds a colon
                    formatter.write_dl(rows, WIDEST_OPTION)
            for paragraph in filter(None, shown.end.split("\n\n")):
                formatter.write_paragraph()
                with formatter.indentation():
                    formatter.write_text(paragraph)

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": list(HELP_FLAGS), "max_content_width": WIDEST}
    app.command(cls=Command, context_settings=settings)(ungrouped(work))
    return app


def ungrouped(work: Callable[..., object]) -> Callable[..., object]:
    """Expand the option groups of ``work`` into single options for typer.

    >>> from typing import NamedTuple
    >>> class Size(NamedTuple):
    ...     width: int = 2
    ...     height: int = 3
    >>> def area(size: Size, times: int = 1) -> int:
    ...     return size.width * size.height * times
    >>> list(ungrouped(area).__annotations__)
    ['width', 'height', 'times']
    >>> ungrouped(area)(width=4, height=3, times=1)
    12
    """

    def run(**given: Any) -> object:
        return work(**grouped(work, given))

    parameters = [_of_typer(one) for one in parameters_of(work)]
    run.__doc__, run.__name__ = work.__doc__, work.__name__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _of_typer(one: Declared) -> Parameter:
    said = one.said
    metavar = say(said.metavar or "") or None
    if isinstance(said, Argument):
        declared: Any = typer.Argument(metavar=metavar)
    else:
        on = [flag for flag, sets in one.flags if sets is not False]
        off = "".join(f"/{flag}" for flag, sets in one.flags if sets is False)
        bounds: dict[str, Any] = {"min": said.min, "max": said.max, "case_sensitive": said.case_sensitive}
        declared = typer.Option(*on[:-1], on[-1] + off, metavar=metavar, **bounds)
    usual = one.default.value if isinstance(one.default, Enum) else one.default  # typer 0.16 takes no member
    default = Parameter.empty if usual is NOTHING else usual
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[one.hint, declared])


FORMS = marked(
    (
        "Missing argument {name}.",
        "Missing option {name}.",
        "Invalid value for {name}: {error}",
        "Got unexpected extra argument(s) ({arguments})",
        "Option {name} requires an argument.",
        "Option {name} does not take a value.",
        "{value} is not in the range {range}.",
        "{value} is not one of {values}.",
    )
)
"""The known messages of the command-line library."""


OURS = {
    r"Value error, (?P<error>.+)": "",
    r"Input should be a valid integer.*|'.*' is not a valid int(eger)?( range)?\.": marked("expected a whole number"),
    r"Input should be a valid number.*": marked("expected a number"),
    r"(Input should be greater than or equal to |[^ ]+ is not in the range x>=)(?P<least>[^.]+)\.?": marked(
        "expected {least} or more"
    ),
    r"Input should be less than or equal to (?P<most>.+)": marked("expected {most} or less"),
}
"""Patterns for pydantic's messages about refused values, each with our own message."""


def in_words(sentence: str) -> str:
    """Translate a message of the command-line library, if its form is known.

    >>> in_words("Invalid value for '--jobs': Input should be greater than or equal to 1")
    "Invalid value for '--jobs': expected 1 or more"
    """
    for pattern, words in OURS.items():
        told = re.search(f"(?:^|: )(?:{pattern})$", sentence, re.DOTALL)
        if told:
            said = say(words, **told.groupdict()) if words else in_words(told["error"])
            before = sentence[: told.start()]
            return said if not before else in_words(f"{before}: {said}")
    if language() == ENGLISH:
        return sentence
    for form in FORMS:
        pattern = re.sub(r"\\{([a-z]+)\\}", r"(?P<\1>.+)", re.escape(form))
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found:
            values = {
                name: re.sub("'([^']*)'", lambda word: quoted(say(word[1]) if word[1].isupper() else word[1]), value)
                for name, value in found.groupdict().items()
            }
            if "error" in values:
                values["error"] = in_words(values["error"])
            return say(form, **values)
    return sentence


def usage_failure(error: Any, name: str) -> Failure:
    """Return the failure for a wrong option, with a message that points to the help page."""
    if hasattr(error, "possibilities"):
        usage = say("there is no option {option}", option=error.option_name)
        if error.possibilities:
            names = say(" or ").join(sorted(error.possibilities))
            usage = say("{error}; perhaps you meant {names}", error=usage, names=names)
    else:
        usage = in_words(error.format_message()) or say("no arguments were given")
    return refused("{name}: {usage} (see {name} --help)", name=name, usage=usage)
