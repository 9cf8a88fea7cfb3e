"""The reason why one participant ranks above another: the tie-break that separates the two, with its sums."""

from __future__ import annotations

from pairing_engine.facts.rounds import refuse_all_but
from pairing_engine.language import say
from pairing_engine.standings.calculator import Place
from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.standings.codes import in_words, parse
from pairing_engine.standings.parting import KNOCK_OUTS
from pairing_engine.standings.sums import by_boards, by_games, by_rating, sum_of
from pairing_engine.standings.table import Standings, shown
from pairing_engine.standings.values import Value


def why_rank(found: Standings, one: int, other: int) -> list[str]:
    """Explain line by line which tie-break separates two participants, with its sums.

    ``one`` and ``other`` are the participants' numbers in the file. Raises `BadRequest` for unknown numbers.
    """
    refuse_all_but(Standings, found=found)
    first, second = sorted((found.place_of(one), found.place_of(other)), key=lambda place: (place.rank, place.tpn))
    at = found.parting(first, second)
    names = [_name(found, place) for place in (first, second)]
    about = {"one": names[0], "other": names[1], "rank": first.rank}
    if at is None:
        codes = ", ".join(found.order.codes)
        return [say("{one} and {other} are equal in {codes} and share rank {rank}", codes=codes, **about)]
    lines = [say("{one} has rank {rank}, and {other} has rank {other_rank}", other_rank=second.rank, **about)]
    if at:
        pairs = zip(found.order.codes[:at], first.values, strict=False)
        equal = (f"{code} {shown(value)}" for code, value in pairs if value.number is not None)
        lines.append(say("equal: {equal}", equal=", ".join(equal)))
    code = found.order.codes[at]
    lines.append(say("{code} separates them: {words}", code=code, words=in_words(code)))
    for name, words in zip(names, _in_full(found, at, first, second), strict=True):
        lines.append(f"  {say('{name}: {words}', name=name, words=words)}")
    return lines


def _name(found: Standings, place: Place) -> str:
    participant = found.participants[place.tpn]
    return f"{participant.number} {participant.name}".strip()


def _in_full(found: Standings, at: int, first: Place, second: Place) -> list[str]:
    code = parse(found.order.codes[at]).name
    if TIE_BREAKS[code].value is None:
        return _by_encounters(found, at, first, second)
    return _of_values(found, code, first.values[at], second.values[at])


def _of_values(found: Standings, code: str, first: Value, second: Value) -> list[str]:
    """Explain the values of both participants, for any tie-break except Direct Encounter and its extension."""
    if code in ("TBR", "BBE"):
        return by_boards(found, code, first, second)
    if code == "PTP":
        return [by_rating(found, value) for value in (first, second)]
    return [sum_of(found, value) for value in (first, second)]


def _by_encounters(found: Standings, at: int, first: Place, second: Place) -> list[str]:
    """[C.07 6, 13.3] Explain a Direct Encounter: the places of both participants in the tied group, and the sums."""
    ranking = first.ranking(at)
    step = ranking.separating(first.tpn, second.tpn)
    case = ranking.case
    pair = first.tpn, second.tpn
    if step.knock_out is None:
        sums = by_games(found, case.field, step, pair)
        if ranking.tie_break.code != "DE":
            points = say("match points") if case.index("MP") == step.reference else say("game points")
            sums = [f"{points} {words}" for words in sums]
    else:
        code = KNOCK_OUTS[ranking.tie_break.code][step.knock_out]
        value = TIE_BREAKS[code].value
        assert value is not None
        sums = [f"{code} {words}" for words in _of_values(found, code, *(value(case, tpn) for tpn in pair))]
    places = (shown(place.values[at]) for place in (first, second))
    return [
        say("place {place} among the tied participants", place=place) + f": {words}"
        for place, words in zip(places, sums, strict=True)
    ]
