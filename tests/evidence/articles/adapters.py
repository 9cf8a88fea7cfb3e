"""Call programs that have no command line for one round: ``python adapters.py NAME IN OUT SYSTEM [PROGRAM]``.

This file runs by itself, in an environment where the other program is installed. NAME is ``gacrux``, ``caissify`` or
``chesspairing``; the last one needs PROGRAM, the path of its program. OUT gets the pairs as bbpPairings writes them.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

AWAY = ("0000 - Z", "0000 - H", "0000 - F")


def cells(line: str) -> list[str]:
    """Return the rounds of a record 001."""
    return [line[at : at + 8].strip() for at in range(91, len(line), 10)]


def round_to_pair(text: str) -> int:
    """Return the round after the last one that anybody has played; the absent ones may have a bye in it already."""
    players = [cells(line) for line in text.splitlines() if line.startswith("001")]
    return 1 + max(sum(cell not in ("", *AWAY) for cell in mine[-1:]) + len(mine[:-1]) for mine in players)


def gacrux(text: str, system: str) -> Iterable[tuple[int, int]]:
    reader = import_module("gacrux.trf2json").trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    event = {**reader.get_tournament(1), "maxMeets": 1}
    engines: dict[str, Callable[..., Any]] = {
        "dutch": import_module("gacrux.pairingdutch").pairing_dutch,
        "team": import_module("gacrux.pairingfideteam").pairing_fideteam,
    }
    number = round_to_pair(text)
    settings = {"experimental": [], "top_color": " ", "current_round": number, "verbose": 0, "unpaired": []}
    brackets = engines[system](event, number, settings).compute_pairing(False, 1)
    return [(pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket.get("pairs", ())]


def caissify(text: str, _: str) -> Iterable[tuple[int, int]]:
    """Give the engine what the program's own checker gives it, and the initial-colour of record 152."""
    checker = import_module("caissify_pairings.fpc")
    parsed = checker.TRFParser(text).parse()
    players = {player["starting_number"]: player for player in parsed["players"]}
    number = round_to_pair(text)
    for player in players.values():  # the checker pairs those who have an entry in the round
        player.setdefault("results", {}).setdefault(number, {"opponent": None, "color": None, "result": "U"})
    stated = [line.split()[1] for line in text.splitlines() if line.startswith(("152", "XXC"))]
    black = any(word in ("B", "black1") for word in stated)
    engine = checker.DutchEngine(
        players=checker._build_engine_players(players, number),
        previous_pairings=checker._build_previous_pairings(players, number),
        round_number=number,
        total_rounds=parsed["tournament"].get("total_rounds") or number,
        initial_color="black" if black else "white",
        accelerated=number in (parsed["tournament"].get("accelerated_rounds") or ()),
    )
    pairs = checker._normalise_engine_output(engine.generate_pairings())
    return [(pair["white"], pair["black"] or 0) for pair in pairs]


def chesspairing(text: str, system: str, program: str) -> Iterable[tuple[int, int]]:
    """Name the round to pair, because the program pairs the last round that a file names.

    It takes absent players from a record 240 with the letter H or F, and names them in its answer, too.
    """
    number = round_to_pair(text)
    lines = text.splitlines()
    away: list[int] = []
    for at, line in enumerate(lines):
        if line.startswith("001") and len(cells(line)) < number:
            lines[at] = line.rstrip().ljust(89 + 10 * (number - 1)) + "  0000 - *"
        elif line.startswith("001"):
            away.append(int(line[4:8]))
    lines += [f"240 H {number:03}" + "".join(f" {one:4}" for one in away)] if away else []
    with TemporaryDirectory() as folder:
        source = Path(folder, "event.trf")
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = subprocess.run(
            [program, "pair", f"--{system}", str(source)], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    pairs = (tuple(map(int, line.split())) for line in done.stdout.splitlines()[1:])
    return [(white, black) for white, black in pairs if white not in away]


def main(name: str, source: str, target: str, system: str, program: str = "") -> None:
    text = Path(source).read_text(encoding="utf-8")
    asked: dict[str, Callable[..., Iterable[tuple[int, int]]]] = {
        "gacrux": gacrux,
        "caissify": caissify,
        "chesspairing": partial(chesspairing, program=program),
    }
    pairs = list(asked[name](text, system))
    lines = [str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]
    Path(target).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
