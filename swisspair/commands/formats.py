"""The output formats of ``swisspair --pair``, all defined here."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum

from pairing_engine.answers.contract import stated
from pairing_engine.answers.paired import PairedRound, as_account, as_card
from pairing_engine.facts.shown import as_json
from pairing_engine.language import marked
from pairing_engine.values import NamedTuple
from trf import Adjustment


class RoundFormat(Enum):
    """The format of an answer."""

    PAIRS = "pairs"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    ACCOUNT = "account"
    CARD = "card"
    TABLE = "table"


IN_WORDS = marked("pairs, table, card, account (the reasons), json, jsonl or csv.")
"""The help text of the option ``--format``."""


class Told(NamedTuple):
    """A paired round of a file, with its adjustments. ``ascii_only`` asks for drawings in ASCII."""

    name: str
    paired: PairedRound
    adjustments: tuple[Adjustment, ...] = ()
    ascii_only: bool = False
    scores: tuple[str, ...] = ()
    """The scores of the brackets to include in an account or card; empty for all."""

    def value(self) -> dict[str, object]:
        noted = [adjustment._asdict() for adjustment in self.adjustments]
        return stated({"file": self.name, **self.paired.to_dict(), "adjustments": noted})


def _as_csv(told: Told) -> str:
    from pairing_engine.answers.paired import as_csv

    return as_csv(told.name, told.paired)


def _drawn(_told: Told) -> str:
    raise AssertionError("a table is drawn on the screen")


class Form(NamedTuple):
    """A text format: a function that writes an answer, a file suffix, and whether one file can hold many answers."""

    text: Callable[[Told], str]
    suffix: str = ""
    follows: bool = False


FORMS = {
    RoundFormat.PAIRS: Form(lambda told: told.paired.as_pairs(), ".pairs"),
    RoundFormat.JSON: Form(lambda told: as_json(told.value()), ".json"),
    # ASCII, so that no name can break the line.
    RoundFormat.JSONL: Form(lambda told: json.dumps(told.value()) + "\n", ".jsonl", follows=True),
    RoundFormat.CSV: Form(_as_csv, ".csv", follows=True),
    RoundFormat.ACCOUNT: Form(lambda told: as_account(told.paired, told.scores), ".txt"),
    RoundFormat.CARD: Form(lambda told: as_card(told.paired, told.scores, ascii_only=told.ascii_only), ".txt"),
    RoundFormat.TABLE: Form(_drawn),
}
