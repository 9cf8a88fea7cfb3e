"""The legacy commands write the line ends of the operating system (reading B17)."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy import outputs, reading, run
from tests.programs.legacy.events import FIVE


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_lines_end_as_the_system_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], line_end: bytes
) -> None:
    for module in (reading, outputs, run):
        monkeypatch.setattr(module, "LINE_END", line_end)
    (tmp_path / "in.trf").write_text(FIVE)
    source = str(tmp_path / "in.trf")
    assert run.run(["--dutch", source, "-p", str(tmp_path / "pairs"), "-l", str(tmp_path / "list")]) == 0
    assert run.run(["--dutch", source, "-p"]) == 0
    assert run.run(["--dutch", "-g", "-o", str(tmp_path / "made.trf"), "-s", "1"]) == 0
    shown = capsysbinary.readouterr().out
    pairs = (tmp_path / "pairs").read_bytes()
    assert pairs == shown
    assert pairs.split(line_end)[0] == b"3"
    for text in (pairs, (tmp_path / "list").read_bytes(), (tmp_path / "made.trf").read_bytes()):
        assert text.count(line_end) == text.count(b"\n") > 2
