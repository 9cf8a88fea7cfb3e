"""Lists of players: CSV with or without column titles, or pasted lines of names and ratings."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pairing_engine.errors import refusal
from pairing_engine.facts.model import MAX_TPN, TITLES, Participant, Tpn
from pairing_engine.facts.names import Identity, identity
from pairing_engine.facts.people import ATTRIBUTES, WIDEST, Unfit, is_date, is_fide_number, is_rating, value_of
from pairing_engine.facts.people import FIELDS as OF_PEOPLE
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from trf.format.findings import WHOLE_FILE, Findings
from trf.headings import NO_FIELD, OF_EVENTS, OF_NAMES, RATINGS, columns_of, fact_of, field_of, heading_of, is_head

MOST_IN_A_LINE = 4_000
"""The maximum length of a line. A longer one is no player, such as the rest of a file after an open quotation mark."""

MOST_CHARACTERS = 1 << 22

FIELDS = (*OF_PEOPLE, "first name")

IN_LISTS = marked(("club", "first name", "player", "title of a column"))

MOST_BEFORE_HEAD = 6
"""The headings are looked for in this number of lines."""

_OF_FIDE = re.compile(r"ID Number +Name +Fed +Sex")
_PLAIN_RATINGS = "rating", "elo", "rtg"

_TITLE = "|".join(TITLES)
_PASTED = re.compile(
    rf"(?:[0-9]{{1,4}}[.)]? +)?(?:(?P<before>{_TITLE}) +)?(?P<name>(?:[^0-9]|(?<=[^\W_0-9])[0-9]{{1,3}}(?![0-9]))+?)"
    rf"(?:[ ,]+(?P<rating>[0-9]{{1,4}})(?:[ ,]+(?P<title>{_TITLE}))?(?:[ ,]+(?P<federation>[A-Z]{{3}}))?"
    r"(?:[ ,]+(?P<club>.+))?)?"
)
_LOOSE_NUMBER = re.compile(r"(?<![^\W_])[0-9]|[0-9]{4}")
"""A number that stands alone, or that looks like a rating; a short one after a letter belongs to a name (Player1)."""

_WITH_LETTER = re.compile(r"([0-9]{3,4}) ?[FNE]")
"""A rating with a letter that says whose it is: of FIDE, national, or estimated."""

_IN_BRACKETS = re.compile(r"\s*\(([0-9]{3,4})\)")
_NUMBERED = re.compile(r"[0-9]{1,4}[.)] ")
_RATING_FIRST = re.compile(r"([0-9]{3,4})[ ,]+([^0-9]+)")
_MARKS = " ,;\t|:-#"
_STATED = re.compile(r"[#\s]*(?P<name>[^\W\d_](?:(?![0-9]{3})[^:=;,|\t]){0,39})[:=](?P<text>.*)")
"""A line such as ``City: Kiel``, which states something of the event."""

_BULLET = re.compile(r"^[-*•–]\s+")


class PlayerList(NamedTuple):
    """The players of a list, their ``clubs`` by `identity`, and the unknown column titles (``passed_over``)."""

    players: tuple[Participant, ...]
    clubs: Mapping[Identity, str]
    passed_over: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """Sentences about what was shortened, and about what the columns were taken for."""


class _Row(NamedTuple):
    """A player's line: the line number and the fields."""

    line: int
    said: Mapping[str, str]


def players_in(text: str, name: str = "list") -> PlayerList:
    r"""Return the players of a list. Raises `TrfProblems` with all faults.

    >>> [(one.name, one.rating) for one in players_in("Player1 2000\nAalto, Eino, 1985").players]
    [('Player1', 2000), ('Aalto, Eino', 1985)]

    >>> found = players_in("Name;Elo;Club\nRossi, Ada;1900;Kiel\n")
    >>> [(one.name, one.rating) for one in found.players], [*found.clubs.values()]
    ([('Rossi, Ada', 1900)], ['Kiel'])
    >>> [(one.name, one.rating, one.title) for one in players_in("1. GM Li, Wei 2600 CHN\n2. Ada Rossi\n").players]
    [('Li, Wei', 2600, 'GM'), ('Ada Rossi', 0, '')]
    """
    findings = Findings(name)
    if len(text) > MOST_CHARACTERS:
        found = say("{number:,} characters", number=len(text))
        findings.problem(WHOLE_FILE, 0, "limit", "file", found, say("a list of players"))
        findings.conclude()
    remarks: list[str] = []
    rows, passed_over = _rows(text.removeprefix("\ufeff"), findings, remarks)
    players: list[Participant] = []
    clubs: dict[Identity, str] = {}
    lines: dict[Identity, int] = {}
    for row in rows:
        player = _player(row, findings, remarks)
        same = identity(player)
        if same in lines and player.name:
            found = say("{name}, who is already in line {line}", name=player.name, line=lines[same])
            findings.problem(row.line, 1, "duplicate", "player", found, say("each player only once"))
        lines.setdefault(same, row.line)
        players.append(player)
        if row.said.get("club"):
            clubs[same] = str(_value("club", row.said["club"], row.line, findings))
    if not players:
        found = say("there is no player; each line names one, such as Aalto, Eino;1985")
        findings.problem(WHOLE_FILE, 0, "empty", "file", found, "")
    if len(players) > MAX_TPN:
        found = say("{number} players", number=len(players))
        findings.problem(WHOLE_FILE, 0, "limit", "file", found, say("at most {most}", most=MAX_TPN))
    findings.conclude()
    return PlayerList(tuple(players), clubs, passed_over, tuple(remarks))


class Above(NamedTuple):
    """The facts above the players of a list, the ``text`` with blank lines in their places, and remarks."""

    facts: Mapping[str, str]
    text: str
    remarks: tuple[str, ...] = ()


def facts_in(text: str) -> Above:
    r"""Return the facts that stand above a list of players. Raises `BadRequest` for what is perhaps a fact.

    Above headings, a line such as ``Tables: 9``, which states no known fact, is passed over with a remark.

    >>> facts_in("City: Kiel;;\n# chief arbiter = Berg, Ida\nAalto, Eino;1985")[:2]
    ({'city': 'Kiel', 'chief arbiter': 'Berg, Ida'}, '\n\nAalto, Eino;1985')
    """
    lines = text.removeprefix("\ufeff").splitlines()
    head = _place_of_head(lines)
    facts, remarks, is_above = dict[str, str](), list[str](), True
    for place, line in enumerate(lines[:head]):
        found, is_comment = _STATED.fullmatch(line), line.startswith("#")
        is_above = is_above and (head is not None or bool(found) or is_comment or not line.strip(_MARKS))
        if found is None or (is_comment and not is_above):
            continue
        fact, words = fact_of(found["name"]), {"line": place + 1, "found": one_line(line.strip())}
        if fact and (fact in facts or not is_above):
            refused = _AGAIN if is_above else _BELOW
            raise refusal(refused, "players", fact=say(fact), **words)
        if fact:
            facts[fact] = found["text"].strip(" ;,\t|")
        elif is_comment or not is_above:
            continue
        elif head is None:
            raise refusal(_UNKNOWN, "players", facts=", ".join(map(say, OF_EVENTS)), **words)
        else:
            remarks.append(say(_PASSED_OVER, facts=", ".join(map(say, OF_EVENTS)), **words))
        lines[place] = ""
    return Above(facts, "\n".join(lines) if facts or remarks else text, tuple(remarks))


_AGAIN = marked("line {line}, {found!r}, states a second {fact}")
_BELOW = marked("line {line}, {found!r}, states the {fact}, which stands above the players")
_UNKNOWN = marked(
    "line {line}, {found!r}, states no known fact ({facts}); a player's name with a colon stands below headings such "
    "as Name;Rating"
)
_PASSED_OVER = marked("line {line}, {found!r}, is passed over; the known facts are {facts}")


def _place_of_head(lines: Sequence[str]) -> int | None:
    """Return the place of the headings, which other lines than facts can precede; None if there are none."""
    before = 0
    for place, line in enumerate(lines):
        stated = _STATED.fullmatch(line) is not None
        if len(line) <= MOST_IN_A_LINE and _is_head_below(before or stated, _cutter(line)(line.lstrip("# "))):
            return place
        before += bool(line.strip(_MARKS)) and not stated
        if before == MOST_BEFORE_HEAD:
            break
    return None


def _is_head_below(before: int, cells: Sequence[str]) -> bool:
    return is_head(cells) and (not before or sum(bool(field_of(heading_of(cell))[0]) for cell in cells) > 1)


def _rows(text: str, findings: Findings, remarks: list[str]) -> tuple[list[_Row], tuple[str, ...]]:
    lines = [(number, _BULLET.sub("", line.strip(" \r\v\f"))) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line.strip(_MARKS)]
    for number, line in lines:
        if len(line) > MOST_IN_A_LINE:
            words = say("at most {most:,} characters", most=MOST_IN_A_LINE)
            findings.problem(number, 1, "limit", "line", say("{number:,} characters", number=len(line)), words)
    findings.conclude()
    for place, (number, line) in enumerate(lines[:MOST_BEFORE_HEAD]):
        cut = _cutter(line)
        head = cut(line.lstrip("# "))
        if _is_head_below(place, head):
            rest = [(number, cut(line)) for number, line in lines[place + 1 :] if not line.startswith("#")]
            return _under_headings(number, head, rest, findings, remarks)
    lines = [(number, line.strip()) for number, line in lines if not line.startswith("#")]
    return (_in_doubt(lines, _untitled_rows(lines, remarks), findings) if lines else []), ()


def _cutter(head: str) -> Callable[[str], list[str]]:
    """Return the function that cuts lines like this head into cells: at a mark or, in FIDE's list, at fixed places."""
    if head.startswith("|"):
        return lambda line: _cells(line.strip().strip("|"), "|")
    if _OF_FIDE.match(head):
        starts = [match.start() for match in re.finditer(r"ID Number|\S+", head)]
        ends = [*starts[1:], None]
        return lambda line: [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    mark = next((mark for mark in "\t;|," if mark in head), ",")
    return lambda line: _cells(line, mark)


def _under_headings(
    number: int, head: Sequence[str], lines: Sequence[tuple[int, list[str]]], findings: Findings, remarks: list[str]
) -> tuple[list[_Row], tuple[str, ...]]:
    """Return the players under headings; a column of ratings or titles that is not understood is a problem."""
    lines = [(line, _with_whole_name(cells, head)) for line, cells in lines]
    columns = columns_of(head, [cells for _, cells in lines])
    fields = [column.field for column in columns]
    for field in {field for field in fields if field not in ("", NO_FIELD) and fields.count(field) > 1}:
        heading = columns[fields.index(field)].heading
        found = say("{number} columns with the title {field}", number=fields.count(field), field=heading)
        findings.problem(number, 1, "duplicate", "title of a column", found, say("each title only once"))
    is_rated = not {*RATINGS}.isdisjoint(fields)
    for column in columns:
        is_unknown = not column.field and not column.counts and (column.is_of_numbers or column.is_of_titles)
        if is_unknown or (not is_rated and column.is_of_other_games):
            found = say("{heading} over {value}", heading=repr(column.heading), value=column.values[0])
            expected = say("a known title such as Rating, National rating, Year, Title or Points")
            findings.problem(
                number, 1, "unknown", "title of a column", found, expected, say("name or remove the column")
            )
    ratings = [column for field in RATINGS for column in columns if column.field == field and any(column.values)]
    if len(ratings) > 1 or any(column.heading.lower() not in _PLAIN_RATINGS for column in ratings):
        names = say(", then by ").join(column.heading for column in ratings)
        remarks.append(say("the players were ordered by {columns}", columns=names))
    rows = [_Row(line, _titled(cells, fields)) for line, cells in lines]
    dropped = (one for one in columns if one.field in ("", NO_FIELD) and one.values and not one.counts)
    return rows, tuple(f"{one.heading or '-'} ({one.values[0]})" for one in dropped)


def _with_whole_name(cells: list[str], head: Sequence[str]) -> list[str]:
    """Join an unquoted name that a comma divided."""
    at = next(place for place, cell in enumerate(head) if field_of(heading_of(cell))[0] in OF_NAMES)
    return [*cells[:at], ", ".join(cells[at : at + 2]), *cells[at + 2 :]] if len(cells) == len(head) + 1 else cells


def _cells(line: str, mark: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True))]


def _titled(cells: Sequence[str], fields: Sequence[str]) -> dict[str, str]:
    """Return the cells of a line, with the names of their fields as keys. The first rating that is not 0 counts."""
    said = {field: cell for field, cell in zip(fields, cells, strict=False) if field not in ("", NO_FIELD)}
    ratings = [said.pop(field, "") for field in RATINGS]
    title = said.pop("women's title", "")
    rating = _WITH_LETTER.sub(r"\1", next((one for one in ratings if one not in ("", "-", "0", "0000")), ""))
    return said | ({"rating": rating} if rating else {}) | ({"title": title} if title and not said.get("title") else {})


def _untitled_rows(lines: Sequence[tuple[int, str]], remarks: list[str]) -> list[_Row]:
    for mark in "\t;":
        rows = [_cells(line, mark) for _, line in lines]
        usual = all(map(_is_usual, rows))
        fields = () if usual or min(map(len, rows)) < 2 else _fields_by_values(rows)
        if fields:
            names = ", ".join(say(field) for field in fields if field)
            remarks.append(say("the columns were read as {columns}", columns=names))
            return [
                _Row(number, {field: cell for field, cell in zip(fields, row, strict=False) if field})
                for (number, _), row in zip(lines, rows, strict=True)
            ]
    if any(_IN_BRACKETS.search(line) for _, line in lines):
        remarks.append(say("the numbers in brackets were read as ratings"))
    if len(lines) > 1 and all(_RATING_FIRST.fullmatch(line) for _, line in lines):
        remarks.append(say("the numbers before the names were read as ratings"))
        lines = [(number, _RATING_FIRST.sub(r"\2 \1", line)) for number, line in lines]
    return [_Row(number, _untitled(_IN_BRACKETS.sub(r" \1", line))) for number, line in lines]


def _in_doubt(lines: Sequence[tuple[int, str]], rows: list[_Row], findings: Findings) -> list[_Row]:
    """Report a heading above numbered lines, a club behind a name without a rating, and a number as a club."""
    first, *others = lines
    if len(others) > 1 and not _NUMBERED.match(first[1]) and all(_NUMBERED.match(line) for _, line in others):
        expected = say("a number before the name, as in all other lines")
        findings.problem(first[0], 1, "name", "player", first[1], expected, say("delete the line if it is a heading"))
    clubs = {row.said["club"] for row in rows if row.said.get("club")}
    for row in rows:
        name, number = row.said.get("name", ""), row.said.get("club", "")
        if number and not any(map(str.isalpha, number)):
            findings.problem(row.line, 1, "name", "club", number, say("a name"))
        club = next((club for club in clubs if name.endswith(f" {club}")), "")
        if club and not row.said.get("rating"):
            apart = f"{name.removesuffix(club).rstrip(' ,')};;{club}"
            expected = say("a mark between the name and the club {club}", club=club)
            findings.problem(row.line, 1, "name", "name", name, expected, say("write {line}", line=apart))
    return rows


def _is_usual(row: Sequence[str]) -> bool:
    """Whether the cells can be a name, a rating and a title; the number of the line may come first."""
    _, *rest = row[row[0].rstrip(".)").isdigit() :] or ("",)
    return all(not cell or cell.isdigit() for cell in rest[:1]) and all(map(_is_title_or_none, rest[1:2]))


def _is_title_or_none(text: str) -> bool:
    return not text or text.upper() in TITLES


def _fields_by_values(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the field of each column, judging from all its values; empty if some column fits no field."""
    fields: list[str] = []
    for place in range(max(map(len, rows))):
        values = [row[place] for row in rows if place < len(row) and row[place]]
        if [value.rstrip(".)") for value in values] == [str(number) for number in range(1, len(rows) + 1)]:
            fields.append("")  # the numbers of the lines
            continue
        fitting = (field for field, fits in _BY_VALUE if field not in fields and all(map(fits, values)))
        field = next(fitting, None)
        if field is None:
            return ()
        fields.append(field)
    return tuple(fields) if "name" in fields else ()


_BY_VALUE: Sequence[tuple[str, Callable[[str], bool]]] = (
    ("rating", is_rating),
    ("FIDE number", lambda text: is_fide_number(text) and len(text) > 4),
    ("birth date", is_date),
    ("title", lambda text: text.upper() in TITLES),
    ("sex", lambda text: text.lower() in ("m", "w", "f")),
    ("federation", lambda text: len(text) == 3 and text.isalpha() and text.isupper()),
    ("name", lambda text: any(map(str.isalpha, text))),
    ("club", lambda text: any(map(str.isalpha, text))),
)
"""The fields in the order in which a column is tried as one of them, with a test for the column's values."""


def _untitled(line: str) -> dict[str, str]:
    for mark in "\t;,":
        cells = _cells(line, mark) if mark in line else []
        if len(cells) > 1 and (mark != "," or not cells[1] or cells[1].isdigit()):
            if cells[0].rstrip(".)").isdigit() and not cells[1].isdigit():
                del cells[0]
            if all(map(_is_title_or_none, cells[2:3])):
                return dict(zip(FIELDS, cells, strict=False))
            return _by_values(dict(zip(FIELDS, cells[:2], strict=False)), cells[2:])
    match = _PASTED.fullmatch(" ".join(line.replace('"', "").split()))
    if match is None:
        return {"name": line}
    said = {field: found for field, found in match.groupdict().items() if found}
    if "before" in said:
        said["title"] = said.pop("before")
    behind = [cell.strip() for cell in said.get("club", "").split(",")]
    if any(map(is_date, behind)) or any(map(is_fide_number, behind)):
        del said["club"]
        return _by_values(said, behind)
    return said


def _by_values(said: dict[str, str], cells: Iterable[str]) -> dict[str, str]:
    for cell in filter(None, cells):
        field = next((field for field, fits in _BY_VALUE[1:] if field not in said and fits(cell)), "club")
        said[field] = f"{said[field]}, {cell}" if field in said else cell
    return said


def _player(row: _Row, findings: Findings, remarks: list[str]) -> Participant:
    said = row.said
    name = ", ".join(part for part in (said.get("name", ""), said.get("first name", "")) if part)
    if not name:
        findings.problem(row.line, 1, "blank", "name", say("no name"), say("a name"))
    if not said.get("rating") and _LOOSE_NUMBER.search(name):
        findings.problem(row.line, 1, "name", "name", name, say("a name without digits, then the rating"))
    width = WIDEST["name"]
    if len(name) > width:
        words = say("{name} is shortened to {short}", name=name, short=name[:width].rstrip(" ,-"))
        remarks.append(say("{words}: a TRF has room for {width} letters", words=words, width=width))
    title = said.get("title", "").upper()
    if title and title not in TITLES:
        remarks.append(say("{title} is no title of FIDE, and is left out for {name}", title=title, name=name))
        title = ""
    said = {**said, "title": title}
    stated = {"name": name[:width].rstrip(" ,-"), **{field: text for field, text in said.items() if field != "name"}}
    fields = {
        field: _value(field, stated.get(field, ""), row.line, findings)
        for field in OF_PEOPLE
        if field != "club" and (name or field != "name")
    }
    return Participant(Tpn(0), **{ATTRIBUTES.get(field, field): value for field, value in fields.items()})  # type: ignore[arg-type]


def _value(field: str, text: str, line: int, findings: Findings) -> str | int:
    """Return the value of a field, or report why a text is none."""
    try:
        return value_of(field, text)
    except Unfit as error:
        findings.problem(line, 1, CODES.get(field, "limit"), field, text, str(error))
        return 0 if field == "rating" else ""


CODES = {"rating": "number", "FIDE number": "number", "sex": "letter", "birth date": "date"}
"""The codes of problems with a field of a person; a name, a club and a code can be too long."""
