"""The command lines of bbpPairings and JaVaFo, which are recognised by their single dashes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from pairing_engine.answers import Style
from pairing_engine.values import NamedTuple

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

MOST_DIGITS = 20
"""The maximum number of digits of a seed, enough for a Java long integer as in JaVaFo."""

USAGE = """\
swisspair [-r]
swisspair [-r] [SYSTEM] [INPUT] -p [OUTPUT] [-l [LIST]]
swisspair [-r] [SYSTEM] [INPUT] -c [ROUND] [-l [LIST]]
swisspair [-r] [SYSTEM] (MODEL -g | -g [CONFIG | SEED]) -o TRF [-s SEED] [-l [LIST]]
"""

FLAGS = """\
SYSTEM      --dutch --dubov --burstein --lim --double-swiss --team (default:
            the system of the file, else --dutch); --fast means --dutch
-r          show the version
-p          pair the next round
-c          pair the recorded rounds again, and show what differs
-g          generate a tournament
-l          also write the checklist; the default LIST has the name of the
            INPUT (with -g, of the TRF) and the suffix .list
--list-style javafo
            write the checklist with the columns of JaVaFo
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
    style: Style = Style.BBP
    verify: bool = True


def is_legacy(arguments: Sequence[str]) -> bool:
    """Whether the arguments are a legacy command line. An empty command line also counts."""
    return not arguments or arguments[0] == "-r" or any(word in COMMANDS or word in SYSTEM_FLAGS for word in arguments)


def parse(arguments: Sequence[str]) -> Legacy:
    """Parse a legacy command line. Raises `Usage` if the form is unknown.

    >>> parse(["--dutch", "event.trf", "-p", "round.txt", "-l"]).target
    'round.txt'
    """
    inform = not arguments or arguments[0] == "-r"
    rest, request = _without_flags(list(arguments[1:] if inform else arguments))
    request = request._replace(inform=inform)
    if not rest:
        if not inform:
            raise Usage
        return request
    place = next((i for i, word in enumerate(rest) if word in COMMANDS), None)
    if place is None or place > 1:
        raise Usage
    request = request._replace(command=Command(rest[place]), source=rest[0] if place else None)
    words = rest[place + 1 :]
    match request.command:
        case Command.PAIR:
            request = request._replace(target=_take_word(words))
        case Command.CHECK:
            request = request._replace(round=_take_number(words))
        case _:
            request = _generate(request, words)
    if words and words[0] == "-l":
        words.pop(0)
        request = request._replace(listed=True, list_file=_take_word(words))
    if words:
        raise Usage
    return request


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
    found = _take_number(words)
    if found is None:
        raise Usage
    return found


def _take_word(words: list[str]) -> str | None:
    return words.pop(0) if words and words[0] != "-l" else None


def _take_number(words: list[str]) -> int | None:
    if not words or not (words[0].isascii() and words[0].isdigit() and len(words[0]) <= MOST_DIGITS):
        return None
    return int(words.pop(0))


def _generate(request: Legacy, words: list[str]) -> Legacy:
    if words and words[0] != "-o" and request.source is None:
        seed = _take_number(words)
        request = request._replace(seed=seed, config=None if seed is not None else words.pop(0))
    if len(words) < 2 or words[0] != "-o":
        raise Usage
    request = request._replace(target=words[1])
    del words[:2]
    if words and words[0] == "-s":
        words.pop(0)
        request = request._replace(seed=_number(words))
    return request
