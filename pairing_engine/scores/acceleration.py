"""[C.04.7] The virtual points of accelerated systems. Virtual points affect the pairing but not the standings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.errors import Fact, MissingFact, PairingError, refusal
from pairing_engine.facts.model import Points, Scoring, Tournament, Tpn, VirtualPoints, show_points
from pairing_engine.language import say

Method = Callable[[Tournament, Sequence[Tpn]], tuple[VirtualPoints, ...]]
"""A method that computes virtual points from the event and from those who take part in its first round."""


def first_group_size(participants: int) -> int:
    """[C.04.7 1.2] Return the number of participants in GA: half of all participants, rounded up to an even number.

    ``participants`` is the number of participants in the first round.

    >>> first_group_size(161), first_group_size(9), first_group_size(8)
    (82, 6, 4)
    """
    return 2 * -(-participants // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """[C.04.7 1.4] Return the number of rounds with full virtual points, and the number with half virtual points.

    >>> accelerated_rounds(9), accelerated_rounds(11)
    ((3, 2), (3, 3))
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return full, accelerated - full


def baku_fits(scoring: Scoring) -> bool:
    """[C.04.7 1.1] Whether an event with this scoring system may be accelerated."""
    return scoring.win == 2 * scoring.draw and scoring.loss == 0


def baku(tournament: Tournament, paired_first: Sequence[Tpn]) -> tuple[VirtualPoints, ...]:
    """[C.04.7 1] Compute the virtual points of the Baku Acceleration Method.

    ``paired_first`` lists the participants who had an opponent or the bye in the first round, in ascending order of
    TPN. A late entrant also belongs to group GA if the TPN is smaller than the last TPN in GA [1.3.2].

    Raises `MissingFact` if the number of rounds is unknown. Raises `BadRequest` for a scoring system that 1.1 excludes.
    """
    settings = tournament.settings
    scoring = settings.scoring
    if settings.team is not None and not settings.team.primary_is_match_points:
        raise refusal("Baku acceleration needs match points as the primary score of a team event [C.04.7 1.4.4]")
    if not baku_fits(scoring):
        words = say("a win worth two draws and a loss worth nothing [C.04.7 1.1]")
        raise refusal(
            "Baku acceleration needs {words}; in this event {worth}", words=words, worth=_points_in_words(tournament)
        )
    # Reading W10: the points of a won round count. In Double-Swiss, a round is a match of two games.
    return _baku(tournament, paired_first, Points(scoring.win * (2 if settings.double else 1)))


def baku_of_2016(tournament: Tournament, paired_first: Sequence[Tpn]) -> tuple[VirtualPoints, ...]:
    """[C.04.5.1, in force until 31 January 2026] Compute the Baku virtual points for standard scores (reading E11).

    Raises `BadRequest` for other scores, and `MissingFact` if the number of rounds is unknown.
    """
    scoring = tournament.settings.scoring
    if (scoring.win, scoring.draw, scoring.loss) != (10, 5, 0):
        words = say("the standard scores of 1, 0.5 and 0 points [C.04.5.1 1]")
        raise refusal(
            "Baku acceleration, in its edition of 2016, needs {words}; in this event {worth}",
            words=words,
            worth=_points_in_words(tournament),
        )
    return _baku(tournament, paired_first, Points(10))


def _points_in_words(tournament: Tournament) -> str:
    scoring = tournament.settings.scoring
    win, draw, loss = (show_points(points) for points in (scoring.win, scoring.draw, scoring.loss))
    return say("a win is worth {win}, a draw {draw}, a loss {loss}", win=win, draw=draw, loss=loss)


def _baku(tournament: Tournament, paired_first: Sequence[Tpn], won: Points) -> tuple[VirtualPoints, ...]:
    """Compute the virtual points of group GA: ``won`` in the first accelerated rounds, and half of it in the others."""
    if tournament.settings.rounds is None:
        raise MissingFact(Fact.NUMBER_OF_ROUNDS)
    full, half = accelerated_rounds(tournament.settings.rounds)
    size = first_group_size(len(paired_first))
    if not size:
        return ()
    last = paired_first[min(size, len(paired_first)) - 1]
    group = frozenset(p.tpn for p in tournament.participants if p.tpn <= last)
    return (VirtualPoints(won, 1, full, group), VirtualPoints(Points(won // 2), full + 1, full + half, group))


def virtual_points(tournament: Tournament, paired_first: Sequence[Tpn], method: Method) -> tuple[VirtualPoints, ...]:
    """Return all virtual points of the tournament: those of records 250 and XXA, or else by ``method`` for Baku."""
    settings = tournament.settings
    stated = settings.virtual_points
    if settings.team is not None and not settings.team.primary_is_match_points:
        stated = tuple(statement._replace(points=statement.game_points) for statement in stated)
    if stated or not settings.baku:
        return stated
    return method(tournament, paired_first)


def acceleration_in_words(tournament: Tournament, method: Method) -> str:
    """Name the acceleration in use; it is Baku also if the virtual points that follow from it are stated, too."""
    settings = tournament.settings
    if settings.virtual_points and not (settings.states_baku and _is_by(tournament, method)):
        return say("acceleration by the virtual points that the file states")
    return say("Baku Acceleration") if settings.virtual_points or settings.baku else ""


def _is_by(tournament: Tournament, method: Method) -> bool:
    """Whether the stated virtual points are those that the method gives."""
    stated = tournament.settings.virtual_points
    try:
        computed = method(tournament, tournament.taking_part(1))
    except PairingError:
        return False
    last = max(one.last_round for one in (*stated, *computed))
    return all(in_round(stated, number) == in_round(computed, number) for number in range(1, last + 1))


def in_round(all_points: tuple[VirtualPoints, ...], number: int) -> dict[Tpn, Points]:
    """Return the virtual points of each participant in a round. A later record replaces an earlier record."""
    if not all_points:
        return {}
    from pairing_engine.facts.groups import Members, as_bits  # imported here, because few events are accelerated

    found: dict[Tpn, Points] = {}
    claimed = 0
    for points, first, last, tpns, _ in reversed(all_points):
        if first <= number <= last:
            new = as_bits(tpns) & ~claimed
            found.update(dict.fromkeys(Members(new), points))
            claimed |= new
    return found
