"""The options that both programs have, each written once: its words, its values, its group on the help page."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from pairing_engine.facts.codes import TeamOptions
from pairing_engine.facts.overrides import HIGHEST_RATING, Overrides
from pairing_engine.facts.wishes import Strength
from pairing_engine.language import marked
from pairing_engine.matching import Backend
from swisspair.terminal.jobs import cores

if TYPE_CHECKING:
    from pairing_engine.changes.presence import WhoPlays
    from pairing_engine.facts.asked_wishes import AskedAs

READING, EVENT, ANSWER, WORK = marked(("How files are read", "The event", "The answer", "The work"))
WISHES = marked("Wishes, beside the rules: no longer FIDE mode")
"""The groups of a help page."""


class TeamType(Enum):
    """[C.04.6 1.7] Whose colour preferences count."""

    A = "A"
    B = "B"
    NONE = "none"


class Score(Enum):
    """[C.04.6 1.2] What the primary score of teams is."""

    MP = "mp"
    GP = "gp"


class Adjourned(Enum):
    """[C.04.2 3.1] How adjourned games count."""

    DRAW = "draw"


System = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The system, such as dubov (else as the file says).", rich_help_panel=EVENT),
]
SystemToGenerate = Annotated[
    str | None,
    typer.Option("--system", metavar="NAME", help="The system, such as dubov (else dutch).", rich_help_panel=EVENT),
]
"""Where there is no file that could name one."""
Edition = Annotated[
    str | None,
    typer.Option(metavar="YEAR", help="The edition of its rules (else the one in force).", rich_help_panel=EVENT),
]
Baku = Annotated[bool, typer.Option("--baku", help="Use the Baku Acceleration Method.", rich_help_panel=EVENT)]
Maxi = Annotated[
    bool, typer.Option("--maxi", help="A Maxi-tournament (Lim): ratings limit exchanges.", rich_help_panel=EVENT)
]
TeamTypeOverFile = Annotated[
    TeamType | None,
    typer.Option(
        "--team-type", case_sensitive=False, help="Teams: the type of colour preferences.", rich_help_panel=EVENT
    ),
]
PrimaryOverFile = Annotated[
    Score | None,
    typer.Option("--primary", case_sensitive=False, help="Teams: the primary score.", rich_help_panel=EVENT),
]
NoSecondary = Annotated[
    bool, typer.Option("--no-secondary", help="Teams: the primary score alone counts.", rich_help_panel=EVENT)
]
DefaultRating = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=HIGHEST_RATING, help="The rating of those who have none.", rich_help_panel=EVENT
    ),
]
AdjournedAs = Annotated[
    Adjourned | None, typer.Option("--adjourned", help="Adjourned games count so.", rich_help_panel=EVENT)
]
Avoid = Annotated[
    list[str] | None,
    typer.Option(
        "--avoid",
        metavar="WHAT",
        help="No two of one federation, team, or group in a file of lines number,group.",
        rich_help_panel=WISHES,
    ),
]
AvoidPairs = Annotated[
    str | None,
    typer.Option("--avoid-pairs", metavar="3-7,4-9", help="These should not meet.", rich_help_panel=WISHES),
]
AvoidRounds = Annotated[
    str | None,
    typer.Option("--avoid-rounds", metavar="1-3", help="All of it only in these rounds.", rich_help_panel=WISHES),
]
StrengthOfWishes = Annotated[
    Strength | None,
    typer.Option(
        "--strength",
        metavar="STRENGTH",
        help="weak: after all criteria (the default); strong: before them; hard: prohibited.",
        rich_help_panel=WISHES,
    ),
]
PreferBye = Annotated[
    str | None,
    typer.Option("--prefer-bye", metavar="12,15", help="One of these should get the bye.", rich_help_panel=WISHES),
]
NoBye = Annotated[
    str | None, typer.Option("--no-bye", metavar="12,15", help="None of these should get it.", rich_help_panel=WISHES)
]
Absent = Annotated[
    str | None, typer.Option("--absent", metavar="1,AALTO", help="These do not play this round.", rich_help_panel=EVENT)
]
Present = Annotated[
    str | None,
    typer.Option("--present", metavar="9", help="These play, whatever was announced.", rich_help_panel=EVENT),
]
Byes = Annotated[
    list[str] | None,
    typer.Option("--bye", metavar="5=H", help="A bye of half a point (H), or of none (Z).", rich_help_panel=EVENT),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a TRF that is there.", rich_help_panel=ANSWER)]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse files that need adjustments.", rich_help_panel=READING)]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Their encoding (else UTF-8 or cp1252).", rich_help_panel=READING)
]
Recompute = Annotated[
    bool, typer.Option("--recompute", help="Where points differ, trust the results.", rich_help_panel=READING)
]
Engine = Annotated[Backend, typer.Option(help="reference is slow, and simple to trust.", rich_help_panel=WORK)]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Files at once (else one for each core).", rich_help_panel=WORK),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="The workers of this dask scheduler do it.", rich_help_panel=WORK),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Nothing but errors on standard error.", rich_help_panel=WORK)]
NoProgress = Annotated[bool, typer.Option("--no-progress", help="No progress bar.", rich_help_panel=WORK)]


def jobs_from(jobs: int | None) -> int:
    """So many at once as --jobs says; without it, one for each core."""
    return cores() if jobs is None else jobs


def codes_in(text: str) -> tuple[str, ...]:
    """The codes in a list of tie-breaks such as ``PTS,DE``.

    >>> codes_in("pts, DE,BH/C1")
    ('PTS', 'DE', 'BH/C1')
    """
    return tuple(code.strip().upper() for code in text.split(",") if code.strip())


def who_plays(absent: str | None, present: str | None, byes: list[str] | None) -> WhoPlays | None:
    """Who plays, if the options say something of it."""
    if absent is present is None and not byes:
        return None
    from pairing_engine.changes.presence import WhoPlays

    return WhoPlays(absent, present, tuple(byes or ()))


def wishes_from(
    avoid: list[str] | None,
    avoid_pairs: str | None,
    avoid_rounds: str | None,
    strength: Strength | None,
    prefer_bye: str | None,
    no_bye: str | None,
) -> AskedAs:
    """The wishes that the options state, which are followed beside the rules; nothing if none is stated."""
    asked: AskedAs = {}
    if avoid:
        asked["avoid"] = avoid
    if avoid_pairs is not None:
        asked["avoid_pairs"] = avoid_pairs
    if avoid_rounds is not None:
        asked["avoid_rounds"] = avoid_rounds
    if strength is not None:
        asked["strength"] = strength
    if prefer_bye is not None:
        asked["prefer_bye"] = prefer_bye
    if no_bye is not None:
        asked["no_bye"] = no_bye
    return asked


def overrides_from(
    *,
    baku: bool,
    maxi: bool,
    default_rating: int | None,
    adjourned: Adjourned | None,
    team: TeamOptions,
) -> Overrides:
    """What the options say in place of the file."""
    return Overrides(
        baku=baku, maxi=maxi, default_rating=default_rating, adjourned_as_draw=adjourned is Adjourned.DRAW, team=team
    )


def team_options(team_type: TeamType | None, primary: Score | None, *, no_secondary: bool) -> TeamOptions:
    """What the options about teams say.

    >>> team_options(TeamType.NONE, Score.GP, no_secondary=False)
    TeamOptions(preferences='', primary_is_match_points=False, secondary=None)
    """
    preferences = {TeamType.A: "A", TeamType.B: "B", TeamType.NONE: ""}
    return TeamOptions(
        preferences=None if team_type is None else preferences[team_type],
        primary_is_match_points=None if primary is None else primary is Score.MP,
        secondary=False if no_secondary else None,
    )
