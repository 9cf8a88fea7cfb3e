"""``swisspair --rules``: list a system's criteria and steps, with their articles."""

from __future__ import annotations

from typing import Annotated

from pairing_engine.language import say
from swisspair.commands.modes import Mode
from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import Argument
from swisspair.terminal.options import EVENT, Edition
from swisspair.terminal.streams import show


def run(
    system: Annotated[str, Argument(metavar="SYSTEM", help="dutch, dubov, lim, ...", group=EVENT)],
    edition: Edition = None,
) -> ExitStatus:
    """List the criteria, steps and colour rules of a system in their order, each with its article."""
    from pairing_engine.facts.model import Settings
    from pairing_engine.systems.choice import choose

    found = choose(Settings(), system, edition).system
    lines = [
        say(
            "{title}, edition {edition} ({article})",
            title=say(found.title),
            edition=found.edition,
            article=found.article,
        )
    ]
    lines += [f"  {say(rule.code):4} {rule.article:8} {say(rule.summary)}" for rule in found.criteria]
    lines += [f"  {'':4} {article:8} {say(words)}" for article, words in found.procedure]
    lines += [f"  {'':4} {step.article:8} {say(step.summary)}" for step in found.colour_steps]
    show("".join(f"{line}\n" for line in lines))
    return ExitStatus.DONE


MODE = Mode("SYSTEM", "List the rules of a system.", run, place=3)
