"""The work of ``swisscheck --endorse``: the comparison of two programs, with a reason for every difference."""

from __future__ import annotations

import subprocess
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from checker.checking import check
from checker.diff import Explanation, Pair, as_published
from checker.questions.moment import Moment, as_pairs, moment
from checker.report import Status
from pairing_engine.answers.sentences import sentence
from pairing_engine.facts.model import NOBODY, Settings, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.boards import real_score
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.systems.choice import choose
from pairing_engine.values import NamedTuple
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck, check_source
from swisspair.swisscheck.endorsement import Aspect, Blame, Compared, Discrepancy
from swisspair.swisscheck.forms import Form
from swisspair.swisscheck.other_engine import answer
from swisspair.terminal.sources import Source, find
from swisspair.terminal.window import flow
from swisspair.terminal.workers import hired


class Trial(NamedTuple):
    """The settings of a comparison. ``program`` pairs ``events`` events, whose seeds increase from ``seed``."""

    program: str
    events: int
    seed: int
    system: str | None
    edition: str | None
    form: Form = Form.TRFX


class Workers(NamedTuple):
    """The workers of a comparison: ``jobs`` processes, or a cluster."""

    jobs: int = 1
    cluster: str | None = None


def generated_events(trial: Trial, workers: Workers) -> Generator[Compared, None, None]:
    """Generate events, pair the events with another program, and yield the results."""
    yield from _spread(partial(compare_event, trial=trial), range(trial.seed, trial.seed + trial.events), workers)


def others_events(paths: Iterable[Path], how: HowToCheck, workers: Workers) -> Generator[Compared, None, None]:
    """Check events that another program generated, and yield the results."""
    yield from _spread(partial(compare_file, how=how), find(paths), workers)


def _spread(work: partial[Compared], items: Iterable[object], workers: Workers) -> Generator[Compared, None, None]:
    with hired(*workers) as crew, closing(flow(work, items, crew, ordered=True)) as results:
        for done in results:
            name = done.item.name if isinstance(done.item, Source) else str(done.item)
            died = Discrepancy(name, 0, Aspect.NO_ANSWER, "the process that compared it was killed: out of memory?")
            yield done.result or Compared(0, (died,))


def compare_event(seed: int, trial: Trial) -> Compared:
    """Generate an event, let the other program pair each round, and compare the pairs."""
    system = choose(Settings(), trial.system, trial.edition).system
    event = generate(Plan(), seed, system)
    found: list[Discrepancy] = []
    for number in range(1, len(event.rounds) + 1):
        now = moment(event, number, system)
        try:
            theirs = answer(trial.program, now, trial.form)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            words = " ".join(str(error).split())
            found.append(Discrepancy(str(seed), number, Aspect.NO_ANSWER, words, blame=Blame.THEIRS))
            continue
        for kind, words in differences(as_pairs(now.pairing), theirs):
            found.append(Discrepancy(str(seed), number, kind, words, *_argued(kind, now, theirs)))
    return Compared(len(event.rounds), tuple(found))


NO_REASON = "no reason was found: please report this"


def _argued(kind: Aspect, now: Moment, theirs: Sequence[Pair]) -> tuple[str, Blame]:
    if kind is Aspect.BOARD_ORDER:
        return _of_boards(now, theirs)
    reference = Moment(now.tournament, now.number, now.of_event, Backend.REFERENCE)
    if set(as_pairs(reference.pairing)) == set(theirs):
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
    """Yield the differences between two pairings: first in the bye, then in pairs, colours or order.

    A different bye usually leads to different pairs, so both differences are reported.
    """
    our_bye, their_bye = _bye(ours), _bye(theirs)
    our_games, their_games = _games(ours), _games(theirs)
    told = _told([pair for pair in ours if pair not in theirs], [pair for pair in theirs if pair not in ours])
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
        return ", ".join(f"{white} bye" if black == NOBODY else f"{white}-{black}" for white, black in pairs)

    return f"swisspair {shown(ours) or 'nothing'}; the other {shown(theirs) or 'nothing'}"


def compare_file(source: Source, how: HowToCheck) -> Compared:
    one = check_source(source, how._replace(keep=True))
    return Compared(0) if one is None else _of_file(one, how)


def _of_file(one: CheckedFile, how: HowToCheck) -> Compared:
    if one.report is None:
        return Compared(0, (Discrepancy(one.name, 0, Aspect.NO_ANSWER, one.no_edition or str(one.failure)),))
    found: list[Discrepancy] = []
    for told in one.report.rounds:
        if told.status is Status.DIFFERS:
            pairs = told.difference.expected, told.difference.recorded
            why, blame = _against(told.explanation)
            if _reference_agrees(one, told.number, how):
                why, blame = "the reference engine pairs as the file says: please report this", Blame.OURS
            kinds = differences(*pairs, ordered=False)
            found += [Discrepancy(one.name, told.number, kind, words, why, blame) for kind, words in kinds]
        elif told.status is not Status.AGREES:
            found.append(Discrepancy(one.name, told.number, Aspect.NO_ANSWER, told.words or told.status.value))
    if one.ranks is not None and one.ranks.wrong:
        numbers = ", ".join(str(wrong.number) for wrong in one.ranks.wrong)
        found.append(Discrepancy(one.name, 0, Aspect.STANDINGS, f"the ranks of {numbers}"))
    ranked = one.ranks is not None and one.ranks.standings is not None
    return Compared(len(one.report.rounds), tuple(found), ranked)


def _reference_agrees(one: CheckedFile, number: int, how: HowToCheck) -> bool:
    assert one.tournament is not None
    again = check(
        one.tournament, round=number, system=how.system, edition=how.edition, engine=Backend.REFERENCE, cause=False
    )
    return again.rounds[0].status is Status.AGREES
