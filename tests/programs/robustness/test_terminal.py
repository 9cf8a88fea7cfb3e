"""No name in a file or archive makes the programs print control characters or forged lines."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pairing_engine.answers.paired import as_account, pair
from pairing_engine.errors import PairingError
from pairing_engine.facts.shown import one_line, shown, without_controls
from swisspair.commands.formats import FORMS, RoundFormat, Told
from swisspair.terminal.program import failure_of
from tests.conftest import some
from tests.programs.harmless import ESCAPES, FORGED, is_harmless
from tests.programs.legacy.events import FOUR, FOUR_LINES, event, player
from tests.programs.program import swisscheck, swisspair
from trf import TrfProblems, examine
from trf.format.fields import TABLES, TEXT_RECORDS


def fields() -> Iterator[tuple[str, int, int]]:
    """Yield every field of every record, with the record's code, the first column and the width."""
    for code, table in TABLES.items():
        for field in (*table.fields, *([table.repeated] if table.repeated else [])):
            yield code, field.first, field.width
    for code in (*TEXT_RECORDS, "###", "ZZZ", "NED", ""):
        yield code, 5, 40


LINES = {
    "001": FOUR_LINES[0],
    "013": "013 Team                               1   2",
    "240": "240 H   2    1",
    "250": "250       1.0 001 001 0001 0002",
    "260": "260 001 002    1    2",
    "299": "299 W         0.5   1    1",
    "300": "300   1   1   2    1    2",
    "310": "310   1 Team                             T      2000    1.0    2.0   1    1    2",
    "320": "320  1.0  2.0 001",
    "330": "330 FF 001 001 002",
    "XXA": "XXA    1  1.0  0.5",
}
"""A sample line of every kind of record that has columns."""


def damaged(code: str, first: int, width: int, code_to_hide: str) -> str:
    line = LINES.get(code, f"{code} something").ljust(first + width)
    put = (code_to_hide + FORGED)[:width]
    line = line[: first - 1] + put.ljust(width) + line[first - 1 + width :]
    lines = [line, *FOUR_LINES[1:]] if code == "001" else [*FOUR_LINES, line]
    return event(*lines)


def everything_said(text: str, name: str = "in.trf") -> Iterator[str]:
    for strict, legacy in ((False, False), (True, False), (False, True)):
        try:
            found = examine(text.encode(), name=name, strict=strict, only_pairing_data=legacy, recompute=True)
        except (TrfProblems, PairingError) as error:
            yield str(failure_of(error, name))
            continue
        yield from (adjustment.show(name) for adjustment in found.adjustments)
        try:
            paired = pair(found.tournament)
        except PairingError as error:
            yield str(failure_of(error, name))
            continue
        yield as_account(paired)
        yield FORMS[RoundFormat.JSON].text(Told(name, paired, found.adjustments))


@pytest.mark.parametrize("code", [*TABLES, *TEXT_RECORDS, "###", "ZZZ", "NED", ""])
def test_no_field_of_any_record_reaches_the_terminal_as_it_is(code: str) -> None:
    for record, first, width in fields():
        if record != code:
            continue
        for hidden in ESCAPES:
            for said in everything_said(damaged(code, first, width, hidden)):
                assert is_harmless(said), (code, first, hidden, said)
                assert not any(line.strip() == FORGED for line in said.split("\n"))


@pytest.mark.parametrize("hidden", ESCAPES)
def test_contradictory_records_are_quoted_harmlessly(hidden: str) -> None:
    for code in ("142", "152", "192"):
        text = event(*FOUR_LINES, f"{code} {hidden}X", f"{code} 5" if code == "142" else f"{code} FIDE_DUTCH_2026")
        for said in everything_said(text):
            assert is_harmless(said)


NAMES = ["a\nb.trf: agrees\n", "a\x1b[2Jb.trf", "a\x9bb.trf", "\u202efrt.a.trf"]


@pytest.mark.parametrize("name", some(NAMES, 1))
def test_the_name_of_a_file_is_shown_harmlessly(tmp_path: Path, name: str) -> None:
    name = name if name.endswith(".trf") else f"{name}.trf"
    for text in (FOUR, FOUR + "ZZZ\n", "001 nothing\n", FOUR + "192 FIDE_NOTHING\n"):
        (tmp_path / name).write_text(text)
        for outcome in (
            swisspair("--pair", name, cwd=tmp_path),
            swisspair("--pair", name, "--format", "table", cwd=tmp_path),
            swisspair("--pair", name, "missing" + name, "--output-dir", "out", cwd=tmp_path),
            swisspair("--dutch", name, "-p", cwd=tmp_path),
            swisspair("--dutch", name, "-c", cwd=tmp_path),
            swisspair("--dutch", "missing" + name, "-p", cwd=tmp_path),
            swisspair("--pair", "missing" + name, cwd=tmp_path),
            swisscheck(".", cwd=tmp_path),
            swisscheck(name, "missing" + name, cwd=tmp_path),
        ):
            for said in (outcome.output.decode(), outcome.errors.decode()):
                assert is_harmless(said)
                assert "b.trf: agrees" not in said.split("\n")
        found = swisscheck(".", "--format", "json", cwd=tmp_path).output.decode()
        assert is_harmless(found)
        assert any(name in entry["file"] for entry in json.loads(found)["files"])  # JSON contains the name unchanged


def test_the_names_in_an_archive_are_shown_harmlessly(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "events.zip", "w") as archive:
        for place, name in enumerate(NAMES):
            archive.writestr(name if name.endswith(".trf") else f"{name}.trf", FOUR if place % 2 else "001 nothing\n")
            archive.writestr(f"{name}.zip", "")
    outcome = swisscheck("events.zip", cwd=tmp_path)
    for said in (outcome.output.decode(), outcome.errors.decode()):
        assert is_harmless(said)
        assert "b.trf: agrees" not in said.split("\n")


def test_a_table_shows_names_harmlessly(tmp_path: Path) -> None:
    lines = [player(number, "0.0", name=f"{hidden}x{number}") for number, hidden in enumerate(ESCAPES, 1)]
    (tmp_path / "in.trf").write_text(event(*(line for line in lines if len(line.splitlines()) == 1)), encoding="utf-8")
    outcome = swisspair("--pair", "in.trf", "--format", "table", cwd=tmp_path)
    assert outcome.status == 0
    assert is_harmless(outcome.output.decode())


def test_letters_of_every_script_stay_as_they_are() -> None:
    joined = "\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    for text in ("王小明", "Hráčič", "Ng\u0323\u0302u\u0300", "\u05d9\u05d5\u05e1\u05e3", "a\u00a0b", *joined):
        assert one_line(text) == without_controls(text) == shown(text, 50) == text
