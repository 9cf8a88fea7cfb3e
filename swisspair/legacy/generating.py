"""``-g``: generate a tournament, as bbpPairings and JaVaFo do."""

from __future__ import annotations

import re
from pathlib import Path
from secrets import randbits

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Scoring, Settings
from pairing_engine.generator.configuration import decoded, plan_of_model, with_configuration
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from swisspair.legacy.arguments import Legacy
from swisspair.legacy.outputs import beside, table, write_complete, write_list
from swisspair.legacy.reading import failing, failure, read, unreadable
from swisspair.statuses import ExitStatus
from swisspair.terminal.event_files import text_of
from swisspair.terminal.opening import read_bounded
from trf.writing.tournament import CODES_OF_BBP

NONE_OF_THEM = (Amount(0),)

PLAIN = Plan(scoring=Scoring(), prohibited_groups=0, unusual=NONE_OF_THEM, unrated=NONE_OF_THEM)
"""A plan with only the features that bbpPairings and JaVaFo can generate."""


def generate_after(request: Legacy) -> None:
    """Carry out ``-g``: generate a random tournament from a model, a configuration file, or a seed only."""
    assert request.target is not None
    target = beside(request.target, request.source or request.config or "")
    plan, system = _planned(request)
    seed = randbits(32) if request.seed is None else request.seed
    with failing("processing file", str(request.source or request.config or target)):
        try:
            event = generate(plan, seed, system)
        except BadRequest:
            raise
        except Exception:
            write_complete(target, _in_dialect(request, f"012 AutoTest Tournament {seed}\n"))  # to reproduce it
            raise
    code = event.settings.system if request.system is None else CODES_OF_BBP.get(system.code, event.settings.system)
    named = event._replace(settings=event.settings._replace(system=code))
    write_complete(target, _in_dialect(request, text_of(named)))
    played = [state for state in states(event, system.conventions) if state.number <= len(event.rounds)]
    if request.listed:
        tables = (table(state, pair_round(system, state), system, request) for state in played)
        write_list(request, str(target), list(tables))
    if len(played) != event.settings.rounds:
        words = f"No valid pairing exists for round {len(played) + 1}."
        raise failure("generating", str(target), words, ExitStatus.NO_PAIRING)


def _in_dialect(request: Legacy, text: str) -> str:
    """Return a tournament as the program writes it that the caller takes us for (reading B17).

    If the command line names a system, this is bbpPairings. It ends the lines with CR everywhere, and its reader knows
    the points of an absence (record 162) by the letter Z only.
    """
    if request.system is None:
        return text
    return re.sub("(?m)^162 .*", lambda record: record[0].replace("A", "Z"), text).replace("\n", "\r")


def _planned(request: Legacy) -> tuple[Plan, System]:
    plan = PLAIN._replace(baku=request.baku)
    if request.source is not None:
        model = read(request, verb="reading")
        return plan_of_model(model.event.tournament, plan), model.event.system
    if request.config is not None:
        try:
            data = read_bounded(Path(request.config))
        except OSError as wrong:
            raise unreadable(request.config, wrong) from None
        with failing("parsing file", request.config):
            plan = with_configuration(plan, decoded(data, request.config), request.config)
    return plan._replace(baku=plan.baku or request.baku), choose(Settings(), request.system).system
