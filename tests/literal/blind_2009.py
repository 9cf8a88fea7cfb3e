"""The Dutch system of 2009 (Executive Board; in substance that of 1992), transcribed a second time from its text alone.

Its author had seen neither the engine nor the transcription in `dutch_2009`. What the words leave open is decided here:

 1. A.4, A.5, B.1.b: a bye is a downfloat and bars another one if it gave a point, and so does a win by forfeit bar the
    bye (with a point). A win by forfeit is no float of its own: a pair of unequal scores floats, played or not.
 2. A.7.a and B.2: as in 2012, unplayed rounds do not count (F.2); contradictory histories go by the difference.
    "White when the difference is below 0 or ..., otherwise black" would forbid B.2.b its colour after WW with -1.
 3. A.7.d: strong preferences are treated as absolute "as long as this does not result in additional downfloaters". C
    has no step to drop this: I take it to be dropped, pair by pair, when x has reached p (C.11), before p is lowered.
 4. A.7.e: in even rounds I take a mild preference to be for whichever colour is needed: it counts for neither side of
    x, and a pair with such a player fulfils the preferences.
 5. A.8: "If b >> w" I take as b > w. x is not below 0.
 6. B, note: "50% or more in the last round" is of what could be had before it. B2 is ignored for a pair in which one at
    least has so much, as the last thing before p decreases. B5 and B6 are dropped by C.9 and C.10 in any case.
 7. C.1: in the lowest bracket who could have the bye is not without an opponent. If C.12 finds nothing for a player who
    was moved down, he is moved down again: "If necessary players will be moved down to a lower score bracket".
 8. C.6 names B1 and B2 only. I take the relative criteria that C.9 to C.11 have not dropped to hold as well.
 9. C.6, "start at C2 with the homogeneous remainder group": x and p are determined for the remainder alone. The pairs
    of the players moved down are held to the x of the whole bracket, those of the remainder to the x of the remainder.
10. C.9, "undo the pairing of the lowest moved down player ... by restarting at C7": I take C.7 to go on with D.1, so
    that after the lowest player the one above him gets another opponent, and so on, before anything is dropped.
11. C.9, "drop criterion B6 first and then B5": I take B.5 and B.6 "in descending priority" and "as much as possible":
    B6 first for one upfloater, two, ...; then B5 for one, with B6 in force again. C.10 begins C.9 anew, C.11 both. This
    is also for the case that not even the players moved down can be paired, where C.9 as a step for remainders is mute.
12. B.5 and B.6 are not limited to heterogeneous brackets: the lower player of any pair with unequal scores floats up.
    Downfloaters are those who remain unpaired, who are moved down, or get the bye.
13. C.11: one number of additional pairs is counted for both parts of a heterogeneous bracket. C.3 does not undo C.14.
14. C.12 is for any bracket with players from above. "Another player": as many players, but others, whatever their
    scores, by a pairing of the previous bracket that comes later in its order, with as many pairs.
15. C.14: if the remainder was reached, its p decreases, and with p = 0 nothing is left to pair there; otherwise that of
    the players moved down, of whom the lowest goes to S2 by C.4. x decreases with p.
16. C.13: "will allow a pairing in the lowest bracket": by the procedure, with all of S1 paired. With no bracket left to
    undo, C.14 follows with fewer players in S1, and in the end all are one homogeneous bracket.
17. C.13: "the latest added scoregroup as S1" is all of it with those who had been moved down to it. With half of the
    players or more it is treated as homogeneous (A.3).
18. D.2: the matrices leave out player 1 and the last one: no pairing comes first by exchanging them, so I let them in.
    Larger exchanges follow in the same manner: difference, then lowest of S1, then highest of S2.
19. E.5: two players without a game in a later round are treated as in the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.literal.blind_common import (
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
)


class Executive(Procedure):
    """The procedures of 2009 where they differ from those of 2012."""

    def is_top(self, card: Card) -> bool:
        """[B, note] Half of the points that could be had before the last round, or more."""
        return self.position.is_last and 2 * card.score >= 10 * (self.position.rounds - 1)

    def may_have_bye(self, card: Card) -> bool:
        return card.free_points < 10

    def needs(
        self, bracket: Bracket, stage: Stage, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """B2, A.7.d, pairs beyond x, then B5 and B6 for downfloaters, then B5 and B6 for upfloaters."""
        pairs = [*upper, *lower]
        b2 = sum(clash(pair, ABSOLUTE) for pair in pairs)
        a7d = 0 if self.position.is_even else sum(clash(pair, STRONG) for pair in pairs) - b2
        group = [card for pair in lower for card in pair] + list(rest)
        beyond = self.beyond(lower, group, len(group) // 2 - len(lower))
        if upper:
            beyond = max(beyond, self.beyond(upper, bracket.players, len(bracket.down) - len(upper)))
        ups = [two for one, two in pairs if one.score != two.score]
        return (b2, a7d, beyond, *floats(rest, "D"), *floats(ups, "U"))

    def beyond(self, pairs: Sequence[Pair], group: Sequence[Card], taken: int) -> int:
        """[C.11] How many more pairs fail a preference than x allows, of which C.14 has taken some."""
        least = STRONG if self.position.is_even else MILD
        return max(0, sum(clash(pair, least) for pair in pairs) - max(0, self.x(group) - taken))

    def x(self, group: Sequence[Card]) -> int:
        """[A.8]"""
        least = STRONG if self.position.is_even else MILD
        held = [colour for strength, colour in map(preference, group) if strength >= least]
        w, b, q = held.count("W"), held.count("B"), (len(group) + 1) // 2
        return b - q if b > w else w - q

    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.9 to C.11] The innermost is dropped first."""
        return odometer(most or (0,) * 7)

    def sets(self, down: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
        """[C.4] "Put the highest players in S1"."""
        yield tuple(down[:size])

    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] "Another player will be moved down"."""
        return len(new) == len(old)

    def moves_on(self, card: Card, bracket: Bracket) -> bool:
        return True

    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        if stage.moved and not stage.reached:
            return Stage(stage.pairs, stage.moved - 1) if stage.moved > 1 else None
        pairs = stage.pairs - 1
        return Stage(pairs, min(stage.moved, pairs), stage.reached) if pairs > 0 else None

    def last_resort(self, bracket: Bracket, stage: Stage) -> Stage | None:
        return Stage(stage.pairs, stage.moved - 1) if stage.moved and not self.done else None

    def can_be_lowest(self, bracket: Bracket) -> bool:
        return any(True for _ in self.candidates(bracket, self.first_stage(bracket)))


def pair(position: Position) -> Pairing:
    """The pairing of a round by the text of 2009."""
    return Executive(position).paired()
