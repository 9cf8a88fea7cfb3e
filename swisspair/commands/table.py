"""The commands of swisspair, in the order of the help. Only the module of the requested command is imported.

The older form of a command is a flag at any place of the line, such as ``--pair``. It works as it always did.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from pairing_engine.language import marked


class Command(NamedTuple):
    """A command, such as ``swisspair pair``.

    The help page shows the command in its ``group``, with what it ``takes``, and describes it with ``words``. The
    function ``work`` performs the task and returns the exit status; it has the form ``module.function``, seen from this
    package. Its typed parameters are the options of the command.
    """

    group: str
    takes: str
    words: str
    work: str

    @property
    def run(self) -> Callable[..., object]:
        module, _, name = self.work.rpartition(".")
        work: Callable[..., object] = getattr(import_module(f".{module}", __package__), name)
        return work


ROUNDS, EVENT, ASK, RULES, FILES, PROGRAMS = marked(
    ("Rounds", "An event", "Questions", "Rules", "Many files", "Programs")
)

COMMANDS: dict[str, Command] = {
    "pair": Command(ROUNDS, "FILE...", "Pair a round of each FILE; - is standard input.", "pair_files.run"),
    "result": Command(ROUNDS, "RESULTS FILE", "Enter or correct results by board or player.", "changes.enter"),
    "show": Command(ROUNDS, "FILE", "Show a recorded round as it is recorded, also for the wall.", "show.run"),
    "standings": Command(ROUNDS, "FILE", "Show the standings, by tie-breaks.", "questions.show_standings"),
    "swap": Command(ROUNDS, "5-8 FILE", "Exchange two players of the last round.", "changes.swap"),
    "stand-in": Command(ROUNDS, "59=108 FILE", "Seat somebody for a player who left.", "changes.stand_in"),
    "set-boards": Command(ROUNDS, "BOARDS FILE", "Set boards of the last round.", "changes.boards"),
    "unpair": Command(ROUNDS, "FILE", "Take the last round back.", "changes.unpair"),
    "undo": Command(ROUNDS, "FILE", "Take back the last step.", "changes.undo"),
    "redo": Command(ROUNDS, "FILE", "Do the last step again that was taken back.", "changes.redo"),
    "new": Command(EVENT, "LIST", "Begin an event.", "new.run"),
    "add": Command(EVENT, "PLAYER... FILE", "Add players who come late.", "changes.add"),
    "edit": Command(EVENT, "PLAYER FIELD=VALUE... FILE", "Correct the data of a player.", "changes.edit"),
    "event": Command(EVENT, "[FACT=TEXT...] FILE", "State facts for the rating report, or check it.", "changes.event"),
    "tie-breaks": Command(EVENT, "LIST FILE", "Set the tie-breaks of an event.", "changes.tie_breaks"),
    "bye": Command(EVENT, "PLAYERS FILE", "Leave players out of one round.", "changes.away"),
    "withdraw": Command(EVENT, "PLAYERS FILE", "Leave players out of all rounds to come.", "changes.withdraw"),
    "return": Command(EVENT, "PLAYERS FILE", "Let withdrawn players play again.", "changes.back"),
    "why": Command(ASK, "NUMBER FILE", "Say why a player has this opponent, float or bye.", "questions.why"),
    "why-not": Command(ASK, "12-15 FILE", "Say why players 12 and 15 do not meet.", "questions.why_not"),
    "what-if": Command(ASK, "CHANGE... FILE", "Show the round with changed facts.", "questions.what_if"),
    "judge": Command(ASK, "3-4,7-2 FILE", "Judge proposed pairings, or a *.pairs file.", "questions.judge"),
    "feasible": Command(ASK, "ROUNDS FILE", "Check whether more rounds are possible.", "questions.feasible"),
    "why-rank": Command(ASK, "3-7 FILE", "Say which tie-break separates two participants.", "questions.why_rank"),
    "rules": Command(RULES, "SYSTEM", "List the rules of a system.", "listings.rules"),
    "example": Command(RULES, "[ARTICLE]", "Show a small event in which an article decides.", "listings.example"),
    "check": Command(FILES, "PATH...", "Pair all recorded rounds again (as swisscheck).", ".swisscheck.cli.swisscheck"),
    "compare": Command(FILES, "", "Compare two programs on many events.", ".swisscheck.cli.compare"),
    "conformance": Command(FILES, "COMMAND", "Ask another program for all examples.", ".swisscheck.cli.conformance"),
    "generate": Command(FILES, "", "Write random tournaments.", "generate.run"),
    "serve": Command(PROGRAMS, "[DIR...]", "Answer the questions of another program, as JSON.", "serve.run"),
    "schema": Command(PROGRAMS, "[NAME]", "Show the JSON Schema of answers or of an event.", "listings.json_schema"),
}
"""The commands by their names."""

_SAME = "add edit example feasible generate judge new pair return rules serve standings swap undo unpair what-if why"

FLAGS = {f"--{name}": name for name in (*_SAME.split(), "why-not", "why-rank", "withdraw")} | {
    "--away": "bye",
    "--boards": "set-boards",
    "--enter": "result",
    "--examples": "example",
    "--json-schema": "schema",
}
"""The older forms, each with its command."""
