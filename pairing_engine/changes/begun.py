"""An event of players that begins, by the rules that its arbiter chooses: system, edition and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pairing_engine.changes.new_event import new_event
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Colour, EventKind, Participant, Settings, Tournament
from pairing_engine.language import say
from pairing_engine.standings.codes import order_of, points_code
from pairing_engine.systems.choice import choose


def settings_of_new(
    rounds: int | None, first_day: str, colour: Colour, system: str | None = None, edition: str | None = None
) -> Settings:
    """The settings of an event of players that begins. Raises `BadRequest` for a system that does not exist."""
    chosen = choose(Settings(), system, edition).system
    if chosen.kind is EventKind.TEAM:
        words = say(
            "a team event cannot begin from a list of players: --generate shows the form of its file, --pair pairs it"
        )
        raise BadRequest(words)
    return Settings(
        rounds=rounds,
        initial_colour=colour,
        system=chosen.code,
        first_day=first_day,
        double=chosen.kind is EventKind.DOUBLE,
    )


def begun(
    name: str, players: Sequence[Participant], clubs: Mapping[str, str], settings: Settings, tie_breaks: Iterable[str]
) -> Tournament:
    """The event before its first round, as `new_event` gives it. Raises `BadRequest` also for unknown tie-breaks."""
    event = new_event(name, players, _ranked_by(settings, tie_breaks), clubs)
    order_of(event, event.settings.standings_order)  # raises for tie-breaks that do not exist
    return event


def _ranked_by(settings: Settings, tie_breaks: Iterable[str]) -> Settings:
    """The settings with these tie-breaks, after the points."""
    points = points_code(settings)
    codes = tuple(code for code in tie_breaks if code != points)
    return replace(settings, tie_breaks=codes, standings_order=(points, *codes)) if codes else settings
