"""Random calls of the programs, with arbitrary options and with intact, damaged or packed files."""

import gzip
import io
import json
import signal
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from checker.checking import check
from pairing_engine import pair
from pairing_engine.answers import Style
from pairing_engine.answers.checklist import as_text
from pairing_engine.errors import NoPairing, PairingError
from pairing_engine.facts.formats import as_json
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.shown import without_controls
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import kind_asked_for
from swisspair.commands.table import COMMANDS, FLAGS
from swisspair.legacy.reading import their_sentence, what_they_read, with_closed_round
from swisspair.statuses import Failure
from swisspair.swisscheck.checked_file import CheckedFile, summary, text_of, totals, value_of
from swisspair.swisscheck.cli import compare, conformance, swisscheck
from swisspair.terminal.command_line import Parameter, parameters_of
from swisspair.terminal.event_files import in_format_of
from swisspair.terminal.program import failure_of
from tests.fuzz import fitting
from tests.fuzz.mutations import mutated
from tests.programs.program import SWISSPAIR
from trf import Adjustment, Overrides, Reading, TrfProblems, examine, write

FITTING = 0.85
"""The share of calls whose words fit their event."""

NUMBERS: tuple[str, ...] = (
    *"0011223344556678", "9", "12", "15", "99", "100", "9999", "10000", "-1", "", "x", "1.5", "9" * 50, "٣", "1e9",
)  # fmt: skip
NAMES = ("AALTO", "Player 1", "a", "é", "Player", "'", "\x1b[2J", "..", "-", "--", "*")
PATTERNS = (
    "{}", "{}-{}", "{},{}", "{}-{},{}-{}", "{}={}", "{}=H", "{}=Z", "{}/{}", "{}:1-0", "{}:1/2-1/2,{}:0-1", "{}:+-",
    "absent:{}", "present:{}", "result:{}:{}-{}=1-0", "prohibit:{}-{}", "{}-bye", "{}-up", "{}-down", "{}-white",
    "federation", "team", "weak", "strong", "hard", "BH,DE", "PTS", "BH/C1,SB", "{}%,0,2", "W={} D=1 L=0",
    "dutch", "dubov", "burstein", "lim", "double-swiss", "team", "2026", "2017", "2012", "2009", "1998", "each",
    "utf-8", "cp1252", "{}.{}",
)  # fmt: skip
"""Patterns for the values of options. Each pair of braces is replaced with a random number or name."""

INPUTS = (
    "a.trf", "b.trf", "events.zip", "events.tar", "events.tgz", "events.jsonl", "lines.jsonl", "list", "a.json",
    "players.csv",
)  # fmt: skip
OUTPUTS = (
    "out.trf", "out.html", "out.json", "out.pairs", "out.pdf", "-", "a.trf", ".", "no/where.trf", "out.zip",
    "out.jsonl",
)  # fmt: skip
OF_TEAMS = {"team_type", "primary", "no_secondary"}

LEFT_OUT = {"cluster", "jobs", "help", "send_files", "language"}
"""Options that are never used, because they start processes or end the run."""

BOUNDED = {"players": 24, "rounds": 7, "number": 2, "events": 1}
"""The largest value for each option that can make a call slow."""


PLAYERS = "Aalto, Eino 2103 FIN\nBianchi, Lea, 1988\nCe Wang;1950\nDüring, Jo\nEriksen, Ole 1700\n".encode()


ROUND = {"round": 1, "status": "agrees", "boards": 4}
OTHER = {**ROUND, "round": 2, "status": "differs", "recorded": [[1, 2]], "expected": [[1, 3]]}
FILE = {"schema": 1, "place": 1, "file": "a.trf", "adjustments": [], "system": "dutch", "edition": "2026"}
FAILED = {**FILE, "place": 2, "file": "b.trf", "error": "unreadable", "status": 3, "counts": {"unreadable": 1}}
SUMS = {"listed": 2, "files": 2, "passed_over": 0, "tournaments": 1, "rounds": 2, "differing": 1, "unreadable": 1}
NONE = {"not_comparable": 0, "standings": 0, "wrong_standings": 0}
LINES = (
    {**FILE, "rounds": [ROUND, OTHER], "status": 1, "counts": {"tournaments": 1, "rounds": 2, "differing": 1}},
    FAILED,
    {"schema": 1, "summary": {**SUMS, **NONE, "status": 3}},
)
TWO = {"tournaments": 2, "rounds": 1, "differing": 0, "unreadable": 0}
AGREEING = (
    {**FILE, "rounds": [ROUND], "status": 0, "counts": {"tournaments": 1, "rounds": 1}},
    {**FILE, "place": 2, "file": "b.trf", "rounds": [], "status": 0, "counts": {"tournaments": 1}},
    {"schema": 1, "summary": {**SUMS, **NONE, **TWO, "status": 0}},
)

VALUES: tuple[object, ...] = (0, -1, 1, 2, 256, 10**9, 1.0, True, None, "", "x", [], {}, [[]], "9" * 50, "inf")


def changed(value: object, lot: Random) -> object:
    if isinstance(value, dict) and value and lot.random() < 0.9:
        name = lot.choice(list(value))
        return {**value, name: changed(value[name], lot)}
    if isinstance(value, list) and value and lot.random() < 0.9:
        place = lot.randrange(len(value))
        return [*value[:place], changed(value[place], lot), *value[place + 1 :]]
    return lot.choice(VALUES)


class Call(NamedTuple):
    """A call of a program.

    ``event`` is the content of ``a.trf`` if the call depends on this content. ``given`` is the standard input.
    """

    program: str
    words: tuple[str, ...]
    event: bytes | None = None
    given: bytes = b""


@cache
def in_json() -> tuple[str, ...]:
    """Return every ninth small file, converted to JSON. Leave out files that cannot be read."""
    found = []
    for text in fitting.small()[::9]:
        with suppress(Failure, TrfProblems, ValueError):  # some files of the corpus are damaged on purpose
            found.append(in_format_of(Path("a.json"), text.decode()))
    return tuple(found)


def text_by_lot(lot: Random) -> bytes:
    text = lot.choice(fitting.events(False))[0] if lot.random() < 0.6 else lot.choice(fitting.small())
    return text if lot.random() < 0.7 else mutated(text, lot)


def event_by_lot(lot: Random) -> bytes:
    text = lot.choice(in_json())
    if lot.random() < 0.7:
        return json.dumps(changed(json.loads(text), lot)).encode()
    return mutated(text.encode(), lot) if lot.random() < 0.7 else text.encode()


def lines_by_lot(lot: Random) -> bytes:
    whole = lot.choice((LINES, AGREEING))
    lines = [json.dumps(changed(line, lot) if lot.random() < 0.2 else line) for line in whole]
    data = "".join(f"{line}\n" for line in lines).encode()
    return mutated(data, lot) if lot.random() < 0.2 else data


def file_by_lot(name: str, lot: Random) -> bytes:
    match Path(name).suffix:
        case ".json":
            return event_by_lot(lot)
        case ".jsonl" if name == "events.jsonl":
            lines = [json.dumps({"file": "a.trf", "trf": text_by_lot(lot).decode(errors="replace")}) for _ in "ab"]
            return _spoiled("\n".join(lines).encode(), lot)
        case ".jsonl":
            return lines_by_lot(lot)
        case ".zip" | ".tar" | ".tgz":
            return _spoiled(_archive(Path(name).suffix, lot), lot)
        case ".csv":
            return PLAYERS if lot.random() < 0.3 else mutated(PLAYERS, lot)
        case "":
            names = [*lot.choices(INPUTS[:7], k=2), lot.choice(NAMES)]
            return "\n".join(names).encode(errors="replace")
        case _:
            return text_by_lot(lot)


def _archive(suffix: str, lot: Random) -> bytes:
    file = io.BytesIO()
    names = ["a.trf", "a.trf", "b.txt", "../up.trf", "in.zip", "x\x1b.trf", "a\nb.trf", "a.json", "/etc/x.trf"]
    names = lot.sample(names, k=lot.choice((1, 2, 2, 5)))
    if suffix == ".zip":
        with warnings.catch_warnings(), zipfile.ZipFile(file, "w", lot.choice((0, 8, 14))) as archive:
            warnings.simplefilter("ignore")  # ignore the warning about duplicate names
            for name in names:
                archive.writestr(name, text_by_lot(lot))
        return file.getvalue()
    with tarfile.open(fileobj=file, mode="w") as tar:
        for name in names:
            data = text_by_lot(lot)
            member = tarfile.TarInfo(name)
            member.type = lot.choice(
                (tarfile.REGTYPE,) * 6 + (tarfile.SYMTYPE, tarfile.CHRTYPE, tarfile.GNUTYPE_LONGNAME)
            )
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    data = _spoiled(file.getvalue(), lot)
    return gzip.compress(data, 1) if suffix == ".tgz" else data


def _spoiled(data: bytes, lot: Random) -> bytes:
    if lot.random() < 0.6:
        return data
    some = bytearray(data)
    for _ in range(lot.choice((1, 1, 5))):
        some[lot.randrange(len(some))] = lot.randrange(256)
    return bytes(some[: lot.randint(0, len(some))]) if lot.random() < 0.2 else bytes(some)


def value_by_lot(lot: Random) -> str:
    pattern = lot.choice(PATTERNS)
    if lot.random() < 0.1:
        return lot.choice((*NUMBERS, *NAMES, *INPUTS, "é" * 3_000))
    few = [str(lot.randint(1, 9)) for _ in range(8)]
    return pattern.format(*(one if lot.random() < 0.9 else lot.choice((*NUMBERS, *NAMES)) for one in few))


@cache
def parameters(work: Callable[..., object]) -> tuple[Parameter, ...]:
    return tuple(one for one in parameters_of(work) if one.flags and one.name not in LEFT_OUT)


def options_by_lot(work: Callable[..., object], lot: Random) -> Iterator[str]:
    known = parameters(work)
    if lot.random() < 0.7:
        known = tuple(one for one in known if one.name not in OF_TEAMS)
    for one in lot.sample(known, k=min(len(known), lot.choice((0, 0, 1, 1, 2, 3, 5)))):
        flag, truth = lot.choice([found for found in one.flags if found[0].startswith("--")])
        kind = one.kind
        if truth is not None:
            yield flag
        elif one.choices and lot.random() < 0.95:
            yield f"{flag}={lot.choice(one.values)}"
        elif one.name in BOUNDED:
            yield f"{flag}={lot.randint(-1, BOUNDED[one.name])}"
        elif kind is Path:
            yield f"{flag}={lot.choice(OUTPUTS if lot.random() < 0.7 else INPUTS)}"
        elif kind is int:
            yield f"{flag}={_number(lot)}"
        else:
            yield f"{flag}={value_by_lot(lot)}"


def _files(lot: Random) -> tuple[str, ...]:
    return (lot.choice(INPUTS) if lot.random() < 0.25 else "a.trf",)


def _round(lot: Random) -> tuple[str, ...]:
    return (f"--round={lot.randint(1, 4)}",) if lot.random() < 0.6 else ()


def _number(lot: Random) -> str:
    return str(lot.randint(1, 9)) if lot.random() < 0.8 else lot.choice(NUMBERS)


ARTICLES = ("C9", "2.4.4", "4.3", "4.2.1", "bye", "x", "")

POSITIONAL: dict[str, Callable[[Random], Sequence[str]]] = {
    "feasible": lambda lot: (_number(lot), *_files(lot)),
    "serve": lambda lot: lot.choice(((), (".",), ("a.trf",))),
    "example": lambda lot: (lot.choice(ARTICLES),),
    "examples": lambda _lot: (),
    "new": lambda lot: (lot.choice(("list", "players.csv", "players.csv", "players.csv", "a.trf")), "--rounds=5"),
    "generate": lambda lot: ("--output=out.trf", "--players=8", "--rounds=3") if lot.random() < 0.7 else (),
    "rules": lambda lot: (lot.choice(("dutch", "lim", "x", "")),),
    "json-schema": lambda _lot: (),
    "pair": lambda lot: (*_files(lot), *_round(lot)),
    "standings": lambda lot: (*_files(lot), *_round(lot)),
}
"""For each of these modes, a function that chooses the arguments. Every other mode takes a single file."""


TYPED = {name: name for name in COMMANDS if not COMMANDS[name].work.startswith(".swisscheck")}
TYPED |= {command: flag for flag, command in FLAGS.items()}
"""The commands of swisspair in their older form, or as a word if they have no older form."""


def of_command(name: str, lot: Random) -> Call:
    """Call a command of swisspair. Where the words depend on the event, they mostly fit it (`tests.fuzz.fitting`)."""
    work, typed = COMMANDS[name].run, TYPED[name]
    mode = typed.removeprefix("--")
    if mode in fitting.WORDS and lot.random() < FITTING:
        text, tournament = lot.choice(fitting.events(mode in fitting.ON_THE_LAST_ROUND))
        options = options_by_lot(work, lot) if lot.random() < 0.3 else ()
        return Call("swisspair", (typed, *fitting.WORDS[mode](tournament, lot), "a.trf", *options), text)
    value = (value_by_lot(lot),) if mode in fitting.WORDS else ()
    return Call("swisspair", (typed, *value, *POSITIONAL.get(mode, _files)(lot), *options_by_lot(work, lot)))


def of_check(lot: Random) -> Call:
    files = lot.choices(INPUTS, k=lot.choice((1, 1, 2)))
    return Call("swisscheck", (*files, *options_by_lot(swisscheck, lot)))


def of_resume(lot: Random) -> Call:
    return Call(
        "swisscheck", ("a.trf", "b.trf", "--format=jsonl", "--resume=lines.jsonl", *options_by_lot(swisscheck, lot))
    )


def of_endorse(lot: Random) -> Call:
    options = options_by_lot(compare, lot)
    return Call("swisscheck", ("--endorse", f"--files={lot.choice(INPUTS[:7])}", *options))


def of_conformance(lot: Random) -> Call:
    """Let an engine that understands nothing, or our own one, pair the examples of an article."""
    ours = f"{SWISSPAIR} --dutch {{in}} -p {{out}}"
    command = lot.choice(("true", "false", "cat {in}", "cp {in} {out}", "./none", "", ours, value_by_lot(lot)))
    options = [word for word in options_by_lot(conformance, lot) if "--article" not in word]
    return Call("swisscheck", ("--conformance", command, f"--article={lot.choice(ARTICLES)}", *options))


def of_legacy(lot: Random) -> Call:
    system = lot.choice(("--dutch", "--dubov", "--burstein", "--lim", "--double-swiss", "--team", "--fast", ""))
    pairing = ("-p", "out.pairs"), ("-p",), ("-c",), ("-c", lot.choice(NUMBERS))
    making = ("-g", "-o", "out.trf", "-s", "7"), ("-g", "list", "-o", "out.trf")
    form = lot.choice((*pairing, *making))
    more = lot.choice((("-l",), ("-l", "out.list"), ("-b",), ("--list-style", "javafo"), ("-q", "5"), ("-w",), (), ()))
    words = [word for word in (system, lot.choice(("a.trf", "a.trf", "b.trf", "list")), *form, *more) if word]
    if lot.random() < 0.1:
        words.insert(lot.randrange(len(words)), value_by_lot(lot))
    return Call("swisspair", tuple(words))


PATIENCE = 60
"""The number of seconds after which the work on an input counts as endless."""


@contextmanager
def watchdog() -> Iterator[None]:
    """Raise TimeoutError if the block takes too long."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer within {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


AS_A_WHOLE = 0
"""The line number for problems that concern the whole file."""


class How(NamedTuple):
    """The options for reading a file and pairing a round.

    With ``legacy``, the file is read as bbpPairings and JaVaFo would read it. With ``recorded``, the last recorded
    round is paired instead of the next round. With ``thorough``, recorded rounds are also checked, and the file is
    written again.
    """

    system: str | None = None
    baku: bool = False
    recompute: bool = False
    adjourned_as_draw: bool = False
    legacy: bool = False
    recorded: bool = False
    thorough: bool = True


def by_lot(lot: Random) -> How:
    """Choose random options. Options that make the reader more tolerant are chosen more often."""
    system = lot.choice((None, None, None, *SYSTEMS))
    return How(system, *(lot.random() < chance for chance in (0.1, 0.7, 0.5, 0.2, 0.2, 0.4)))


def outcome(text: bytes, how: How) -> str:
    """Read a file, pair a round and show the answer. Return a word for the outcome, such as ``refused``.

    The second opinion (`pairing_engine.legality`) checks each pairing. Raises AssertionError if an answer breaks a rule
    of this module. Any other exception is a crash.
    """
    found = _read(text, how)
    if found is None:
        return "refused"
    _are_numbered(found.adjustments)
    tournament = with_closed_round(found.tournament) if how.legacy else found.tournament
    word = _what_pairing_gives(tournament, how)
    if how.thorough:
        _check_and_write(found._replace(tournament=tournament), how)
    return word


def _read(text: bytes, how: How) -> Reading | None:
    """Read a file. Return None if the file is refused with a proper message."""
    lines = what_they_read(text, kind_asked_for(how.system)) if how.legacy else []
    try:
        return examine(
            b"\n".join(lines) if how.legacy else text,
            name="input",
            recompute=how.recompute,
            only_pairing_data=how.legacy,
            kind=kind_asked_for(how.system),
            overrides=Overrides(baku=how.baku, adjourned_as_draw=how.adjourned_as_draw),
        )
    except TrfProblems as error:
        _says_where(error)
        _is_harmless(str(error))
        if how.legacy:
            _says_something(their_sentence(error.problems, lines)[1])
    except PairingError as error:
        _says_something(str(failure_of(error, "input")))
    return None


def _what_pairing_gives(tournament: Tournament, how: How) -> str:
    last = len(tournament.rounds) or None
    try:
        paired = pair(tournament, last if how.recorded else None, how.system)
    except PairingError as error:
        _says_something(str(error))
        return "no valid pairing" if isinstance(error, NoPairing) else "not to be paired"
    lines_of_pairs = paired.as_pairs().splitlines()
    assert len(lines_of_pairs) == 1 + int(lines_of_pairs[0])
    assert json.loads(as_json(paired.to_dict()))["round"] == paired.number
    assert as_text(paired.checklist(Style.BBP))
    _is_harmless(as_json(paired.to_dict()))
    return "paired"


def _check_and_write(found: Reading, how: How) -> None:
    try:
        report = check(found.tournament, system=how.system, cause=False)
    except PairingError:
        return
    checked = CheckedFile("input", report, found.adjustments)
    assert text_of(checked)
    _is_harmless(text_of(checked))
    assert summary(totals([checked]))
    assert json.dumps(value_of([checked]))
    if how.system is not None:
        return
    try:
        written = write(found.tournament)
    except ValueError as error:
        _says_something(str(error))  # the event contains a value that a TRF cannot express, such as 100 points
    else:
        again = examine(written, name="written", only_pairing_data=how.legacy).tournament
        assert again.participants == found.tournament.participants


def _says_something(words: str) -> None:
    assert words
    _is_harmless(without_controls(words))


def _is_harmless(text: str) -> None:
    """Check that the text contains no control characters."""
    assert text == without_controls(text)


def _says_where(error: TrfProblems) -> None:
    assert error.problems
    assert str(error).startswith("input")
    for problem in error.problems:
        assert problem.line >= AS_A_WHOLE
        assert problem.column >= 0


def _are_numbered(adjustments: tuple[Adjustment, ...]) -> None:
    for adjustment in adjustments:
        _is_harmless(adjustment.show("input"))
        assert adjustment.code.startswith("ADJ-")
        assert adjustment.line >= AS_A_WHOLE
        assert adjustment.show("input").startswith("input")
