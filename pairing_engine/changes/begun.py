"""A new event with the system, the edition and the tie-breaks that its arbiter chooses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.changes.new_event import new_event
from pairing_engine.changes.new_teams import new_team_event
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Colour, EventKind, Participant, Scoring, Settings, Tournament
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.language import say
from pairing_engine.standings.codes import order_of, points_code
from pairing_engine.systems.choice import choose
from pairing_engine.values import replace


def settings_of_new(
    rounds: int | None,
    first_day: str,
    colour: Colour,
    system: str | None = None,
    edition: str | None = None,
    boards: int | None = None,
) -> Settings:
    """Return the settings of a new event; ``boards`` is the number of boards of a team match.

    Raises `BadRequest` for an unknown system, for a team event without a number of boards, and for a number of boards
    in any other event.
    """
    chosen = choose(Settings(), system, edition).system
    if (chosen.kind is EventKind.TEAM) is (boards is None):
        words = say("use --system team together with --boards N, the number of boards in a match")
        raise BadRequest(words)
    double = chosen.kind is EventKind.DOUBLE
    return Settings(
        # A bye replaces both games of a match [C.04.5 1.4].
        scoring=scoring_of(EventKind.DOUBLE) if double else Scoring(),
        rounds=rounds,
        initial_colour=colour,
        system=chosen.code,
        first_day=first_day,
        double=double,
    )


def begun(
    name: str,
    players: Sequence[Participant],
    clubs: Mapping[str, str],
    settings: Settings,
    tie_breaks: Iterable[str],
    boards: int | None = None,
) -> Tournament:
    """Create an event for single players, or for teams if ``boards`` is stated. No round is paired yet.

    Raises `BadRequest` for unknown tie-breaks, and the same errors as `new_event` or `new_team_event`.
    """
    if boards is None:
        event = new_event(name, players, settings, clubs)
    else:
        event = new_team_event(name, players, settings, clubs, boards)
    event = replace(event, settings=_ranked_by(event.settings, tie_breaks))
    order_of(event, event.settings.standings_order)  # raises the error if a tie-break does not exist
    return event


def _ranked_by(settings: Settings, tie_breaks: Iterable[str]) -> Settings:
    points = points_code(settings)
    codes = tuple(code for code in tie_breaks if code != points)
    return replace(settings, tie_breaks=codes, standings_order=(points, *codes)) if codes else settings
