"""[C.04.6] Code that reads a team event from records: teams, players' games, and points of matches."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.model import (
    ByeKind,
    Colour,
    Points,
    Scoring,
    TeamPoints,
    TeamRules,
    Tournament,
    show_points,
)
from pairing_engine.language import say
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.scores.team_scorer import TeamScorer, usual_byes
from pairing_engine.values import replace
from trf.event.players import PlayerEntry, Roster, recorded_ranks
from trf.event.requests import Announcements
from trf.event.scoring import SCORING_CODES, read_scoring
from trf.event.settings import BY_POSITION, prohibitions, virtual_points, wishes
from trf.event.tolerances import check_number_of_rounds, report_results
from trf.format.fields import UNKNOWN
from trf.format.findings import Findings
from trf.format.records import Index
from trf.teams.records import (
    TEAM_CODES,
    AllottedByes,
    TeamEntry,
    abnormal_team_points,
    absent_teams,
    allotted_byes,
    board_colours,
    enrol_teams,
    forfeits,
    line_ups,
    match_points,
    team_points,
)
from trf.teams.rounds import ALONE, Stated, TeamGames, TeamIndex, TeamTable


def with_teams(
    event: Tournament, index: Index, entries: list[PlayerEntry], findings: Findings, *, adjourned_as_draw: bool
) -> Tournament:
    """Return the event with teams as participants, with rounds and announced byes. Problems are added to ``findings``.

    The settings must already name the scores and colour preferences of the event.
    """
    _report_order(index, findings)
    games = TeamGames(entries, event.settings.rounds, findings)
    check_number_of_rounds(games)
    teams, sound = _enrolled(index, games, findings)
    event = replace(
        event,
        participants=tuple(team.participant() for team in teams),
        teams=tuple(team.team() for team in teams),
        recorded_ranks=recorded_ranks((team.number, team.record) for team in teams if team.record.code == "310"),
    )
    roster = Roster((team.number for team in teams), "team", "310")
    rules = _rules(event, index, roster, findings)
    points = read_scoring(index.of(*SCORING_CODES), findings)
    scoring = points.counting(adjourned_as_draw=adjourned_as_draw)
    points = points._replace(scoring=scoring, unknown_given=adjourned_as_draw or points.unknown_given)
    under_way = report_results(games, points.unknown_in_words())
    rules = replace(rules, games=scoring)
    team_of = {player: team.number for team in teams for player in team.members}
    stated = Stated(
        line_ups(index, roster, team_of, findings),
        forfeits(index, roster, games.rounds, findings),
        allotted_byes(index, roster, findings),
        rules.colours,
        absent_teams(index),
    )
    table = TeamTable(games, TeamIndex({team.number: team for team in teams}, team_of, sound), stated)
    event = replace(_with_rounds(event, table, index, roster, rules, findings), under_way=under_way)
    if points.bye_given and table.stated.byes.game is None:
        event = _with_stated_bye(event, teams, table.boards, scoring.pairing_allocated_bye)
    if not findings.problems:
        _check_teams(event, teams, findings)
        _check_players(games, scoring, findings, under_way=under_way)
    return event


def _enrolled(index: Index, games: TeamGames, findings: Findings) -> tuple[list[TeamEntry], bool]:
    """Return the teams, and whether all records about them could be read."""
    before = len(findings.problems)
    teams = enrol_teams(index, Roster(games.numbers), findings)
    unread = [record.line for record in index.of(UNKNOWN) if record.cells[0][:3] in TEAM_CODES]
    findings.unsound_lines.update(unread)
    return teams, len(findings.problems) == before and not unread


def _report_order(index: Index, findings: Findings) -> None:
    """[XXC rank] Report that the file orders players by line, which has no meaning for teams."""
    for record in index.of("XXC"):
        for column, word in record.words():
            if word.lower() == BY_POSITION:
                findings.adjust(
                    "ADJ-33",
                    record.line,
                    column,
                    say("{word!r} is a setting for players, not for teams: it is ignored", word=word),
                )


def _rules(event: Tournament, index: Index, roster: Roster, findings: Findings) -> TeamRules:
    """Return the team rules of the event, except the points for games and byes."""
    assert event.settings.team is not None
    colours, abnormal = board_colours(index, findings), abnormal_team_points(index, roster, findings)
    return replace(event.settings.team, colours=colours, abnormal_points=abnormal)


def _with_rounds(
    event: Tournament, table: TeamTable, index: Index, roster: Roster, rules: TeamRules, findings: Findings
) -> Tournament:
    scoring = match_points(index, findings)
    requests = Announcements(table).read(index, roster)
    table.read_letters()
    byes = _byes(scoring, rules.games, table.boards, table.stated.byes)
    settings = replace(
        event.settings,
        scoring=scoring,
        virtual_points=virtual_points(index, roster, findings, rules),
        prohibitions=prohibitions(index, roster, findings),
        wishes=wishes(index, roster, findings),
        team=replace(rules, byes=byes),
    )
    return replace(
        event, rounds=table.recorded_rounds(TeamScorer(rules, scoring)), requests=requests, settings=settings
    )


def _byes(scoring: Scoring, games: Scoring, boards: int, stated: AllottedByes) -> dict[ByeKind, TeamPoints]:
    """[C.04.6 1.4, 320] Return the points for every kind of bye."""
    byes = usual_byes(scoring, games, boards)
    usual = byes[ByeKind.PAIRING_ALLOCATED]
    byes[ByeKind.PAIRING_ALLOCATED] = TeamPoints(
        usual.match if stated.match is None else stated.match, usual.game if stated.game is None else stated.game
    )
    return byes


def _with_stated_bye(event: Tournament, teams: Sequence[TeamEntry], boards: int, points: Points) -> Tournament:
    """[162 P] Set the game points of the bye to the points in record 162 (reading T6).

    Record 162 usually gives the points of one board. Record 162 is read as the points of a whole match if only this
    reading agrees with the records 310.
    """
    assert event.settings.team is not None
    rules, kind = event.settings.team, ByeKind.PAIRING_ALLOCATED
    readings = []
    for worth in (Points(boards * points), points):
        byes = {**rules.byes, kind: rules.byes[kind]._replace(game=worth)}
        readings.append(replace(event, settings=replace(event.settings, team=replace(rules, byes=byes))))
    by_board, by_match = readings
    return by_match if _agrees(by_match, teams) and not _agrees(by_board, teams) else by_board


def _agrees(event: Tournament, teams: Sequence[TeamEntry]) -> bool:
    """Whether the points in records 310 agree with the computed points of the teams."""
    gained = crosstable_of(event).team_totals()
    stated = ((team_points(team.record), gained[team.number]) for team in teams)
    return all(points in (None, counted) for said, found in stated for points, counted in zip(said, found, strict=True))


def _check_teams(event: Tournament, teams: Sequence[TeamEntry], findings: Findings) -> None:
    """[310] Report teams whose stated points disagree with the results of their matches.

    The results have priority over the stated points. While a round is being played, the stated points may not yet
    include that round.
    """
    gained = crosstable_of(event).team_totals()
    before = crosstable_of(event.settled).team_totals()
    for team in teams:
        for name, stated, counted, earlier in zip(
            ("match points", "game points"),
            team_points(team.record),
            gained[team.number],
            before[team.number],
            strict=True,
        ):
            if stated not in (None, counted, earlier):
                words = say(
                    "{name}: {stated} in the file, but the matches give {counted}: the matches are used",
                    name=say(name),
                    stated=show_points(stated or Points(0)),
                    counted=show_points(counted),
                )
                findings.adjust("ADJ-62", team.record.line, team.record.column(name), words)


def _check_players(games: TeamGames, scoring: Scoring, findings: Findings, *, under_way: bool) -> None:
    """[001] Report players whose stated points disagree with their games. Open games give no points."""
    if under_way:
        scoring = replace(scoring, unknown=Points(0))
    worth = scoring.of_result(Colour.WHITE), scoring.of_result(Colour.BLACK)
    byes = scoring.of_bye()
    won, given = dict.fromkeys(games.numbers, 0), dict.fromkeys(games.numbers, 0)
    for column in games.paired_columns:
        for game in column.games:
            won[game.white] += worth[0][game.white_result]
            won[game.black] += worth[1][game.black_result]
        for player, mark in column.alone.items():
            won[player] += worth[0][ALONE[mark][1]]
        for bye in column.byes:
            given[bye.tpn] += byes[bye.kind]
    for entry in games.entries:
        stated, gained = entry.record.points("points"), won[entry.number]
        if stated is not None and stated not in (gained, gained + given[entry.number]):
            comes_to = show_points(gained)
            words = say(
                "player {number} has {stated} points in the file, but the games give {comes_to}",
                stated=show_points(stated),
                number=entry.number,
                comes_to=comes_to,
            )
            findings.adjust("ADJ-67", entry.record.line, entry.record.column("points"), words)
