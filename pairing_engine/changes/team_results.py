"""[C.04.6] The results of team matches, stated by board or by player, with line-ups and forfeited matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.changes.matches import boards_of_match, games_of
from pairing_engine.changes.stated_results import Sides, Stated
from pairing_engine.errors import BadRequest, BadRequests
from pairing_engine.facts.model import NOBODY, Game, Result, TeamMatch, Tournament, Tpn
from pairing_engine.facts.names import find, number_and_name
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import Sides as Teams
from pairing_engine.scores.team_scorer import TeamScorer

_BOARD = re.compile(r"([0-9]{1,4})[./]([0-9]{1,3})")
_FORFEITED = ((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN))
_BOTH = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)

NO_SEAT = "-"
"""The sign for an empty seat in a line-up."""


class Matches:
    """The matches of a round in the order of the boards.

    A board is found by a number such as ``3.2``, or by the name of a player.
    """

    def __init__(self, tournament: Tournament, number: int, matches: Iterable[object]) -> None:
        rules = tournament.settings.team
        assert rules is not None
        self.number = number
        self.matches = [match for match in matches if isinstance(match, TeamMatch)]
        self.teams, self.players = tournament.participants, tournament.players
        self.members = {team.tpn: team.members for team in tournament.teams}
        self.scorer, self.size = TeamScorer(rules, tournament.settings.scoring), boards_of_match(tournament)
        self.colours = rules.colours

    def with_line_ups(self, line_ups: Sequence[str]) -> None:
        """Enter line-ups such as ``Kiel: Aalto, Berg``, and remove the results of their boards.

        Raises `BadRequest` for teams that have no match, and for players who are not members of their team.
        """
        for text in line_ups:
            name, colon, listed = text.partition(":")
            if not colon:
                found = one_line(text)
                raise BadRequest(
                    say("found {found!r}, expected a team and its players, such as Kiel: Aalto, Berg", found=found)
                )
            team = find(self.teams, name.strip(), "line-up")
            seated = self._seated(team.tpn, listed)
            place = next((at for at, one in enumerate(self.matches) if team.tpn in (one.white, one.black)), None)
            if place is None:
                words = say("{team} has no match in round {number}", team=number_and_name(team), number=self.number)
                raise BadRequest(words)
            match = self.matches[place]
            sides = list(self._sides(match).line_ups(match.boards))
            sides[team.tpn != match.white] = seated
            self.matches[place] = self._scored(match, games_of(sides[0], sides[1], self.colours))

    def _seated(self, team: Tpn, listed: str) -> list[Tpn]:
        members = tuple(one for one in self.players if one.tpn in self.members[team])
        words = [word.strip() for word in re.split(";" if ";" in listed else ",", listed) if word.strip()]
        found = [NOBODY if word == NO_SEAT else find(members, word, "line-up").tpn for word in words]
        if len(found) > self.size:
            found_words = say("{number} players", number=len(found))
            raise BadRequest(say("found {found}, expected at most {most}", found=found_words, most=self.size))
        for tpn in {tpn for tpn in found if tpn != NOBODY and found.count(tpn) > 1}:
            name = next(one.name for one in members if one.tpn == tpn)
            raise BadRequest(say("{name} is named {number} times", name=name, number=found.count(tpn)))
        return [*found, *[NOBODY] * (self.size - len(found))]

    def enter(self, stated: Sequence[Stated], *, may_correct: bool) -> list[Game]:
        """Enter results, and return the games whose earlier results were changed.

        Raises `BadRequest` with every result that cannot be entered.
        """
        entered: dict[tuple[int, int], tuple[Stated, Game]] = {}
        forfeits: dict[int, Sides] = {}
        faults: list[str] = []
        for one in stated:
            try:
                if one.who.isascii() and one.who.isdigit():
                    forfeits[self._match_at(int(one.who[:9]))] = self._forfeit(one)
                    continue
                place, game = self._meant(one)
                self._check(place, game, one, entered.get(place), may_correct=may_correct)
            except BadRequest as fault:
                faults.append(f"{one.where}: {fault}")
                continue
            entered.setdefault(place, (one, game))
        if faults:
            raise BadRequests(faults)
        return self._changed({place: game for place, (_, game) in entered.items()}, forfeits)

    def _changed(self, entered: Mapping[tuple[int, int], Game], forfeits: Mapping[int, Sides]) -> list[Game]:
        corrected = []
        for place, match in enumerate(self.matches):
            if place in forfeits:
                self.matches[place] = self._scored(match, (), forfeits[place])
                continue
            boards = tuple(entered.get((place, at), game) for at, game in enumerate(match.boards))
            corrected += [old for old, new in zip(match.boards, boards, strict=True) if old != new and not old.is_open]
            if boards != match.boards:
                self.matches[place] = self._scored(match, boards)
        return corrected

    def _scored(self, match: TeamMatch, boards: tuple[Game, ...], forfeit: Sides | None = None) -> TeamMatch:
        return self.scorer.match(self.number, self._sides(match), boards, forfeit, size=self.size)

    def _sides(self, match: TeamMatch) -> Teams:
        return Teams(match.white, match.black, frozenset(self.members[match.white]))

    def _match_at(self, place: int) -> int:
        if not 1 <= place <= len(self.matches):
            words = say(
                "there is no such match: round {number} has matches 1 to {last}",
                number=self.number,
                last=len(self.matches),
            )
            raise BadRequest(words)
        return place - 1

    def _forfeit(self, one: Stated) -> Sides:
        if one.alone or len(one.results) != 1 or one.results[0] not in (*_FORFEITED, _BOTH):
            words = say(
                "give the results board by board, White first: {who}.1:1-0 {who}.2:1/2-1/2; for a match that was "
                "not played, +-, -+ or --",
                who=one.who,
            )
            raise BadRequest(words)
        return one.results[0]

    def _meant(self, one: Stated) -> tuple[tuple[int, int], Game]:
        match = _BOARD.fullmatch(one.who)
        if len(one.results) != 1:
            raise BadRequest(say("give only one result for a board: in this event a pairing is one game"))
        first, second = one.results[0]
        if match is None:
            place, game, has_white = self._of_player(one)
            return place, _with_results(game, (first, second) if has_white else (second, first))
        if one.alone:
            words = say(
                "for a board, give both results, such as {who}:1-0; for one player, give the name and one "
                "result, such as Aalto:1",
                who=one.who,
            )
            raise BadRequest(words)
        place = self._match_at(int(match[1])), int(match[2]) - 1
        boards = self.matches[place[0]].boards
        if not 0 <= place[1] < len(boards):
            words = say(
                "there is no such board: match {match} has boards 1 to {boards}", match=match[1], boards=len(boards)
            )
            raise BadRequest(words)
        return place, _with_results(boards[place[1]], (first, second))

    def _of_player(self, one: Stated) -> tuple[tuple[int, int], Game, bool]:
        player = find(self.players, one.who)
        for place, match in enumerate(self.matches):
            for at, game in enumerate(match.boards):
                if player.tpn in game[:2]:
                    return (place, at), game, game.white == player.tpn
        words = say("{player} has no board in round {number}", player=number_and_name(player), number=self.number)
        raise BadRequest(say("{words}: to seat other members of a team, use --line-up", words=words))

    def _check(
        self,
        place: tuple[int, int],
        game: Game,
        one: Stated,
        before: tuple[Stated, Game] | None,
        *,
        may_correct: bool,
    ) -> None:
        shown = f"{place[0] + 1}.{place[1] + 1}"
        old = self.matches[place[0]].boards[place[1]]
        if before is not None and before[1] != game:
            raise BadRequest(
                say("board {board} already has a different result in {where}", board=shown, where=before[0].where)
            )
        if not (may_correct or old.is_open) and game != old:
            result = "-".join(result.value.replace("=", "½") for result in old[2:4])
            words = say(
                "board {board} already has the result {result} in the file: to correct it, use --round {number}",
                board=shown,
                result=result,
                number=self.number,
            )
            raise BadRequest(words)


def _with_results(game: Game, results: Sides) -> Game:
    if NOBODY in game[:2]:
        raise BadRequest(say("a seat at this board is empty: to seat a player, use --line-up"))
    return game._replace(white_result=results[0], black_result=results[1])
