"""The modes of swisspair: a table, and one module for each group of modes. Only the requested mode is imported."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from pairing_engine.language import marked
from pairing_engine.values import NamedTuple


class Mode(NamedTuple):
    """A mode of the program swisspair, such as ``--pair``.

    The help page shows ``takes`` after the flag of the mode, and describes the mode with ``words``. The function
    ``work`` of the package performs the task and returns the exit status; it has the form ``module.function``. The
    typed parameters of this function are the options of the mode. If ``on_first_page`` is true, the first help page
    shows the mode. The first help page also shows the options in ``often``.
    """

    takes: str
    words: str
    work: str
    often: tuple[str, ...] = ()
    on_first_page: bool = True

    @property
    def run(self) -> Callable[..., object]:
        module, _, name = self.work.partition(".")
        work: Callable[..., object] = getattr(import_module(f"{__name__}.{module}"), name)
        return work


MODES: dict[str, Mode] = {
    "new": Mode("LIST", "Begin an event.", "new.run"),
    "pair": Mode(
        "FILE...",
        "Pair a round of each FILE; - is standard input.",
        "pair.run",
        often=("round_", "absent", "system", "format_", "output", "write_back"),
    ),
    "enter": Mode("RESULTS FILE", "Enter results by board or player.", "changes.enter"),
    "away": Mode("PLAYERS FILE", "Leave players out of one round.", "changes.away", on_first_page=False),
    "withdraw": Mode(
        "PLAYERS FILE", "Leave players out of all rounds to come.", "changes.withdraw", on_first_page=False
    ),
    "return": Mode("PLAYERS FILE", "Let withdrawn players play again.", "changes.back", on_first_page=False),
    "add": Mode("PLAYER... FILE", "Add players who come late.", "changes.add", on_first_page=False),
    "edit": Mode("PLAYER FIELD=VALUE... FILE", "Correct the data of a player.", "changes.edit", on_first_page=False),
    "tie-breaks": Mode("LIST FILE", "Set the tie-breaks of an event.", "changes.tie_breaks", on_first_page=False),
    "swap": Mode("5-8 FILE", "Exchange two players of the last round.", "changes.swap", on_first_page=False),
    "boards": Mode("BOARDS FILE", "Set boards of the last round.", "changes.boards", on_first_page=False),
    "unpair": Mode("FILE", "Take the last round back.", "changes.unpair", on_first_page=False),
    "undo": Mode("FILE", "Restore the event before the last change.", "changes.undo", on_first_page=False),
    "generate": Mode("", "Write random tournaments.", "generate.run"),
    "rules": Mode("SYSTEM", "List the rules of a system.", "listings.rules"),
    "why": Mode("NUMBER FILE", "Say why a player has this opponent, float or bye.", "questions.why"),
    "why-not": Mode("12-15 FILE", "Say why players 12 and 15 do not meet.", "questions.why_not"),
    "what-if": Mode("CHANGE... FILE", "Show the round with changed facts.", "questions.what_if"),
    "judge": Mode("3-4,7-2 FILE", "Judge proposed pairings, or a *.pairs file.", "questions.judge"),
    "feasible": Mode("ROUNDS FILE", marked("Check whether more rounds are possible."), "questions.feasible"),
    "standings": Mode("FILE", "Show the standings, by tie-breaks.", "questions.show_standings"),
    "why-rank": Mode("3-7 FILE", "Say which tie-break separates two participants.", "questions.why_rank"),
    "serve": Mode("[DIR...]", "Answer the questions of another program, as JSON.", "serve.run", on_first_page=False),
    "example": Mode(
        "ARTICLE", "Show the smallest event in which an article decides.", "listings.one", on_first_page=False
    ),
    "examples": Mode("", "List the articles that have examples.", "listings.every", on_first_page=False),
    "json-schema": Mode(
        "[event]", "Show the JSON Schema of answers or of an event.", "listings.json_schema", on_first_page=False
    ),
}
"""The modes by their names, in the order of the first help page."""


def names() -> list[str]:
    return sorted(MODES)


def flag_of(name: str) -> str:
    """Return the flag of a mode.

    >>> flag_of("pair")
    '--pair'
    """
    return f"--{name}"
