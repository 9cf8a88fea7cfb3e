"""Command lines and help pages made with typer. Simple calls work without typer, which loads slowly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from pairing_engine.language import ENGLISH, language, languages, marked, quoted, say
from pairing_engine.values import NOTHING
from swisspair.statuses import Failure, refused
from swisspair.terminal.command_line import HELP, HELP_FLAGS, Argument, grouped, parameters_of, said_help
from swisspair.terminal.command_line import Parameter as Declared

WIDEST = 100
"""The greatest width of help pages in columns."""


_RANGE = re.compile(r"; [0-9]*<?=?x[<>]?=?[0-9]*(?=])| *\[([0-9]*<?=?x[<>]?=?[0-9]*|required)]")
"""A pattern for the notes that click adds to help texts, about ranges and required options."""


ALSO = marked("Also")
"""The title of the options that all help pages share."""

OF_ALL = marked(("Show this message and exit.", "[OPTIONS]", "[FILE]...", "[default: "))
"""Texts that the command-line library itself writes on help pages."""


class HelpPage(TyperCommand):
    """A command whose help page is plain text and shows the options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options under the titles of their groups, in the order of declaration."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = record_of(parameter, ctx)
            if record is not None:
                groups.setdefault(getattr(parameter, "rich_help_panel", None) or ALSO, []).append(record)
        groups.setdefault(ALSO, []).insert(0, (say(HELP[0]), say(HELP[1], languages=", ".join(languages()))))
        for title, records in groups.items():
            write_group(formatter, title, records)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line, without typer's braces and dots."""
        arguments = [one for one in self.get_params(ctx) if one.param_type_name == "argument"]
        pieces = [(one.metavar or "", one.required) for one in arguments]
        return ["[OPTIONS]", *(word if required or word.startswith("[") else f"[{word}]" for word, required in pieces)]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        for parameter in self.get_params(ctx):
            _translate(parameter)
        pieces = [say(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), say("Usage: "))

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        self.help = say(" ".join((self.help or "").split()))
        super().format_help_text(ctx, formatter)


def record_of(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """Return an option or argument with its description in the user's language."""
    _translate(parameter)
    record = parameter.get_help_record(ctx)
    if record is None:
        return None
    name = parameter.metavar if parameter.param_type_name == "argument" else record[0]
    return name, record[1].replace("[default: ", say("[default: "))


def _translate(parameter: Any) -> None:
    """Translate an option's description and placeholder, unless they are already translated."""
    parameter.help, parameter.metavar = said_help(parameter.help or ""), say(parameter.metavar or "") or None


def write_group(formatter: Any, title: str, records: Iterable[tuple[str, str]]) -> None:
    """Write options with their descriptions. The notes that click adds about ranges are left out."""
    with formatter.section(say("{title}:", title=say(title)).removesuffix(":")):  # the formatter adds a colon itself
        formatter.write_dl([(option, _RANGE.sub("", words)) for option, words in records])


def command_line(work: Callable[..., object], epilog: str = "", page: type[HelpPage] | None = None) -> typer.Typer:
    """Create the command line of a function from its typed arguments.

    The fields of an option group become single options. The function must return the exit status.
    """
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": list(HELP_FLAGS), "max_content_width": WIDEST}
    app.command(cls=page or HelpPage, epilog=epilog or None, context_settings=settings)(ungrouped(work))
    return app


def parameters_of_command(app: typer.Typer) -> dict[str, Any]:
    """Return the options and arguments of a command line by their names."""
    return {parameter.name or "": parameter for parameter in typer.main.get_command(app).params}


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
    shown: dict[str, Any] = {"metavar": said.metavar, "help": said.help, "rich_help_panel": said.group}
    if isinstance(said, Argument):
        declared = typer.Argument(**shown)
    else:
        flags = "/".join(flag for flag, _ in one.flags)
        declared = typer.Option(flags, **shown, min=said.min, max=said.max, case_sensitive=said.case_sensitive)
    default = Parameter.empty if one.default is NOTHING else one.default
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[one.hint, declared])


FORMS = marked(
    (
        "Missing argument {name}.",
        "Missing option {name}.",
        "{error} (Possible options: {names})",
        "{error} Did you mean {name}?",
        "No such option: {name}",
        "Invalid value for {name}: {error}",
        "Got unexpected extra argument(s) ({arguments})",
        "Option {name} requires an argument.",
        "Option {name} does not take a value.",
        "{value} is not a valid integer.",
        "{value} is not a valid int.",
        "{value} is not in the range {range}.",
        "{value} is not one of {values}.",
    )
)
"""The known messages of the command-line library."""


OURS = {
    r"Value error, (?P<error>.+)": "",
    r"Input should be a valid integer.*": marked("expected a whole number"),
    r"Input should be a valid number.*": marked("expected a number"),
    r"Input should be greater than or equal to (?P<least>.+)": marked("expected {least} or more"),
    r"Input should be less than or equal to (?P<most>.+)": marked("expected {most} or less"),
}
"""Patterns for pydantic's messages about refused values, each with our own message."""


def in_words(sentence: str) -> str:
    """Translate a message of the command-line library, if its form is known.

    >>> in_words("No such option: --colour")
    'No such option: --colour'
    >>> in_words("Invalid value for '--jobs': Input should be greater than or equal to 1")
    "Invalid value for '--jobs': expected 1 or more"
    """
    for pattern, words in OURS.items():
        told = re.search(f"(?:^|: ){pattern}$", sentence, re.DOTALL)
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
    usage = in_words(error.format_message()) or say("no arguments were given")
    return refused("{name}: {usage} (see {name} --help)", name=name, usage=usage)
