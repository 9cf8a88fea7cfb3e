"""A transcription of the Dutch System of 1998, written from the text of 1998 before its engine was.

Where the texts of 1998 and 2009 have the same words, `blind_2009` transcribes both.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from tests.articles.literal.blind_2009 import Executive, dropped, x_of
from tests.articles.literal.blind_common import (
    ABSOLUTE,
    MILD,
    STRONG,
    Bracket,
    Candidate,
    Card,
    Group,
    Pair,
    Preference,
    Stage,
    complies,
    floats,
    odometer,
    preference,
)

# Notes on words that leave something open, beside those of `blind_2009`.
#
#  1. A.7.a: "This rule is not in effect when pairing players with a score of over 50% in the last round". The rule
#     defines the preference of one player. So such a player has no absolute preference, whoever the opponent is: the
#     preference is strong or mild, by the colour difference [A.7.b, A.7.c]. The colour can change: BWBBWW has a
#     difference of 0 and prefers Black mildly, BBWBBWW one of -1 and prefers White strongly.
#  2. B, note: By E.2 the opponent with an absolute preference gets it. So B2 would be broken only for the player of
#     over 50%, to whom it does not apply. Such a player may therefore meet anybody whom B1 allows.
#  3. B, note: "B5 and B6 do not apply" without a condition: floats of players of over 50% are not counted.
#  4. A.7.d, A.7.e: They are not there. Each preference counts for its colour, in every round.
#  5. C.9 restarts at C.4, which pairs the present group: the remainder, once the players moved down are paired. Only
#     C.10 undoes one of their pairs, after B5 has been dropped for downfloats. So the players moved down never change
#     opponents to spare somebody in the remainder a downfloat. C.10 restarts at C.7, and everything that C.9 dropped
#     for the old pairs applies again to the new ones, as after C.11. At first a single player who is left counted as a
#     remainder as well. But there is nothing to pair in it, so C.6 already decides about that float (P16).
#  6. C.13: "The two lowest score brackets are joined into a new lowest score bracket": all of their players are its
#     own. Only players moved down to the upper of the two are in S1 [A.6]; if there are none, the bracket is
#     homogeneous.


class GeneralAssembly(Executive):
    """The rules of 1998, where they differ from the rules of 2009."""

    def is_top(self, card: Card) -> bool:
        """[A.7.a; B, note] Whether the player has over half of the points that were possible before the last round."""
        return self.position.is_last and 2 * (card.score - card.virtual) > self.position.possible

    def preference(self, card: Card) -> Preference:
        """[A.7] Return the strength and the colour of a player's preference."""
        strength, colour = preference(card)
        if strength < ABSOLUTE or not self.is_top(card):
            return strength, colour
        difference = card.colours.count("W") - card.colours.count("B")
        if difference:
            return STRONG, "B" if difference > 0 else "W"
        return MILD, "B" if card.colours[-1] == "W" else "W"

    def clashes(self, pair: Pair, least: int) -> bool:
        """Whether two players prefer the same colour, and neither preference is weaker than ``least``."""
        (one, colour), (two, colour_two) = map(self.preference, pair)
        return colour == colour_two and min(one, two) >= least

    def may_meet(self, one: Card, two: Card) -> bool:
        return two.number not in one.met and not self.clashes((one, two), ABSOLUTE)

    def needs(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """Count the broken requirements, in the order x, upfloats, downfloats."""
        down = [card for card in rest if card not in bracket.down and not self.is_top(card)]
        up = [two for _, two in upper if not self.is_top(two)]
        return self.beyond([*upper, *lower], bracket), dropped(*floats(up, "U")), dropped(*floats(down, "D"))

    def beyond(self, pairs: Sequence[Pair], bracket: Bracket) -> int:
        """[A.8, C.11, C.14] Return the number of pairs that deny a preference, minus x (at least zero)."""
        players = bracket.players
        x = x_of({card: self.preference(card) for card in players})
        taken = len(players) // 2 - len(pairs)
        return max(0, sum(self.clashes(pair, MILD) for pair in pairs) - max(0, x - taken))

    def completions(self, bracket: Bracket, stage: Stage) -> Iterator[Candidate]:
        """[C.3 to C.11] Yield the pairings at this stage in the order in which the procedure finds them."""
        moved = stage.moved if len(bracket.players) - 2 * stage.moved > 1 else 0

        def upper(candidate: Candidate) -> tuple[Pair, ...]:
            return candidate.pairs[:moved]

        waiting: list[Candidate] = []
        for _, group in groupby(self.candidates(bracket, stage), upper):
            later = []
            for candidate in group:
                if any(candidate.needs):
                    later.append(candidate)
                else:
                    yield candidate
            yield from self.with_dropped_floats(later, (0, 0))
            waiting += (candidate for candidate in later if any(candidate.needs[:2]))
        if not waiting:
            return
        most = [max(candidate.needs[place] for candidate in waiting) for place in range(2)]
        for level in odometer(most):
            for _, same in groupby(waiting, upper):
                yield from self.with_dropped_floats([*same], level)
            waiting = [candidate for candidate in waiting if not complies(candidate.needs[:2], level)]

    def with_dropped_floats(self, candidates: Sequence[Candidate], level: tuple[int, ...]) -> Iterator[Candidate]:
        """[C.9] Yield the acceptable pairings of one group: with B6 and B5 for downfloats, without B6, with neither."""
        acceptable = [candidate for candidate in candidates if complies(candidate.needs[:2], level)]
        yield from sorted(acceptable, key=lambda candidate: candidate.needs[2])

    def joined(self, upper: Group, lower: Group) -> Group:
        """[C.13] Join the two lowest score brackets."""
        return Group(upper.own + lower.latest + lower.own, (), True)
