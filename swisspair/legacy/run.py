"""Functions that run command lines of bbpPairings or JaVaFo."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

from pairing_engine.answers.paired import check_again
from pairing_engine.door import recorded_rounds
from pairing_engine.errors import Fact, MissingFact, NoPairing, PairingError
from pairing_engine.facts.codes import system_of
from pairing_engine.facts.model import NOBODY, Round
from pairing_engine.facts.shown import one_line
from pairing_engine.kernel.trace import RoundPairing, ScoreOf, order_of_pair, pairs_text, real_score
from pairing_engine.state.round_state import RoundState
from swisspair.legacy.arguments import FLAGS, USAGE, Command, Legacy, Usage, parse
from swisspair.legacy.reading import LINE_END, TOO_MANY_ROUNDS, UNNAMED, Input, banner, failing, failure, read
from swisspair.statuses import ExitStatus, Failure, is_interruption, words_of
from swisspair.terminal.jobs import collect_less_often
from swisspair.terminal.streams import show, warn

if TYPE_CHECKING:
    from pairing_engine.kernel.trace import Pair


def _show(text: str) -> None:
    show(text, line_end=LINE_END)


def run(arguments: list[str]) -> int:
    collect_less_often()
    if any(word in ("-h", "--help") for word in arguments):
        _show(f"{banner()}\n\n{USAGE}\n{FLAGS}\nOur own forms: swisspair --help\n")
        return ExitStatus.DONE
    try:
        request = parse(arguments)
    except Usage:
        warn(f"{banner()}\n\n{USAGE}\n{FLAGS}\nOur own forms: swisspair --help")
        return ExitStatus.BAD_REQUEST
    try:
        _fulfil(request)
    except Failure as failure:
        warn(failure.words)
        return failure.status
    except BrokenPipeError:
        return ExitStatus.NO_ACCESS  # nobody reads the output any more: no message
    except MemoryError:
        warn(f"Error processing file {one_line(request.source or UNNAMED)}: The program ran out of memory.")
        return ExitStatus.TOO_LARGE
    except Exception as error:
        if is_interruption(error):
            raise KeyboardInterrupt from None
        from swisspair.terminal.program import failure_of  # imported late: errors are rare

        found = failure_of(error, request.source or UNNAMED)
        warn(str(found))
        return found.status
    return ExitStatus.DONE


def _fulfil(request: Legacy) -> None:
    if request.target or request.listed:
        from swisspair.legacy.outputs import spare_inputs  # imported late: standard output needs no files

        spare_inputs(request)
    if request.inform:
        _show(f"{banner()}\n")
    match request.command:
        case Command.PAIR:
            _pair(request)
        case Command.CHECK:
            _check(request)
        case Command.GENERATE:
            from swisspair.legacy.generating import generate_after

            generate_after(request)
        case Command.LIST:
            _list(request)
        case Command.INFORM:
            pass


def _pair(request: Legacy) -> None:
    """Pair the next round. Without a pairing, JaVaFo says that there are no pairs; bbpPairings writes nothing."""
    as_javafo = request.system is None
    found = read(request, verb="while pairing")
    name, event, _ = found
    pairing, impossible = None, ""
    with failing("while pairing", name, PairingError):
        try:
            state = _next_round(found)
            try:
                pairing, state = _paired(found, state, real_score)
                if request.verify:
                    check_again(event.tournament, event.system, pairing)
            except NoPairing as wrong:
                impossible = str(wrong)
        except MissingFact as wrong:
            if wrong.fact is Fact.INITIAL_COLOUR:
                words = f"Please configure the initial piece colors.\n{words_of(wrong)}"
                raise failure("while parsing", name, words) from None
            words = f"The total number of rounds in the tournament must be specified.\n{words_of(wrong)}"
            raise failure("parsing file", name, words) from None
    without = pairs_text((), None, state.shown) if as_javafo else ""
    text = without if pairing is None else pairs_text(pairing.boards, pairing.bye, state.shown)
    if request.target is None:
        _show(text)
    else:
        from swisspair.legacy.outputs import beside, write

        write(beside(request.target, name), text)
    if request.listed:
        from swisspair.legacy.outputs import listed, write_list

        write_list(request, name, [listed(state, pairing, event.system, request)])
    if pairing is None:
        status = ExitStatus.DONE if as_javafo else ExitStatus.NO_PAIRING
        raise failure("while pairing", name, f"No valid pairing exists: {impossible}", status)


def _list(request: Legacy) -> None:
    """Write the checklist before the next round, without a pairing, as JaVaFo does."""
    from swisspair.legacy.outputs import listed, write_list  # imported late: few calls need files

    found = read(request, verb="while listing")
    write_list(request, found.name, [listed(_next_round(found), None, found.event.system, request)])


def _paired(found: Input, state: RoundState, score: ScoreOf | None = None) -> tuple[RoundPairing, RoundState]:
    try:
        return found.event.paired(state, score), state
    except MissingFact as error:
        if error.fact is not Fact.INITIAL_COLOUR or found.lots is None:
            raise
        from swisspair.legacy.left_open import drawn_colour  # imported late: most files state the colour

        colour = drawn_colour(found.lots)
        words = (
            f"the initial-colour is {colour.name.lower()}: no record tells it, and so the content of the file drew it"
        )
        warn(f"{one_line(found.name)}: {words} (XXC {colour.name.lower()}1 would say the same)")
        state = state._replace(initial_colour=colour)
        return found.event.paired(state, score), state


def _next_round(found: Input) -> RoundState:
    rounds = found.event.tournament.settings.rounds
    if rounds is not None and found.event.next_round > rounds:
        raise failure("parsing file", found.name, f"{TOO_MANY_ROUNDS}\nround {rounds} was the last of the event")
    return found.event.before()


def _check(request: Legacy) -> None:
    from pathlib import PurePath

    from swisspair.legacy.outputs import table, write_list  # imported late, like PurePath: both load slowly

    found = read(request, verb="checking file")
    name, event, _ = found
    _refuse_to_check(request, found)
    stem, tables = one_line(PurePath(name).stem), []
    with failing("checking file", name, PairingError):
        for before, recorded in recorded_rounds(event.with_last_round().tournament, event.system, request.round):
            _show(f"{stem}: Round #{before.number}\n")
            pairing, state = _checked(request, found, before, recorded)
            if request.listed:
                tables.append(table(state, pairing, event.system, request))
    _show("\n")
    write_list(request, name, tables)


def _checked(
    request: Legacy, found: Input, state: RoundState, recorded: Round
) -> tuple[RoundPairing | None, RoundState]:
    try:
        pairing, state = _paired(found, state)
        if request.verify:
            check_again(found.event.tournament, found.event.system, pairing)
        _show(_differences(state, recorded, pairing))
    except NoPairing:
        _show(f"No valid pairing exists for round {state.number}.\n\n")
        return None, state
    return pairing, state


def _refuse_to_check(request: Legacy, found: Input) -> None:
    settings, recorded = found.event.tournament.settings, len(found.event.tournament.rounds)
    stated = "" if settings.sources.system == "record 092" else settings.system  # bbpPairings passes over record 092
    named = system_of(stated)
    if stated and (named is None or named.name != found.event.system.name):
        words = f"Pairing system specified in file {one_line(found.name)} does not match command line flag."
        raise Failure(ExitStatus.BAD_REQUEST, words)
    if request.round is not None and not 1 <= request.round <= recorded:
        words = f"round {request.round} is not recorded; the number of rounds is {recorded}"
        raise failure("checking file", found.name, words)


def _differences(state: RoundState, recorded: Round, pairing: RoundPairing) -> str:
    from pairing_engine.kernel.trace import compare  # imported late: not needed to pair

    difference = compare(recorded, pairing)
    left, right = (_in_order(state, pairs) for pairs in (difference.expected, difference.recorded))
    if not left and not right:
        return ""
    rows = [f"  Checker pairings{8 * ' '}Tournament pairings \n"]
    # A recorded round may have a second pairing-allocated bye, and so more pairs than ours.
    for one, other in zip_longest(left, right, fillvalue=9 * " "):
        rows.append(f"    {one}{16 * ' '}{other}\n")
    return "".join(rows) + "\n"


def _in_order(state: RoundState, pairs: Iterable[Pair]) -> list[str]:
    def order(pair: Pair) -> tuple[int, ...]:
        white, black = state.by_tpn[pair[0]], state.by_tpn.get(pair[1])
        if black is None:
            return (1, 0, 0, white.tpn)
        return (0, *order_of_pair(white, black, real_score))

    def shown(pair: Pair) -> str:
        numbers = [0 if tpn == NOBODY else state.shown(tpn) for tpn in pair]
        return f"{numbers[0]:>3} - {numbers[1]:>3}"

    return [shown(pair) for pair in sorted(pairs, key=order)]
