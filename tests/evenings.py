"""Finished evenings, checked by swisspair and, where it is there, by bbpPairings."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from pairing_engine.changes.corrections import as_it_was
from pairing_engine.changes.stand_in import as_published
from pairing_engine.facts.model import Game, Result
from pairing_engine.standings.compare import check_ranks
from swisspair import Event
from tests.places import FIXTURES, ROOT

FILES = ROOT / "tests" / "programs" / "commands" / "sessions" / "files"
LISTS = {path.name: path.read_text("utf-8") for path in (*FILES.glob("*.csv"), FIXTURES / "sixty-players.csv")}
LISTS["teams.csv"] = """Name;Elo;Team
Aalto;2100;Kiel\nBerg;2000;Kiel\nCruz;1900;Kiel\nDahl;2050;Roma\nEngel;1950;Roma\nFiala;1850;Roma
Gruber;1800;Lyon\nHaas;1700;Lyon\nIvan;1650;Lyon\nJuhl;1900;Oslo\nKuhn;1800;Oslo\nLind;1700;Oslo
Moser;1780;Brno\nNovak;1690;Brno\nOrban;1760;Graz\nPalm;1640;Graz
"""
DUTCH = "FIDE_DUTCH"


def differing(event: Event) -> set[int]:
    """Return the rounds that differ from the rules, which are noted as made by hand. The ranks must be right."""
    assert check_ranks(event).wrong == ()
    return {*event.check().differing_rounds}


def won_by_white(game: Game) -> Game:
    return game._replace(white_result=Result.WIN, black_result=Result.LOSS)


def differing_by_bbp(event: Event, folder: Path) -> set[int]:
    """Return the rounds that bbpPairings pairs in another way than they were published, before any correction."""
    program = os.environ.get("BBP6")
    if not program:
        pytest.skip("needs BBP6, the path of bbpPairings 6")
    found = set()
    for number in range(1, len(event.rounds) + 1):
        before = Event.of(as_it_was(as_published(event, number), number))
        *earlier, last = before.rounds[:number]
        last = last._replace(games=tuple(won_by_white(one) if one.is_open else one for one in last.games))
        before = before._replace(rounds=(*earlier, last), requests=())
        path = folder / "bbp.trf"
        path.write_text(before.write("bbp6"), encoding="utf-8")
        done = subprocess.run([program, "--dutch", path, "-c"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        _, *rounds = re.split(r"Round #\d+", done.stdout)
        assert len(rounds) == number
        found |= {number} if "Checker pairings" in rounds[number - 1] else set()
    return found
