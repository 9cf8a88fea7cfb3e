"""``swisspair generate``: write random tournaments as TRF26."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from secrets import randbits
from typing import Annotated, Any, Literal, NamedTuple

from pairing_engine.facts.codes import HIGHEST_RATING, codes_in
from pairing_engine.facts.model import MAX_TPN, Colour, EventKind, Settings, Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.generator.configuration import decoded, ratings_in, scoring_from, with_configuration
from pairing_engine.generator.generate import EACH_ROUND, Plan, generate, one_amount, per_round
from pairing_engine.language import marked, say
from pairing_engine.systems.choice import choose, kind_asked_for
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Option
from swisspair.terminal.event_files import in_format_of, text_of
from swisspair.terminal.many import each, killed
from swisspair.terminal.opening import read_bounded
from swisspair.terminal.options import ANSWER, EVENT
from swisspair.terminal.screen import with_progress
from swisspair.terminal.streams import json_text, show, warn
from swisspair.terminal.whole_files import STANDARD, make_directory, overwritten, write_or_show, writing

PLAN, ABSENT, RESULTS = marked(("The tournaments", "Absences", "Results"))
"""The titles of option groups that appear only on this help page."""

AMOUNTS = marked("AMOUNTS")
"""The placeholder for the amounts in all rounds, each a number or a percentage."""


class GeneratorOptions(NamedTuple):
    """The options about the tournaments to write; seeds increase by one, from ``seed`` or a random seed."""

    number: Annotated[
        int, Option("The number of tournaments; each takes the next seed.", PLAN, "N", "--count", min=1)
    ] = 1
    seed: Annotated[
        int | None, Option("The first seed; the same seed gives the same tournament (default: random).", PLAN, "N")
    ] = None
    config: Annotated[
        Path | None, Option("A file of Key=Value lines, as for bbpPairings and JaVaFo.", PLAN, "FILE")
    ] = None
    players: Annotated[int | None, Option("The number of players, or of teams.", PLAN, "N")] = None
    rounds: Annotated[int | None, Option("The number of rounds.", PLAN, "N")] = None
    boards: Annotated[int | None, Option("Teams: the number of boards in a match.", PLAN, "N")] = None
    lowest_rating: Annotated[int | None, Option("The lowest rating.", PLAN, "N", min=0, max=HIGHEST_RATING)] = None
    highest_rating: Annotated[int | None, Option("The highest rating.", PLAN, "N", min=0, max=HIGHEST_RATING)] = None
    ratings: Annotated[Path | None, Option("A file of ratings, one for each player.", PLAN, "FILE")] = None
    prohibited_groups: Annotated[
        int | None,
        Option(
            "The number of groups of players who may not meet each other.",
            PLAN,
            "N",
            "--prohibited",
            min=0,
            max=MAX_TPN,
        ),
    ] = None
    system: options.SystemToGenerate = None
    edition: options.Edition = None
    baku: options.Baku = False
    maxi: options.Maxi = False
    teams: options.Teams = options.Teams()
    points: Annotated[str | None, Option("The points of results, such as W=3,D=1,P=1.5.", EVENT, "POINTS")] = None
    initial_colour: options.InitialColour = None
    half_point_byes: Annotated[
        str | None,
        Option(
            "Half-point byes: the number (3) or share (5%) of players; 5%,0,2 gives a value for each round.",
            ABSENT,
            AMOUNTS,
        ),
    ] = None
    full_point_byes: Annotated[
        str | None, Option("Full-point byes: the number or share of players.", ABSENT, AMOUNTS)
    ] = None
    zero_point_byes: Annotated[
        str | None, Option("Zero-point byes: the number or share of players.", ABSENT, AMOUNTS)
    ] = None
    withdrawals: Annotated[str | None, Option("Withdrawals: the number or share of players.", ABSENT, AMOUNTS)] = None
    late_entries: Annotated[
        str | None, Option("Late entries: the number (3) or share (5%) of players.", ABSENT, "AMOUNT")
    ] = None
    draws: Annotated[
        float | None, Option("The percentage of draws between equal players.", RESULTS, "PERCENT", min=0, max=100)
    ] = None
    forfeits: Annotated[str | None, Option("Forfeits: the number (3) or share (5%) of games.", RESULTS, AMOUNTS)] = None
    double_forfeits: Annotated[
        str | None, Option("Games that both players forfeit: the number or share.", RESULTS, AMOUNTS)
    ] = None
    unusual: Annotated[str | None, Option("Games that end 1/2-0 or 0-0: the number or share.", RESULTS, AMOUNTS)] = None
    unrated: Annotated[
        str | None, Option("Games that end before one move is complete: the number or share.", RESULTS, AMOUNTS)
    ] = None
    output: Annotated[
        Path | None,
        Option("Write to this file (.zip and .jsonl hold several tournaments; - is standard output).", ANSWER, "FILE"),
    ] = None
    output_dir: Annotated[Path | None, Option("Write one file for each seed to this directory.", ANSWER, "DIR")] = None
    format_: Annotated[Literal["trf", "jsonl"], Option("trf, or jsonl (lines of JSON, each with one TRF).", ANSWER)] = (
        "trf"
    )
    tiebreaks: Annotated[str | None, Option('The tie-breaks, such as "DE,BH/C1"; "" means none.', ANSWER, "LIST")] = (
        None
    )

    @property
    def lines(self) -> bool:
        """Whether to write JSON lines, whatever the name of the output is."""
        return self.format_ == "jsonl"


AS_STATED = (
    *("players", "rounds", "boards", "draws", "lowest_rating", "highest_rating"),
    *("prohibited_groups", "baku", "maxi"),
)
"""The fields of `Plan` whose values are those of the options."""


def plan_from(stated: GeneratorOptions, kind: EventKind = EventKind.INDIVIDUAL) -> Plan:
    """Build the generator's plan from command-line options. Raises `BadRequest`, and OSError for an unreadable file."""
    plan = Plan()
    if stated.config is not None:
        plan = with_configuration(plan, text_in(stated.config), str(stated.config), kind)
    given = {name: value for name, value in stated._asdict().items() if value is not None and value is not False}
    fields: dict[str, Any] = {name: given[name] for name in AS_STATED if name in given}
    if stated.initial_colour is not None:
        fields["initial_colour"] = Colour(stated.initial_colour[0])
    if stated.ratings is not None:
        fields["ratings"] = ratings_in(text_in(stated.ratings), f"--ratings: {stated.ratings}")
    if stated.points is not None:
        fields["scoring"] = scoring_from(stated.points, "--points", kind)
    for name in (*EACH_ROUND, "late_entries"):
        if name in given:
            read = one_amount if name == "late_entries" else per_round
            fields[name] = read(given[name], f"--{name.replace('_', '-')}")
    return plan._replace(team=stated.teams.stated, **fields)


def text_in(path: Path) -> str:
    """Return the text of a file or of standard input. Raises `BadRequest` for content that is not text, and OSError."""
    return decoded(read_bounded(path), str(path))


class Generated(NamedTuple):
    """A generated tournament: its TRF26, and the numbers of rounds played and planned."""

    seed: int
    text: str = ""
    played: int = 0
    planned: int | None = None
    fault: str = ""
    """The reason why the tournament could not be generated; empty if it was generated."""
    status: ExitStatus = ExitStatus.DONE


def run(series: GeneratorOptions = GeneratorOptions(), work: options.Work = options.Work()) -> ExitStatus:
    """Write random tournaments to --output or --output-dir, paired under the rules. Values not given are random."""
    plan = plan_from(series, kind_asked_for(series.system) or EventKind.INDIVIDUAL)
    _check(series)
    inputs = [path for path in (series.config, series.ratings) if path is not None]
    name = choose(Settings(), series.system, series.edition).system.name
    if series.output_dir is not None:
        make_directory(series.output_dir)
    statuses = [ExitStatus.DONE]
    first = randbits(32) if series.seed is None else series.seed
    seeds, make = range(first, first + series.number), partial(generated, plan=plan, series=series)
    with (
        opened(series.output, lines=series.lines) as put,
        closing(each(make, seeds, work.at_once, work.cluster, of_death=_died)) as events,
    ):
        for event in with_progress(events, series.number, "generating", wanted=work.progress):
            if event.fault:
                warn(one_line(say("seed {seed}: {fault}", seed=event.seed, fault=event.fault)))
                statuses.append(event.status)
                if len(statuses) > series.number:
                    raise Failure(max(statuses), say("no tournament could be generated"))
                continue
            path = _path_of(event, name, series)
            if overwritten([series.output or path], inputs) is not None:
                raise refused("{path}: the tournament would overwrite an input file", path=path)
            put(path, event.text)
            if not work.quiet:
                _warn_of_end(event, path)
    return max(statuses)


def _path_of(event: Generated, system: str, series: GeneratorOptions) -> Path:
    if series.output is not None and not (series.lines or holds_many(series.output)):
        return series.output
    return Path(series.output_dir or ".") / f"{system}-{event.seed}.trf"


def _warn_of_end(event: Generated, path: Path) -> None:
    if event.played != event.planned:
        what = say("round {played} of {planned}", played=event.played + 1, planned=event.planned)
        form = marked("{path}: {what} has no valid pairing: the tournament ends after the previous round")
        warn(one_line(say(form, path=path, what=what)))


def _died(seed: int) -> Generated:
    return Generated(seed, fault=killed(), status=ExitStatus.TOO_LARGE)


def generated(seed: int, plan: Plan, series: GeneratorOptions) -> Generated:
    """Generate a seed's tournament, or the reason why no TRF holds it; alone, it raises `Failure`."""
    system = choose(Settings(), series.system, series.edition).system
    event = _ranked(generate(plan, seed, system), series.tiebreaks)
    try:
        return Generated(seed, text_of(event), len(event.rounds), event.settings.rounds)
    except Failure as failure:
        if series.number == 1:
            raise
        return Generated(seed, fault=failure.words, status=failure.status)


def _ranked(event: Tournament, stated: str | None) -> Tournament:
    from pairing_engine.standings.codes import points_code, understood, usual_tie_breaks
    from pairing_engine.standings.compare import with_ranks
    from pairing_engine.standings.record import is_predetermined

    usual = usual_tie_breaks(event.settings.kind, round_robin=is_predetermined(event.settings, ("ROUNDROBIN",)))
    tie_breaks = usual if stated is None else codes_in(stated)
    if not tie_breaks:
        return event
    tie_breaks = tuple(understood(code, of_teams=event.settings.team is not None) for code in tie_breaks)
    order = (points_code(event.settings), *tie_breaks)
    settings = event.settings._replace(tie_breaks=tie_breaks, standings_order=order)
    return with_ranks(event._replace(settings=settings))


def _check(series: GeneratorOptions) -> None:
    if (series.output is None) == (series.output_dir is None):
        raise refused("swisspair generate needs either --output FILE or --output-dir DIR")
    if series.lines and (series.output is None or series.output.suffix.lower() == ARCHIVE):
        raise refused("--format jsonl needs --output FILE, or --output - for standard output")
    if series.output is not None and series.number > 1 and not (series.lines or holds_many(series.output)):
        raise refused("several tournaments need --output-dir, or --output with a file name that ends in .zip or .jsonl")


ARCHIVE, LINES = ".zip", ".jsonl"

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every member of an archive. With a constant date, equal events give equal archives."""


def holds_many(output: Path | None) -> bool:
    return output is not None and output.suffix.lower() in (ARCHIVE, LINES)


Put = Callable[[Path, str], object]
"""A function that writes one tournament, under the name of its file. Raises OSError."""


@contextmanager
def opened(output: Path | None, *, lines: bool = False) -> Iterator[Put]:
    """Open the files, the archive or the JSON lines for the tournaments; they appear when complete. Raises OSError."""
    if output == STANDARD and lines:
        yield lambda path, text: show(_as_line(path, text))
    elif output is None or not (lines or holds_many(output)):
        yield lambda path, text: write_or_show(path, in_format_of(path, text))
    else:
        with writing(output) as file:
            if output.suffix.lower() == ARCHIVE:
                with zipfile.ZipFile(file, "w") as archive:
                    yield partial(_into_archive, archive)
            else:
                yield lambda path, text: file.write(_as_line(path, text).encode())


def _as_line(path: Path, text: str) -> str:
    return json_text({"file": path.name, "trf": text})


def _into_archive(archive: zipfile.ZipFile, path: Path, text: str) -> None:
    member = zipfile.ZipInfo(path.name, EARLIEST)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, text)
