"""Code that writes a tournament to a file. For the opposite direction, see `trf.tournament`."""

from __future__ import annotations

from pairing_engine.facts.model import EventKind, Tournament
from pairing_engine.language import say
from trf.event.notes import record_of
from trf.format.dialect import Dialect
from trf.format.records import TrfFile
from trf.writing.individual import Composer, DoubleComposer
from trf.writing.teams import TeamComposer

COMPOSERS = {
    EventKind.INDIVIDUAL: Composer,
    EventKind.DOUBLE: DoubleComposer,
    EventKind.TEAM: TeamComposer,
}


def file_of(tournament: Tournament, dialect: Dialect) -> TrfFile:
    """Write the tournament as a TRF. Raises ValueError for facts that the requested dialect cannot hold.

    The last round must have a game, because only a game shows that a round has been played. Texts that are longer than
    their columns are cut off.
    """
    if tournament.rounds and not tournament.rounds[-1].meetings():
        raise ValueError(
            say(
                "nobody has an opponent in round {rounds}: a TRF cannot show that this round is over",
                rounds=len(tournament.rounds),
            )
        )
    composer = COMPOSERS[tournament.settings.kind](tournament, dialect)
    return TrfFile(
        (
            *composer.header(),
            *composer.players(),
            *composer.teams(),
            *composer.byes(),
            *composer.matches(),
            *composer.acceleration(),
            *composer.prohibitions(),
            *composer.wishes(),
            *composer.abnormal_points(),
            *map(record_of, tournament.notes),
        )
    )
