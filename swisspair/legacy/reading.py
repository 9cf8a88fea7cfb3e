"""The input of legacy requests, read as leniently as bbpPairings and JaVaFo read it.

Parts that bbpPairings and JaVaFo overlook are removed before our reader sees the text. If our reader then finds
problems, the first problem is also reported in the words of bbpPairings or JaVaFo.
"""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import itemgetter
from typing import Any, NamedTuple

from pairing_engine import __version__
from pairing_engine.door import Opened, opened
from pairing_engine.errors import BadRequest, PairingError
from pairing_engine.facts.codes import KINDS, Overrides, kind_of_code
from pairing_engine.facts.model import MAX_ROUNDS, MAX_TPN, ByeKind, EventKind, Round, Tournament
from pairing_engine.facts.shown import one_line, shown
from pairing_engine.language import say
from swisspair.legacy.arguments import Legacy
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.terminal.streams import DASH, standard_input, warn
from trf import TrfProblems, examine
from trf.format import fields
from trf.format.cells import NO_COLOUR
from trf.format.fields import COLOUR_OFFSET, FIRST_ROUND_COLUMN, HEEDED, PLAYER, PLAYER_CODE, RESULT_OFFSET, ROUND_WIDTH
from trf.format.findings import Adjustment, Problem
from trf.format.source import MOST_BYTES, MOST_COLUMNS, MOST_LINES, load

TOO_MANY_ROUNDS = "The number of rounds is larger than the reported number of rounds."

_BYE_WITH_COLOUR = re.compile(r"(?<=(?:0000|   0) )[wb](?= [-+=fhuz])", re.IGNORECASE)
"""A pattern for the colour beside a bye. JaVaFo ignores such a colour, and bbpPairings refuses it."""

LIMITS = {
    "rating": "ratings up to 9999",
    "starting rank": f"player IDs up to {MAX_TPN}",
    "round": f"up to {MAX_ROUNDS} rounds",
    "number of rounds": f"up to {MAX_ROUNDS} rounds",
    "points": "scores up to 99.9",
    "file": f"files up to {MOST_BYTES // 2**20} MiB and {MOST_LINES:,} lines",
    "line": f"lines up to {MOST_COLUMNS:,} bytes",
}

LONGEST_LINE = 1_100

_NUMBER, _POINTS = (PLAYER.field(name) for name in ("starting rank", "points"))
_BYE_KIND, _BYE_ROUND = (fields.TABLES["240"].field(name) for name in ("kind", "round"))

_WELL_FORMED_CELL = "(?i)[ 0-9]{4}.[-wb ].[-+ =10dfhluwz]"
_WELL_FORMED_POINTS = r" *[0-9]+\.[0-9]"


def what_they_read(source: bytes, kind: EventKind | None = None) -> list[bytes]:
    """Return the lines that bbpPairings and JaVaFo read; in an event of matches (``kind``), records 240 stay."""
    lines = [_of_line(line) for line in re.split(rb"\r\n|\r|\n", source.removeprefix(BOM_UTF8))]
    stated: dict[str, tuple[int, int, int]] = {}
    for place, line in enumerate(lines):
        if (heeded := _heeded(line)) and heeded.fact:
            for match in re.finditer(heeded.statement.encode(), line):
                if heeded.fact in stated:  # the last statement counts
                    at, start, end = stated[heeded.fact]
                    lines[at] = lines[at][:start] + b" " * (end - start) + lines[at][end:]
                stated[heeded.fact] = place, *match.span()
    if any(line.startswith(b"240") for line in lines) and (kind or _kind_of(lines)) is EventKind.INDIVIDUAL:
        played = max(map(_rounds_paired, lines))
        lines = [_bye_to_come(line, played) if line.startswith(b"240") else line for line in lines]
    return lines


def _heeded(line: bytes) -> fields.Heeded | None:
    return HEEDED.get(line[:3].decode(errors="replace"))


def _kind_of(lines: Sequence[bytes]) -> EventKind:
    codes = [line[3:].decode(errors="replace").strip() for line in lines if line.startswith(b"192")]
    kinds = [kind_of_code(code.removesuffix("_BAKU")) for code in codes if code]
    return kinds[-1] if kinds else EventKind.INDIVIDUAL


def _of_line(line: bytes) -> bytes:
    code = line[:3]
    if code in (b"XXC", b"XXP"):
        return line.replace(b"\t", b" ")
    heeded = _heeded(line)
    if heeded and heeded.form and not re.fullmatch(heeded.form.encode(), line):
        return b""
    # An indented player's line is kept and reported: the other programs would silently lose the player.
    is_moved = code[:1].isspace() and not line.lstrip().startswith(b"001")
    return b"" if heeded is None and (is_moved or b"\t" in line) else line


def _rounds_paired(line: bytes) -> int:
    text = line.decode(errors="replace") if line.startswith(b"001") else ""
    cells = [text[start : start + ROUND_WIDTH] for start in range(FIRST_ROUND_COLUMN - 1, len(text), ROUND_WIDTH)]
    paired = [cell[:4].strip() not in ("", "0000") or cell[RESULT_OFFSET:][:1].upper() in ("U", "+") for cell in cells]
    return max((number for number, is_paired in enumerate(paired, 1) if is_paired), default=0)


def _bye_to_come(line: bytes, played: int) -> bytes:
    """[240] Drop a record of byes about a played round; a letter other than F, H and Z means an absence."""
    number = _BYE_ROUND.cut(line).strip()
    if number.isdigit() and int(number) <= played:
        return b""
    kind = _BYE_KIND.first - 1
    return line if _BYE_KIND.cut(line).upper() in (b"F", b"H", b"Z") else line[:kind] + b"Z" + line[kind + 1 :]


def _without_colours_of_byes(lines: list[bytes], name: str) -> list[bytes]:
    """Return the lines without the colours beside byes, as JaVaFo reads them, and report the first such colour."""
    read, coloured = [], []
    for number, line in enumerate(lines, 1):
        text = line.decode(errors="surrogateescape") if line.startswith(b"001") else ""
        places = [match.start() for match in _BYE_WITH_COLOUR.finditer(text) if match.start() >= FIRST_ROUND_COLUMN]
        places = [place for place in places if (place + 1 - FIRST_ROUND_COLUMN) % ROUND_WIDTH == COLOUR_OFFSET]
        for place in places:
            text = f"{text[:place]}{NO_COLOUR}{text[place + 1 :]}"
            coloured.append((number, place + 1))
        read.append(text.encode(errors="surrogateescape") if places else line)
    if coloured:
        words = say("a colour beside a bye is ignored (number of such byes: {number})", number=len(coloured))
        warn(Adjustment("ADJ-89", *coloured[0], words).show(name))
    return read


def with_closed_round(tournament: Tournament) -> Tournament:
    """Add the next round to the played rounds if the byes of the next round show that the round is closed.

    A round is closed if all participants have a bye in it, or if somebody has the pairing-allocated bye. Events with
    matches stay unchanged, because bbpPairings and JaVaFo do not support matches. In such an event, the
    pairing-allocated bye does not show that the round is closed: the arbiter may assign the bye before the pairing.
    """
    if tournament.settings.kind is not EventKind.INDIVIDUAL:
        return tournament
    number = len(tournament.rounds) + 1
    byes = tuple(request.bye for request in tournament.requests if request.round == number)
    is_closed = len(byes) == len(tournament.participants) or any(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in byes)
    if not is_closed:
        return tournament
    later = tuple(request for request in tournament.requests if request.round != number)
    return tournament._replace(rounds=(*tournament.rounds, Round((), byes)), requests=later)


def their_sentence(problems: Sequence[Problem], lines: Sequence[bytes]) -> tuple[Problem, str]:
    def line_of(problem: Problem) -> str:
        return lines[problem.line - 1].decode(errors="replace") if 0 < problem.line <= len(lines) else ""

    said = [(*_sentence(problem, line_of(problem)), problem) for problem in problems]
    _, sentence, first = min(said, key=itemgetter(0))  # the first of equals: problems are in line order
    return first, sentence


def _sentence(problem: Problem, line: str) -> tuple[int, str]:
    player = _NUMBER.cut(line).strip()
    number = (problem.column - FIRST_ROUND_COLUMN) // ROUND_WIDTH + 1 if line.startswith(PLAYER_CODE) else 0
    cell = line[FIRST_ROUND_COLUMN - 1 + (number - 1) * ROUND_WIDTH :].ljust(ROUND_WIDTH)
    match problem.code:
        case "limit":
            return 0, f"This build only supports {LIMITS.get(problem.field, 'what the columns of a TRF hold')}."
        case "encoding":
            return 0, "The file is not legal UTF-8."
        case "duplicate" if line.startswith(PLAYER_CODE):
            return 0, "A pairing number is repeated."
        case "empty":
            return 0, "A pairing number is missing."
        case "rounds":
            return 1, TOO_MANY_ROUNDS
        case "contradiction" | "player" if (
            number > 0 and re.match(_WELL_FORMED_CELL, cell) and cell[:4].strip() != player
        ):
            return 2, f"Match {number} for player {player} contradicts the entry for the opponent."
        case "points" if re.fullmatch(_WELL_FORMED_POINTS, _POINTS.cut(line)):
            return 3, f"The score for player {player} does not match the game results."
        case _:
            return 0, f'Invalid line "{shown(line, LONGEST_LINE)}"'


def without_wishes(tournament: Tournament) -> Tournament:
    """Return the tournament without wishes, because bbpPairings and JaVaFo do not know wishes (reading B16)."""
    return tournament._replace(settings=tournament.settings._replace(wishes=()))


LINE_END = os.linesep.encode()
"""The line end of the operating system, as in bbpPairings and JaVaFo (reading B17)."""

UNNAMED = "(stdin)"


def banner() -> str:
    return f"swisspair (FIDE Swiss pairings) - v{__version__}"


class Input(NamedTuple):
    """An event read from a file, and its name in messages."""

    name: str
    event: Opened
    lots: Sequence[bytes] | None
    """The lines of the file, to draw a missing initial-colour by lot; None if the file must state the colour."""


def failure(doing: str, name: str, words: object, status: ExitStatus = ExitStatus.BAD_REQUEST) -> Failure:
    """Return an error in the form of bbpPairings and JaVaFo."""
    return Failure(status, f"Error {doing} {one_line(name)}: {words}")


def unreadable(name: str, wrong: OSError) -> Failure:
    return failure("reading file", name, wrong.strerror or wrong, ExitStatus.NO_ACCESS)


@contextmanager
def failing(doing: str, name: str, kind: type[PairingError] = BadRequest) -> Iterator[None]:
    """Turn a refusal inside a block into an error in that form."""
    try:
        yield
    except kind as wrong:
        raise failure(doing, name, words_of(wrong)) from None


def read(request: Legacy, *, verb: str) -> Input:
    """Read the input as bbpPairings and JaVaFo do, ignoring errors that do not affect the pairing."""
    is_named = request.source not in (None, DASH)
    name = request.source if request.source is not None and is_named else UNNAMED
    lines: list[bytes] = []
    with failing(verb, name):
        try:
            # pathlib takes longer to import than a small event to pair
            with open(name, "rb") if is_named else standard_input() as file:  # noqa: PTH123
                data = load(file, name)[1]
            assert isinstance(data, bytes)
            lines = what_they_read(data, KINDS.get(request.system or ""))
            if request.system is None:
                lines = _without_colours_of_byes(lines, name)
            tournament = without_wishes(with_closed_round(_tournament(request, name, lines)))
            return Input(name, opened(tournament, request.system), lines if request.system is None else None)
        except OSError as wrong:
            raise unreadable(name, wrong) from None
        except TrfProblems as problems:
            first, sentence = their_sentence(problems.problems, lines)
            if first.code == "limit":
                raise failure("processing file", name, f"{sentence}\n{problems}", ExitStatus.TOO_LARGE) from None
            raise failure("parsing file", name, f"{sentence}\n{problems}") from None


def _tournament(request: Legacy, name: str, lines: list[bytes]) -> Tournament:
    """Read the tournament. Points that do not fit the usual scoring system imply another one (reading B14)."""
    kind, overrides = KINDS.get(request.system or ""), Overrides(request.baku, default_rating=request.default_rating)

    def meaning(*more: bytes, recompute: bool = False) -> Tournament:
        how: Any = {"only_pairing_data": True, "kind": kind, "overrides": overrides, "recompute": recompute}
        return examine(b"\n".join([*lines, *more]), name=name, **how).tournament

    try:
        return meaning()
    except TrfProblems as problems:
        if request.system is not None or any(problem.code != "points" for problem in problems.problems):
            raise
        # Imported late: most files state the points of results.
        from swisspair.legacy.left_open import implied_worth, states_scoring

        with suppress(TrfProblems):  # the first problems are the ones to report
            if not states_scoring(lines) and (worth := implied_worth(lines, meaning(recompute=True))):
                found = meaning(worth.record.encode())
                warn(f"{one_line(name)}: the points of the players imply the scoring system {worth.record}")
                return found
        raise
