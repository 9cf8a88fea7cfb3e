"""The FIDE (Dutch) System of 2012 (Istanbul, C.04.3.1), transcribed without using the engine's code.

The procedure from bracket to bracket [C.1, C.12, C.13] is in `dutch_old_round`. The candidates of one bracket are in
`dutch_2012_candidates`. Comments with ``READING`` mark words with two possible meanings; docs/readings.md gives the
reasons under O1 to O15.
"""

from __future__ import annotations

from tests.articles.literal.dutch_2012_candidates import best, may_meet
from tests.articles.literal.dutch_old_facts import Player, Sayings, colours_of, players_of
from tests.articles.literal.dutch_old_round import Round, Text
from tests.articles.literal.facts import Event, Paired

TEXT = Text(best, may_meet)


def players(event: Event) -> list[Player]:
    """[A.10, B.1.b] List the players with the facts that the articles use.

    A topscorer has more than 50% of the possible points. A player who got points without playing may not have the bye.
    """
    # READING (B.1.b): "a point or half point": the bye, a full- or half-point bye, a forfeit win, or a win's points.
    win = event.points["1"]
    sayings = Sayings(
        lambda points, possible: 2 * points > possible,
        lambda cell: cell.result in "UFH+" or event.points[cell.result] >= win,
        lambda cell: cell.result in "UFH+",
    )
    return players_of(event, sayings)


def pair(event: Event) -> Paired:
    brackets = Round(TEXT, len(event.rounds) + 1).brackets(players(event))
    boards = [colours_of(one, two, event) for bracket in brackets for one, two in bracket.pairs]
    byes = [player.tpn for player in brackets[-1].floaters] if brackets else []
    return Paired(frozenset(boards), sum(byes))
