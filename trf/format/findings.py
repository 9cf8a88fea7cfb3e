"""The findings in a file. Problems make the file unusable, and adjustments are tolerated."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from pairing_engine.facts.shown import WIDEST, one_line, shown
from pairing_engine.language import marked, say

MOST_SHOWN = 50
"""The maximum number of problems in a message. If the file is not a TRF, every line may contain a problem."""

MOST_PROBLEMS = 10_000
MOST_ADJUSTMENTS = 100_000
"""The number of adjustments at which reading stops."""

_LONGEST = 1_000

WHOLE_FILE = 0


IN_FINDINGS = marked(
    (
        "file", "line", "record", "format", "encoding", "archive", "teams", "rounds", "bye", "round", "points",
        "opponent", "colour", "result", "line-up", "blanks", "none", "another",
    )
)  # fmt: skip
"""The words in findings that are translated, apart from the names of fields."""


class Problem(NamedTuple):
    """A fault that makes the file unusable, with advice. If nothing certain was ``expected``, ``found`` is a sentence.

    ``line`` and ``column`` are 1-based and count characters. Line 0 is the file as a whole.

    ``code`` stays the same in all versions of the program. For something larger than a TRF can hold, the code is
    ``limit``. For an adjustment that strict reading refuses, the code is ``ADJ-nn``. In all other cases, the code is
    the kind of fault (``number``, ``points``, ``blank``, ``tab``, ``player``, ``duplicate``, ``contradiction``, ...).
    """

    line: int
    column: int
    code: str
    field: str
    found: str
    expected: str
    advice: str = ""

    def show(self, name: str) -> str:
        """Return the problem as one line of text, in the style of compilers.

        >>> Problem(14, 86, "number", "rank", "'1st'", "a number", "write 1").show("open.trf")
        "open.trf:14:86: rank: found '1st', expected a number; write 1"
        """
        advice = say("; {advice}", advice=one_line(self.advice)) if self.advice else ""
        where, found = one_line(say(self.field)), shown(say(self.found), WIDEST if self.expected else 3 * WIDEST)
        words = say("{name}: {words}", name=where, words=found) if self.line else found
        if self.expected:
            expected = shown(self.expected, 2 * WIDEST)
            words = say("{where}: found {found}, expected {expected}", where=where, found=found, expected=expected)
        return _placed(name, self.line, self.column, f"{words}{advice}")


UNDER_WAY = "ADJ-77"
"""The code of the adjustment about missing results, which are normal during a round and will be entered soon."""


class Adjustment(NamedTuple):
    """A fault in the format that the reader tolerates. ``code`` is ``ADJ-nn`` (docs/adjustments.md)."""

    code: str
    line: int
    column: int
    words: str

    def show(self, name: str) -> str:
        """Return the adjustment as one line of text, in the style of `Problem.show`.

        >>> Adjustment("ADJ-31", 0, 0, "no record gives the number of rounds").show("open.trf")
        'open.trf: ADJ-31: no record gives the number of rounds'
        """
        if self.code == UNDER_WAY:  # a state of the event, and no fault of a line
            return say("{name}: {words}", name=one_line(name), words=self.words)
        words = say("{code}: {words}", code=self.code, words=shown(self.words, 2 * WIDEST))
        return _placed(name, self.line, self.column, words)


class TrfProblems(Exception):
    """The error for an unusable file. The problems are in the order of lines."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __repr__(self) -> str:
        return f"<TrfProblems of {shown(self.name, 60)}: {len(self.problems)} problems>"

    def __str__(self) -> str:
        lines = [problem.show(self.name) for problem in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        if more:
            words = say("; then reading stopped") if len(self.problems) >= MOST_PROBLEMS else ""
            lines.append(say("{name}: {more} more problems{words}", name=one_line(self.name), more=more, words=words))
        return "\n".join(lines)


class Findings:
    """A collector of the problems and adjustments in a file."""

    def __init__(self, name: str = "TRF", *, strict: bool = False, only_pairing_data: bool = False) -> None:
        """Create an empty collector. ``name`` is the file's name in messages, and ``strict`` forbids adjustments.

        With ``only_pairing_data``, faults are not problems if the data do not affect the pairing.
        """
        self.name = name
        self.strict = strict
        self.only_pairing_data = only_pairing_data
        self.problems: list[Problem] = []
        self.adjustments: list[Adjustment] = []
        self._aside: list[tuple[str, Problem]] = []
        self.unsound_lines: set[int] = set()
        """The lines of players in which a fault is already reported.

        No further fault is reported if an earlier fault in such a line may be its cause.
        """

    def problem(
        self, line: int, column: int, code: str, field: str, found: str, expected: str, advice: str = ""
    ) -> None:
        """Record a problem. Raises `TrfProblems` at once if the file has far too many problems."""
        self.problems.append(Problem(line, column, code, field, found[:_LONGEST], expected[:_LONGEST], advice))
        if len(self.problems) >= MOST_PROBLEMS:
            raise TrfProblems(self.name, tuple(sorted(self.problems)))

    def refuse(self, key: str, line: int, column: int, field: str, /, **values: object) -> None:
        """Record a problem with the sentences of this key (`PROBLEMS`). Raises `TrfProblems` like `problem`."""
        from trf.format.sentences import PROBLEMS  # imported late: most files need no sentence

        parts = zip(("found", "expected", "advice"), PROBLEMS[key], strict=True)
        words = (str(values[part]) if part in values else text and say(text, **values) for part, text in parts)
        self.problem(line, column, key.partition(" ")[0], field, *words)

    def adjust(self, key: str, line: int, column: int, /, **values: object) -> None:
        """Record an adjustment with the sentence of this key. Raises `TrfProblems` like `note`."""
        from trf.format.sentences import SENTENCES

        self.note(key.partition(" ")[0], line, column, say(SENTENCES[key], **values))

    def note(self, code: str, line: int, column: int, words: str) -> None:
        """Record an adjustment. Raises `TrfProblems` if the file needs too many adjustments."""
        if len(self.adjustments) >= MOST_ADJUSTMENTS:
            found = say("more than {most:,} adjustments", most=MOST_ADJUSTMENTS)
            expected = say("a file that needs few adjustments")
            self.problem(WHOLE_FILE, 0, "limit", "file", found, expected, say("is this a tournament report file?"))
            raise TrfProblems(self.name, tuple(sorted(self.problems)))
        self.adjustments.append(Adjustment(code, line, column, words[:_LONGEST]))

    def set_aside(self, since: int, code: str, ignorable: Callable[[Problem], bool]) -> None:
        """Turn problems that do not affect the pairing into adjustments.

        ``since`` is the index of the first problem to look at. ``code`` is the code of the record that contains the
        problems.
        """
        doubtful = self.problems[since:]
        del self.problems[since:]
        for problem in doubtful:
            if not ignorable(problem):
                self.problems.append(problem)
            else:
                self._aside.append((code, problem))
                self.adjust("ADJ-60", problem.line, problem.column, field=say(problem.field), found=say(problem.found))

    def take_back(self, codes: Container[str]) -> None:
        """Raise `TrfProblems` if records with these codes contain problems that were ignored."""
        taken = [problem for code, problem in self._aside if code in codes]
        if taken:
            self.problems += taken
            self.conclude()

    def conclude(self) -> tuple[Adjustment, ...]:
        """Return the adjustments in the order of lines. If there are problems, raise `TrfProblems`."""
        problems = self.problems
        if self.strict:
            problems = problems + [_refused(one) for one in self.adjustments if one.code != UNDER_WAY]
        if problems:
            raise TrfProblems(self.name, tuple(sorted(set(problems))))
        return tuple(sorted(dict.fromkeys(self.adjustments), key=lambda one: (one.line, one.column, one.code)))


def _refused(adjustment: Adjustment) -> Problem:
    code, line, column, words = adjustment
    expected, advice = (say("a file that needs no adjustment"), say("correct the file, or read it without strict"))
    return Problem(line, column, code, "format", f"{words} ({code})", expected, advice)


def _placed(name: str, line: int, column: int, words: str) -> str:
    name = one_line(name)
    return say("{name}: {words}", name=name, words=words) if line == WHOLE_FILE else f"{name}:{line}:{column}: {words}"
