"""Build the single-file program: ``python -m tools.app.build FOLDER OUTPUT``.

FOLDER is the folder that PyInstaller has made. OUTPUT becomes a shell script that is followed by an archive of FOLDER.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
import tarfile
from pathlib import Path

from pairing_engine import __version__

HEAD = Path(__file__).with_name("head.sh")


def packed(folder: Path) -> bytes:
    """Pack the folder into one archive. Identical content gives identical bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.add(path, path.relative_to(folder).as_posix(), recursive=False, filter=_of_nobody)
    return gzip.compress(buffer.getvalue(), 6, mtime=0)


def _of_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def head_of(identity: str) -> bytes:
    """Return the shell script that precedes the archive."""
    text = HEAD.read_text(encoding="utf-8")
    lines = text.count("\n") + 1
    for place, value in (("@VERSION@", __version__), ("@IDENTITY@", identity), ("@LINES@", str(lines))):
        text = text.replace(place, value)
    return text.encode()


def main() -> None:
    folder, output = map(Path, sys.argv[1:])
    archive = packed(folder)
    identity = f"{__version__}-{hashlib.sha256(archive).hexdigest()[:16]}"
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(head_of(identity) + archive)
    output.chmod(0o755)


if __name__ == "__main__":
    main()
