"""Functions that read our output just as other programs read it [4.8].

In the tests, a program that calls ours is called an integrator.
"""

import re
from pathlib import Path
from typing import NamedTuple

from tests.programs.program import Outcome

Pairs = list[tuple[int, int]]


class PairingError(Exception):
    """The error that an integrator reports to its user."""


def sharly_chess(target: Path) -> Pairs:
    """Read the pairs from the output file, as Sharly-Chess does."""
    if not target.exists():
        raise PairingError("An error occurred")
    if not target.read_text():
        raise PairingError("Pairing is not possible")
    pairs = []
    with target.open() as file:
        file.readline()
        for line in file:
            white, black = map(int, line.split(" "))
            pairs.append((white, black))
    return pairs


def heltour(outcome: Outcome, target: Path) -> Pairs:
    """Read the pairs as heltour does. Raises `PairingError` unless the exit status is 0."""
    if outcome.status != 0:
        raise PairingError(f"return code {outcome.status}")
    with target.open() as file:
        count = int(file.readline())
        pairs = []
        for _ in range(count):
            white, black = file.readline().split(" ")
            pairs.append((int(white), int(black)))
    return pairs


def lila(outcome: Outcome) -> Pairs | None:
    """Read the pairs from standard output, as lila does. Return None if the event is over."""
    if outcome.status != 0:
        if "No valid pairing exists" in outcome.errors.decode():
            return None
        raise PairingError(outcome.errors.decode())
    pairs: Pairs = []
    for line in outcome.output.decode().splitlines()[1:]:
        match line.split(" "):
            case [player, "0"]:
                pairs.append((int(player), 0))
            case [white, black]:
                pairs.append((int(white), int(black)))
            case _:
                raise PairingError(line)
    return pairs


def free_pair(outcome: Outcome, target: Path) -> Pairs:
    """Read the pairs as FreePair does. FreePair shows standard output only if standard error is empty."""
    if outcome.status != 0:
        raise PairingError((outcome.errors or outcome.output).decode())
    if not target.exists():
        raise PairingError("no output")
    _, *lines = target.read_text().split("\n")
    return [(int(white), int(black)) for white, black in (line.split() for line in lines if line.strip())]


def openpairings(outcome: Outcome) -> Pairs:
    """Read the pairs from all lines that contain a pair, as openpairings does."""
    count, *lines = [line for line in re.split(r"\r?\n|\r", outcome.output.decode()) if line]
    if len(lines) != int(count):
        raise PairingError(f"{len(lines)} lines, but {count} are announced")
    return [(int(white), int(black)) for white, black in (line.split() for line in lines)]


def chess_admin(outcome: Outcome) -> int:
    """Turn our exit status into the HTTP status of Chess Admin's web service."""
    return {0: 200, 1: 409}.get(outcome.status, 500)


class Row(NamedTuple):
    points: float
    colours: str
    preference: str
    eligible: bool
    floats: str
    current: tuple[int, str] | None
    opponents: list[int | None]


def sharly_chess_checklist(text: str) -> dict[int, Row]:
    rows: dict[int, Row] = {}
    rounds = None
    for line in text.split("\n"):
        cells = line.split("\t")
        if line.strip().startswith("ID\t"):
            rounds = cells[2].count("-") - 1
        elif rounds is not None and len(cells) >= 8 and cells[0].strip().isdigit():
            current = re.search(r"\((\d+)([WB])\)", cells[7])
            opponents = [cells[9 + number].strip() for number in range(rounds)]
            rows[int(cells[0])] = Row(
                float(cells[1]),
                cells[2][1:],
                cells[3].strip(),
                cells[4].strip() == "Y",
                cells[5].strip() + cells[6].strip(),
                (int(current[1]), current[2]) if current else None,
                [int(opponent) if opponent.isdigit() else None for opponent in opponents],
            )
    return rows


def caissify(output: str) -> tuple[list[int], list[tuple[int, int, int, int]]]:
    """Find the rounds and pairs in the output of ``-c``, as Caissify's test harness does."""
    rounds = [int(number) for number in re.findall(r"Round #(\d+)", output)]
    rows = re.findall(r"^ *(\d+) - +(\d+) +(\d+) - +(\d+)$", output, re.MULTILINE)
    return rounds, [(int(a), int(b), int(c), int(d)) for a, b, c, d in rows]


def versions(outcome: Outcome) -> list[str]:
    return re.findall(r" - v(\S+)", outcome.output.decode())
