"""The work of ``swisspair compare`` and ``--conformance``: another program pairs rounds, and we compare."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from checker.checking import check
from checker.questions.moment import Moment, moment
from checker.report import Status
from pairing_engine import __version__
from pairing_engine.answers.comparison import Explanation, as_published
from pairing_engine.answers.sentences import sentence
from pairing_engine.errors import refusal
from pairing_engine.facts.model import MAX_ROUNDS, NOBODY, EventKind, Settings, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.trace import Pair, real_score
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import virtual_points
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.under_way import bounded
from swisspair.examples import Example, Pairs, shown_pairs
from swisspair.swisscheck.checked_file import HowToCheck, check_source
from swisspair.swisscheck.options import FileForm
from swisspair.terminal.many import spread
from swisspair.terminal.options import Work
from swisspair.terminal.sources import Source, find
from trf import Dialect, write


class ComparisonPlan(NamedTuple):
    """The settings of a comparison. ``program`` pairs ``events`` events, whose seeds increase from ``seed``."""

    program: str
    events: int
    seed: int
    system: str | None
    edition: str | None
    form: FileForm = "trfx"


def generated_events(trial: ComparisonPlan, work: Work) -> Generator[ComparedEvent, None, None]:
    """Generate events, pair the events with another program, and yield the results."""
    seeds = range(trial.seed, trial.seed + trial.events)
    yield from spread(partial(compare_event, trial=trial), seeds, work.at_once, work.cluster, of_death=_died)


def others_events(paths: Iterable[Path], how: HowToCheck, work: Work) -> Generator[ComparedEvent, None, None]:
    """Check events that another program generated, and yield the results."""
    yield from spread(partial(compare_file, how=how), find(paths), work.at_once, work.cluster, of_death=_died)


def _died(item: Source | int) -> ComparedEvent:
    name = item.name if isinstance(item, Source) else str(item)
    words = "the process that compared it was killed: out of memory?"
    return ComparedEvent(0, (Discrepancy(name, 0, Aspect.NO_ANSWER, words),))


def compare_event(seed: int, trial: ComparisonPlan) -> ComparedEvent:
    """Generate an event, let the other program pair each round, and compare the pairs."""
    system = choose(Settings(), trial.system, trial.edition).system
    event = generate(Plan(), seed, system)
    found: list[Discrepancy] = []
    for number in range(1, len(event.rounds) + 1):
        now = moment(event, number, system)
        try:
            theirs = answer([trial.program, *FORMS["bbppairings"].split()], now, trial.form)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            words = " ".join(str(error).split())
            found.append(Discrepancy(str(seed), number, Aspect.NO_ANSWER, words, blame=Blame.THEIRS))
            continue
        for kind, words in differences(now.pairing.pairs, theirs):
            found.append(Discrepancy(str(seed), number, kind, words, *_argued(kind, now, theirs)))
    return ComparedEvent(len(event.rounds), tuple(found))


NO_REASON = "no reason was found: please report this"


def _argued(kind: Aspect, now: Moment, theirs: Sequence[Pair]) -> tuple[str, Blame]:
    if kind is Aspect.BOARD_ORDER:
        return _of_boards(now, theirs)
    reference = Moment(now.tournament, now.number, now.of_event, Backend.REFERENCE)
    if set(reference.pairing.pairs) == set(theirs):
        return "the reference engine pairs like the other program: please report this", Blame.OURS
    return _against(now.explained(as_published(theirs)))


def _of_boards(now: Moment, theirs: Sequence[Pair]) -> tuple[str, Blame]:
    boards = pair_round(now.of_event, now.given, now.engine, real_score).boards
    if [(board.white, board.black) for board in boards] == _games(theirs):
        # The orders differ only if virtual points count, so only editions with C.04.7 come here.
        return "the other program sorts boards by points without virtual points [C.04.7 1.5]", Blame.THEIRS
    return f"the boards are sorted in another way than {now.system.basic.boards} recommends", Blame.THEIRS


def _against(explanation: Explanation | None) -> tuple[str, Blame]:
    """Return the reason why the other program's pairing is wrong, and which program is at fault."""
    if explanation is None:
        return NO_REASON, Blame.UNCLEAR
    return sentence(explanation.finding, str), Blame.THEIRS


def differences(ours: Sequence[Pair], theirs: Sequence[Pair], *, ordered: bool = True) -> Iterator[tuple[Aspect, str]]:
    """Yield the differences between two pairings: in the bye, and in pairs, colours or order."""
    our_bye, their_bye = _bye(ours), _bye(theirs)
    our_games, their_games = _games(ours), _games(theirs)
    only_ours, only_theirs = set(ours).difference(theirs), set(theirs).difference(ours)
    told = _told([pair for pair in ours if pair in only_ours], [pair for pair in theirs if pair in only_theirs])
    if our_bye != their_bye:
        yield Aspect.BYE, told
    if {frozenset(pair) for pair in our_games} != {frozenset(pair) for pair in their_games}:
        yield Aspect.PAIRING, told
    elif set(our_games) != set(their_games):
        yield Aspect.COLOURS, told
    elif ordered and our_games != their_games:
        place, pairs = next(
            (n, both) for n, both in enumerate(zip(our_games, their_games, strict=True), 1) if both[0] != both[1]
        )
        yield Aspect.BOARD_ORDER, f"board {place}: {_told(pairs[:1], pairs[1:])}"


def _bye(pairs: Sequence[Pair]) -> list[Tpn]:
    return [white for white, black in pairs if black == NOBODY]


def _games(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair[1] != NOBODY]


def _told(ours: Sequence[Pair], theirs: Sequence[Pair]) -> str:
    def shown(pairs: Sequence[Pair]) -> str:
        return shown_pairs(pairs).replace("-bye", " bye")

    return f"swisspair {shown(ours) or 'nothing'}; the other {shown(theirs) or 'nothing'}"


def compare_file(source: Source, how: HowToCheck) -> ComparedEvent:
    one = check_source(source, how._replace(keep=True))
    if one is None:
        return ComparedEvent(0)
    if one.report is None or one.report.tournament is None:
        return ComparedEvent(0, (Discrepancy(one.name, 0, Aspect.NO_ANSWER, one.reason),))
    found: list[Discrepancy] = []
    for told in one.report.rounds:
        if told.status is Status.DIFFERS:
            pairs = told.difference.expected, told.difference.recorded
            why, blame = _against(told.explanation)
            asked_for = told.number, how.system, how.edition, Backend.REFERENCE
            with bounded(MOST_OF_THE_REFERENCE):
                again = check(one.report.tournament, *asked_for, cause=False).rounds[0]
            if again.status is Status.AGREES:
                why, blame = "the reference engine pairs as the file says: please report this", Blame.OURS
            kinds = differences(*pairs, ordered=False)
            found += [Discrepancy(one.name, told.number, kind, words, why, blame) for kind, words in kinds]
        elif told.status is not Status.AGREES:
            found.append(Discrepancy(one.name, told.number, Aspect.NO_ANSWER, told.words or told.status.value))
    if one.ranks is not None and one.ranks.wrong:
        numbers = ", ".join(str(wrong.number) for wrong in one.ranks.wrong)
        found.append(Discrepancy(one.name, 0, Aspect.STANDINGS, f"the ranks of {numbers}"))
    ranked = one.ranks is not None and one.ranks.standings is not None
    return ComparedEvent(len(one.report.rounds), tuple(found), ranked)


MOST_OF_THE_REFERENCE = 2_000_000
"""The maximum number of pairs that the reference engine may examine for a round: about ten seconds of work."""
LIMIT = 10
"""The maximum number of discrepancies that an endorsed program may have."""
WANTED = 50_000
"""FIDE requires this many events from our generator and this many from another generator."""


class Aspect(Enum):
    """The kinds of differences between two pairings."""

    PAIRING = "pairing"
    COLOURS = "colours"
    BYE = "bye"
    BOARD_ORDER = "board order"
    STANDINGS = "standings"
    NO_ANSWER = "no answer"


class Blame(Enum):
    """The program that is wrong when two programs pair a round differently.

    If the reference engine agrees with the other program, ours is wrong. If an article decides against the other
    program's pairing, the other program is wrong. ``UNCLEAR`` means that no reason was found.
    """

    OURS = "ours"
    THEIRS = "theirs"
    UNCLEAR = "unclear rule"


class Discrepancy(NamedTuple):
    """A difference between two programs in a round of an event; 0 for the whole event (a seed or a file name)."""

    event: str
    round: int
    kind: Aspect
    words: str
    why: str = ""
    """The article that decides against the other program's pairing, according to our interpretation."""
    blame: Blame = Blame.UNCLEAR

    def to_dict(self) -> dict[str, object]:
        return {**self._asdict(), "kind": self.kind.value, "blame": self.blame.value}


class ComparedEvent(NamedTuple):
    """The result for one event: its number of rounds, the differences, and whether the ranks were compared."""

    rounds: int
    found: tuple[Discrepancy, ...] = ()
    ranked: bool = False


class Report(NamedTuple):
    """The result of comparing two programs on many events. ``rounds`` holds the number of rounds of each event."""

    title: str
    reproduce: str
    """A command with which the user can reproduce one of the differences."""
    rounds: tuple[int, ...]
    ranked: int
    """The number of events whose ranks were compared."""
    found: tuple[Discrepancy, ...]
    strict_boards: bool = False
    """Whether a different order of boards counts as a discrepancy.

    C.04.2 only recommends an order of boards, and no player's game depends on it.
    """

    @property
    def counted(self) -> tuple[Discrepancy, ...]:
        return tuple(one for one in self.found if self.strict_boards or one.kind is not Aspect.BOARD_ORDER)

    @property
    def discrepancies(self) -> int:
        """The number of rounds and events that differ; the order of boards counts with ``strict_boards``."""
        return len({(one.event, one.round) for one in self.counted})

    @property
    def verdict(self) -> str:
        """Whether there were enough events, and no more discrepancies than FIDE allows."""
        passed, events = "within the limit" if self.discrepancies <= LIMIT else "above the limit", len(self.rounds)
        few = "" if events >= WANTED else f"; {events} of the {WANTED} events that FIDE asks for"
        return f"{passed}: {self.discrepancies} discrepancies, at most {LIMIT}{few}"

    def to_dict(self) -> dict[str, Any]:
        kinds = Counter(one.kind for one in self.found)
        blames = Counter(one.blame for one in self.counted)
        whole, hundredths = divmod(100 * sum(self.rounds) // max(len(self.rounds), 1), 100)
        return {
            "title": self.title,
            "version": __version__,
            "events": len(self.rounds),
            "rounds": sum(self.rounds),
            "rounds_of_an_event": {
                "least": min(self.rounds),
                "most": max(self.rounds),
                "mean": f"{whole}.{hundredths:02}",
            },
            "ranks_compared": self.ranked,
            "discrepancies": len({one.event for one in self.counted}),
            "differing_rounds": self.discrepancies,
            "board_orders": kinds[Aspect.BOARD_ORDER],
            "kinds": {kind.value: kinds[kind] for kind in Aspect},
            "blame": {blame.value: blames[blame] for blame in Blame},
            "limit": LIMIT,
            "verdict": self.verdict,
            "reproduce": self.reproduce,
            "differences": [one.to_dict() for one in self.found],
        }

    def to_text(self) -> str:
        told = self.to_dict()
        spread = "(least {least}, most {most}, mean {mean})".format(**told["rounds_of_an_event"])
        apart = "counted as differences" if self.strict_boards else "counted apart"
        kinds = (f"{kind} {count}" for kind, count in told["kinds"].items() if kind != Aspect.BOARD_ORDER.value)
        lines = [
            f"{self.title} (swisspair {__version__})",
            f"events: {told['events']}, with {told['rounds']} rounds {spread}; ranks compared: {self.ranked}",
            f"events with differences: {told['discrepancies']}; rounds: {self.discrepancies}",
            f"differences: {', '.join(kinds)}",
            f"boards in another order: {told['board_orders']} rounds, {apart}",
            "whose error: " + ", ".join(f"{blame} {count}" for blame, count in told["blame"].items()),
            f"verdict: {self.verdict}",
        ]
        for one in self.found:
            where = f", round {one.round}" if one.round else ""
            lines.append(f"  {one.event}{where}: {one.kind.value}: {one.words}")
            lines.append(f"    {one.blame.value}{f': {one.why}' if one.why else ''}")
        if self.found:
            lines.append(f"to see one again: {self.reproduce}")
        return "".join(f"{line}\n" for line in lines)


def report_of(title: str, reproduce: str, compared: Iterable[ComparedEvent], *, strict_boards: bool = False) -> Report:
    """Build the report on the compared events."""
    each = tuple(compared)
    found = tuple(difference for one in each for difference in one.found)
    ranked = sum(one.ranked for one in each)
    return Report(title, reproduce, tuple(one.rounds for one in each), ranked, found, strict_boards)


PATIENCE = 120
"""The time limit for a round in seconds."""


def asked(moment: Moment, form: FileForm) -> str:
    """Write the event before the round for the other program; a TRF(x) has virtual points, and a TRF26 no edition."""
    event = moment.tournament._replace(recorded_ranks={})
    settings = event.settings
    if form == "trf26":
        code = re.sub(r"_\d{4}$", "", settings.system)
        return write(event._replace(settings=settings._replace(system=code)))
    now = [rule for rule in settings.prohibitions if rule.first_round <= moment.number <= rule.last_round]
    settings = settings._replace(
        system="" if settings.kind is EventKind.INDIVIDUAL else settings.system,
        baku=False,
        virtual_points=virtual_points(event, event.taking_part(1), moment.of_event.conventions.acceleration),
        prohibitions=tuple(rule._replace(first_round=1, last_round=MAX_ROUNDS) for rule in now),
    )
    return write(event._replace(settings=settings), Dialect.TRF16X)


def answer(command: Sequence[str], moment: Moment, form: FileForm) -> list[Pair]:
    """Return the pairs that a command with places such as ``{in}`` writes.

    Raises OSError, ValueError or SubprocessError.
    """
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "pairs.txt")
        source.write_text(asked(moment, form), encoding="utf-8", newline="")
        system = moment.of_event
        places = {"in": str(source), "out": str(target), "system": system.name, "edition": system.edition}
        words = [re.sub(r"\{(in|out|system|edition)\}", lambda found: places[found[1]], word) for word in command]
        done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
        if done.returncode or not target.exists():
            said = (done.stderr or done.stdout).decode(errors="replace").replace(f"{folder}/", "").strip()
            raise ValueError(f"exit status {done.returncode}: {said[:200]}")
        lines = target.read_text(encoding="utf-8", errors="replace").split("\n")
    pairs = [tuple(map(int, line.split())) for line in lines[1:] if line.strip()]
    return [(Tpn(white), Tpn(black)) for white, black in pairs]


FORMS = {"bbppairings": "--{system} {in} -p {out}", "javafo": "{in} -p {out}"}
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

    Raises `BadRequest` for a text without words.

    >>> command_of("bbpPairings.exe")
    ['bbpPairings.exe', '--{system}', '{in}', '-p', '{out}']
    """
    with suppress(ValueError):  # raised by a quotation mark without an end
        if words := shlex.split(text):
            known = (form for name, form in FORMS.items() if name in Path(words[-1]).name.casefold())
            return words if "{in}" in text else [*words, *next(known, FORMS["bbppairings"]).split()]
    raise refusal("found {found!r} as COMMAND, expected a program or a command", found=text)


def ask_all(command: Sequence[str], examples: Iterable[Example], form: FileForm) -> Iterator[Answered]:
    """Yield the answer of a program to each example."""
    for example in examples:
        try:
            now = moment(example.event, example.round, SYSTEMS[example.system][example.edition])
            pairs = tuple((int(white), int(black)) for white, black in answer(command, now, form))
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            yield Answered(example, Verdict.REFUSED, (), " ".join(str(error).split())[:200])
            continue
        right = set(pairs) == set(example.pairs)
        yield Answered(
            example, Verdict.RIGHT if right else Verdict.WRONG, pairs, "" if right else _reading(example, pairs)
        )


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
                lines.append(f"{f'{system} {edition}':26}" + "".join(f"{verdict.value:>9}" for verdict in Verdict))
            name = f"{code:4} {article}"
            lines.append(f"  {name:24}" + "".join(f"{counts[verdict]:9}" for verdict in Verdict))
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
