"""The language that a program speaks: that of SWISSPAIR_LANGUAGE, unless ``--language`` names another."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import pairwise

from pairing_engine.language import ENGLISH, VARIABLE, UnknownLanguage, choose_language, marked
from swisspair.terminal.statuses import ExitStatus
from swisspair.terminal.streams import warn

FLAG = "--language"

HELP = marked("--language NAME"), marked("The language of messages: {languages}.")
"""The line of ``--language`` on a help page. It is read before any command line, since the help page obeys it, too."""


AS_JSON = ("json", "jsonl")

FOR_PROGRAMS = (*AS_JSON, "csv")
"""The formats that programs read: a request for one gets English in everything, whatever the environment says."""


def take_language(program: str, arguments: Sequence[str]) -> list[str]:
    """Speak the requested language from here on, and return the arguments without ``--language``.

    Ends the program if there is no such language.
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
    """Whether the arguments ask for an answer in one of these formats.

    >>> asks_for(AS_JSON, ["--why", "3", "--format", "json"]), asks_for(AS_JSON, ["--format=csv"])
    (True, False)
    """
    options = {*arguments, *map(" ".join, pairwise(arguments))}
    return any(f"--format{sign}{name}" in options for name in formats for sign in "= ")
