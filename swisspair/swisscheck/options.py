"""The options of swisscheck about its report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from swisspair.terminal.command_line import Option
from swisspair.terminal.options import ANSWER

Format = Literal["text", "json", "jsonl", "csv"]
"""The formats of a check: JSON is one value for all files, JSON lines one for each file, CSV one for each round."""

FileForm = Literal["trfx", "trf26"]
"""The file format for the other program: TRF16 with extensions, or TRF26."""


class Telling(NamedTuple):
    """The options about the report and its contents."""

    format_: Annotated[
        Format, Option("text, json, jsonl (a line for each file) or csv (a line for each round).", ANSWER)
    ] = "text"
    html: Annotated[Path | None, Option("Also write a page about the check.", ANSWER, "FILE")] = None
    write_back: Annotated[Path | None, Option("Also write the TRF, with notes on what was found.", ANSWER, "FILE")] = (
        None
    )
    cause: Annotated[bool, Option("Search for causes of differences.", ANSWER)] = True
    whole: Annotated[bool, Option("Show every board, player and adjustment.", ANSWER, flag="--all")] = False
    standings: Annotated[bool, Option("Compare the ranks of files that name tie-breaks.", ANSWER)] = True
    only_differing: Annotated[bool, Option("Show only files that do not agree.", ANSWER)] = False
    only_summary: Annotated[bool, Option("Show only the totals.", ANSWER, flag="--summary")] = False
    ordered: Annotated[bool, Option("Report in the order of the list (slower).", ANSWER)] = False

    @property
    def keeps(self) -> bool:
        """Whether the reports on all files are kept until the end of the run."""
        return self.format_ == "json" or self.wants_events

    @property
    def wants_events(self) -> bool:
        """Whether the run needs all events at its end, for a page or for a file with notes."""
        return self.html is not None or self.write_back is not None
