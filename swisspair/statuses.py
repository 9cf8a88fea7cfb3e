"""The exit statuses of both programs, the failures that cause them, and advice about errors.

This module cannot import anything from trf, because another package named ``trf`` may have taken the place of ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pairing_engine.errors import BadRequest, Fact, MissingFact
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say


class ExitStatus(IntEnum):
    """The exit status of a program. If a run has several outcomes, the exit status is the highest status."""

    DONE = 0
    """The program has done its task, and a check found no difference."""
    NO_PAIRING = 1
    """There is no valid pairing, or a check found differences."""
    INTERNAL = 2
    """The program has a bug, and shows its traceback."""
    BAD_REQUEST = 3
    """The user's request or the file contains a mistake."""
    TOO_LARGE = 4
    """The event is larger than a TRF can hold."""
    NO_ACCESS = 5
    """The program cannot read or write a file."""


INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


def is_interruption(error: Exception) -> bool:
    """Whether an error comes from Ctrl-C, even if Python has wrapped the error in another error."""
    return isinstance(error.__cause__, KeyboardInterrupt)


def exit_statuses(*, of_check: bool = False) -> str:
    first = say("0 everything agrees, 1 something differs") if of_check else say("0 done, 1 no valid pairing")
    return say(
        "Exit status: {first}, 2 internal error, 3 bad request or file, 4 too large, 5 no access to "
        "a file, {interrupted} interrupted.",
        first=first,
        interrupted=INTERRUPTED,
    )


class Failure(Exception):
    """A request that failed, with the reason and the exit status."""

    def __init__(self, status: ExitStatus, words: str, problems: Sequence[Mapping[str, object]] = ()) -> None:
        super().__init__(status, words, problems)
        self.status = status
        self.words = words
        self.problems = problems
        """The problems of a file as values for JSON."""

    def to_dict(self) -> dict[str, object]:
        problems = {"problems": list(self.problems)} if self.problems else {}
        return {"error": self.words, "status": int(self.status), **problems}

    def __str__(self) -> str:
        return self.words


def refused(words: str, /, **values: object) -> Failure:
    """Return the failure for a mistake in a request or a file, with a message of one line."""
    return Failure(ExitStatus.BAD_REQUEST, one_line(say(words, **values)))


ADVICE = marked(
    {
        Fact.NUMBER_OF_ROUNDS: "add record 142, for example: 142 9 (in TRF(x): XXR 9)",
        Fact.INITIAL_COLOUR: "add record 152, such as 152 W or 152 B (in TRF(x), XXC white1 or XXC black1)",
        Fact.RATINGS: ("write the rating into columns 49-52 of record 001, for example 1850; or use --default-rating"),
        Fact.RATINGS_IN_MAXI: (
            "write the rating into columns 49-52 of record 001, for example 1850; or pair without --maxi"
        ),
    }
)
"""Advice for each kind of missing fact."""

ON_ARGUMENTS = marked(
    {
        "force": "--force does it all the same",
        "by_hand": "--by-hand does that, and notes it",
        "tie_breaks": "`swisspair standings --tiebreaks list` shows all tie-breaks",
        "colours": "record 352 has them, such as 352 WBWB",
        "settings": "add record 142, such as 142 9",
    }
)
"""Advice for some arguments of the library."""

_OPTIONS = {"team": "--team-type, --primary, --no-secondary", "line_ups": "--line-up"} | {
    name: f"--{name.replace('_', '-')}"
    for name in (
        *("absent", "present", "bye", "edition", "engine", "default_rating", "maxi", "draws", "points"),
        *("avoid", "avoid_pairs", "avoid_rounds", "prefer_bye", "no_bye", "strength", "boards"),
    )
}
"""The options that state arguments of the library."""


def words_of(error: Exception) -> str:
    """Return the message of an error, with advice about the record or option to use.

    >>> words_of(BadRequest("there is no edition '1492' of the lim system", "edition"))
    "there is no edition '1492' of the lim system (--edition)"
    """
    if isinstance(error, MissingFact):
        return say("{error}; {advice}", error=error, advice=say(ADVICE[error.fact]))
    if not isinstance(error, BadRequest):
        return str(error)
    if error.about in ON_ARGUMENTS:
        return say("{error}; {advice}", error=error, advice=say(ON_ARGUMENTS[error.about]))
    if error.about in _OPTIONS:
        return say("{error} ({option})", error=error, option=_OPTIONS[error.about])
    return str(error)


_APART = marked("give swisspair an environment of its own (pipx install swisspair-fide, or a new venv)")


def stranger() -> str | None:
    """Return an error message if ``import trf`` finds another package instead of ours; else None."""
    from importlib.util import find_spec  # imported late: the package is nearly always ours
    from pathlib import Path

    ours = Path(__file__).resolve().parents[1] / "trf" / "__init__.py"
    try:
        found = find_spec("trf")
    except (ImportError, ValueError):
        found = None
    origin = None if found is None else found.origin
    if origin is None:
        words = marked(
            "swisspair cannot run: another package called trf has replaced files of swisspair's own trf; {again}"
        )
    elif Path(origin).resolve() != ours:
        words = marked(
            "swisspair cannot run: another package called trf hides swisspair's own trf: {origin}; "
            "{apart}, or rename the other package"
        )
    elif "TrfProblems" not in ours.read_text(encoding="utf-8", errors="replace"):
        words = marked(
            "swisspair cannot run: another package called trf was installed over swisspair's own trf: {ours}; {again}"
        )
    else:
        return None
    apart = say(_APART)
    again = say("{apart}, or uninstall the other package and install swisspair-fide again", apart=apart)
    return say(words, again=again, apart=apart, origin=origin, ours=ours)
