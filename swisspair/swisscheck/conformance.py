"""The work of ``swisscheck --conformance``: another program pairs the smallest example of every article."""

from __future__ import annotations

import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path

from checker.questions.moment import moment
from pairing_engine import __version__
from pairing_engine.systems import SYSTEMS
from pairing_engine.values import NamedTuple
from swisspair.examples import Example, Pairs, shown_pairs
from swisspair.swisscheck.endorse import answer_to
from swisspair.terminal.options import FileForm

FORMS = {
    "bbppairings": "--{system} {in} -p {out}",
    "javafo": "{in} -p {out}",
}
"""The arguments of the programs that are known by name."""


class Verdict(Enum):
    """The verdict on an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"


class Answered(NamedTuple):
    """The answer of a program to an example. ``words`` says which reading gives these pairs, or why there are none."""

    example: Example
    verdict: Verdict
    pairs: Pairs
    words: str

    def to_dict(self) -> dict[str, object]:
        one = self.example
        return {
            "example": one.name,
            "system": one.system,
            "edition": one.edition,
            "article": one.article,
            "code": one.code,
            "verdict": self.verdict.value,
            "expected": [list(pair) for pair in one.pairs],
            "found": [list(pair) for pair in self.pairs],
            "words": self.words,
        }


def command_of(text: str) -> list[str]:
    """Return the words of a command. A program known by name, without ``{in}``, is called in its own form.

    >>> command_of("bbpPairings.exe")
    ['bbpPairings.exe', '--{system}', '{in}', '-p', '{out}']
    """
    if "{in}" not in text:
        known = (form for name, form in FORMS.items() if name in Path(shlex.split(text)[-1]).name.casefold())
        text = f"{text} {next(known, FORMS['bbppairings'])}"
    return shlex.split(text)


def ask_all(command: Sequence[str], examples: Iterable[Example], form: FileForm) -> Iterator[Answered]:
    """Yield the answer of a program to each example."""
    for example in examples:
        try:
            pairs = _ask(command, example, form)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            yield Answered(example, Verdict.REFUSED, (), " ".join(str(error).split())[:200])
            continue
        right = set(pairs) == set(example.pairs)
        yield Answered(
            example, Verdict.RIGHT if right else Verdict.WRONG, pairs, "" if right else _reading(example, pairs)
        )


def _ask(command: Sequence[str], example: Example, form: FileForm) -> Pairs:
    now = moment(example.event, example.round, SYSTEMS[example.system][example.edition])
    return tuple((int(white), int(black)) for white, black in answer_to(command, now, form))


def _reading(example: Example, pairs: Pairs) -> str:
    found = example.readings_of(pairs)
    if not found:
        return "no misreading that we know gives these pairs"
    one = found[0]
    if one.article.endswith(" edition"):
        return f"as {one.misread}"
    article = f"[{one.code}] {one.article}" if one.code else one.article
    return f"as if {article} were misread: {one.misread}" if one.misread else f"as if {article} were left out"


class ConformanceReport(NamedTuple):
    """The answers of a program to the examples."""

    command: str
    answers: tuple[Answered, ...]

    def counts(self) -> Counter[Verdict]:
        return Counter(one.verdict for one in self.answers)

    def by_article(self) -> dict[tuple[str, str, str, str], Counter[Verdict]]:
        """Count the verdicts for each article, by system, edition, article and code."""
        found: dict[tuple[str, str, str, str], Counter[Verdict]] = {}
        for one in self.answers:
            example = one.example
            key = example.system, example.edition, example.article, example.code
            found.setdefault(key, Counter())[one.verdict] += 1
        return found

    def to_dict(self) -> dict[str, object]:
        return {
            "command": self.command,
            "version": __version__,
            "counts": {verdict.value: self.counts()[verdict] for verdict in Verdict},
            "articles": [
                {
                    **dict(zip(("system", "edition", "article", "code"), key, strict=True)),
                    **{verdict.value: counts[verdict] for verdict in Verdict},
                }
                for key, counts in self.by_article().items()
            ],
            "answers": [one.to_dict() for one in self.answers],
        }

    def to_text(self) -> str:
        lines = [f"{self.command}, asked for the examples of swisspair {__version__}"]
        last = ("", "")
        for (system, edition, article, code), counts in self.by_article().items():
            if (system, edition) != last:
                last = system, edition
                lines.append(f"{system} {edition:17} right  wrong  refused")
            name = f"{code:4} {article}"
            lines.append(f"  {name:24}" + "".join(f"{counts[verdict]:7}" for verdict in Verdict))
        counted = self.counts()
        lines.append("all: " + ", ".join(f"{counted[verdict]} {verdict.value}" for verdict in Verdict))
        for one in self.answers:
            if one.verdict is Verdict.WRONG:
                where = f"{one.example.system} {one.example.edition} {one.example.name}, round {one.example.round}"
                found, right = shown_pairs(one.pairs), shown_pairs(one.example.pairs)
                lines += [f"{where}: {one.words}", f"  {found} instead of {right}"]
            elif one.verdict is Verdict.REFUSED:
                lines.append(f"{one.example.system} {one.example.edition} {one.example.name}: refused: {one.words}")
        return "".join(f"{line}\n" for line in lines)
