"""The teams in a file and their members, from records 310 or, if there are none, from records 013."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts.model import Participant, Team, Tpn
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.event.players import report_numbers_left_out
from trf.event.roster import Roster, listed_numbers
from trf.format.fields import FIRST_VALUE_COLUMN, TABLES
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Index, Record

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
    """Return the teams in the order of their numbers. Records 013 are numbered in the order of lines."""
    records = index.of("310") or index.of("013")
    if not records and not findings.problems:
        advice = say("name the teams and their members")
        findings.problem(WHOLE_FILE, 0, "missing", "teams", "none", say("records 310"), advice)
    entries: dict[int, TeamEntry] = {}
    teams_of: dict[Tpn, Tpn] = {}
    for place, record in enumerate(records, 1):
        number = place if record.code == "013" else record.number("team") or 0
        if not 1 <= number <= MOST_TEAMS:
            found, expected = (
                str(number) if number else "blanks",
                say("a number from 1 to {most}", most=MOST_TEAMS),
            )
            findings.problem(record.line, FIRST_VALUE_COLUMN, "number", "team", found, expected)
        elif number in entries:
            found = say(
                "{number}, which the team in line {line} already has", number=number, line=entries[number].record.line
            )
            expected = say("a different number for every team")
            findings.problem(record.line, FIRST_VALUE_COLUMN, "duplicate", "team", found, expected)
        else:
            members = tuple(_members(record, Tpn(number), teams_of, players, findings))
            entries[number] = TeamEntry(Tpn(number), record, members)
    teams = [entries[number] for number in sorted(entries)]
    words = marked("some team numbers below {number} are missing: the numbers are kept as they are")
    report_numbers_left_out(((entry.number, entry.record.line) for entry in teams), words, findings)
    return teams


def _members(record: Record, team: Tpn, teams_of: dict[Tpn, Tpn], players: Roster, findings: Findings) -> Iterator[Tpn]:
    """Yield the players in a team's record. Players who already belong to another team are left out."""
    listed = listed_numbers(record)
    if not listed:
        column = TABLES[record.code].width + 1
        findings.problem(record.line, column, "missing", "players", "none", say("the members of the team"))
    for column, number in listed:
        player = Tpn(number)
        if not players.knows(number):
            if not findings.unsound_lines:  # otherwise the unreadable line may be that player's
                findings.problem(record.line, column, "player", "players", players.unknown(number), players.expected)
        elif player in teams_of:
            other = teams_of[player]
            found = (
                say("{number}, who is listed twice in the record", number=number)
                if other == team
                else say("{number}, a member of team {other}", number=number, other=other)
            )
            findings.problem(record.line, column, "duplicate", "players", found, say("every player in one team"))
        else:
            teams_of[player] = team
            yield player
