"""Random events that follow no pairing rules, so that thousands of events take only seconds, and team events by text.

The events contain all kinds of byes, forfeits, absences, late entries, withdrawals, odd results, rematches and bonuses.
Some events have other scoring systems, few players, or unfinished rounds.
"""

from random import Random

from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Game, Participant, Points, Result, Scoring, Team, Tournament, Tpn
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes

RESULTS = (
    *((Result.WIN, Result.LOSS),) * 12,
    *((Result.LOSS, Result.WIN),) * 10,
    *((Result.DRAW, Result.DRAW),) * 10,
    *((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)) * 2,
    (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
    (Result.UNRATED_WIN, Result.UNRATED_LOSS),
    (Result.UNRATED_DRAW, Result.UNRATED_DRAW),
    (Result.DRAW, Result.LOSS),
    (Result.LOSS, Result.DRAW),
    (Result.LOSS, Result.LOSS),
)

SCORINGS = (
    *(Scoring(),) * 6,
    Scoring(
        win=Points(30),
        draw=Points(10),
        forfeit_win=Points(30),
        pairing_allocated_bye=Points(30),
        full_point_bye=Points(30),
        half_point_bye=Points(10),
    ),
    Scoring(pairing_allocated_bye=Points(5)),
)

BYES = (*(ByeKind.HALF_POINT,) * 3, *(ByeKind.ZERO_POINT,) * 3, ByeKind.FULL_POINT)


def _rounds(lots: Random) -> tuple[int, int]:
    """Choose the planned number of rounds, and the number of rounds played."""
    rounds = lots.randint(1, 9)
    return rounds, rounds if lots.random() < 0.8 else lots.randint(1, rounds)


def _pairs(lots: Random, everybody: list[Tpn]) -> tuple[list[tuple[Tpn, Tpn]], list[Bye]]:
    """Choose random pairs and byes for a round. Everybody else is absent."""
    byes = [Bye(tpn, lots.choice(BYES)) for tpn in everybody if lots.random() < 0.08]
    away = {bye.tpn for bye in byes} | {tpn for tpn in everybody if lots.random() < 0.05}
    there = [tpn for tpn in everybody if tpn not in away]
    lots.shuffle(there)
    if len(there) % 2:
        byes.append(Bye(there.pop(), ByeKind.PAIRING_ALLOCATED))
    return list(zip(there[::2], there[1::2], strict=True)), byes


def single(seed: int) -> Tournament:
    lots = Random(seed)
    everybody = [Tpn(number) for number in range(1, lots.choice((4, 6, 9, 14, 25)) + 1)]
    rounds, played = _rounds(lots)
    recorded = []
    for number in range(played):
        # some participants enter late or withdraw
        present = [tpn for tpn in everybody if (tpn + seed) % 9 or number % 5 == 1]
        pairs, byes = _pairs(lots, present)
        games = tuple(Game(white, black, *lots.choice(RESULTS)) for white, black in pairs)
        recorded.append(model.Round(games, tuple(byes)))
    abnormal = (model.AbnormalPoints(" ", Points(5), 1, frozenset({Tpn(2)})),) if lots.random() < 0.1 else ()
    settings = model.Settings(rounds=rounds, scoring=lots.choice(SCORINGS), abnormal_points=abnormal)
    people = tuple(Participant(tpn, rating=lots.randint(1400, 2700)) for tpn in everybody)
    return Tournament(f"by lot {seed}", people, tuple(recorded), settings=settings)


def teams(seed: int) -> Tournament:
    """Make a random team event. In every fourth event, all teams play all of their matches."""
    lots = Random(seed)
    complete = seed % 4 == 0
    everybody = [Tpn(number) for number in range(1, lots.choice((4, 6, 8, 14) if complete else (4, 6, 9, 14)) + 1)]
    boards = lots.choice((1, 2, 4, 4, 6))
    rounds, played = _rounds(lots)
    scoring = match_scoring(Points(20), Points(10), Points(0))
    games = Scoring()
    rules = model.TeamRules(
        primary_is_match_points=lots.random() < 0.6,
        byes=usual_byes(scoring, games, boards),
        games=games,
        colours="WB" * (boards // 2) or "W",
    )
    squads = tuple(Team(tpn, tuple(Tpn((tpn - 1) * boards + at) for at in range(1, boards + 1))) for tpn in everybody)
    scorer = TeamScorer(rules, scoring)
    recorded = []
    for number in range(1, played + 1):
        pairs, byes = _everybody_paired(lots, everybody) if complete else _pairs(lots, everybody)
        matches = []
        for white, black in pairs:
            sides = Sides(white, black, frozenset(squads[white - 1].members))
            line_up = _boards(lots, squads[white - 1], squads[black - 1], complete=complete)
            matches.append(scorer.match(number, sides, line_up))
        recorded.append(model.Round((), tuple(byes), tuple(matches)))
    people = tuple(Participant(tpn, rating=lots.randint(1400, 2700)) for tpn in everybody)
    players = tuple(Participant(player, rating=1500) for squad in squads for player in squad.members)
    settings = model.Settings(rounds=rounds, scoring=scoring, team=rules)
    return Tournament(f"by lot {seed}", people, tuple(recorded), settings=settings, teams=squads, members=players)


def _everybody_paired(lots: Random, everybody: list[Tpn]) -> tuple[list[tuple[Tpn, Tpn]], list[Bye]]:
    there = list(everybody)
    lots.shuffle(there)
    return list(zip(there[::2], there[1::2], strict=True)), []


def _boards(lots: Random, white: Team, black: Team, *, complete: bool) -> tuple[Game, ...]:
    """Choose random results for the boards of a match. Unless ``complete``, one or both teams sometimes forfeit."""
    fate = 1.0 if complete else lots.random()
    found = []
    for board, (one, other) in enumerate(zip(white.members, black.members, strict=True)):
        results = lots.choice(RESULTS)
        if fate < 0.04:
            results = Result.FORFEIT_WIN, Result.FORFEIT_LOSS
        elif fate < 0.06:
            results = Result.FORFEIT_LOSS, Result.FORFEIT_LOSS
        found.append(Game(one, other, *results) if board % 2 == 0 else Game(other, one, *results[::-1]))
    return tuple(found)


def double(seed: int) -> Tournament:
    """[C.04.5] Make a random event of matches of two games."""
    event = single(seed)
    lots = Random(-seed)

    def doubled(game: Game) -> Game:
        return game._replace(second=lots.choice(RESULTS))

    rounds = tuple(one._replace(games=tuple(map(doubled, one.games))) for one in event.rounds)
    scoring = Scoring(pairing_allocated_bye=Points(15), full_point_bye=Points(20), half_point_bye=Points(10))
    settings = model.Settings(rounds=event.settings.rounds, scoring=scoring, double=True)
    return Tournament(event.name, event.participants, rounds, settings=settings)


OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def of_teams(colours: str, *matches: str, byes: bool = False) -> Tournament:
    """Make an event of teams with one match in each round.

    The text ``1-2:1=`` gives the results of team 1 in a match on two boards. In ``colours`` stand its colours on these
    boards. With ``byes``, the team without a match has the bye.
    """
    boards = range(len(colours))
    numbers = range(1, max(int(number) for text in matches for number in text[:3].split("-")) + 1)
    squads = {n: Team(Tpn(n), tuple(Tpn((n - 1) * len(boards) + board + 1) for board in boards)) for n in numbers}
    scoring, usual = match_scoring(Points(20), Points(10), Points(0)), {}
    if byes:
        usual = usual_byes(scoring, Scoring(), len(boards))
    rules = model.TeamRules(byes=usual, games=Scoring(), colours=colours)
    rounds = []
    for number, text in enumerate(matches, 1):
        white, black = squads[int(text[0])], squads[int(text[2])]
        games = []
        for board in boards:
            sides = (
                (white.members[board], Result(text[4 + board])),
                (black.members[board], Result(OTHER[text[4 + board]])),
            )
            (one, result), (other, reply) = sides if colours[board] == "W" else sides[::-1]
            games.append(Game(one, other, result, reply))
        match = TeamScorer(rules, scoring).match(
            number, Sides(white.tpn, black.tpn, frozenset(white.members)), tuple(games)
        )
        free = [Bye(team.tpn, ByeKind.PAIRING_ALLOCATED) for team in squads.values() if team not in (white, black)]
        rounds.append(model.Round((), tuple(free) if byes else (), (match,)))
    people = tuple(Participant(Tpn(n)) for n in numbers)
    settings = model.Settings(rounds=len(rounds), scoring=scoring, team=rules)
    return Tournament("Teams", people, tuple(rounds), settings=settings, teams=tuple(squads.values()))
