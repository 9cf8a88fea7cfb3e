"""Law: what an explanation names is what sets the two pairings apart, by the totals of the literal enumerator."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.literal import dutch
from tests.literal.adapter import tournament_of
from tests.literal.facts import Event
from tests.properties.strategies import coming, literal_events, many, paired


def random_pairing(rng: Random, bracket: Bracket) -> BracketPairing:
    """Some legal pairing of a bracket: no two MDPs meet, and of two floaters who may meet both are MDPs.

    (Whether two floaters who may meet could still be paired further down, when [C5] is asked, is answered by the
    enumerator with the letter of 2.2.1, by the engine with 3.2: they would both be MDPs. No best candidate has such.)
    """
    members = list(bracket.members)
    rng.shuffle(members)
    pairs: list[tuple[Player, Player]] = []
    floaters: list[Player] = []
    while members:
        one = members.pop()
        mates = [
            other
            for other in members
            if DUTCH_2026.may_meet(one, other, bracket.state) and not {one, other} <= set(bracket.mdps)
        ]
        if not mates:
            floaters.append(one)
            continue
        other = rng.choice(mates)
        members.remove(other)
        upper, lower = sorted((one, other), key=bracket.members.index)
        pairs.append((upper, lower))
    pairs.sort(key=lambda pair: bracket.members.index(pair[0]))
    return BracketPairing(tuple(pairs), tuple(sorted(floaters, key=bracket.members.index)))


def literal_candidate(of: dutch.Bracket, pairing: BracketPairing) -> dutch.Candidate:
    players = {p.tpn: p for p in (*of.mdps, *of.residents)}
    return dutch.Candidate(
        tuple((players[upper.tpn], players[lower.tpn]) for upper, lower in pairing.pairs),
        frozenset(players[p.tpn] for p in pairing.floaters),
    )


def expected_finding(of: dutch.Bracket, right: BracketPairing, other: BracketPairing) -> tuple[Fault, str]:
    """The first criterion, in the words of the literal enumerator, by which the two differ."""
    one, another = literal_candidate(of, right), literal_candidate(of, other)
    if of.completion(another.downfloaters) == dutch.IMPOSSIBLE:
        return Fault.WORSE, "C4"
    for criterion in dutch.CRITERIA:
        cost, others_cost = criterion(of, one), criterion(of, another)
        if cost != others_cost:
            assert cost < others_cost
            return Fault.WORSE, criterion.__name__.upper()
    return Fault.LATER, ""


@many(2)
@given(literal_events(most=9), st.randoms(use_true_random=False))
def test_the_criterion_that_an_explanation_names_is_the_first_that_differs(event: Event, rng: Random) -> None:
    """Mutants killed: [C13] compared before [C12]; [C9] judged in brackets that do not allot the bye; [C8] judged
    without the scoregroups beyond the next; published pairs that the completion may take apart again.
    """
    found = paired(coming(tournament_of(event)))
    if found is None:
        return
    for trace, literal in zip(found.trace, dutch.pair_brackets(event), strict=True):
        other = random_pairing(rng, trace.bracket)
        if {frozenset(pair) for pair in other.pairs} == {frozenset(pair) for pair in trace.pairing.pairs}:
            continue
        mates = {one.tpn: two.tpn for pair in other.pairs for one, two in (pair, pair[::-1])}
        finding = DUTCH_2026.judge(trace, mates)
        assert isinstance(finding, Finding)
        assert (finding.fault, finding.code) == expected_finding(literal.bracket, trace.pairing, other)
        assert finding.right != finding.wrong or finding.code == "C4"
        assert finding.article.startswith("C.04.3 ")
