"""Command lines that typer reads: help and odd values. Other calls do without it, as it loads slowly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from pairing_engine.language import say
from swisspair.terminal.command_line import HELP_FLAGS, NOTHING, Argument, grouped, misused, parameters_of
from swisspair.terminal.command_line import Parameter as Declared
from swisspair.terminal.help_pages import OPTIONS, Page

WIDEST = 100
"""The greatest width of help pages in columns."""

WIDEST_OPTION = 32
"""The greatest width of options that have their description beside them."""


def run_by_typer(work: Callable[..., object], name: str, words: Sequence[str], page: Callable[[], Page]) -> object:
    """Run a call as typer reads it, or show its help. Raises `Failure` for a mistake."""
    try:
        return command_line(work, page)(args=list(words), prog_name=name, standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):  # click's errors have it, wherever typer keeps its copy of click
            raise
        raise misused(name, error.format_message()) from None


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

    def run(**given: Any) -> object:
        for name, value in given.items():
            given[name] = known[name].choices[value.value] if isinstance(value, Enum) else value
        return work(**grouped(work, given))

    known = {one.name: one for one in parameters_of(work)}
    run.__signature__ = Signature([_of_typer(one) for one in known.values()])  # type: ignore[attr-defined]
    run.__annotations__ = {name: one.annotation for name, one in run.__signature__.parameters.items()}  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": list(HELP_FLAGS), "max_content_width": WIDEST}
    app.command(cls=Command, context_settings=settings)(run)
    return app


def _of_typer(one: Declared) -> Parameter:
    said = one.said
    metavar = say(said.metavar) or None
    if isinstance(said, Argument):
        declared: Any = typer.Argument(metavar=metavar)
    else:
        on = [flag for flag, sets in one.flags if sets is not False]
        off = "".join(f"/{flag}" for flag, sets in one.flags if sets is False)
        bounds: dict[str, Any] = {"min": said.min, "max": said.max, "case_sensitive": said.case_sensitive}
        declared = typer.Option(*on[:-1], on[-1] + off, metavar=metavar, **bounds)
    default = Parameter.empty if one.default is NOTHING else one.usual
    # not every typer knows `Literal`, and not every one takes a member of an enumeration as a default
    kind: Any = Enum("Choice", {word: word for word in one.choices}) if one.choices else None
    hint = one.hint if kind is None else kind | None if one.default is None else kind
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[hint, declared])
