"""Code that reads a tournament from the records of a file. For the opposite direction, see `trf.writing.tournament`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pairing_engine.facts.codes import AS_WRITTEN, ROUND_ROBIN, Overrides, kind_of_code, system_of, team_rules_of
from pairing_engine.facts.model import EventKind, Scoring, Settings, TeamRules, Tournament, Tpn
from pairing_engine.language import say
from pairing_engine.scores.crosstable import Crosstable
from trf.event import players
from trf.event import settings as rules
from trf.event.game_table import GameTable
from trf.event.players import enrol, participant_of, recorded_ranks, report_rating_order
from trf.event.requests import Announcements
from trf.format.fields import COMMENT, MATCH_CODES, PLAYER, PLAYER_CODE, SCORING_CODES, TEAM_RECORDS, points_of
from trf.format.findings import Findings
from trf.format.records import Index, TrfFile

_TEAMS_PLAY = r"(?i)\bteams?\b"
_PLAYERS_PLAY = r"(?i)\bindividual\b"

_OF_PARTICIPANTS = ("013", "250", "260", "299", "310", "XXA", "XXP", *MATCH_CODES)
"""Records about clubs, virtual points, prohibitions and abnormal points, and about matches of teams."""

_POINTS = PLAYER.index["points"]

GAMES_OF_MATCH = 2
"""[C.04.5] The number of games in a match of a Double-Swiss event."""


class Policy(NamedTuple):
    """The caller's choices for reading a file."""

    recompute: bool = False
    kind: EventKind | None = None
    """The kind of the event; None to use the kind in record 192."""
    overrides: Overrides = AS_WRITTEN


LITERAL_READING = Policy()


def tournament_of(file: TrfFile, findings: Findings, policy: Policy = LITERAL_READING) -> Tournament:
    """Read a tournament from the records of a file.

    Games are sorted by the lower TPN of their players. Byes and announced byes are in the order of players.

    Raises `TrfProblems` with every problem of the file, including problems of columns. Raises `BadRequest` for an
    override that has no meaning in this kind of event.
    """
    index = Index(file)
    entries = enrol(index.of(PLAYER_CODE), findings)
    settings = _settings(index, rules.system(index, findings), policy.overrides, findings)
    event = Tournament(rules.tournament_name(index), (), settings=settings, notes=rules.notes(index))
    kind = _kind(policy, index, settings.system, findings)
    players.report_missing("062", index, len(entries), findings)
    policy.overrides.check(kind)
    by_position = kind is not EventKind.TEAM and rules.is_ordered_by_position(index)
    if not by_position:
        entries.sort()
        numbers = ((entry.number, entry.record.line) for entry in entries)
        players.report_numbers_left_out(numbers, "ADJ-48", findings)
    if kind is EventKind.TEAM:
        findings.take_back(TEAM_RECORDS)
        from trf.teams.rounds import with_teams  # imported late: loading takes most of the time of a small event

        team = policy.overrides.team.over(team_rules_of(settings.system) or TeamRules())
        event = event._replace(settings=settings._replace(team=team))
        event = with_teams(event, index, entries, findings, adjourned_as_draw=policy.overrides.adjourned_as_draw)
        findings.conclude()
        return event._replace(members=tuple(map(participant_of, entries)))
    event = _with_rounds(event, index, entries, policy, kind, findings)
    if not (event.rounds or by_position or findings.problems):
        report_rating_order(entries, findings)
    findings.conclude()
    event = event._replace(
        participants=policy.overrides.rated(tuple(map(participant_of, entries))),
        recorded_ranks=recorded_ranks((entry.number, entry.record) for entry in entries),
    )
    if not by_position:
        return event
    from pairing_engine.facts.renumbered import numbered_by_position  # imported late: few events need it

    return numbered_by_position(event)


def _kind(policy: Policy, index: Index, code: str, findings: Findings) -> EventKind:
    keeps_teams = policy.overrides.keep_teams and index.of("310", "013")
    recorded = _kind_recorded(code, index, findings) if keeps_teams or policy.kind is None else policy.kind
    return recorded if recorded is EventKind.TEAM or policy.kind is None else policy.kind


def _kind_recorded(code: str, index: Index, findings: Findings) -> EventKind:
    named = system_of(code)
    if code and not (named and named.name == ROUND_ROBIN):
        return kind_of_code(code)
    if index.of("310") and index.of(*MATCH_CODES, *(["352"] if code else [])):
        return EventKind.TEAM
    for record in index.of("092") if index.of("310", "013") else ():
        if re.search(_TEAMS_PLAY, record.value) and not re.search(_PLAYERS_PLAY, record.value):
            findings.adjust("ADJ-79", record.line, record.value_column, record=record.value)
            return EventKind.TEAM
    return kind_of_code(code)


def _settings(index: Index, system: rules.RecordedSystem, overrides: Overrides, findings: Findings) -> Settings:
    days = rules.days_of(index, findings)
    rules.report_edition(system_of(system.code), system.record, days, findings)
    return Settings(
        rounds=rules.number_of_rounds(index, findings),
        initial_colour=rules.initial_colour(index, findings),
        system=system.code,
        first_day=days.first,
        last_day=days.last,
        round_days=days.rounds,
        unclear_day=days.unclear,
        sources=rules.sources(system, days),
        **rules.as_stated(index),
        baku=(system.baku or overrides.baku) and not index.of("250", "XXA"),
        maxi=overrides.maxi,
        stated_code=system.stated,
    )


def _with_rounds(
    event: Tournament,
    index: Index,
    entries: list[players.PlayerEntry],
    policy: Policy,
    kind: EventKind,
    findings: Findings,
) -> Tournament:
    is_double = kind is EventKind.DOUBLE
    scoring, unknown = _scoring(index, policy.overrides.adjourned_as_draw, is_double, findings)
    numbers = [entry.number for entry in entries]
    roster = players.Roster(numbers)
    settings = event.settings._replace(scoring=scoring, double=is_double)
    if index.of(*_OF_PARTICIPANTS) or any(record.value.startswith(rules.MARKS) for record in index.of(COMMENT)):
        from trf.event.statements import clubs, with_statements  # imported late, like all that few events need

        event = event._replace(teams=clubs(index, roster, findings))
        settings = with_statements(settings, index, roster, findings)
    table = _table(entries, settings, findings)
    _count_byes_ahead(table, settings)
    under_way = False
    if not table.is_usual():
        from trf.event.odd_rounds import report_tolerances

        under_way = report_tolerances(table, unknown, index)
    requests = Announcements(table).read(index, roster)  # which may give byes to past rounds
    event = event._replace(
        settings=settings, rounds=tuple(table.recorded_rounds()), requests=requests, under_way=under_way
    )
    return _with_checked_points(event, table, findings, recompute=policy.recompute)


def _with_checked_points(event: Tournament, table: GameTable, findings: Findings, *, recompute: bool) -> Tournament:
    """Compare the points with the results, and return the event with the byes that only the points show."""
    totals = Crosstable(event.rounds, table.numbers, event.settings).totals()
    texts = {entry.number: entry.record.cells[_POINTS] for entry in table.entries}
    if not findings.problems and all(
        "," not in text and points_of(text) == totals[number] for number, text in texts.items()
    ):
        return event
    from trf.event.points import PointsCheck, extras_of

    extras = extras_of(event, table.played + 1, table.numbers)
    check = PointsCheck(table, totals, event, extras, recompute=recompute)
    if not any(problem.code == "bye" for problem in findings.problems):
        check.check(table.entries)
    for number, bye in check.filled:
        table.give_bye(number, *bye)
    return event._replace(rounds=tuple(table.recorded_rounds())) if check.filled else event


def _scoring(index: Index, adjourned_as_draw: bool, is_double: bool, findings: Findings) -> tuple[Scoring, str]:
    """Return the scoring system, and the words for the points of a game without a result; empty if it must have one."""
    if not (is_double or index.of(*SCORING_CODES)):
        return Scoring(), say("a draw") if adjourned_as_draw else ""
    from trf.event.scoring import read_scoring

    points = read_scoring(index.of(*SCORING_CODES), findings, GAMES_OF_MATCH if is_double else 1)
    words = say("a draw") if adjourned_as_draw else points.unknown_in_words()
    return points.counting(adjourned_as_draw=adjourned_as_draw), words


def _table(entries: list[players.PlayerEntry], settings: Settings, findings: Findings) -> GameTable:
    if not settings.double:
        return _completed(GameTable(entries, settings.rounds, findings))
    from trf.event.double_table import JOINED, DoubleTable, is_in_points, take_apart
    from trf.format.cells import TWO_GAMES

    layout = TWO_GAMES
    if any(is_in_points(text) for entry in entries for text in entry.record.more):
        take_apart(entries, settings.scoring, findings)
        layout = JOINED
    doubles = DoubleTable(entries, settings.rounds, findings, layout)
    _completed(doubles)
    doubles.join()
    return doubles


def _completed(table: GameTable) -> GameTable:
    if not table.is_complete():
        from trf.event.odd_rounds import complete

        complete(table)
    return table


def _count_byes_ahead(table: GameTable, settings: Settings) -> None:
    """Count rounds in which nobody plays as over if the points contain their byes.

    These are rounds in which everybody asked for a bye, and those up to a pairing-allocated bye.
    """
    while not table.findings.problems and table.all_have_asked():
        before, after = (_totals(table, settings, table.played + more) for more in (0, 1))
        stated = [entry.record.points("points") for entry in table.entries]
        if before == after or any(
            points is None or points < after[n] for n, points in zip(table.numbers, stated, strict=True)
        ):
            break
        table.played += 1
        table.count_lone_rounds()
    found = None if table.findings.problems else table.sole_bye_ahead()
    if found is not None:
        rounds, player = found
        without, gained = (_totals(table, settings, number)[player] for number in (table.played, rounds))
        if without != gained == table.entries[table.place[player]].record.points("points"):
            table.played = rounds


def _totals(table: GameTable, settings: Settings, rounds: int) -> Mapping[Tpn, int]:
    """Return the points after a number of rounds, even if those are not yet counted as over."""
    played, table.played = table.played, rounds
    recorded, table.played = table.recorded_rounds(), played
    return Crosstable(recorded, table.numbers, settings).totals()
