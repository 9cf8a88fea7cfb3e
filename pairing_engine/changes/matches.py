"""[C.04.6] The matches of a newly paired round, with the usual line-ups and without results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from pairing_engine.changes.stated_results import LOST, OPEN, WON
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import NOBODY, Game, TeamMatch, Tournament, Tpn, lower_tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import Sides, TeamScorer

USUAL_COLOURS = "WB"
"""The usual colours on the boards: White and Black in turn, beginning with White."""


def open_matches(tournament: Tournament, pairing: RoundPairing) -> tuple[TeamMatch, ...]:
    """Build the matches of a round: the first members of both teams meet, one pair on each board.

    A team with too few members leaves its last boards empty. Raises `BadRequest` if the number of boards of a match is
    unknown.
    """
    rules = tournament.settings.team
    assert rules is not None
    size = boards_of_match(tournament)
    members = {team.tpn: team.members for team in tournament.teams}
    scorer = TeamScorer(rules, tournament.settings.scoring)
    found = []
    for pair in pairing.boards:
        sides = Sides(pair.white, pair.black, frozenset(members[pair.white]))
        boards = games_of(members[pair.white][:size], members[pair.black][:size], rules.colours)
        found.append(scorer.match(pairing.number, sides, boards, size=size))
    return tuple(sorted(found, key=lower_tpn))


def boards_of_match(tournament: Tournament) -> int:
    """Return the number of boards of a match, from the stated colours or else from the longest match so far.

    Raises `BadRequest` if the event has neither stated colours nor matches.
    """
    rules = tournament.settings.team
    assert rules is not None
    played = (len(match.boards) for recorded in tournament.rounds for match in recorded.matches)
    size = len(rules.colours) or max(played, default=0)
    if not size:
        words = say(
            "the number of boards in a match is not known: state the colours of the boards (record 352, such "
            "as 352 WBWB)"
        )
        raise BadRequest(words)
    return size


def games_of(white: Sequence[Tpn], black: Sequence[Tpn], colours: str) -> tuple[Game, ...]:
    """Create the games between two line-ups. ``white`` has White on board 1, and an empty seat loses."""
    pattern = colours or USUAL_COLOURS
    games = []
    for place, (one, other) in enumerate(zip_longest(white, black, fillvalue=NOBODY)):
        upright = pattern[place % len(pattern)] == pattern[0]
        first, second = (one, other) if upright else (other, one)
        results = (LOST if first == NOBODY else WON, LOST if second == NOBODY else WON)
        games.append(Game(first, second, *((OPEN, OPEN) if NOBODY not in (first, second) else results)))
    return tuple(games)
