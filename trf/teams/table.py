"""[C.04.6] All rounds of a team event, from games and match records."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts.model import Bye, ByeKind, Request, Round, Tpn
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import TeamScorer
from trf.event.game_table import Column
from trf.format.cells import ABSENT, RESULT_COLUMN, Cell
from trf.format.fields import FIRST_VALUE_COLUMN
from trf.format.findings import Findings
from trf.teams.games import TeamGames
from trf.teams.round import Stated, TeamIndex, TeamRound

_MATCH = "w="
"""The mark in the cell of every match of a team. The colour and the result in this mark have no meaning."""

_WITH_POINTS = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT)


class TeamTable:
    """The rounds of a team event: matches and pairing-allocated byes, before records 240 are read."""

    lines_have_byes = False

    def __init__(
        self, games: TeamGames, team_index: TeamIndex, stated: Stated, rounds: int | None, findings: Findings
    ) -> None:
        self.games = games
        self.team_index = team_index
        self.stated = stated
        self.rounds = rounds
        self.findings = findings
        self.played = max((games.played, *stated.forfeits))
        while (rounds is None or self.played < rounds) and self._is_lone(self.played + 1):
            self.played += 1
        columns = games.columns[: self.played]
        columns += [Column(number, ()) for number in range(len(columns) + 1, self.played + 1)]
        self.paired = [TeamRound(column, games, team_index, stated, findings) for column in columns]
        self._report_line_ups()
        self._add_allotted_byes()

    def _is_lone(self, number: int) -> bool:
        """[240, 320] Whether one team has the pairing-allocated bye, and all other teams asked for a bye."""
        if number not in self.stated.byes.teams:
            return False
        _, team = self.stated.byes.teams[number]
        return self.stated.absent.get(number, frozenset()) == self.team_index.teams.keys() - {team}

    @property
    def boards(self) -> int:
        """The number of boards in a match, from record 352 or else from the longest match."""
        longest = (len(match.boards) for one in self.paired for match in one.matches)
        return len(self.stated.colours) or max(longest, default=0)

    def _report_line_ups(self) -> None:
        """[300] Report line-ups for matches that did not take place."""
        for (number, team), line_up in self.stated.line_ups.items():
            if number > self.played or team not in self.paired[number - 1].mates:
                words = say(
                    "team {team} has no match in round {number}: its line-up is ignored", team=team, number=number
                )
                self.findings.adjust("ADJ-68", line_up.record.line, FIRST_VALUE_COLUMN, words)

    def _add_allotted_byes(self) -> None:
        """[320] Add the pairing-allocated byes of paired rounds."""
        for number, (column, team) in self.stated.byes.teams.items():
            if number > self.played:
                continue
            if team in self.paired[number - 1].mates:
                words = say(
                    "team {team} met another team in round {number}, so its bye does not count",
                    team=team,
                    number=number,
                )
                self._adjust_byes("ADJ-63", column, words)
            else:
                self.paired[number - 1].byes[team] = ByeKind.PAIRING_ALLOCATED

    def _adjust_byes(self, code: str, column: int, words: str) -> None:
        record = self.stated.byes.record
        assert record is not None
        self.findings.adjust(code, record.line, column, words)

    def requests(self) -> list[Request]:
        """[320] Return the pairing-allocated byes of rounds that are not yet paired."""
        found = []
        for number, (column, team) in self.stated.byes.teams.items():
            if self.rounds is not None and number > self.rounds:
                words = say(
                    "record 320 names a team for round {number}, but the event has only {rounds} rounds: the team is "
                    "ignored",
                    number=number,
                    rounds=self.rounds,
                )
                self._adjust_byes("ADJ-59", column, words)
            elif number > self.played:
                found.append(Request(number, Bye(team, ByeKind.PAIRING_ALLOCATED)))
        return found

    def said_in(self, round_: int, number: Tpn) -> Cell:
        """Return a team's opponent or bye in a round, in the form of a player's cell."""
        paired = self.paired[round_ - 1]
        if number in paired.mates:
            return Cell(paired.mates[number], _MATCH)
        kind = paired.byes.get(number)
        return ABSENT if kind is None else ABSENT._replace(mark=kind.value)

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        self.paired[round_ - 1].byes[number] = kind

    def place_of_bye(self, _round: int, number: Tpn) -> tuple[int, int]:
        """Return the line and column for messages about a team's bye."""
        return self.team_index.teams[number].record.line, FIRST_VALUE_COLUMN

    def read_letters(self) -> None:
        """Infer the byes of teams from the bye letters of their players.

        A bye stated in a record has priority over the letters.

        Letters in rounds that are not yet paired are ignored and reported.
        """
        for paired in self.paired:
            for team, kind in self._byes_by_letters(paired):
                paired.byes[team] = kind
                words = say(
                    "team {team} gets a bye in round {number} because its players have bye letters: no record states "
                    "that bye",
                    team=team,
                    number=paired.number,
                )
                self._adjust_letters(paired.column, words)
        for column in self.games.columns[self.played :]:
            if column.byes or column.alone:
                words = say(
                    "the byes of single players in round {number} are ignored: before a round is paired, they say "
                    "nothing about teams",
                    number=column.number,
                )
                self._adjust_letters(column, words)

    def _byes_by_letters(self, paired: TeamRound) -> Iterator[tuple[Tpn, ByeKind]]:
        kinds: dict[Tpn, set[ByeKind]] = {}
        for bye in paired.column.byes:
            team = self.team_index.team_of.get(bye.tpn)
            if team is not None and team not in paired.mates and team not in paired.byes and bye.kind in _WITH_POINTS:
                kinds.setdefault(team, set()).add(bye.kind)
        yield from ((team, min(found, key=_WITH_POINTS.index)) for team, found in sorted(kinds.items()))

    def _adjust_letters(self, column: Column, words: str) -> None:
        players = [bye.tpn for bye in column.byes] + list(column.alone)
        self.findings.adjust(
            "ADJ-65", self.games.line_of(min(players)), self.games.place_of(RESULT_COLUMN, column), words
        )

    def recorded_rounds(self, scorer: TeamScorer) -> tuple[Round, ...]:
        size = self.boards
        rounds = []
        for paired in self.paired:
            byes = tuple(Bye(team, paired.byes[team]) for team in sorted(paired.byes))
            rounds.append(Round((), byes, tuple(paired.scored(scorer, size))))
        return tuple(rounds)
