"""The options of ``swisspair pair``. `swisspair.commands.pair_files` does the work."""

from __future__ import annotations

from typing import Annotated

from pairing_engine.matching import Backend
from swisspair.commands.formats import HowToPair, Target
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import READING, WORK


def run(
    files: Annotated[list[str], Argument("TRFs; - is standard input.", READING, "FILE...")],
    reading: options.ReadingOptions = options.ReadingOptions(),
    how: HowToPair = HowToPair(),
    target: Target = Target(),
    engine: options.Engine = Backend.AUTO,
    verify: Annotated[bool, Option("Verify once more that each pairing is legal.", WORK)] = True,
    work: options.Work = options.Work(),
) -> int:
    """Pair a round of each FILE under the FIDE rules: the next round, or a round that was already played."""
    from swisspair.commands.inputs import only_one, own_path
    from swisspair.commands.pair_files import pair_files

    if target.in_place:
        target = target._replace(write_back=own_path(only_one(files[0])))
    return pair_files(files, reading.how(how.system, how.event.overrides), how, target, engine, work, verify=verify)
