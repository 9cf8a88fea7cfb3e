from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from swisspair.terminal.sources import find
from tests.programs.commands.calls import BAD_REQUEST, NO_ACCESS, NOTHING_VALID, Call, names, put
from tests.programs.legacy.events import FIVE, WRONG

RIGHT = FIVE


def damaged(data: bytearray) -> None:
    data[data.index(b"012 Club") + 4] ^= 0xFF


def encrypted(data: bytearray) -> None:
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1


@pytest.mark.parametrize("spoil", [damaged, encrypted])
def test_an_archive_with_a_member_that_cannot_be_read_is_no_bug(
    check: Call, spoil: Callable[[bytearray], None]
) -> None:
    with zipfile.ZipFile("events.zip", "w") as archive:
        archive.writestr("a.trf", RIGHT)
        archive.writestr("b.trf", WRONG)
    data = bytearray(Path("events.zip").read_bytes())
    spoil(data)
    Path("events.zip").write_bytes(bytes(data))
    outcome = check("events.zip")
    assert "Traceback" not in outcome.output + outcome.errors
    assert outcome.status in (BAD_REQUEST, NO_ACCESS)
    assert outcome.last_line.endswith("1 file unreadable")


def tarred(*members: tuple[tarfile.TarInfo, str], mode: str = "w") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        for member, text in members:
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return file.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.type, found.linkname = kind, target
    return found


@pytest.mark.parametrize(("name", "mode"), [("all.tar", "w"), ("all.tar.gz", "w:gz"), ("all.TGZ", "w:gz")])
def test_members_of_a_tar_archive_are_read_in_their_order(check: Call, name: str, mode: str) -> None:
    two = (member("b/WRONG.TRF"), WRONG), (member("a.txt"), RIGHT), (member("readme"), "nothing")
    Path(name).write_bytes(tarred(*two, (member("long/" * 60 + "a.trf"), RIGHT), mode=mode))
    found = check(name)
    lines = [line for line in found.output.splitlines() if line.startswith("all")]
    assert [line.partition(":")[0] for line in lines] == [
        f"{name}/b/WRONG.TRF", f"{name}/a.txt", f"{name}/{'long/' * 60}a.trf"
    ]  # fmt: skip
    assert f"skipped, because they are not tournament report files: {name}/readme" in found.errors
    assert found.last_line.startswith("checked 3 tournaments, 3 rounds: 1 round differs")


def test_links_and_devices_in_a_tar_archive_are_never_followed(check: Call) -> None:
    put("secret.trf", RIGHT)
    kinds = {
        "s": tarfile.SYMTYPE,
        "h": tarfile.LNKTYPE,
        "d": tarfile.CHRTYPE,
        "b": tarfile.BLKTYPE,
        "p": tarfile.FIFOTYPE,
    }
    inside = [(member(f"{name}.trf", kind, "secret.trf"), "") for name, kind in kinds.items()]
    Path("all.tar").write_bytes(tarred(*inside, (member("a.trf"), RIGHT)))
    found = check("all.tar")
    assert found.last_line == "checked 1 tournament, 1 round: 0 rounds differ, 0 files unreadable"
    passed_over = found.errors.partition("they are not tournament report files: ")[2].strip().split(", ")
    assert passed_over == [f"all.tar/{name}.trf" for name in kinds]


def _header(kind: bytes, size: int) -> bytes:
    found = member("x", kind)
    found.size = size
    return found.tobuf() + bytes(1024)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (_header(tarfile.GNUTYPE_LONGNAME, 8**11 - 1), "has a header of"),
        (_header(tarfile.XHDTYPE, 2**30), "has a header of"),
        (_header(tarfile.REGTYPE, 2**30), "ends in the middle of a file"),
        (_header(tarfile.REGTYPE, 2**20), "ends in the middle of a file"),
        (b"".join(_header(tarfile.GNUTYPE_LONGNAME, 1)[:512] + bytes(512) for _ in range(2000)), "cannot be unpacked"),
        (b"no archive at all", "cannot be unpacked"),
        (tarred((member("in.zip"), "PK")), "is an archive in an archive"),
        (tarred((member("in.tar.gz"), "x")), "is an archive in an archive"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_tar_archive_that_cannot_be_one_is_refused(
    check: Call, pack: Callable[[bytes], bytes], data: bytes, words: str
) -> None:
    name = "bad.tar" if pack is bytes else "bad.tar.gz"
    Path(name).write_bytes(pack(data))
    found = check(name)
    assert (found.status, words in found.output, "Traceback" in found.errors) == (NO_ACCESS, True, False)


@pytest.mark.parametrize(("name", "damage"), [("a.tar.gz", 30), ("a.jsonl.gz", 30), ("a.trf.gz", 30), ("a.trf.gz", 3)])
def test_a_damaged_packed_file_is_told(check: Call, name: str, damage: int) -> None:
    data = bytearray(gzip.compress(RIGHT.encode()))
    data[damage] ^= 0xFF
    Path(name).write_bytes(data)
    found = check(name)
    assert (found.status, f"{name}: cannot be unpacked" in found.output) == (NO_ACCESS, True)


def test_lines_packed_by_gzip_are_read_and_merged(check: Call, call: Call) -> None:
    lines = "".join(f"{json.dumps({'file': name, 'trf': text})}\n" for name, text in (("a", RIGHT), ("b", WRONG)))
    Path("all.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    told = check("all.jsonl.gz", "--format", "jsonl")
    assert told.output.count("all.jsonl.gz/") == 2
    Path("told.gz").write_bytes(gzip.compress(told.output.encode()))
    merged = call("swisscheck", "--merge", "told.gz")
    assert (merged.status, merged.last_line[:39]) == (NOTHING_VALID, "checked 2 tournaments, 2 rounds: 1 roun")


@pytest.mark.parametrize("name", ["bomb.tar.gz", "bomb.jsonl.gz", "bomb.trf.gz", "bomb.gz"])
def test_what_is_packed_too_densely_is_refused(
    check: Call, call: Call, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("swisspair.terminal.opening.LEAST_UNPACKED", 2**20)
    line = f"{json.dumps({'file': 'a', 'trf': RIGHT})}\n".encode()
    inside = {
        "bomb.tar.gz": tarred((member("a.trf"), "0" * 2**22)),
        "bomb.jsonl.gz": line + bytes(2**22),
        "bomb.trf.gz": RIGHT.encode() + b"\n" * 2**22,
        "bomb.gz": b'{"summary": ' + b" " * 2**22,
    }
    Path(name).write_bytes(gzip.compress(inside[name]))
    found = call("swisscheck", "--merge", name) if name == "bomb.gz" else check(name)
    assert (found.status, "which tournaments do not" in found.output + found.errors) == (NO_ACCESS, True)


def test_members_of_a_packed_archive_are_read_in_any_order(call: Call) -> None:
    inside = [(member(f"{number}.txt"), f"012 {number}\n{RIGHT}") for number in range(5)]
    Path("all.tar.gz").write_bytes(tarred(*inside, mode="w:gz"))
    sources = list(find([Path("all.tar.gz")]))
    for number in (3, 0, 4, 4, 1):
        assert not sources[number].is_passed_over()
        assert sources[number].read() == inside[number][1].encode()


@pytest.mark.parametrize("option", ["--output", "--write-back", "--html"])
def test_nothing_is_written_under_the_name_of_a_packed_file(pair: Call, option: str) -> None:
    put("open.trf", RIGHT)
    found = pair("open.trf", option, "out.trf.gz")
    assert (found.status, "leave out .gz" in found.errors, names()) == (NO_ACCESS, True, ["open.trf"])


def test_a_list_with_a_name_that_no_file_can_have_is_told(check: Call) -> None:
    put("list", "a\0b.trf\n")
    found = check("--files-from", "list")
    assert (found.status, "no file can have this name" in found.output) == (NO_ACCESS, True)


def test_a_word_for_the_number_of_rounds_is_refused(call: Call) -> None:
    put("open.trf", RIGHT)
    found = call("swisspair", "--feasible", "x", "open.trf")
    assert (found.status, found.errors) == (BAD_REQUEST, "found 'x', expected a number of rounds, such as 3\n")
