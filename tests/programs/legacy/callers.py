"""Files as the programs write them that call a pairing engine, and the pairs that they get.

Each serializer was written from what the program writes: its records, their order, and every column of a player's
line. ``seen`` says how well we know that. The same hundred positions are written by all of them. `answers.json` has the
pairs of two versions of bbpPairings for these positions, each by its edition, and for each caller on how many of its
files bbpPairings gives these pairs itself.

``python -m tests.programs.legacy.callers`` writes the table of docs/managers.md. With BBP6 and BBP5, the paths of
bbpPairings 6.0.0 and 5.0.1, it asks bbpPairings again and records its answers.
"""

import json
import os
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Participant, Round, Scoring, Tournament, show_points
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.systems import SYSTEMS
from swisspair.legacy import run as legacy
from tests.places import ROOT
from tests.programs.program import swisspair

HERE = Path(__file__).parent
ANSWERS = HERE / "answers.json"
PAGE = ROOT / "docs" / "managers.md"
POSITIONS = 100
NEWEST = "2026"
BBP = {NEWEST: "bbpPairings 6.0.0", "2017": "bbpPairings 5.0.1"}
"""The version of bbpPairings that pairs by each edition."""


class Caller(NamedTuple):
    """A program that calls a pairing engine, and the form of its files."""

    name: str
    about: str
    """The peculiarities of its files."""
    head: str
    """The records before the players, separated by semicolons."""
    player: str
    """The first 91 columns of a player's line. A line without a rank may be shorter."""
    call: str = "--dutch IN -p"
    tail: str = ""
    cell: str = "{opponent:>4} {colour} {result}  "
    bye: str = "0000 - {letter}  "
    letters: Mapping[str, str] = {}
    """Other signs than the letters H, Z and U."""
    away: str = "letter"
    """The mark of those who do not play in the next round: a letter, or a record 240 or XXZ."""
    line_end: str = "\n"
    as_javafo: bool = False
    """Whether bbpPairings is not called with such files: only JaVaFo reads them so."""
    absent: str = ""
    """The cell of a player who does not play in the next round; empty if it is written as in other rounds."""
    seen: str = "description"
    """The evidence for it: its own serializer (``source``), one of its files (``file``), or only a description."""


def _callers() -> tuple[Caller, ...]:
    """Read the callers of `callers.toml`, in which the first 91 columns of a line may have a name."""
    table = tomllib.loads((HERE / "callers.toml").read_text(encoding="utf-8"))
    lines = table["players"]
    return tuple(Caller(**one)._replace(player=lines.get(one["player"], one["player"])) for one in table["callers"])


CALLERS = _callers()


@cache
def positions() -> tuple[Tournament, ...]:
    """Return a hundred events before a round, all of them started with White for the first player."""
    plan = Plan(
        half_point_byes=(Amount(1),), zero_point_byes=(Amount(1),), withdrawals=(Amount(0),), late_entries=Amount(0),
        forfeits=(Amount(1),), double_forfeits=(Amount(0),), unusual=(Amount(0),), unrated=(Amount(0),),
        prohibited_groups=0, baku=False, initial_colour=Colour.WHITE,
        scoring=Scoring(),
    )  # fmt: skip
    found: list[Tournament] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        event = generate(plan._replace(players=8 + seed % 23, rounds=5), seed, SYSTEMS["dutch"].newest)
        found += [_before(event, number) for number in range(1, len(event.rounds))]
    return tuple(found[:POSITIONS])


def _before(event: Tournament, number: int) -> Tournament:
    """Return the event after a number of rounds, with the requested byes of the next round as the only ones known."""
    asked = [bye for bye in event.rounds[number].byes if bye.kind is not ByeKind.PAIRING_ALLOCATED]
    people = tuple(Participant(one.tpn, f"Player {one.tpn}", one.rating) for one in event.participants)
    return event._replace(participants=people, rounds=(*event.rounds[:number], Round((), tuple(asked))), requests=())


def file_of(caller: Caller, event: Tournament) -> bytes:
    """Write an event as the caller does. The last round of ``event`` contains only the byes of the next round."""
    played, away = event.rounds[:-1], event.rounds[-1].byes
    worth = 2 if "BBW" in caller.tail else 1
    totals = crosstable_of(event._replace(rounds=played)).totals()
    numbers = [int(bye.tpn) for bye in away]
    absent = " ".join(map(str, numbers))
    facts: dict[str, Any] = {"players": len(event.participants), "rounds": event.settings.rounds, "absent": absent}
    lines = caller.head.format(**facts).split(";")
    for one in event.participants:
        cells = [_cell(caller, one, recorded) for recorded in played]
        if caller.away == "letter":
            last = _cell(caller, one, event.rounds[-1])
            cells.append(caller.absent if caller.absent and last.strip() else last)
        points = show_points(totals[one.tpn] * worth)
        line = caller.player.format(number=one.tpn, name=one.name, rating=one.rating, points=points, blank="")
        lines.append((line + "".join(cells)).rstrip() + ("  " if caller.name == "Caissify" else ""))
    if numbers and caller.away == "240":
        lines.append(f"240   {len(played) + 1:03}" + "".join(f" {number:>4}" for number in numbers))
    if numbers and caller.away == "XXZ" and "{absent}" not in caller.head:
        lines.append(f"XXZ {absent}")
    lines += caller.tail.format(**facts).split(";") if caller.tail else []
    return (caller.line_end.join(lines) + caller.line_end).encode()


def _cell(caller: Caller, one: Participant, recorded: Round) -> str:
    found: Game | Bye | None = next((game for game in recorded.games if one.tpn in game[:2]), None)
    found = found or next((bye for bye in recorded.byes if bye.tpn == one.tpn), None)
    if isinstance(found, Game):
        is_white = found.white == one.tpn
        result = (found.white_result if is_white else found.black_result).value
        return caller.cell.format(
            opponent=found.black if is_white else found.white, colour="w" if is_white else "b", result=result
        )
    if found is None:
        return " " * 10
    return caller.bye.format(blank="", letter=caller.letters.get(found.kind.value, found.kind.value))


def pairs_of(caller: Caller, data: bytes, folder: Path) -> str:
    """Return the pairs that our program gives the caller."""
    (folder / "in.trf").write_bytes(data)
    (folder / "out").unlink(missing_ok=True)
    words = [{"IN": "in.trf", "OUT": "out", "LIST": "list"}.get(word, word) for word in caller.call.split()]
    outcome = swisspair(*words, cwd=folder)
    if outcome.status:
        return outcome.errors.decode()
    return (folder / "out").read_text() if "OUT" in caller.call else outcome.output.decode()


def answers() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ANSWERS.read_text(encoding="utf-8"))
    return found


def bbp_pairs(program: str, data: bytes, folder: Path) -> str:
    (folder / "in.trf").write_bytes(data)
    done = subprocess.run([program, "--dutch", "in.trf", "-p"], cwd=folder, capture_output=True, check=False)
    return done.stdout.decode() if done.returncode == 0 else ""


def record(programs: Mapping[str, str]) -> None:
    """Ask bbpPairings for its pairs: for each position, and for the files of each caller."""
    found = answers()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain = next(caller for caller in CALLERS if caller.name == "gambit-pairing")
        for edition, program in programs.items():
            pairs = [bbp_pairs(program, file_of(plain, event), folder) for event in positions()]
            beside = {
                caller.name: sum(
                    bbp_pairs(program, file_of(caller, event), folder) == answer
                    for event, answer in zip(positions(), pairs, strict=True)
                )
                for caller in CALLERS
                if not caller.as_javafo
            }
            found[edition] = {"callers": beside, "pairs": pairs}
    ANSWERS.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")


def equal_pairs(edition: str) -> Iterator[tuple[str, int]]:
    """Yield the name of each caller with the number of positions whose pairs are those of bbpPairings."""
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name, "in.trf"), Path(name, "out")
        for caller in CALLERS:
            equal = 0
            system = ["--dutch"] if "--dutch" in caller.call else []
            for event, answer in zip(positions(), answers()[edition]["pairs"], strict=True):
                source.write_bytes(file_of(caller, event) + named(edition, caller))
                # In one process: to start 4,800 takes minutes.
                done = legacy.run([*system, str(source), "-p", str(target)]) == 0
                equal += done and target.read_text(encoding="utf-8") == answer
            yield caller.name, equal


def named(edition: str, caller: Caller) -> bytes:
    """Return the record that names an edition before the newest one; bbpPairings knows only one edition."""
    return b"" if edition == NEWEST else f"192 FIDE_DUTCH_{edition}{caller.line_end}".encode()


BEGIN, END = "<!-- callers: made by `make proof PART=callers` -->", "<!-- end of callers -->"


def table(equal: Mapping[str, Mapping[str, int]]) -> str:
    heads = [one for edition, other in BBP.items() for one in (f"swisspair, {edition}", other)]
    lines = [
        "| program | special in its files | its call | seen | " + " | ".join(heads) + " |",
        "|" + "---|" * (4 + len(heads)),
    ]
    for caller in CALLERS:
        counts = [
            str(one)
            for edition in BBP
            for one in (
                f"{equal[edition][caller.name]} of {POSITIONS}",
                answers()[edition]["callers"].get(caller.name, "reads it otherwise"),
            )
        ]
        lines.append(f"| {caller.name} | {caller.about} | `{caller.call}` | {caller.seen} | {' | '.join(counts)} |")
    return f"{BEGIN}\n" + "\n".join(lines) + f"\n{END}"


def main() -> None:
    programs = {
        edition: os.environ[name] for edition, name in (("2026", "BBP6"), ("2017", "BBP5")) if name in os.environ
    }
    if programs:
        record(programs)
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    shown = table({edition: dict(equal_pairs(edition)) for edition in BBP})
    PAGE.write_text(before + shown + rest.partition(END)[2], encoding="utf-8")
    print(shown)


if __name__ == "__main__":
    main()
