"""Accelerations that the file does not state: groups of players with virtual points, searched for and told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, groupby

from checker.causes.trials import Assumed, Checked, EventCause, Subject, assumed, with_settings
from pairing_engine.answers.sentences import rounds as in_rounds
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import NoteKind, Points, Round, Tournament, Tpn, VirtualPoints, show_points
from pairing_engine.language import listed, say, say_many
from pairing_engine.scores.acceleration import in_round
from pairing_engine.scores.crosstable import crosstable_of

MOST_ENDS, MOST_GROUPS = 12, 8
"""The largest numbers of places at which a group of players may end, and of groups that are tried after round 1."""

Groups = tuple[frozenset[Tpn], ...]
"""The groups of an acceleration, the strongest first. The rest of the players have no virtual points at first."""

Virtual = tuple[VirtualPoints, ...]


def plain(event: Checked) -> Iterator[Assumed]:
    """Yield the event without its acceleration, and with Baku acceleration."""
    settings, subject = event.tournament.settings, Subject.ACCELERATION
    if settings.baku or settings.virtual_points:
        words = say("the event was paired without the acceleration that the file states")
        yield assumed(event, subject, "none", words, baku=False, virtual_points=())
    if settings.virtual_points or not settings.baku:
        words = say("Baku acceleration was used, which the file does not state")
        if settings.virtual_points:
            words = say("Baku acceleration was used, not the stated virtual points")
        yield assumed(event, subject, "Baku", words, baku=True, virtual_points=())


def in_some_rounds(event: Checked) -> Iterator[Assumed]:
    """Yield accelerations of one or two groups: by steps, if the first round agrees with these, or progressive."""
    tournament = event.tournament
    if 1 not in event.rounds or not tournament.rounds:
        return
    win = tournament.settings.scoring.win
    ends = list(_ends_of_groups(tournament.rounds[0]))
    found: list[tuple[int, int, Groups]] = []
    for limits in chain(((end,) for end in ends), combinations(sorted(ends), 2)):
        between = list(zip((0, *limits), limits, strict=False))
        groups = tuple(frozenset(p.tpn for p in tournament.participants if a < p.tpn <= b) for a, b in between)
        left = _left(event, _virtual([tuple(win * n for n in range(len(groups), 0, -1))], groups), 1)
        found.append((left, len(found), groups))
    for left, _, groups in sorted(found)[:MOST_GROUPS]:
        both = (None if left else _by_steps(event, groups, win)), _progressive(event, groups, win)
        yield from (one for one in both if one is not None)
        if any(both):
            return


def _ends_of_groups(first: Round) -> Iterator[Tpn]:
    """Yield the last players of the groups whose members met only each other, or all but one did."""
    tpns = first.paired()
    crossing = 0
    ends: list[tuple[int, int, Tpn]] = []
    lower = {min(meeting[:2]) for meeting in first.meetings()}
    upper = {max(meeting[:2]) for meeting in first.meetings()}
    for place, tpn in enumerate(tpns, 1):
        crossing += (tpn in lower) - (tpn in upper)
        if crossing <= 1 < place < len(tpns) - 1:
            ends.append((crossing, abs(len(tpns) - 2 * place), tpn))
    yield from (tpn for _, _, tpn in sorted(ends)[:MOST_ENDS])


# --- by steps ---------------------------------------------------------------------------------------------------------


def _by_steps(event: Checked, groups: Groups, win: Points) -> Assumed | None:
    """Find virtual points that never rise, with which most rounds agree. A first group has more than a second."""
    levels = ((win,), (win // 2,), (2 * win,)) if len(groups) == 1 else ((2 * win, win), (win, win // 2))
    for level in levels:
        for longest in (True, False):
            points = _points_of_rounds(event, groups, level, longest=longest)
            if points is not None:
                words = _in_words(event, points, groups)
                accelerated = event._replace(tournament=_accelerated(event.tournament, _virtual(points, groups)))
                return EventCause(Subject.ACCELERATION, _as_value(points, groups), words, ()), accelerated
    return None


Levels = tuple[int, ...]
"""The virtual points of each group in a round."""


def _points_of_rounds(event: Checked, groups: Groups, level: Levels, *, longest: bool) -> list[Levels] | None:
    """Find the points of each round; ``longest`` keeps them as long as possible."""
    found: list[Levels] = []
    wrong = 0
    for number in range(1, event.rounds[-1] + 1):
        now = found[-1] if found else level
        options = [now, tuple(one // 2 for one in now), (0,) * len(groups)] if number > 1 else [now]
        for points in dict.fromkeys(options if longest else options[::-1]):
            if not _left(event, _virtual([*found, points], groups), number):
                found.append(points)
                break
        else:
            wrong += 1
            if number == 1 or number not in event.differing or 2 * wrong >= len(event.differing):
                return None
            found.append(now)
    return found


def _left(event: Checked, virtual: Virtual, number: int) -> int:
    return event._replace(tournament=_accelerated(event.tournament, virtual)).left(number)


def _virtual(points: Sequence[Levels], groups: Groups) -> Virtual:
    return tuple(
        VirtualPoints(Points(one), number, number, group)
        for number, levels in enumerate(points, 1)
        for one, group in zip(levels, groups, strict=True)
    )


def _accelerated(tournament: Tournament, virtual: Virtual) -> Tournament:
    return with_settings(tournament, baku=False, virtual_points=virtual)


def _as_value(points: Sequence[Levels], groups: Groups) -> str:
    """Write an acceleration as a value.

    >>> _as_value([(10,), (10,), (5,), (0,)], (frozenset({1, 2, 3}),))
    '1-3 1.0:1-2 0.5:3-3'
    """
    spans = (
        " ".join(f"{show_points(one)}:{numbers[0]}-{numbers[-1]}" for one, numbers in _spans(of_group))
        for of_group in zip(*points, strict=True)
    )
    return "; ".join(f"{min(group)}-{max(group)} {span}" for group, span in zip(groups, spans, strict=True))


def _spans(points: Sequence[int]) -> Iterator[tuple[Points, list[int]]]:
    for one, numbers in groupby(range(1, len(points) + 1), key=lambda number: points[number - 1]):
        if one:
            yield Points(one), list(numbers)


def _in_words(event: Checked, points: Sequence[Levels], groups: Groups) -> str:
    baku = _baku_in_words(event, [one[0] for one in points], groups[0]) if len(groups) == 1 else ""
    shown = {p.tpn: p.number for p in event.tournament.participants}
    parts = [
        say(
            "the players from {first} to {last} had {points}",
            first=shown[min(group)],
            last=shown[max(group)],
            points=listed(
                say("{points} virtual points in {rounds}", points=show_points(one), rounds=in_rounds(numbers))
                for one, numbers in _spans(of_group)
            ),
        )
        for group, of_group in zip(groups, zip(*points, strict=True), strict=True)
    ]
    return baku or say("{words}, although no record 250 says so", words=listed(parts))


def _baku_in_words(event: Checked, points: Sequence[int], group: frozenset[Tpn]) -> str:
    """Say in which rounds the points are those of Baku acceleration; "" if they are others."""
    tournament = event.tournament
    try:
        baku = event.system.conventions.acceleration(tournament, tournament.taking_part(1))
    except PairingError:
        baku = ()
    full = {number: in_round(baku, number) for number in range(1, len(points) + 1)}
    used = [number for number, one in enumerate(points, 1) if one]
    unused = [number for number in full if full[number] and number not in used]
    if not (baku and unused and all(full[number] == dict.fromkeys(group, points[number - 1]) for number in used)):
        return ""
    noted = {note.round for note in tournament.notes if note.kind is NoteKind.CONFIGURATION and "baku" in note.words}
    words = say_many(
        "Baku acceleration was used only in {rounds}",
        "Baku acceleration was used only in {rounds}",
        len(used),
        rounds=in_rounds(used),
    )
    return say("{words} (a note in the file says so)", words=words) if noted == {*used} else words


# --- the French progressive acceleration ------------------------------------------------------------------------------


TRIED = 3
"""A progressive acceleration must explain these first rounds, or all but one of them."""


def _progressive(event: Checked, groups: Groups, win: Points) -> Assumed | None:
    """Find a progressive acceleration: the first group begins with two points, the second with one, the rest with none.

    Half a point is added for each full 1.5 points won, up to two points, and who has half of the points of the whole
    event has two. In the last two rounds there are none. This is how the arbiter's book of France had it before C.04.7.
    With other points for a win, all of these are as many times larger.
    """
    tournament = event.tournament
    planned = tournament.settings.rounds or len(tournament.rounds)
    starts = {tpn: 2 * win - place * win for place, group in enumerate(groups) for tpn in group}
    if len(groups) == 1 or planned <= TRIED:
        return None
    virtual: list[VirtualPoints] = []
    table = crosstable_of(tournament)
    won: dict[Tpn, int] = {p.tpn: 0 for p in tournament.participants}
    wrong = 0
    for number in range(1, planned - 1):
        virtual += _of_round(number, {tpn: _earned(won[tpn], starts.get(tpn, 0), win, planned) for tpn in won})
        if number <= len(tournament.rounds):
            wrong += number <= TRIED and _left(event, tuple(virtual), number) > 0
            if wrong > 1:
                return None
            for tpn, entry in table.entries(number).items():
                won[tpn] += entry.points
    shown = {p.tpn: p.number for p in tournament.participants}
    limits = [shown[max(group)] for group in groups]
    words = say(
        "the acceleration was progressive: the players up to {first} began with {most} virtual points, those up to "
        "{second} with {fewer}, and {added} points were added for each {won} points won",
        first=limits[0],
        most=show_points(2 * win),
        second=limits[-1],
        fewer=show_points(win),
        added=show_points(win // 2),
        won=show_points(3 * win // 2),
    )
    value = f"progressive {' '.join(map(str, limits))}"
    cause = EventCause(Subject.ACCELERATION, value, words, ())
    return cause, event._replace(tournament=_accelerated(tournament, tuple(virtual)))


def _earned(won: int, start: int, win: Points, planned: int) -> int:
    if 2 * won >= planned * win:
        return 2 * win
    return min(2 * win, start + win // 2 * (2 * won // (3 * win)))


def _of_round(number: int, points: Mapping[Tpn, int]) -> Iterator[VirtualPoints]:
    for level in sorted({*points.values()} - {0}):
        yield VirtualPoints(Points(level), number, number, frozenset(tpn for tpn in points if points[tpn] == level))
