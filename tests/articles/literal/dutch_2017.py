"""The FIDE (Dutch) System of 2017: the two procedures of A.9, and facts about players.

`dutch_2017_brackets` lists the candidates of a bracket one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tests.articles.literal import dutch
from tests.articles.literal.dutch import (
    DOWNFLOAT,
    NO_FLOAT,
    UPFLOAT,
    Candidate,
    Cost,
    Player,
    Players,
    ranked,
    scoregroups_of,
)
from tests.articles.literal.dutch_2017_brackets import (
    CRITERIA,
    Bracket,
    Completion,
    Criterion,
    Parameters,
    c7,
    c7_is_least,
    candidates,
    ends_round,
    following_outlook,
    least,
    parameters,
    parameters_of_clb,
)
from tests.articles.literal.facts import Entrant, Event, NoLegalPairing, Paired

PLAYED = frozenset("1=0")


class TooManyCandidates(Exception):
    """Raised if a bracket has more candidates than the caller allows."""


# ---------------------------------------------------------------------------------------------------------------------
# B.4, B.8: choosing a candidate; A.9: the round
# ---------------------------------------------------------------------------------------------------------------------


def choose(bracket: Bracket, limits: Parameters, criteria: Sequence[Criterion], most: int) -> Candidate:
    """[B.4, B.8] Choose the first perfect candidate, or else the earliest of the best candidates."""
    bounds = least(bracket, limits)
    accepted: Candidate | None = None
    costs: list[Cost] = []
    seen: set[frozenset[frozenset[Player]]] = set()
    for number, candidate in enumerate(candidates(bracket, limits)):
        if number > most:
            raise TooManyCandidates(str(len(bracket.members)))
        same = frozenset(map(frozenset, candidate.pairs))
        if same in seen or not bracket.completes(candidate.downfloaters):
            continue
        seen.add(same)
        if accepted is None or is_better(bracket, candidate, costs, criteria):
            accepted, costs = candidate, [criterion(bracket, candidate) for criterion in criteria]
            others = [(cost, bounds[one]) for one, cost in zip(criteria, costs, strict=True) if one is not c7]
            if all(cost == bound for cost, bound in others) and c7_is_least(bracket, candidate):
                break
    if accepted is None:
        raise AssertionError("section B makes no candidate although the bracket can be paired")
    return accepted


def is_better(bracket: Bracket, candidate: Candidate, costs: Sequence[Cost], criteria: Sequence[Criterion]) -> bool:
    """[B.8] Whether the candidate's costs are lower than ``costs`` in the first criterion that differs."""
    for criterion, so_far in zip(criteria, costs, strict=True):
        cost = criterion(bracket, candidate)
        if cost != so_far:
            return cost < so_far
    return False


@dataclass(frozen=True, eq=False)
class PairedBracket:
    """A bracket with its kind (``PPB``, ``CLB``, or empty for others) and the accepted candidate."""

    bracket: Bracket
    kind: str
    candidate: Candidate


@dataclass(eq=False)
class _Round:
    """[A.9] The scoregroups of a round, and the two procedures that pair them."""

    groups: tuple[Players, ...]
    criteria: Sequence[Criterion]
    most: int
    completion: Completion = field(default_factory=Completion)

    def pair(self) -> list[PairedBracket]:
        """[A.9] Pair the scoregroups from the top down, with the second procedure if necessary."""
        if not self.completion(frozenset().union(*self.groups)):
            raise NoLegalPairing("C.04.3 A.9")
        paired: list[PairedBracket] = []
        mdps: Players = frozenset()
        for level in range(len(self.groups)):
            below = frozenset[Player]().union(*self.groups[level + 1 :])
            paired.append(self._ordinary(mdps, level))
            left = paired[-1].candidate.downfloaters
            if not self.completion(left | below):
                return paired[:-1] + self._other_route(mdps, level)
            mdps = left
        return paired

    def _ordinary(self, mdps: Players, level: int) -> PairedBracket:
        """Pair a bracket that is neither PPB nor CLB. After the last bracket the round must be complete."""
        rest = self.groups[level + 1 :]
        known: dict[Players, Cost] = {}

        def following(left: Players) -> Cost:
            if rest and left not in known:
                known[left] = following_outlook(left, rest[0], len(rest) == 1)
            return known.get(left, ())

        completes: Callable[[Players], bool] = (lambda left: True) if rest else ends_round
        return self._paired(Bracket(ranked(mdps), ranked(self.groups[level]), completes, following), "")

    def _other_route(self, mdps: Players, level: int) -> list[PairedBracket]:
        """[A.9, C.4] Pair the PPB again, then all remaining players in one bracket, the CLB."""
        collapsed = frozenset[Player]().union(*self.groups[level + 1 :])
        residents = ranked(self.groups[level])
        ppb = Bracket(ranked(mdps), residents, lambda left: self.completion(left | collapsed), lambda left: ())
        first = self._paired(ppb, "PPB")
        clb = Bracket(ranked(first.candidate.downfloaters), ranked(collapsed), ends_round, lambda left: ())
        return [first, self._paired(clb, "CLB")]

    def _paired(self, bracket: Bracket, kind: str) -> PairedBracket:
        limits = parameters_of_clb(bracket) if kind == "CLB" else parameters(bracket)
        return PairedBracket(bracket, kind, choose(bracket, limits, self.criteria, self.most))


def float_in(event: Event, tpn: int, number: int) -> str:
    """[A.4.b] Return the float that the participant got in this round."""
    # READING (A.4.b): "a player who, for whatever reason, does not play in a round" is any player without a game in it:
    # with a bye of any kind, a forfeit won or lost, an absence, or a round before a late entry.
    if number < 1:
        return NO_FLOAT
    cell = event.rounds[number - 1].get(tpn)
    if cell is None or cell.result not in PLAYED:
        return DOWNFLOAT
    difference = dutch.pairing_score(event, tpn, number) - dutch.pairing_score(event, cell.opponent, number)
    if not difference:
        return NO_FLOAT
    return DOWNFLOAT if difference > 0 else UPFLOAT


def pab_allowed(event: Event, tpn: int) -> bool:
    """[C.2, C.04.1.d] Whether the player never had the bye and never won by forfeit."""
    # READING (C.04.1.d): a full-point bye is neither of these.
    cells = [cells[tpn] for cells in event.rounds if tpn in cells]
    return not any(cell.result == "U" or (cell.result == "+" and cell.opponent) for cell in cells)


def player_of(event: Event, entrant: Entrant) -> Player:
    coming = len(event.rounds) + 1
    floats = float_in(event, entrant.tpn, coming - 2) + float_in(event, entrant.tpn, coming - 1)
    return replace(dutch.player_of(event, entrant), floats=floats, pab_allowed=pab_allowed(event, entrant.tpn))


NO_LIMIT = 10**9


def pair_brackets(event: Event, criteria: Sequence[Criterion] = CRITERIA, most: int = NO_LIMIT) -> list[PairedBracket]:
    """[A.9] Pair the brackets of the round.

    Raise `TooManyCandidates` if a bracket has more than ``most`` candidates.
    """
    players = [player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    return _Round(scoregroups_of(players), criteria, most).pair()


def paired_round(brackets: Sequence[PairedBracket]) -> Paired:
    """[A.9, E] Return the boards with White first, and the receiver of the bye."""
    boards = [dutch.allocate(one, two) for paired in brackets for one, two in paired.candidate.pairs]
    byes = [player.tpn for player in brackets[-1].candidate.downfloaters] if brackets else []
    return Paired(frozenset((white.tpn, black.tpn) for white, black in boards), sum(byes))


def pair(event: Event, most: int = NO_LIMIT) -> Paired:
    """[C.04.3 of 2017] Pair the coming round, or raise ``NoLegalPairing``."""
    return paired_round(pair_brackets(event, most=most))
