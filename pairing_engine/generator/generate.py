"""The generator of random tournaments: plausible events that are paired by the rules and depend only on the seed.

All random numbers come from `Chance`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from pairing_engine.errors import NoPairing, refusal
from pairing_engine.facts import model
from pairing_engine.facts.codes import AS_RECORDED, TeamOptions, check_team_options, team_code
from pairing_engine.facts.model import MAX_TPN, NOBODY, Bye, ByeKind, EventKind, Game, Result, Scoring, Tournament, Tpn
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.kernel.trace import Board
from pairing_engine.language import marked
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import baku_fits
from pairing_engine.scores.expected import expected_percentage
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from pairing_engine.state.history import state_before
from pairing_engine.systems import Editions
from pairing_engine.systems.choice import newest_of
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing

Item = TypeVar("Item")


class Amount(NamedTuple):
    """A fixed number, or a percentage if ``percent`` is true."""

    number: float
    percent: bool = True


PerRound = tuple[Amount, ...]
"""The amount for each round, the last one for all that remain; without amounts, they are chosen at random."""


Amounts = int | str | Amount | Sequence[int | str | Amount]
"""Amounts as people state them: 3, ``5%``, ``5%,0,2``, or a list of these."""


def per_round(stated: Amounts, where: str) -> PerRound:
    """Read the amounts of the rounds for the setting ``where``. Raises `BadRequest` for anything else.

    >>> per_round("2,0,5%", "--forfeits") == per_round([2, 0, "5%"], "forfeits")
    True
    """
    if isinstance(stated, str):
        return tuple(_amount(part, where) for part in stated.split(","))
    parts = stated if isinstance(stated, Sequence) and not isinstance(stated, Amount) else (stated,)
    return tuple(_amount(part, where) for part in parts)


def one_amount(stated: Amounts, where: str) -> Amount:
    """Read one amount. Raises `BadRequest` for anything else."""
    amounts = per_round(stated, where)
    if len(amounts) != 1:
        raise refusal("{where}: {text!r} is a list, expected one amount such as 3 or 5%", where=where, text=stated)
    return amounts[0]


def _amount(stated: int | str | Amount, where: str) -> Amount:
    if isinstance(stated, Amount):
        return stated
    text = "" if isinstance(stated, bool) else str(stated)
    percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%")) if percent else float(int(text))
    except (ValueError, OverflowError):
        number = -1.0
    if not 0 <= number <= (100 if percent else number):
        raise refusal(
            "{where}: {text!r} is not an amount, expected a whole number such as 3 or a percentage such as 5%",
            where=where,
            text=stated,
        )
    return Amount(number, percent)


MOST_PERCENT = 100


def _plain(plan: Plan) -> Plan:
    """Read amounts such as 3, ``5%`` and ``[5, 0, "2%"]``. Raises `BadRequest` for anything else."""
    whole = ("players", "rounds", "lowest_rating", "highest_rating", "prohibited_groups", "boards")
    model.refuse_all_but(int, **{name: value for name in whole if (value := getattr(plan, name)) is not None})
    if not isinstance(plan.draws, int | float | None):
        model.refuse_all_but(float, draws=plan.draws)
    late = plan.late_entries
    changes = {
        **{name: per_round(getattr(plan, name), name) for name in EACH_ROUND},
        "late_entries": None if late is None else one_amount(late, "late_entries"),
        "ratings": model.listed("ratings", plan.ratings, int),
    }
    return Plan._make(changes.get(name, value) for name, value in plan._asdict().items())


@model.checked_by(_plain)
class Plan(NamedTuple):
    """The settings of a generated tournament. Missing settings are chosen at random, within sensible limits.

    Byes, withdrawals and late entries are numbers or percentages of participants; forfeits, unusual results and unrated
    results are of pairings. All of these can be stated as 3, ``5%`` or a list of amounts, one for each round.
    ``ratings`` are sorted, but not changed. In a team event, the participants are teams, their ratings are their
    strengths, and ``scoring`` contains the points for matches.
    """

    players: int | None = None
    rounds: int | None = None
    draws: float | None = None
    """The percentage of draws in games between players of equal strength."""
    ratings: Sequence[int] = ()
    lowest_rating: int | None = None
    highest_rating: int | None = None
    half_point_byes: Amounts = ()
    full_point_byes: Amounts = (Amount(0),)
    zero_point_byes: Amounts = ()
    withdrawals: Amounts = ()
    late_entries: int | str | Amount | None = None
    forfeits: Amounts = ()
    double_forfeits: Amounts = ()
    unusual: Amounts = ()
    unrated: Amounts = ()
    prohibited_groups: int | None = None
    baku: bool | None = None
    scoring: Scoring | None = None
    initial_colour: model.Colour | None = None
    maxi: bool = False
    """[C.04.4.3] Whether the event is a Maxi-tournament; a TRF has no record for this fact."""
    boards: int | None = None
    """The number of boards in a team match."""
    team: TeamOptions = AS_RECORDED


EACH_ROUND = (
    *("half_point_byes", "full_point_byes", "zero_point_byes", "withdrawals"),
    *("forfeits", "double_forfeits", "unusual", "unrated"),
)
"""The fields of a plan with an amount for each round."""


def generate(plan: Plan, seed: int, system: System | Editions | str) -> Tournament:
    """Generate a random finished event; it ends early if a round cannot be paired.

    The same plan, seed and system give the same event on every machine. Raises `BadRequest` for a plan with impossible
    settings. ``system`` can also be a name, or all editions of a system: the newest edition is then used.
    """
    model.refuse_all_but(Plan, plan=plan)
    model.refuse_all_but(int, seed=seed)
    system = newest_of(system)
    chance = Chance(seed)
    kind = system.kind
    check_team_options(plan.team, kind)
    if system.rounds is not None:
        plan = _by_table(plan, system.rounds)
    asked, plan = plan, _completed(plan, kind, chance)
    assert plan.players is not None
    assert plan.rounds is not None
    people = _participants(plan, plan.players, chance)
    event = Tournament(f"AutoTest Tournament {seed}", people, settings=_settings(plan, plan.players, system, chance))
    if kind is EventKind.TEAM:
        event = _with_teams(event, asked, chance)
    arrivals = _arrivals(plan, event, chance)
    gone: set[Tpn] = set()
    for number in range(1, plan.rounds + 1):
        doing(marked("playing the rounds"), number, plan.rounds)
        present = [p.tpn for p in event.participants if p.tpn not in gone and arrivals.get(p.tpn, 0) < number]
        away = [Bye(p.tpn, ByeKind.ZERO_POINT) for p in event.participants if p.tpn not in present]
        byes = [*_byes(plan, present, number, chance), *away]
        try:
            requests = tuple(model.Request(number, bye) for bye in byes)
            played = _play(event._replace(requests=requests), number, system, plan, chance)
        except NoPairing:
            break
        byes = [bye for bye in byes if arrivals.get(bye.tpn, 0) < number] + list(played.byes)
        event = event._replace(rounds=(*event.rounds, played._replace(byes=tuple(sorted(byes, key=model.tpn_of_bye)))))
        gone.update(chance.of("withdrawals", number).some(present, plan.withdrawals, number))
    return event


USUAL_TABLE = 10
"""The number of players of a generated round robin, if the plan names none."""


def _by_table(plan: Plan, rounds_of: Callable[[int], int]) -> Plan:
    """Let everybody play all rounds, unless the plan asks for other rounds, byes or withdrawals."""
    nobody = (Amount(0),)
    players = plan.players or len(plan.ratings) or USUAL_TABLE
    return plan._replace(
        players=players,
        rounds=plan.rounds or rounds_of(players),
        half_point_byes=plan.half_point_byes or nobody,
        zero_point_byes=plan.zero_point_byes or nobody,
        withdrawals=plan.withdrawals or nobody,
        late_entries=plan.late_entries or Amount(0),
        prohibited_groups=plan.prohibited_groups or 0,
        baku=False,
    )


def _settings(plan: Plan, players: int, system: System, chance: Chance) -> model.Settings:
    return model.Settings(
        rounds=plan.rounds,
        initial_colour=plan.initial_colour
        or chance.of("initial colour").one_of((model.Colour.WHITE, model.Colour.BLACK)),
        scoring=plan.scoring or scoring_of(system.kind),
        system=system.code,
        baku=bool(plan.baku),
        prohibitions=_prohibitions(plan, players, chance),
        double=system.kind is EventKind.DOUBLE,
        maxi=plan.maxi,
    )


def _with_teams(event: Tournament, asked: Plan, chance: Chance) -> Tournament:
    options = asked.team
    if asked.baku and options.primary_is_match_points is None:
        options = options._replace(primary_is_match_points=True)
    rules, scoring = team_rules(options, asked.boards, event.settings.scoring, chance)
    members, players = squads([participant.rating for participant in event.participants], len(rules.colours), chance)
    settings = event.settings._replace(
        scoring=scoring,
        system=team_code(rules),
        baku=event.settings.baku and bool(asked.baku or rules.primary_is_match_points),
        team=rules,
    )
    teams = tuple(p._replace(name=f"Team{p.tpn:03d}") for p in event.participants)
    return event._replace(participants=teams, settings=settings, teams=members, members=players)


def _completed(plan: Plan, kind: EventKind, chance: Chance) -> Plan:
    players = (len(plan.ratings) or _some_players(kind, chance)) if plan.players is None else plan.players
    most = max(1, min(13, players // 2))
    rounds = chance.of("rounds").between(min(5, most), most) if plan.rounds is None else plan.rounds
    _check_numbers(plan, players, rounds, kind)
    low, high = _rating_range(plan, chance)
    baku = plan.baku
    if baku is None:
        baku = chance.of("baku").happens(15) and (plan.scoring is None or baku_fits(plan.scoring))
    scoring = scoring_of(kind) if baku else _random_scoring(kind, chance.of("points"))
    groups = plan.prohibited_groups

    def up_to(most: float, name: str) -> PerRound:
        return (Amount(most * chance.of("share", name).random()),)

    return plan._replace(
        players=players,
        rounds=rounds,
        draws=20 + up_to(30, "draws")[0].number if plan.draws is None else plan.draws,
        lowest_rating=low,
        highest_rating=high,
        half_point_byes=plan.half_point_byes or up_to(4, "half-point byes"),
        zero_point_byes=plan.zero_point_byes or up_to(3, "zero-point byes"),
        withdrawals=plan.withdrawals or up_to(1.5, "withdrawals"),
        late_entries=up_to(6, "late entries")[0] if plan.late_entries is None else plan.late_entries,
        forfeits=plan.forfeits or up_to(3, "forfeits"),
        double_forfeits=plan.double_forfeits or up_to(0.6, "double forfeits"),
        unusual=plan.unusual or up_to(1, "unusual"),
        unrated=plan.unrated or (Amount(0.5),),
        prohibited_groups=chance.of("prohibited groups").below(3) if groups is None else groups,
        baku=baku,
        scoring=plan.scoring or scoring,
    )


def _check_numbers(plan: Plan, players: int, rounds: int, kind: EventKind) -> None:
    if not 1 <= players <= MAX_TPN:
        raise refusal("{players} players: a tournament has 1 to {max_tpn}", "players", players=players, max_tpn=MAX_TPN)
    most_rounds = model.MAX_ROUNDS // 2 if kind is EventKind.DOUBLE else model.MAX_ROUNDS
    if not 1 <= rounds <= most_rounds:
        raise refusal(
            "{rounds} rounds: a tournament has 1 to {most_rounds}", "rounds", rounds=rounds, most_rounds=most_rounds
        )
    if plan.draws is not None and not 0 <= plan.draws <= MOST_PERCENT:
        raise refusal(
            "{draws} percent of draws: expected 0 to {most_percent}",
            "draws",
            draws=plan.draws,
            most_percent=MOST_PERCENT,
        )
    if plan.ratings and len(plan.ratings) != players:
        raise refusal("{ratings} ratings for {players} players", "ratings", ratings=len(plan.ratings), players=players)


def _some_players(kind: EventKind, chance: Chance) -> int:
    lots = chance.of("players")
    players = lots.between(10, 30) if lots.happens(60) else lots.between(31, 120)
    return players // 2 if kind is EventKind.TEAM else players


def _rating_range(plan: Plan, chance: Chance) -> tuple[int, int]:
    low, high = chance.of("lowest rating").between(1000, 1800), chance.of("highest rating").between(1900, 2750)
    if plan.lowest_rating is not None:
        low = plan.lowest_rating
        high = max(high, low)
    if plan.highest_rating is not None:
        high = plan.highest_rating
        low = low if plan.lowest_rating is not None else min(low, high)
    if low > high:
        raise refusal("the lowest rating, {low}, is above the highest, {high}", "ratings", low=low, high=high)
    return low, high


def _random_scoring(kind: EventKind, chance: Chance) -> Scoring:
    number = chance.below(10)
    if number == 0:
        return scoring_of(kind, win=30, draw=10)
    if number == 1:
        return scoring_of(kind, pairing_allocated_bye=_OTHER_BYE[kind])
    return scoring_of(kind)


_OTHER_BYE = {EventKind.INDIVIDUAL: 5, EventKind.DOUBLE: 10, EventKind.TEAM: 20}
"""The points, in tenths, of an unusual pairing-allocated bye."""


def _participants(plan: Plan, players: int, chance: Chance) -> tuple[model.Participant, ...]:
    assert plan.lowest_rating is not None
    assert plan.highest_rating is not None
    ratings = list(plan.ratings)
    if not ratings:
        lowest = min(max(1, plan.lowest_rating), plan.highest_rating)  # the rating 0 means that a player is unrated
        lots = chance.of("ratings")
        ratings = [lots.between(lowest, plan.highest_rating) for _ in range(players)]
    ratings.sort(reverse=True)
    return tuple(model.Participant(Tpn(n), f"Player{n:04d}, Test", rating) for n, rating in enumerate(ratings, 1))


def _prohibitions(plan: Plan, players: int, chance: Chance) -> tuple[model.Prohibition, ...]:
    assert plan.rounds is not None
    found = []
    lots = chance.of("prohibitions")
    for _ in range(plan.prohibited_groups or 0):
        size = lots.between(2, 4)
        group = frozenset(Tpn(lots.between(1, players)) for _ in range(size))
        last = plan.rounds if lots.happens(70) else lots.between(1, plan.rounds)
        if len(group) > 1:
            found.append(model.Prohibition(1, last, group))
    return tuple(found)


def _arrivals(plan: Plan, event: Tournament, chance: Chance) -> dict[Tpn, int]:
    """Choose the late entrants at random, and the last round that each late entrant misses."""
    assert plan.late_entries is not None
    assert plan.rounds is not None
    tpns = [participant.tpn for participant in event.participants]
    last = max(1, plan.rounds // 3)
    late = chance.of("late entries").some(tpns, (plan.late_entries,), 1)
    return {tpn: chance.of("arrival", tpn).between(1, last) for tpn in late}


def _byes(plan: Plan, present: list[Tpn], number: int, chance: Chance) -> tuple[Bye, ...]:
    """Choose the requested byes of a round at random, at most one for each participant."""
    found: dict[Tpn, Bye] = {}
    for kind, amounts in (
        (ByeKind.HALF_POINT, plan.half_point_byes),
        (ByeKind.ZERO_POINT, plan.zero_point_byes),
        (ByeKind.FULL_POINT, plan.full_point_byes),
    ):
        lots = chance.of("byes", kind.name, number)
        found.update((tpn, Bye(tpn, kind)) for tpn in lots.some(present, amounts, number))
    return tuple(found.values())


def _play(event: Tournament, number: int, system: System, plan: Plan, chance: Chance) -> model.Round:
    pairing = pair_round(system, state_before(event, number, system.conventions))
    ratings = {participant.tpn: participant.rating for participant in event.participants}
    whites = [board.white for board in pairing.boards]

    def some(what: str, amounts: Amounts) -> frozenset[Tpn]:
        return frozenset(chance.of(what, number).some(whites, amounts, number))

    assert plan.draws is not None
    habits = Habits(
        plan.draws,
        double_forfeits=some("double forfeits", plan.double_forfeits),
        forfeits=some("forfeits", plan.forfeits),
        unusual=some("unusual", plan.unusual),
        unrated=some("unrated", plan.unrated),
    )
    games = chance.of("games", number)
    bye = () if pairing.bye is None else (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),)
    if event.settings.team is not None:
        lots = _RandomMatches(event, number, habits, games)
        return model.Round(
            (), bye, tuple(sorted((lots.match(*board[:2]) for board in pairing.boards), key=model.lower_tpn))
        )
    play = double_games if event.settings.double else single_games
    return model.Round(tuple(sorted(play(pairing.boards, ratings, habits, games), key=model.lower_tpn)), bye)


MOST_TEAMS = 999
"""The largest team number that fits into the columns of a TRF."""

USUAL_BOARDS = (2, 3, 4, 4, 4, 4, 5, 6, 8)
MOST_BOARDS = 60
RESERVES = 2

SPREAD = 150
"""The largest difference between a member's rating and the strength of the team."""


def squads(
    strengths: Sequence[int], boards: int, chance: Chance
) -> tuple[tuple[model.Team, ...], tuple[model.Participant, ...]]:
    """Create random teams with their players: one for each board and a few reserves, the strongest first."""
    teams: list[model.Team] = []
    players: list[model.Participant] = []
    for number, strength in enumerate(strengths, 1):
        lots = chance.of("members", number)
        size = boards + lots.below(RESERVES + 1)
        ratings = sorted((max(1, strength + lots.between(-SPREAD, SPREAD)) for _ in range(size)), reverse=True)
        members = tuple(Tpn(len(players) + place) for place in range(1, size + 1))
        players += [
            model.Participant(tpn, f"Player{tpn:04d}, Test", min(rating, MAX_TPN))
            for tpn, rating in zip(members, ratings, strict=True)
        ]
        teams.append(model.Team(Tpn(number), members, f"T{number:03d}"))
    if len(teams) > MOST_TEAMS or len(players) > MAX_TPN:
        raise refusal(
            "{teams} teams, {players} players: a TRF has room for {most_teams} teams and {max_tpn} players",
            "players",
            teams=len(teams),
            players=len(players),
            most_teams=MOST_TEAMS,
            max_tpn=MAX_TPN,
        )
    return tuple(teams), tuple(players)


def team_rules(
    options: TeamOptions, boards: int | None, points: Scoring, chance: Chance
) -> tuple[model.TeamRules, Scoring]:
    """Return the rules of a team event, by ``options`` or at random, and the points of its matches.

    ``points`` are those of a match and of the pairing-allocated bye. Raises `BadRequest` if points of other results are
    stated, or for an impossible number of boards.
    """
    matches = match_scoring(points.win, points.draw, points.loss)
    if points != matches._replace(pairing_allocated_bye=points.pairing_allocated_bye):
        raise refusal("for team matches, only the points of W, D, L and P can be stated", "points")
    preferences = chance.of("team preferences").one_of(("A", "A", "B", ""))
    by_match_points, secondary = chance.of("primary score").happens(80), chance.of("secondary score").happens(75)
    begins_with_white = chance.of("colours of boards").happens(80)
    size = chance.of("boards").one_of(USUAL_BOARDS) if boards is None else boards
    if not 1 <= size <= MOST_BOARDS:
        raise refusal("{size} boards: a match has 1 to {most_boards}", "boards", size=size, most_boards=MOST_BOARDS)
    colours = "".join("WB"[(place + (not begins_with_white)) % 2] for place in range(size))
    rules = options.over(model.TeamRules(preferences, by_match_points, secondary, colours=colours))
    byes = usual_byes(matches, rules.games, size)
    usual = byes[ByeKind.PAIRING_ALLOCATED]
    byes[ByeKind.PAIRING_ALLOCATED] = model.TeamPoints(points.pairing_allocated_bye, usual.game)
    return rules._replace(byes=byes), matches


class _RandomMatches:
    """The random matches of a round."""

    def __init__(self, event: Tournament, number: int, habits: Habits, chance: Chance) -> None:
        assert event.settings.team is not None
        self.number, self.habits, self.chance = number, habits, chance
        self.members = {team.tpn: team.members for team in event.teams}
        self.ratings = {player.tpn: player.rating for player in event.members}
        self.colours = event.settings.team.colours
        self.scorer = TeamScorer(event.settings.team, event.settings.scoring)

    def match(self, white: Tpn, black: Tpn) -> model.TeamMatch:
        habits = self.habits
        sides = Sides(white, black, frozenset(self.members[white]))
        size = len(self.colours)
        if white in habits.double_forfeits:
            return self.scorer.match(self.number, sides, (), BOTH_FORFEITED, size=size)
        absence = self.chance.of("forfeit", white)
        forfeited = white in habits.forfeits
        if forfeited and absence.happens(50):
            return self._forfeited(sides, absence)
        results = self.chance.of("results", white)
        pairs = enumerate(zip(self._line_up(white), self._line_up(black), strict=True))
        games = [self._game(place, one, other, habits.draws, results) for place, (one, other) in pairs]
        played = [place for place, game in enumerate(games) if game.is_played]
        if played and (white in habits.unusual or white in habits.unrated):
            place = self.chance.of("unusual place", white).one_of(played)
            game = games[place]
            difference = self.ratings[game.white] - self.ratings[game.black]
            found = habits.result(white, difference, self.chance.of("unusual result", white))
            games[place] = game._replace(white_result=found[0], black_result=found[1])
        if forfeited and len(played) > 1:
            place, found = absence.one_of(played), turned(WON_BY_FORFEIT, absence)
            games[place] = games[place]._replace(white_result=found[0], black_result=found[1])
        while games and games[-1].white == games[-1].black == NOBODY:
            games.pop()
        return self.scorer.match(self.number, sides, tuple(games), size=size)

    def _forfeited(self, sides: Sides, absence: Chance) -> model.TeamMatch:
        """Create a match that one team forfeits. In most cases, the line-up of the other team is recorded."""
        results = turned(WON_BY_FORFEIT, absence)
        present, absent = (0, 1) if results[0] is Result.FORFEIT_WIN else (1, 0)
        boards: tuple[Game, ...] = ()
        if absence.happens(75):
            team = (sides.white, sides.black)[present]
            line_up = self._in_order(team, self.chance.of("line-up", team))
            players: list[list[Tpn]] = [[], []]
            players[present], players[absent] = line_up, [NOBODY] * len(line_up)
            boards = tuple(
                self._game(place, one, other, 0, absence)
                for place, (one, other) in enumerate(zip(*players, strict=True))
            )
        return self.scorer.match(self.number, sides, boards, results, size=len(self.colours))

    def _in_order(self, team: Tpn, lots: Chance) -> list[Tpn]:
        """Choose the first members of the team as its line-up; sometimes a reserve replaces a member."""
        members = list(self.members[team])
        while len(members) > len(self.colours):
            rests = -1 if lots.happens(70) else lots.below(len(members))
            members.pop(rests)
        return members

    def _line_up(self, team: Tpn) -> list[Tpn]:
        """Choose a line-up; sometimes two players are exchanged, or one board stays empty."""
        lots = self.chance.of("line-up", team)
        line_up = self._in_order(team, lots)
        if len(line_up) > 1 and lots.happens(8):
            one, other = lots.below(len(line_up)), lots.below(len(line_up))
            line_up[one], line_up[other] = line_up[other], line_up[one]
        if len(line_up) > 2 and lots.happens(3):
            line_up[lots.below(len(line_up))] = NOBODY
        return line_up

    def _game(self, place: int, one: Tpn, other: Tpn, draws: float, chance: Chance) -> Game:
        """Create a game with a random result between two players on board number ``place``, counted from 0."""
        white, black = (one, other) if self.colours[place] == self.colours[0] else (other, one)
        if NOBODY in (white, black):
            results = [Result.FORFEIT_LOSS if player == NOBODY else Result.FORFEIT_WIN for player in (white, black)]
            return Game(white, black, results[0], results[1], white != black)
        return Game(white, black, *drawn_by_lot(self.ratings[white] - self.ratings[black], draws, chance))


class Habits(NamedTuple):
    """Settings for the random results of a round.

    ``draws`` is the percentage of draws between players of equal rating. Every other field lists pairings, by the TPN
    of White: those forfeited by one or both sides, those with an unusual result, such as a draw against a loss, and
    those with a result that does not count for ratings.
    """

    draws: float
    double_forfeits: Collection[Tpn]
    forfeits: Collection[Tpn]
    unusual: Collection[Tpn]
    unrated: Collection[Tpn]

    def result(self, white: Tpn, difference: int, chance: Chance) -> Results:
        """Choose the result of a game at random; ``white`` has White."""
        results = drawn_by_lot(difference, self.draws, chance)
        if white in self.unusual:
            return chance.of("unusual", white).one_of(UNUSUAL)
        return (UNRATED[results[0]], UNRATED[results[1]]) if white in self.unrated else results


def single_games(boards: Iterable[Board], ratings: Mapping[Tpn, int], habits: Habits, chance: Chance) -> list[Game]:
    """Create a game with a random result on every board; a forfeit does not change the results of other boards."""
    games = []
    for white, black, _ in boards:
        results = habits.result(white, ratings[white] - ratings[black], chance)
        if white in habits.double_forfeits:
            results = BOTH_FORFEITED
        elif white in habits.forfeits:
            results = turned(WON_BY_FORFEIT, chance.of("forfeit", white))
        games.append(Game(white, black, *results))
    return games


def double_games(boards: Iterable[Board], ratings: Mapping[Tpn, int], habits: Habits, chance: Chance) -> list[Game]:
    """[C.04.5] Create a match of two games on every board, with random results and forfeits."""
    games = []
    for white, black, _ in boards:
        difference = ratings[white] - ratings[black]
        results = [habits.result(white, difference, chance)]
        results.append(drawn_by_lot(difference, habits.draws, chance))
        lots = chance.of("forfeit", white)
        if white in habits.double_forfeits:
            # If each side forfeits one of the two games, the players never meet.
            one = turned(WON_BY_FORFEIT, lots)
            results = [one, one[::-1]] if lots.happens(30) else [BOTH_FORFEITED] * 2
        elif white in habits.forfeits:
            forfeit = turned(WON_BY_FORFEIT, lots)
            if lots.happens(50):
                results = [forfeit, forfeit]
            else:
                results[lots.below(2)] = forfeit
        games.append(Game(white, black, *results[0], second=results[1]))
    return games


class Chance:
    """A source of random numbers, with a separate source for each choice (`of`), whose change changes no other."""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.random = random.Random(self.seed).random

    def of(self, *choice: object) -> Chance:
        """Return a source of random numbers for the given choice, independent of earlier draws.

        >>> Chance(7).of("results", 3).below(1000) == Chance("7/results/3").below(1000)
        True
        """
        return Chance("/".join(map(str, (self.seed, *choice))))

    def below(self, bound: int) -> int:
        """Return a random whole number from 0 to ``bound`` - 1."""
        return int(self.random() * bound)

    def between(self, low: int, high: int) -> int:
        """Return a random whole number from ``low`` to ``high``, including ``high``."""
        return low + self.below(high - low + 1)

    def happens(self, percent: float) -> bool:
        """Return True with a probability of ``percent`` percent."""
        return self.random() * 100 < percent

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return a random item."""
        return items[self.below(len(items))]

    def some(self, of: Sequence[Tpn], amounts: Amounts, number: int) -> list[Tpn]:
        """Choose some participants at random for round ``number``, as many as ``amounts`` states, in their order.

        Every TPN has its own random number, which does not depend on the other participants.
        """
        each = per_round(amounts, "")
        amount = each[min(number, len(each)) - 1]
        lots = [self.random() for _ in range(max(of, default=0))]
        if amount.percent:
            return [tpn for tpn in of if lots[tpn - 1] * 100 < amount.number]
        drawn = set(sorted(of, key=lambda tpn: lots[tpn - 1])[: int(amount.number)])
        return [tpn for tpn in of if tpn in drawn]


LARGEST_DIFFERENCE = 400
"""The maximum rating difference for the expected score. Larger differences count as this maximum."""

Results = tuple[Result, Result]

UNUSUAL: tuple[Results, ...] = ((Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW), (Result.LOSS, Result.LOSS))

UNRATED = {Result.WIN: Result.UNRATED_WIN, Result.DRAW: Result.UNRATED_DRAW, Result.LOSS: Result.UNRATED_LOSS}

WON_BY_FORFEIT: Results = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
BOTH_FORFEITED: Results = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)


def turned(results: Results, chance: Chance) -> Results:
    """Exchange the results of the two sides with a probability of one half."""
    return results if chance.happens(50) else results[::-1]


def drawn_by_lot(difference: int, draws: float, chance: Chance) -> Results:
    """Choose a random result of a game; the first player is rated ``difference`` points above the second player.

    Players of equal rating draw ``draws`` percent of their games, others fewer.
    """
    expected = expected_percentage(max(-LARGEST_DIFFERENCE, min(difference, LARGEST_DIFFERENCE)))
    draws = min(draws, 2 * expected, 2 * (100 - expected)) * (1 - abs(expected - 50) / 100)
    drawn = chance.random() * 100
    if drawn < draws:
        return Result.DRAW, Result.DRAW
    if drawn < draws + expected - draws / 2:
        return Result.WIN, Result.LOSS
    return Result.LOSS, Result.WIN
