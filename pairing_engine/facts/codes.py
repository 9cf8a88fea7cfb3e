"""The codes of tournament types (record 192): system, edition, and options of a team event; and lists of codes."""

from __future__ import annotations

import re
from typing import NamedTuple

from pairing_engine.errors import refusal
from pairing_engine.facts.model import EventKind, Participant, TeamRules

_CODE = r"FIDE_([A-Z]+)(?:_(\d{4}|EXCHANGED))?"
_BERGER = r"BERGER_ROUNDROBIN(?:_G[0-9]+)?"
"""The code of a round robin by the Berger tables, perhaps with the number of games of each pair (reading R3)."""

_TEAM_CODE = r"FIDE_TEAM(?:_(\d{4}))?(?:_TYPE([AB]))?(?:_(MP|GP|MP_GP|GP_MP))?"

BURSTEIN, TEAM, DOUBLE_SWISS, ROUND_ROBIN = "burstein", "team", "double-swiss", "round-robin"

_NAMES = {"doubleswiss": DOUBLE_SWISS, "roundrobin": ROUND_ROBIN, "doubleroundrobin": ROUND_ROBIN}
"""The names of systems with a code that differs from the name. The keys are the codes in lower case."""

KINDS = {TEAM: EventKind.TEAM, DOUBLE_SWISS: EventKind.DOUBLE}
"""The kinds of event for systems that pair matches instead of single games."""


class TeamOptions(NamedTuple):
    """The user's scores and preferences, which replace record 192.

    If a field is None, the setting of record 192 stays in force.
    """

    preferences: str | None = None
    primary_is_match_points: bool | None = None
    secondary: bool | None = None

    def over(self, rules: TeamRules) -> TeamRules:
        """Apply the user's options to the rules of a team event.

        >>> TeamOptions(preferences="B").over(TeamRules()).preferences
        'B'
        """
        return rules._replace(**{name: value for name, value in self._asdict().items() if value is not None})


AS_RECORDED = TeamOptions()


def check_team_options(options: TeamOptions, kind: EventKind) -> None:
    """Raise `BadRequest` if there are options for teams although the event has no teams."""
    if options != AS_RECORDED and kind is not EventKind.TEAM:
        raise refusal(
            "only team events have a type of colour preferences and a primary score; this event is for single players",
            "team",
        )


class SystemCode(NamedTuple):
    """A system and its edition, read from a code. The edition is None if the code states no edition."""

    name: str
    edition: str | None


def system_of(code: str) -> SystemCode | None:
    """Return the system and the edition in a code (without ``_BAKU``); None if the code is unknown.

    >>> system_of("FIDE_DUTCH_2026"), system_of("FIDE_TEAM_TYPEB_GP"), system_of("FIDE_TEAM_TYPEC")
    (SystemCode(name='dutch', edition='2026'), SystemCode(name='team', edition=None), None)
    """
    match = re.fullmatch(_TEAM_CODE, code)
    if match:
        return SystemCode(TEAM, match[1])
    if re.fullmatch(_BERGER, code):
        return SystemCode(ROUND_ROBIN, None)
    match = re.fullmatch(_CODE, code)
    if not match:
        return None
    name = match[1].lower()
    return SystemCode(_NAMES.get(name, name), match[2] and match[2].lower())


def kind_of_system(name: str) -> EventKind:
    """Return the kind of the events that a system pairs."""
    return KINDS.get(name, EventKind.INDIVIDUAL)


def fits(name: str, kind: EventKind) -> bool:
    """Whether a system pairs events of a kind; the tables of a round robin pair players and teams (reading R5)."""
    return kind is kind_of_system(name) or (name == ROUND_ROBIN and kind is EventKind.TEAM)


def kind_of_code(code: str) -> EventKind:
    """Return the kind of event for a code of record 192.

    >>> kind_of_code("FIDE_DOUBLESWISS"), kind_of_code("")
    (<EventKind.DOUBLE: 'a match of two games'>, <EventKind.INDIVIDUAL: 'a game'>)
    """
    named = system_of(code)
    return EventKind.INDIVIDUAL if named is None else kind_of_system(named.name)


def team_rules_of(code: str) -> TeamRules | None:
    """[C.04.6 1.2, 1.7] Read scores and preferences from a team event's code; return None for any other code.

    A code without additions means Type A: match points are the primary score, and game points are the secondary score.
    A code with additions may state the type without the scores, or the scores without the type (reading T1). If no type
    is stated, there are no colour preferences. If no score is stated, the usual scores apply. If only one score is
    stated, there is no secondary score.

    >>> rules = team_rules_of("FIDE_TEAM_TYPEB_GP_MP")
    >>> rules.preferences, rules.primary_is_match_points, rules.secondary
    ('B', False, True)
    """
    match = re.fullmatch(_TEAM_CODE, code)
    if match is None:
        return None
    if not match[2] and not match[3]:
        return TeamRules()
    scores = (match[3] or "MP_GP").split("_")
    return TeamRules(match[2] or "", scores[0] == "MP", len(scores) > 1)


def team_code(rules: TeamRules) -> str:
    """Return the code of record 192 for the given scores and preferences.

    >>> team_code(TeamRules()), team_code(TeamRules("", secondary=False))
    ('FIDE_TEAM_TYPEA_MP_GP', 'FIDE_TEAM_MP')
    """
    scores = ["MP", "GP"] if rules.primary_is_match_points else ["GP", "MP"]
    words = ["FIDE_TEAM", *([f"TYPE{rules.preferences}"] if rules.preferences else [])]
    return "_".join(words + scores[: 1 + rules.secondary])


def codes_in(text: str) -> tuple[str, ...]:
    """Return the codes in a list such as that of record 202, with commas or semicolons."""
    return tuple(code.strip().upper() for code in text.replace(";", ",").split(",") if code.strip())


def says_the_same(code: str, rules: TeamRules) -> bool:
    """Whether a code of record 192 stands for these rules of a team event."""
    stated = team_rules_of(code)
    return stated is not None and team_code(stated) == team_code(rules)


HIGHEST_RATING = 9_999
"""The largest rating that fits into the columns of a TRF."""


class Overrides(NamedTuple):
    """All facts of a file that a user can override.

    The overrides are applied when the file is read, so every part of the program sees the same tournament.
    """

    baku: bool = False
    """[C.04.7 1] Whether to use the Baku Acceleration Method. Stated virtual points take priority."""
    maxi: bool = False
    """[C.04.4.3 3.2.3] Whether the event is a Maxi-tournament; a TRF has no record for this fact."""
    default_rating: int | None = None
    """The rating of players who have no rating in the file."""
    adjourned_as_draw: bool = False
    """[C.04.2 3.1] Whether unknown results count as draws for the pairing."""
    team: TeamOptions = AS_RECORDED
    keep_teams: bool = False
    """Whether an event of teams remains one, although the requested system pairs single players."""

    def rated(self, participants: tuple[Participant, ...]) -> tuple[Participant, ...]:
        """Return the participants. A participant without a rating in the file gets the user's default rating.

        >>> from pairing_engine.facts.model import Tpn
        >>> [p.rating for p in Overrides(default_rating=1400).rated((Participant(Tpn(1)),))]
        [1400]
        """
        if self.default_rating is None:
            return participants
        rating = self.default_rating
        return tuple(p if p.rating else p._replace(rating=rating) for p in participants)

    def check(self, kind: EventKind) -> None:
        """Raise `BadRequest` for an impossible rating, or for an override that makes no sense for the kind of event."""
        rating = self.default_rating
        if rating is not None and not 1 <= rating <= HIGHEST_RATING:
            raise refusal(
                "{rating} is not a rating: expected a number from 1 to {highest_rating}",
                "default_rating",
                rating=rating,
                highest_rating=HIGHEST_RATING,
            )
        check_team_options(self.team, kind)


AS_WRITTEN = Overrides()
