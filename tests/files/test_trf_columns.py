"""Lines that are read and written again keep their columns, values and line ends."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import trf
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Game, Participant, Points, Result, Round, Scoring, Tournament, Tpn
from tests.conftest import GOLDEN, Archive, folder, some
from tests.files.trf_builders import PAIR, player
from tests.places import FIXTURES
from trf import Dialect, read, read_json, write, write_json
from trf.format.fields import AS_STATED, TABLES, TEXT_RECORDS, points_of
from trf.format.findings import Findings
from trf.format.reader import parse
from trf.format.records import make, make_text, write_file, write_line


def faults(line: str) -> list[tuple[int, str, str]]:
    """Return the column, record code and field of each problem in a line."""
    findings = Findings()
    parse(line, findings)
    return [(problem.column, problem.code, problem.field) for problem in findings.problems]


def rewritten(text: str) -> str:
    return write_file(parse(text, Findings()))


RECORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("records.toml").read_text(encoding="utf-8"))


def test_every_record_with_columns_has_an_example_here() -> None:
    assert set(RECORDS) == set(TABLES)


@pytest.mark.parametrize("code", RECORDS)
def test_a_record_has_its_values_in_its_columns_and_is_written_as_it_was_read(code: str) -> None:
    findings, line = Findings(), RECORDS[code]["line"]
    (record,) = parse(line, findings).records
    assert findings.problems == []
    assert {name: record.text(name) for name in TABLES[code].index if record.text(name)} == RECORDS[code]["values"]
    assert list(record.more) == RECORDS[code].get("repeated", [])
    assert rewritten(line) == line


@pytest.mark.parametrize("code", TEXT_RECORDS)
@pytest.mark.parametrize("value", ["", " ", " a  text", "text at once", "  indented  "])
def test_a_record_that_is_a_text_is_written_as_it_was_read(code: str, value: str) -> None:
    findings = Findings()
    line = code + value
    file = parse(line, findings)
    assert (file.records[0].value, findings.problems, findings.adjustments) == (value.strip(), [], [])
    assert write_file(file) == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\r",
        "\n\n\n",
        "012 A",
        "012 A\n",
        "012 A\r\n",
        "012 A\r022 B\r\r",
        "012 A\r\n022 B\n032 C\r",
        "\ufeff012 A\n",
        "###\n### a  comment  \n#\n  \nzz\nDAT 1 x  \n",
        "FRA    7                                        2650\n",
        f"{PAIR[0]}  \n{PAIR[1]}\n{PAIR[1]}        ",
        player(1) + "\n",
    ],
)
def test_a_file_keeps_its_line_ends_blanks_and_marks(text: str) -> None:
    assert rewritten(text) == text


@pytest.mark.parametrize("line", [" 001    1", "\t012 Open", "  XXR 5"])
def test_a_record_that_is_indented_is_not_taken_for_a_comment(line: str) -> None:
    assert faults(line) == [(1, "blank", "record")]


def test_a_national_record_is_read_by_the_columns_of_a_player() -> None:
    findings = Findings()
    (record,) = parse("FRA    7 m    Name                              2650 IDF", findings).records
    assert (record.code, record.number("starting rank"), record.number("rating")) == ("FRA", 7, 2650)
    assert findings.adjustments == []


@pytest.mark.parametrize("tenths", [0, 5, 10, 115, 999, -5])
def test_points_are_read_as_they_are_shown(tenths: int) -> None:
    assert points_of(model.show_points(tenths)) == tenths


def test_the_fields_of_every_table_follow_one_another() -> None:
    for table in TABLES.values():
        columns = [column for field in table.fields for column in range(field.first, field.last + 1)]
        assert columns == sorted(set(columns))
        assert columns[0] >= 5
        assert table.repeated is None or table.repeated.first > columns[-1]


def test_a_made_record_is_written_in_its_columns() -> None:
    assert (
        write_line(make("250", {"points": 15, "first round": 1, "last player": 12}))
        == "250       1.5 001          0012"
    )
    assert write_line(make_text("012", "Open")) == "012 Open"
    assert write_line(make_text("112", "")) == "112"


def test_a_made_record_refuses_long_numbers_and_shortens_texts() -> None:
    with pytest.raises(ValueError, match="round 1000 is too long for the 3 columns"):
        make("240", {"round": 1000})
    assert write_line(make("310", {"name": "x" * 50})) == "310     " + "x" * 32


ONE, TWO, THREE = Tpn(1), Tpn(2), Tpn(3)

EVENT = Tournament(
    "Club night",
    (
        Participant(ONE, "First, Anna", 2500, "GM", "w", "FRA", "12345678", "1990/01/31"),
        Participant(TWO, "Second, Bert"),
        Participant(THREE, "Third, Chris"),
    ),
    (Round((Game(TWO, ONE, Result.LOSS, Result.WIN),), (Bye(THREE, ByeKind.PAIRING_ALLOCATED),)),),
    (model.Request(2, Bye(TWO, ByeKind.HALF_POINT)),),
    model.Settings(5, model.Colour.BLACK, system="FIDE_DUTCH_2026", first_day="2026/03/01"),
)

PLAYERS = """\
001    1 w GM First, Anna                       2500 FRA    12345678 1990/01/31  1.0    1     2 b 1
001    2      Second, Bert                                                       0.0    3     1 w 0
001    3      Third, Chris                                                       1.0    2  0000 - U
"""


def lines(event: Tournament, dialect: Dialect, code: str) -> list[str]:
    return [line for line in trf.write(event, dialect).splitlines() if line.startswith(code)]


def changed(rounds: tuple[Round, ...] = EVENT.rounds, **settings: object) -> Tournament:
    """Return the event without requests, with these rounds and settings."""
    return EVENT._replace(rounds=rounds, requests=(), settings=EVENT.settings._replace(**settings))  # type: ignore[arg-type]


def test_trf26_has_a_record_for_everything() -> None:
    header = """\
012 Club night
042 2026/03/01
062 3
192 FIDE_DUTCH_2026
142 5
152 B
"""
    assert trf.write(EVENT) == header + PLAYERS + "240 H 002    2\n"


def test_trf16x_has_javafos_records_and_letters_for_next_byes() -> None:
    header = """\
012 Club night
042 2026/03/01
062 3
192 FIDE_DUTCH_2026
XXR 5
XXC black1
"""
    with_letter = PLAYERS.replace("     1 w 0", "     1 w 0  0000 - H")
    assert trf.write(EVENT, Dialect.TRF16X) == header + with_letter


@pytest.mark.parametrize("dialect", Dialect)
def test_a_preassigned_pairing_allocated_bye_is_a_letter(dialect: Dialect) -> None:
    event = EVENT._replace(requests=(model.Request(2, Bye(THREE, ByeKind.PAIRING_ALLOCATED)),))
    assert lines(event, dialect, "001    3")[0].endswith("0000 - U  0000 - U")
    assert trf.read(trf.write(event, dialect)) == event


ALWAYS = ("012", "042", "062", "192", "142", "152", "XXR", "XXC", "001")
BOTH = frozenset({ONE, THREE})
UNUSUAL = {
    "nothing": (changed(), [], None),
    "byes of later rounds": (
        EVENT._replace(requests=tuple(model.Request(number, Bye(ONE, ByeKind.ZERO_POINT)) for number in (3, 4))),
        ["240 Z 003    1", "240 Z 004    1"],
        None,
    ),
    "byes of everybody in the next round": (  # the points show that the round with the letters is not over
        EVENT._replace(requests=tuple(model.Request(2, Bye(tpn, ByeKind.HALF_POINT)) for tpn in (ONE, TWO, THREE))),
        ["240 H 002    1    2    3"],
        [],
    ),
    "three points for a win": (
        changed(scoring=Scoring(*map(Points, (30, 10, 0, 30, 0, 30, 30, 10, 0, 10)))),
        ["162  W 3.0    D 1.0    P 3.0"],
        ["BBW  3.0", "BBD  1.0", "BBU  3.0"],
    ),
    "points of a bye": (changed(scoring=Scoring(pairing_allocated_bye=Points(5))), ["162  P 0.5"], ["BBU  0.5"]),
    "points of absences": (changed(scoring=Scoring(zero_point_bye=Points(5))), ["XXS ZPB=0.5"], ["BBZ  0.5"]),
    "points of Black and of unknown results": (
        changed(scoring=Scoring(black_win=Points(20), unknown=Points(0))),
        ["XXS BW=2.0", "162  X 0.0"],
        None,
    ),
    "a result that is not known": (
        changed(rounds=(Round((Game(ONE, TWO, Result.UNKNOWN, Result.UNKNOWN),)),)),
        ["162  X 0.5"],
        None,
    ),
    "virtual points": (
        changed(virtual_points=(model.VirtualPoints(Points(10), 1, 2, BOTH),)),
        ["250       1.0 001 002 0001 0001", "250       1.0 001 002 0003 0003"],
        ["XXA    1  1.0  1.0", "XXA    3  1.0  1.0"],
    ),
    "prohibitions": (
        changed(prohibitions=(model.Prohibition(1, 99, BOTH), model.Prohibition(2, 3, BOTH))),
        ["260 001 099    1    3", "260 002 003    1    3"],
        ["XXP 1 3", "260 002 003    1    3"],
    ),
    "abnormal points": (
        changed(abnormal_points=(model.AbnormalPoints("W", Points(20), 0, frozenset({ONE})),)),
        ["299 W         2.0  000    1"],
        None,
    ),
}
"""Events, and the lines that they need beside those that every event has; None if both dialects need the same."""


@pytest.mark.parametrize(("event", "trf26", "trf16x"), UNUSUAL.values(), ids=UNUSUAL)
def test_what_is_unusual_is_written_in_records_of_its_own(
    event: Tournament, trf26: list[str], trf16x: list[str] | None
) -> None:
    for dialect, expected in ((Dialect.TRF26, trf26), (Dialect.TRF16X, trf26 if trf16x is None else trf16x)):
        text = trf.write(event, dialect)
        assert [line for line in text.splitlines() if not line.startswith(ALWAYS)] == expected
        assert trf.read(text) == event


def test_abnormal_points_are_counted() -> None:
    event = UNUSUAL["abnormal points"][0]
    assert lines(event, Dialect.TRF26, "001    1")[0][80:84] == " 2.0"


def test_baku_is_part_of_the_system_code() -> None:
    assert lines(changed(baku=True), Dialect.TRF26, "192") == ["192 FIDE_DUTCH_2026_BAKU"]


@pytest.mark.parametrize("dialect", Dialect)
def test_participants_with_numbers_of_their_own_keep_them(dialect: Dialect) -> None:
    participants = tuple(p._replace(starting_rank=10 - p.tpn) for p in EVENT.participants)
    event = EVENT._replace(participants=participants)
    assert [line[:8] for line in lines(event, dialect, "001")] == ["001    9", "001    8", "001    7"]
    assert "rank" in lines(event, dialect, "XXC")[0]
    assert trf.read(trf.write(event, dialect)) == event


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (EVENT._replace(rounds=(Round((), (Bye(ONE, ByeKind.FULL_POINT),)),)), "nobody has an opponent in round 1"),
        (EVENT._replace(rounds=(Round((Game(ONE, TWO, Result.WIN, Result.LOSS, False),)),)), "colours are not known"),
        (changed(scoring=Scoring(win=Points(1000))), "points 100.0 is too long"),
    ],
)
def test_events_that_a_trf_cannot_hold_are_refused(event: Tournament, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        trf.write(event)


def test_names_are_kept_to_one_line_and_to_their_columns() -> None:
    participants = (Participant(ONE, "a\tb\nc" + "x" * 40), *EVENT.participants[1:])
    event = trf.read(trf.write(EVENT._replace(name="Open\nA", participants=participants)))
    assert (event.name, event.participants[0].name) == ("Open A", "a b c" + "x" * 28)


FOLDER = FIXTURES / "trf"


def files(folder: str) -> list[Path]:
    found = sorted((FOLDER / folder).glob("*.trf"))
    assert found, f"no files in {FOLDER / folder}"
    return found


def announced(path: Path, word: str) -> list[str]:
    text = path.read_bytes().decode(errors="replace").replace("\r", "\n")
    mark = f"### {word} "
    return [line.removeprefix(mark) for line in text.splitlines() if line.startswith(mark)]


@pytest.mark.parametrize("path", files("valid"), ids=lambda path: path.stem)
def test_a_valid_file_is_not_adjusted_and_written_as_it_was(path: Path) -> None:
    reading = trf.examine(path, strict=True)
    assert trf.write(reading.file).encode() == path.read_bytes()


@pytest.mark.parametrize("path", files("valid"), ids=lambda path: path.stem)
@pytest.mark.parametrize("dialect", trf.Dialect)
def test_a_valid_file_means_the_same_in_either_dialect(path: Path, dialect: trf.Dialect) -> None:
    event = trf.read(path)
    if event.settings.kind is trf.EventKind.TEAM and dialect is not trf.Dialect.TRF26:
        with pytest.raises(ValueError, match="TRF26"):
            trf.write(event, dialect)
        return
    assert trf.read(trf.write(event, dialect)) == event


@pytest.mark.parametrize("path", files("tolerated"), ids=lambda path: path.stem)
def test_a_tolerated_file_has_the_adjustments_it_announces(path: Path) -> None:
    found = [f"{a.line}:{a.column} {a.code}" for a in trf.examine(path).adjustments]
    assert found == announced(path, "adjust")


@pytest.mark.parametrize("path", files("invalid"), ids=lambda path: path.stem)
def test_an_invalid_file_has_the_problems_it_announces(path: Path) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(path)
    found = [f"{p.line}:{p.column} {p.field}" for p in refusal.value.problems]
    assert found == announced(path, "expect")
    assert all(line.startswith(str(path)) for line in str(refusal.value).splitlines())


EXPECTED = {
    "dutch-2026/a7": {"ADJ-28", "ADJ-31"},
    "dutch-2026/stress": {"ADJ-28", "ADJ-31"},
    "dutch-2026/large": {"ADJ-28", "ADJ-31"},
    "dutch-2026/features": set(),
    "dutch-2026/rounds": {"ADJ-13", "ADJ-18"},
    "dutch-2017/a7": {"ADJ-28", "ADJ-31"},
    "dutch-2017/stress": {"ADJ-28", "ADJ-31"},
    "dutch-2017/long": {"ADJ-28", "ADJ-31"},
    "dutch-2017/features": set(),
    "dutch-2017/rounds": {"ADJ-13", "ADJ-18"},
    "dubov-2026/rounds": set(),
    "burstein-2026/rounds": set(),
}
"""The adjustments that the reader makes in each archive."""

READ_EVERY = 24, 4
"""`make test` reads every 24th file, and `make proof PART=transcriptions` also reads every fourth file."""


def archive(name: str) -> Archive:
    return Archive(GOLDEN / f"{name}.zip", least=7)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_recorded_file_is_written_with_the_same_bytes(name: str) -> None:
    recorded = archive(name)
    for member in recorded.members:
        text = recorded.read(member).decode()
        findings = Findings(member)
        assert write_file(parse(text, findings)) == text, member
        assert (findings.problems, findings.adjustments) == ([], []), member


@pytest.mark.parametrize("every", some(READ_EVERY, 1))
@pytest.mark.parametrize("name", EXPECTED)
def test_recorded_files_mean_the_same_in_either_dialect(name: str, every: int) -> None:
    recorded = archive(name)
    needed: Counter[str] = Counter()
    for member in recorded.members[::every]:
        reading = trf.examine(recorded.read(member), name=member)
        needed.update(adjustment.code for adjustment in reading.adjustments)
        for dialect in trf.Dialect:
            assert trf.read(trf.write(reading.tournament, dialect)) == reading.tournament, member
    assert set(needed) <= EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.endswith("rounds")])
def test_the_missing_of_a_recorded_pairing_have_a_request(name: str) -> None:
    recorded = archive(name)
    for member in recorded.members[:: READ_EVERY[0]]:
        answer = recorded.answer(member)
        if not answer[:1].isdigit():
            continue  # the recorded program found no pairing
        paired = {int(number) for line in answer.splitlines()[1:] for number in line.split()}
        event = trf.read(recorded.read(member))
        away = {request.bye.tpn for request in event.requests if request.round == len(event.rounds) + 1}
        assert away == {participant.tpn for participant in event.participants} - paired, member


def test_disputed_rounds_have_the_byes_they_announce() -> None:
    for path in folder(GOLDEN / "dutch-2026" / "disputes", "*.trf"):
        reading = trf.examine(path)
        assert {adjustment.code for adjustment in reading.adjustments} == {"ADJ-18"}, path
        assert reading.tournament.requests, path


STATED_PLAYERS = "XXR 3\n152 W\n001    1      Anna\n001    2      Berta\n"


@pytest.mark.parametrize(("code", "field"), AS_STATED.items())
def test_a_stated_setting_goes_into_files_and_back(code: str, field: str) -> None:
    event = read(f"{code} PTS,BH\n{STATED_PLAYERS}")
    value = getattr(event.settings, field)
    assert value == (("PTS", "BH") if isinstance(getattr(model.Settings(), field), tuple) else "PTS,BH")
    assert f"\n{code} PTS,BH\n" in write(event)
    for again in (read(write(event)), read_json(write_json(event))):
        assert getattr(again.settings, field) == value
