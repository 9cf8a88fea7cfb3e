"""The generator of random tournaments: plausible events that are paired by the rules and depend only on the seed.

All random numbers come from `pairing_engine.generator.chance`.
"""

from __future__ import annotations

from pairing_engine.errors import BadRequest, NoPairing
from pairing_engine.facts.codes import AS_RECORDED, TeamOptions, check_team_options, team_code
from pairing_engine.facts.model import (
    MAX_ROUNDS,
    MAX_TPN,
    Bye,
    ByeKind,
    Colour,
    EventKind,
    Participant,
    Prohibition,
    Request,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
    lower_tpn,
    tpn_of_bye,
)
from pairing_engine.facts.rounds import refuse_all_but
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.generator.chance import Amount, Chance, PerRound
from pairing_engine.generator.rounds import Habits, double_games, single_games
from pairing_engine.generator.teams import Matches, Squads, squads, team_rules
from pairing_engine.language import marked, say
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import baku_fits
from pairing_engine.state.history import state_before
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing
from pairing_engine.values import dataclass, in_a_line, replace

__all__ = ["Amount", "PerRound", "Plan", "generate", "scoring_of"]


MOST_PERCENT = 100


@dataclass(frozen=True, repr=False)
class Plan:
    """The settings of a generated tournament. Missing settings are chosen at random, within sensible limits.

    Byes, withdrawals and late entries are numbers or percentages of participants. Late entries arrive in the first
    rounds. Forfeits, unusual results and unrated results are numbers or percentages of pairings. ``ratings`` are
    sorted, but not changed. In a team event, the participants are teams, their ratings are their strengths, and
    ``scoring`` contains the points for matches.
    """

    players: int | None = None
    rounds: int | None = None
    draws: float | None = None
    """The percentage of draws in games between players of equal strength."""
    ratings: tuple[int, ...] = ()
    lowest_rating: int | None = None
    highest_rating: int | None = None
    half_point_byes: PerRound = ()
    full_point_byes: PerRound = (Amount(0),)
    zero_point_byes: PerRound = ()
    withdrawals: PerRound = ()
    late_entries: Amount | None = None
    forfeits: PerRound = ()
    double_forfeits: PerRound = ()
    unusual: PerRound = ()
    unrated: PerRound = ()
    prohibited_groups: int | None = None
    baku: bool | None = None
    scoring: Scoring | None = None
    initial_colour: Colour | None = None
    maxi: bool = False
    """[C.04.4.3] Whether the event is a Maxi-tournament; a TRF has no record for this fact."""
    boards: int | None = None
    """The number of boards in a team match."""
    team: TeamOptions = AS_RECORDED

    def __repr__(self) -> str:
        return in_a_line(self)


def generate(plan: Plan, seed: int, system: System) -> Tournament:
    """Generate a random finished event; it ends early if a round cannot be paired.

    The same plan, seed and system give the same event on every machine. Raises `BadRequest` for a plan with impossible
    settings.
    """
    refuse_all_but(Plan, plan=plan)
    refuse_all_but(int, seed=seed)
    refuse_all_but(System, system=system)
    chance = Chance(seed)
    kind = system.kind
    check_team_options(plan.team, kind)
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
            requests = tuple(Request(number, bye) for bye in byes)
            played = _play(replace(event, requests=requests), number, system, plan, chance)
        except NoPairing:
            break
        byes = [bye for bye in byes if arrivals.get(bye.tpn, 0) < number] + list(played.byes)
        event = replace(event, rounds=(*event.rounds, played._replace(byes=tuple(sorted(byes, key=tpn_of_bye)))))
        gone.update(chance.of("withdrawals", number).some(present, plan.withdrawals, number))
    return event


def _settings(plan: Plan, players: int, system: System, chance: Chance) -> Settings:
    return Settings(
        rounds=plan.rounds,
        initial_colour=plan.initial_colour or chance.of("initial colour").one_of((Colour.WHITE, Colour.BLACK)),
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
    found = squads([participant.rating for participant in event.participants], len(rules.colours), chance)
    settings = replace(
        event.settings,
        scoring=scoring,
        system=team_code(rules),
        baku=event.settings.baku and bool(asked.baku or rules.primary_is_match_points),
        team=rules,
    )
    teams = tuple(p._replace(name=f"Team{p.tpn:03d}") for p in event.participants)
    return replace(event, participants=teams, settings=settings, teams=found.teams, players=found.players)


def _completed(plan: Plan, kind: EventKind, chance: Chance) -> Plan:
    players = (len(plan.ratings) or _some_players(kind, chance)) if plan.players is None else plan.players
    rounds = _some_rounds(players, chance) if plan.rounds is None else plan.rounds
    _check_numbers(plan, players, rounds, kind)
    low, high = _rating_range(plan, chance)
    baku = _is_accelerated(plan, chance)
    scoring = scoring_of(kind) if baku else _random_scoring(kind, chance.of("points"))
    groups = plan.prohibited_groups

    def up_to(most: float, name: str) -> PerRound:
        return (Amount(most * chance.of("share", name).random()),)

    return replace(
        plan,
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


def _is_accelerated(plan: Plan, chance: Chance) -> bool:
    if plan.baku is not None:
        return plan.baku
    return chance.of("baku").happens(15) and (plan.scoring is None or baku_fits(plan.scoring))


def _check_numbers(plan: Plan, players: int, rounds: int, kind: EventKind) -> None:
    if not 1 <= players <= MAX_TPN:
        raise BadRequest(say("{players} players: a tournament has 1 to {max_tpn}", players=players, max_tpn=MAX_TPN))
    most_rounds = MAX_ROUNDS // 2 if kind is EventKind.DOUBLE else MAX_ROUNDS
    if not 1 <= rounds <= most_rounds:
        raise BadRequest(
            say("{rounds} rounds: a tournament has 1 to {most_rounds}", rounds=rounds, most_rounds=most_rounds)
        )
    if plan.draws is not None and not 0 <= plan.draws <= MOST_PERCENT:
        raise BadRequest(
            say("{draws} percent of draws: expected 0 to {most_percent}", draws=plan.draws, most_percent=MOST_PERCENT),
            "draws",
        )
    if plan.ratings and len(plan.ratings) != players:
        raise BadRequest(say("{ratings} ratings for {players} players", ratings=len(plan.ratings), players=players))


def _some_players(kind: EventKind, chance: Chance) -> int:
    lots = chance.of("players")
    players = lots.between(10, 30) if lots.happens(60) else lots.between(31, 120)
    return players // 2 if kind is EventKind.TEAM else players


def _some_rounds(players: int, chance: Chance) -> int:
    most = max(1, min(13, players // 2))
    return chance.of("rounds").between(min(5, most), most)


def _rating_range(plan: Plan, chance: Chance) -> tuple[int, int]:
    low, high = chance.of("lowest rating").between(1000, 1800), chance.of("highest rating").between(1900, 2750)
    if plan.lowest_rating is not None:
        low = plan.lowest_rating
        high = max(high, low)
    if plan.highest_rating is not None:
        high = plan.highest_rating
        low = low if plan.lowest_rating is not None else min(low, high)
    if low > high:
        raise BadRequest(say("the lowest rating, {low}, is above the highest, {high}", low=low, high=high))
    return low, high


def _random_scoring(kind: EventKind, chance: Chance) -> Scoring:
    """Choose a scoring system at random: usually the standard system, sometimes another system in real use."""
    number = chance.below(10)
    if number == 0:
        return scoring_of(kind, win=30, draw=10)
    if number == 1:
        return scoring_of(kind, pairing_allocated_bye=_OTHER_BYE[kind])
    return scoring_of(kind)


_OTHER_BYE = {EventKind.INDIVIDUAL: 5, EventKind.DOUBLE: 10, EventKind.TEAM: 20}
"""The points, in tenths, of an unusual pairing-allocated bye."""


def _participants(plan: Plan, players: int, chance: Chance) -> tuple[Participant, ...]:
    assert plan.lowest_rating is not None
    assert plan.highest_rating is not None
    ratings = list(plan.ratings)
    if not ratings:
        lowest = min(max(1, plan.lowest_rating), plan.highest_rating)  # the rating 0 means that a player is unrated
        lots = chance.of("ratings")
        ratings = [lots.between(lowest, plan.highest_rating) for _ in range(players)]
    ratings.sort(reverse=True)
    return tuple(Participant(Tpn(n), f"Player{n:04d}, Test", rating) for n, rating in enumerate(ratings, 1))


def _prohibitions(plan: Plan, players: int, chance: Chance) -> tuple[Prohibition, ...]:
    """Choose random groups of two to four players who may not meet, in all rounds or only in the first rounds."""
    assert plan.rounds is not None
    found = []
    lots = chance.of("prohibitions")
    for _ in range(plan.prohibited_groups or 0):
        size = lots.between(2, 4)
        group = frozenset(Tpn(lots.between(1, players)) for _ in range(size))
        last = plan.rounds if lots.happens(70) else lots.between(1, plan.rounds)
        if len(group) > 1:
            found.append(Prohibition(1, last, group))
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


def _play(event: Tournament, number: int, system: System, plan: Plan, chance: Chance) -> Round:
    pairing = pair_round(system, state_before(event, number, system.conventions))
    ratings = {participant.tpn: participant.rating for participant in event.participants}
    whites = [board.white for board in pairing.boards]

    def some(what: str, amounts: PerRound) -> frozenset[Tpn]:
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
        matches = Matches(Squads(event.teams, event.players), event.settings.team, event.settings.scoring, games)
        return Round((), bye, tuple(sorted(matches.play(number, pairing.boards, habits), key=lower_tpn)))
    play = double_games if event.settings.double else single_games
    return Round(tuple(sorted(play(pairing.boards, ratings, habits, games), key=lower_tpn)), bye)
