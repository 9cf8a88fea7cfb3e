"""Explanations of a round: late entries, withdrawals, and absent players who had received a number."""

from __future__ import annotations

from collections.abc import Iterator

from checker.causes.by_hand import Changes
from checker.causes.changes import Change, ChangeKind
from checker.causes.replay import paired
from checker.causes.trial import MOST_TRIED, Trial
from checker.diff import compare
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.state.history import state_before
from pairing_engine.values import replace

MOST_ABSENT = 30
"""The search tries at most this many absent players who may have withdrawn late."""


def never_before(trial: Trial, tpn: Tpn) -> bool:
    return not any(tpn in past.paired() for past in trial.state.earlier_rounds)


def was_there(trial: Trial, tpn: Tpn) -> bool:
    """Whether the player attended the previous round. A requested bye counts as attendance."""
    number, rounds = trial.state.number, trial.state.tournament.rounds
    if number == 1:
        return not any(tpn in one.paired() for one in rounds)
    last = rounds[number - 2]
    asked = (bye.tpn for bye in last.byes if bye.kind is not ByeKind.ZERO_POINT)
    return tpn in last.paired() or tpn in asked


def late_entries(trial: Trial) -> Iterator[Change]:
    """Yield late entries. Without the late player, the player's opponent would have had the bye."""
    for pair in trial.left(trial.expected, ())[:MOST_TRIED]:
        for tpn, mate in (pair, pair[::-1]):
            if NOBODY in pair:
                continue
            pairing = trial.paired(trial.state.as_if_absent({tpn}))
            if pairing is not None and pairing.bye == mate and trial.agrees_without({tpn, mate}, pairing):
                yield Change(ChangeKind.LATE, (tpn,))


def late_alone_or_together(trial: Trial) -> Changes | None:
    """Find a player who entered after the pairing and had the bye, or two late players who met each other."""
    for pair in trial.left(trial.expected, ())[:MOST_TRIED]:
        some = {tpn for tpn in pair if tpn != NOBODY}
        pairing = trial.paired(trial.state.as_if_absent(some))
        if pairing is not None and trial.agrees_without(some, pairing) and (len(some) > 1 or pairing.bye is None):
            return tuple(Change(ChangeKind.LATE, (tpn,)) for tpn in pair if tpn != NOBODY)
    return None


def withdrawals(trial: Trial) -> Iterator[Change]:
    """Yield players who may have withdrawn after the pairing."""
    tournament, number, recorded = trial.state.tournament, trial.state.number, trial.recorded
    there = {*recorded.paired(), *(bye.tpn for bye in recorded.byes if bye.kind is not ByeKind.ZERO_POINT)}
    absent = [participant.tpn for participant in tournament.participants if participant.tpn not in there]
    for tpn in sorted(absent, key=lambda tpn: not was_there(trial, tpn))[:MOST_ABSENT]:
        byes = tuple(bye for bye in recorded.byes if bye.tpn != tpn)
        before = recorded._replace(byes=(*byes, Bye(tpn, ByeKind.PAIRING_ALLOCATED)))
        rounds = (*tournament.rounds[: number - 1], before, *tournament.rounds[number:])
        state = state_before(replace(tournament, rounds=rounds), number, trial.system.conventions)
        pairing = trial.paired(replace(state, is_last=trial.state.is_last))
        if pairing is not None and trial.agrees_without(_left_alone_by(tpn, pairing), pairing):
            yield Change(ChangeKind.WITHDRAWN, (tpn,))


def _left_alone_by(tpn: Tpn, pairing: RoundPairing) -> set[Tpn]:
    """Return the player who withdrew, and the players who lost their opponents.

    Two players can lose their opponent: the player who should have met the withdrawn player, and the player with the
    bye.
    """
    alone = {tpn} | ({pairing.bye} if pairing.bye else set())
    for board in pairing.boards:
        if tpn in board[:2]:
            alone |= {board.white, board.black}
    return alone


def numbered(trial: Trial) -> Changes | None:
    """[C.04.2 2.4] Return absent players who had received a number, if their numbers explain the colours.

    If an absent player received a number, all later numbers are higher by one. Even numbers become odd and odd numbers
    become even, so these players get the opposite colours. If a second absent player also received a number, all
    numbers after the second player are odd or even as before.
    """
    left = trial.left(trial.expected, ())
    counted = _counted(trial)
    if counted is None or not 0 < len(counted) <= trial.most or len(counted) >= len(left):
        return None
    pairing = paired(trial.system, trial.state.numbering(counted), trial.backend)
    if pairing is None or compare(trial.recorded, pairing) != ((), ()):
        return None
    return tuple(Change(ChangeKind.NUMBERED, (tpn,)) for tpn in counted)


def _counted(trial: Trial) -> list[Tpn] | None:
    """Find absent players who explain the wrong colours because they had received numbers.

    The boards are in rank order. The colours are right above the first absent player with a number, wrong between the
    first and the second, and so on. Return None if the colours change between right and wrong at a place where no
    player is absent.
    """
    place = trial.place.__getitem__
    wrong = {min(pair, key=place) for pair in trial.left(trial.expected, ())}
    tops = sorted(min(board[:2], key=place) for board in trial.expected.boards)
    absent = [p.tpn for p in trial.state.tournament.participants if not trial.state.has_number(p.tpn)]
    counted: list[Tpn] = []
    before = NOBODY
    for top in tops:
        if (top in wrong) is not (len(counted) % 2 == 1):
            between = [tpn for tpn in absent if before < tpn < top]
            if not between:
                return None
            counted.append(between[0])
        before = top
    return counted
