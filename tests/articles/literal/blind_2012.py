"""The Dutch System of 2012 (Istanbul), transcribed a second time from its text alone.

Its author had seen neither the engine nor the transcription in `dutch_2012`; then it was compared with both. What the
words leave open is decided here. Where the comparison changed a note, it says so: "blind:" is what it was before.
O1 and the following are readings of docs/readings.md.

 1. A.3 says that a bracket with half of its players from above, or more, "is also treated as though it was
    homogeneous". I take "(heterogeneous score brackets)" in C.3 g and h not to mean it: no upfloats count there.
 2. A.7.a gives White to who has a difference below -1 *or* had Black twice. Where both halves contradict each other
    (which no legal history does) I take the difference. Without a game there is no preference, whatever the round.
 3. B.1.b calls who got points without playing a downfloater. I take a bye of any kind and a forfeit win alike. Who lost
    by forfeit has no float; blind: the float of the pair, from A.4. B.1.b is where this text speaks of rounds without a
    game, and names only those who got points (O3).
 4. B.1.b makes the bye a downfloat: I take the lowest bracket, if odd, to be one that "produces downfloaters".
 5. B.2 "may be ignored when pairing top scorers": I take a pair in which one at least is a top scorer, since the note
    goes on with a top scorer who is paired against a non-top scorer.
 6. C.1 in the lowest bracket: I take who could have the bye as compatible with the bye (D.4 calls the bye equivalent to
    an opponent). Players are looked at from the highest down. For whom C.12 finds nothing, he is moved down like any
    other (O1); blind: he stays, as C.1 names C.12 alone. "If necessary players will be moved down" is said of all (B).
 7. C.1 with C.12: another set must "now" allow P1 pairings, so it must do more than the present one: fewer of those
    moved down cannot be paired, or lower scores, or more pairs are made; the best set is taken (O5). Blind: any set,
    the first, in which nobody is incompatible, even if the present one made as many pairs.
 8. C.12 in its turn comes only when fewer pairs than P0 are made, whatever M1 is: as long as P0 are, "P1 pairings" are
    allowed already. Blind: at every stage, also before M1 is lowered.
 9. C.12 and C.13 look for "another pairing" from the first on; blind: from the present one on. The present one may be
    there because of a C.12 that C.13 undoes.
10. C.12 is "disallowed when already backtracking": I take C.13 to be backtracking as well; blind: only C.12 itself.
11. C.3 e to h and C.10: "for downfloaters" is about those who remain unpaired, but not about who was moved down to this
    bracket: their float is not one more (O7). "For upfloaters" is about who is paired with S1 (O12). Blind: those moved
    down counted again, and upfloaters of the remainder, too.
12. C.10, last sentence: a criterion is dropped "for the minimum number of pairs". I take each drop to be by one pair
    (or floater) at a time, B5 before B6 and X before them, as the restarts nest.
13. X and Z: the limits are those of the bracket: pairs of the players moved down and of the remainder count together.
    Z counts pairs of two players who both have strong (or absolute) preferences for one colour; X any such pair.
14. A.7.d is dropped for pairs of which not both players have an absolute preference: those with both are B2's.
15. C.4 with M1 < M0: "all other players in S2" I take literally: players moved down who are not in S1 are in S2.
16. A.11 puts the closeness of scores second, after the number of pairs: of as many floaters those with the lowest
    scores, before anything else (O4). Blind: only D.4 measured closeness.
17. C.13, "as shown in C14.b2": I take M1 to be reduced in the lowest bracket whether or not the remainder was reached.
    A pairing of the penultimate bracket "allows a pairing in the lowest" if all of that can be paired by any means.
18. C.13 for the penultimate bracket: when P1 would get below M1 (C.14.b1), M1 is lowered and P1 is P0 again, as C.14.b2
    restarts; blind: P1 stays low. With no M1 left the brackets are joined. C.8.b stands before C.14, so that another
    set with P1 pairs should come before fewer pairs; but JaVaFo 1.4 prefers to leave out lower scores in two cases of
    three, and so do the recorded rounds. I follow them, in the sense of B.3 (O6); blind: the number of pairs.
19. C.13, joined brackets: "the latest added score bracket as S1" I take with those who had been moved down to it. They
    count as moved down in C.1 and A.3. Once the bracket above is paired again, only those whom it moves down are S1
    (O9); blind: the latest added one remains in S1.
20. D.2: "numbers" are the places in the bracket, as in the examples. One player is exchanged before two, and so on.
21. D.4: the factor is that of all pairs of a joined bracket, and comes before all requirements (O13); blind: that of
    each homogeneous group, after exceptions to B2. B.3 makes no difference between S1 and the remainder.
22. E.3: rounds without a game do not count (C.04.2 D.5). E.5: the numbers in the first round are those among who plays.
    Two without a game later: the number decides, the other way round (O11); blind: as in the first round. The text is
    mute; O11 is what JaVaFo 1.4 does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.articles.literal.blind_common import (
    ABSOLUTE,
    MILD,
    STRONG,
    Bracket,
    Card,
    Pair,
    Pairing,
    Position,
    Procedure,
    Stage,
    clash,
    floats,
    odometer,
    preference,
    scores_of,
)


class Istanbul(Procedure):
    """The procedure of 2012, as far as it differs from 2009."""

    def is_top(self, card: Card) -> bool:
        """[A.10] Whether the player has over half of the possible points before the last round."""
        return self.position.is_last and 2 * card.score > 10 * (self.position.rounds - 1)

    def may_have_bye(self, card: Card) -> bool:
        return not card.free_points

    def may_meet(self, one: Card, two: Card) -> bool:
        if two.number in one.met:
            return False
        return not clash((one, two), ABSOLUTE) or self.is_top(one) or self.is_top(two)

    def needs(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """The requirements in order: B2, A.7.d, X, Z, then B5 and B6 for downfloaters, then for upfloaters."""
        pairs = [*upper, *lower]
        b2 = sum(clash(pair, ABSOLUTE) for pair in pairs)
        strong = sum(clash(pair, STRONG) for pair in pairs)
        x = sum(clash(pair, MILD) for pair in pairs)
        down = floats([card for card in rest if card not in bracket.down], "D")
        up = floats([two for _, two in upper], "U")
        colours = (0, x, strong) if self.position.is_even else (strong - b2, x, 0)
        return (b2, *colours, *down, *up)

    def has_distances(self, bracket: Bracket) -> bool:
        return bracket.is_joined or len({card.score for card in bracket.players}) > 1

    def distance(self, bracket: Bracket, pairs: Sequence[Pair], rest: Sequence[Card]) -> tuple[int, ...]:
        """[A.11, D.4] The floaters' scores, highest first; in a joined bracket the B3-factor."""
        if not bracket.is_joined:
            return scores_of(rest)
        lowest = min((card.score for card in bracket.players), default=0)
        of_pairs = sum((one.score - two.score) ** 2 for one, two in pairs)
        return (of_pairs + sum((card.score - lowest + 10) ** 2 for card in rest),)

    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.3, C.10] The levels of requirements, from C.10.g (slowest) to C.10.a (fastest)."""
        x1, z1 = self.x1_z1(bracket, stage)
        b2_most, a7d_most, x_most, _, *rest = most or (0,) * 8
        for b2 in range(b2_most + 1):  # C.10.g
            for a7d in range(a7d_most + 1):  # C.10.f
                for x in range(x1, max(x1, x_most) + 1):  # C.10.e
                    for z in range(z1, max(x, z1) + 1) if self.position.is_even else (0,):
                        for floated in odometer(rest):  # C.10.d to C.10.a
                            yield (b2, a7d, x, z, *floated)

    def x1_z1(self, bracket: Bracket, stage: Stage) -> tuple[int, int]:
        """[A.8, C.14] X1 and Z1, reduced by C.14."""
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
        """[C.8.b, D.3] The sets of moved-down players for S1, in order."""
        return combinations(down, size)

    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] Whether these may replace the floaters: "same size and with the same scores"."""
        return scores_of(new) == scores_of(old)

    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        p0 = len(bracket.players) // 2
        if stage.pairs > max(1, stage.moved) and (stage.reached or not stage.moved):  # C.14.a, C.14.b1
            return Stage(stage.pairs - 1, stage.moved, stage.left, stage.reached)
        if not stage.moved:
            return None
        left_out = self.left_out(bracket, stage.moved)
        later = left_out[left_out.index(stage.left) + 1 :] if stage.left in left_out else []
        if later:  # C.8.b
            return Stage(p0, stage.moved, later[0], stage.reached)
        if stage.moved > 1:  # C.14.b2
            return Stage(p0, stage.moved - 1, self.left_out(bracket, stage.moved - 1)[0], stage.reached)
        return None if stage.reached else Stage(p0, 0)

    def left_out(self, bracket: Bracket, moved: int) -> list[tuple[int, ...]]:
        """[C.8.b, B.3] The possible scores of moved-down players outside S1, the lowest first."""
        return sorted({scores_of(out) for out in combinations(bracket.down, len(bracket.down) - moved)})


def pair(position: Position) -> Pairing:
    """The pairing of a round by the rules of 2012."""
    return Istanbul(position).paired()
