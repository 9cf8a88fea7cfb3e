"""The verdicts on wrong rounds in the Dutch editions and in C.04.4.3 (see `verdicts`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.articles.literal import dutch, dutch_2009, dutch_2012, dutch_2012_candidates, dutch_2017, lim_players
from tests.articles.literal import dutch_2017_brackets as brackets_2017
from tests.articles.literal.facts import Event, Paired
from tests.evidence.exhaustive.verdicts import (
    OTHERWISE,
    Pairs,
    Said,
    Text,
    among,
    first_worse,
    later,
    legality,
    pairs_of,
)


def _of_candidate(candidate: dutch.Candidate) -> Pairs:
    return frozenset(frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs)


def _candidate(members: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    by_tpn = {player.tpn: player for player in members}
    made = []
    for pair in sorted(among(pairs, by_tpn), key=sorted):
        one, other = sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)
        made.append((one, other))
    return dutch.Candidate(tuple(made), frozenset(members).difference(*made))


def floating_on(
    whole: Paired, downfloaters: Iterable[dutch.Player], following: Sequence[dutch.Player]
) -> list[dutch.Player]:
    """Return the players who float from the following bracket, in ranking order."""
    members = sorted((*downfloaters, *following), key=dutch.ranking)
    met = among(pairs_of(whole), (player.tpn for player in members))
    return [player for player in members if not any(player.tpn in pair for pair in met)]


def _values_2026(
    bracket: dutch.Bracket, candidate: dutch.Candidate, whole: Paired, below: Sequence[dutch.Player]
) -> dict[str, object]:
    """Compute the value of each criterion in a bracket."""
    following = [player for player in below if player.score == max(other.score for other in below)]
    onward = floating_on(whole, candidate.downfloaters, following) if following else []
    score = {player.tpn: player.score for player in (*bracket.mdps, *bracket.residents, *below)}
    values: dict[str, object] = {"C5": score[whole.bye] if whole.bye else dutch.NO_PAB}
    values |= {one.__name__.upper(): one(bracket, candidate) for one in dutch.CRITERIA[1:]}
    values["C8"] = len(onward), sorted((player.score for player in onward), reverse=True)
    return values


LOOKING_BELOW = ("C5", "C8")


def dutch_2026_text(event: Event) -> Text:
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(right: Paired, other: Paired) -> Said:
        for paired in dutch.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.mdps + bracket.residents, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            below = [player for player in players if player.score < bracket.score]
            mine, yours = _values_2026(bracket, ours, right, below), _values_2026(bracket, theirs, other, below)
            same = ours.downfloaters == theirs.downfloaters
            codes = [code for code in mine if not same or code not in LOOKING_BELOW]
            order = map(_of_candidate, dutch.candidates(bracket, paired.limits))
            found = first_worse(codes, [mine[code] for code in codes], [yours[code] for code in codes])
            return found or later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def dutch_2017_text(event: Event) -> Text:
    players = [dutch_2017.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(_right: Paired, other: Paired) -> Said:
        for paired in dutch_2017.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.members, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            criteria = brackets_2017.CRITERIA
            codes = [criterion.__name__.upper() for criterion in criteria]
            values = ([criterion(bracket, one) for criterion in criteria] for one in (ours, theirs))
            of = brackets_2017.parameters_of_clb if paired.kind == "CLB" else brackets_2017.parameters
            order = map(_of_candidate, brackets_2017.candidates(bracket, of(bracket)))
            return first_worse(codes, *values) or later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def no_more(_right: Paired, _other: Paired) -> Said:
    """Return the objection to a legal round if the edition does not compare candidates."""
    return Said(OTHERWISE)


def dutch_2012_text(event: Event) -> Text:
    players = dutch_2012.players(event)
    return Text(legality(players, lambda p: p.tpn, dutch_2012_candidates.may_meet, lambda p: p.may_have_bye), no_more)


def dutch_2009_text(event: Event) -> Text:
    players = dutch_2009.players(event)
    return Text(legality(players, lambda p: p.tpn, dutch_2009.may_meet, lambda p: p.may_have_bye), no_more)


def lim_text(event: Event) -> Text:
    last = len(event.rounds) + 1 == event.rounds_total
    players = lim_players.players_of(event)

    def may_meet(one: lim_players.Player, other: lim_players.Player) -> bool:
        return lim_players.compatible(one, other, last)

    return Text(legality(players, lambda p: p.tpn, may_meet, lambda p: p.may_get_bye), no_more)
