"""``-g``: generate a tournament, as bbpPairings and JaVaFo do."""

from __future__ import annotations

import re
from pathlib import Path

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Scoring, Settings, Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.generator.configuration import decoded, plan_of_model, with_configuration
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from swisspair.legacy.arguments import Legacy
from swisspair.legacy.outputs import beside, table, write_complete, write_list
from swisspair.legacy.reading import read
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.terminal.event_files import seed_by_lot, text_of
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
    seed = seed_by_lot() if request.seed is None else request.seed
    try:
        event = generate(plan, seed, system)
    except BadRequest as error:
        name = request.source or request.config or target
        raise Failure(
            ExitStatus.BAD_REQUEST, f"Error processing file {one_line(str(name))}: {words_of(error)}"
        ) from None
    except Exception:
        write_complete(target, _in_dialect(request, f"012 AutoTest Tournament {seed}\n"))  # to reproduce the failure
        raise
    write_complete(target, _in_dialect(request, text_of(_with_code(request, event, system))))
    played = [state for state in states(event, system.conventions) if state.number <= len(event.rounds)]
    if request.listed:
        tables = (table(state, pair_round(system, state), system, request) for state in played)
        write_list(request, str(target), list(tables))
    if len(played) != event.settings.rounds:
        words = f"Error generating {one_line(str(target))}: No valid pairing exists for round {len(played) + 1}."
        raise Failure(ExitStatus.NO_PAIRING, words)


def _with_code(request: Legacy, event: Tournament, system: System) -> Tournament:
    code = CODES_OF_BBP.get(system.code) if request.system is not None else None
    return event if code is None else event._replace(settings=event.settings._replace(system=code))


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
            plan = with_configuration(plan, decoded(read_bounded(Path(request.config)), request.config), request.config)
        except OSError as error:
            words = f"Error reading file {one_line(str(request.config))}: {error.strerror or error}"
            raise Failure(ExitStatus.NO_ACCESS, words) from None
        except BadRequest as error:
            raise Failure(
                ExitStatus.BAD_REQUEST, f"Error parsing file {one_line(str(request.config))}: {words_of(error)}"
            ) from None
    return plan._replace(baku=plan.baku or request.baku), choose(Settings(), request.system).system
