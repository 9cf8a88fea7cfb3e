"""``python -m tools.walks``: the way of the data through the programs, measured from the command line.

For each task, count the functions and the rooms that take part, and list the calls from lower to higher rooms. A room
is a group of modules, such as ``pairing_engine.kernel``. The page docs/architecture.md has the figures.
"""

from __future__ import annotations

import io
import sys
import tomllib
from contextlib import redirect_stdout
from contextvars import copy_context
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
UNCOUNTED = {"under_way", "__main__", "programs"}
"""Rooms that every task uses, or that only start a program."""

TASKS = {
    "pair a file": f"swisspair pair {FIXTURES}/worked/held-2026-before-round-4.trf --jobs 1",
    "find the cause of a difference": f"swisscheck {FIXTURES}/club-2026-altered.trf --round 3 --jobs 1",
    'answer "why not"': f"swisspair why-not 5-bye {FIXTURES}/worked/held-2026-before-round-4.trf",
}


class Walk(NamedTuple):
    """The functions and rooms that take part in a task, and the calls upwards as pairs of caller and called."""

    functions: int
    rooms: list[str]
    climbs: list[tuple[str, str]]


def contract(name: str) -> Any:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return next(contract for contract in settings["contracts"] if contract["name"] == name)


def layers(name: str) -> list[str]:
    """Return the rooms in an import contract, from top to bottom."""
    return [room for layer in contract(name)["layers"] for room in layer.split(" | ")]


ENGINE = layers("The engine flows one way, and every module has its room")
PROGRAMS = layers("Every part of the programs has its room")
ROOMS = [f"swisspair.{room}" for room in PROGRAMS] + ["checker", "trf"] + [f"pairing_engine.{room}" for room in ENGINE]


def room_of(frame: FrameType) -> int | None:
    """Return the place of a running function's room, counted from the top. None if its module is in no room."""
    module = frame.f_globals.get("__name__", "")
    for place, room in enumerate(ROOMS):
        if (module == room or module.startswith(f"{room}.")) and room.rpartition(".")[2] not in UNCOUNTED:
            return place
    return None


def name_of(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}"


def called(line: str) -> None:
    """Call a program within this process, and ignore what it prints."""
    from swisspair import commands
    from swisspair.swisscheck import cli

    mains = {"swisspair": commands.main, "swisscheck": cli.main}
    arguments = line.split()
    before, sys.argv = sys.argv, arguments
    try:
        with redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")):
            copy_context().run(mains[arguments[0]])
    except SystemExit:
        pass
    finally:
        sys.argv = before


def walk(line: str) -> Walk:
    functions: set[CodeType] = set()
    rooms: dict[int, None] = {}
    climbs: dict[tuple[str, str], None] = {}

    def see(frame: FrameType, event: str, _argument: object) -> None:
        here = room_of(frame) if event == "call" and frame.f_code.co_name != "<module>" else None
        if here is None:
            return
        rooms[here] = None
        if not frame.f_code.co_name.startswith("<"):
            functions.add(frame.f_code)
        caller = frame.f_back
        while caller is not None and room_of(caller) is None:
            caller = caller.f_back
        above = room_of(caller) if caller is not None else None
        if caller is not None and above is not None and above > here:
            climbs[name_of(caller), name_of(frame)] = None

    called(line)  # the first call imports modules and fills caches, which does not count
    before = sys.getprofile()
    sys.setprofile(see)
    try:
        called(line)
    finally:
        sys.setprofile(before)
    return Walk(len(functions), [ROOMS[place] for place in rooms], list(climbs))


def main() -> None:
    for task, line in TASKS.items():
        found = walk(line)
        counts = f"{found.functions} functions, {len(found.climbs)} calls upwards, {len(found.rooms)} rooms"
        print(f"{task}: {counts}: {', '.join(found.rooms)}")
        print(*(f"  {caller} calls {callee}" for caller, callee in found.climbs), sep="\n")


if __name__ == "__main__":
    main()
