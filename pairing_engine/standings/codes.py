"""[C.07 5, 14] The codes of tie-breaks (records 202 and 212), and the order of the standings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Points, Settings, Tournament, show_points
from pairing_engine.language import say
from pairing_engine.standings.asked import Asked
from pairing_engine.standings.catalogue import FORMER, TIE_BREAKS
from pairing_engine.standings.names import code_of, nearest_codes
from pairing_engine.standings.values import Cut
from pairing_engine.values import NamedTuple

POINTS = frozenset({"PTS", "MPTS", "GPTS"})

_NAME = re.compile(r"([A-Za-z]+)(?::([A-Za-z]{2}))?(?=/|$)")
_MODIFIER = re.compile(r"/([A-Za-z])([+-]?\d*)(?=/|$)")

MOST = {"C": 9, "M": 9, "L": 999, "U": 3999, "K": 999}
"""The largest number that may follow each modifier letter.

The number means terms after ``C`` and ``M``, half points after ``L``, a rating after ``U``, and a divisor after ``K``.
"""


class Order(NamedTuple):
    """The order of the standings: the codes by priority, and the source of the codes."""

    codes: tuple[str, ...]
    why: str


def points_code(settings: Settings) -> str:
    if settings.team is None:
        return "PTS"
    return "MPTS" if settings.team.primary_is_match_points else "GPTS"


def order_of(tournament: Tournament, asked_for: Sequence[str] = ()) -> Order:
    """Find the order of the standings.

    The codes in ``asked_for`` take priority over record 212, and record 212 takes priority over record 202. If the
    codes do not begin with points, the points of the event come first. Participants who are still equal share a place,
    and are listed by number. Raises `BadRequest` for an unknown code, and for a code without a meaning in this event.
    """
    settings = tournament.settings
    points = points_code(settings)
    if asked_for:
        order = Order(tuple(asked_for), say("as requested"))
    elif settings.standings_order:
        order = Order(settings.standings_order, say("record 212"))
    elif settings.tie_breaks:
        order = Order((points, *settings.tie_breaks), say("record 202"))
    else:
        return Order((points,), say("the file names no tie-breaks: ranked by points only"))
    found = tuple(understood(code, of_teams=settings.team is not None) for code in order.codes)
    if found[0].partition(":")[0] not in POINTS:
        found = (points, *found)
    return Order(found, order.why)


@lru_cache(maxsize=256)
def understood(text: str, *, of_teams: bool) -> str:
    """Return the code of the tie-break that a user or a file names.

    Raises `BadRequest` if there is no such tie-break, or if the tie-break does not exist for this kind of event.

    >>> understood("Buchholz Cut 1", of_teams=False), understood("sb/c1", of_teams=False)
    ('BH/C1', 'SB/C1')
    """
    code = code_of(text) or text.upper()
    asked = parse(code, text)
    if not of_teams and (TIE_BREAKS[asked.name].teams_only or asked.reference):
        name = say(TIE_BREAKS[asked.name].name)
        raise BadRequest(
            say("{code} ranks teams ({name}), but this is an event for single players", code=code, name=name)
        )
    return code


@lru_cache(maxsize=256)
def parse(code: str, text: str = "") -> Asked:
    """Parse the code of a tie-break. Raises `BadRequest` with the position of the part that cannot be read.

    >>> parse("BH:GP/C1/P").cut, parse("AOB/F").fore
    (Cut(least=1, most=0), True)
    """
    found = _NAME.match(code)
    name = FORMER.get(found.group(1), found.group(1)) if found else ""
    if found is None or name not in TIE_BREAKS:
        raise BadRequest(_unknown(text or code))
    tie_break = TIE_BREAKS[name]
    reference = found.group(2) or ""
    if reference and reference not in tie_break.references:
        raise BadRequest(_refused(code, found.start(2), say("{name} does not have points of this kind", name=name)))
    asked = Asked(name, reference, fore=name == "FB")
    at, seen = found.end(), ""
    while at < len(code):
        modifier = _MODIFIER.match(code, at)
        if modifier is None:
            raise BadRequest(_refused(code, at, say("this is not a modifier such as /C1")))
        asked = _changed(asked, code, at, modifier, seen)
        seen += modifier.group(1)
        at = modifier.end()
    return asked


def _changed(asked: Asked, code: str, at: int, modifier: re.Match[str], seen: str) -> Asked:
    """[C.07 14] Add one modifier to a tie-break. Raises `BadRequest` for an unknown or a repeated modifier."""
    letter, digits = modifier.groups()
    tie_break = TIE_BREAKS[asked.name]
    if letter not in tie_break.modifiers:
        allowed = ", ".join(f"/{one}" for one in tie_break.modifiers)
        words = say("the only modifiers of {code} are {allowed}", code=tie_break.code, allowed=allowed)
        none = say("{code} has no modifiers", code=tie_break.code)
        raise BadRequest(_refused(code, at, words if allowed else none))
    if letter in seen or (letter in "CM" and set(seen) & set("CM")):
        raise BadRequest(_refused(code, at, say("a modifier of this kind was already given")))
    number = _number(code, at, letter, digits)
    return MEANING[letter](asked, number)


def _number(code: str, at: int, letter: str, digits: str) -> int:
    """Read the number that follows a modifier letter. Returns 0 if the letter takes no number."""
    most = MOST.get(letter)
    if most is None:
        if digits:
            raise BadRequest(_refused(code, at, say("/{letter} takes no number", letter=letter)))
        return 0
    sign = "[+-]" if letter == "L" else ""
    if re.fullmatch(sign + r"\d{1,4}", digits) and 1 <= abs(int(digits)) <= most:
        return int(digits)
    words = say("/{letter} takes a number from 1 to {most}", letter=letter, most=most)
    if letter == "L":
        words = say("/L takes a signed number of half points, such as /L+1 or /L-1, up to {most}", most=most)
    raise BadRequest(_refused(code, at, words))


def check_limit(code: str, halves: int, win: int, rounds: int) -> None:
    """[C.07 14.5] Check that the limit of Koya is above 0 and can be reached (reading K24).

    ``win`` is the number of points of a won round. Raises `BadRequest` with the position of the modifier.
    """
    most = win * rounds
    lowest, highest = -((most - 1) // 10), most // 10
    if lowest <= halves <= highest:
        return
    words = say(
        "the limit would then be {limit} of {most} points; in this event /L takes {lowest} to {highest}",
        limit=show_points(Points(most // 2 + 5 * halves)),
        most=show_points(Points(most)),
        lowest=f"{lowest:+}",
        highest=f"{highest:+}",
    )
    raise BadRequest(_refused(code, code.index("/"), words))


MEANING: dict[str, Callable[[Asked, int], Asked]] = {
    "C": lambda asked, number: asked._replace(cut=Cut(number, 0)),
    "M": lambda asked, number: asked._replace(cut=Cut(number, number)),
    "L": lambda asked, number: asked._replace(halves=number),
    "U": lambda asked, number: asked._replace(unrated=number),
    "K": lambda asked, number: asked._replace(factor=number),
    "P": lambda asked, _: asked._replace(forfeits_played=True),
    "F": lambda asked, _: asked._replace(fore=True),
    "R": lambda asked, _: asked._replace(reverse=True),
}
"""[C.07 14, 16.6] The effect of each modifier letter."""

LONGEST = 40
"""Messages shorten codes that are longer than this."""


def _refused(code: str, at: int, why: str) -> str:
    words = say("tie-break {code}, character {at}: {why}", code=_quoted(code), at=at + 1, why=why)
    return words + "; " + say("`swisspair --standings --tiebreaks list` shows all tie-breaks")


def _unknown(text: str) -> str:
    nearest = ", ".join(f"{code} ({say(TIE_BREAKS[code].name)})" for code in nearest_codes(text))
    return say("there is no tie-break {code}; the nearest are {nearest}", code=_quoted(text), nearest=nearest) + (
        "; " + say("`swisspair --standings --tiebreaks list` shows all tie-breaks")
    )


def _quoted(text: str) -> str:
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def in_words(code: str) -> str:
    """Return the name of a tie-break, with its article and modifiers.

    >>> in_words("BH/C1")
    'Buchholz (C.07 8.1), /C1'
    """
    name, slash, modifiers = code.partition("/")
    base = name.partition(":")[0]
    tie_break = TIE_BREAKS.get(FORMER.get(base, base))
    if tie_break is None:
        return code
    words = f"{say(tie_break.name)} (C.07 {tie_break.article})"
    return words + (f", {slash}{modifiers}" if modifiers else "")
