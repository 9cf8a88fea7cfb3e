"""Does what bbpPairings and JaVaFo do when they are called as programs: their files, sentences and exit statuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from checker.diff import Pair, compare
from pairing_engine.answers.checklist import as_text, checklist
from pairing_engine.answers.verify import verify
from pairing_engine.errors import INITIAL_COLOUR, BadRequest, MissingFact, NoPairing, PairingError
from pairing_engine.facts.codes import KINDS, system_of
from pairing_engine.facts.model import NOBODY, Scoring, Settings, Tournament
from pairing_engine.facts.overrides import overrides_from
from pairing_engine.facts.shown import one_line
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.generator.plan import plan_of_model, text_in, with_configuration
from pairing_engine.kernel.boards import order_of_pair, pairs_text, real_score
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.legacy.arguments import FLAGS, USAGE, Command, Legacy, Usage, parse
from pairing_engine.legacy.reading import TOO_MANY_ROUNDS, their_sentence, what_they_read, with_closed_round
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from pairing_engine.terminal.console import failure_of
from pairing_engine.terminal.generated import seed_by_lot, text_of
from pairing_engine.terminal.jobs import collect_less_often
from pairing_engine.terminal.statuses import ExitStatus
from pairing_engine.terminal.streams import overwritten, show, standard_input, warn, write_whole, written_twice
from trf import TrfProblems, examine
from trf.format.source import load

STANDARD_INPUT = "(stdin)"

NONE_OF_THEM = (Amount(0),)

PLAIN = Plan(scoring=Scoring(), prohibited_groups=0, unusual=NONE_OF_THEM, unrated=NONE_OF_THEM)
"""Generated tournaments have what those programs generate: a reader of their files would not expect more."""


class Refused(Exception):
    """Why a request was not fulfilled: what to say on standard error, and the exit status."""

    def __init__(self, status: ExitStatus, words: str) -> None:
        super().__init__(status, words)
        self.status, self.words = status, words


def banner() -> str:
    """The line that tells the program and its version."""
    try:
        number = version("swisspair")
    except PackageNotFoundError:
        number = "unknown"
    return f"swisspair (FIDE Swiss pairings) - v{number}"


def run(arguments: list[str]) -> int:
    """Fulfil a request in one of the legacy forms; gives the exit status."""
    collect_less_often()
    try:
        request = parse(arguments)
    except Usage:
        warn(f"{banner()}\n\n{USAGE}\n{FLAGS}\nOur own forms: swisspair --help")
        return ExitStatus.BAD_REQUEST
    try:
        _spare_inputs(request)
        if request.inform:
            show(f"{banner()}\n")
        match request.command:
            case Command.PAIR:
                _pair(request)
            case Command.CHECK:
                _check(request)
            case Command.GENERATE:
                _generate(request)
            case Command.INFORM:
                pass
    except Refused as refused:
        warn(refused.words)
        return refused.status
    except BrokenPipeError:
        return ExitStatus.NO_ACCESS  # nobody reads: nobody is told
    except MemoryError:
        warn(f"Error processing file {one_line(request.source or STANDARD_INPUT)}: The program ran out of memory.")
        return ExitStatus.TOO_LARGE
    except Exception as error:
        failure = failure_of(error, request.source or STANDARD_INPUT)
        warn(str(failure))
        return failure.status
    return ExitStatus.DONE


def _spare_inputs(request: Legacy) -> None:
    """Input files are never written, whatever the names of the output say."""
    inputs = [Path(name) for name in (request.source or "/dev/stdin", request.config) if name]
    base = request.source or request.config or ""
    outputs = [_beside(request.target, base)] if request.target else []
    if request.listed:
        outputs.append(_list_path(request, base if request.command is not Command.GENERATE else str(outputs[0])))
    path = overwritten(outputs, inputs)
    if path is not None:
        raise Refused(ExitStatus.BAD_REQUEST, f"The output file ({one_line(str(path))}) is an input file.")
    if written_twice(outputs) is not None:
        raise Refused(ExitStatus.BAD_REQUEST, f"The output file ({one_line(str(outputs[0]))}) is the checklist, too.")


class _Input(NamedTuple):
    """A tournament read, the name by which messages call it, and the system to pair it by."""

    name: str
    tournament: Tournament
    system: System


def _read(request: Legacy, *, verb: str) -> _Input:
    """Read the input as those programs do: what has no part in the pairing does not matter."""
    name = request.source or STANDARD_INPUT
    lines: list[bytes] = []
    try:
        _, data = load(Path(name) if request.source else standard_input(), name)
        assert isinstance(data, bytes)
        kind = KINDS.get(request.system or "")
        lines = what_they_read(data, kind)
        overrides = overrides_from(baku=request.baku, default_rating=request.default_rating)
        found = examine(b"\n".join(lines), name=name, only_pairing_data=True, kind=kind, overrides=overrides)
        tournament = with_closed_round(found.tournament)
        return _Input(name, tournament, choose(tournament.settings, request.system).system)
    except OSError as error:
        raise Refused(ExitStatus.NO_ACCESS, f"Error reading file {one_line(name)}: {error.strerror or error}") from None
    except TrfProblems as problems:
        raise _refusal(name, problems, lines) from None
    except BadRequest as error:
        raise Refused(ExitStatus.BAD_REQUEST, f"Error {verb} {one_line(name)}: {error}") from None


def _refusal(name: str, problems: TrfProblems, lines: list[bytes]) -> Refused:
    """The sentence for the problem that those programs would come upon first; below it all problems, in our words."""
    first, sentence = their_sentence(problems.problems, lines)
    if first.code == "limit":
        return Refused(ExitStatus.TOO_LARGE, f"Error processing file {one_line(name)}: {sentence}\n{problems}")
    return Refused(ExitStatus.BAD_REQUEST, f"Error parsing file {one_line(name)}: {sentence}\n{problems}")


def _beside(name: str, input_name: str) -> Path:
    """A file without a directory lies beside the input."""
    path = Path(name)
    return Path(input_name).parent / path if path.name == name else path


def _write(path: Path, text: str) -> None:
    """Write into the file that is there, if one is: the caller may hold it open, or it may be a pipe.

    What could be written in part only is taken away: no file means an error, an empty one that there is no pairing.
    """
    try:
        with path.open("wb") as file:
            try:
                file.write(text.encode(errors="backslashreplace"))
                file.flush()
            except BaseException:
                if path.is_file():
                    path.unlink()
                raise
    except OSError as error:
        words = f"The output file ({one_line(str(path))}) could not be opened.\n{error.strerror or error}"
        raise Refused(ExitStatus.NO_ACCESS, words) from None


def _write_whole(path: Path, text: str) -> None:
    """Write a tournament: complete, or not at all."""
    try:
        write_whole(path, text)
    except OSError as error:
        words = f"The output file ({one_line(str(path))}) could not be opened.\n{error.strerror or error}"
        raise Refused(ExitStatus.NO_ACCESS, words) from None


def _list_path(request: Legacy, base: str) -> Path:
    if request.list_file:
        return _beside(request.list_file, base)
    path = Path(base or STANDARD_INPUT)
    return path.with_suffix(".list") if path.name else path  # a directory, which cannot be read anyway


def _write_list(request: Legacy, base: str, tables: Iterable[str]) -> None:
    """The checklist, if there is to be one. A pairing is not worth less for the want of it."""
    if not request.listed:
        return
    path = _list_path(request, base)
    try:
        write_whole(path, "".join(tables) + banner())
    except OSError as error:
        warn(f"The checklist file ({one_line(str(path))}) could not be opened.\n{error.strerror or error}")


def _pair(request: Legacy) -> None:
    """``-p``: the pairing of the next round, its boards in the order of real scores."""
    name, tournament, system = _read(request, verb="while pairing")
    pairing, impossible = None, ""
    try:
        state = _next_round(name, tournament, system)
        try:
            pairing = pair_round(system, state, score=real_score)
            if request.verify:
                verify(tournament, system, pairing)
        except NoPairing as error:
            impossible = str(error)
    except MissingFact as error:
        raise Refused(ExitStatus.BAD_REQUEST, _missing(name, error)) from None
    except PairingError as error:
        raise Refused(ExitStatus.BAD_REQUEST, f"Error while pairing {one_line(name)}: {error}") from None
    text = "" if pairing is None else pairs_text(pairing.boards, pairing.bye, state.shown)
    if request.target is None:
        show(text)
    else:
        _write(_beside(request.target, name), text)
    _write_list(request, name, [as_text(checklist(state, pairing, request.style))])
    if pairing is None:
        words = f"Error while pairing {one_line(name)}: No valid pairing exists: {impossible}"
        raise Refused(ExitStatus.NO_PAIRING, words)


def _next_round(name: str, tournament: Tournament, system: System) -> RoundState:
    rounds, number = tournament.settings.rounds, len(tournament.rounds) + 1
    if rounds is not None and number > rounds:
        details = f"all {rounds} rounds of the event are played"
        raise Refused(ExitStatus.BAD_REQUEST, f"Error parsing file {one_line(name)}: {TOO_MANY_ROUNDS}\n{details}")
    return round_to_pair(tournament, number, system)


def _missing(name: str, error: MissingFact) -> str:
    """The sentence for something that the file does not say, and ours, which says what to add."""
    if error.fact == INITIAL_COLOUR[0]:
        return f"Error while parsing {one_line(name)}: Please configure the initial piece colors.\n{error}"
    return (
        f"Error parsing file {one_line(name)}: The total number of rounds in the tournament must be specified.\n{error}"
    )


def _check(request: Legacy) -> None:
    """``-c``: every recorded round beside the one that is paired again; differences do not change the exit status."""
    name, tournament, system = _read(request, verb="checking file")
    if not _is_of(tournament, system):
        words = f"Pairing system specified in file {one_line(name)} does not match command line flag."
        raise Refused(ExitStatus.BAD_REQUEST, words)
    recorded = len(tournament.rounds)
    if request.round is not None and not 1 <= request.round <= recorded:
        words = (
            f"Error checking file {one_line(name)}: round {request.round} is not recorded; there are {recorded} rounds"
        )
        raise Refused(ExitStatus.BAD_REQUEST, words)
    if tournament.settings.rounds is None:
        tournament = replace(tournament, settings=replace(tournament.settings, rounds=recorded))
    stem, tables = one_line(Path(name).stem), []
    try:
        for state in states(tournament, system.conventions):
            if state.number > recorded or request.round not in (None, state.number):
                continue
            show(f"{stem}: Round #{state.number}\n")
            try:
                pairing = pair_round(system, state)
                if request.verify:
                    verify(tournament, system, pairing)
                show(_differences(state, pairing))
            except NoPairing:
                pairing = None
                show(f"No valid pairing exists for round {state.number}.\n\n")
            tables.append(_table(state, pairing, request))
    except PairingError as error:
        raise Refused(ExitStatus.BAD_REQUEST, f"Error checking file {one_line(name)}: {error}") from None
    show("\n")
    _write_list(request, name, tables)


def _is_of(tournament: Tournament, system: System) -> bool:
    """Is this the system that the file names, if it names one?"""
    named = system_of(tournament.settings.system)
    return not tournament.settings.system or (named is not None and named.name == system.name)


def _table(state: RoundState, pairing: RoundPairing | None, request: Legacy) -> str:
    """The checklist of one of several rounds."""
    return f"Round #{state.number}\n{as_text(checklist(state, pairing, request.style))}"


def _differences(state: RoundState, pairing: RoundPairing) -> str:
    """The pairs that differ, side by side, in the order of boards."""
    difference = compare(state.tournament.rounds[state.number - 1], pairing)
    left, right = (_in_order(state, pairs) for pairs in (difference.expected, difference.recorded))
    if not left and not right:
        return ""
    rows = [f"  Checker pairings{8 * ' '}Tournament pairings \n"]
    # A recorded round may have a second pairing-allocated bye, and so more pairs than ours.
    for one, other in zip_longest(left, right, fillvalue=9 * " "):
        rows.append(f"    {one}{16 * ' '}{other}\n")
    return "".join(rows) + "\n"


def _in_order(state: RoundState, pairs: Iterable[Pair]) -> list[str]:
    """Pairs as text, in the order of boards by real scores; the bye last."""

    def order(pair: Pair) -> tuple[int, ...]:
        white, black = state.by_tpn[pair[0]], state.by_tpn.get(pair[1])
        if black is None:
            return (1, 0, 0, white.tpn)
        return (0, *order_of_pair(white, black, real_score))

    def shown(pair: Pair) -> str:
        numbers = [0 if tpn == NOBODY else state.shown(tpn) for tpn in pair]
        return f"{numbers[0]:>3} - {numbers[1]:>3}"

    return [shown(pair) for pair in sorted(pairs, key=order)]


def _generate(request: Legacy) -> None:
    """``-g``: a random tournament, after a model, a configuration file or nothing but chance."""
    assert request.target is not None
    target = _beside(request.target, request.source or request.config or "")
    plan, system = _planned(request)
    seed = seed_by_lot() if request.seed is None else request.seed
    try:
        event = generate(plan, seed, system)
    except BadRequest as error:
        name = request.source or request.config or target
        raise Refused(ExitStatus.BAD_REQUEST, f"Error processing file {one_line(str(name))}: {error}") from None
    except Exception:
        _write_whole(target, f"012 AutoTest Tournament {seed}\n")  # so that whatever went wrong can be seen once more
        raise
    _write_whole(target, text_of(event))
    played = [state for state in states(event, system.conventions) if state.number <= len(event.rounds)]
    if request.listed:
        _write_list(request, str(target), [_table(state, pair_round(system, state), request) for state in played])
    if len(played) != event.settings.rounds:
        words = f"Error generating {one_line(str(target))}: No valid pairing exists for round {len(played) + 1}."
        raise Refused(ExitStatus.NO_PAIRING, words)


def _planned(request: Legacy) -> tuple[Plan, System]:
    """What is to be generated, and the system: the model's, if no flag names one."""
    plan = replace(PLAIN, baku=request.baku)
    if request.source is not None:
        model = _read(request, verb="reading")
        return plan_of_model(model.tournament, plan), model.system
    if request.config is not None:
        try:
            plan = with_configuration(plan, text_in(Path(request.config)), request.config)
        except OSError as error:
            words = f"Error reading file {one_line(str(request.config))}: {error.strerror or error}"
            raise Refused(ExitStatus.NO_ACCESS, words) from None
        except BadRequest as error:
            raise Refused(
                ExitStatus.BAD_REQUEST, f"Error parsing file {one_line(str(request.config))}: {error}"
            ) from None
    return replace(plan, baku=plan.baku or request.baku), choose(Settings(), request.system).system
