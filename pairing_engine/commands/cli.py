"""swisspair: pairs rounds, and generates tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pairing_engine.answers.reply import Request
from pairing_engine.commands.pair_files import Reading, Target, pair_files
from pairing_engine.facts.model import EventKind
from pairing_engine.facts.overrides import overrides_from
from pairing_engine.legacy.arguments import FLAGS, USAGE
from pairing_engine.systems.choice import kind_asked_for
from pairing_engine.terminal.console import Failure, choose_backend, choose_style, jobs_from, list_rules, run
from pairing_engine.terminal.statuses import ExitStatus

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

Text = str | None
Number = int | None
Place = Path | None

EACH_ROUND = "AMOUNTS"
"""How many, each round: a number, or a percentage such as 5%; a list, separated by commas, counts by rounds."""


LEGACY_FORMS = f"""The forms of bbpPairings and JaVaFo, told apart from ours by -p, -c, -g, -r or the flag of a system:

\b
{USAGE}
\b
{FLAGS}"""
"""The second half of the help page. A backspace keeps the lines of a paragraph as they are."""


@app.command(no_args_is_help=True, epilog=LEGACY_FORMS)
def swisspair(
    files: Annotated[list[str] | None, typer.Argument(metavar="FILE...", help="TRFs; - is standard input.")] = None,
    pair: Annotated[bool, typer.Option("--pair", help="Pair a round of each FILE.")] = False,
    generate: Annotated[bool, typer.Option("--generate", help="Write random tournaments.")] = False,
    rules: Annotated[Text, typer.Option(metavar="SYSTEM", help="List the criteria of a system.")] = None,
    system: Annotated[Text, typer.Option(help="The pairing system (default: the file's, else dutch).")] = None,
    edition: Annotated[Text, typer.Option(help="The edition of its rules (default: by record 192 or date).")] = None,
    baku: Annotated[bool, typer.Option("--baku", help="Use the Baku Acceleration Method.")] = False,
    maxi: Annotated[bool, typer.Option("--maxi", help="A Maxi-tournament (Lim): ratings limit exchanges.")] = False,
    team_type: Annotated[Text, typer.Option(help="Teams: A, B or none, over the file's.")] = None,
    primary: Annotated[Text, typer.Option(help="Teams: mp or gp, the score, over the file's.")] = None,
    no_secondary: Annotated[bool, typer.Option("--no-secondary", help="Teams: the score alone counts.")] = False,
    output: Annotated[Place, typer.Option(help="Write the answer to this file.")] = None,
    output_dir: Annotated[Place, typer.Option(help="Write one answer a file into this directory.")] = None,
    round_: Annotated[Number, typer.Option("--round", help="Pair this round (default: the next).")] = None,
    format_: Annotated[
        Text, typer.Option("--format", help="pairs, json, account (what decided), or table (default on a terminal).")
    ] = None,
    jobs: Annotated[Number, typer.Option(help="Files at once (default: as many as there are cores).")] = None,
    list_: Annotated[Place, typer.Option("--list", help="Write the checklist to this file; - shows it.")] = None,
    list_style: Annotated[str, typer.Option(help="The checklist's columns: bbp or javafo.")] = "bbp",
    engine: Annotated[str, typer.Option(help="auto, or reference: slow, and simple to trust.")] = "auto",
    verify: Annotated[bool, typer.Option(help="Look at each pairing once more: is it legal?")] = True,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse files that need adjustments.")] = False,
    encoding: Annotated[Text, typer.Option(help="The encoding of the files (default: UTF-8, else cp1252).")] = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="Where points differ, trust the results.")] = False,
    adjourned: Annotated[Text, typer.Option(help="draw: pair adjourned games as draws.")] = None,
    default_rating: Annotated[Number, typer.Option(help="The rating of those who have none in the file.")] = None,
    count: Annotated[int, typer.Option(help="Generate so many tournaments.")] = 1,
    seed: Annotated[Number, typer.Option(help="The same seed gives the same tournament (default: by lot).")] = None,
    config: Annotated[Place, typer.Option(help="Key=Value lines, as bbpPairings and JaVaFo read them.")] = None,
    players: Annotated[Number, typer.Option(help="Generate: how many players, or teams.")] = None,
    boards: Annotated[Number, typer.Option(help="Generate: on how many boards teams meet.")] = None,
    rounds: Annotated[Number, typer.Option(help="Generate: how many rounds.")] = None,
    draws: Annotated[float | None, typer.Option(help="Generate: percent of the games between equals.")] = None,
    lowest_rating: Annotated[Number, typer.Option(help="Generate.")] = None,
    highest_rating: Annotated[Number, typer.Option(help="Generate.")] = None,
    ratings: Annotated[Place, typer.Option(help="Generate: a file of ratings, one a player.")] = None,
    half_point_byes: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Generate: 3 or 5%, or 5%,0,2.")] = None,
    full_point_byes: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Likewise (default: none).")] = None,
    zero_point_byes: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Likewise.")] = None,
    withdrawals: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Likewise; for good.")] = None,
    late_entries: Annotated[Text, typer.Option(metavar="AMOUNT", help="Generate: 3 or 5% of the players.")] = None,
    forfeits: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Generate: 3 or 5% of the games.")] = None,
    double_forfeits: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Likewise.")] = None,
    unusual: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Likewise: half a point to none, or 0-0.")] = None,
    unrated: Annotated[Text, typer.Option(metavar=EACH_ROUND, help="Likewise: games of less than a move.")] = None,
    prohibited: Annotated[Number, typer.Option(help="Generate: groups of players who may not meet.")] = None,
    points: Annotated[Text, typer.Option(help="Generate: the scoring system, such as W=3,D=1,P=1.5.")] = None,
    initial_colour: Annotated[Text, typer.Option(help="Generate: white or black (default: by lot).")] = None,
) -> None:
    """Pair the next round of a tournament as the FIDE rules demand; or generate tournaments.

    The forms of bbpPairings and JaVaFo work as well: see the end of this page.
    """
    if sum((pair, generate, rules is not None)) != 1:
        words = "say what to do: one of --pair FILE, --generate, --rules SYSTEM (see --help)"
        raise Failure(ExitStatus.BAD_REQUEST, words)
    if rules is not None:
        raise typer.Exit(list_rules(rules, edition))
    overrides = overrides_from(
        baku=baku,
        maxi=maxi,
        default_rating=default_rating,
        adjourned=adjourned,
        team_type=team_type,
        primary=primary,
        no_secondary=no_secondary,
    )
    if pair:
        if not files:
            raise Failure(ExitStatus.BAD_REQUEST, "--pair needs a file, or - for standard input")
        style = choose_style(list_style) if list_ else None
        request = Request(round_, system, edition, choose_backend(engine), style, verify)
        reading = Reading(strict, encoding, recompute, kind_asked_for(system), overrides)
        raise typer.Exit(
            pair_files(files, reading, request, Target(output, output_dir, format_, list_), jobs_from(jobs))
        )
    if files:
        raise Failure(ExitStatus.BAD_REQUEST, f"--generate takes no files: {' '.join(files)}")
    from pairing_engine.commands.write_events import write_events
    from pairing_engine.generator.plan import Written, plan_from

    plan = plan_from(
        Written(
            config,
            players,
            rounds,
            draws,
            lowest_rating,
            highest_rating,
            ratings,
            half_point_byes,
            full_point_byes,
            zero_point_byes,
            withdrawals,
            late_entries,
            forfeits,
            double_forfeits,
            unusual,
            unrated,
            prohibited,
            True if baku else None,
            points,
            initial_colour,
            True if maxi else None,
            boards,
            overrides.team,
        ),
        kind_asked_for(system) or EventKind.INDIVIDUAL,
    )
    inputs = [path for path in (config, ratings) if path is not None]
    raise typer.Exit(write_events(plan, system, edition, seed, count, output, output_dir, inputs))


def main() -> None:
    """The console script."""
    run(app, "swisspair")
