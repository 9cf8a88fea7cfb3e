"""Events whose first rounds were paired with numbers that are not in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from random import Random

from pairing_engine.facts.model import Round, Tournament, Tpn
from pairing_engine.state.round_state import RoundState
from tests.checker.causes.played import absences, before, paired, played


def moved_in(event: Tournament, numbers: Mapping[Tpn, Tpn], last: int, chance: Random) -> Tournament:
    """Pair rounds 1 to ``last`` as if the players had different numbers."""
    back = {new: old for old, new in numbers.items()}

    def alter(state: RoundState) -> Round | None:
        if state.number > last:
            return None
        byes = tuple(bye._replace(tpn=numbers.get(bye.tpn, bye.tpn)) for bye in absences(event, state.number))
        return renumbered_round(paired(before(renumbered(state.tournament, numbers), state.number, byes)), back)

    return played(event, 1, alter, chance)


def renumbered(event: Tournament, numbers: Mapping[Tpn, Tpn]) -> Tournament:
    """Renumber the participants of an event, and drop all requests for byes."""
    people = (one._replace(tpn=numbers.get(one.tpn, one.tpn)) for one in event.participants)
    rounds = tuple(renumbered_round(one, numbers) for one in event.rounds)
    return replace(event, participants=tuple(sorted(people, key=attrgetter("tpn"))), rounds=rounds, requests=())


def renumbered_round(one: Round, numbers: Mapping[Tpn, Tpn]) -> Round:
    games = (g._replace(white=numbers.get(g.white, g.white), black=numbers.get(g.black, g.black)) for g in one.games)
    byes = (bye._replace(tpn=numbers.get(bye.tpn, bye.tpn)) for bye in one.byes)
    return Round(tuple(games), tuple(byes))
