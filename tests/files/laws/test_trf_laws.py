"""Laws of reading and writing TRFs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import groupby
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import trf
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Game, Participant, Points, Result, Round, Scoring, Tournament, Tpn
from trf.format.findings import Findings
from trf.format.reader import parse
from trf.format.records import write_file

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
def virtual_points(draw: st.DrawFn, tpns: list[Tpn]) -> tuple[model.VirtualPoints, ...]:
    """Generate random virtual points, grouped as the TRF reader groups them."""
    groups: defaultdict[tuple[int, int, int], set[Tpn]] = defaultdict(set)
    for tpn in tpns:
        number = 1
        for value, same in groupby(draw(st.lists(st.sampled_from([0, 5, 10]), max_size=5))):
            last = number + len(list(same)) - 1
            if value:
                groups[number, last, -value].add(tpn)
            number = last + 1
    return tuple(
        model.VirtualPoints(Points(-v), first, last, frozenset(g)) for (first, last, v), g in sorted(groups.items())
    )


@st.composite
def requests(draw: st.DrawFn, tpns: list[Tpn], following: int, last: int) -> tuple[model.Request, ...]:
    """Generate random requests for byes in later rounds. At most one bye in a round is pairing-allocated.

    If everybody had a bye and one bye was pairing-allocated, the round would count as paired.
    """
    keys = draw(st.lists(st.tuples(st.integers(following, last), st.sampled_from(tpns)), max_size=4, unique=True))
    kinds = [ByeKind.PAIRING_ALLOCATED, *[ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT] * 2]
    drawn = [*zip(sorted(keys), draw(st.permutations(kinds)), strict=False)]
    byes = Counter(number for (number, _), _ in drawn)
    return tuple(
        model.Request(number, Bye(tpn, kind))
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
        model.AbnormalPoints,
        st.sampled_from(["", *"WDLFHZ+-"]),
        st.integers(-9, 20).map(Points),
        st.integers(0, 9),
        some,
    )
    settings = model.Settings(
        rounds=number_of_rounds,
        initial_colour=draw(st.sampled_from([None, *model.Colour])),
        scoring=draw(scorings()),
        system=system,
        first_day=draw(st.sampled_from(["", "2026/03/01"])),
        baku=bool(system) and not virtual and draw(st.booleans()),
        virtual_points=virtual,
        prohibitions=tuple(model.Prohibition(*draw(spans), tpns) for tpns in draw(st.lists(some, max_size=3))),
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


ADDED = st.one_of(
    st.just(""),
    texts.map("### {}".format),
    st.tuples(st.sampled_from(["012", "022", "102", "112", "202", "801", "XXR", "BBW"]), texts).map("  ".join),
    st.just("FRA    1 m    Name                              2650 IDF"),
    st.just("310   1 Team of the town                 TOWN    2486   15.0   28.0  11     1    5"),
)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Generate a TRF with lines of all kinds, trailing blanks and mixed line ends."""
    lines = trf.write(draw(tournaments()), draw(st.sampled_from(trf.Dialect))).splitlines()
    for line in draw(st.lists(ADDED, max_size=4)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    ends = draw(st.sampled_from([["\n"], ["\r"], ["\r\n"], ["\n", "\r", "\r\n"]]))
    text = "".join(
        line + " " * draw(st.integers(0, 12)) * draw(st.booleans()) + draw(st.sampled_from(ends)) for line in lines
    )
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text


@given(files())
def test_reading_and_writing_a_file_is_the_identity(text: str) -> None:
    findings = Findings()
    file = parse(text, findings)
    assert (findings.problems, findings.adjustments) == ([], [])
    assert write_file(file) == text


@given(tournaments(), st.sampled_from(trf.Dialect), st.sampled_from(["\n", "\r", "\r\n"]))
def test_writing_and_reading_a_tournament_is_the_identity(
    tournament: Tournament, dialect: trf.Dialect, end: str
) -> None:
    """In each dialect, a line can end with a line feed, with a carriage return, or with both."""
    assert trf.read(trf.write(tournament, dialect, newline=end).encode()) == tournament


CHARACTERS = st.one_of(st.sampled_from(list("0123456789 -+=wbUHFZ½?.,!ßé²\ud800\t\r\n\x00")), st.characters())

CODES = ["001", "013", "042", "092", "142", "152", "162", "192", "240", "250", "260", "299", "310", "320", "330", "300"]
CODES += ["XXA", "XXC", "XXP", "XXR", "XXS", "XXZ", "BBW", "BBU", "FRA", "###", ""]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Generate a TRF, and insert, replace or delete random characters."""
    text = trf.write(draw(tournaments()), draw(st.sampled_from(trf.Dialect)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        cut = draw(st.sampled_from([0, 1, 1, 1, 10, 60]))
        text = text[:place] + draw(st.text(CHARACTERS, max_size=3)) + text[place + cut :]
    return text + "\n"


def outcome(
    source: str | bytes, *, strict: bool = False, adjourned_as_draw: bool = False, recompute: bool = False
) -> trf.Reading | trf.TrfProblems:
    """Return the tournament, or the error if the reader refuses the file."""
    try:
        overrides = trf.Overrides(adjourned_as_draw=adjourned_as_draw)
        return trf.examine(source, strict=strict, overrides=overrides, recompute=recompute)
    except trf.TrfProblems as found:
        return found


def assert_places_exist(found: trf.Reading | trf.TrfProblems, text: str) -> None:
    """Check that every problem and adjustment points to an existing line or the whole file."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    notes = found.problems if isinstance(found, trf.TrfProblems) else found.adjustments
    for note in notes:
        assert 0 <= note.line <= len(lines)
        assert note.column >= (1 if note.line else 0)


@given(damaged(), st.booleans(), st.booleans(), st.booleans())
def test_a_damaged_file_is_read_or_refused_with_places(
    text: str, strict: bool, adjourned_as_draw: bool, recompute: bool
) -> None:
    """Text in place of a number does not crash the reader."""
    found = outcome(text, strict=strict, adjourned_as_draw=adjourned_as_draw, recompute=recompute)
    assert_places_exist(found, text)


@given(st.lists(st.tuples(st.sampled_from(CODES), st.text(CHARACTERS, max_size=40)).map("".join)))
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    """Text in place of points or of a starting rank does not crash the reader."""
    text = "\n".join(lines) + "\n"
    assert_places_exist(outcome(text), text)


@given(st.binary())
@example(b"\xff\xfe0\x000\x001\x00")
@example(b"001 \x81")
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Bytes that are neither UTF-8 nor cp1252 do not crash the reader."""
    outcome(data)


@given(damaged())
def test_strict_reading_accepts_only_files_without_adjustments(text: str) -> None:
    strictly, leniently = outcome(text, strict=True), outcome(text)
    if isinstance(strictly, trf.Reading):
        assert strictly == leniently
        assert strictly.adjustments == ()
    elif isinstance(leniently, trf.Reading):
        assert len(strictly.problems) == len(leniently.adjustments) > 0


@pytest.mark.parametrize("text", ["001" + " " * 10**6 + "\n", "001    1" + " " * 83 + "     2 w 1" * 10**5 + "\n"])
def test_a_line_of_a_million_columns_is_refused_at_once(text: str) -> None:
    found = outcome(text)
    assert isinstance(found, trf.TrfProblems)
    assert len(found.problems) <= 2


IRREGULARITIES: tuple[Callable[[str], str], ...] = (
    lambda line: line[:91] + line[91:].lower(),
    lambda line: line[:91] + line[91:].replace("0000 -", "      "),
    lambda line: line[:80] + line[80:84].replace(".", ",") + line[84:],
    lambda line: f"{line[:80]}    {line[84:]}".rstrip(),
    lambda line: line + "  ",
)
"""Irregular ways to write a player's line that do not change its meaning."""


@given(tournaments(), st.sets(st.sampled_from(IRREGULARITIES)), st.randoms(use_true_random=False))
def test_irregular_lines_keep_their_meaning_in_any_order(
    tournament: Tournament, irregularities: set[Callable[[str], str]], random: Random
) -> None:
    """The reader accepts irregular lines, and lines that are not sorted by number."""
    lines = trf.write(tournament).splitlines()
    for irregularity in irregularities:
        lines = [irregularity(line) if line.startswith("001") else line for line in lines]
    if not any(participant.starting_rank for participant in tournament.participants):
        places = [place for place, line in enumerate(lines) if line.startswith("001")]
        for place, line in zip(places, random.sample([lines[place] for place in places], len(places)), strict=True):
            lines[place] = line
    reading = trf.examine("".join(f"{line}\n" for line in lines))
    assert reading.tournament == tournament
    assert trf.read(trf.write(reading.file)) == tournament
