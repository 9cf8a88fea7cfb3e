"""Mutants of the Lim System: a rule is removed, exchanged or read differently.

Each function replaces a part of the engine, and `pytest.MonkeyPatch` restores that part after the test. The module
`lim_systems` contains the mutants that only change a value of the `System`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pairing_engine.facts.model import Colour
from pairing_engine.matching.cover import UNMATCHED, bits_of
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim import (
    articles,
    compatibility,
    floaters,
    group,
    median,
    player_table,
    process,
    scoregroup,
    second_scrutiny,
)
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.lim.exchanges import Pairing, first_pairings
from pairing_engine.systems.lim.floaters import Floater, Outlook, Type
from pairing_engine.systems.lim.group import Direction, Group, opponents_of_floater
from pairing_engine.systems.lim.player_table import PlayerTable
from pairing_engine.systems.lim.process import groups_from_both_ends
from pairing_engine.systems.lim.scoregroup import FirstScrutiny, Paired
from pairing_engine.systems.lim.second_scrutiny import SecondScrutiny

Change = Callable[[pytest.MonkeyPatch], None]


def _set(place: object, name: str, value: object) -> Change:
    return lambda patch: patch.setattr(place, name, value)


def _value(**values: object) -> Change:
    process: Any = LIM_2026.process
    return lambda patch: patch.setitem(vars(LIM_2026), "_method", replace(process, **values)(LIM_2026))


def _without(*steps: articles.Why) -> Change:
    other = replace(LIM_2026, procedure=tuple(step for step in LIM_2026.procedure if step not in steps))
    return lambda patch: patch.setitem(vars(LIM_2026), "_method", other.process(other))


def _choices(**choices: object) -> Change:
    process: Any = LIM_2026.process
    return _value(choices=process.choices._replace(**choices))


def _both(*changes: Change) -> Change:
    def change(patch: pytest.MonkeyPatch) -> None:
        for each in changes:
            each(patch)

    return change


# --- 1, 2 -------------------------------------------------------------------------------------------------------------


def _upside_down(below: Direction, middle: Direction) -> Change:
    """[2.2] Pair the median, and the groups below the median, in the given directions."""

    def groups(of: PlayerTable, twice_median: int) -> tuple[list[Group], Group, list[Group]]:
        above, found, lower = groups_from_both_ends(of, twice_median)
        return above, replace(found, direction=middle), [replace(one, direction=below) for one in lower]

    return _value(groups=groups)


def _nearest_below(of: PlayerTable, twice_median: int) -> tuple[list[Group], Group, list[Group]]:
    """[2.2] If nobody has the median score, treat the next lower group as the median."""
    above, found, below = groups_from_both_ends(of, twice_median)
    if not found.own and below:
        found = replace(below.pop(), direction=Direction.DOWN)
    return above, found, below


def _crack(lower: Callable[[int, int], bool], last: int = -1) -> Change:
    """[2.6] Build a mutant that undoes a different pair for the median."""

    def crack_next(middle: Group, above: list[Paired], below: list[Paired]) -> Pairing | None:
        from_above = sum(middle.is_from_above(place) for place in middle.floaters)
        sides = [below, above]
        for side in sides if lower(from_above, len(middle.floaters) - from_above) else reversed(sides):
            for paired in reversed(side) if last else side:
                if paired.pairings:
                    return paired.pairings.pop(last)
        return None

    return _value(crack_next=crack_next)


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
    return opponents_of_floater(floater, replace(of, direction=Direction.UP) if upward else of, free)


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


# --- 4 ----------------------------------------------------------------------------------------------------------------


def _nearer_first(remaining: Sequence[int]) -> Iterator[int]:
    """[4.2] Try the proposed opponent, then the opponents before it, then the opponents after it."""
    half = len(remaining) // 2
    yield from (remaining[half], *reversed(remaining[1:half]), *remaining[half + 1 :])


def _upward_last(remaining: Sequence[int]) -> Iterator[int]:
    """[4.2] Try the proposed opponent, then the opponents after it, then the opponents before it in ascending order."""
    half = len(remaining) // 2
    yield from (*remaining[half:], *remaining[1:half])


def _exchanged_at_any_price(_outlook: Outlook, _members: object, stuck: int) -> Floater:
    """[4.4.1] Let the stuck player float instead of the returning floater, even if the group loses a pair (L38)."""
    return Floater(stuck, articles.RETURNS)


def _exchanged_whatever_the_type(outlook: Outlook, members: Collection[int], stuck: int) -> Floater:
    """[4.4.1] Let the stuck player float, whatever the type, if no pair is lost (L38 without 3.5 and 3.9.2)."""
    if stuck in floaters.without_loss(outlook.group, members):
        return Floater(stuck, articles.RETURNS)
    return floaters.in_exchange(outlook, members, stuck)


def _any_of_the_settled(outlook: Outlook, members: Sequence[int], _settled: object) -> Floater:
    """[4.4.2] Allow any player to accompany a floater, even a player whose pair is retained (L39)."""
    return floaters.in_company(outlook, members, ())


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
    return not compatibility.makes_three_in_a_row(player, colour) and not compatibility.makes_three_more(player, colour)


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
    allowed = second_scrutiny._kept(kept, self.pairings, within) if kept else within
    cover = self.table.cover(allowed, self.order)
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
    of: Group, pairings: list[Pairing], _allowed: Sequence[int], why: articles.Why
) -> SecondScrutiny:
    """[6] Let ratings limit all exchanges in a Maxi-tournament, not only exchanges for due colours (L43)."""
    return SecondScrutiny(of, pairings, second_scrutiny._within_limit(of, pairings), why)


_SECOND_SCRUTINY = second_scrutiny.second_scrutiny


def _scrutiny(change: Callable[[Group, list[Pairing]], list[Pairing]]) -> Change:
    return _both(_set(scoregroup, "second_scrutiny", change), _set(median, "second_scrutiny", change))


def _field(change: Callable[[PlayerTable], PlayerTable]) -> Change:
    original = player_table.player_table_of
    return _set(process, "player_table_of", lambda *facts: change(original(*facts)))


def _everybody_by_colours_alone(state: RoundState, *facts: object) -> PlayerTable:
    """[6] Apply the last round's exception even to players with different scores."""
    found = player_table.player_table_of(state, *facts)  # type: ignore[arg-type]
    if not state.is_last:
        return found
    everybody = range(len(found.players))
    new = [
        bits_of(j for j in everybody if j != i and found.players[j].tpn not in found.players[i].barred)
        for i in everybody
    ]
    return replace(found, compatible=new)


CHANGES: dict[str, Change] = {
    "2.1 three in a row allowed": _set(compatibility, "makes_three_in_a_row", lambda _p, _c: False),
    "2.1 three more allowed": _set(compatibility, "makes_three_more", lambda _p, _c: False),
    "2.2 downward below the median": _upside_down(Direction.DOWN, Direction.DOWN),
    "2.2 upward in the median": _upside_down(Direction.UP, Direction.UP),
    "2.2 the nearest group is the median": _value(groups=_nearest_below),
    "2.3.1-2.3.3 dropped": _without(articles.HAS_MET_ALL, articles.HAS_TWO_MORE, articles.HAS_TWO_IN_A_ROW),
    "2.6 always the higher side": _crack(lambda _above, _below: False),
    "2.6 always the lower side": _crack(lambda _above, _below: True),
    "2.6 the lower side if equal": _crack(lambda above, below: above >= below),
    "2.6 the pairing made first": _crack(lambda above, below: above > below, last=0),
    "3.2.2 dropped": _without(articles.MAJORITY),
    "3.2.3 dropped": _without(articles.MAXI),
    "3.2.4 the other end": _set(Group, "last_numbered", lambda self, places: self.order_of_service(places)[0]),
    "3.3 no exclusion": _set(Outlook, "_turns", property(_everybody_is_free)),
    "3.6, 3.7 turned round": _set(Group, "in_order", _from_below_first),
    "3.8 no alternate colour": _set(PlayerTable, "is_due_the_alternate", lambda _self, _one, _other: True),
    "3.8 floaters on a par": _set(scoregroup, "opponents_of_floater", _on_a_par),
    "3.8 the lowest for those from below": _set(scoregroup, "opponents_of_floater", _lowest_for_those_from_below),
    "3.8 no limit": _set(group, "_alternate_colour_first", _colour_before_rating),
    "3.9 no types": _without(articles.LEAST_DISADVANTAGE),
    "3.9 types b and c swapped": _type_with({Type.B: Type.C, Type.C: Type.B}),
    "3.10 dropped": _without(articles.SPARED),
    "3.10.1 dropped": _choices(to_make_even=_always_spare),
    "3.10.2 dropped": _without(articles.FEWER_PAIRINGS),
    "4.2 nearer opponents first": _value(exchanges=_nearer_first),
    "4.2 the top half in order": _value(exchanges=_upward_last),
    "4.4 nothing retained": _set(scoregroup, "FirstScrutiny", lambda of, _kept: FirstScrutiny(of, {})),
    "4.4.1 dropped": _without(articles.RETURNS),
    "4.4.1 at the cost of a pairing": _choices(in_exchange=_exchanged_at_any_price),
    "4.4.1 whatever the type": _choices(in_exchange=_exchanged_whatever_the_type),
    "4.4 without 3.5": _without(articles.STANDS_IN),
    "4.4.2 company by number alone": _choices(in_company=_last_of_all),
    "4.4.2 company at the cost of a pairing": _choices(in_company=_company_at_any_price),
    "4.4.2 company of the retained": _choices(in_company=_any_of_the_settled),
    "5.1 the alternate colour alone": _value(due_colour=_alternate),
    "5.1 both rules after contradictory histories": _both(
        _set(compatibility, "may_have", _third_before_three_more),
        _set(player_table, "may_have", _third_before_three_more),
    ),
    "5.2 dropped": _without(articles.EXCHANGED_FOR_COLOURS),
    "5.2 for leading players only": _set(SecondScrutiny, "pairings_for", _leading_only),
    "5.2 at the cost of those before": _set(SecondScrutiny, "pairings_for", _forgetful),
    "5.7 dropped": _without(articles.WRONG_RATING),
    "5.7 for permitted colours": _set(second_scrutiny, "SecondScrutiny", _within_limit_for_permitted),
    "6 not for floaters": _scrutiny(_floaters_left_alone),
    "6 without need": _field(lambda found: replace(found, permitted=found.compatible)),
    "6 for different scores": _set(process, "player_table_of", _everybody_by_colours_alone),
}
"""The change that each mutant makes to the engine."""
