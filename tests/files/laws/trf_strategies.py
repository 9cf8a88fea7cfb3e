"""Random tournaments, built exactly as the TRF reader builds tournaments."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby

from hypothesis import strategies as st

from pairing_engine.facts.model import (
    AbnormalPoints,
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Points,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
    VirtualPoints,
)

PLAYED = [
    (Result.WIN, Result.LOSS),
    (Result.LOSS, Result.WIN),
    (Result.DRAW, Result.DRAW),
    (Result.DRAW, Result.LOSS),
    (Result.LOSS, Result.LOSS),
    (Result.UNRATED_WIN, Result.UNRATED_LOSS),
    (Result.UNRATED_DRAW, Result.UNRATED_DRAW),
    (Result.UNRATED_LOSS, Result.UNRATED_DRAW),
    (Result.UNKNOWN, Result.UNKNOWN),
]
UNPLAYED = [
    (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
]

points = st.integers(0, 30).map(Points)

words = st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=9)
texts = st.lists(words, max_size=3).map(" ".join)


@st.composite
def participants(draw: st.DrawFn) -> tuple[Participant, ...]:
    """Generate two to nine participants, numbered by their lines or with gaps."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=2, max_size=9, unique=True))
    by_position = draw(st.booleans())
    tpns = range(1, len(numbers) + 1) if by_position else sorted(numbers)
    return tuple(
        Participant(
            Tpn(tpn),
            draw(texts),
            draw(st.integers(0, 9999)),
            draw(st.sampled_from(["", "g", "GM", "WIM"])),
            draw(st.sampled_from(["", "m", "w"])),
            draw(st.sampled_from(["", "FRA"])),
            draw(st.integers(0, 10**11 - 1).map(str)),
            draw(st.sampled_from(["", "1978", "1990/12/31"])),
            number if by_position else 0,
        )
        for tpn, number in zip(tpns, numbers, strict=True)
    )


@st.composite
def rounds(draw: st.DrawFn, tpns: list[Tpn], *, is_last: bool) -> Round:
    """Generate a random round of games, byes and absences. If ``is_last`` is true, the round has at least one game."""
    order = draw(st.permutations(tpns))
    boards = draw(st.integers(1 if is_last else 0, len(tpns) // 2))
    games = []
    for white, black in zip(order[:boards], order[boards : 2 * boards], strict=True):
        if draw(st.booleans()):
            games.append(Game(white, black, *draw(st.sampled_from(PLAYED))))
        else:
            known = draw(st.booleans())
            pair = (white, black) if known else (min(white, black), max(white, black))
            games.append(Game(*pair, *draw(st.sampled_from(UNPLAYED)), known))
    kinds = draw(st.lists(st.sampled_from([None, *ByeKind]), min_size=len(tpns), max_size=len(tpns)))
    away = zip(sorted(order[2 * boards :]), kinds, strict=False)
    return Round(
        tuple(sorted(games, key=lambda game: min(game.white, game.black))),
        tuple(Bye(tpn, kind) for tpn, kind in away if kind is not None),
    )


@st.composite
def scorings(draw: st.DrawFn) -> Scoring:
    usual = [
        Scoring(),
        Scoring(Points(30), Points(10), Points(0), Points(30), Points(0), Points(30), Points(30), Points(10)),
    ]
    white, black = (sorted(draw(st.tuples(points, points, points)), reverse=True) for _ in "wb")
    free = draw(st.builds(Scoring, *map(st.just, white), *[points] * 7, *map(st.just, black)))
    if free.black_win == free.win or free.black_draw == free.draw or free.black_loss == free.loss:
        return draw(st.sampled_from(usual))
    return draw(st.sampled_from([*usual, free]))


@st.composite
def virtual_points(draw: st.DrawFn, tpns: list[Tpn]) -> tuple[VirtualPoints, ...]:
    """Generate random virtual points, grouped as the TRF reader groups them."""
    groups: defaultdict[tuple[int, int, int], set[Tpn]] = defaultdict(set)
    for tpn in tpns:
        number = 1
        for value, same in groupby(draw(st.lists(st.sampled_from([0, 5, 10]), max_size=5))):
            last = number + len(list(same)) - 1
            if value:
                groups[number, last, -value].add(tpn)
            number = last + 1
    return tuple(VirtualPoints(Points(-v), first, last, frozenset(g)) for (first, last, v), g in sorted(groups.items()))


@st.composite
def requests(draw: st.DrawFn, tpns: list[Tpn], following: int, last: int) -> tuple[Request, ...]:
    """Generate random requests for byes in later rounds. At most one bye in a round is pairing-allocated.

    If everybody had a bye and one bye was pairing-allocated, the round would count as paired.
    """
    keys = draw(st.lists(st.tuples(st.integers(following, last), st.sampled_from(tpns)), max_size=4, unique=True))
    kinds = [ByeKind.PAIRING_ALLOCATED, *[ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT] * 2]
    drawn = [*zip(sorted(keys), draw(st.permutations(kinds)), strict=False)]
    byes = Counter(number for (number, _), _ in drawn)
    return tuple(
        Request(number, Bye(tpn, kind))
        for (number, tpn), kind in drawn
        if kind is not ByeKind.PAIRING_ALLOCATED or byes[number] < len(tpns)
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Generate a random tournament with anything that a TRF can express."""
    players = draw(participants())
    tpns = [player.tpn for player in players]
    played = draw(st.integers(0, 4))
    number_of_rounds = draw(st.one_of(st.none(), st.integers(max(played, 1), 9)))
    virtual = draw(virtual_points(tpns))
    system = draw(st.sampled_from(["", "FIDE_DUTCH_2026", "FIDE_LIM"]))
    some = st.sets(st.sampled_from(tpns), min_size=2).map(frozenset)
    spans = st.one_of(st.just((1, 99)), st.tuples(st.integers(1, 5), st.integers(5, 99)))
    abnormal = st.builds(
        AbnormalPoints, st.sampled_from(["", *"WDLFHZ+-"]), st.integers(-9, 20).map(Points), st.integers(0, 9), some
    )
    settings = Settings(
        rounds=number_of_rounds,
        initial_colour=draw(st.sampled_from([None, *Colour])),
        scoring=draw(scorings()),
        system=system,
        first_day=draw(st.sampled_from(["", "2026/03/01"])),
        baku=bool(system) and not virtual and draw(st.booleans()),
        virtual_points=virtual,
        prohibitions=tuple(Prohibition(*draw(spans), tpns) for tpns in draw(st.lists(some, max_size=3))),
        abnormal_points=tuple(draw(st.lists(abnormal, max_size=3))),
    )
    last = played + 3 if number_of_rounds is None else number_of_rounds
    return Tournament(
        draw(texts),
        players,
        tuple(draw(rounds(tpns, is_last=number == played)) for number in range(1, played + 1)),
        draw(requests(tpns, played + 1, last)) if last > played else (),
        settings,
    )
