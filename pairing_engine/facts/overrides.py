"""Facts that a user corrects in a file or adds to it."""

from __future__ import annotations

from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import AS_RECORDED, TeamOptions, check_team_options
from pairing_engine.facts.model import EventKind, Participant
from pairing_engine.language import say
from pairing_engine.values import NamedTuple

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
            raise BadRequest(
                say(
                    "{rating} is not a rating: expected a number from 1 to {highest_rating}",
                    rating=rating,
                    highest_rating=HIGHEST_RATING,
                ),
                "default_rating",
            )
        check_team_options(self.team, kind)


AS_WRITTEN = Overrides()
