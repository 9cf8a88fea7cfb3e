"""A transcription of the Dutch System of 2012 (C.04.3.1, Istanbul).

The author had not seen the engine. Comments with "at first" describe an earlier reading that the author later gave up.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.articles.literal.blind_common import (
    ABSOLUTE,
    MILD,
    STRONG,
    Bracket,
    Card,
    Pair,
    Procedure,
    Stage,
    clash,
    floats,
    odometer,
    preference,
    scores_of,
)

# Notes on words that leave something open. O1 to O15 are readings of docs/readings.md.
#
#  1. A.3: A bracket with at least half of its players from above is treated "as though it was homogeneous". So C.3 g
#     and h ("heterogeneous score brackets") do not apply to it, and upfloats do not count there.
#  2. A.7.a: If the two conditions contradict each other, which no legal history does, the difference decides. A player
#     without a game has no preference in any round.
#  3. B.1.b: A bye of any kind and a forfeit win are downfloats. A player who lost by forfeit has no float (O3). At
#     first this player had the float of the pair, by A.4. But B.1.b is about rounds without a game, and names only
#     players who got points.
#  4. B.1.b: The bye is a downfloat. So a lowest bracket with an odd number of players "produces downfloaters".
#  5. B.2 "may be ignored when pairing top scorers": One top scorer in the pair is enough, because the note goes on with
#     a top scorer who is paired against a non-top scorer.
#  6. C.1 in the lowest bracket: A player who may have the bye is compatible with it, because D.4 calls the bye
#     equivalent to an opponent. Players are examined from the highest down. If C.12 finds nothing for a player, this
#     player is moved down (O1). At first the player stayed, because C.1 names only C.12. But B says: "If necessary
#     players will be moved down".
#  7. C.1 with C.12: Another set must "now" allow P1 pairings, so it must be better than the present set. A set is
#     better if fewer of the players moved down stay unpaired, if their scores are lower, or if there are more pairs.
#     The best set is taken (O5). At first any first set without an incompatible player was taken.
#  8. C.12 by itself applies only if there are fewer than P0 pairs, whatever M1 is. P0 pairs allow "P1 pairings"
#     already. At first C.12 applied at every stage.
#  9. C.12 and C.13 look for "another pairing" from the first pairing on. At first they began at the present pairing.
#     But the present pairing may come from a C.12 that C.13 undoes.
# 10. C.12 is "disallowed when already backtracking": C.13 is backtracking as well. At first only C.12 was backtracking.
# 11. C.3 e to h, C.10: "For downfloaters" is about players who remain unpaired, but not about players moved down to
#     this bracket (O7). "For upfloaters" is about players who meet S1 (O12). At first players moved down counted again,
#     and so did upfloaters in the remainder.
# 12. C.10, last sentence: A criterion is dropped "for the minimum number of pairs", so for one more pair (or floater)
#     at a time. B6 is dropped before B5, and both are dropped before X.
# 13. X and Z are limits of the whole bracket, so the remainder counts too. Z counts pairs in which both players have
#     strong or absolute preferences for the same colour. X counts all pairs with the same preference.
# 14. A.7.d is dropped for pairs in which at most one player has an absolute preference. B2 is about the other pairs.
# 15. C.4 with M1 < M0: "All other players in S2" is literal. Players moved down who are not in S1 are in S2.
# 16. A.11 puts the closeness of scores second, after the number of pairs. So among equally many floaters, the floaters
#     with the lowest scores come first (O4). At first only D.4 measured closeness.
# 17. C.13, "as shown in C14.b2": M1 is reduced in the lowest bracket even if the remainder was not reached. A pairing
#     of the penultimate bracket "allows a pairing in the lowest" bracket if all players there can be paired by any
#     means.
# 18. C.13 for the penultimate bracket: If P1 would become smaller than M1 (C.14.b1), M1 is lowered and P1 is P0 again
#     (C.14.b2). If no M1 is left, the brackets are joined. At first P1 stayed low. C.8.b comes before C.14, so sets
#     with P1 pairs should come before sets with fewer pairs. But JaVaFo 1.4 leaves out lower scores in two cases of
#     three, as do the recorded rounds. So scores come first (O6). At first the number of pairs came first.
# 19. C.13, joined brackets: "The latest added score bracket as S1" includes the players moved down to it. These players
#     count as moved down in C.1 and A.3. After the bracket above is paired again, only the players whom it moves down
#     are S1 (O9). At first the latest added bracket remained in S1.
# 20. D.2: "Numbers" are the places in the bracket, as in the examples. Exchanges of fewer players come first.
# 21. D.4: The factor adds up all pairs of a joined bracket, and comes before all requirements (O13). At first it was
#     that of each homogeneous group, and came after exceptions to B2. But B.3 does not distinguish S1 from the
#     remainder.
# 22. E.3: Rounds without a game do not count (C.04.2 D.5). E.5: The numbers in the first round are those among its
#     players. If two players without a game meet later, the number decides the other way round (O11). At first it
#     decided as in the first round. The text is silent, and O11 is what JaVaFo 1.4 does.


class Istanbul(Procedure):
    """The rules of 2012, where they differ from the rules of 2009."""

    def is_top(self, card: Card) -> bool:
        """[A.10] Whether the player has over half of the points that were possible before the last round."""
        return self.position.is_last and 2 * (card.score - card.virtual) > self.position.possible

    def may_meet(self, one: Card, two: Card) -> bool:
        if two.number in one.met:
            return False
        return not clash((one, two), ABSOLUTE) or self.is_top(one) or self.is_top(two)

    def needs(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """Count the broken requirements, in the order B2, A.7.d, X, Z, downfloats [B5, B6], upfloats [B5, B6]."""
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
        """[A.11, D.4] Return the scores of the floaters, highest first, or the B3-factor of a joined bracket."""
        if not bracket.is_joined:
            return scores_of(rest)
        lowest = min((card.score for card in bracket.players), default=0)
        of_pairs = sum((one.score - two.score) ** 2 for one, two in pairs)
        return (of_pairs + sum((card.score - lowest + 10) ** 2 for card in rest),)

    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.3, C.10] Yield the allowed number of violations of each requirement, step by step.

        C.10.a is used first, and C.10.g last.
        """
        x1, z1 = self.x1_z1(bracket, stage)
        b2_most, a7d_most, x_most, _, *rest = most or (0,) * 8
        for b2 in range(b2_most + 1):  # C.10.g
            for a7d in range(a7d_most + 1):  # C.10.f
                for x in range(x1, max(x1, x_most) + 1):  # C.10.e
                    for z in range(z1, max(x, z1) + 1) if self.position.is_even else (0,):
                        for floated in odometer(rest):  # C.10.d to C.10.a
                            yield (b2, a7d, x, z, *floated)

    def x1_z1(self, bracket: Bracket, stage: Stage) -> tuple[int, int]:
        """[A.8, C.14] Return X1 and Z1 after C.14 has reduced them."""
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
        """[C.8.b, D.3] Yield the sets of moved-down players for S1, in order."""
        return combinations(down, size)

    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] Whether ``new`` may be moved down instead of ``old``; C.12 demands "the same scores"."""
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
        """[C.8.b, B.3] List the possible scores of the moved-down players outside S1, the lowest scores first."""
        return sorted({scores_of(out) for out in combinations(bracket.down, len(bracket.down) - moved)})
