"""``swisspair --generate``: write random tournaments as TRF26."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

from pairing_engine.facts.codes import HIGHEST_RATING
from pairing_engine.facts.model import MAX_TPN, Colour
from pairing_engine.language import marked
from swisspair.statuses import ExitStatus
from swisspair.terminal import options
from swisspair.terminal.command_line import Option
from swisspair.terminal.options import ANSWER, EVENT

PLAN, ABSENT, RESULTS = marked(("The tournaments", "Absences", "Results"))
"""The titles of option groups that appear only on this help page."""

EACH_ROUND = marked("AMOUNTS")
"""The placeholder for the amounts in all rounds, each a number or a percentage."""


class EventFormat(Enum):
    """The format of generated tournaments."""

    TRF = "trf"
    JSONL = "jsonl"


class GeneratedColour(Enum):
    """The possible values of ``--initial-colour``."""

    WHITE = "white"
    BLACK = "black"


def run(
    count: Annotated[int, Option("The number of tournaments; each takes the next seed.", PLAN, "N", min=1)] = 1,
    seed: Annotated[
        int | None, Option("The first seed; the same seed gives the same tournament (default: random).", PLAN, "N")
    ] = None,
    config: Annotated[
        Path | None, Option("A file of Key=Value lines, as for bbpPairings and JaVaFo.", PLAN, "FILE")
    ] = None,
    players: Annotated[int | None, Option("The number of players, or of teams.", PLAN, "N")] = None,
    rounds: Annotated[int | None, Option("The number of rounds.", PLAN, "N")] = None,
    boards: Annotated[int | None, Option("Teams: the number of boards in a match.", PLAN, "N")] = None,
    lowest_rating: Annotated[int | None, Option("The lowest rating.", PLAN, "N", min=0, max=HIGHEST_RATING)] = None,
    highest_rating: Annotated[int | None, Option("The highest rating.", PLAN, "N", min=0, max=HIGHEST_RATING)] = None,
    ratings: Annotated[Path | None, Option("A file of ratings, one for each player.", PLAN, "FILE")] = None,
    prohibited: Annotated[
        int | None,
        Option("The number of groups of players who may not meet each other.", PLAN, "N", min=0, max=MAX_TPN),
    ] = None,
    system: options.SystemToGenerate = None,
    edition: options.Edition = None,
    baku: options.Baku = False,
    maxi: options.Maxi = False,
    teams: options.Teams = options.Teams(),
    points: Annotated[str | None, Option("The points of results, such as W=3,D=1,P=1.5.", EVENT, "POINTS")] = None,
    initial_colour: Annotated[
        GeneratedColour | None, Option("The initial-colour (default: drawn by lot).", EVENT, case_sensitive=False)
    ] = None,
    half_point_byes: Annotated[
        str | None,
        Option(
            "Half-point byes: the number (3) or share (5%) of players; 5%,0,2 gives a value for each round.",
            ABSENT,
            EACH_ROUND,
        ),
    ] = None,
    full_point_byes: Annotated[
        str | None, Option("Full-point byes: the number or share of players.", ABSENT, EACH_ROUND)
    ] = None,
    zero_point_byes: Annotated[
        str | None, Option("Zero-point byes: the number or share of players.", ABSENT, EACH_ROUND)
    ] = None,
    withdrawals: Annotated[
        str | None, Option("Withdrawals: the number or share of players.", ABSENT, EACH_ROUND)
    ] = None,
    late_entries: Annotated[
        str | None, Option("Late entries: the number (3) or share (5%) of players.", ABSENT, "AMOUNT")
    ] = None,
    draws: Annotated[
        float | None, Option("The percentage of draws between equal players.", RESULTS, "PERCENT", min=0, max=100)
    ] = None,
    forfeits: Annotated[
        str | None, Option("Forfeits: the number (3) or share (5%) of games.", RESULTS, EACH_ROUND)
    ] = None,
    double_forfeits: Annotated[
        str | None, Option("Games that both players forfeit: the number or share.", RESULTS, EACH_ROUND)
    ] = None,
    unusual: Annotated[
        str | None, Option("Games that end 1/2-0 or 0-0: the number or share.", RESULTS, EACH_ROUND)
    ] = None,
    unrated: Annotated[
        str | None, Option("Games that end before one move is complete: the number or share.", RESULTS, EACH_ROUND)
    ] = None,
    output: Annotated[
        Path | None,
        Option("Write to this file (.zip and .jsonl hold several tournaments; - is standard output).", ANSWER, "FILE"),
    ] = None,
    output_dir: Annotated[Path | None, Option("Write one file for each seed to this directory.", ANSWER, "DIR")] = None,
    format_: Annotated[
        EventFormat, Option("trf, or jsonl (lines of JSON, each with one TRF).", ANSWER)
    ] = EventFormat.TRF,
    tiebreaks: Annotated[
        str | None, Option('The tie-breaks, such as "DE,BH/C1"; "" means none.', ANSWER, "LIST")
    ] = None,
    work: options.Work = options.Work(),
) -> ExitStatus:
    """Write random tournaments to --output or --output-dir, paired under the rules. Values not given are random."""
    from pairing_engine.facts.model import EventKind
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.commands.write_events import Series, StatedPlan, plan_from, write_events

    stated = StatedPlan(
        config=config,
        ratings=ratings,
        points=points,
        amounts={
            "half_point_byes": half_point_byes,
            "full_point_byes": full_point_byes,
            "zero_point_byes": zero_point_byes,
            "withdrawals": withdrawals,
            "late_entries": late_entries,
            "forfeits": forfeits,
            "double_forfeits": double_forfeits,
            "unusual": unusual,
            "unrated": unrated,
        },
        values={
            "players": players,
            "rounds": rounds,
            "boards": boards,
            "draws": draws,
            "lowest_rating": lowest_rating,
            "highest_rating": highest_rating,
            "prohibited_groups": prohibited,
            "baku": True if baku else None,
            "maxi": True if maxi else None,
            "initial_colour": None if initial_colour is None else Colour[initial_colour.name],
            "team": teams.stated,
        },
    )
    return write_events(
        plan_from(stated, kind_asked_for(system) or EventKind.INDIVIDUAL),
        Series(
            system=system,
            edition=edition,
            seed=seed,
            number=count,
            output=output,
            output_dir=output_dir,
            lines=format_ is EventFormat.JSONL,
            tie_breaks=None if tiebreaks is None else options.codes_in(tiebreaks),
        ),
        work.how(),
        inputs=[path for path in (config, ratings) if path is not None],
    )
