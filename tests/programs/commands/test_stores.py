"""Addresses of object stores. The stores are in memory, in local files, and on a small web server."""

import io
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from swisspair.terminal import stores
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, WRONG

fsspec = pytest.importorskip("fsspec")

TWO = "checked 2 tournaments, 2 rounds: 1 round differs, 0 files unreadable"


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Let the programs use a store in the memory of this process, which keeps nothing when a program ends."""
    monkeypatch.setitem(stores.PACKAGES, "memory", "")
    system = fsspec.filesystem("memory")
    system.pipe({"/club/a.trf": FIVE.encode(), "/club/old/b.trf": WRONG.encode(), "/club/notes.md": b"# Notes"})
    yield system
    with suppress(FileNotFoundError):
        system.rm("/", recursive=True)


def packed(kind: str) -> bytes:
    file = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("a.trf", FIVE)
            archive.writestr("b.trf", WRONG)
        return file.getvalue()
    with tarfile.open(fileobj=file, mode="w:gz") as archive_:
        for name, text in (("a.trf", FIVE), ("b.trf", WRONG)):
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive_.addfile(member, io.BytesIO(text.encode()))
    return file.getvalue()


@pytest.mark.parametrize("path", ["memory://club", "memory://club/**/*.trf", "memory://club/*"])
def test_objects_are_found_by_directory_and_pattern(memory: Any, check: Call, path: str) -> None:
    assert check(path).last_line == TWO


@pytest.mark.parametrize("kind", ["zip", "tgz"])
def test_archives_of_stores_are_unpacked(memory: Any, check: Call, kind: str) -> None:
    memory.pipe(f"/both.{kind}", packed(kind))
    Path(f"both.{kind}").write_bytes(packed(kind))
    assert check(f"memory://both.{kind}").last_line == TWO


def test_an_archive_too_large_for_memory_is_read_in_parts(
    memory: Any, check: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("swisspair.terminal.opening.MOST_BYTES", 10)
    memory.pipe("/parts.zip", packed("zip"))
    assert check("memory://parts.zip").last_line == TWO


def test_a_list_may_be_in_a_store_and_name_addresses(memory: Any, check: Call) -> None:
    put("c.trf", FIVE)
    memory.pipe("/list", f"memory://club/*.trf\n{Path.cwd().as_uri()}/c.trf\n".encode())
    found = check("--files-from", "memory://list", "--format", "jsonl")
    assert [line.split('"')[7] for line in found.output.splitlines()[:-1]] == [
        "memory://club/a.trf",
        f"{Path.cwd().as_uri()}/c.trf",
    ]


@pytest.mark.parametrize(
    "address", ["https://name:password@club.example/open.trf", "http://club.example/", "ftp://x/y"]
)
def test_web_addresses_are_refused_without_their_password(call: Call, address: str) -> None:
    for words in (["swisscheck", address], ["swisspair", "--pair", address, "--format", "json"]):
        found = call(*words)
        assert found.status == BAD_REQUEST
        assert "pipe the file, as in curl " in found.errors + found.output
        assert "password" not in found.errors + found.output


def test_answers_go_into_a_store(memory: Any, pair: Call) -> None:
    put("open.trf", FIVE)
    put("open2.trf", FIVE)
    assert pair("open.trf", "open2.trf", "--output-dir", "memory://out").status == DONE
    assert memory.cat("/out/open.pairs") == memory.cat("/out/open2.pairs") == pair("open.trf").output.encode()


def test_an_object_is_overwritten_only_if_asked(memory: Any, pair: Call) -> None:
    put("open.trf", FIVE)
    found = pair("open.trf", "--write-back", "memory://club/a.trf")
    assert (found.status, memory.cat("/club/a.trf")) == (BAD_REQUEST, FIVE.encode())
    assert "memory://club/a.trf: this file exists already" in found.errors
    assert pair("open.trf", "--write-back", "memory://club/a.trf", "--force").status == DONE
    assert memory.cat("/club/a.trf.bak") == FIVE.encode() != memory.cat("/club/a.trf")


@pytest.mark.parametrize("before", [None, b"earlier"])
def test_all_outputs_are_written_or_none(memory: Any, pair: Call, before: bytes | None) -> None:
    put("open.trf", FIVE)
    if before is not None:
        memory.pipe("/out.pairs", before)
    found = pair("open.trf", "--output", "memory://out.pairs", "--html", "nowhere/page.html")
    assert found.status == NO_ACCESS
    assert (memory.cat("/out.pairs") if memory.exists("/out.pairs") else None) == before
    assert names() == ["open.trf"]


def test_a_missing_file_is_reported(memory: Any, check: Call) -> None:
    found = check("memory://nothing.trf")
    assert (found.status, "  memory://nothing.trf: No such file or directory" in found.output) == (NO_ACCESS, True)
    assert "no tournament report file was found in memory://club/*.zip" in check("memory://club/*.zip").errors


def test_lines_in_a_store_are_not_resumed(memory: Any, check: Call) -> None:
    lines = check("memory://club", "--format", "jsonl").output
    memory.pipe("/lines.jsonl", lines.encode())
    found = check("memory://club", "--format", "jsonl", "--resume", "memory://lines.jsonl")
    assert (found.status, "memory://lines.jsonl: --resume needs a file" in found.errors) == (BAD_REQUEST, True)
    assert memory.cat("/lines.jsonl") == lines.encode()


@pytest.mark.parametrize(("scheme", "package", "missing"), [("s3", "s3fs", "s3fs"), ("gs", "gcsfs", "fsspec.core")])
def test_a_missing_package_is_named_for_installation(
    check: Call, monkeypatch: pytest.MonkeyPatch, scheme: str, package: str, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    found = check(f"{scheme}://club/*.trf")
    assert found.status == BAD_REQUEST
    assert found.errors.rstrip().endswith(f"pip install 'swisspair-fide[cluster]' {package}".rstrip())
