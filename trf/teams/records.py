"""Records about teams: members (310, 013), line-ups (300), byes (320), forfeits (330), colours (352), points (362)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.model import NOBODY, AbnormalTeamPoints, Participant, Points, Result, Team, Tpn, show_points
from pairing_engine.language import quoted, say
from pairing_engine.scores.team_scorer import match_scoring
from trf.event.players import Roster, listed_numbers, report_missing, report_numbers_left_out
from trf.event.scoring import report_order
from trf.event.settings import agreed
from trf.event.statements import abnormal_kind, check_rounds
from trf.format.fields import FIRST_VALUE_COLUMN, TABLES, TEXT_RECORDS, number_of, points_of
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Index, Record

_FORFEITS = {
    "+-": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "-+": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    "--": (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
}

_SYMBOL = re.compile(r"[A-Za-z]{2} *[0-9.,]+")

MATCH_POINTS = {"TW": Points(20), "TD": Points(10), "TL": Points(0)}


class LineUp(NamedTuple):
    """[300] A team's stated line-up in a round: the opponent, and the player of each board.

    `NOBODY` stands for an empty board. If ``sound`` is false, a problem of the line-up is already reported, and
    problems that result from it are not reported.
    """

    record: Record
    opponent: Tpn
    players: tuple[Tpn, ...]
    sound: bool = True

    def column_of(self, place: int) -> int:
        table = TABLES["300"]
        assert table.repeated is not None
        return table.repeated.first + place * table.stride


class Forfeit(NamedTuple):
    """[330] A forfeited match with the results of White and Black."""

    record: Record
    white: Tpn
    black: Tpn
    results: tuple[Result, Result]

    def results_of(self, team: Tpn) -> tuple[Result, Result]:
        """Return the results of both teams in a forfeited match; the result of ``team`` comes first."""
        return self.results if team == self.white else self.results[::-1]


class AllottedByes(NamedTuple):
    """[320] For each round, the teams with the pairing-allocated bye, each with its column in the record."""

    record: Record | None = None
    teams: Mapping[int, tuple[int, Tpn]] = {}
    match: Points | None = None
    game: Points | None = None


def _known(record: Record, name: str, roster: Roster, findings: Findings) -> Tpn:
    number = record.number(name) or NOBODY
    if number:
        return Tpn(number) if roster.finds(number, *record.at(name), findings) else NOBODY
    roster.refuse(None, *record.at(name), findings)
    return NOBODY


def _round(record: Record, findings: Findings) -> int:
    number = record.number("round") or 0
    if not number:
        findings.refuse("number of a round", *record.at("round"), found="blanks")
    return number


def line_ups(
    index: Index, teams: Roster, team_of: Mapping[Tpn, Tpn], findings: Findings
) -> dict[tuple[int, Tpn], LineUp]:
    found: dict[tuple[int, Tpn], LineUp] = {}
    for record in index.of("300"):
        round_, team = _round(record, findings), _known(record, "team", teams, findings)
        opponent = _known(record, "opponent", teams, findings) if record.number("opponent") else NOBODY
        if not (round_ and team):
            continue
        players = tuple(Tpn(number_of(cell) or NOBODY) for cell in record.more)
        before = len(findings.problems)
        line_up = LineUp(record, opponent, players)
        _check_players(line_up, team, team_of, findings)
        line_up = line_up._replace(sound=len(findings.problems) == before)
        if (round_, team) in found:
            values = {"other": found[round_, team].record.line, "team": team, "round": round_}
            findings.refuse("duplicate line-up", record.line, record.column("round"), "line-up", **values)
        found.setdefault((round_, team), line_up)
    return found


def _check_players(line_up: LineUp, team: Tpn, team_of: Mapping[Tpn, Tpn], findings: Findings) -> None:
    for place, player in enumerate(line_up.players):
        if player == NOBODY:
            continue
        key = "player on two boards" if player in line_up.players[:place] else ""
        if team_of.get(player) != team:
            key = "player of another team"
        if key and not findings.unsound_lines:
            where = line_up.record.line, line_up.column_of(place), "players"
            findings.refuse(key, *where, player=player, team=team)


def forfeits(index: Index, teams: Roster, rounds: int | None, findings: Findings) -> dict[int, list[Forfeit]]:
    """[330] Return the forfeited matches of each round."""
    found: dict[int, list[Forfeit]] = {}
    for record in index.of("330"):
        kind, round_ = record.text("kind"), _round(record, findings)
        white, black = (_known(record, name, teams, findings) for name in ("white team", "black team"))
        if kind not in _FORFEITS:
            findings.refuse("kind of forfeit", *record.at("kind"), found=quoted(kind))
        elif white and white == black:
            findings.refuse("contradiction of sides", *record.at("black team"), white=white)
        elif rounds is not None and round_ > rounds:
            findings.refuse("rounds", *record.at("round"), round=round_, rounds=rounds)
        elif round_ and white and black:
            found.setdefault(round_, []).append(Forfeit(record, white, black, _FORFEITS[kind]))
    return found


def allotted_byes(index: Index, teams: Roster, findings: Findings) -> AllottedByes:
    records = index.of("320")
    for record in records[1:]:
        findings.refuse("duplicate 320", record.line, 1, "record", line=records[0].line)
    if not records:
        return AllottedByes()
    record = records[0]
    table = TABLES["320"]
    assert table.repeated is not None
    found = {}
    for round_, cell in enumerate(record.more, 1):
        number = number_of(cell)
        column = table.repeated.first + (round_ - 1) * table.stride
        field = say("team of round {round}", round=round_)
        if number and teams.finds(number, record.line, column, field, findings):
            found[round_] = column, Tpn(number)
    match, game = record.points("match points"), record.points("game points")
    return AllottedByes(record, found, _points(match), _points(game))


def absent_teams(index: Index) -> dict[int, frozenset[Tpn]]:
    found: dict[int, frozenset[Tpn]] = {}
    for record in index.of("240"):
        if number := record.number("round"):
            teams = frozenset(Tpn(number) for _, number in listed_numbers(record))
            found[number] = found.get(number, frozenset()) | teams
    return found


def _points(tenths: int | None) -> Points | None:
    return None if tenths is None else Points(tenths)


def board_colours(index: Index, findings: Findings) -> str:
    """[352] Return the board colours of the team with White on the first board; empty if not stated.

    A record 352 may begin with Black, because it may give the colours of the other team. The record still shows which
    boards have the same colour as the first board.
    """
    stated = []
    for record in index.of("352"):
        colours = record.value.upper()
        if colours.strip("WB"):
            findings.refuse("colour of boards", *record.at(), found=quoted(record.value))
        elif colours:
            stated.append((record, record.value_column, colours))
    return agreed(stated, findings) or ""


def match_points(index: Index, findings: Findings) -> model.Scoring:
    points = dict(MATCH_POINTS)
    stated: dict[str, tuple[int, int]] = {}
    for record in index.of("362"):
        rest = record.cells[0]
        for column, word in record.words(_SYMBOL):
            symbol, value = word[:2].upper(), word[2:]
            rest = rest.replace(word, "", 1)
            try:
                tenths = points_of(value)
            except ValueError:
                tenths = None
            if symbol not in points or tenths is None:
                _refuse_match_points(record, column, word, findings)
            elif stated.setdefault(symbol, (tenths, record.line))[0] != tenths:
                earlier, line = stated[symbol]
                key = "scoring twice" if line == record.line else "scoring twice in two lines"
                values = {"symbol": symbol, "points": show_points(Points(earlier)), "line": line}
                findings.refuse(key, record.line, column, TEXT_RECORDS["362"], found=quoted(word), **values)
            else:
                points[symbol] = Points(tenths)
        if rest.strip():
            _refuse_match_points(record, record.value_column, rest.strip(), findings)
    scoring = match_scoring(points["TW"], points["TD"], points["TL"])
    for record in index.of("362")[-1:]:
        report_order(scoring, record, findings)
    return scoring


def _refuse_match_points(record: Record, column: int, found: str, findings: Findings) -> None:
    findings.refuse("scoring", record.line, column, TEXT_RECORDS["362"], found=quoted(found))


def abnormal_team_points(
    index: Index, teams: Roster, findings: Findings, rounds: int | None
) -> tuple[AbnormalTeamPoints, ...]:
    """[299] Return abnormal points. A record without a list of teams applies to all teams."""
    found = []
    for record in index.of("299"):
        tpns = frozenset(teams.listed(record, findings)) if record.numbers() else teams.everybody()
        match, game = record.points("match points"), record.points("points")
        kind = abnormal_kind(record, findings)
        if match is None and game is None:
            findings.refuse("points of teams", *record.at("match points"))
        elif kind is not None:
            number = record.number("round") or 0
            check_rounds(record, number, number, rounds, findings)
            found.append(AbnormalTeamPoints(kind, _points(match), _points(game), number, tpns))
    return tuple(found)


def team_points(record: Record) -> tuple[Points | None, Points | None]:
    if record.code != "310":
        return None, None
    return _points(record.points("match points")), _points(record.points("game points"))


TEAM_CODES = ("310", "013")
"""The codes of team records. Records 013 are ignored if the file has records 310."""

MOST_TEAMS = 999
"""The highest team number, which has three columns in record 310."""


class TeamEntry(NamedTuple):
    """A team's record, and the numbers of its members in the file."""

    number: Tpn
    record: Record
    members: tuple[Tpn, ...]

    def participant(self) -> Participant:
        strength = self.record.number("strength") if self.record.code == "310" else None
        return Participant(self.number, self.record.text("name"), strength or 0)

    def team(self) -> Team:
        nickname = self.record.text("nickname") if self.record.code == "310" else ""
        return Team(self.number, self.members, nickname)


def enrol_teams(index: Index, players: Roster, findings: Findings) -> list[TeamEntry]:
    records = index.of("310") or index.of("013")
    if not records and not findings.problems:
        findings.refuse("missing teams", WHOLE_FILE, 0, "teams")
    entries: dict[int, TeamEntry] = {}
    teams_of: dict[Tpn, tuple[Tpn, int]] = {}
    for place, record in enumerate(records, 1):
        number = place if record.code == "013" else record.number("team") or 0
        if not 1 <= number <= MOST_TEAMS:
            found = (record.text("team") if record.code == "310" else str(number)) or "blanks"
            findings.refuse("number up to", record.line, FIRST_VALUE_COLUMN, "team", found=found, most=MOST_TEAMS)
        elif number in entries:
            values = {"number": number, "line": entries[number].record.line}
            findings.refuse("duplicate team", record.line, FIRST_VALUE_COLUMN, "team", **values)
        else:
            members = tuple(_members(record, Tpn(number), teams_of, players, findings))
            entries[number] = TeamEntry(Tpn(number), record, members)
    teams = [entries[number] for number in sorted(entries)]
    report_numbers_left_out(((entry.number, entry.record.line) for entry in teams), "ADJ-48 teams", findings)
    report_missing("082", index, len(teams), findings)
    return teams


def _members(
    record: Record, team: Tpn, teams_of: dict[Tpn, tuple[Tpn, int]], players: Roster, findings: Findings
) -> Iterator[Tpn]:
    listed = listed_numbers(record)
    if not listed:
        column = TABLES[record.code].width + 1
        findings.refuse("missing members", record.line, column, "players")
    for column, number in listed:
        player = Tpn(number)
        if not players.finds(number, record.line, column, "players", findings):
            continue
        if player in teams_of:
            other, line = teams_of[player]
            key = "duplicate in the record" if other == team else "duplicate in two teams"
            findings.refuse(key, record.line, column, "players", number=number, other=other, line=line)
        else:
            teams_of[player] = team, record.line
            yield player
