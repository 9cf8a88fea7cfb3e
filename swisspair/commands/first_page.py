"""The first help page of swisspair: its modes and its most used options."""

from __future__ import annotations

from typing import Any

import typer

from pairing_engine.language import say
from swisspair.commands import modes
from swisspair.terminal.help_pages import HelpPage, command_line, record_of, write_group


class FirstPage(HelpPage):
    """The first help page, with the modes and their most used options."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [say("MODE"), say("[FILE]..."), say("[OPTIONS]")]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write a line for each mode, then the most used options."""
        known = ((name, modes.load(name)) for name in modes.names())
        found = sorted((one for one in known if one[1].on_first_page), key=lambda one: one[1].place)
        words = [(f"{modes.flag_of(name)} {say(mode.takes)}".strip(), say(mode.words)) for name, mode in found]
        write_group(formatter, say("Modes, each with its own page ({name} --pair --help)", name="swisspair"), words)
        for name, mode in found:
            if mode.often:
                parameters = {p.name: p for p in typer.main.get_command(command_line(mode.run)).params}
                records = [record_of(parameters[often], ctx) for often in mode.often]
                title = say("The most used options of {flag}", flag=modes.flag_of(name))
                write_group(formatter, title, [record for record in records if record is not None])
        super().format_options(ctx, formatter)
