"""The work of ``swisspair --pair``: read each file, pair its round, and write the answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pairing_engine.answers import Style
from pairing_engine.answers.checklist import Checklist, as_text
from pairing_engine.answers.paired import PairedRound, pair
from pairing_engine.facts.codes import AS_WRITTEN, Overrides
from pairing_engine.facts.model import EventKind
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.values import NamedTuple
from swisspair.commands.formats import FORMS, RoundFormat, Told
from swisspair.commands.inputs import (
    content_of,
    given,
    is_named_here,
    is_read_once,
    is_standard_input,
    name_of,
    path_of,
)
from swisspair.commands.remarks import as_asked, ask_for_one_more, remarks
from swisspair.statuses import INTERRUPTED, ExitStatus, Failure
from swisspair.terminal.event_files import backup_of, check_again, check_target, contents
from swisspair.terminal.many import HowToWork, each
from swisspair.terminal.opening import is_there, read_bounded
from swisspair.terminal.program import failure_of, show_json, warn_of, words_of_rest
from swisspair.terminal.screen import show_checklist, show_table, with_progress
from swisspair.terminal.streams import can_draw, encoded, fitted, is_terminal, show, warn
from swisspair.terminal.whole_files import (
    STANDARD,
    Replacement,
    make_directory,
    overwritten,
    portable,
    write_together,
    written_twice,
)
from trf import Adjustment, examine
from trf.event.game_table import unknown_symbols

if TYPE_CHECKING:
    from pairing_engine.changes.presence import WhoPlays
    from pairing_engine.facts.asked_wishes import AskedAs
    from swisspair.terminal.sources import Source


class HowToRead(NamedTuple):
    """The settings for reading files (see `trf.examine`)."""

    strict: bool = False
    encoding: str | None = None
    recompute: bool = False
    kind: EventKind | None = None
    overrides: Overrides = AS_WRITTEN


class HowToPair(NamedTuple):
    """The settings for pairing: round, system, edition, and the parameters of `pair`.

    ``round`` is None for the next round. ``system`` and ``edition`` are None if the file determines them.
    """

    round: int | None = None
    system: str | None = None
    edition: str | None = None
    engine: Backend = Backend.AUTO
    verify: bool = True
    asked: AskedAs | None = None
    """The wishes that the user requests."""
    who: WhoPlays | None = None
    """Changes to the attendance in the round."""


class Target(NamedTuple):
    """The destination and the format of the answers.

    Answers go into one file, into a directory, or to standard output. The file ``-`` also means standard output.
    """

    output: Path | None = None
    output_dir: Path | None = None
    format: RoundFormat | None = None
    scores: tuple[str, ...] = ()
    """The scores of the brackets to include; empty for all."""
    list_file: Path | None = None
    """The file for the checklist. ``-`` means standard output."""
    list_style: Style = Style.BBP
    html: Path | None = None
    """The file for the web page of the round."""
    sheet: Path | None = None
    """The file for the wall sheet, as .html or .pdf."""
    slips: Path | None = None
    """The file for the result slips, as .html or .pdf."""
    write_back: Path | None = None
    """The file for the updated tournament: with the paired round and notes."""
    force: bool = False
    """Whether existing files may be overwritten."""

    def beside(self) -> list[Path]:
        """Return the additional files: checklist, page, and the updated TRF."""
        paths = (self.list_file, self.html, self.sheet, self.slips, self.write_back)
        return [path for path in paths if path is not None]

    def printed(self) -> dict[str, Path]:
        """Return the paths of the printed documents, under the keys ``sheet`` and ``slips``."""
        return {what: path for what, path in (("sheet", self.sheet), ("slips", self.slips)) if path is not None}


class FileAnswer(NamedTuple):
    """The answer for one file: a text or a round. Without an answer, ``failure`` gives the reason."""

    name: str
    text: str = ""
    paired: PairedRound | None = None
    checklist: Checklist | None = None
    page: str = ""
    printed: Mapping[str, bytes] = {}
    """The contents of the printed documents, under the keys ``sheet`` and ``slips``."""
    noted: str = ""
    """The text of the tournament with the paired round and notes."""
    data: bytes | None = None
    """The content of the file that was read, if the file may be replaced."""
    failure: Failure | None = None
    adjustments: tuple[Adjustment, ...] = ()
    wished: tuple[str, ...] = ()
    """Remarks about wishes, doubtful facts, and players who have no entry in the last round."""


class Wanted(NamedTuple):
    """The requested answers: their format, and the additional documents for each file."""

    format: RoundFormat
    list_style: Style | None = None
    """The style of the checklist; None for no checklist."""
    page: bool = False
    printed: tuple[tuple[str, bool], ...] = ()
    """The kinds of requested documents, sheet or slips. Each kind comes with True if the document is a PDF."""
    ascii_only: bool = False
    """Whether drawings use only ASCII."""
    scores: tuple[str, ...] = ()
    """The scores of the brackets to include; empty for all."""
    noted: bool = False
    """Whether to write the tournament back with the round and notes."""


def pair_files(files: list[str], reading: HowToRead, how: HowToPair, target: Target, work: HowToWork) -> int:
    """Pair each file, and go on after failures. Return the highest exit status. Raises `Failure`."""
    inputs, passed_over = given(files)
    _check_target(inputs, target)
    wanted = _wanted(target)
    paths = _targets(inputs, target, wanted.format)
    make = partial(answer_for, reading=reading, how=how, wanted=wanted)
    statuses = _give_all(_answers(make, inputs, work), inputs, paths, target, work)
    if passed_over:
        names = words_of_rest(passed_over)
        warn(say("skipped, because they are not tournament report files: {names}", names=names))
    if len(inputs) > 1 and not work.quiet:
        warn(say("paired {count} of {files} files", count=statuses.count(ExitStatus.DONE), files=len(inputs)))
    return max(statuses)


def _wanted(target: Target) -> Wanted:
    to_file = target.output is not None or target.output_dir is not None
    return Wanted(
        format=_format(target),
        list_style=None if target.list_file is None else target.list_style,
        page=target.html is not None,
        printed=tuple((what, path.suffix.lower() == ".pdf") for what, path in target.printed().items()),
        ascii_only=not to_file and not can_draw(sys.stdout),
        noted=target.write_back is not None,
        scores=target.scores,
    )


def _answers(
    make: Callable[[str | Source], FileAnswer], files: list[str | Source], work: HowToWork
) -> Generator[FileAnswer, None, None]:
    """Yield the answers in the order of the files. Only the main process can read standard input."""
    jobs, cluster = (1, None) if any(map(is_read_once, files)) else (work.jobs, work.cluster)
    yield from each(make, files, jobs, cluster, of_death=_died)


def _died(file: str | Source) -> FileAnswer:
    name = name_of(file)
    words = say(
        "{name}: the process that paired it was killed twice, the second time while nothing else was "
        "running: out of memory?",
        name=name,
    )
    return FileAnswer(name, failure=Failure(ExitStatus.TOO_LARGE, words))


def _give_all(
    answers: Generator[FileAnswer, None, None],
    inputs: Sequence[str | Source],
    paths: Sequence[Path | None],
    target: Target,
    work: HowToWork,
) -> list[int]:
    """Print or write each answer as it arrives, and return the exit statuses."""
    statuses: list[int] = []
    try:
        with closing(answers):
            for answer in with_progress(answers, len(inputs), say("pairing"), wanted=work.progress):
                if not work.quiet:
                    warn_of(answer.name, answer.adjustments)
                    for line in answer.wished:
                        warn(one_line(f"{answer.name}: {line}"))
                path = paths[len(statuses)] if target.output_dir is not None else paths[0]
                statuses.append(_give(answer, path, target, is_first=ExitStatus.DONE not in statuses))
    except KeyboardInterrupt:
        rest = [*map(name_of, inputs[len(statuses) :])]
        words = say(
            "interrupted: {number} of {files} files not paired: {names}",
            number=len(rest),
            files=len(inputs),
            names=words_of_rest(rest),
        )
        warn(words)
        statuses.append(INTERRUPTED)
    return statuses


def _check_target(files: Sequence[object], target: Target) -> None:
    in_line = target.format is not None and FORMS[target.format].follows and target.output in (None, STANDARD)
    if len(files) > 1 and target.output_dir is None and not in_line:
        raise Failure(ExitStatus.BAD_REQUEST, say("several files need --output-dir, or --format jsonl or csv"))
    beside = {"list": target.list_file, "html": target.html, **target.printed(), "write-back": target.write_back}
    for what, path in beside.items():
        if len(files) > 1 and path is not None:
            raise Failure(ExitStatus.BAD_REQUEST, say("--{what} takes only one file", what=what))
    if target.output is not None and target.output_dir is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--output and --output-dir cannot be used together"))
    to_standard = target.output_dir is None and target.output in (None, STANDARD)
    if (
        to_standard
        and target.format in (RoundFormat.JSON, RoundFormat.JSONL, RoundFormat.CSV)
        and STANDARD in target.beside()
    ):
        words = say(
            "standard output can take either --format {format} or a page, but not both", format=target.format.value
        )
        raise Failure(ExitStatus.BAD_REQUEST, words)
    if target.scores and target.format not in (RoundFormat.ACCOUNT, RoundFormat.CARD):
        raise Failure(ExitStatus.BAD_REQUEST, say("--brackets needs --format account or card"))


def answer_for(file: str | Source, reading: HowToRead, how: HowToPair, wanted: Wanted) -> FileAnswer:
    name = name_of(file)
    adjustments: tuple[Adjustment, ...] = ()
    symbols: tuple[str, ...] = ()
    try:
        content = content_of(file)
        data = read_bounded(content) if wanted.noted and isinstance(content, Path) else None
        found = examine(content if data is None else data, name=name, **reading._asdict())
        adjustments = found.adjustments
        symbols = tuple(unknown_symbols(found.file))
        tournament = as_asked(found.tournament, how.who, how.round)
        if how.round is None:
            ask_for_one_more(tournament)
        paired = pair(
            tournament, how.round, how.system, how.edition, how.engine, verify=how.verify, **(how.asked or {})
        )
        attendance = wanted.noted or wanted.format is RoundFormat.TABLE
        listed = None if wanted.list_style is None else paired.checklist(wanted.list_style)
        page = _page(name, paired) if wanted.page else ""
        done = FileAnswer(
            name,
            checklist=listed,
            page=page,
            adjustments=adjustments,
            wished=(*symbols, *remarks(tournament, paired, attendance=attendance)),
        )
        if wanted.printed:
            from swisspair.page.sheets import printed

            done = done._replace(printed={what: printed(what, paired, as_pdf=pdf) for what, pdf in wanted.printed})
        if wanted.noted:
            from swisspair.commands.write_back import with_what_was_done

            asked = reading.overrides, how.system, how.edition
            stated = bool((how.asked or {}).get("avoid_rounds"))
            noted = with_what_was_done(found, tournament, paired, *asked, rounds_stated=stated)
            check_again(noted, None, **reading._asdict())
            done = done._replace(noted=noted, data=data)
        if wanted.format is RoundFormat.TABLE:
            return done._replace(paired=paired)
        return done._replace(text=FORMS[wanted.format].text(_told(name, paired, adjustments, wanted)))
    except Exception as error:
        return FileAnswer(name, failure=failure_of(error, name), adjustments=adjustments, wished=symbols)


def _told(name: str, paired: PairedRound, adjustments: tuple[Adjustment, ...], wanted: Wanted) -> Told:
    return Told(name, paired, adjustments, wanted.ascii_only, wanted.scores)


def _page(name: str, paired: PairedRound) -> str:
    from swisspair.page.round_page import round_page

    return round_page(name, paired)


def _give(answer: FileAnswer, path: Path | None, target: Target, *, is_first: bool) -> int:
    if target.format is RoundFormat.CSV and path is None and not is_first:
        answer = answer._replace(text=answer.text.partition("\n")[2])  # the header line was written before
    failure = answer.failure
    if failure is None:
        try:
            write_together(_files_of(answer, path, target))
            _show(answer, path, target)
        except BrokenPipeError:
            raise  # nobody reads the output any more: no message
        except OSError as error:
            failure = failure_of(error, str(next((path for path in (path, *target.beside()) if path), "-")))
    if failure is None:
        return ExitStatus.DONE
    warn(str(failure))
    if target.format in (RoundFormat.JSON, RoundFormat.JSONL):
        show_json({"file": answer.name, **failure.to_dict()})
    return failure.status


def _files_of(answer: FileAnswer, path: Path | None, target: Target) -> dict[Path, bytes | Replacement]:
    """Return the files to write for an answer. Either all files are written, or none."""
    found: dict[Path, bytes | Replacement] = {}
    if path is not None and answer.paired is None:
        found[path] = encoded(answer.text)
    if answer.checklist is not None and target.list_file not in (None, STANDARD):
        found[target.list_file] = encoded(as_text(answer.checklist))
    if target.html not in (None, STANDARD):
        found[target.html] = encoded(answer.page)
    for what, at in target.printed().items():
        if at != STANDARD:
            found[at] = answer.printed[what]
    if target.write_back not in (None, STANDARD):
        own = overwritten([target.write_back], [Path(answer.name)]) is not None
        found |= contents(target.write_back, answer.noted, expected=answer.data if own else None)
    return found


def _show(answer: FileAnswer, path: Path | None, target: Target) -> None:
    if answer.paired is not None:
        show_table(answer.name, answer.paired)
    elif path is None:
        show(fitted(answer.text) if target.format is RoundFormat.ACCOUNT else answer.text)
    if answer.checklist is not None and target.list_file == STANDARD:
        _show_list(answer.checklist)
    pages = [(answer.printed[what].decode(), at) for what, at in target.printed().items() if at == STANDARD]
    for text, at in ((answer.page, target.html), *pages, (answer.noted, target.write_back)):
        if at == STANDARD:
            show(text)


def _show_list(checklist: Checklist) -> None:
    if is_terminal(sys.stdout):
        show_checklist(checklist)
    else:
        show(as_text(checklist), drawn=True)  # the tabs are for other programs


def _format(target: Target) -> RoundFormat:
    """Return the requested format. The default is a table on a terminal, and pairs elsewhere."""
    to_file = target.output is not None or target.output_dir is not None
    if target.format is RoundFormat.TABLE and to_file:
        names = ", ".join(format_.value for format_, form in FORMS.items() if form.suffix)
        words = say("--format table is for the screen; for a file, use one of {suffixes}", suffixes=names)
        raise Failure(ExitStatus.BAD_REQUEST, words)
    return target.format or (RoundFormat.PAIRS if to_file or not is_terminal(sys.stdout) else RoundFormat.TABLE)


def _targets(files: list[str | Source], target: Target, format_: RoundFormat) -> list[Path | None]:
    """Return the output path of each answer, or None for standard output.

    Raises `Failure` if an answer would overwrite an input or another answer.
    """
    targets = _by_name(files, target, format_)
    outputs = [path for path in (*targets, *target.beside()) if path is not None]
    inputs = [path_of(file) for file in files]
    if target.write_back is not None:
        check_target(target.write_back, inputs, force=target.force)
        if all(isinstance(file, str) for file in files):  # the input is replaced: keep the old one as .bak
            outputs.remove(target.write_back)
    files_only = [path for path in (*targets, *target.beside()) if path not in (None, STANDARD)]
    if target.write_back not in (None, STANDARD) and is_there(target.write_back):
        files_only.append(backup_of(target.write_back))
        outputs.append(files_only[-1])
    if (path := overwritten(outputs, inputs)) is not None:
        raise Failure(
            ExitStatus.BAD_REQUEST, one_line(say("{path}: the answer would overwrite an input file", path=path))
        )
    if (path := written_twice(files_only)) is not None:
        raise Failure(
            ExitStatus.BAD_REQUEST, one_line(say("{path}: two answers would be written to this file", path=path))
        )
    return targets


def _by_name(files: list[str | Source], target: Target, format_: RoundFormat) -> list[Path | None]:
    if target.output_dir is None:
        return [None if target.output == STANDARD else target.output]
    make_directory(target.output_dir)
    targets: dict[Path, str] = {}
    for file in files:
        name = name_of(file)
        path = target.output_dir / f"{_stem(file)}{FORMS[format_].suffix}"
        if path in targets:
            words = say(
                "the answers for {target} and {file} would both be written to {path}: pair them one by one",
                target=targets[path],
                file=name,
                path=path,
            )
            raise Failure(ExitStatus.BAD_REQUEST, one_line(words))
        targets[path] = name
    return list(targets)


def _stem(file: str | Source) -> str:
    """Choose the file name for an answer, without a suffix. Names from archives are made portable."""
    if is_standard_input(file):
        return "standard-input"
    stem = Path(name_of(file)).stem
    return stem if is_named_here(file) else portable(stem)
