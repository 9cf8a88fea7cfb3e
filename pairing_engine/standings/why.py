"""The reason why one participant stands before another: the tie-break that separates them, as a sum of rounds."""

from __future__ import annotations

from fractions import Fraction

from pairing_engine.facts.model import NOBODY
from pairing_engine.language import say
from pairing_engine.standings.calculator import Place
from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.standings.codes import in_words, parse
from pairing_engine.standings.table import Standings, decimal, shown
from pairing_engine.standings.values import Term, Value


def why_rank(found: Standings, one: int, other: int) -> list[str]:
    """The tie-break that separates two participants, given by their numbers in the file, as lines with its sum."""
    first, second = sorted((found.place_of(one), found.place_of(other)), key=lambda place: (place.rank, place.tpn))
    at = found.parting(first, second)
    names = [_name(found, place) for place in (first, second)]
    about = {"one": names[0], "other": names[1], "rank": first.rank}
    if at is None:
        codes = ", ".join(found.order.codes)
        return [say("{one} and {other} are equal in {codes} and share rank {rank}", codes=codes, **about)]
    lines = [say("{one} has rank {rank}, {other} rank {other_rank}", other_rank=second.rank, **about)]
    if at:
        pairs = zip(found.order.codes[:at], first.values, strict=False)
        equal = (f"{code} {shown(value)}" for code, value in pairs if value.number is not None)
        lines.append(say("equal: {equal}", equal=", ".join(equal)))
    code = found.order.codes[at]
    lines.append(say("{code} separates them: {words}", code=code, words=in_words(code)))
    for name, place in zip(names, (first, second), strict=True):
        lines.append(f"  {say('{name}: {words}', name=name, words=_in_full(found, code, place.values[at]))}")
    return lines


def _name(found: Standings, place: Place) -> str:
    participant = found.participants[place.tpn]
    return f"{participant.number} {participant.name}".strip()


def _in_full(found: Standings, code: str, value: Value) -> str:
    """A value, with the sum that makes it."""
    tie_break = TIE_BREAKS[parse(code).name]
    words = shown(value)
    if tie_break.value is None:
        words = say("place {place} among the tied", place=words)
    if isinstance(value.number, tuple):
        return words + " " + say("(board by board)")
    if not value.terms:
        return words
    if tie_break.value is None or tie_break.code == "PTP":
        return f"{words} ({', '.join(_term(found, value, term) for term in value.terms)})"
    return f"{words} = {_sum(found, value)}"


def _sum(found: Standings, value: Value) -> str:
    """The terms that count, the divisor and the start, and the terms that are cut."""
    words = " + ".join(_term(found, value, term) for term in value.terms if not term.cut) or "0"
    if value.divisor > 1:
        words = f"({words}) / {value.divisor}"
    if value.start:
        start = f"{decimal(Fraction(value.start, value.unit))} ({say(value.start_is)})"
        words = f"{start} + {words}"
    cut = ", ".join(_term(found, value, term) for term in value.terms if term.cut)
    return words + (say("; cut: {cut}", cut=cut) if cut else "")


def _term(found: Standings, value: Value, term: Term) -> str:
    """The points that a round brought, and the opponent."""
    amount = decimal(Fraction(term.amount, value.unit))
    if term.factors is not None:
        amount = " x ".join(decimal(Fraction(factor, 10)) for factor in term.factors)
    if term.dummy:
        return say("{amount} (round {number}, the dummy)", amount=amount, number=term.number)
    if term.opponent == NOBODY:
        return say("{amount} (round {number})", amount=amount, number=term.number)
    opponent = found.participants[term.opponent].number
    return say("{amount} (round {number}, against {opponent})", amount=amount, number=term.number, opponent=opponent)
