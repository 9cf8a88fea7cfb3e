"""Damage to a file, by lot: what careless hands, other programs and broken media do to a TRF."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Mutation = Callable[[bytes, Random], bytes]

_ODD_BYTES = (
    b" ",
    b"\t",
    b"\x00",
    b"\xff",
    b"\xe9",
    b"\xc2\xbd",
    b"0",
    b"9",
    b"-",
    b"+",
    b"=",
    b"w",
    b"U",
    b"Z",
    b"\n",
    b"\r",
)
_ODD_NUMBERS = (
    b"0",
    b"1",
    b"9",
    b"00",
    b"99",
    b"100",
    b"999",
    b"9999",
    b"10000",
    b"99999",
    b"-1",
    b"1.55",
    b"1e9",
    b"",
)
_CODES = (
    b"001",
    b"012",
    b"092",
    b"132",
    b"142",
    b"152",
    b"162",
    b"192",
    b"240",
    b"250",
    b"260",
    b"299",
    b"310",
    b"320",
)
_MORE_CODES = (
    b"013",
    b"172",
    b"330",
    b"352",
    b"801",
    b"802",
    b"XXR",
    b"XXC",
    b"XXS",
    b"XXP",
    b"XXZ",
    b"XXA",
    b"BBW",
    b"###",
)
_NUMBER = re.compile(rb"\d+")


def _lines(text: bytes) -> list[bytes]:
    return re.split(rb"(?<=\n)|(?<=\r)(?!\n)", text)


def _in_a_line(change: Mutation) -> Mutation:
    """A mutation that is done to one line, by lot."""

    def changed(text: bytes, lot: Random) -> bytes:
        lines = _lines(text)
        at = lot.randrange(len(lines))
        lines[at] = change(lines[at], lot)
        return b"".join(lines)

    return changed


def _insert(text: bytes, lot: Random) -> bytes:
    at = lot.randint(0, len(text))
    return text[:at] + lot.choice(_ODD_BYTES) * lot.choice((1, 1, 2, 5)) + text[at:]


def _delete(text: bytes, lot: Random) -> bytes:
    at = lot.randint(0, len(text))
    return text[:at] + text[at + lot.choice((1, 1, 2, 5)) :]


def _overwrite(text: bytes, lot: Random) -> bytes:
    at = lot.randint(0, len(text))
    new = lot.choice(_ODD_BYTES)
    return text[:at] + new + text[at + len(new) :]


def _flip_a_bit(text: bytes, lot: Random) -> bytes:
    if not text:
        return text
    at = lot.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << lot.randrange(8)]) + text[at + 1 :]


def _truncate(text: bytes, lot: Random) -> bytes:
    return text[: lot.randint(0, len(text))]


def _another_number(text: bytes, lot: Random) -> bytes:
    """Put an odd number in the place of another, in the same columns where it fits."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    number = lot.choice(found)
    new = lot.choice(_ODD_NUMBERS).rjust(len(number.group()))
    start = max(0, number.end() - len(new)) if lot.random() < 0.7 else number.start()
    return text[:start] + new + text[number.end() :]


def _another_code(text: bytes, lot: Random) -> bytes:
    return lot.choice(_CODES + _MORE_CODES) + text[3:]


def _copy_columns(text: bytes, lot: Random) -> bytes:
    """Copy a part of the line to another place in it, as shifted fields look."""
    if len(text) < 2:
        return text
    size = lot.randint(1, min(10, len(text) - 1))
    source, target = (lot.randrange(len(text) - size + 1) for _ in range(2))
    return text[:target] + text[source : source + size] + text[target + size :]


def _repeat_line(text: bytes, lot: Random) -> bytes:
    lines = _lines(text)
    line = lot.choice(lines)
    lines[lot.randrange(len(lines)) : 0] = [line] * lot.choice((1, 1, 2))
    return b"".join(lines)


def _remove_lines(text: bytes, lot: Random) -> bytes:
    lines = _lines(text)
    at = lot.randrange(len(lines))
    del lines[at : at + lot.choice((1, 1, 1, 3))]
    return b"".join(lines)


def _swap_lines(text: bytes, lot: Random) -> bytes:
    lines = _lines(text)
    one, other = lot.randrange(len(lines)), lot.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _swap_columns_of_lines(text: bytes, lot: Random) -> bytes:
    """Exchange the same columns of two lines: two players' rounds, names, points."""
    lines = _lines(text)
    one, other = lot.randrange(len(lines)), lot.randrange(len(lines))
    start = lot.randrange(max(1, len(lines[one])))
    end = start + lot.randint(1, 12)
    first, second = lines[one], lines[other]
    lines[one] = first[:start] + second[start:end] + first[end:]
    lines[other] = second[:start] + first[start:end] + second[end:]
    return b"".join(lines)


def _cut_the_right(text: bytes, lot: Random) -> bytes:
    """Cut all lines at one column, as if rounds were missing."""
    column = lot.randint(80, 140)
    ends = (line[len(line.rstrip(b"\r\n")) :] for line in _lines(text))
    return b"".join(line[:column].rstrip(b"\r\n") + end for line, end in zip(_lines(text), ends, strict=True))


def _another_encoding(text: bytes, lot: Random) -> bytes:
    words = text.decode("utf-8", "replace")
    return words.encode(lot.choice(("utf-16", "utf-16-le", "utf-32", "cp1252", "utf-8-sig", "cp037")), "replace")


def _other_line_ends(text: bytes, lot: Random) -> bytes:
    return (
        text.replace(b"\r\n", b"\n")
        .replace(b"\r", b"\n")
        .replace(b"\n", lot.choice((b"\r", b"\r\n", b"\n\n", b"\x0b", b"\x85")))
    )


_MUTATIONS: tuple[Mutation, ...] = (
    _in_a_line(_insert),
    _in_a_line(_delete),
    _in_a_line(_overwrite),
    _in_a_line(_flip_a_bit),
    _in_a_line(_truncate),
    _in_a_line(_another_number),
    _in_a_line(_another_number),
    _in_a_line(_another_code),
    _in_a_line(_copy_columns),
    _flip_a_bit,
    _truncate,
    _repeat_line,
    _remove_lines,
    _swap_lines,
    _swap_columns_of_lines,
    _cut_the_right,
    _another_encoding,
    _other_line_ends,
)
_RARE = {_another_encoding, _other_line_ends, _truncate}


def mutated(text: bytes, lot: Random) -> bytes:
    """The text with one to four kinds of damage."""
    for _ in range(lot.choice((1, 1, 1, 2, 2, 3, 4))):
        mutation = lot.choice(_MUTATIONS)
        if mutation in _RARE and lot.random() < 0.7:
            mutation = lot.choice(_MUTATIONS)
        text = mutation(text, lot)
    return text
