"""Each old Dutch edition accepts all right rounds, and cites its own articles to explain wrong rounds."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from checker.checking import check
from checker.report import Status
from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Round, Tournament
from pairing_engine.systems import SYSTEMS
from tests.articles.literal.adapter import tournament_of
from tests.articles.literal.random_events import random_event
from tests.conftest import some

SEEDS = range(60)
FEW_OR_ALL = some([range(25), SEEDS], 1)


def with_round_paired_by(event: Tournament, edition: str) -> Tournament:
    found = pair(event, system="dutch", edition=edition)
    games = tuple(Game(board.white, board.black, Result.DRAW, Result.DRAW, True) for board in found.boards)
    byes = [request.bye for request in event.requests]
    if found.bye is not None:
        byes.append(Bye(found.bye, ByeKind.PAIRING_ALLOCATED))
    return replace(event, rounds=(*event.rounds, Round(games, tuple(byes))), requests=())


@pytest.mark.parametrize("seeds", FEW_OR_ALL, ids=["few", "all"])
@pytest.mark.parametrize("edition", ["2012", "2009", "1998"])
def test_a_round_paired_by_another_text_is_explained(edition: str, seeds: range) -> None:
    """If another edition paired the round, the explanation still cites the edition in use."""
    chapter = SYSTEMS["dutch"][edition].article
    explained = 0
    for seed in seeds:
        rng = Random(seed)
        event = tournament_of(random_event(rng, rng.randint(4, 14)))
        for other in ("2009", "2012", "2026"):
            with suppress(NoPairing):
                played = with_round_paired_by(event, other)
                (report,) = check(played, len(played.rounds), "dutch", edition, cause=False).rounds
                assert other != edition or report.status is Status.AGREES
                if report.status is Status.DIFFERS:
                    assert report.explanation is not None, (seed, other)
                    assert report.explanation.finding.article.startswith(f"{chapter} ")
                    explained += 1
    assert explained > len(seeds) // 12
