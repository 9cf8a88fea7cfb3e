"""Rounds of the Lim System, each with its pairing and the mutants that pair it differently.

``lim_rounds.toml`` lists rounds of random events. The rounds in ``STATES`` were
worked out by hand for tests in `tests.articles`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pairing_engine.facts.model import Colour, Prohibition, Settings, Tpn
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.matching import Backend
from pairing_engine.matching.cover import UNMATCHED, Augmenting, bits_of
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Conventions, Player, RoundState, ranking
from pairing_engine.systems.lim import articles, floaters, process
from pairing_engine.systems.lim import floaters as player_table
from pairing_engine.systems.lim.edition_2026 import COLOUR_STEPS, LIM_2026
from pairing_engine.systems.lim.floaters import (
    Direction,
    Floater,
    Group,
    Outlook,
    Pairing,
    PlayerTable,
    Type,
    first_pairings,
    opponents_of_floater,
)
from pairing_engine.systems.lim.process import (
    FirstScrutiny,
    FromBothEnds,
    LimMethod,
    PairedGroup,
    SecondScrutiny,
    floated_before,
    groups_from_both_ends,
)
from pairing_engine.systems.system import Pairs, System
from tests.articles.mutants.witnesses import Witness, assert_told_apart, by_hand
from tests.articles.test_c040403_lim import ABOVE, at, maxi, only, plain
from tests.builders import WHITE, state, tournament
from tests.engine.laws import test_lim_laws as laws
from tests.engine.laws.test_lim_laws import Outcome
from tests.internals import replace_in


class Case(NamedTuple):
    """A round, its pairing, and the names of the mutants that pair it differently."""

    players: int
    rounds: tuple[str, ...]
    expected: str
    kills: tuple[str, ...]
    total: int = 9
    initial: Colour = WHITE
    asked: str = ""
    prohibited: tuple[str, ...] = ()
    ratings: tuple[int, ...] = ()
    """The ratings of the players in a Maxi-tournament; otherwise empty."""

    @property
    def witness(self) -> Witness:
        words = self.expected.replace(":U", "-0").split()
        boards = {(int(white), int(black)) for white, black in (word.split("-") for word in words)}
        return Witness(lambda _system: self.state, boards)

    @property
    def state(self) -> RoundState:
        pairs = (frozenset(Tpn(int(tpn)) for tpn in pair.split("-")) for pair in self.prohibited)
        settings = Settings(maxi=bool(self.ratings), prohibitions=tuple(Prohibition(1, 99, pair) for pair in pairs))
        event = tournament(
            self.players, *self.rounds, total=self.total, initial=self.initial, asked=self.asked, settings=settings
        )
        if self.ratings:
            rated = zip(event.participants, self.ratings, strict=True)
            event = event._replace(participants=tuple(p._replace(rating=rating) for p, rating in rated))
        return state_before(event, len(self.rounds) + 1)


def listed() -> Iterator[Case]:
    """Read the cases of ``lim_rounds.toml``."""
    for found in tomllib.loads(Path(__file__).with_name("lim_rounds.toml").read_text("utf-8"))["case"]:
        values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in found.items()}
        yield Case(**values | {"initial": Colour(found.get("initial", WHITE))})


CASES = tuple(listed())

COMPANY = [at(tpn, ABOVE, met=[11, 12]) for tpn in (5, 7, 9, 10)]
LAST_OF_A_MAXI = [at(1, colours="bww"), at(2, colours="wbb"), at(3, colours="bww"), at(4, colours="wbb")]
STATES: dict[str, tuple[RoundState, str]] = {
    "4.4 nothing retained": (
        state(
            *(at(tpn, ABOVE) for tpn in (1, 4, 6, 8)),
            *(only(tpn, 8, 11, 12, of=12, score=ABOVE) for tpn in (2, 3)),
            *COMPANY,
            *plain((11, 12)),
        ),
        "1-6 2-8 5-9 7-10 3-11 4-12",
    ),
    "5.7 for permitted colours": (maxi(state(*LAST_OF_A_MAXI, last=True), 2400, 2300, 2200, 2000), "1-4 2-3"),
}
"""Rounds with their right pairs. The mutants pair almost all random rounds correctly."""


Change = Callable[[pytest.MonkeyPatch], None]


def _set(place: object, name: str, value: object) -> Change:
    return lambda patch: patch.setattr(place, name, value)


def _without(*steps: articles.LimReason) -> Change:
    left = tuple(step for step in LIM_2026.procedure if step not in steps)
    return lambda patch: replace_in(patch, LIM_2026, "procedure", left)


# --- 1, 2 -------------------------------------------------------------------------------------------------------------


def _upside_down(below: Direction, middle: Direction) -> Change:
    """[2.2] Pair the median, and the groups below the median, in the given directions."""

    def groups(of: PlayerTable, twice_median: int) -> tuple[list[Group], Group, list[Group]]:
        above, found, lower = groups_from_both_ends(of, twice_median)
        return above, found._replace(direction=middle), [one._replace(direction=below) for one in lower]

    return _set(process, "groups_from_both_ends", groups)


def _nearest_below(of: PlayerTable, twice_median: int) -> tuple[list[Group], Group, list[Group]]:
    """[2.2] If nobody has the median score, treat the next lower group as the median."""
    above, found, below = groups_from_both_ends(of, twice_median)
    if not found.own and below:
        found = below.pop()._replace(direction=Direction.DOWN)
    return above, found, below


def _crack(lower: Callable[[int, int], bool], last: int = -1) -> Change:
    """[2.6] Build a mutant that undoes a different pair for the median."""

    def crack_next(middle: Group, above: list[PairedGroup], below: list[PairedGroup]) -> Pairing | None:
        from_above = sum(middle.is_from_above(place) for place in middle.floaters)
        sides = [below, above]
        for side in sides if lower(from_above, len(middle.floaters) - from_above) else reversed(sides):
            for paired in reversed(side) if last else side:
                if paired.pairings:
                    return paired.pairings.pop(last)
        return None

    return _set(process, "crack_next", crack_next)


# --- 3 ----------------------------------------------------------------------------------------------------------------


def _everybody_is_free(outlook: Outlook) -> list[tuple[int, int]]:
    """[3.3, 3.4] Treat everybody in the adjacent group as free, even the opponents of other floaters."""
    return [(UNMATCHED, bits_of(outlook.adjacent.members))]


def _from_below_first(self: Group, places: Collection[int]) -> list[int]:
    """[3.6, 3.7] Pair the floaters in reverse order."""
    return _IN_ORDER(self, places)[::-1]


_IN_ORDER = Group.in_order


def _on_a_par(floater: int, of: Group, free: Sequence[int]) -> Iterator[int]:
    """[3.8] Treat other floaters like residents when a floater gets an opponent (L30)."""
    mixed = [place for place in sorted(free) if of.table.fits(floater, place)]
    yield from sorted(mixed, key=lambda place: not of.table.is_due_the_alternate(floater, place))


def _lowest_for_those_from_below(floater: int, of: Group, free: Sequence[int]) -> Iterator[int]:
    """[3.8] Give the lowest numbered opponents to floaters from below in the median (L29)."""
    upward = of.direction is Direction.DOWN and floater in of.floaters and not of.is_from_above(floater)
    return opponents_of_floater(floater, of._replace(direction=Direction.UP) if upward else of, free)


def _colour_before_rating(floater: int, others: list[int], of: PlayerTable) -> list[int]:
    """[3.8] Ignore the rating limit of Maxi-tournaments."""
    return sorted(others, key=lambda place: not of.is_due_the_alternate(floater, place))


def _type_with(swap: dict[Type, Type]) -> Change:
    """[3.9] Exchange the types of floaters according to ``swap``."""
    original = Outlook.type_of
    return _set(Outlook, "type_of", lambda self, place: swap.get(original(self, place), original(self, place)))


def _always_spare(outlook: Outlook, members: Collection[int]) -> Floater:
    """[3.10] Ignore the condition in 3.10.1."""
    types = {place: outlook.type_of(place) for place in members}
    choice = floaters._Choice(outlook.group, members, [p for p in members if types[p] is min(types.values())])
    chosen = choice.chosen(Type.C)
    choice.pool = list(members)
    return choice.within_limit(choice.spare(chosen) if outlook.group.table.has_floated(chosen) else chosen)


def _both_floated(state: RoundState, _conventions: Conventions) -> frozenset[int]:
    """[3.10] Count both players of a pair with different scores as floaters (L11)."""
    return frozenset(player.tpn for player in state.players if player.floated(1) != "-")


def _only_if_played(state: RoundState, conventions: Conventions) -> frozenset[int]:
    """[3.10] Give no float for a forfeited game (L11)."""
    games = state.earlier_rounds[-1].games if state.earlier_rounds else ()
    return floated_before(state, conventions) - {
        tpn for game in games if not game.is_played for tpn in (game.white, game.black)
    }


# --- 4 ----------------------------------------------------------------------------------------------------------------


def _nearer_first(remaining: Sequence[int]) -> Iterator[int]:
    """[4.2] Try the proposed opponent, then the opponents before it, then the opponents after it."""
    half = len(remaining) // 2
    yield from (remaining[half], *reversed(remaining[1:half]), *remaining[half + 1 :])


def _upward_last(remaining: Sequence[int]) -> Iterator[int]:
    """[4.2] Try the proposed opponent, then the opponents after it, then the opponents before it in ascending order."""
    half = len(remaining) // 2
    yield from (*remaining[half:], *remaining[1:half])


_IN_EXCHANGE, _IN_COMPANY = floaters.in_exchange, floaters.in_company


def _exchanged_at_any_price(_outlook: Outlook, _members: object, stuck: int) -> Floater:
    """[4.4.1] Let the stuck player float instead of the returning floater, even if the group loses a pair (L38)."""
    return Floater(stuck, articles.RETURNS)


def _exchanged_whatever_the_type(outlook: Outlook, members: Collection[int], stuck: int) -> Floater:
    """[4.4.1] Let the stuck player float, whatever the type, if no pair is lost (L38 without 3.5 and 3.9.2)."""
    if stuck in floaters.without_loss(outlook.group, members):
        return Floater(stuck, articles.RETURNS)
    return _IN_EXCHANGE(outlook, members, stuck)


def _any_of_the_settled(outlook: Outlook, members: Sequence[int], _settled: object) -> Floater:
    """[4.4.2] Allow any player to accompany a floater, even a player whose pair is retained (L39)."""
    return _IN_COMPANY(outlook, members, ())


def _last_of_all(outlook: Outlook, members: Sequence[int], settled: Collection[int]) -> Floater:
    """[4.4.2] Choose the accompanying floater only by number (L39)."""
    found = floaters.without_loss(outlook.group, members)
    remaining = [place for place in found if place not in settled] or found
    return Floater(outlook.group.last_numbered(remaining), articles.KEEPS_COMPANY)


def _company_at_any_price(outlook: Outlook, members: Sequence[int], settled: Collection[int]) -> Floater:
    """[4.4.2] Choose an accompanying floater even if the group loses a pair (L39)."""
    _, pool = outlook.least_disadvantaged([place for place in members if place not in settled])
    return Floater(outlook.group.last_numbered(pool), articles.KEEPS_COMPANY)


# --- 5, 6 -------------------------------------------------------------------------------------------------------------


def _alternate(player: Player) -> Colour | None:
    """[5.1] Always use the opposite of the player's last colour as the due colour (L8)."""
    return None if not player.colours else Colour(player.colours[-1]).opposite


def _third_before_three_more(player: Player, colour: Colour) -> bool:
    """[2.1] Apply both rules about forbidden colours, even if both colours are then forbidden (L8)."""
    return not player_table.makes_three_in_a_row(player, colour) and not player_table.makes_three_more(player, colour)


def _leading_only(self: SecondScrutiny, demand: Sequence[int], kept: Sequence[int] = ()) -> list[Pairing]:
    """[5.2] Exchange opponents only for the leading player of each pair (L41)."""
    for place in self.order:
        if any(place == pairing.served for pairing in self.pairings):
            self.pairings = _one_more(self, demand, kept, place)
        pairing = next(pairing for pairing in self.pairings if place in pairing.both)
        if demand[pairing.served] >> pairing.opponent & 1:
            self.within = _for_one(self.within, place, demand)
    return self.pairings


def _forgetful(self: SecondScrutiny, demand: Sequence[int], kept: Sequence[int] = ()) -> list[Pairing]:
    """[5.2] Meet a player's demand even if an earlier player's demand is then no longer met."""
    for place in self.order:
        self.pairings = _one_more(self, demand, kept, place)
    return self.pairings


def _one_more(self: SecondScrutiny, demand: Sequence[int], kept: Sequence[int], place: int) -> list[Pairing]:
    """Return pairings in which one more player has the due colour, or the same pairings if that is impossible."""
    pairing = next(pairing for pairing in self.pairings if place in pairing.both)
    within = _for_one(self.within, place, demand)
    allowed = process._kept(kept, self.pairings, within) if kept else within
    cover = Augmenting(allowed, bits_of(self.order))
    if demand[pairing.served] >> pairing.opponent & 1 or not cover.demand_all(self.order):
        return self.pairings
    return first_pairings(self.order, self, cover)


def _for_one(within: Sequence[int], place: int, demand: Sequence[int]) -> list[int]:
    found = [pairs & (-1 if demand[place] >> number & 1 else ~(1 << place)) for number, pairs in enumerate(within)]
    found[place] &= demand[place]
    return found


def _floaters_left_alone(of: Group, pairings: list[Pairing]) -> list[Pairing]:
    """[6] Leave the pairs of floaters unchanged, even in the last round (L42 without L47)."""
    of_floaters = [pairing for pairing in pairings if not of.own.issuperset(pairing.both)]
    return of_floaters + _SECOND_SCRUTINY(of, pairings[len(of_floaters) :])


def _within_limit_for_permitted(
    of: Group, pairings: list[Pairing], _allowed: Sequence[int], why: articles.LimReason
) -> SecondScrutiny:
    """[6] Let ratings limit all exchanges in a Maxi-tournament, not only exchanges for due colours (L43)."""
    return SecondScrutiny(of, pairings, process._within_limit(of, pairings), why)


_SECOND_SCRUTINY, _PLAYER_TABLE_OF = process.second_scrutiny, player_table.player_table_of


def _scrutiny(change: Callable[[Group, list[Pairing]], list[Pairing]]) -> Change:
    return _set(process, "second_scrutiny", change)


def _field(change: Callable[[PlayerTable], PlayerTable]) -> Change:
    return _set(player_table, "player_table_of", lambda *facts: change(_PLAYER_TABLE_OF(*facts)))


def _everybody_by_colours_alone(state: RoundState, *facts: object) -> PlayerTable:
    """[6] Apply the last round's exception even to players with different scores."""
    found = _PLAYER_TABLE_OF(state, *facts)  # type: ignore[arg-type]
    if not state.is_last:
        return found
    everybody = range(len(found.players))
    new = [
        bits_of(j for j in everybody if j != i and found.players[j].tpn not in found.players[i].barred)
        for i in everybody
    ]
    return found._replace(compatible=new)


CHANGES: dict[str, Change] = {
    "2.1 three in a row allowed": _set(player_table, "makes_three_in_a_row", lambda _p, _c: False),
    "2.1 three more allowed": _set(player_table, "makes_three_more", lambda _p, _c: False),
    "2.2 downward below the median": _upside_down(Direction.DOWN, Direction.DOWN),
    "2.2 upward in the median": _upside_down(Direction.UP, Direction.UP),
    "2.2 the nearest group is the median": _set(process, "groups_from_both_ends", _nearest_below),
    "2.3.1-2.3.3 dropped": _without(articles.HAS_MET_ALL, articles.HAS_TWO_MORE, articles.HAS_TWO_IN_A_ROW),
    "2.6.1 always the higher side": _crack(lambda _above, _below: False),
    "2.6.2 always the lower side": _crack(lambda _above, _below: True),
    "2.6 the lower side if equal": _crack(lambda above, below: above >= below),
    "2.6 the pairing made first": _crack(lambda above, below: above > below, last=0),
    "3.2.2 dropped": _without(articles.MAJORITY),
    "3.2.3 dropped": _without(articles.MAXI),
    "3.2.4 the other end": _set(Group, "last_numbered", lambda self, places: self.order_of_service(places)[0]),
    "3.3 no exclusion": _set(Outlook, "_turns", property(_everybody_is_free)),
    "3.6, 3.7 turned round": _set(Group, "in_order", _from_below_first),
    "3.8 no alternate colour": _set(PlayerTable, "is_due_the_alternate", lambda _self, _one, _other: True),
    "3.8 floaters on a par": _set(floaters, "opponents_of_floater", _on_a_par),
    "3.8 the lowest for those from below": _set(floaters, "opponents_of_floater", _lowest_for_those_from_below),
    "3.8 no limit": _set(floaters, "_alternate_colour_first", _colour_before_rating),
    "3.9 no types": _without(articles.LEAST_DISADVANTAGE),
    "3.9 types b and c swapped": _type_with({Type.B: Type.C, Type.C: Type.B}),
    "3.10 dropped": _without(articles.SPARED),
    "3.10 both floated": _set(process, "floated_before", _both_floated),
    "3.10 only if played": _set(process, "floated_before", _only_if_played),
    "3.10.1 dropped": _set(floaters, "to_make_even", _always_spare),
    "3.10.2 dropped": _without(articles.FEWER_PAIRINGS),
    "4.2 nearer opponents first": _set(floaters, "by_exchanges", _nearer_first),
    "4.2 the top half in order": _set(floaters, "by_exchanges", _upward_last),
    "4.4 nothing retained": _set(
        process, "FirstScrutiny", lambda of, _kept, cracked=(): FirstScrutiny(of, {}, cracked)
    ),
    "4.4.1 dropped": _without(articles.RETURNS),
    "4.4.1 at the cost of a pairing": _set(floaters, "in_exchange", _exchanged_at_any_price),
    "4.4.1 whatever the type": _set(floaters, "in_exchange", _exchanged_whatever_the_type),
    "4.4 without 3.5": _without(articles.STANDS_IN),
    "4.4.2 company by number alone": _set(floaters, "in_company", _last_of_all),
    "4.4.2 company at the cost of a pairing": _set(floaters, "in_company", _company_at_any_price),
    "4.4.2 company of the retained": _set(floaters, "in_company", _any_of_the_settled),
    "5.1 the alternate colour alone": _set(floaters, "due_colour", _alternate),
    "5.1 both rules after contradictory histories": _set(player_table, "may_have", _third_before_three_more),
    "5.2 dropped": _without(articles.EXCHANGED_FOR_COLOURS),
    "5.2 for leading players only": _set(SecondScrutiny, "pairings_for", _leading_only),
    "5.2 at the cost of those before": _set(SecondScrutiny, "pairings_for", _forgetful),
    "5.7 dropped": _without(articles.WRONG_RATING),
    "5.7 for permitted colours": _set(process, "SecondScrutiny", _within_limit_for_permitted),
    "6 not for floaters": _scrutiny(_floaters_left_alone),
    "6 without need": _field(lambda found: found._replace(permitted=found.compatible)),
    "6 for different scores": _set(player_table, "player_table_of", _everybody_by_colours_alone),
}
"""The change that each mutant makes to the engine."""


PairRound = Callable[[RoundState], Pairs]


def _other_pairs(change: Callable[[PairRound, RoundState], Pairs]) -> System:
    class Other(LimMethod):
        def pair(self, state: RoundState) -> Pairs:
            return change(super().pair, state)

    return LIM_2026._replace(process=FromBothEnds(Other))


def _in_an_earlier_round(pair: PairRound, state: RoundState) -> Pairs:
    """[6] Treat the last round like any other round."""
    return pair(state._replace(is_last=False))


def _higher_ranked_first(pair: PairRound, state: RoundState) -> Pairs:
    """[5.4] Favour the higher ranked player even below the median (L45)."""
    found = pair(state)
    ranked = (sorted(pair, key=ranking) for pair in found.pairs)
    return found._replace(pairs=tuple((one, other) for one, other in ranked))


PERMITTED, LOT = COLOUR_STEPS[:2], COLOUR_STEPS[-1:]
STEPS: tuple[tuple[ColourStep, ...], ...] = (
    PERMITTED, *((step,) for step in COLOUR_STEPS[2:5]), COLOUR_STEPS[5:7], LOT,
)  # fmt: skip
"""The steps of Article 5. In ``STEPS``, 5.1.1 and 5.1.2 form one item, and so do the last two steps of 5.4."""


def _with_steps(steps: Sequence[tuple[ColourStep, ...]]) -> System:
    return LIM_2026._replace(colour_steps=tuple(step for group_of in steps for step in group_of))


def _swapped(place: int) -> System:
    steps = list(STEPS)
    steps[place], steps[place + 1] = steps[place + 1], steps[place]
    return _with_steps(steps)


def _bye_by(measure: Callable[[Player, RoundState], tuple[int, ...]]) -> System:
    """[1.1] Build a system that considers the players for the bye in another order."""
    return LIM_2026._replace(bye_steps=(ByeStep("1.1", "", measure),))


SYSTEMS: dict[str, System] = {
    "1.1 the highest numbered": _bye_by(lambda player, _state: (player.score, player.tpn)),
    "1.1 from the highest group": _bye_by(lambda player, _state: (-player.score, -player.tpn)),
    "5.4 favours the higher ranked below the median": _other_pairs(_higher_ranked_first),
    "6 dropped": _other_pairs(_in_an_earlier_round),
    **{f"5: step {n} dropped": _with_steps(STEPS[:n] + STEPS[n + 1 :]) for n in range(len(STEPS) - 1)},
    **{f"5: steps {n} and {m} swapped": _swapped(n) for n, m in pairwise(range(1, len(STEPS)))},
}
"""Lim systems with one changed rule.

Swapping steps 0 and 1 changes nothing: a player's only permitted colour is always the due colour.
"""


@contextmanager
def mutated(name: str) -> Iterator[System]:
    with pytest.MonkeyPatch.context() as patch:
        if name in CHANGES:
            CHANGES[name](patch)
        other = SYSTEMS.get(name, LIM_2026)
        yield other._replace(**{each: getattr(other, each) for each in System._fields})


KILLERS = {name: case.witness for case in CASES for name in case.kills}
KILLERS |= {name: by_hand(*known) for name, known in STATES.items()}


def test_every_mutant_has_its_round() -> None:
    assert set(KILLERS) == {*CHANGES, *SYSTEMS}


@pytest.mark.parametrize("name", KILLERS)
def test_every_step_and_order_matters(name: str) -> None:
    assert_told_apart(LIM_2026, mutated(name), [KILLERS[name]], Backend.AUTO)


@pytest.mark.parametrize(
    ("law", "name", "seed"),
    [
        (laws.a_pair_is_lost, "4.4.1 at the cost of a pairing", 44),
        (laws.two_who_could_meet_leave, "4.4.2 company at the cost of a pairing", 40),
        (laws.a_floater_is_sent_on, "4.4.1 whatever the type", 0),
        (laws.a_floater_has_nobody, "4.4.1 whatever the type", 132),
        (laws.a_colour_is_given_without_need, "6 not for floaters", 130),
        (laws.a_colour_is_given_without_need, "5.7 for permitted colours", 158),
    ],
)
def test_a_law_about_groups_notices_a_change(
    law: Callable[[Outcome], object], name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    CHANGES[name](monkeypatch)
    assert any(law(outcome) is not None for before in laws.states_of(seed) for outcome in laws.outcomes(before))
