"""Random damage to files, similar to errors by people, programs and broken media."""

import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.places import FIXTURES
from trf import write

Mutation = Callable[[bytes, Random], bytes]

_ODD_BYTES = (
    b" ", b"\t", b"\x00", b"\xff", b"\xe9", b"\xc2\xbd", b"0", b"9", b"-", b"+", b"=", b"w", b"U", b"Z", b"\n",
    b"\r",
)  # fmt: skip
_ODD_NUMBERS = (
    b"0", b"1", b"9", b"00", b"99", b"100", b"999", b"9999", b"10000", b"99999", b"-1", b"1.55", b"1e9", b"",
)  # fmt: skip
_CODES = (
    b"001", b"012", b"092", b"132", b"142", b"152", b"162", b"192", b"240", b"250", b"260", b"299", b"310", b"320",
)  # fmt: skip
_MORE_CODES = (
    b"013", b"172", b"330", b"352", b"801", b"802", b"XXR", b"XXC", b"XXS", b"XXP", b"XXZ", b"XXA", b"BBW", b"###",
)  # fmt: skip
_NUMBER = re.compile(rb"\d+")
_ESCAPES = (b"\x1b[2J", b"\x1b]0;x\x07", b"\x9b31m", b"\x7f", b"\x0b", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\x1b[1A")
"""Characters that affect terminals or end lines."""
_REPEATED = (
    (b"152 W", b"152 B"),
    (b"142 9", b"142 5"),
    (b"192 FIDE_DUTCH_2026", b"192 FIDE_LIM_2026"),
    (b"XXC white1", b"XXC black1"),
    (b"162 W 1.0 D 0.5", b"162 W 3.0 D 1.0"),
    (b"250       1.0 001 003 0001 0009", b"250       2.0 002 004 0003 0007"),
    (b"299           0.5  001    1", b"299           1.5  001    1"),
    (b"240 H   2    1", b"240 F   2    1"),
    (b"XXP 1 2 3", b"XXP 2 3 4"),
)
_MANY = (1, 3, 40, 400)


def _lines(text: bytes) -> list[bytes]:
    return re.split(rb"(?<=\n)|(?<=\r)(?!\n)", text)


def _in_a_line(change: Mutation) -> Mutation:
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
    """Replace a number with an unusual number, which is usually right-aligned with the old number."""
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
    """Copy part of a text to another place, as if columns had shifted."""
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
    lines = _lines(text)
    one, other = lot.randrange(len(lines)), lot.randrange(len(lines))
    start = lot.randrange(max(1, len(lines[one])))
    end = start + lot.randint(1, 12)
    first, second = lines[one], lines[other]
    lines[one] = first[:start] + second[start:end] + first[end:]
    lines[other] = second[:start] + first[start:end] + second[end:]
    return b"".join(lines)


def _cut_the_right(text: bytes, lot: Random) -> bytes:
    """Cut all lines off at the same column, as if later rounds were missing."""
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


def _escape_codes(text: bytes, lot: Random) -> bytes:
    """Overwrite part of a text with a terminal escape code. The length of the text stays the same."""
    end = len(text.rstrip(b"\r\n"))
    at = lot.randrange(max(1, end))
    code = lot.choice(_ESCAPES)[: max(0, end - at)]
    return text[:at] + code + text[at + len(code) :]


def _contradict(text: bytes, lot: Random) -> bytes:
    """Add two records that contradict each other, possibly many times."""
    records = lot.choice(_REPEATED)
    lines = [line + b"\n" for _ in range(lot.choice(_MANY)) for line in records]
    return text + (b"" if text.endswith(b"\n") else b"\n") + b"".join(lines)


_RECORDS = (
    "XXR {}", "142 {}", "XXC white1", "XXC black1", "152 W", "152 B", "XXC rank", "XXS WW={}.0", "BBW {}.0", "BBD 1.0",
    "162 W 3.0 D 1.0 L 0.0 P 3.0", "162 W {}.0", "192 FIDE_DUTCH_2026_BAKU", "192 FIDE_DUBOV_2026", "192 FIDE_LIM_2026",
    "192 FIDE_BURSTEIN_2026", "192 FIDE_DOUBLESWISS_2026", "192 FIDE_TEAM_BASIC_2026", "192 {}", "XXP {} {} {}",
    "260 {:3} {:3} {:4} {:4}", "XXZ {} {}", "240 H {:3} {:4} {:4}", "250 {:4} {:4} {:3} {:3} {:4} {:4}",
    "XXA {:4} 1.0 0.5", "299 F {:4} 0.5 {:3} {:4}", "012 {}", "032 {}", "042 2026/02/{:02}", "132 {}",
    "### {}", "013 Team {} {}", "999 {}",
)  # fmt: skip
"""Records with numbers to be chosen."""


def _odd_record(text: bytes, lot: Random) -> bytes:
    """Insert a record with numbers that mostly fit a small event."""
    numbers = (lot.choice((99, 100, 9999, 10000, -1)) if lot.random() < 0.2 else lot.randint(0, 12) for _ in range(6))
    lines = _lines(text)
    lines.insert(lot.randint(0, len(lines)), lot.choice(_RECORDS).format(*numbers).encode() + b"\n")
    return b"".join(lines)


def _swap_rounds(text: bytes, lot: Random) -> bytes:
    """Exchange two rounds in the lines of all players. Sometimes leave one line unchanged."""
    one, other = lot.randrange(9), lot.randrange(9)
    lines = _lines(text)
    spared = lot.randrange(len(lines)) if lot.random() < 0.3 else -1
    starts = [91 + 10 * number for number in sorted((one, other))]
    for place, line in enumerate(lines):
        first, second = (line[start : start + 10] for start in starts)
        if line.startswith(b"001") and len(second.rstrip()) > 7 and place != spared:
            end = line[starts[1] + 10 :]
            if len(second) < 10:
                second, end = second.rstrip(b"\r\n").ljust(10), b"\n"
            between = line[starts[0] + 10 : starts[1]] if one != other else b""
            if one != other:
                lines[place] = line[: starts[0]] + second + between + first + end
    return b"".join(lines)


def _long_lists(text: bytes, lot: Random) -> bytes:
    """Add a very long record, such as a list of hundreds of players."""
    size = lot.choice((50, 300, 2_000))
    numbers = range(1, size + 1)
    record = lot.choice(
        (
            b"XXP " + b" ".join(b"%d" % n for n in numbers),
            b"260 001 099" + b"".join(b" %4d" % n for n in numbers),
            b"299 W          1.5  001" + b"".join(b" %4d" % n for n in numbers),
            b"240 H   9" + b" %4d" % 1 * size,
            b"152 " + b"W B " * size,
            b"012 " + b"x" * 40 * size,
        )
    )
    return text + (b"" if text.endswith(b"\n") else b"\n") + (record + b"\n") * lot.choice((1, 1, 5))


_MUTATIONS: tuple[Mutation, ...] = (
    _in_a_line(_escape_codes),
    _in_a_line(_escape_codes),
    _contradict,
    _odd_record,
    _odd_record,
    _swap_rounds,
    _long_lists,
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
_RARE = {_another_encoding, _other_line_ends, _truncate, _long_lists}


def mutated(text: bytes, lot: Random) -> bytes:
    for _ in range(lot.choice((1, 1, 1, 2, 2, 3, 4))):
        mutation = lot.choice(_MUTATIONS)
        if mutation in _RARE and lot.random() < 0.7:
            mutation = lot.choice(_MUTATIONS)
        text = mutation(text, lot)
    return text


LARGEST = 20_000
"""The largest size of a file to damage, in bytes."""


@cache
def corpus() -> tuple[bytes, ...]:
    """Return all files of the corpus, always in the same order."""
    found = [path.read_bytes() for path in sorted((FIXTURES / "trf").rglob("*.trf"))]
    found += [path.read_bytes() for path in sorted(FIXTURES.glob("*.trf"))]
    for archive in sorted((FIXTURES / "golden").rglob("*.zip")):
        with zipfile.ZipFile(archive) as members:
            found += [members.read(name) for name in sorted(members.namelist()) if name.endswith(".trf")][:400:4]
    found += [write(event).encode() for event in _generated()]
    return tuple(text for text in found if len(text) <= LARGEST)


def _generated() -> Iterator[Tournament]:
    for name, editions in SYSTEMS.items():
        for seed in range(0, 12, 2):
            event = generate(
                Plan(players=seed % 5 + 4 if name == "team" else 3 * seed + 4, rounds=5), seed, [*editions.values()][-1]
            )
            yield event._replace(rounds=event.rounds[: seed % 6])
