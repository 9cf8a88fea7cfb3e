"""The Dutch System of 1992 to 2009 (C.04.1), transcribed article by article without using the engine's code.

The procedure from bracket to bracket [C.1, C.12, C.13] is in `dutch_old_round`. Comments with ``READING`` mark words
with two possible meanings; docs/readings.md gives the reasons under P1 to P13.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, groupby, product
from typing import NamedTuple

from tests.articles.literal import common
from tests.articles.literal.facts import Cell, Event, NoLegalPairing, Paired

NONE, MILD, STRONG, ABSOLUTE = range(4)
DOWN, UP, LEVEL = "D", "U", "-"


@dataclass(frozen=True, eq=False)
class Player:
    """The facts about a player. ``last`` and ``before`` are the floats of the last two rounds."""

    tpn: int
    score: int
    colours: str
    colour: str
    strength: int
    met: frozenset[int]
    last: str
    before: str
    top: bool
    may_have_bye: bool
    number: int


def ranking(player: Player) -> tuple[int, int]:
    """[A.2] Sort by score, then by pairing number."""
    return -player.score, player.tpn


class Sayings(NamedTuple):
    """One edition's rules on top scorers and unplayed rounds.

    ``is_top`` compares a player's points with the possible points. ``bars`` tells whether an unplayed round excludes
    the player from the bye [B.1.b]. ``floats_down`` tells whether an unplayed round is a downfloat. If
    ``forfeits_float`` is true, forfeited games give floats.
    """

    is_top: Callable[[int, int], bool]
    bars: Callable[[Cell], bool]
    floats_down: Callable[[Cell], bool]
    forfeits_float: bool = False


def players_of(event: Event, sayings: Sayings) -> list[Player]:
    """[A.2] List the players of the coming round in order."""
    numbers = common.numbers(event)
    return sorted((_player(event, tpn, numbers[tpn], sayings) for tpn in common.present(event)), key=ranking)


def _player(event: Event, tpn: int, number: int, sayings: Sayings) -> Player:
    coming = common.coming_round(event)
    colours = common.colour_history(event, tpn)
    due = common.preference(colours)
    floats = [LEVEL, LEVEL, *(float_in(event, tpn, past, sayings) for past in range(1, coming))]
    forbidden = frozenset().union(*(pair for pair in event.forbidden if tpn in pair)) - {tpn}
    unplayed = [cell for cell in common.cells(event, tpn) if cell.result not in common.PLAYED]
    possible = (coming - 1) * event.points["1"]
    return Player(
        tpn=tpn,
        score=common.pairing_score(event, tpn, coming),
        colours=colours,
        colour=due.colour,
        strength=due.strength,
        met=frozenset(cell.opponent for cell in common.games(event, tpn)) | forbidden,
        last=floats[-1],
        before=floats[-2],
        top=event.rounds_total == coming and sayings.is_top(common.standing(event, tpn, coming), possible),
        may_have_bye=not any(map(sayings.bars, unplayed)),
        number=number,
    )


def float_in(event: Event, tpn: int, number: int, sayings: Sayings) -> str:
    """[A.4, A.5, B.1.b] Return the float of a round.

    A played round gives a float if the scores of the two players differ. An unplayed round never gives an upfloat.
    """
    cell = common.cell(event, tpn, number)
    if cell.result not in common.PLAYED and not (cell.opponent and sayings.forfeits_float):
        return DOWN if sayings.floats_down(cell) else LEVEL
    difference = common.pairing_score(event, tpn, number) - common.pairing_score(event, cell.opponent, number)
    return LEVEL if not difference else DOWN if difference > 0 else UP


def colours_of(one: Player, other: Player, event: Event) -> tuple[int, int]:
    """[E] Return White and Black of a pair."""
    higher, lower = sorted((one, other), key=ranking)
    colour = _colour(higher, lower, event)
    return (higher.tpn, lower.tpn) if colour == "w" else (lower.tpn, higher.tpn)


def _colour(higher: Player, lower: Player, event: Event) -> str:
    mine, theirs = higher.colour, lower.colour
    # E.1: grant both preferences. A player without a preference takes the other colour [A.7.f].
    if mine == "-" and theirs != "-":
        return opposite(theirs)
    if mine != "-" and theirs in ("-", opposite(mine)):
        return mine
    # E.2: grant the stronger preference. READING: two absolute ones are equally strong, whatever the differences.
    if higher.strength != lower.strength:
        return mine if higher.strength > lower.strength else opposite(theirs)
    # E.3: alternate the colours of the most recent round in which they differed.
    different = common.latest_difference(higher.colours, lower.colours)
    if different != "-":
        return opposite(different)
    # E.4: grant the preference of the higher ranked player.
    if mine != "-":
        return mine
    # E.5: in the first round, by the numbers in S1. READING: if two players without a game meet later, each gets the
    # opposite of that colour, by their pairing numbers as they are.
    if not event.rounds:
        return event.initial_colour if higher.number % 2 else opposite(event.initial_colour)
    return opposite(event.initial_colour) if higher.tpn % 2 else event.initial_colour


def opposite(colour: str) -> str:
    return "b" if colour == "w" else "w"


Group = tuple[Player, ...]
Pair = tuple[Player, Player]
Fate = tuple[tuple[int, ...], int]


@dataclass(frozen=True, eq=False)
class Bracket:
    """A score bracket.

    The players in ``lost`` have no opponent and move down [C.1]. If ``merged`` is true, C.13 has joined two brackets.
    """

    mdps: Group
    residents: Group
    number: int
    last: bool = False
    merged: bool = False
    lost: Group = ()

    @property
    def members(self) -> Group:
        return self.mdps + self.residents

    @property
    def is_heterogeneous(self) -> bool:
        """[A.3] Whether fewer than half of the players, but at least one, were moved down to the bracket."""
        mdps = [player for player in self.mdps if player not in self.lost]
        others = [player for player in self.members if player not in self.lost]
        return 0 < 2 * len(mdps) < len(others)


@dataclass(frozen=True, eq=False)
class PairedBracket:
    """A paired bracket. ``m1`` is the number of moved-down players who were paired in S1."""

    bracket: Bracket
    pairs: tuple[Pair, ...]
    floaters: Group
    m1: int


class Text(NamedTuple):
    """The rules of one edition.

    ``best`` finds the best candidate [C.2 to C.11, C.14], and ``may_meet`` tells whether a pair is allowed [B.1, B.2].
    If ``same_scores`` is true, C.12 replaces floaters only by players with the same scores.
    """

    best: Callable[[Bracket, Callable[[PairedBracket], bool]], PairedBracket | None]
    may_meet: Callable[[Player, Player], bool]
    same_scores: bool = True


class Round:
    def __init__(self, text: Text, number: int) -> None:
        self.text = text
        self.number = number
        self.known: dict[frozenset[int], int] = {}

    def brackets(self, everybody: Sequence[Player]) -> list[PairedBracket]:
        """[C] Pair all brackets of the round, from the highest down."""
        groups: list[Group] = [tuple(group) for _, group in groupby(everybody, key=lambda player: player.score)]
        if not groups:
            return []
        done: list[PairedBracket] = []
        for residents in groups[:-1]:
            mdps = done[-1].floaters if done else ()
            paired = self._ordinary(mdps, residents)
            if done and _asks_for_others(paired):
                another = self._backtrack(done[-1], residents)
                instead = None if another is None else self._ordinary(another.floaters, residents)
                # READING (C.12): "P1 pairings" means P0 pairs, and a possible opponent for everybody moved down [C.1].
                # If P1 has become smaller, it means more pairs than the present floaters allow.
                if another is not None and instead is not None and _allows_p1(instead, paired):
                    done[-1], paired = another, instead
            done.append(paired)
        return self._lowest(done, groups[-1])

    def _ordinary(self, mdps: Sequence[Player], residents: Group) -> PairedBracket:
        """Pair a bracket that is not the lowest. C.14 lowers P1 and M1 until a pairing is possible."""
        bracket = Bracket(ranked(mdps), residents, self.number)
        # READING (C.1): a player without an opponent is moved down before the bracket is divided. So A.3 does not count
        # such players, not even one who was moved down to this bracket and for whom C.12 has found nothing.
        bracket = replace(bracket, lost=tuple(p for p in bracket.members if not self._has_opponent(p, bracket.members)))
        found = self.text.best(bracket, lambda paired: True)
        assert found is not None
        return found

    def _has_opponent(self, player: Player, others: Sequence[Player]) -> bool:
        return any(other is not player and self.text.may_meet(player, other) for other in others)

    def _backtrack(self, previous: PairedBracket, residents: Group) -> PairedBracket | None:
        """[C.12] Pair the previous bracket with a better set of floaters, or return None."""
        # READING (C.12): a set is better if the players moved down who cannot be paired (a reason for C.1 to come
        # here) have lower scores or are fewer. If two sets are equal in this, the set that allows more pairs is better
        # ("P1 pairings").
        sets = combinations(previous.bracket.members, len(previous.floaters))
        fates = {self._fate(some, residents) for some in sets if self._may_replace(some, previous.floaters)}
        for better in sorted(fate for fate in fates if fate < self._fate(previous.floaters, residents)):

            def accepts(paired: PairedBracket, wanted: Fate = better) -> bool:
                floaters = paired.floaters
                if paired.m1 != previous.m1 or not self._may_replace(floaters, previous.floaters):
                    return False
                return self._fate(floaters, residents) == wanted

            another = self.text.best(previous.bracket, accepts)
            if another is not None:
                return another
        return None

    def _may_replace(self, some: Sequence[Player], floaters: Sequence[Player]) -> bool:
        """[C.12] Whether ``some`` may replace the floaters. In 2012, both sets must have the same scores."""
        if not self.text.same_scores:
            return len(some) == len(floaters)
        return sorted(player.score for player in some) == sorted(player.score for player in floaters)

    def _fate(self, floaters: Sequence[Player], residents: Sequence[Player]) -> Fate:
        """Return the scores of floaters without an opponent, and the number of unpaired players in the next bracket."""
        everybody = [*floaters, *residents]
        kept: list[Player] = []
        for player in ranked(floaters):
            if self._pairable([*kept, player], residents) == len(kept) + 1:
                kept.append(player)
        left = sorted((player.score for player in floaters if player not in kept), reverse=True)
        return tuple(left), len(everybody) - 2 * self._most_pairs(everybody)

    def _most_pairs(self, players: Sequence[Player]) -> int:
        key = frozenset(player.tpn for player in players)
        if len(players) < 2:
            return 0
        if key not in self.known:
            first, others = players[0], players[1:]
            found = self._most_pairs(others)
            for place, other in enumerate(others):
                if found == len(players) // 2:
                    break
                if self.text.may_meet(first, other):
                    found = max(found, 1 + self._most_pairs([*others[:place], *others[place + 1 :]]))
            self.known[key] = found
        return self.known[key]

    def _pairable(self, floaters: Sequence[Player], residents: Sequence[Player]) -> int:
        """Return how many floaters, at most, can get different residents as opponents."""
        if not floaters:
            return 0
        first, others = floaters[0], floaters[1:]
        found = self._pairable(others, residents)
        for place, resident in enumerate(residents):
            if found == len(floaters):
                break
            if self.text.may_meet(first, resident):
                found = max(found, 1 + self._pairable(others, [*residents[:place], *residents[place + 1 :]]))
        return found

    def _lowest(self, done: list[PairedBracket], low: Group) -> list[PairedBracket]:
        """[C.12, C.13] Pair the lowest bracket, in which only the receiver of the bye stays unpaired."""
        added: Group = ()
        mdps: Group = done[-1].floaters if done else ()
        merged = False
        while True:
            # C.13: "a merged score bracket shall be treated as heterogeneous with the latest added one as S1".
            bracket = Bracket(ranked((*mdps, *added)), low, self.number, last=True, merged=merged)
            found = self.text.best(bracket, _is_complete)
            if (
                not merged
                and done
                and bracket.is_heterogeneous
                and (found is None or any(p in found.floaters for p in mdps))
            ):
                another = self._another_penultimate(done[-1], low)
                if another is not None:
                    return [*done[:-1], another, self._below(another, low, merged)]
            if found is not None:
                return [*done, found]
            if not done:
                raise NoLegalPairing("C.13")
            penultimate = done.pop()
            everybody = ranked((*added, *low))
            another = self.text.best(penultimate.bracket, partial(self._allows, rest=everybody))
            if another is not None:
                return [*done, another, self._below(another, everybody, merged)]
            mdps, added, low, merged = penultimate.bracket.mdps, penultimate.bracket.residents, everybody, True

    def _below(self, another: PairedBracket, low: Group, merged: bool) -> PairedBracket:
        """Pair the lowest bracket; its floaters come from the bracket ``another``."""
        # READING (C.13): in a merged bracket, only the floaters of the penultimate bracket count as moved down.
        found = self.text.best(
            Bracket(ranked(another.floaters), low, self.number, last=True, merged=merged), _is_complete
        )
        assert found is not None
        return found

    def _another_penultimate(self, penultimate: PairedBracket, low: Group) -> PairedBracket | None:
        """[C.12] Pair the penultimate bracket with different floaters, so that the lowest bracket can be completed."""

        def accepts(paired: PairedBracket) -> bool:
            floaters = paired.floaters
            if paired.m1 != penultimate.m1 or not self._may_replace(floaters, penultimate.floaters):
                return False
            return self._completes_with(floaters, low)

        return self.text.best(penultimate.bracket, accepts)

    def _completes_with(self, floaters: Sequence[Player], low: Sequence[Player]) -> bool:
        """Whether the lowest bracket can be completed with an opponent for every floater."""
        if not floaters:
            return self.can_be_completed(low)
        first = floaters[0]
        return any(
            self.text.may_meet(first, other) and self._completes_with(floaters[1:], [p for p in low if p is not other])
            for other in low
        )

    def _allows(self, paired: PairedBracket, rest: Sequence[Player]) -> bool:
        """[C.13] Whether the lowest bracket can be paired after this pairing of the penultimate bracket."""
        p = paired.m1 if paired.bracket.is_heterogeneous else len(paired.pairs)
        return p > 0 and self.can_be_completed([*paired.floaters, *rest])

    def can_be_completed(self, left: Sequence[Player]) -> bool:
        """Whether these players can all be paired, with a bye if their number is odd."""
        if not left:
            return True
        if len(left) % 2:
            return any(
                p.may_have_bye and self.can_be_completed([q for q in left if q is not p]) for p in reversed(left)
            )
        first, others = left[0], left[1:]
        return any(
            self.text.may_meet(first, p) and self.can_be_completed([q for q in others if q is not p]) for p in others
        )


def _asks_for_others(paired: PairedBracket) -> bool:
    """[C.1, C.12] Whether a player who moved down has no opponent, or the bracket has fewer than P0 pairs."""
    bracket = paired.bracket
    if any(player in bracket.lost for player in bracket.mdps):
        return True
    return len(paired.pairs) < (len(bracket.members) - len(bracket.lost)) // 2


def _allows_p1(paired: PairedBracket, present: PairedBracket) -> bool:
    """[C.1, C.12] Whether ``paired`` has more pairs than ``present``, or P0 pairs and an opponent for every MDP."""
    bracket = paired.bracket
    if len(paired.pairs) > len(present.pairs):
        return True
    return len(paired.pairs) == len(bracket.members) // 2 and not any(p in bracket.lost for p in bracket.mdps)


def _is_complete(paired: PairedBracket) -> bool:
    return not paired.floaters or (len(paired.floaters) == 1 and paired.floaters[0].may_have_bye)


def ranked(some: Sequence[Player]) -> Group:
    return tuple(sorted(some, key=ranking))


Accepts = Callable[[PairedBracket], bool]


def players(event: Event) -> list[Player]:
    """[B.1.b, Note] List the players with the facts that the articles use.

    A topscorer has at least 50% of the possible points. A player who got a whole point without playing may not have the
    bye.
    """
    win = event.points["1"]
    sayings = Sayings(
        lambda points, possible: 2 * points >= possible,
        lambda cell: cell.result == "U" or event.points[cell.result] >= win,
        # READING (A.4, A.5): floats come from pairings, even if forfeited, and from byes that are worth a point.
        lambda cell: cell.result in "UF",
        forfeits_float=True,
    )
    return players_of(event, sayings)


def pair(event: Event) -> Paired:
    brackets = Round(TEXT, len(event.rounds) + 1).brackets(players(event))
    boards = [colours_of(one, two, event) for bracket in brackets for one, two in bracket.pairs]
    byes = [player.tpn for player in brackets[-1].floaters] if brackets else []
    return Paired(frozenset(boards), sum(byes))


def may_meet(one: Player, two: Player) -> bool:
    """[B.1.a, B.2, Note] Whether two players may meet.

    In the last round B.2 is ignored for two players with at least 50%.
    """
    if two.tpn in one.met or one.tpn in two.met:
        return False
    return not breaks_b2(one, two) or (one.top and two.top)


def _same(one: Player, two: Player) -> bool:
    return one.colour == two.colour != "-"


def breaks_b2(one: Player, two: Player) -> bool:
    return _same(one, two) and one.strength == two.strength == ABSOLUTE


class Requirements:
    """[C.6, C.9 to C.11] The requirements that are still in force.

    If ``b2`` is true, B.2 holds even for two topscorers (Note). If ``a7d`` is true, strong preferences are treated as
    absolute. ``mild`` is the colour of all mild preferences [A.7.e], or empty if they stay as they are. ``x`` is the
    number of pairs that may deny a preference. ``down`` (for downfloats) and ``up`` (for upfloats) are ``56`` if B.5
    and B.6 hold, ``5`` if only B.5 holds, and otherwise empty.
    """

    def __init__(self, mild: str, b2: bool, a7d: bool, x: int, down: str, up: str) -> None:
        self.mild = mild
        self.b2 = b2
        self.a7d = a7d
        self.x = x
        self.down = down
        self.up = up

    def allow(self, one: Player, two: Player) -> bool:
        """Whether the pair breaks no requirement, apart from the limit x on denied preferences."""
        if not may_meet(one, two) or (self.b2 and breaks_b2(one, two)):
            return False
        strong = _same(one, two) and {one.strength, two.strength} <= {STRONG, ABSOLUTE} and not breaks_b2(one, two)
        return not (self.a7d and strong)

    def denies(self, one: Player, two: Player) -> bool:
        """[A.8] Whether the pair denies a preference and counts towards x."""
        colours = [self.mild if self.mild and player.strength == MILD else player.colour for player in (one, two)]
        return colours[0] == colours[1] != "-"

    def allow_upfloat(self, player: Player) -> bool:
        return _free(player, UP, self.up)

    def allow_downfloat(self, player: Player) -> bool:
        return _free(player, DOWN, self.down)


def _free(player: Player, kind: str, in_force: str) -> bool:
    """[B.5, B.6] Whether the rules in force (``56``, ``5`` or none) allow the player another float of this kind."""
    return not ("5" in in_force and player.last == kind) and not ("6" in in_force and player.before == kind)


def requirements(bracket: Bracket, pairs: int) -> Iterator[Requirements]:
    """Yield the requirements in the order in which they are lowered.

    First, B6 and then B5 are dropped for upfloats [C.9], and later for downfloats [C.10]. Next, x is raised [C.11].
    Then, in odd rounds, A.7.d is dropped. Finally, B.2 is dropped for two topscorers.
    """
    odd = bracket.number % 2 == 1
    mild = "" if odd else kind_of_mild([player for player in bracket.members if player not in bracket.lost])
    for b2, a7d in product((True, False), (True, False) if odd else (False,)):
        # READING (A.8): x begins with 0. The least possible number may be greater, but beginning lower changes nothing.
        for x in range(pairs + 1):
            for down, up in product(("56", "5", ""), repeat=2):
                yield Requirements(mild, b2, a7d, x, down, up)


def kind_of_mild(group: Sequence[Player]) -> str:
    """[A.7.e, A.8] Return the kind of mild preference "which reduces the value of x", if everybody has this kind."""

    def x(colours: list[str]) -> int:
        w, b, q = colours.count("w"), colours.count("b"), -(-len(colours) // 2)
        return max(0, b - q if b > w else w - q)

    treated = {
        kind: x([kind if kind and player.strength == MILD else player.colour for player in group])
        for kind in ("", "w", "b")
    }
    return min(treated, key=lambda kind: (treated[kind], kind != ""))


# --- D: transpositions and exchanges ----------------------------------------------------------------------------------


def transpositions(s1: Sequence[Player], s2: Sequence[Player], required: Requirements, x: int) -> Iterator[list[Pair]]:
    """[D.1] Yield the transpositions that meet the requirements, "constructable in ascending order"."""
    if not s1:
        yield []
        return
    for place, other in enumerate(s2):
        left = x - required.denies(s1[0], other)
        if left >= 0 and required.allow(s1[0], other):
            for rest in transpositions(s1[1:], [*s2[:place], *s2[place + 1 :]], required, left):
                yield [(s1[0], other), *rest]


def exchanges(size: int, pairs: int) -> Iterator[list[int]]:
    """[D.2] Yield the places of the players in S1, first without an exchange, then after each exchange."""
    for number in range(min(pairs, size - pairs) + 1):
        from_s1 = list(combinations(range(pairs - 1, -1, -1), number))
        from_s2 = list(combinations(range(pairs, size), number))
        ways = [(sum(two) - sum(one), i, j) for i, one in enumerate(from_s1) for j, two in enumerate(from_s2)]
        for _, i, j in sorted(ways):
            yield sorted({*range(pairs), *from_s2[j]} - {*from_s1[i]})


def homogeneous(group: Sequence[Player], pairs: int, required: Requirements, x: int) -> Iterator[list[Pair]]:
    """[C.4 to C.8] Yield the candidates of a homogeneous bracket or remainder, in order."""
    for places in exchanges(len(group), pairs):
        s1 = [group[i] for i in places]
        s2 = [group[i] for i in range(len(group)) if i not in places]
        yield from transpositions(s1, s2, required, x)


def heterogeneous(group: Sequence[Player], p: int, pairs: int, required: Requirements) -> Iterator[list[Pair]]:
    """[C.4 to C.9] Yield the candidates of a heterogeneous bracket, which pairs its p highest players first.

    The lowest player who moved down is the first to get another opponent [C.9].
    """
    for row in transpositions(group[:p], group[p:], required, required.x):
        if not all(required.allow_upfloat(two) for one, two in row if one.score > two.score):
            continue
        taken = {player for made in row for player in made}
        left = required.x - sum(required.denies(*made) for made in row)
        remainder = [player for player in group if player not in taken]
        for rest in homogeneous(remainder, pairs - p, required, left):
            yield [*row, *rest]


# --- the bracket ------------------------------------------------------------------------------------------------------


def best(bracket: Bracket, accepts: Accepts) -> PairedBracket | None:
    """[C.2 to C.11, C.14] Return the first accepted candidate with the largest p and, for this p, the most pairs."""
    group = [player for player in bracket.members if player not in bracket.lost]
    mdps = sum(player in bracket.mdps for player in group) if bracket.is_heterogeneous else 0
    most = len(group) // 2
    # READING (C.14, A.6): the number of pairs falls in the remainder first. Then p, the number of players moved down,
    # falls. A player moved down who is no longer among the p highest players belongs to the others.
    for p in range(mdps, -1, -1):
        for pairs in range(most, most - 1 if bracket.last else p - 1, -1):
            found = _with_pairs(bracket, group, p, pairs, accepts)
            if found is not None:
                return found
    return None


def _with_pairs(
    bracket: Bracket, group: Sequence[Player], p: int, pairs: int, accepts: Accepts
) -> PairedBracket | None:
    if not _is_possible(group, p, pairs):
        return None
    for required in requirements(bracket, pairs):
        every = heterogeneous(group, p, pairs, required) if p else homogeneous(group, pairs, required, required.x)
        for made in every:
            paired = {player for pair_made in made for player in pair_made}
            floaters = tuple(player for player in bracket.members if player not in paired)
            # READING (C.10): a further float of a player moved down does not count. The same holds for players whom C.1
            # has moved down before this bracket was paired.
            counted = [player for player in floaters if player not in (*bracket.mdps, *bracket.lost)]
            if not all(map(required.allow_downfloat, counted)):
                continue
            candidate = PairedBracket(bracket, tuple(made), floaters, p)
            if accepts(candidate):
                return candidate
    return None


def _is_possible(group: Sequence[Player], p: int, pairs: int) -> bool:
    """Whether the group can form this many pairs if all requirements are dropped."""
    everything = Requirements("", b2=False, a7d=False, x=len(group), down="", up="")
    made = heterogeneous(group, p, pairs, everything) if p else homogeneous(group, pairs, everything, len(group))
    return next(made, None) is not None


TEXT = Text(best, may_meet, same_scores=False)
