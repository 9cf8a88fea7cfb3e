"""The command lines of bbpPairings and JaVaFo, which are recognised by their single dashes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from pairing_engine.answers import Style
from swisspair.legacy import SYSTEM_FLAGS

MOST_DIGITS = 20
"""The maximum number of digits of a seed, enough for a Java long integer as in JaVaFo."""

USAGE = """\
swisspair -r
swisspair [-r] [SYSTEM] [INPUT] -p [OUTPUT] [-l [LIST]]
swisspair [-r] [SYSTEM] [INPUT] -c [ROUND] [-l [LIST]]
swisspair [-r] [SYSTEM] INPUT -l [LIST]
swisspair [-r] [SYSTEM] (MODEL -g | -g [CONFIG | SEED]) -o TRF [-s SEED] [-l [LIST]]
"""

FLAGS = """\
SYSTEM      --dutch --dubov --burstein --lim --double-swiss --team (default:
            the system of the file, else --dutch); --fast means --dutch
-r          show the version
-p          pair the next round
-c          pair the recorded rounds again, and show what differs
-g          generate a tournament
-l          also write the checklist, or only that of the players before the
            round; the default LIST has the name of the INPUT (with -g, of the
            TRF) and the suffix .list
--list-style bbp, --list-style javafo
            write the checklist with the columns of this program (default:
            javafo without a SYSTEM, else bbp)
-b, --baku  use the Baku Acceleration Method
--default-rating N
            the rating of players who have none (Dubov)
--no-verify do not verify each pairing once more
-w, -q N    are accepted and ignored
Without an INPUT, or with -, standard input is read. Without an OUTPUT, the
pairs go to standard output. A name without a directory is beside the INPUT.
Exit status: 0 done (-c: even if something differs), 1 no valid pairing, 2
internal error, 3 bad request or file, 4 too large, 5 no access to a file.
"""


class Command(Enum):
    """The tasks that a caller can request."""

    INFORM = "-r"
    PAIR = "-p"
    CHECK = "-c"
    GENERATE = "-g"
    LIST = "-l"


LETTERS = {"-p": "p", "-c": "c", "-g": "g", "-o": "o", "-s": "s", "-l": "l"}
"""A letter for each word with a meaning; in `FORMS`, n stands for a number, and w for any other word."""

_SOURCE, _LIST = "(?P<source>[^pcgl])", "(?P<listed>l(?P<list_file>[^l])?)?"

FORMS = {
    Command.PAIR: f"{_SOURCE}?p(?P<target>[^l])?{_LIST}",
    Command.CHECK: f"{_SOURCE}?c(?P<round>n)?{_LIST}",
    Command.GENERATE: f"(?:{_SOURCE}g|g(?:(?P<number>n)|(?P<config>[^o]))?)o(?P<target>.)(?:s(?P<seed>n))?{_LIST}",
    Command.LIST: f"{_SOURCE}{_LIST.removesuffix('?')}",
}
"""The forms of command lines without flags, as patterns of letters."""


class Usage(Exception):
    """The error for arguments that have no known form."""


class Legacy(NamedTuple):
    """A parsed command line of bbpPairings or JaVaFo.

    ``source`` is the input file, or the model for a tournament to be generated. ``target`` is the output file. If
    ``listed`` is true, a checklist is written to ``list_file``, or to the default file if no ``list_file`` is given.
    """

    command: Command
    inform: bool = False
    system: str | None = None
    baku: bool = False
    default_rating: int | None = None
    source: str | None = None
    target: str | None = None
    round: int | None = None
    config: str | None = None
    seed: int | None = None
    listed: bool = False
    list_file: str | None = None
    style: Style | None = None
    verify: bool = True


def parse(arguments: Sequence[str]) -> Legacy:
    """Parse a legacy command line. Raises `Usage` if the form is unknown.

    >>> parse(["--dutch", "event.trf", "-p", "round.txt", "-l"]).target
    'round.txt'
    """
    inform = arguments[0] == "-r"
    rest, request = _without_flags(list(arguments[1:] if inform else arguments))
    request = request._replace(inform=inform)
    if inform and not rest:
        return request
    if any(word.startswith("-") for word in rest if word not in ("-", *LETTERS)):
        raise Usage
    letters = "".join(LETTERS.get(word) or ("n" if _is_number(word) else "w") for word in rest)
    for command, form in FORMS.items():
        if found := re.fullmatch(form, letters):
            said: dict[str, Any] = {name: rest[found.start(name)] for name in found.re.groupindex if found[name]}
            if "number" in said:
                said = {"seed": said.pop("number"), **said}
            said |= {name: int(said[name]) for name in ("round", "seed") if name in said}
            return request._replace(command=command, **said | {"listed": "listed" in said})
    raise Usage


def _without_flags(words: list[str]) -> tuple[list[str], Legacy]:
    rest: list[str] = []
    request = Legacy(Command.INFORM)
    while words:
        word = words.pop(0)
        if word in SYSTEM_FLAGS:
            if request.system is not None:
                raise Usage
            request = request._replace(system=SYSTEM_FLAGS[word])
        elif word in ("-b", "--baku"):
            request = request._replace(baku=True)
        elif word in ("--verify", "--no-verify"):
            request = request._replace(verify=word == "--verify")
        elif word == "--default-rating":
            request = request._replace(default_rating=_number(words))
        elif word == "-q":
            _number(words)
        elif word == "--list-style":
            if not words or words[0] not in [style.value for style in Style]:
                raise Usage
            request = request._replace(style=Style(words.pop(0)))
        elif word != "-w":
            rest.append(word)
    return rest, request


def _number(words: list[str]) -> int:
    if not words or not _is_number(words[0]):
        raise Usage
    return int(words.pop(0))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
