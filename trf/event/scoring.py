"""Code that reads and writes records 162, XXS and BBx, which state the points for each outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pairing_engine.facts.model import Points, Scoring, show_points
from pairing_engine.language import quoted, say
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

_SYMBOL = "([A-Za-z]) *([0-9.,]+)"
_FIRST_SYMBOL_COLUMN = 6
_SYMBOL_STRIDE = 9
_SYMBOL_WIDTH = 5

MOST_POINTS = 999
"""The highest points in tenths that fit into four columns: 99.9."""


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


def read_scoring(records: Iterable[Record], findings: Findings, games: int = 1) -> PointsRead:
    """Read the scoring system. If two records contradict each other, the second record is used.

    ``games`` is the number of games in a pairing. With two games, the pairing-allocated bye is worth a win and a draw
    [C.04.5 1.4].
    """
    given: dict[str, int] = {}
    win_gives_bye = False
    last = None
    for record in records:
        found = _READERS.get(record.code, _read_bb)(record, games, findings)
        given.update(found)
        # In record XXS the bye is worth one point unless PAB is given; in other records it counts as a win.
        win_gives_bye |= record.code != "XXS" and "win" in found
        last = record
    unknown_given, bye_given = "unknown" in given, "pairing_allocated_bye" in given
    if win_gives_bye and games == 1:
        given.setdefault("pairing_allocated_bye", given["win"])
    scoring = _scoring(_usual(given, games))
    if last is not None and not findings.only_pairing_data:
        report_order(scoring, last, findings)
    return PointsRead(scoring, unknown_given, bye_given)


def report_order(scoring: Scoring, record: Record, findings: Findings) -> None:
    """[162, 362] Report a result that is worth more than a better one."""
    wrong = scoring.out_of_order()
    if wrong is not None:
        found = say("{wrong} points for a win, a draw and a loss", wrong=", ".join(map(show_points, wrong)))
        expected = say("a win worth at least a draw, and a draw worth at least a loss")
        _refuse(record, FIRST_VALUE_COLUMN, found, expected, findings)
    elif scoring.zero_point_bye > scoring.win:
        values = {"points": show_points(scoring.zero_point_bye), "win": show_points(scoring.win)}
        findings.adjust("ADJ-101", record.line, FIRST_VALUE_COLUMN, **values)


def _scoring(points: dict[str, int]) -> Scoring:
    values = {name: Points(value) for name, value in points.items()}
    values.setdefault("unknown", values["draw"])
    for name in ("win", "draw", "loss"):
        if values[f"black_{name}"] == values[name]:
            del values[f"black_{name}"]
    return Scoring(**values)


def _read_162(record: Record, games: int, findings: Findings) -> dict[str, int]:
    line = " " * (TEXT_COLUMN - 1) + record.cells[0]
    found: dict[str, int] = {}
    values: dict[str, str] = {}
    end = 0
    for match in re.finditer(_SYMBOL, line):
        _report_rest(record, line, end, match.start(), findings)
        end = match.end()
        offset = match.start() + 1 - _FIRST_SYMBOL_COLUMN
        if offset % _SYMBOL_STRIDE or end > match.start() + _SYMBOL_WIDTH:
            findings.adjust("ADJ-42", record.line, match.start() + 1, match=match.group())
        symbol = match.group(1).upper()
        if values.setdefault(symbol, match.group(2)) != match.group(2):
            _refuse(record, match.start() + 1, quoted(match.group()), _once(symbol, values[symbol]), findings)
        elif symbol in SYMBOLS:
            _set(found, _shares(SYMBOLS[symbol], games), match.group(2), record, match.start(2) + 1, findings)
        else:
            _refuse(record, match.start() + 1, quoted(symbol), say("one of the symbols W D L A P X"), findings)
    _report_rest(record, line, end, len(line), findings)
    return found


def _once(symbol: str, points: str) -> str:
    return say("one value for {symbol}, not also {points}", symbol=symbol, points=points)


def _report_rest(record: Record, line: str, start: int, stop: int, findings: Findings) -> None:
    rest = line[start:stop]
    if rest.strip():
        column = start + 1 + len(rest) - len(rest.lstrip())
        _refuse(record, column, quoted(rest.strip()), say("symbols, each followed by its points"), findings)


def _read_xxs(record: Record, games: int, findings: Findings) -> dict[str, int]:
    found: dict[str, int] = {}
    values: dict[str, str] = {}
    unknown = []
    for column, word in record.words():
        code, equals, points = word.partition("=")
        if equals and values.setdefault(code.upper(), points) != points:
            _refuse(record, column, quoted(word), _once(code, values[code.upper()]), findings)
        elif equals and code.upper() in XXS_CODES:
            _set(found, _shares(XXS_CODES[code.upper()], games), points, record, column + len(code) + 1, findings)
        else:
            unknown.append((column, word))
    for column, word in unknown:
        if findings.only_pairing_data or _repeats_points_of_losses(word, found):
            findings.adjust("ADJ-88", record.line, column, word=word)
        else:
            expected = say("CODE=points, where CODE is one of {codes}", codes=" ".join(XXS_CODES))
            _refuse(record, column, quoted(word), expected, findings)
    return found


def _repeats_points_of_losses(word: str, given: Mapping[str, int]) -> bool:
    """Whether a word of record XXS only repeats the points of losses under a code that JaVaFo does not know."""
    code, _, text = word.partition("=")
    try:
        points = points_of(text)
    except ValueError:
        return False
    return code.upper() == "L" and all(given.get(name, _DEFAULTS[name]) == points for name in _LOSS)


def _read_bb(record: Record, games: int, findings: Findings) -> dict[str, int]:
    found: dict[str, int] = {}
    if record.value:
        shares = _shares(BB_CODES[record.code], games)
        _set(found, shares, record.value, record, record.value_column, findings)
    return found


_READERS = {"162": _read_162, "XXS": _read_xxs}


def _set(
    found: dict[str, int], shares: Mapping[str, int], text: str, record: Record, column: int, findings: Findings
) -> None:
    try:
        points = points_of(text)
    except ValueError:
        points = None
    if points is None or points < 0:
        _refuse(record, column, quoted(text), say("points such as 0.5"), findings)
    elif points > MOST_POINTS:
        limit = say("at most {most}", most=show_points(MOST_POINTS))
        findings.problem(
            record.line, column, "limit", TEXT_RECORDS[record.code], text, limit, say("a TRF has no room for more")
        )
    else:
        found.update({name: points * share for name, share in shares.items()})


def _refuse(record: Record, column: int, found: str, expected: str, findings: Findings) -> None:
    findings.problem(record.line, column, "scoring", TEXT_RECORDS[record.code], found, expected)


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
