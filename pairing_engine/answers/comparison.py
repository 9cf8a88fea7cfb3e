"""The comparison of two whole rounds: the round that the rules demand, and another round.

The first difference decides: in the criteria or steps of the first bracket that the two rounds pair differently, or, if
these are equal, in the order of candidates (readings Q1 to Q5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Colour, Game, Points, Result, Round, Strength, Tpn, Wish
from pairing_engine.facts.wishes import barred_from_bye
from pairing_engine.kernel.colour import allocate
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds, WholeRound
from pairing_engine.kernel.rules import BracketPairing, Route
from pairing_engine.kernel.trace import BracketTrace, Pair, RoundPairing
from pairing_engine.language import marked, say
from pairing_engine.legality import against_bye
from pairing_engine.state.round_state import Player, RoundState, ranked
from pairing_engine.systems.shared.judging import published
from pairing_engine.systems.system import Clash, System


def as_published(pairs: Iterable[Pair]) -> Round:
    """Return a round with the given pairs and unknown results."""
    boards = list(pairs)
    games = (Game(white, black, Result.UNKNOWN, Result.UNKNOWN) for white, black in boards if black != NOBODY)
    byes = (Bye(white, ByeKind.PAIRING_ALLOCATED) for white, black in boards if black == NOBODY)
    return Round(tuple(games), tuple(byes))


class Explanation(NamedTuple):
    """The reason why another round is wrong, and the score of its first wrong bracket."""

    finding: Finding
    score: Points | None = None
    in_scoregroup: bool = False
    """Whether ``score`` is the score of a scoregroup instead of a bracket."""


def of_pairing(pairing: RoundPairing) -> WholeRound:
    return WholeRound.of((board.white, board.black) for board in pairing.boards)


def of_pairs(pairs: Iterable[tuple[Player, Player]], state: RoundState, system: System) -> WholeRound:
    """Build a whole round from pairs, with the colours that the rules give the players."""
    boards = []
    for higher, lower in pairs:
        colour, _ = allocate(higher, lower, state, system.colour_steps)
        boards.append((higher.tpn, lower.tpn) if colour is Colour.WHITE else (lower.tpn, higher.tpn))
    return WholeRound.of(boards)


def of_recorded(recorded: Round) -> WholeRound:
    meetings = list(recorded.meetings())
    known, unknown = ([(m.white, m.black) for m in meetings if m.colours_known is known] for known in (True, False))
    return WholeRound.of(known, unknown)


def deciding_rule(
    state: RoundState, right: RoundPairing, other: Round | RoundPairing, system: System
) -> Explanation | None:
    """Find the rule that makes the right round better than another round of the same players; None if no rule does."""
    recorded, grouped = other if isinstance(other, Round) else None, system.names.scoregroups
    theirs = of_recorded(other) if isinstance(other, Round) else of_pairing(other)
    rounds = TwoRounds(of_pairing(right), theirs)
    byes = _byes(other)
    bye = other_bye(state, byes, right, system)
    if bye is not None:
        return Explanation(bye, in_scoregroup=grouped)
    trace = first_difference(right, rounds)
    if trace is None:
        return None
    if recorded is not None:
        tpns = {player.tpn for player in members_of(trace)}
        found = (one for one in illegalities(state, recorded, system) if tpns.intersection(one.players))
        illegal = next(found, None)
        if illegal is not None:
            return Explanation(illegal, trace.bracket.score, grouped)
    finding = system.method.judge(trace, rounds)
    if recorded and finding and finding.wrong.isdigit() and len(finding.players) < int(finding.wrong):
        finding = _with_ruled_colours(finding, trace, rounds, system)
    if finding is None and recorded is not None:
        return next((Explanation(one, None, grouped) for one in illegalities(state, recorded, system)), None)
    score = None if trace.bracket.route is Route.TABLE else trace.bracket.score
    return None if finding is None else Explanation(finding, score, grouped)


def _with_ruled_colours(finding: Finding, trace: BracketTrace, rounds: TwoRounds, system: System) -> Finding:
    """Name whom the rules would deny a colour if the colours of the other round deny fewer players than its pairs."""
    if finding.fault is not Fault.WORSE:
        return finding
    state, mates = trace.bracket.state, rounds.other.mates
    pairs = [ranked((state.by_tpn[one], state.by_tpn[other])) for one, other in mates.items() if one < other]
    ruled = system.method.judge(trace, rounds._replace(other=of_pairs(pairs, state, system)))
    if ruled is None or len(ruled.players) <= len(finding.players):
        return finding
    return ruled._replace(words=say("{words} with the colours of the rules", words=say(ruled.words)))


def first_difference(right: RoundPairing, rounds: TwoRounds) -> BracketTrace | None:
    """Find the first bracket that two rounds pair differently; None if there is no such bracket."""
    for trace in right.trace:
        further_on = pairs_in(published(trace.pairing.floaters, rounds.right.mates))
        if pairs_in(published(members_of(trace), rounds.other.mates)) - further_on != pairs_in(trace.pairing):
            return trace
    return None


def other_bye(state: RoundState, given: list[Tpn], right: RoundPairing, system: System) -> Finding | None:
    """Explain what is wrong with the bye of another round; None if it is right, or not given before the pairing."""
    if not system.bye_steps or given == [right.bye] or (right.bye is None and not given):
        return None
    shown = [say("nobody") if right.bye is None else str(state.shown(right.bye))]
    shown.append(", ".join(str(state.shown(tpn)) for tpn in given) or say("nobody"))
    due = () if right.bye is None else (right.bye,)
    article = system.bye_steps[0].cited(system.article)
    if len(due) != 1 or len(given) != 1:
        words = say("one participant is left over and gets the bye if the number to be paired is odd")
        return Finding(Fault.BYE, article, "", words, shown[0], shown[1], tuple(given), due)
    one, another = state.by_tpn[due[0]], state.by_tpn[given[0]]
    if not another.may_have_bye:
        return illegality(state, another.tpn, NOBODY, system)
    return _by_step(state, one, another, system)


def _by_step(state: RoundState, due: Player, other: Player, system: System) -> Finding:
    measures = ((step, step.measure(due, state), step.measure(other, state)) for step in system.bye_steps)
    step, *ranks = next(found for found in measures if found[1] != found[2])
    words = say("the pairing-allocated bye goes to {whom}", whom=say(step.summary))
    if ranks[0] > ranks[1]:
        words = say("{words}, but only if the others can then all be paired", words=words)
    right, wrong = (step.shown(player, state) for player in (due, other))
    return Finding(Fault.BYE, step.cited(system.article), "", words, right, wrong, (other.tpn,), (due.tpn,))


def _byes(recorded: Round | RoundPairing) -> list[Tpn]:
    if isinstance(recorded, RoundPairing):
        return [] if recorded.bye is None else [recorded.bye]
    return [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]


def knowing_bye(trace: BracketTrace, bye: Tpn | None) -> BracketTrace:
    """Set ``allots_bye`` of the bracket to true if its only floater gets the bye."""
    floaters = trace.pairing.floaters
    if len(floaters) != 1 or floaters[0].tpn != bye:
        return trace
    return trace._replace(bracket=trace.bracket._replace(allots_bye=True))


def members_of(trace: BracketTrace) -> list[Player]:
    return [player for pair in trace.pairing.pairs for player in pair] + list(trace.pairing.floaters)


def pairs_in(pairing: BracketPairing) -> set[frozenset[Tpn]]:
    return {frozenset((upper.tpn, lower.tpn)) for upper, lower in pairing.pairs}


def illegality(state: RoundState, one: Tpn, other: Tpn, system: System) -> Finding | None:
    """Return why a pair is forbidden or, if ``other`` is `NOBODY`, why a bye is; None if it is allowed."""
    return next(illegalities(state, as_published([(one, other)]), system), None)


MAY_NOT_MEET = Clash("2.1", "", marked("the rules of the system keep them apart"))
"""The article and the message for a forbidden pair, if the system has no rule about colour clashes."""


def illegalities(state: RoundState, recorded: Round, system: System) -> Iterator[Finding]:
    """Yield every forbidden pair and every forbidden bye of a recorded round."""
    wishes = state.settings.wishes_in(state.number)
    hard = [wish for wish in wishes if wish.strength is Strength.HARD]
    yield from _of_pairs(state, recorded, system, hard)
    yield from _of_byes(state, recorded, system, hard)


def _of_pairs(state: RoundState, recorded: Round, system: System, hard: Sequence[Wish]) -> Iterator[Finding]:
    players = state.by_tpn
    for meeting in recorded.meetings():
        pair = meeting.white, meeting.black
        white, black = players[meeting.white], players[meeting.black]
        met = state.once(_first_meetings).get((min(pair), max(pair))) if system.basic.once else None
        if met is not None:
            words = say("they already met in round {met}", met=met)
            yield Finding(Fault.ILLEGAL, system.basic.once, system.basic.once_code, words, players=pair)
        elif any(wish.is_broken_by(*pair) for wish in hard):
            words = say("a hard wish keeps them apart")
            yield Finding(Fault.ILLEGAL, "reading Z4", marked("hard wish"), words, players=pair)
        elif black.tpn in white.barred:
            words = say("a stated prohibition keeps them apart")
            yield Finding(Fault.ILLEGAL, marked("records 260, XXP"), "", words, players=pair)
        elif not system.may_meet(white, black, state):
            article, code, words = system.names.colour_clash or MAY_NOT_MEET
            yield Finding(Fault.ILLEGAL, f"{system.article} {article}", code, words, players=pair)


def _of_byes(state: RoundState, recorded: Round, system: System, hard: Sequence[Wish]) -> Iterator[Finding]:
    players = state.by_tpn
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    assigned = state.preassigned_bye
    for tpn in byes[1:] if assigned is None else (tpn for tpn in byes if tpn != assigned):
        words = say("only one participant gets it, and another one has it already")
        yield Finding(Fault.ILLEGAL, system.basic.one_bye, "", words, players=(tpn,))
    without_bye = barred_from_bye(hard, state.number, players) if byes else frozenset()
    for tpn in filter(players.__contains__, byes):  # a bye that the arbiter assigned is that of an absent player
        if tpn in without_bye:
            words = say("the pairing-allocated bye breaks a hard wish")
            yield Finding(Fault.ILLEGAL, "reading Z5", marked("hard wish"), words, players=(tpn,))
        elif not players[tpn].may_have_bye:
            yield _barred(state, tpn, system)


def _barred(state: RoundState, tpn: Tpn, system: System) -> Finding:
    bar = system.bye_again
    why = against_bye(state.tournament, state.earlier_rounds, system.conventions.bye_bar, tpn)
    return Finding(Fault.ILLEGAL, bar.article, bar.code, why or bar.words, players=(tpn,))


def _first_meetings(state: RoundState) -> dict[tuple[Tpn, Tpn], int]:
    """Find the round of the first game between each two participants who have played each other."""
    found: dict[tuple[Tpn, Tpn], int] = {}
    for number, past in enumerate(state.earlier_rounds, 1):
        for one, other, played, _ in past.meetings():
            if played:
                found.setdefault((min(one, other), max(one, other)), number)
    return found
