"""Code that reads and writes records 162, XXS and BBx, which state the points for each outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from pairing_engine.facts.model import Points, Scoring, show_points
from pairing_engine.language import marked, quoted, say
from trf.format.fields import FIRST_VALUE_COLUMN, TEXT_COLUMN, TEXT_RECORDS, points_of
from trf.format.findings import Findings
from trf.format.records import Record, make_text

_WIN = ("win", "black_win", "forfeit_win", "full_point_bye")
_DRAW = ("draw", "black_draw", "half_point_bye")
_LOSS = ("loss", "black_loss")
_ABSENCE = ("zero_point_bye", "forfeit_loss")
_PAIRING_ALLOCATED = ("pairing_allocated_bye",)
_UNKNOWN = ("unknown",)

SYMBOLS = {"W": _WIN, "D": _DRAW, "L": _LOSS, "A": _ABSENCE, "Z": _ABSENCE, "P": _PAIRING_ALLOCATED, "X": _UNKNOWN}
"""The symbols in record 162, each with the fields of `Scoring` that the symbol sets."""

BB_CODES = {"BBW": _WIN, "BBD": _DRAW, "BBL": _LOSS}
BB_CODES |= {"BBZ": ("zero_point_bye",), "BBF": ("forfeit_loss",), "BBU": _PAIRING_ALLOCATED}

_SINGLE = {
    "WW": "win", "BW": "black_win", "WD": "draw", "BD": "black_draw", "WL": "loss", "BL": "black_loss",
    "ZPB": "zero_point_bye", "HPB": "half_point_bye", "FPB": "full_point_bye", "PAB": "pairing_allocated_bye",
    "FW": "forfeit_win", "FL": "forfeit_loss",
}  # fmt: skip

XXS_CODES = {**{code: (name,) for code, name in _SINGLE.items()}, "W": _WIN, "D": _DRAW}

_NAMES = dict.fromkeys((*_WIN, *_PAIRING_ALLOCATED, *_DRAW, *_LOSS, *_ABSENCE[::-1]))
"""The fields of `Scoring` except the points of unknown results."""


def _values(scoring: Scoring) -> dict[str, int]:
    """Return the points of each outcome. With Black, they are as with White unless stated."""
    stated = {name: getattr(scoring, name) for name in _NAMES}
    return {name: stated[name.removeprefix("black_")] if points is None else points for name, points in stated.items()}


_DEFAULTS = _values(Scoring())

_IN_162 = re.compile("([A-Za-z]) *([0-9.,]+)")
_IN_XXS = re.compile(r"([^\s=]+)=(\S*)|\S+")
_CODES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "162": SYMBOLS,
    "XXS": XXS_CODES,
    **dict.fromkeys(BB_CODES, BB_CODES),
}
_FIRST_SYMBOL_COLUMN = 6
_SYMBOL_STRIDE = 9
_SYMBOL_WIDTH = 5

MOST_POINTS = 999
"""The highest points in tenths that fit into four columns: 99.9."""


_AT_MOST_A_WIN = marked(
    {
        "pairing_allocated_bye": "a pairing-allocated bye",
        "full_point_bye": "a full-point bye",
        "zero_point_bye": "a zero-point bye",
        "half_point_bye": "a half-point bye",
        "forfeit_loss": "a forfeit loss",
        "unknown": "a game without a result",
    }
)

_REQUESTED_BYES = ("full_point_bye", "half_point_bye", "zero_point_bye")


_BYE_FOLLOWS = {1: ("win",), 2: ("win", "draw")}
"""A bye is usually worth a win, or a win and a draw if a pairing has two games."""


def _shares(names: Iterable[str], games: int) -> Mapping[str, int]:
    """Return the factor for each outcome: a bye covers all ``games``, unless its code is only for byes (reading W1)."""
    names = tuple(names)
    only_byes = all(name in _REQUESTED_BYES or name in _PAIRING_ALLOCATED for name in names)
    return {name: games if name in _REQUESTED_BYES and not only_byes else 1 for name in names}


def _usual(given: Mapping[str, int], games: int) -> dict[str, int]:
    if games == 1:
        return {**_DEFAULTS, **given}
    values = {**_DEFAULTS, **{name: games * _DEFAULTS[name] for name in _REQUESTED_BYES}, **given}
    return {**values, "pairing_allocated_bye": sum(values[name] for name in _BYE_FOLLOWS[games]), **given}


class PointsRead(NamedTuple):
    """The scoring system, and whether records give the points of unknown results and pairing-allocated byes."""

    scoring: Scoring
    unknown_given: bool
    bye_given: bool = False

    def counting(self, *, adjourned_as_draw: bool) -> Scoring:
        return self.scoring._replace(unknown=self.scoring.draw) if adjourned_as_draw else self.scoring

    def unknown_in_words(self) -> str:
        return say("{unknown} points each", unknown=show_points(self.scoring.unknown)) if self.unknown_given else ""


class _Statement(NamedTuple):
    """The points of a code, as text; each with the column of its word and of its points."""

    column: int
    word: str
    code: str
    points: str
    column_of_points: int


def read_scoring(records: Iterable[Record], findings: Findings, games: int = 1, *, teams: bool = False) -> PointsRead:
    """Read the scoring system. Two records may not give a code different points.

    ``games`` is the number of games in a pairing. With two games, the pairing-allocated bye is worth a win and a draw
    [C.04.5 1.4].
    """
    given: dict[str, int] = {}
    stated: dict[tuple[str, ...], tuple[int, int, str]] = {}
    twice: set[tuple[str, ...]] = set()
    win_gives_bye = False
    last = None
    for record in records:
        unknown = []
        for one in _statements(record, findings):
            names = _CODES[record.code].get(one.code.upper())
            points = None if names is None else _points_of(one, record, findings)
            if names is None:
                unknown.append(one)
            elif points is not None and stated.setdefault(names, (points, record.line, one.code.upper()))[0] != points:
                if names not in twice:  # each is reported once
                    _report_second(one, stated[names], record, findings)
                twice.add(names)
            elif points is not None:
                given |= {name: points * share for name, share in _shares(names, games).items()}
                # In record XXS the bye is worth one point unless PAB is given; in other records it counts as a win.
                win_gives_bye |= record.code != "XXS" and "win" in names
        for one in unknown:
            _report_unknown(one, given, record, findings)
        last = record
    unknown_given, bye_given = "unknown" in given, "pairing_allocated_bye" in given
    if win_gives_bye and games == 1:
        given.setdefault("pairing_allocated_bye", given["win"])
    scoring = _scoring(_usual(given, games))
    if last is not None and not findings.only_pairing_data:
        # The bye of a team may be stated for all boards.
        report_order(scoring._replace(pairing_allocated_bye=scoring.win) if teams else scoring, last, findings, games)
    return PointsRead(scoring, unknown_given, bye_given)


def report_order(scoring: Scoring, record: Record, findings: Findings, games: int = 1) -> None:
    """[162, 362] Report a result that is worth more than a better one. A bye covers all ``games``."""
    wrong = scoring.out_of_order()
    if wrong is not None:
        where = record.line, FIRST_VALUE_COLUMN, TEXT_RECORDS[record.code]
        findings.refuse("scoring out of order", *where, wrong=", ".join(map(show_points, wrong)))
        return
    for name, words in _AT_MOST_A_WIN.items():
        wins = games if name.endswith("_bye") else 1
        if (points := getattr(scoring, name)) > wins * scoring.win:
            win = show_points(scoring.win) if wins == 1 else f"{wins} × {show_points(scoring.win)}"
            values = {"what": say(words), "points": show_points(points), "win": win}
            findings.adjust("ADJ-101", record.line, FIRST_VALUE_COLUMN, **values)
            return  # one code may state several of these


def _scoring(points: dict[str, int]) -> Scoring:
    values = {name: Points(value) for name, value in points.items()}
    values.setdefault("unknown", values["draw"])
    for name in ("win", "draw", "loss"):
        if values[f"black_{name}"] == values[name]:
            del values[f"black_{name}"]
    return Scoring(**values)


def _statements(record: Record, findings: Findings) -> Iterator[_Statement]:
    """Yield the points of each code in a record; other text in record 162 is a problem."""
    text, end = record.cells[0], 0
    if record.code in BB_CODES:
        if record.value:
            yield _Statement(record.value_column, record.value, record.code, record.value, record.value_column)
        return
    for match in (_IN_XXS if record.code == "XXS" else _IN_162).finditer(text):
        _report_rest(record, text, end, match.start(), findings)
        end, column = match.end(), TEXT_COLUMN + match.start()
        is_outside = (column - _FIRST_SYMBOL_COLUMN) % _SYMBOL_STRIDE or end > match.start() + _SYMBOL_WIDTH
        if record.code == "162" and is_outside:
            findings.adjust("ADJ-42", record.line, column, match=match[0])
        yield _Statement(column, match[0], match[1] or "", match[2], TEXT_COLUMN + match.start(2))
    _report_rest(record, text, end, len(text), findings)


def _report_rest(record: Record, text: str, start: int, stop: int, findings: Findings) -> None:
    rest = text[start:stop]
    if rest.strip():
        column = TEXT_COLUMN + start + len(rest) - len(rest.lstrip())
        _refuse("scoring by symbols", record, column, findings, found=quoted(rest.strip()))


def _points_of(one: _Statement, record: Record, findings: Findings) -> int | None:
    try:
        points = points_of(one.points)
    except ValueError:
        points = None
    if points is None or points < 0:
        _refuse("scoring in points", record, one.column_of_points, findings, found=quoted(one.points))
    elif points > MOST_POINTS:
        values = {"found": one.points, "most": show_points(MOST_POINTS)}
        _refuse("limit of points", record, one.column_of_points, findings, **values)
    else:
        return points
    return None


def _report_second(one: _Statement, stated: tuple[int, int, str], record: Record, findings: Findings) -> None:
    points, line, code = stated
    key = "scoring twice" if line == record.line else "scoring twice in two lines"
    key = key if code == one.code.upper() else "scoring twice by two codes"
    values = {"found": quoted(one.word), "symbol": code, "points": show_points(Points(points))}
    _refuse(key, record, one.column, findings, **values, line=line)


def _report_unknown(one: _Statement, given: Mapping[str, int], record: Record, findings: Findings) -> None:
    """Report a code that a record does not have; one for losses in record XXS may repeat their points."""
    is_tolerated = record.code == "XXS" and findings.only_pairing_data
    if record.code == "XXS" and one.code.upper() == "L":
        with suppress(ValueError):
            is_tolerated |= {given.get(name, _DEFAULTS[name]) for name in _LOSS} == {points_of(one.points)}
    if is_tolerated:
        findings.adjust("ADJ-88", record.line, one.column, word=one.word)
        return
    key = "scoring by codes" if record.code == "XXS" else "scoring by letters"
    found = one.word if record.code == "XXS" else one.code.upper()
    _refuse(key, record, one.column, findings, found=quoted(found), codes=" ".join(XXS_CODES))


def _refuse(key: str, record: Record, column: int, findings: Findings, /, **values: object) -> None:
    findings.refuse(key, record.line, column, TEXT_RECORDS[record.code], **values)


def scoring_records(scoring: Scoring, *, has_unknown: bool, as_162: bool, games: int = 1) -> list[Record]:
    """Return records for unusual points: 162 or BBx if they suffice, else XXS; ``has_unknown`` needs a value."""
    values = _values(scoring)
    codes = {symbol: SYMBOLS[symbol] for symbol in "WDLAP"} if as_162 else BB_CODES
    stated = _stated(values, codes, games)
    symbols = stated if as_162 and stated is not None else {}
    if has_unknown or scoring.unknown != scoring.draw:
        symbols = {**symbols, "X": scoring.unknown}
    records = []
    if stated is None:
        words = [f"{code}={show_points(points)}" for code, points in _outcomes_apart(values, games).items()]
        records.append(make_text("XXS", " ".join(words)))
    elif not as_162:
        records += [make_text(code, f"{show_points(points):>4}") for code, points in stated.items()]
    if symbols:
        records.append(make_text("162", _columns_of_162(symbols)))
    return records


def _stated(values: Mapping[str, int], codes: Mapping[str, tuple[str, ...]], games: int) -> dict[str, int] | None:
    """Return the unusual points for each code; None if outcomes that share a code have different points."""
    usual = _usual({}, games)
    stated = {}
    for code, names in codes.items():
        shares = _shares(names, games)
        points, rest = divmod(values[names[0]], shares[names[0]])
        if rest or any(values[name] != points * share for name, share in shares.items()):
            return None
        # With these codes the pairing-allocated bye is a win by default, but not all programs read it so.
        follows = names == _PAIRING_ALLOCATED and any(values[name] != usual[name] for name in _BYE_FOLLOWS[games])
        if values[names[0]] != usual[names[0]] or follows:
            stated[code] = points
    return stated


def _outcomes_apart(values: Mapping[str, int], games: int) -> dict[str, int]:
    usual = _usual({}, games)
    apart = {code: values[name] for code, name in _SINGLE.items() if values[name] != usual[name]}
    if games > 1:  # in a match, the points of the pairing-allocated bye follow from other outcomes
        apart["PAB"] = values["pairing_allocated_bye"]
    return apart


def _columns_of_162(symbols: Mapping[str, int]) -> str:
    indent = " " * (_FIRST_SYMBOL_COLUMN - FIRST_VALUE_COLUMN)
    pairs = [f"{symbol}{show_points(points):>{_SYMBOL_WIDTH - 1}}" for symbol, points in symbols.items()]
    return indent + "".join(f"{pair:<{_SYMBOL_STRIDE}}" for pair in pairs).rstrip()
