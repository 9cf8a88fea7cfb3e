"""Compatibility with bbpPairings and JaVaFo: command lines, files, messages and exit statuses.

This module imports nothing, because every call of the program asks it whether the command line is a legacy one.
"""

from __future__ import annotations

COMMANDS = ("-p", "-c", "-g")
SYSTEM_FLAGS = {
    "--dutch": "dutch",
    "--fast": "dutch",
    "--dubov": "dubov",
    "--burstein": "burstein",
    "--lim": "lim",
    "--double-swiss": "double-swiss",
    "--team": "team",
}


def is_legacy(arguments: list[str]) -> bool:
    """Whether the arguments are a legacy command line."""
    if [word for word in arguments if word != "-b"][1:2] == ["-l"]:
        return True
    return arguments[:1] == ["-r"] or any(word in COMMANDS or word in SYSTEM_FLAGS for word in arguments)
