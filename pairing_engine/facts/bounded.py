"""Safe reading of files that come from outside: never more than a fixed number of bytes."""

from __future__ import annotations

from typing import IO

CHUNK = 2**20


def at_most(stream: IO[bytes], most: int) -> bytes:
    """Read a stream, but little more than ``most`` bytes of it.

    A device or a pipe may never end.

    >>> from io import BytesIO
    >>> at_most(BytesIO(b"four"), 10)
    b'four'
    """
    chunks = [chunk := stream.read(CHUNK)]
    size = len(chunk)
    while chunk and size <= most:
        chunks.append(chunk := stream.read(CHUNK))
        size += len(chunk)
    return chunks[0][:0].join(chunks)
