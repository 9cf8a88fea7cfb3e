"""The Dutch System of 2009, transcribed a second time from its text alone.

Its author had seen neither the engine nor the transcription in `dutch_2009`; then it was compared with both. What the
words leave open is decided here. Where the comparison changed a note, it says so: "blind:" is what it was before.
P1 and O1 and the following are readings of docs/readings.md.

 1. A.4, A.5, B.1.b: a bye is a downfloat and bars another one if it gave a point, and so does a win by forfeit bar the
    bye (with a point). A win by forfeit is no float of its own: a pair of unequal scores floats, played or not (P4).
 2. A.7.a and B.2: as in 2012, unplayed rounds do not count (F.2); contradictory histories go by the difference.
    "White when the difference is below 0 or ..., otherwise black" would forbid B.2.b its colour after WW with -1.
 3. A.7.d: strong preferences are treated as absolute "as long as this does not result in additional downfloaters". C
    has no step to drop this: I take it to be dropped when x has reached p (C.11), before p is lowered.
 4. A.7.e: in even rounds I take a mild preference to be for whichever colour is needed: it counts for neither side of
    x, and a pair with such a player fulfils the preferences.
 5. A.8: "If b >> w" I take as b > w. x is not below 0.
 6. B, note: "50% or more in the last round" is of what could be had before it. B2 is ignored, as the last thing before
    p decreases, "when pairing players" who have that: both of them (P3). Blind: one is enough, as 2012 says; but there
    a sentence was added for it.
 7. C.1: in the lowest bracket who could have the bye is not without an opponent. If C.12 finds nothing for a player who
    was moved down, he is moved down again: "If necessary players will be moved down to a lower score bracket".
 8. C.6 names B1 and B2 only. I take the relative criteria that C.9 to C.11 have not dropped to hold as well.
 9. C.6, "start at C2 with the homogeneous remainder group": p is determined for the remainder alone, but x is that of
    the bracket: "x is deducted by one each time" (B.4), whose first words are "as many players as possible" (P7).
    Blind: x was determined anew for the remainder, which lets more pairs fail than need to.
10. C.9, "undo the pairing of the lowest moved down player ... by restarting at C7": I take C.7 to go on with D.1, so
    that after the lowest player the one above him gets another opponent, and so on, before anything is dropped.
11. C.9, "drop criterion B6 first and then B5": first B6, then both, each for all players of the bracket (P8). Blind:
    for one player after the other; but "only for the minimum number of pairs" was added in 2012. C.10 begins C.9 anew,
    C.11 both. This is also for the case that not even the players moved down can be paired.
12. Upfloats are those of who is paired with S1, since only C.9 can drop them, a step for brackets with players moved
    down: elsewhere they could never be dropped (O12). Blind: the lower player of any pair with unequal scores.
    Downfloaters are those who remain unpaired, but not who was moved down to this bracket (P5); blind: they as well.
13. C.11: x grows for the bracket as a whole. C.3 does not undo C.14.
14. C.12 is as in 2012 (O5), with the notes 7 to 10 there: "now allows p pairing"; blind: the next that allows any.
    "Another player will be moved down", whatever the scores (P12): "with the same scores" was added in 2012.
15. C.14: if the remainder was reached, its p decreases down to 0; then, and if it was not reached, that of the players
    moved down, of whom the lowest goes to S2 by C.4, and C.6 leads to C.3, which determines the p of the remainder
    anew. Blind: both decreased together. x decreases with the number of pairs.
16. C.13 for the lowest bracket: that p of the players moved down decreases there before anything is undone (O8, O9).
    Blind: the bracket above is undone first, in the order of the text, and C.14 is not reached. C.13 has no word on it;
    2012 put it first, and A.3 pairs those moved down "whenever possible", not always. "Will allow a pairing in the
    lowest bracket" is then: by any means.
17. C.13: "the latest added scoregroup as S1" is all of it with those who had been moved down to it, until the bracket
    above is paired again (O9). With half of the players or more it is treated as homogeneous (A.3).
18. D.2: the matrices leave out player 1 and the last one: no pairing comes first by exchanging them, so I let them in.
    Larger exchanges follow in the same manner: difference, then lowest of S1, then highest of S2.
19. E.5: two players without a game in a later round are treated as in 2012 (O11); blind: as in the first round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
)


class Executive(Procedure):
    """The procedure of 2009, as far as it differs from 2012."""

    def is_top(self, card: Card) -> bool:
        """[B, note] Whether the player has at least half of the possible points before the last round."""
        return self.position.is_last and 2 * card.score >= 10 * (self.position.rounds - 1)

    def may_have_bye(self, card: Card) -> bool:
        return card.free_points < 10

    def may_meet(self, one: Card, two: Card) -> bool:
        if two.number in one.met:
            return False
        return not clash((one, two), ABSOLUTE) or (self.is_top(one) and self.is_top(two))

    def needs(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """The requirements in order: B2, A.7.d, x, then B5 and B6 for downfloats, then for upfloats."""
        pairs = [*upper, *lower]
        b2 = sum(clash(pair, ABSOLUTE) for pair in pairs)
        a7d = 0 if self.position.is_even else sum(clash(pair, STRONG) for pair in pairs) - b2
        down = floats([card for card in rest if card not in bracket.down], "D")
        up = floats([two for _, two in upper], "U")
        return (int(b2 > 0), int(a7d > 0), self.beyond(pairs, bracket), dropped(*down), dropped(*up))

    def beyond(self, pairs: Sequence[Pair], bracket: Bracket) -> int:
        """[A.8, C.11, C.14] The number of failed preferences beyond the number x."""
        least = STRONG if self.position.is_even else MILD
        players = bracket.players
        held = [colour for strength, colour in map(preference, players) if strength >= least]
        w, b, q = held.count("W"), held.count("B"), (len(players) + 1) // 2
        x = b - q if b > w else w - q
        taken = len(players) // 2 - len(pairs)
        return max(0, sum(clash(pair, least) for pair in pairs) - max(0, x - taken))

    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.9 to C.11] The levels of requirements; the last value changes first."""
        return odometer(most or (0,) * 5)

    def sets(self, down: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
        """[C.4] The sets for S1: "Put the highest players in S1"."""
        yield tuple(down[:size])

    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] Whether other players are moved down: "Another player will be moved down"."""
        return len(new) == len(old)

    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        if stage.pairs > max(1, stage.moved) and (stage.reached or not stage.moved):
            return Stage(stage.pairs - 1, stage.moved, None, stage.reached)
        return Stage(len(bracket.players) // 2, stage.moved - 1) if stage.moved > 1 else None


def dropped(last: int, before: int) -> int:
    """[C.9, C.10] The requirements dropped for repeated floats: first B6, then both."""
    return 2 if last else int(before > 0)


def pair(position: Position) -> Pairing:
    """The pairing of a round by the rules of 2009."""
    return Executive(position).paired()
