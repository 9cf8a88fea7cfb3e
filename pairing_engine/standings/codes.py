"""[C.07 5, 14] The codes of tie-breaks (records 202 and 212), and the order of the standings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts.model import EventKind, Points, Settings, Tournament, show_points
from pairing_engine.language import marked, quoted, say
from pairing_engine.standings.catalogue import FORMER, TIE_BREAKS
from pairing_engine.standings.record import is_predetermined
from pairing_engine.standings.values import Cut, TieBreakCode

POINTS = frozenset({"PTS", "MPTS", "GPTS"})

USUAL_TIE_BREAKS: Mapping[EventKind, tuple[str, ...]] = {
    EventKind.INDIVIDUAL: ("DE", "BH/C1", "BH", "SB"),
    EventKind.DOUBLE: ("DE", "BH/C1", "BH", "SB"),
    EventKind.TEAM: ("DE", "BH/C1", "EMGSB"),
}
"""[C.07] The tie-breaks of generated events, which the page suggests for new ones."""

OF_ROUND_ROBINS: Mapping[EventKind, tuple[str, ...]] = {
    EventKind.INDIVIDUAL: ("DE", "WIN", "SB", "KS"),
    EventKind.TEAM: ("DE", "EMGSB"),
}
"""[C.07 8, 9.2] The tie-breaks for round robins (reading K28)."""


def usual_tie_breaks(kind: EventKind, *, round_robin: bool) -> tuple[str, ...]:
    """Return the tie-breaks that suit an event."""
    return (OF_ROUND_ROBINS if round_robin else USUAL_TIE_BREAKS)[kind]


def unsuited(settings: Settings, codes: Iterable[str] = ()) -> str:
    """[C.07 8, Note] Say which of the codes, by default those of the event, must not be used in it; usually nothing.

    >>> unsuited(Settings(system="FIDE_ROUNDROBIN", tie_breaks=("DE", "BH/C1")))
    'BH/C1 must not be used in a round robin (C.07 8)'
    >>> unsuited(Settings(system="FIDE_DUTCH_2026", tie_breaks=("DE", "BH/C1")))
    ''
    """
    if not is_predetermined(settings, ("ROUNDROBIN",)):
        return ""
    named = [*codes] or [*settings.standings_order, *settings.tie_breaks]
    found = [code for code in dict.fromkeys(named) if _is_swiss_only(code)]
    return say("{codes} must not be used in a round robin (C.07 8)", codes=", ".join(found)) if found else ""


def _is_swiss_only(code: str) -> bool:
    name = (code_of(code) or code.upper()).partition("/")[0].partition(":")[0]
    return name in TIE_BREAKS and TIE_BREAKS[name].swiss_only


_NAME = re.compile(r"([A-Za-z]+)(?::([A-Za-z]{2}))?(?=/|$)")
_MODIFIER = re.compile(r"/([A-Za-z])([+-]?\d*)(?=/|$)")


class Modifier(NamedTuple):
    """The effect of a modifier in words and as a function; ``most`` is the largest number after the letter, or 0."""

    effect: str
    apply: Callable[[TieBreakCode, int], TieBreakCode]
    most: int = 0


MODIFIERS = {
    "C": Modifier(
        marked("leaves out the least significant values (14.1, 14.2)"),
        lambda asked, number: asked._replace(cut=Cut(number, 0)),
        9,
    ),
    "M": Modifier(
        marked("leaves out the least and the most significant values, the same number of each (14.3, 14.4)"),
        lambda asked, number: asked._replace(cut=Cut(number, number)),
        9,
    ),
    "L": Modifier(
        marked(
            "raises or lowers the limit in steps of half a point; "
            "the limit stays above 0 and within the points of the tournament (14.5)"
        ),
        lambda asked, number: asked._replace(halves=number),
        999,
    ),
    "P": Modifier(
        marked("counts forfeited games as played (6.1.1, 16.6)"), lambda asked, _: asked._replace(forfeits_played=True)
    ),
    "F": Modifier(marked("uses Fore Buchholz instead of Buchholz (8.3)"), lambda asked, _: asked._replace(fore=True)),
    "R": Modifier(marked("sorts in the opposite order (7.8, 10.6)"), lambda asked, _: asked._replace(reverse=True)),
    "U": Modifier(
        marked("gives unrated players this rating (10)"), lambda asked, number: asked._replace(unrated=number), 3999
    ),
    "K": Modifier(
        marked("divides the schedule strength by this number (13.4.2 b)"),
        lambda asked, number: asked._replace(factor=number),
        999,
    ),
}
"""[C.07 14, 16.6] The modifiers of codes, by letter.

The number means terms after ``C`` and ``M``, half points after ``L``, a rating after ``U``, and a divisor after ``K``.
"""


class TieBreakOrder(NamedTuple):
    """The order of the standings: the codes by priority, and the source of the codes."""

    codes: tuple[str, ...]
    why: str


def points_code(settings: Settings) -> str:
    if settings.team is None:
        return "PTS"
    return "MPTS" if settings.team.primary_is_match_points else "GPTS"


def order_of(tournament: Tournament, asked_for: Sequence[str] = ()) -> TieBreakOrder:
    """Find the order of the standings: by ``asked_for``, or else by record 212, or else by record 202.

    If the codes do not begin with points, the points of the event come first. Raises `BadRequest` for an unknown code,
    and for a code without a meaning in this event.
    """
    settings = tournament.settings
    points = points_code(settings)
    if asked_for:
        order = TieBreakOrder(tuple(asked_for), say("as requested"))
    elif settings.standings_order:
        order = TieBreakOrder(settings.standings_order, say("record 212"))
    elif settings.tie_breaks:
        order = TieBreakOrder((points, *settings.tie_breaks), say("record 202"))
    else:
        return TieBreakOrder((points,), say("by points only, because the file names no tie-breaks"))
    found = tuple(understood(code, of_teams=settings.team is not None) for code in order.codes)
    if found[0].partition(":")[0] not in POINTS:
        found = (points, *found)
    return TieBreakOrder(found, order.why)


@lru_cache(maxsize=256)
def understood(text: str, *, of_teams: bool) -> str:
    """Return the code of the tie-break that a user or a file names. Raises `BadRequest` if it does not exist here.

    >>> understood("Buchholz Cut 1", of_teams=False), understood("sb/c1", of_teams=False)
    ('BH/C1', 'SB/C1')
    """
    code = code_of(text) or text.upper()
    asked = parse(code, text)
    if not of_teams and (TIE_BREAKS[asked.name].teams_only or asked.reference):
        name = say(TIE_BREAKS[asked.name].name)
        raise refusal(
            "{code} ranks teams ({name}), but this is an event for single players", "tie_breaks", code=code, name=name
        )
    return code


@lru_cache(maxsize=256)
def parse(code: str, text: str = "") -> TieBreakCode:
    """Parse the code of a tie-break. Raises `BadRequest` with the position of the part that cannot be read.

    >>> parse("BH:GP/C1/P").cut, parse("AOB/F").fore
    (Cut(least=1, most=0), True)
    """
    found = _NAME.match(code)
    name = FORMER.get(found.group(1), found.group(1)) if found else ""
    if found is None or name not in TIE_BREAKS:
        nearest = ", ".join(f"{code} ({say(TIE_BREAKS[code].name)})" for code in nearest_codes(text or code))
        words = say(
            "there is no tie-break {code}; the nearest are {nearest}", code=_quoted(text or code), nearest=nearest
        )
        raise BadRequest(words, "tie_breaks")
    tie_break = TIE_BREAKS[name]
    reference = found.group(2) or ""
    if reference and reference not in tie_break.references:
        raise _refused(code, found.start(2), say("{name} does not have points of this kind", name=name))
    asked = TieBreakCode(name, reference, fore=name == "FB")
    at, seen = found.end(), ""
    while at < len(code):
        modifier = _MODIFIER.match(code, at)
        if modifier is None:
            raise _refused(code, at, say("this is not a modifier such as /C1"))
        asked = _changed(asked, code, at, modifier, seen)
        seen += modifier.group(1)
        at = modifier.end()
    return asked


def _changed(asked: TieBreakCode, code: str, at: int, modifier: re.Match[str], seen: str) -> TieBreakCode:
    """[C.07 14] Add one modifier to a tie-break. Raises `BadRequest` for an unknown or a repeated modifier."""
    letter, digits = modifier.groups()
    tie_break = TIE_BREAKS[asked.name]
    if letter not in tie_break.modifiers:
        allowed = ", ".join(f"/{one}" for one in tie_break.modifiers)
        words = say("the only modifiers of {code} are {allowed}", code=tie_break.code, allowed=allowed)
        none = say("{code} has no modifiers", code=tie_break.code)
        raise _refused(code, at, words if allowed else none)
    if letter in seen or (letter in "CM" and set(seen) & set("CM")):
        raise _refused(code, at, say("a modifier of this kind was already given"))
    number = _number(code, at, letter, digits)
    return MODIFIERS[letter].apply(asked, number)


def _number(code: str, at: int, letter: str, digits: str) -> int:
    """Read the number that follows a modifier letter. Returns 0 if the letter takes no number."""
    most = MODIFIERS[letter].most
    if not most:
        if digits:
            raise _refused(code, at, say("/{letter} takes no number", letter=letter))
        return 0
    sign = "[+-]" if letter == "L" else ""
    if re.fullmatch(sign + r"\d{1,4}", digits) and 1 <= abs(int(digits)) <= most:
        return int(digits)
    words = say("/{letter} takes a number from 1 to {most}", letter=letter, most=most)
    if letter == "L":
        words = say("/L takes a signed number of half points, such as /L+1 or /L-1, up to {most}", most=most)
    raise _refused(code, at, words)


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
    raise _refused(code, code.index("/"), words)


LONGEST = 40
"""Messages shorten codes that are longer than this."""


def _refused(code: str, at: int, why: str) -> BadRequest:
    words = say("tie-break {code}, character {at}: {why}", code=_quoted(code), at=at + 1, why=why)
    return BadRequest(words, "tie_breaks")


def _quoted(text: str) -> str:
    return quoted(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def in_words(code: str) -> str:
    """Return the name of a tie-break, with its article and modifiers.

    >>> in_words("BH/C1")
    'Buchholz (C.07 8.1), modified by /C1'
    """
    name, slash, modifiers = code.partition("/")
    base = name.partition(":")[0]
    tie_break = TIE_BREAKS.get(FORMER.get(base, base))
    if tie_break is None:
        return code
    words = f"{say(tie_break.name)} (C.07 {tie_break.article})"
    return say("{words}, modified by {modifiers}", words=words, modifiers=slash + modifiers) if modifiers else words


WIDTH = 16


def lines() -> Iterator[str]:
    """Yield the lines of the list: each code with its name and article, then the meaning of the modifiers."""
    for code, tie_break in TIE_BREAKS.items():
        article = f"C.07 {tie_break.article}"
        teams = say(", teams only") if tie_break.teams_only else ""
        modifiers = "".join(f" /{letter}" for letter in tie_break.modifiers)
        yield f"{code + modifiers:<{WIDTH}} {say(tie_break.name)} ({article}{teams})"
    yield ""
    for letter, modifier in MODIFIERS.items():
        yield f"{in_code(letter):<{WIDTH}} {say(modifier.effect)}"
    yield f"{':MP :GP':<{WIDTH}} {say('for teams: by match points or by game points (13)')}"


def in_code(letter: str) -> str:
    """Show a modifier as it stands in a code.

    >>> in_code("C"), in_code("L"), in_code("P")
    ('/C1', '/L+1 /L-1', '/P')
    """
    return "/L+1 /L-1" if letter == "L" else f"/{letter}" + "1" * (MODIFIERS[letter].most > 0)


NAMES: dict[str, str] = {
    "PTS": "points, score",
    "MPTS": "match points, points de match",
    "GPTS": "game points, board points, points de partie",
    "DE": (
        "direct encounter, head to head, confrontation directe, rencontre directe, départage particulier, "
        "the results of the players in the same point group, "
        "direct encounter (the results of the players in the same point group)"
    ),
    "WIN": "the greater number of victories, wins, number of wins, most wins, victoires, nombre de victoires",
    "WON": "games won, wins over the board, parties gagnées",
    "BPG": "games with black, black games, number of games played with black, parties avec les noirs",
    "BWG": "wins with black, games won with black, victoires avec les noirs",
    "PS": "progressive, progressive score, progressive scores, cumulative, cumulatif, score progressif",
    "REP": "rounds elected to play, rounds one elected to play, rondes choisies",
    "STD": "standard points, points standard",
    "TPN": "pairing number, tournament pairing number, numéro d'appariement",
    "BH": (
        "buchholz tie-breaks (variabel with parameter), buchholz, solkoff, buc, buct, bucht, buchholz total, "
        "bucholz, bucholtz, buchholtz"
    ),
    "BH/C1": "buc1, bucc1, buchholz cut 1, buchholz tronqué, buchholz tronqué 1",
    "BH/C2": "buc2, bucc2, buchholz cut 2, buchholz tronqué 2",
    "BH/M1": "median, median buchholz, buchholz median, buchholz median 1, bucm, bucmed, médian",
    "BH/M2": "median 2, buchholz median 2, median buchholz 2, médian 2",
    "AOB": "average of opponents buchholz, average opponents buchholz, sum of buchholz, moyenne des buchholz",
    "FB": "fore buchholz, buchholz anticipé",
    "SB": "sonneborn-berger-tie-break variable, sonneborn, berger, sonneborn-berger, sonnenborn-berger, neustadtl",
    "SB/C1": "sonneborn-berger cut 1, sonneborn-berger tronqué",
    "KS": "koya, koya system, système koya",
    "ARO": "average rating of opponents, average rating, elo moyen, elo moyen des adversaires",
    "ARO/C1": "average rating cut 1, aroc1, elo moyen tronqué",
    "TPR": "performance, performance rating, tournament performance rating, rating performance",
    "PTP": "perfect performance, perfect tournament performance, performance parfaite",
    "APRO": "average performance of opponents, performance moyenne des adversaires",
    "APPO": "average perfect performance of opponents, performance parfaite moyenne des adversaires",
    "RTNG": "rating, elo, classement elo",
    "BC": "board count, berlin, berlin tie-break, système berlinois, décompte des échiquiers",
    "TBR": "top board, top board results, premiers échiquiers",
    "BBE": "bottom board elimination, élimination du dernier échiquier",
    "MPVGP": "match points or game points",
    "ESB": "extended sonneborn-berger, sonneborn-berger étendu",
    "EMGSB": "olympiad sonneborn-berger, olympiad khanty-mansiysk",
    "EDE": "extended direct encounter, confrontation directe étendue",
    "SSSC": "schedule strength, scores and schedule strength combination, force du calendrier",
}
"""The names of each tie-break in common use and in pairing programs, by code, with commas between them."""


def _plain(text: str) -> str:
    """Reduce a text to its letters and digits, in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", text)
    return re.sub(r"[^a-z0-9]", "", letters.casefold())


_CODES = {_plain(name): code for code, names in NAMES.items() for name in names.split(", ")}
_CODES |= {_plain(code): code for code in NAMES}
_BASES = frozenset({*TIE_BREAKS, *FORMER})


def code_of(text: str) -> str:
    """Find the code of a tie-break by its name; empty if the name is unknown, or the text is already a code.

    >>> code_of("Départage particulier"), code_of("BucC1"), code_of("BH/C1")
    ('DE', 'BH/C1', '')
    """
    if text.upper().partition("/")[0].partition(":")[0] in _BASES:
        return ""
    name, slash, modifiers = text.partition("/")
    found = _CODES.get(_plain(text)) or _CODES.get(_plain(name), "")
    return found + (slash + modifiers.upper() if found and _plain(text) not in _CODES else "")


def nearest_codes(text: str, number: int = 3) -> list[str]:
    """Find the codes most similar to a text, by code or by name. The nearest code comes first.

    >>> nearest_codes("Buchhloz")[0]
    'BH'
    """
    plain = _plain(text[:60])
    best: dict[str, float] = {}
    for name, code in [*_CODES.items(), *((code.lower(), code) for code in TIE_BREAKS)]:
        base = code.partition("/")[0]
        likeness = SequenceMatcher(None, plain, name).ratio()
        best[base] = max(best.get(base, 0.0), likeness)
    return sorted(best, key=lambda code: (-best[code], code))[:number]
