"""The options of ``swisspair --pair``. `swisspair.commands.pair_files` does the work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pairing_engine.answers import Style
from pairing_engine.matching import Backend
from swisspair.commands.formats import IN_WORDS, RoundFormat
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, EVENT, READING, WORK


def run(
    files: Annotated[list[str], Argument("TRFs; - is standard input.", READING, "FILE...")],
    reading: options.ReadingOptions = options.ReadingOptions(),
    round_: Annotated[int | None, Option("The round to pair (default: the next one).", EVENT, "N")] = None,
    system: options.System = None,
    edition: options.Edition = None,
    event: options.EventOptions = options.EventOptions(),
    teams: options.Teams = options.Teams(),
    presence: options.Presence = options.Presence(),
    wishes: options.Wishes = options.Wishes(),
    format_: Annotated[RoundFormat | None, Option(IN_WORDS, ANSWER, "FORMAT")] = None,
    brackets: Annotated[str, Option("Show only these brackets in the account or card.", ANSWER, "2.0,1.5")] = "",
    output: Annotated[Path | None, Option("Write the answer to this file.", ANSWER, "FILE")] = None,
    output_dir: Annotated[
        Path | None, Option("Write one answer for each FILE to this directory.", ANSWER, "DIR")
    ] = None,
    list_: Annotated[Path | None, Option("Also write the checklist (- is standard output).", ANSWER, "FILE")] = None,
    html: Annotated[Path | None, Option("Also write a page about the round.", ANSWER, "FILE")] = None,
    sheet: Annotated[Path | None, Option("Also write a sheet for the wall (.html or .pdf).", ANSWER, "FILE")] = None,
    slips: Annotated[Path | None, Option("Also write result slips (.html or .pdf).", ANSWER, "FILE")] = None,
    write_back: Annotated[Path | None, Option("Also write the TRF with the paired round.", ANSWER, "FILE")] = None,
    in_place: options.InPlace = False,
    force: options.Force = False,
    list_style: Annotated[Style, Option("Use the checklist columns of this program.", ANSWER)] = Style.BBP,
    engine: options.Engine = Backend.AUTO,
    verify: Annotated[bool, Option("Verify once more that each pairing is legal.", WORK)] = True,
    work: options.Work = options.Work(),
) -> int:
    """Pair a round of each FILE under the FIDE rules: the next round, or a round that was already played."""
    from pairing_engine.answers.card import scores_in
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.commands.inputs import only_one, own_path
    from swisspair.commands.pair_files import WRITE_BACK, Document, HowToPair, HowToRead, Target, pair_files

    if in_place:
        write_back = own_path(only_one(files[0]))
    beside = {"list": list_, "html": html, "sheet": sheet, "slips": slips, WRITE_BACK: write_back}
    return pair_files(
        files,
        HowToRead(*reading, kind=kind_asked_for(system), overrides=event.over(teams)),
        HowToPair(
            round=round_,
            system=system,
            edition=edition,
            engine=engine,
            verify=verify,
            asked=wishes.asked,
            who=presence.asked,
        ),
        Target(
            output,
            output_dir,
            format_,
            scores_in(brackets),
            tuple(Document(option, path) for option, path in beside.items() if path is not None),
            list_style,
            force,
        ),
        work.how(),
    )
