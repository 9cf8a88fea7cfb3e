"""A transcription of the Dutch System of 2009 (C.04.1).

The author had not seen the engine. Comments with "at first" describe an earlier reading that the author later gave up.
"""

from collections.abc import Iterator, Mapping, Sequence

from tests.articles.literal.blind_common import (
    ABSOLUTE,
    MILD,
    STRONG,
    Bracket,
    Card,
    Pair,
    Preference,
    Procedure,
    Stage,
    clash,
    floats,
    odometer,
    preference,
)

# Notes on words that leave something open. P1 to P13 and O1 to O15 are readings of docs/readings.md.
#
#  1. A.4, A.5, B.1.b: A bye that gave a point is a downfloat and bars from another bye. A win by forfeit (with a point)
#     also bars from the bye, but is no float by itself. A pair with unequal scores gives both players a float, even if
#     the game was forfeited (P4).
#  2. A.7.a, B.2: Unplayed rounds do not count (F.2), as in 2012. After a contradictory history, the difference decides.
#     Taken literally, "White when the difference is below 0 or ..., otherwise black" would contradict B.2.b after WW
#     with a difference of -1.
#  3. A.7.d: Strong preferences are treated as absolute "as long as this does not result in additional downfloaters". No
#     step of C drops this rule. It is dropped when x has reached p (C.11), before p is lowered.
#  4. A.7.e: In even rounds all mild preferences of a bracket are of "that kind (white resp. black) which reduces the
#     value of x", if there is one (P7). At first each of them was for whichever colour was needed.
#  5. A.8: "If b >> w" means b > w. The number x is never below 0.
#  6. B, note: "50% or more in the last round" means 50% of the points that were possible before that round. B2 is
#     ignored "when pairing players" with such a score, so both players must have it (P3). This is the last step before
#     p decreases. At first one such player was enough, as in 2012. But 2012 needed another sentence for this.
#  7. C.1: In the lowest bracket, a player who may have the bye is not without an opponent. If C.12 finds nothing for a
#     player who was moved down, this player is moved down again: "If necessary players will be moved down to a lower
#     score bracket".
#  8. C.6 names only B1 and B2. The relative criteria hold as well, unless C.9 to C.11 have dropped them.
#  9. C.6, "start at C2 with the homogeneous remainder group": p belongs to the remainder alone, but x to the whole
#     bracket. By B.4, which begins with "as many players as possible", "x is deducted by one each time" (P7). At first
#     x was determined again for the remainder, so more pairs could fail than necessary.
# 10. C.9, "undo the pairing of the lowest moved down player ... by restarting at C7": C.7 continues with D.1. So after
#     the lowest player, the player above gets another opponent, before any requirement is dropped.
# 11. C.9, "drop criterion B6 first and then B5": First B6 is dropped, then both, for all players of the bracket (P8).
#     At first they were dropped for one player after the other. But "only for the minimum number of pairs" was added in
#     2012. C.10 begins C.9 again, and C.11 begins both again, even if the players moved down cannot be paired.
# 12. Upfloats count only for players who meet a player of S1 (O12). Only C.9 can drop them, and C.9 is for brackets
#     with players moved down. At first upfloats counted for the lower player of any pair with unequal scores.
#     Downfloats count for players who remain unpaired, except players moved down to this bracket (P5). At first
#     downfloats counted for these as well.
# 13. C.11: x grows for the bracket as a whole. C.3 does not undo C.14.
# 14. C.12 is read as in 2012 (O5, notes 7 to 10 there): the other set "now allows p pairing". At first the next set
#     that allows any pairing was taken. "Another player will be moved down" means a player with any score (P12),
#     because "with the same scores" was added in 2012.
# 15. C.14: If the remainder was reached, its p decreases down to 0. After that, or if the remainder was not reached,
#     the p of the players moved down decreases. C.4 puts the lowest of them into S2, and C.6 leads to C.3, which
#     determines the p of the remainder again. At first both decreased together. With each pair less, x decreases as
#     well.
# 16. C.13 for the lowest bracket: The p of the players moved down decreases before anything is undone (O8, O9). At
#     first the bracket above was undone first, so C.14 was never reached. C.13 says nothing about this. But 2012 put
#     C.14 first, and A.3 pairs players moved down "whenever possible", not always. "Will allow a pairing in the lowest
#     bracket" means a pairing found by any means.
# 17. C.13: "The latest added scoregroup as S1" is all of that scoregroup with the players moved down to it, until the
#     bracket above is paired again (O9). If S1 has at least half of the players, the bracket is treated as homogeneous
#     (A.3).
# 18. D.2: The matrices leave out player 1 and the last player. Here both are included, but no pairing is found first by
#     exchanging them. Larger exchanges are sorted by difference, then by the lowest player of S1, then by the highest
#     player of S2.
# 19. E.5: Two players without a game who meet in a later round are treated as in 2012 (O11). At first they were treated
#     as in the first round.


class Executive(Procedure):
    """The rules of 2009, where they differ from the rules of 2012."""

    def is_top(self, card: Card) -> bool:
        """[B, note] Whether the player has at least half of the points that were possible before the last round."""
        return self.position.is_last and 2 * (card.score - card.virtual) >= self.position.possible

    def may_meet(self, one: Card, two: Card) -> bool:
        if two.number in one.met:
            return False
        return not clash((one, two), ABSOLUTE) or (self.is_top(one) and self.is_top(two))

    def needs(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """Count the broken requirements, in the order B2, A.7.d, x, downfloats, upfloats."""
        pairs = [*upper, *lower]
        b2 = sum(clash(pair, ABSOLUTE) for pair in pairs)
        a7d = 0 if self.position.is_even else sum(clash(pair, STRONG) for pair in pairs) - b2
        down = floats([card for card in rest if card not in bracket.down], "D")
        up = floats([two for _, two in upper], "U")
        return (int(b2 > 0), int(a7d > 0), self.beyond(pairs, bracket), dropped(*down), dropped(*up))

    def beyond(self, pairs: Sequence[Pair], bracket: Bracket) -> int:
        """[A.8, C.11, C.14] Return the number of pairs that deny a preference, minus x (at least zero)."""
        players = bracket.players
        as_they_are = {card: preference(card) for card in players}
        treated, x = as_they_are, x_of(as_they_are)
        for kind in "WB" if self.position.is_even else "":
            other = {card: (MILD, kind) if held[0] == MILD else held for card, held in as_they_are.items()}
            if x_of(other) < x:  # A.7.e
                treated, x = other, x_of(other)
        denied = [pair for pair in pairs if treated[pair[0]][1] == treated[pair[1]][1] != ""]
        return max(0, len(denied) - max(0, x - (len(players) // 2 - len(pairs))))

    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.9 to C.11] Yield the allowed number of violations of each requirement, step by step.

        The last requirement is loosened first.
        """
        return odometer(most or (0,) * 5)

    def sets(self, down: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
        """[C.4] Yield the only set for S1: "Put the highest players in S1"."""
        yield tuple(down[:size])

    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] Whether ``new`` may be moved down instead of ``old``: "Another player will be moved down"."""
        return len(new) == len(old)

    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        if stage.pairs > max(1, stage.moved) and (stage.reached or not stage.moved):
            return Stage(stage.pairs - 1, stage.moved, None, stage.reached)
        return Stage(len(bracket.players) // 2, stage.moved - 1) if stage.moved > 1 else None


def x_of(held: Mapping[Card, Preference]) -> int:
    """[A.8] Return x, which is never below zero."""
    colours = [colour for _, colour in held.values()]
    w, b, q = colours.count("W"), colours.count("B"), (len(colours) + 1) // 2
    return max(0, b - q if b > w else w - q)


def dropped(last: int, before: int) -> int:
    """[C.9, C.10] Count the requirements about repeated floats that must be dropped: first B6, then B5."""
    return 2 if last else int(before > 0)
