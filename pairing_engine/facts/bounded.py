"""A limit on the size of the files that are read."""

from __future__ import annotations

from typing import IO

CHUNK = 2**20


def at_most(stream: IO[bytes], most: int) -> bytes:
    """Read a stream to its end, or until it has more than ``most`` bytes.

    The limit protects against devices and pipes that never end.

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
