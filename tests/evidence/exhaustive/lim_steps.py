"""[C.04.4.3] The steps of the Lim System in their order, each with its article, as the transcription takes them.

The transcription decides who floats and who meets whom; here each of its decisions gets the article that makes it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from tests.articles.literal import common, lim
from tests.articles.literal.facts import Event, Paired
from tests.articles.literal.lim import Direction, Group, Player, Players
from tests.evidence.exhaustive.reasons import Item, Items, Shown, byes
from tests.evidence.exhaustive.verdicts import LATER, PROCEDURE, pairs_of


class Step(NamedTuple):
    """A player who meets another one, or who floats (``two`` is None), with the article."""

    article: str
    one: Player
    two: Player | None = None
    earlier: frozenset[int] = frozenset()
    """The players who come earlier in the order of opponents, and were passed over."""
    even: "Even | None" = None
    stuck: Player | None = None
    """[3.5, 4.4] The player without an opponent instead of whom this one floats."""
    company: "Even | None" = None
    """[4.4.2] The choice of the player who floats, too."""


class Even(NamedTuple):
    """[2.3.4, 4.4.1] A choice of a floater among ``members``, of whom only those may float who are in ``free``."""

    members: Players
    free: Players
    leaving: Players
    group: Group
    adjacent: Group


Steps = list[Step]


def of_leaving(player: Player, group: Group) -> str:
    """[2.3.1 to 2.3.3, 3.5] Return why a player has no opponent in the group."""
    if player in group.floaters:
        return "3.5"
    others = [p for p in group.residents + group.floaters if p is not player]
    if all(p.tpn in player.met for p in others):
        return "2.3.1"
    return "2.3.2" if abs(lim.balance(player)) >= 2 else "2.3.3"


def of_even(chosen: Player, other: Player, step: Even) -> str:
    """[3.1, 3.2, 3.9, 3.10] Return why one player floats and not another, to make the number of players even."""
    members, free, leaving, group, adjacent = step
    if other not in free:
        return "3.1"
    ours, theirs = (lim.disadvantage(p, leaving, group, adjacent) for p in (chosen, other))
    if ours != theirs:
        return "3.9"
    mildest = lim.least_disadvantaged(free, leaving, group, adjacent)[1]
    first = lim.equalising_floater(mildest, members)
    if other.floated and ours == "d" and first.floated and not chosen.floated:
        return "3.10"
    white, black = (sum(lim.due_colour(p) == colour for p in members) for colour in "wb")
    majority = "w" if white > black else "b" if black > white else ""
    return "3.2.2" if majority and lim.due_colour(other) != majority == lim.due_colour(chosen) else "3.2.4"


def of_even_alone(chosen: Player, step: Even) -> str:
    """[3.2.4] Return why the last numbered player does not float; 3.2.4 if that player does."""
    last = lim.by_number(step.members, step.group.direction)[-1]
    return "3.2.4" if last is chosen else of_even(chosen, last, step)


class Way(NamedTuple):
    """The article by which a player got an opponent, and the players who come earlier in the order of opponents."""

    article: str
    earlier: frozenset[int] = frozenset()


Ways = dict[frozenset[Player], Way]


def of_pair(player: Player, opponent: Player, others: Players, group: Group, cracked: Players) -> Way:
    """[2.4, 2.6, 3.8, 4.2, 4.3] Return how a player got an opponent among the others, in the first scrutiny."""
    is_floater = player in group.floaters
    turn = lim.opponents_of_floater(player, others, group) if is_floater else lim.opponents_by_exchange(player, others)
    possible = [p for p in turn if lim.compatible(player, p, group.last_round)]
    if is_floater:
        article = "2.6" if player in cracked else "3.8"
    else:
        article = "2.4" if opponent is turn[0] else "4.2" if turn[0] not in possible else "4.3"
    return Way(article, frozenset(p.tpn for p in possible[: possible.index(opponent)]))


def of_scrutiny(service: Players, pairs: lim.Pairs, group: Group, cracked: Players, retained: Ways) -> Ways:
    """Return how each pair of a scrutiny was made. A pair that is retained was made before [4.4]."""
    ways: Ways = {}
    for one, two in pairs:
        others = tuple(p for p in service[service.index(one) :] if p is not one)
        pair = frozenset((one, two))
        ways[pair] = retained.get(pair) or of_pair(one, two, others, group, cracked)
        service = tuple(p for p in service if p not in pair)
    return ways


def of_pairs(ways: Ways, pairs: lim.Pairs, group: Group) -> Iterator[Step]:
    """[5.2, 6] Yield the pairs in the order of service; the second scrutiny exchanges for permitted colours first."""
    permitted, _ = lim.each_in_turn(pairs, lim.colours_permissible, [], lambda _one, _two: True, group)
    made = {pair: ways.get(pair, Way("6")) for pair in map(frozenset, permitted)}
    final = lim.second_scrutiny(pairs, group)
    waiting = lim.order_of_service((p for pair in final if pair[0] not in group.floaters for p in pair), group)
    for one, two in sorted(final, key=lambda pair: pair[0] not in group.floaters):
        others = tuple(p for p in waiting if p is not one)
        waiting = tuple(p for p in others if p is not two)
        way = made.get(frozenset((one, two)), Way("5.2"))
        if way.article in ("5.2", "6"):
            turn = [p.tpn for p in lim.opponents_by_exchange(one, others)]
            way = way._replace(earlier=frozenset(turn[: turn.index(two.tpn)] if two.tpn in turn else turn))
        yield Step(way.article, one, two, earlier=way.earlier)


def of_group(group: Group, adjacent: Group) -> tuple[Steps, Players]:
    """[2.3 to 2.5, 4.4] Return the steps of a scoregroup other than the median, and its floaters."""
    leaving = lim.without_opponent(group)
    steps = [Step(of_leaving(player, group), player) for player in leaving]
    staying = tuple(p for p in group.residents + group.floaters if p not in leaving)
    even = lim.floater_to_make_even(staying, leaving, group, adjacent) if len(staying) % 2 else None
    choice = Even(staying, staying, leaving, group, adjacent)
    staying = tuple(p for p in staying if p is not even)
    later: Steps = []
    retained: dict[Player, Player] = {}
    ways: Ways = {}
    while True:
        service = lim.order_of_service(staying, group)
        pairs, stuck = lim.scrutinise(service, group, retained)
        kept = {pair: ways[pair] for pair in map(frozenset, retained.items())}
        ways = of_scrutiny(service, pairs, group, (), kept)
        if stuck is None:
            break
        if even is not None:
            staying, even = (*staying, even), None
            gone = lim.exchanged_for_returning_floater(stuck, staying, leaving, group, adjacent)
            other = Even(staying, lim.without_loss(staying, group.last_round), leaving, group, adjacent)
            later.append(Step("4.4.1", gone) if gone is stuck else Step("3.2.4", gone, even=other))
        else:
            gone = lim.stuck_or_one_in_its_stead(stuck, service, leaving, group, adjacent)
            later.append(Step("4.4", gone) if gone is stuck else Step("3.5", gone, stuck=stuck))
        staying, leaving = tuple(p for p in staying if p is not gone), (*leaving, gone)
        retained = dict(pair for pair in pairs if gone not in pair)
        if len(staying) % 2:
            settled = {stuck, *retained, *retained.values()}
            companion = lim.company(staying, settled, leaving, group, adjacent)
            free = lim.without_loss(staying, group.last_round)
            later.append(Step("4.4.2", companion, company=Even(staying, free, leaving, group, adjacent)))
            staying, leaving = tuple(p for p in staying if p is not companion), (*leaving, companion)
            retained = {one: two for one, two in retained.items() if companion not in (one, two)}
    steps += [] if even is None else [Step("3.2.4", even, even=choice)]
    floaters = leaving if even is None else (*leaving, even)
    return [*steps, *later, *of_pairs(ways, pairs, group)], floaters


def groups(event: Event, players: Players) -> tuple[list[Group], list[Group], Group]:
    """[2.2] Return the groups above the median, those below it, and the median."""
    last = len(event.rounds) + 1 == event.rounds_total
    middle = lim.median_level(event, len(event.rounds) + 1)
    levels = sorted({2 * p.score for p in players}, reverse=True)

    def group(level: int, direction: Direction) -> Group:
        return Group(level, direction, tuple(p for p in players if 2 * p.score == level), (), last, False)

    above = [group(level, Direction.DOWNWARD) for level in levels if level > middle]
    below = [group(level, Direction.UPWARD) for level in levels[::-1] if level < middle]
    return above, below, group(middle, Direction.DOWNWARD)


def side(towards: Sequence[Group], median: Group, beyond: Players) -> tuple[list[tuple[Group, Steps]], Players]:
    floaters: Players = ()
    found = []
    empty = not median.residents and not median.floaters
    for one, adjacent in pairwise([*towards, replace(median, residents=beyond) if empty else median]):
        group = replace(one, floaters=floaters)
        steps, floaters = of_group(group, adjacent)
        found.append((group, steps))
    return found, floaters


def procedure(event: Event, players: Players) -> list[tuple[Group, Steps]]:
    """[2.2, 2.6] Return the steps of each group in the order in which they are paired."""
    uppers, lowers, median = groups(event, players)
    above, down = side(uppers, median, lowers[-1].residents if lowers else ())
    median = replace(median, floaters=down)
    below, up = side(lowers, median, ())
    median = replace(median, floaters=down + up)
    cracked: Players = ()
    while True:
        service = lim.order_of_service(median.residents + median.floaters, median)
        pairs, stuck = lim.scrutinise(service, median, {})
        if stuck is None:
            first = of_scrutiny(service, pairs, median, cracked, {})
            return [*above, *below, (median, list(of_pairs(first, pairs, median)))]
        from_above = sum(2 * f.score > median.level for f in median.floaters)
        more_above = 2 * from_above > len(median.floaters)
        there = [any(step.two for _, steps in one for step in steps) for one in (below, above)]
        is_below = there[0] and (more_above or not there[1])
        both = _crack(below, "2.6.1") if is_below else _crack(above, "2.6.2")
        cracked += both
        median = replace(median, floaters=median.floaters + both)


def _crack(groups: list[tuple[Group, Steps]], article: str) -> Players:
    """[2.6] Undo the pairing nearest to the median that is left on a side; its players float."""
    steps = next(steps for _, steps in groups[::-1] if any(step.two for step in steps))
    place = max(place for place, step in enumerate(steps) if step.two)
    one, two = steps[place].one, steps[place].two
    assert two is not None
    del steps[place]
    first = next((place for place, step in enumerate(steps) if step.two), len(steps))
    steps[first:first] = [Step(article, one), Step(article, two)]
    return one, two


def lim_reasons(event: Event, right: Paired, other: Paired, edition: str = "2026") -> Items:
    """Compare the bye, and then each step with what the other round does instead.

    Two players who meet in both rounds are no difference, even if they float before they meet [2.6].
    """
    may = common.may_get_bye_before_2026 if edition == "1999" else common.may_get_bye
    players = lim.players_of(event, may)
    yield from byes(["C.04.4.3 1.1"] * 3, right, other, {p.tpn: (p.score, 0, -p.tpn) for p in players})
    theirs = {other.bye: 0} | {one: two for board in other.boards for one, two in (board, board[::-1])}
    in_both = pairs_of(right) & pairs_of(other)
    for group, steps in procedure(event, tuple(p for p in players if p.tpn != right.bye)):
        by_tpn = {p.tpn: p for p in group.residents + group.floaters}
        floats = {tpn for tpn in by_tpn if theirs[tpn] not in by_tpn} - {step.one.tpn for step in steps if not step.two}
        for step in steps:
            if frozenset((step.one.tpn, theirs[step.one.tpn])) in in_both:
                continue
            yield _against(step, theirs, by_tpn, group)
            for tpn in floats if step.even or step.stuck or step.company else ():
                yield _against(step, theirs, by_tpn, group, by_tpn[tpn])


def _against(
    step: Step, theirs: dict[int, int], by_tpn: dict[int, Player], group: Group, instead: Player | None = None
) -> Item:
    """Compare a step: who meets whom, or who floats. ``instead`` floats in the other round only [2.3.4]."""
    one, two, mate = step.one.tpn, step.two.tpn if step.two else 0, theirs[step.one.tpn]
    article, fault = step.article, PROCEDURE
    wrong = [f"{one} meets {mate}", *([] if mate in by_tpn else [f"{one} floats"])]
    if step.even and instead:
        article, wrong = of_even(step.one, instead, step.even), [f"{instead.tpn} floats"]
    elif instead and instead is step.stuck:  # the least disadvantageous of the two floats
        article, wrong = "3.9", [f"{instead.tpn} floats"]
    elif instead and step.company:
        why = of_even(step.one, instead, step.company)
        article, wrong = why if why in ("3.1", "3.9") else article, [f"{instead.tpn} floats"]
    elif step.even:
        article = f"2.3.4, {of_even_alone(step.one, step.even)}"
    elif mate in step.earlier:
        article = article if article in ("5.2", "6") else "4.3"
    elif two and mate in by_tpn:
        fault = LATER
    shown = Shown(step=f"{one} meets {two}" if two else f"{one} floats"), Shown(step="|".join(wrong))
    differs = mate != two if two else mate in by_tpn
    return Item(f"C.04.4.3 {article}", (0, int(differs)), shown, fault=fault, score=group.level // 2, any_order=True)


WORDS = {
    "2.3.1": "met everybody else",
    "2.3.2": "two more games with one colour",
    "2.3.3": "the same colour twice in a row",
    "2.4": "the proposal pairs the top half",
    "2.6": "pairing was undone",
    "3.1": "keeps its number of pairings",
    "2.6.1": "the next pairing of the lower scoregroup is undone",
    "2.6.2": "the next pairing of the higher scoregroup is undone",
    "3.2.2": "the same colour as the majority",
    "3.2.4": "the lowest numbered is chosen",
    "3.5": "floats",
    "3.8": "a floater meets the first available opponent",
    "3.9": "least disadvantageous type",
    "3.10": "floated in the previous round",
    "4.2": "not compatible, so another one is taken",
    "4.3": "find an opponent|have no compatible opponent",
    "4.4": "leave an already paired player without one",
    "4.4.1": "in exchange for the player who first floated",
    "4.4.2": "to keep the number of players even|also floats",
    "5.2": "(?<!both )players .*their due colours",
    "6": "a colour that is not permitted",
}
"""The words that a sentence must have for each article, as regular expressions."""


def has_words(article: str, words: str) -> bool:
    return re.search(WORDS.get(article.rpartition(" ")[2], "-"), words) is not None


def told_steps(event: Event, right: Paired, edition: str) -> Iterator[tuple[int, int, str]]:
    """Yield the steps that an account tells: who meets whom, or floats (0), and the articles."""
    players = lim.players_of(event, common.may_get_bye_before_2026 if edition == "1999" else common.may_get_bye)
    for _, steps in procedure(event, tuple(p for p in players if p.tpn != right.bye)):
        for step in steps:
            article = f"2.3.4, {of_even_alone(step.one, step.even)}" if step.even else step.article
            two = step.two.tpn if step.two else 0
            yield step.one.tpn, two, f"C.04.4.3 {article}"


LIM = {f"lim/{edition}": partial(lim_reasons, edition=edition) for edition in ("2026", "1999")}
