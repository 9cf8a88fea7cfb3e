"""The options shared by both programs, with their help texts, values and groups."""

# Annotations are values here: as text, each call would compile those of all options.
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast

from pairing_engine.facts.codes import AS_WRITTEN, HIGHEST_RATING, Overrides, TeamOptions
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import Strength
from pairing_engine.language import marked
from pairing_engine.matching import Backend
from swisspair.terminal.command_line import Option
from swisspair.terminal.jobs import cores

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs

READING, EVENT, ANSWER, WORK = marked(("How files are read", "The event", "The answer", "The work"))
WISHES = marked("The organiser's wishes (not FIDE mode)")
"""The titles of option groups on help pages."""


TextOrJson = Literal["text", "json"]


def editions() -> list[str]:
    return sorted({edition for days in APPLIED_FROM.values() for edition in days})


System = Annotated[
    str | None,
    Option("The system, such as dubov (default: as the file says).", EVENT, "NAME", values=APPLIED_FROM.keys),
]
SystemToGenerate = Annotated[
    str | None, Option("The system, such as dubov (default: dutch).", EVENT, "NAME", values=APPLIED_FROM.keys)
]
Edition = Annotated[
    str | None,
    Option("The edition of the rules: {editions} (default: the one in force).", EVENT, "YEAR", values=editions),
]
InitialColour = Annotated[
    Literal["white", "black", "w", "b"] | None,
    Option(
        "The colour of the first player in round 1 (default: drawn by lot).",
        EVENT,
        "[white|black]",
        case_sensitive=False,
        values=lambda: ("white", "black"),
    ),
]
InPlace = Annotated[bool, Option("Replace FILE; its old content is kept in FILE.bak, each step in FILE.steps.", ANSWER)]
Baku = Annotated[bool, Option("Use the Baku Acceleration Method.", EVENT)]
Maxi = Annotated[bool, Option("Pair as a Maxi-tournament (Lim), where ratings limit exchanges.", EVENT)]
Force = Annotated[bool, Option("Overwrite an existing TRF.", ANSWER)]
AnswerFormat = Annotated[TextOrJson, Option("text, or json for programs.", ANSWER)]
Engine = Annotated[Backend, Option("The engine (reference is slower, but easy to verify).", WORK)]
Quiet = Annotated[bool, Option("Show only errors on standard error.", WORK)]


AskedStrength = Annotated[
    Strength | None,
    Option(
        "The strength of the wishes: weak (after all criteria, the default), strong (before most criteria) or hard "
        "(always).",
        WISHES,
        "STRENGTH",
    ),
]


class ReadingOptions(NamedTuple):
    """The options for reading a file."""

    strict: Annotated[bool, Option("Refuse files that need adjustments.", READING)] = False
    encoding: Annotated[
        str | None, Option("The encoding of the files (default: UTF-8 or cp1252).", READING, "NAME")
    ] = None
    recompute: Annotated[bool, Option("If points contradict the results, use the results.", READING)] = False

    def how(self, system: str | None = None, overrides: Overrides = AS_WRITTEN) -> dict[str, Any]:
        """Return the arguments of `trf.examine`, for an event of a requested system."""
        from pairing_engine.systems.choice import DEFAULT_SYSTEM, kind_asked_for

        overrides = overrides._replace(keep_teams=system == DEFAULT_SYSTEM)
        return {**self._asdict(), "kind": kind_asked_for(system), "overrides": overrides}


class Wishes(NamedTuple):
    """The options for the organiser's wishes."""

    avoid: Annotated[
        list[str] | None,
        Option(
            "Keep apart players of the same federation or team, or of the same group in a file of lines such as "
            "12,Kiel.",
            WISHES,
            "WHAT",
        ),
    ] = None
    avoid_pairs: Annotated[str | None, Option("Pairs that should not meet.", WISHES, "3-7,4-9")] = None
    avoid_rounds: Annotated[str | None, Option("Apply the wishes only in these rounds.", WISHES, "1-3")] = None
    prefer_bye: Annotated[str | None, Option("One of these players should get the bye.", WISHES, "12,15")] = None
    no_bye: Annotated[str | None, Option("Players who should not get the bye.", WISHES, "12,15")] = None

    def asked(self, strength: Strength | None) -> "AskedAs":
        """Return the given options as arguments for the library.

        >>> Wishes(no_bye="3").asked(None)
        {'no_bye': '3'}
        """
        stated = {name: value for name, value in self._asdict().items() if value is not None and value != []}
        return cast("AskedAs", stated if strength is None else {**stated, "strength": strength})


class Teams(NamedTuple):
    """[C.04.6 1.2, 1.7] The options for choices that the rules for teams allow."""

    team_type: Annotated[
        Literal["A", "B", "none"] | None, Option("Teams: the type of colour preferences.", EVENT, case_sensitive=False)
    ] = None
    primary: Annotated[Literal["mp", "gp"] | None, Option("Teams: the primary score.", EVENT, case_sensitive=False)] = (
        None
    )
    no_secondary: Annotated[bool, Option("Teams: use only the primary score.", EVENT)] = False

    @property
    def stated(self) -> TeamOptions:
        """The given options about a team event.

        >>> Teams("none", "gp").stated
        TeamOptions(preferences='', primary_is_match_points=False, secondary=None)
        """
        return TeamOptions(
            preferences=None if self.team_type is None else self.team_type.removeprefix("none"),
            primary_is_match_points=None if self.primary is None else self.primary == "mp",
            secondary=False if self.no_secondary else None,
        )


class EventOptions(NamedTuple):
    """The options that override statements about the event in the file."""

    baku: Baku = False
    adjourned: Annotated[Literal["draw"] | None, Option("How adjourned games count.", EVENT)] = None
    default_rating: Annotated[
        int | None, Option("The rating for unrated players.", EVENT, "N", min=1, max=HIGHEST_RATING)
    ] = None
    maxi: Maxi = False
    teams: Teams = Teams()

    @property
    def overrides(self) -> Overrides:
        return Overrides(
            baku=self.baku,
            maxi=self.maxi,
            default_rating=self.default_rating,
            adjourned_as_draw=self.adjourned == "draw",
            team=self.teams.stated,
        )


class Work(NamedTuple):
    """The options for parallel work and for messages."""

    cluster: Annotated[str | None, Option("Use the workers of this dask scheduler.", WORK, "ADDRESS")] = None
    jobs: Annotated[int | None, Option("The number of files at once (default: one per core).", WORK, "N", min=1)] = None
    quiet: Quiet = False
    no_progress: Annotated[bool, Option("Show no progress bar.", WORK)] = False

    @property
    def at_once(self) -> int:
        """The number of parallel jobs: from --jobs, or else one job for each core."""
        return self.jobs or cores()

    @property
    def progress(self) -> bool:
        return not (self.quiet or self.no_progress)
