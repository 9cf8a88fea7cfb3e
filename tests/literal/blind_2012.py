"""The Dutch system of 2012 (Istanbul), transcribed a second time from its text alone.

Its author had seen neither the engine nor the transcription in `dutch_2012`. What the words leave open is decided here:

 1. A.3 says that a bracket with half of its players from above, or more, "is also treated as though it was
    homogeneous". I take "(heterogeneous score brackets)" in C.3 g and h not to mean it: no upfloats count there.
 2. A.7.a gives White to who has a difference below -1 *or* had Black twice. Where both halves contradict each other
    (which no legal history does) I take the difference. Without a game there is no preference, whatever the round.
 3. B.1.b calls who got points without playing a downfloater. I take a bye of any kind and a forfeit win alike. A pair
    of unequal scores that was not played keeps its float for the loser: A.4 has it written down when the pair is made.
 4. B.1.b makes the bye a downfloat: I take the lowest bracket, if odd, to be one that "produces downfloaters".
 5. B.2 "may be ignored when pairing top scorers": I take a pair in which one at least is a top scorer, since the note
    goes on with a top scorer who is paired against a non-top scorer.
 6. C.1 in the lowest bracket: I take who could have the bye as compatible with the bye (D.4 calls the bye equivalent to
    an opponent). Players are looked at from the highest down. If C.12 does not help who was moved down, he stays.
 7. C.1 with C.12: P1 is not known yet; I take the P0 of the bracket with the other set. C.12 with C.1: the bracket with
    the other set begins at C.1, too, and a set with an incompatible player does not do.
 8. C.3 e to h and C.10: "reset for downfloaters" I take to be about those who remain unpaired in this bracket, and
    "for upfloaters" about the lower player of any pair with unequal scores, also in the remainder.
 9. C.10, last sentence: a criterion is dropped "for the minimum number of pairs". I take each drop to be by one pair
    (or floater) at a time, B5 before B6 and X before them, as the restarts nest.
10. X and Z: the limits are those of the bracket: pairs of the players moved down and of the remainder count together.
    Z counts pairs of two players who both have strong (or absolute) preferences for one colour; X any such pair.
11. A.7.d is dropped for pairs of which not both players have an absolute preference: those with both are B2's.
12. C.4 with M1 < M0: "all other players in S2" I take literally: players moved down who are not in S1 are in S2.
13. C.12: the other set must come from a pairing with as many pairs in the previous bracket, later in its order. "Allows
    P1 pairings": as far as absolute criteria go, with the present P1 and M1.
14. C.13, "as shown in C14.b2": I take M1 to be reduced in the lowest bracket whether or not the remainder was reached.
    A pairing of the penultimate bracket "allows a pairing in the lowest" if all of that can be paired by any means.
15. C.13 for the penultimate bracket: when P1 gets below M1 (C.14.b1), I take M1 to go down with it.
16. C.13, joined brackets: "the latest added score bracket as S1" I take with those who had been moved down to it. They
    count as moved down in C.1, C.12 and A.3.
17. D.2: "numbers" are the places in the bracket, as in the examples. One player is exchanged before two, and so on.
18. D.4: the factor decides in joined lowest brackets only, in each homogeneous group for itself (with the bye), among
    the pairings that need as many exceptions to B2. A.7.d and everything after it comes later: B.3 is above B.4.
19. E.3: rounds without a game do not count (C.04.2 D.5). E.5: two players without a game in a later round are treated
    as in the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.literal.blind_common import (
    ABSOLUTE,
    MILD,
    STRONG,
    Bracket,
    Card,
    Found,
    Pair,
    Pairing,
    Position,
    Procedure,
    Stage,
    clash,
    floats,
    odometer,
    preference,
)


class Istanbul(Procedure):
    """The procedures of 2012 where they differ from those of 2009."""

    def is_top(self, card: Card) -> bool:
        """[A.10] Over half of the points that could be had before the last round."""
        return self.position.is_last and 2 * card.score > 10 * (self.position.rounds - 1)

    def may_have_bye(self, card: Card) -> bool:
        return not card.free_points

    def needs(
        self, bracket: Bracket, stage: Stage, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """B2, A.7.d, X, Z, then B5 and B6 for downfloaters, then B5 and B6 for upfloaters."""
        pairs = [*upper, *lower]
        b2 = sum(clash(pair, ABSOLUTE) for pair in pairs)
        strong = sum(clash(pair, STRONG) for pair in pairs)
        x = sum(clash(pair, MILD) for pair in pairs)
        ups = [two for one, two in pairs if one.score != two.score] if bracket.is_heterogeneous else []
        even = self.position.is_even
        colours = (0, x, strong) if even else (strong - b2, x, 0)
        return (b2, *colours, *floats(rest, "D"), *floats(ups, "U"))

    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.3, C.10] From C.10.g outside to C.10.a inside."""
        x1, z1 = self.x1_z1(bracket, stage)
        b2_most, a7d_most, x_most, _, *rest = most or (0,) * 8
        for b2 in range(b2_most + 1):  # C.10.g
            for a7d in range(a7d_most + 1):  # C.10.f
                for x in range(x1, max(x1, x_most) + 1):  # C.10.e
                    for z in range(z1, max(x, z1) + 1) if self.position.is_even else (0,):
                        for floated in odometer(rest):  # C.10.d to C.10.a
                            yield (b2, a7d, x, z, *floated)

    def x1_z1(self, bracket: Bracket, stage: Stage) -> tuple[int, int]:
        """[A.8, C.14] X1 and Z1, less what C.14 has taken from them."""
        players = bracket.players
        p0 = len(players) // 2
        held = [preference(card) for card in players]
        fixed = [colour for strength, colour in held if strength > MILD or not self.position.is_even]
        mild = [colour for strength, colour in held if strength == MILD and self.position.is_even]
        white, black = fixed.count("W"), fixed.count("B")
        w, b = mild.count("W"), mild.count("B")
        a = sum(not colour for _, colour in held)
        x1 = p0 - white - w - a if black + b > white + w else p0 - black - b - a
        z1 = p0 - white - b - w - a if black > white else p0 - black - b - w - a
        taken = p0 - stage.pairs
        return max(0, max(0, x1) - taken), max(0, max(0, z1) - taken)

    def sets(self, down: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
        """[C.8.b, D.3]"""
        return combinations(down, size)

    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] "Another set of players of the same size and with the same scores"."""
        return sorted(card.score for card in new) == sorted(card.score for card in old)

    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        if stage.moved and not stage.reached:  # C.14.b2
            if stage.moved > 1:
                return Stage(stage.pairs, stage.moved - 1)
            return Stage(len(bracket.players) // 2, 0)
        pairs = stage.pairs - 1  # C.14.a, C.14.b1
        return Stage(pairs, min(stage.moved, pairs), stage.reached) if pairs > 0 else None

    def last_resort(self, bracket: Bracket, stage: Stage) -> Stage | None:
        """[C.13] "Try to reduce the number of pairable moved-down players (M1), as shown in C14.b2"."""
        return Stage(stage.pairs, stage.moved - 1) if stage.moved else None

    def can_be_lowest(self, bracket: Bracket) -> bool:
        players = bracket.players
        return any(True for _ in self.homogeneous(players, len(players) // 2, bracket))

    def selected(self, found: Iterator[Found], bracket: Bracket) -> Iterator[Found]:
        """[D.4] Those with the least B3-factor, in a lowest bracket that C.13 has made."""
        if not bracket.is_joined:
            yield from found
            return
        lowest = min(card.score for card in bracket.players)
        listed = [(sum(clash(pair, ABSOLUTE) for pair in pairs), pairs, rest) for pairs, rest in found]
        factors = [
            sum((one.score - two.score) ** 2 for one, two in pairs)
            + sum((card.score - lowest + 10) ** 2 for card in rest)
            for _, pairs, rest in listed
        ]
        least: dict[int, int] = {}
        for (b2, _, _), factor in zip(listed, factors, strict=True):
            least[b2] = min(factor, least.get(b2, factor))
        for (b2, pairs, rest), factor in zip(listed, factors, strict=True):
            if factor == min(known for ignored, known in least.items() if ignored <= b2):
                yield pairs, rest


def pair(position: Position) -> Pairing:
    """The pairing of a round by the text of 2012."""
    return Istanbul(position).paired()
