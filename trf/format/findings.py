"""The findings of reading a file: problems, which stop it, and adjustments, which are tolerances that it needed."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from pairing_engine.facts.shown import WIDEST, one_line, shown
from pairing_engine.language import marked, say

MOST_SHOWN = 50
"""The greatest number of problems that are shown; a file that is no TRF at all may have one in every line."""

MOST_PROBLEMS = 10_000
MOST_ADJUSTMENTS = 100_000
"""Reading stops at this many."""

_LONGEST = 1_000
"""The greatest length of a text in a finding: a file can have 10,000 problems, each in a line of 100,000 characters."""

WHOLE_FILE = 0
"""The line of a finding that concerns the file as a whole."""


IN_FINDINGS = marked(
    (
        "file", "line", "record", "format", "encoding", "archive", "teams", "rounds", "bye", "round", "points",
        "opponent", "colour", "result", "line-up", "blanks", "none", "another",
    )
)  # fmt: skip
"""The subjects of findings beside the fields of records, and the words for places where there is nothing."""


class Problem(NamedTuple):
    """Something that makes the file unusable, and what to do about it.

    ``line`` and ``column`` are 1-based and count characters; line 0 is the file as a whole. ``code`` is stable:
    ``limit`` for a size that no TRF can have, ``ADJ-nn`` for an adjustment that strict reading refuses, else the kind
    of fault (``number``, ``points``, ``blank``, ``tab``, ``player``, ``duplicate``, ``contradiction``, ...).
    """

    line: int
    column: int
    code: str
    field: str
    found: str
    expected: str
    advice: str = ""

    def show(self, name: str) -> str:
        """One line of text, as compilers write it.

        >>> Problem(14, 86, "number", "rank", "'1st'", "a number", "write 1").show("open.trf")
        "open.trf:14:86: rank: found '1st', expected a number; write 1"
        """
        place = _place(name, self.line, self.column)
        advice = say("; {advice}", advice=one_line(self.advice)) if self.advice else ""
        expected = shown(self.expected, 2 * WIDEST)
        return say(
            "{place}: {field}: found {found}, expected {expected}{advice}",
            place=place,
            field=one_line(say(self.field)),
            found=shown(say(self.found)),
            expected=expected,
            advice=advice,
        )


class Adjustment(NamedTuple):
    """A departure from the format that was read all the same. ``code`` is ``ADJ-nn``: see docs/adjustments.md."""

    code: str
    line: int
    column: int
    words: str

    def show(self, name: str) -> str:
        """One line of text, as `Problem.show`.

        >>> Adjustment("ADJ-31", 0, 0, "no record gives the number of rounds").show("open.trf")
        'open.trf: ADJ-31: no record gives the number of rounds'
        """
        return f"{_place(name, self.line, self.column)}: {self.code}: {shown(self.words, 2 * WIDEST)}"


class TrfProblems(Exception):
    """A file that cannot be read, with everything that is wrong in it, in the order of its lines."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __str__(self) -> str:
        lines = [problem.show(self.name) for problem in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        if more:
            words = say("; then reading stopped") if len(self.problems) >= MOST_PROBLEMS else ""
            lines.append(say("{name}: {more} more problems{words}", name=one_line(self.name), more=more, words=words))
        return "\n".join(lines)


class Findings:
    """Collects problems and adjustments while a file is read."""

    def __init__(self, name: str = "TRF", *, strict: bool = False, only_pairing_data: bool = False) -> None:
        """``name`` is that of the file, for messages, and ``strict`` makes every adjustment a problem.

        With ``only_pairing_data``, faults in data that have no part in the pairing are not problems.
        """
        self.name = name
        self.strict = strict
        self.only_pairing_data = only_pairing_data
        self.problems: list[Problem] = []
        self.adjustments: list[Adjustment] = []
        self._aside: list[tuple[str, Problem]] = []
        self.unsound_lines: set[int] = set()
        """The players' lines that have been reported already: their consequences are not reported as well."""

    def problem(
        self, line: int, column: int, code: str, field: str, found: str, expected: str, advice: str = ""
    ) -> None:
        """Note something that makes the file unusable. Raises `TrfProblems` once there is far too much of it."""
        self.problems.append(Problem(line, column, code, field, found[:_LONGEST], expected[:_LONGEST], advice))
        if len(self.problems) >= MOST_PROBLEMS:
            raise TrfProblems(self.name, tuple(sorted(self.problems)))

    def adjust(self, code: str, line: int, column: int, words: str) -> None:
        """Note a departure from the format that is read all the same. Raises `TrfProblems` as `problem` does."""
        if len(self.adjustments) >= MOST_ADJUSTMENTS:
            found, expected = (
                say("more than {most:,} adjustments", most=MOST_ADJUSTMENTS),
                say("a file that needs few adjustments"),
            )
            self.problem(WHOLE_FILE, 0, "limit", "file", found, expected, say("is this a tournament report file?"))
            raise TrfProblems(self.name, tuple(sorted(self.problems)))
        self.adjustments.append(Adjustment(code, line, column, words[:_LONGEST]))

    def set_aside(self, since: int, code: str, ignorable: Callable[[Problem], bool]) -> None:
        """Turn problems that can be ignored into adjustments, from the problem with the index ``since`` on.

        ``code`` is the code of the record that has them.
        """
        doubtful = self.problems[since:]
        del self.problems[since:]
        for problem in doubtful:
            if not ignorable(problem):
                self.problems.append(problem)
            else:
                self._aside.append((code, problem))
                words = say(
                    "{field}: found {found}, which does not affect the pairing and is ignored",
                    field=say(problem.field),
                    found=say(problem.found),
                )
                self.adjust("ADJ-60", problem.line, problem.column, words)

    def take_back(self, codes: Container[str]) -> None:
        """Raise `TrfProblems` if problems of records with these codes were set aside, but must not be ignored."""
        taken = [problem for code, problem in self._aside if code in codes]
        if taken:
            self.problems += taken
            self.conclude()

    def conclude(self) -> tuple[Adjustment, ...]:
        """The adjustments, in the order of the lines. Raises `TrfProblems` if there are problems."""
        problems = self.problems
        if self.strict:
            problems = problems + [_refused(adjustment) for adjustment in self.adjustments]
        if problems:
            raise TrfProblems(self.name, tuple(sorted(set(problems))))
        return tuple(sorted(dict.fromkeys(self.adjustments), key=_position))


def _position(adjustment: Adjustment) -> tuple[int, int, str]:
    return adjustment.line, adjustment.column, adjustment.code


def _refused(adjustment: Adjustment) -> Problem:
    """The problem that an adjustment becomes when the file must follow the format to the letter."""
    code, line, column, words = adjustment
    expected, advice = (
        say("a file that needs no adjustment"),
        say("correct the file, or read it without strict"),
    )
    return Problem(line, column, code, "format", f"{words} ({code})", expected, advice)


def _place(name: str, line: int, column: int) -> str:
    return one_line(name) if line == WHOLE_FILE else f"{one_line(name)}:{line}:{column}"
