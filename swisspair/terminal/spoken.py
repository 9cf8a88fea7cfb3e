"""The language of a program, from ``--language`` or SWISSPAIR_LANGUAGE."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import pairwise

from pairing_engine.language import ENGLISH, VARIABLE, UnknownLanguage, choose_language, marked
from swisspair.terminal.statuses import ExitStatus
from swisspair.terminal.streams import warn

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
    choose_language(ENGLISH)
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
        choose_language(name if name or about == FLAG else ENGLISH)
    except UnknownLanguage as error:
        warn(f"{program}: {about}: {error}")
        sys.exit(ExitStatus.BAD_REQUEST)
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
