"""What the Dutch texts, and C.04.4.3, say against a round: see `verdicts`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.exhaustive.verdicts import (
    ILLEGAL,
    OTHERWISE,
    WORSE,
    Pairs,
    Said,
    Text,
    all_rounds,
    among,
    first_worse,
    later,
    legality,
    pairs_of,
)
from tests.literal import dutch, dutch_2009, dutch_2012, dutch_2012_candidates, dutch_2017, lim_players
from tests.literal import dutch_2017_brackets as brackets_2017
from tests.literal.facts import Event, Paired


def _of_candidate(candidate: dutch.Candidate) -> Pairs:
    return frozenset(frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs)


def _candidate(members: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    """A pairing of a bracket as a candidate, the higher ranked player of each pair first."""
    by_tpn = {player.tpn: player for player in members}
    made = []
    for pair in sorted(among(pairs, by_tpn), key=sorted):
        one, other = sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)
        made.append((one, other))
    return dutch.Candidate(tuple(made), frozenset(members).difference(*made))


def _two_mdps(candidate: dutch.Candidate, mdps: Sequence[dutch.Player]) -> bool:
    return any(one in mdps and other in mdps for one, other in candidate.pairs)


def least_bye(downfloaters: Iterable[dutch.Player], below: Iterable[dutch.Player]) -> int:
    """[C.04.3 2.3.1: C5] The least score of who gets the bye, if these float and no two of them meet.

    The transcription asks for any pairs of those who are left [its READING of 2.2.1], since two floaters who may meet
    are left by no candidate that is ever taken. Here such candidates are valued, too, and what they lead to has no pair
    of two players moved down [3.3.3].
    """
    by_tpn = {player.tpn: player for player in (*downfloaters, *below)}
    floating = frozenset(player.tpn for player in downfloaters)
    scores = [
        by_tpn[bye].score if bye else dutch.NO_PAB
        for pairs, bye in all_rounds(sorted(by_tpn))
        if (not bye or by_tpn[bye].pab_allowed)
        and all(not pair <= floating and dutch.may_meet(*(by_tpn[tpn] for tpn in pair)) for pair in pairs)
    ]
    return min(scores, default=dutch.IMPOSSIBLE)


def dutch_2026_text(event: Event) -> Text:
    """C.04.3 of 2026."""
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(_right: Paired, other: Paired) -> Said:
        for paired in dutch.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.mdps + bracket.residents, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            if _two_mdps(theirs, bracket.mdps):
                return Said(ILLEGAL)
            if bracket.completion(theirs.downfloaters) == dutch.IMPOSSIBLE:
                return Said(WORSE, "C4")
            below = [player for player in players if player.score < bracket.score]
            criteria = dutch.CRITERIA[1:]
            codes = ["C5", *(criterion.__name__.upper() for criterion in criteria)]
            values = (
                [least_bye(one.downfloaters, below), *(criterion(bracket, one) for criterion in criteria)]
                for one in (ours, theirs)
            )
            order = map(_of_candidate, dutch.candidates(bracket, paired.limits))
            return first_worse(codes, *values) or later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def dutch_2017_text(event: Event) -> Text:
    """C.04.3 of 2017."""
    players = [dutch_2017.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(_right: Paired, other: Paired) -> Said:
        for paired in dutch_2017.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.members, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            if _two_mdps(theirs, bracket.mdps):
                return Said(ILLEGAL)
            if not bracket.completes(theirs.downfloaters):
                return Said(WORSE, "C4")
            criteria = brackets_2017.CRITERIA
            codes = [criterion.__name__.upper() for criterion in criteria]
            values = ([criterion(bracket, one) for criterion in criteria] for one in (ours, theirs))
            of = brackets_2017.parameters_of_clb if paired.kind == "CLB" else brackets_2017.parameters
            order = map(_of_candidate, brackets_2017.candidates(bracket, of(bracket)))
            return first_worse(codes, *values) or later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def no_more(_right: Paired, _other: Paired) -> Said:
    """Another legal round: the text's own measure of it is not at hand."""
    return Said(OTHERWISE)


def dutch_2012_text(event: Event) -> Text:
    """C.04.1 of 2012."""
    players = dutch_2012.players(event)
    return Text(legality(players, lambda p: p.tpn, dutch_2012_candidates.may_meet, lambda p: p.may_have_bye), no_more)


def dutch_2009_text(event: Event) -> Text:
    """C.04.1 of 2009."""
    players = dutch_2009.players(event)
    return Text(legality(players, lambda p: p.tpn, dutch_2009.may_meet, lambda p: p.may_have_bye), no_more)


def lim_text(event: Event) -> Text:
    """C.04.4.3."""
    last = len(event.rounds) + 1 == event.rounds_total
    players = lim_players.players_of(event)

    def may_meet(one: lim_players.Player, other: lim_players.Player) -> bool:
        return lim_players.compatible(one, other, last)

    return Text(legality(players, lambda p: p.tpn, may_meet, lambda p: p.may_get_bye), no_more)
