"""Tournaments in the format of gacrux, which consists of plain dictionaries with decimal numbers.

We take the points from our crosstable, which includes records 299. gacrux also needs to know whether a participant
chose not to play a round [C.07 16.1.2].
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from gacrux.tiebreak import tiebreak

from pairing_engine.facts.model import NOBODY, ByeKind, Game, Result, TeamMatch, Tournament, Tpn
from pairing_engine.scores.crosstable import Crosstable, Entry, crosstable_of
from pairing_engine.scores.team_scorer import usual_byes

Data = dict[str, Any]

_LETTERS = {
    Result.WIN: "W", Result.UNRATED_WIN: "W", Result.DRAW: "D", Result.UNRATED_DRAW: "D",
    Result.LOSS: "L", Result.UNRATED_LOSS: "L", Result.FORFEIT_WIN: "W", Result.FORFEIT_LOSS: "Z", Result.UNKNOWN: "A",
    ByeKind.PAIRING_ALLOCATED: "P", ByeKind.FULL_POINT: "W", ByeKind.HALF_POINT: "D", ByeKind.ZERO_POINT: "Z",
    None: "Z",
}  # fmt: skip

_GAMES_OF_BYE = {
    "P": ByeKind.PAIRING_ALLOCATED,
    "F": ByeKind.FULL_POINT,
    "H": ByeKind.HALF_POINT,
    "Z": ByeKind.ZERO_POINT,
}

_GAMES_BY_LETTER = {"P": "PG", "W": "FG", "D": "HG"}

RATED = frozenset({Result.WIN, Result.DRAW, Result.LOSS})


def data_of(tournament: Tournament) -> Data:
    settings, played = tournament.settings, len(tournament.rounds)
    is_team = settings.team is not None
    table = crosstable_of(tournament)
    data: Data = {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "tournamentInfo": {"startDate": settings.first_day.replace("/", "-")} if settings.first_day else {},
        "numRounds": max(settings.rounds or 0, played),
        "currentRound": played,
        "teamTournament": is_team,
        "teamSize": _number_of_boards(tournament) if is_team else 1,
        "rankOrder": [],
        "competitors": _competitors(tournament, table),
        "scoreSystem": {"game": _game_scores(tournament), "match": _match_scores(tournament)},
        "gameList": [],
        "matchList": [],
    }
    for number in range(1, played + 1):
        _add_round(data, tournament, table, number)
    if settings.team is not None:
        data["scoreSystem"]["primary"] = "match" if settings.team.primary_is_match_points else "game"
    return data


def _points(tenths: int) -> Decimal:
    return Decimal(tenths).scaleb(-1)


def _competitors(tournament: Tournament, table: Crosstable) -> list[Data]:
    # records 013 may name players' clubs, which are no teams of the event
    has_teams = tournament.settings.team is not None
    members = {team.tpn: team.members for team in tournament.teams} if has_teams else {}
    found = []
    for participant in tournament.participants:
        tpn = participant.tpn
        competitor: Data = {"cid": tpn, "random": tpn, "rank": 0, "present": True, "adjust": _bonuses(table, tpn)}
        competitor["rating"] = {"rating": participant.rating} if participant.rating else None
        if members:
            competitor["teamId"] = tpn
            competitor["cplayers"] = [{"cid": player, "teamId": tpn} for player in members[tpn]]
        found.append(competitor)
    return found


def _bonuses(table: Crosstable, tpn: Tpn) -> list[Data]:
    """[299] List the bonuses and penalties of a participant, round by round."""
    found = []
    for number in range(len(table.rounds) + 1):
        points, secondary = table.added(number).get(tpn, (0, 0))
        if points or secondary:
            match, game = _match_and_game(table, points, secondary)
            added = {"points": match} if table.team is None else {"mpoints": match, "gpoints": game}
            found.append({"cid": tpn, "round": number, "pairing": True, **added})
    return found


def _match_and_game(table: Crosstable, points: int, secondary: int) -> tuple[Decimal, Decimal]:
    """Return a team's match points and game points, or a player's points and zero."""
    if table.team is not None and not table.team.primary_is_match_points:
        points, secondary = secondary, points
    return _points(points), _points(secondary)


def _game_scores(tournament: Tournament) -> Data:
    team = tournament.settings.team
    scoring = tournament.settings.scoring if team is None else team.games
    return {
        "W": _points(scoring.win),
        "D": _points(scoring.draw),
        "L": _points(scoring.loss),
        "Z": _points(scoring.zero_point_bye),
        "P": _points(scoring.pairing_allocated_bye),
        "F": _points(scoring.full_point_bye),
        "H": _points(scoring.half_point_bye),
        "A": _points(scoring.unknown),
        "U": _points(0),
    }


def _match_scores(tournament: Tournament) -> Data:
    """Return the match points for each result letter, and the game points for codes such as ``PG``."""
    settings, zero = tournament.settings, _points(0)
    if settings.team is None:
        return {}
    scoring = settings.scoring
    byes = {**usual_byes(scoring, settings.team.games, _number_of_boards(tournament)), **settings.team.byes}
    of_points = {"W": _points(scoring.win), "D": _points(scoring.draw), "L": _points(scoring.loss), "Z": zero}
    of_byes = {"P": _points(byes[ByeKind.PAIRING_ALLOCATED].match), "F": of_points["W"], "H": of_points["D"], "A": zero}
    of_games = {f"{letter}G": _points(byes[kind].game) for letter, kind in _GAMES_OF_BYE.items()}
    return {**of_points, **of_byes, "U": zero, **of_games, "AG": zero}


def _number_of_boards(tournament: Tournament) -> int:
    team = tournament.settings.team
    longest = (len(match.boards) for recorded in tournament.rounds for match in recorded.matches)
    return len(team.colours if team is not None else "") or max(longest, default=1) or 1


def _add_round(data: Data, tournament: Tournament, table: Crosstable, number: int) -> None:
    entries = table.entries(number)
    recorded = tournament.rounds[number - 1]
    paired: set[Tpn] = set()
    for match in recorded.matches:
        data["matchList"].append(_match(data, match, table, number))
        paired |= {match.white, match.black}
    for game in recorded.games:
        sides = [_side(table, tpn, entries[tpn], data) for tpn in (game.white, game.black)]
        data["gameList"].append(
            _encounter(data, number, sides[0], sides[1], game.is_played, game.white_result in RATED)
        )
        paired |= {game.white, game.black}
    listed = data["gameList"] if tournament.settings.team is None else data["matchList"]
    for tpn, entry in entries.items():
        if tpn not in paired:
            is_pab = entry.outcome is ByeKind.PAIRING_ALLOCATED
            bye = _encounter(data, number, _side(table, tpn, entry, data), None, is_pab, False)
            listed.append(bye if tournament.settings.team is None else _with_game_points(data, bye, table, tpn, entry))


def _side(table: Crosstable, tpn: Tpn, entry: Entry, data: Data) -> Data:
    """Convert one side of a game or match to the format of gacrux.

    The score is left out if it equals the usual points for the result letter. gacrux would use a stated score in
    performance ratings, which expect scores of 1, 1/2 and 0.
    """
    letter = _LETTERS[entry.outcome]
    side: Data = {"cid": tpn, "result": letter}
    points = _match_and_game(table, entry.points, entry.secondary)[0]
    if points != data["scoreSystem"]["game" if table.team is None else "match"][letter]:
        side["score"] = points
    return side


def _encounter(data: Data, number: int, white: Data, black: Data | None, played: bool, rated: bool) -> Data:
    identity = len(data["gameList"]) + len(data["matchList"]) + 1
    return {
        "id": identity,
        "round": number,
        "white": white,
        "black": black,
        "played": played,
        "rated": rated,
        "board": 1,
    }


def _with_game_points(data: Data, encounter: Data, table: Crosstable, tpn: Tpn, entry: Entry) -> Data:
    _correct_game_points(data, tpn, encounter, "white", _match_and_game(table, entry.points, entry.secondary)[1])
    encounter["games"] = []
    return encounter


def _correct_game_points(data: Data, tpn: Tpn, encounter: Data, side: str, game: Decimal) -> None:
    """Correct the game points if gacrux would derive wrong points from the result letter."""
    letter = encounter[side]["result"]
    given = data["scoreSystem"]["match"][_GAMES_BY_LETTER.get(letter, "ZG")]
    if game != given:
        competitor = next(one for one in data["competitors"] if one["cid"] == tpn)
        added = {"cid": tpn, "round": encounter["round"], "pairing": True, "mpoints": _points(0)}
        competitor["adjust"].append({**added, "gpoints": game - given})


def _match(data: Data, match: TeamMatch, table: Crosstable, number: int) -> Data:
    entries = table.entries(number)
    sides = []
    for tpn, points in ((match.white, match.white_points), (match.black, match.black_points)):
        side = _side(table, tpn, entries[tpn], data) | {"score": _points(points.match), "gpoints": _points(points.game)}
        sides.append(side)
    games = []
    for board, game in enumerate(match.boards, 1):
        found = _board(data, game, number, board)
        data["gameList"].append(found)
        games.append(found["id"])
    encounter = _encounter(data, number, sides[0], sides[1], match.played, match.played)
    if not games:
        _correct_game_points(data, match.white, encounter, "white", _points(match.white_points.game))
        _correct_game_points(data, match.black, encounter, "black", _points(match.black_points.game))
    return {**encounter, "games": games}


def _board(data: Data, game: Game, number: int, board: int) -> Data:
    sides: list[Data] = [
        {"cid": player, "result": _LETTERS[result]}
        for player, result in ((game.white, game.white_result), (game.black, game.black_result))
    ]
    if game.white == NOBODY:
        sides.reverse()
    found = _encounter(data, number, sides[0], sides[1], game.is_played, game.white_result in RATED)
    return {**found, "board": board}


class Witnessed(NamedTuple):
    """A participant's rank and values according to gacrux. Missing values are None."""

    rank: int
    values: tuple[Fraction | None, ...]


def witnessed(tournament: Tournament, codes: Sequence[str], *, predetermined: bool = False) -> dict[int, Witnessed]:
    """Return the ranks and values that gacrux gives after the last round. Raises the errors of gacrux unchanged."""
    data = data_of(tournament)
    parameters = {"tiebreak": list(codes), "check": True, "unrated": None}
    parameters |= {"swiss": not predetermined, "pre_determined": predetermined}
    if predetermined:
        data["tournamentType"] = "RR"
    found = _calculator(data, len(tournament.rounds), parameters).compute_tiebreaks(data, parameters)
    return {
        row["cid"]: Witnessed(
            row["rank"], tuple(None if value is None else Fraction(value) for value in row["tiebreakScore"])
        )
        for row in found["competitors"]
    }


def _calculator(data: dict[str, Any], after: int, parameters: dict[str, Any]) -> Any:
    class Calculator(tiebreak):  # type: ignore[misc]
        def compute_buchholz_sonneborn_berger_ver(self, *arguments: Any) -> Any:
            with _kept(self.cmps.values()):
                return super().compute_buchholz_sonneborn_berger_ver(*arguments)

    return Calculator(data, after, parameters | {"tiebreak": []})


@contextmanager
def _kept(competitors: Any) -> Iterator[None]:
    """Restore gacrux's notes about the last round of each participant when the block ends."""
    noted = [
        (competitor["tbval"], key, value)
        for competitor in competitors
        for key, value in competitor["tbval"].items()
        if key.endswith("_lna")
    ]
    try:
        yield
    finally:
        for values, key, value in noted:
            values[key] = value
