"""The output formats of ``swisspair pair``, all defined here, and the options about the round and its answer."""

# Annotations are values here: as text, each call would compile those of all options.
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pairing_engine.answers import Style
from pairing_engine.answers.paired import PairedRound
from swisspair.statuses import Failure
from swisspair.terminal import options
from swisspair.terminal.command_line import Option
from swisspair.terminal.options import ANSWER, EVENT
from swisspair.terminal.streams import DASH
from trf import Adjustment

if TYPE_CHECKING:
    from pairing_engine.answers.checklist import Checklist
    from pairing_engine.changes.presence import WhoPlays

RoundFormat = Literal["pairs", "json", "jsonl", "csv", "account", "card", "table"]
"""The format of an answer."""


class Told(NamedTuple):
    """A paired round of a file, with its adjustments. ``ascii_only`` asks for drawings in ASCII."""

    name: str
    paired: PairedRound
    adjustments: tuple[Adjustment, ...] = ()
    ascii_only: bool = False
    scores: tuple[str, ...] = ()
    """The scores of the brackets to include in an account or card; empty for all."""

    def value(self) -> dict[str, object]:
        from pairing_engine.answers.contract import stated  # imported here, because most answers are pairs

        noted = [adjustment._asdict() for adjustment in self.adjustments]
        return stated({"file": self.name, **self.paired.to_dict(), "adjustments": noted})


class FileAnswer(NamedTuple):
    """The answer for one file: a text or a round. Without an answer, ``failure`` gives the reason."""

    name: str
    text: str = ""
    paired: PairedRound | None = None
    documents: Mapping[str, "str | bytes | Checklist"] = {}
    """The contents of the documents, by their options."""
    data: bytes | None = None
    """The content of the file that was read, if the file may be replaced."""
    failure: Failure | None = None
    adjustments: tuple[Adjustment, ...] = ()
    wished: tuple[str, ...] = ()
    """Remarks about wishes, doubtful facts, and players who have no entry in the last round."""
    step: str = ""
    """The sentence with which the written round can be taken back."""


def _in_words() -> ModuleType:
    from pairing_engine.answers import paired_in_words  # imported here, because most answers are pairs

    return paired_in_words


def _json(told: Told) -> str:
    from pairing_engine.facts.formats import as_json

    return as_json(told.value())


def _line(told: Told) -> str:
    import json  # imported here, because most answers are pairs

    return json.dumps(told.value()) + "\n"  # ASCII, so that no name can break the line


class Form(NamedTuple):
    """A format: the function that writes an answer as text, a file suffix, and whether a file can hold many answers.

    A table is no text, but drawn on the screen.
    """

    text: Callable[[Told], str] | None
    suffix: str = ""
    follows: bool = False


FORMS = {
    "pairs": Form(lambda told: told.paired.as_pairs(), ".pairs"),
    "json": Form(_json, ".json"),
    "jsonl": Form(_line, ".jsonl", follows=True),
    "csv": Form(lambda told: _in_words().as_csv(told.name, told.paired), ".csv", follows=True),
    "account": Form(lambda told: _in_words().as_account(told.paired, told.scores), ".txt"),
    "card": Form(lambda told: _in_words().as_card(told.paired, told.scores, ascii_only=told.ascii_only), ".txt"),
    "table": Form(None),
}


class Presence(NamedTuple):
    """The options about attendance in the next round."""

    absent: Annotated[str | None, Option("Players who do not play this round.", EVENT, "1,AALTO")] = None
    present: Annotated[str | None, Option("Players who play although their absence was announced.", EVENT, "9")] = None
    bye: Annotated[
        list[str] | None, Option("Players with a bye of half a point (H) or zero points (Z).", EVENT, "5=H")
    ] = None

    @property
    def asked(self) -> "WhoPlays | None":
        """The requested attendance; None if no option concerns attendance."""
        if self.absent is self.present is None and not self.bye:
            return None
        from pairing_engine.changes.presence import WhoPlays

        return WhoPlays(self.absent, self.present, tuple(self.bye or ()))


class HowToPair(NamedTuple):
    """The options about the round to pair."""

    round_: Annotated[int | None, Option("The round to pair (default: the next one).", EVENT, "N")] = None
    system: options.System = None
    edition: options.Edition = None
    event: options.EventOptions = options.EventOptions()
    presence: Presence = Presence()
    wishes: options.Wishes = options.Wishes()
    strength: options.AskedStrength = None


WRITE_BACK = "write-back"
"""The option for the updated tournament, which may replace the input."""


class Target(NamedTuple):
    """The options about the answers: their format and where they go; ``-`` is standard output, like no file."""

    format_: Annotated[
        RoundFormat | None, Option("pairs, table, card, account (the reasons), json, jsonl or csv.", ANSWER, "FORMAT")
    ] = None
    brackets: Annotated[str, Option("Show only these brackets in the account or card.", ANSWER, "2.0,1.5")] = ""
    output: Annotated[Path | None, Option("Write the answer to this file.", ANSWER, "FILE")] = None
    output_dir: Annotated[Path | None, Option("Write one answer for each FILE to this directory.", ANSWER, "DIR")] = (
        None
    )
    list_: Annotated[Path | None, Option("Also write the checklist (- is standard output).", ANSWER, "FILE")] = None
    html: Annotated[Path | None, Option("Also write a page about the round.", ANSWER, "FILE")] = None
    sheet: Annotated[Path | None, Option("Also write a sheet for the wall (.html or .pdf).", ANSWER, "FILE")] = None
    slips: Annotated[Path | None, Option("Also write result slips (.html or .pdf).", ANSWER, "FILE")] = None
    write_back: Annotated[Path | None, Option("Also write the TRF with the paired round.", ANSWER, "FILE")] = None
    in_place: options.InPlace = False
    force: options.Force = False
    list_style: Annotated[Style, Option("Use the checklist columns of this program.", ANSWER)] = Style.BBP

    @property
    def scores(self) -> tuple[str, ...]:
        """The scores of the brackets to include, in the form that reports use; empty for all.

        >>> Target(brackets="2, 1.5").scores
        ('2.0', '1.5')
        """
        parts = (part.strip() for part in self.brackets.split(","))
        return tuple(f"{part}.0" if part.isdigit() else part for part in parts if part)

    @property
    def file(self) -> Path | None:
        """The file of the answer; None for standard output."""
        return None if self.output is None or str(self.output) == DASH else self.output

    @property
    def documents(self) -> dict[str, Path | None]:
        """The file of each document beside the answer, by the option that asks for it; None for standard output."""
        named = {"list": self.list_, "html": self.html, "sheet": self.sheet, "slips": self.slips}
        asked = named | {WRITE_BACK: self.write_back}
        return {what: None if str(path) == DASH else path for what, path in asked.items() if path is not None}

    @property
    def to_file(self) -> bool:
        return self.output is not None or self.output_dir is not None
