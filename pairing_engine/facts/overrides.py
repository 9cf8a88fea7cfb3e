"""The user's statements about a tournament, which replace those of the file or fill its gaps."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import AS_RECORDED, TeamOptions, check_team_options
from pairing_engine.facts.model import EventKind, Participant
from pairing_engine.language import say

HIGHEST_RATING = 9_999
"""The largest rating that fits into the columns of a TRF."""


class Overrides(NamedTuple):
    """Everything that can be overridden.

    The reader of a file applies it, so that the tournament is the event as the user means it.
    """

    baku: bool = False
    """[C.04.7 1] Use the Baku Acceleration Method, unless records 250 or XXA state virtual points."""
    maxi: bool = False
    """[C.04.4.3 3.2.3] It is a Maxi-tournament, which no record can say."""
    default_rating: int | None = None
    """The rating of players without one."""
    adjourned_as_draw: bool = False
    """[C.04.2 3.1] Results that are not known are draws for the pairing."""
    team: TeamOptions = AS_RECORDED

    def rated(self, participants: tuple[Participant, ...]) -> tuple[Participant, ...]:
        """The participants, those without a rating with the default one, if the user has given one.

        >>> from pairing_engine.facts.model import Tpn
        >>> [p.rating for p in Overrides(default_rating=1400).rated((Participant(Tpn(1)),))]
        [1400]
        """
        if self.default_rating is None:
            return participants
        rating = self.default_rating
        return tuple(p if p.rating else p._replace(rating=rating) for p in participants)

    def check(self, kind: EventKind) -> None:
        """Raise `BadRequest` for an override that has no meaning in this kind of event, or for an impossible rating."""
        rating = self.default_rating
        if rating is not None and not 1 <= rating <= HIGHEST_RATING:
            raise BadRequest(
                say(
                    "{rating} is no rating, expected 1 to {highest_rating}",
                    rating=rating,
                    highest_rating=HIGHEST_RATING,
                ),
                "default_rating",
            )
        check_team_options(self.team, kind)


AS_WRITTEN = Overrides()
