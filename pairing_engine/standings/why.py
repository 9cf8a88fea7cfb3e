"""The reason why one participant ranks above another: the tie-break that separates the two, with its sums."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pairing_engine.errors import refusal
from pairing_engine.facts.model import NOBODY, Tpn, refuse_all_but
from pairing_engine.facts.names import called
from pairing_engine.language import in_decimals, listed, marked, say
from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.standings.codes import in_words, parse
from pairing_engine.standings.formulas import expected_score
from pairing_engine.standings.parting import Separation, sums_of, terms_among
from pairing_engine.standings.record import ResultsSoFar
from pairing_engine.standings.table import Place, Standings, decimal, shown
from pairing_engine.standings.values import Term, Value


def why_rank(found: Standings, one: int, other: int) -> list[str]:
    """Explain line by line which tie-break separates two participants, with its sums.

    ``one`` and ``other`` are the participants' numbers in the file. Raises `BadRequest` for unknown or equal numbers.
    """
    refuse_all_but(Standings, found=found)
    first, second = sorted((found.place_of(one), found.place_of(other)), key=lambda place: (place.rank, place.tpn))
    at = found.parting(first, second)
    kind = found.tournament.settings.kind
    names = [called(place.number, place.name, kind) for place in (first, second)]
    if one == other:
        raise refusal("{name} is named twice: name the participant to compare with", "other", name=names[0])
    about = {"one": names[0], "other": names[1], "rank": first.rank}
    before = [*zip(found.order.codes[:at], first.values, second.values, strict=False)]
    equal = {code: value for code, value, its in before if value.number == its.number}
    unused = [say(UNUSED, code=code) for code, *_ in before if code not in equal]
    if at is None:
        codes = ", ".join(equal)
        return [say("{one} and {other} are equal in {codes} and share rank {rank}", codes=codes, **about), *unused]
    lines = [say("{one} has rank {rank}, and {other} has rank {other_rank}", other_rank=second.rank, **about)]
    if at:
        values = (f"{code} {_shown(value)}" for code, value in equal.items() if value.number is not None)
        lines += [say("both have {equal}", equal=listed(values)), *unused]
    code = found.order.codes[at]
    lines.append(say("{one} and {other} are separated by {code}: {words}", code=code, words=in_words(code), **about))
    tie_break = parse(code).name
    if TIE_BREAKS[tie_break].value is None:
        sums = _by_encounters(found, at, first, second)
    else:
        sums = _of_values(found, tie_break, first.values[at], second.values[at])
    for name, words in zip(names, sums, strict=True):
        lines.append(f"  {say('{code} of {name}: {words}', code=code, name=name, words=words)}")
    return lines


UNUSED = marked("{code} is not used, because not all tied teams have the same number of game points (C.07 12.1)")


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
    if not step.knock_out:
        sums = by_games(found, case.field, step, pair)
        if ranking.tie_break.code != "DE":
            points = say("match points") if case.index("MP") == step.reference else say("game points")
            sums = [f"{points} {words}" for words in sums]
    else:
        code = step.knock_out
        value = TIE_BREAKS[code].value
        assert value is not None
        sums = [f"{code} {words}" for words in _of_values(found, code, *(value(case, tpn) for tpn in pair))]
    places = (_shown(place.values[at]) for place in (first, second))
    return [
        say("{sum}, which gives place {place} among the tied participants", sum=words, place=place)
        for place, words in zip(places, sums, strict=True)
    ]


def sum_of(found: Standings, value: Value) -> str:
    """Write a value in words: the terms that count, the divisor, the added amount, and the terms that are cut."""
    if not value.terms:
        return _shown(value)
    words = _added(_term(found, value.unit, term) for term in value.terms if not term.cut)
    if value.divisor > 1:
        words = f"({words}) / {value.divisor}"
    if value.start:
        start = f"{_decimal(Fraction(value.start, value.unit))} ({say(value.start_is)})"
        words = f"{start} + {words}"
    cut = ", ".join(_term(found, value.unit, term) for term in value.terms if term.cut)
    return f"{words} = {_shown(value)}" + (say("; cut: {cut}", cut=cut) if cut else "")


def by_boards(found: Standings, code: str, first: Value, second: Value) -> list[str]:
    """[C.07 12.2, 12.3] Write the board points that separate two teams."""
    one, other = ([sum(term.amount for term in part) for part in value.parts] for value in (first, second))
    at = next(at for at, (points, others) in enumerate(zip(one, other, strict=True)) if points != others)
    board, last = at + 1, len(one) - at
    if code == "TBR" or last == 1:
        boards = say("board {board}", board=board if code == "TBR" else 1)
    else:
        boards = say("boards 1 to {last}", last=last)
    return [
        f"{_added(_term(found, value.unit, term) for term in value.parts[at])} = "
        f"{_decimal(Fraction(sums[at], value.unit))} ({boards})"
        for sums, value in ((one, first), (other, second))
    ]


def by_rating(found: Standings, value: Value) -> str:
    """[C.07 10.3] Explain a perfect performance with the expected score in each round."""
    if not value.terms:
        return _shown(value)
    assert isinstance(value.amount, int)
    ratings = [term.amount for term in value.terms]
    if not value.target:
        lowest = min(value.terms, key=lambda term: term.amount)
        return f"{_term(found, 1, lowest)} - 800 = {_shown(value)}"
    expected = [
        _term(found, 100, term._replace(amount=expected_score(value.amount, [term.amount]))) for term in value.terms
    ]
    return say(
        "{rating} is the lowest rating with an expected score of at least {points} ({terms} = {sum}); "
        "with {less} it is {sum_less}",
        rating=_shown(value),
        sum=_hundredths(expected_score(value.amount, ratings)),
        terms=_added(expected),
        points=_decimal(Fraction(value.target, 10)),
        less=value.amount - 1,
        sum_less=_hundredths(expected_score(value.amount - 1, ratings)),
    )


def by_games(found: Standings, field: ResultsSoFar, step: Separation, pair: tuple[Tpn, Tpn]) -> list[str]:
    """[C.07 6] Write the points that two participants got within their tied group, and mention missing games."""
    sums = sums_of(field, step.group, step.reference)
    shown_sums = []
    for tpn in pair:
        met: dict[Tpn, list[str]] = {}
        for term in terms_among(field, tpn, frozenset(step.group), step.reference):
            met.setdefault(term.opponent, []).append(_term(found, 10, term))
        # [6.1.2] If there are several games against one opponent, their average counts.
        addends = [one[0] if len(one) == 1 else f"({' + '.join(one)}) / {len(one)}" for one in met.values()]
        words = f"{_added(addends)} = {_decimal(Fraction(sums[tpn].score, 10))}"
        if sums[tpn].low != sums[tpn].high:
            high = _decimal(Fraction(sums[tpn].high, 10))
            words += say("; at most {high} if the missing games are added", high=high)
        shown_sums.append(words)
    return shown_sums


def _added(terms: Iterable[str]) -> str:
    return " + ".join(terms) or "0"


def _hundredths(number: int) -> str:
    return _decimal(Fraction(number, 100))


def _term(found: Standings, unit: int, term: Term) -> str:
    amount = _decimal(Fraction(term.amount, unit))
    if term.factors is not None:
        amount = " x ".join(_decimal(Fraction(factor, 10)) for factor in term.factors)
    if term.dummy:
        return say("{amount} (round {number}, dummy opponent)", amount=amount, number=term.number)
    if term.opponent == NOBODY:
        return say("{amount} (round {number})", amount=amount, number=term.number)
    opponent = called(found.participants[term.opponent].number, "", found.tournament.settings.kind)
    return say("{amount} (round {number}, against {opponent})", amount=amount, number=term.number, opponent=opponent)


def _shown(value: Value) -> str:
    return in_decimals(shown(value))


def _decimal(number: Fraction) -> str:
    return in_decimals(decimal(number))
