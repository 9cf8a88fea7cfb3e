"""The facts of a tournament, from a TRF or from another program. All values are immutable.

Points are whole numbers of tenths (``Points(10)`` is one point), so no pairing depends on rounding. The basic terms are
in `terms`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING

from pairing_engine.values import NamedTuple, dataclass, field, in_a_line, replace

if TYPE_CHECKING:
    from pairing_engine.facts.notes import Note
    from pairing_engine.facts.wishes import Wish

from pairing_engine.facts.rounds import Bye as Bye
from pairing_engine.facts.rounds import Game as Game
from pairing_engine.facts.rounds import Meeting as Meeting
from pairing_engine.facts.rounds import Round as Round
from pairing_engine.facts.rounds import TeamMatch as TeamMatch
from pairing_engine.facts.rounds import TeamPoints as TeamPoints
from pairing_engine.facts.rounds import lower_tpn as lower_tpn
from pairing_engine.facts.rounds import refuse_all_but
from pairing_engine.facts.rounds import tpn_of_bye as tpn_of_bye
from pairing_engine.facts.shown import shown
from pairing_engine.facts.terms import MAX_ROUNDS as MAX_ROUNDS
from pairing_engine.facts.terms import MAX_TPN as MAX_TPN
from pairing_engine.facts.terms import NOBODY as NOBODY
from pairing_engine.facts.terms import ByeKind as ByeKind
from pairing_engine.facts.terms import Colour as Colour
from pairing_engine.facts.terms import EventKind as EventKind
from pairing_engine.facts.terms import Points as Points
from pairing_engine.facts.terms import Result as Result
from pairing_engine.facts.terms import Tpn as Tpn
from pairing_engine.facts.terms import show_points as show_points
from pairing_engine.language import say


class Participant(NamedTuple):
    """A player of the tournament or, in a team event, a team.

    ``rating`` is 0 if unknown. The rating of a team is its strength (record 310).
    """

    tpn: Tpn
    name: str = ""
    rating: int = 0
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_number: str = ""
    birth: str = ""
    starting_rank: int = 0
    """The participant's number in the file if it differs from the TPN (``XXC rank``); else 0."""

    def __repr__(self) -> str:
        return in_a_line(self)

    @property
    def number(self) -> Tpn:
        """The participant's number in the file, which reports show."""
        return Tpn(self.starting_rank or self.tpn)


@dataclass(frozen=True, slots=True, repr=False)
class Scoring:
    """The points for every outcome, in tenths.

    ``black_win``, ``black_draw`` and ``black_loss`` are for the rare event in which Black gets different points from
    White for the same result. By default, the points of Black equal ``win``, ``draw`` and ``loss``.
    """

    win: Points = Points(10)
    draw: Points = Points(5)
    loss: Points = Points(0)
    forfeit_win: Points = Points(10)
    forfeit_loss: Points = Points(0)
    pairing_allocated_bye: Points = Points(10)
    full_point_bye: Points = Points(10)
    half_point_bye: Points = Points(5)
    zero_point_bye: Points = Points(0)
    unknown: Points = Points(5)
    black_win: Points | None = None
    black_draw: Points | None = None
    black_loss: Points | None = None

    def __repr__(self) -> str:
        return in_a_line(self)

    def __post_init__(self) -> None:
        """Raise TypeError for points that are not whole numbers of tenths."""
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None:
                refuse_all_but(int, **{name: value})

    def of_result(self, colour: Colour) -> Mapping[Result, Points]:
        """Return the points of every result for the side with a given colour.

        >>> Scoring().of_result(Colour.WHITE)[Result.DRAW]
        5
        """
        win, draw, loss = self.win, self.draw, self.loss
        if colour is Colour.BLACK:
            win = win if self.black_win is None else self.black_win
            draw = draw if self.black_draw is None else self.black_draw
            loss = loss if self.black_loss is None else self.black_loss
        return {
            Result.WIN: win,
            Result.DRAW: draw,
            Result.LOSS: loss,
            Result.UNRATED_WIN: win,
            Result.UNRATED_DRAW: draw,
            Result.UNRATED_LOSS: loss,
            Result.FORFEIT_WIN: self.forfeit_win,
            Result.FORFEIT_LOSS: self.forfeit_loss,
            Result.UNKNOWN: self.unknown,
        }

    def out_of_order(self) -> tuple[Points, Points, Points] | None:
        """Find points that are out of order: a worse result gives more points than a better result.

        Returns the points for a win, a draw and a loss, or None if the points are in order. White's points are examined
        before Black's points.

        >>> Scoring(win=Points(5), draw=Points(10)).out_of_order(), Scoring().out_of_order()
        ((5, 10, 0), None)
        """
        for colour in Colour:
            points = self.of_result(colour)
            win, draw, loss = points[Result.WIN], points[Result.DRAW], points[Result.LOSS]
            if not loss <= draw <= win:
                return win, draw, loss
        return None

    def of_bye(self) -> Mapping[ByeKind, Points]:
        """Return the points for each kind of bye."""
        return {
            ByeKind.PAIRING_ALLOCATED: self.pairing_allocated_bye,
            ByeKind.FULL_POINT: self.full_point_bye,
            ByeKind.HALF_POINT: self.half_point_bye,
            ByeKind.ZERO_POINT: self.zero_point_bye,
        }


class Team(NamedTuple):
    """A team. ``members`` lists the team's members in order, with their numbers in `Tournament.players`."""

    tpn: Tpn
    members: tuple[Tpn, ...]
    nickname: str = ""


class VirtualPoints(NamedTuple):
    """[C.04.7] Virtual points, which count for the pairing of certain rounds (records 250 and XXA).

    In a team event ``points`` are match points, and there can also be ``game_points``. ``points`` are used if match
    points are the primary score. Otherwise, ``game_points`` are used.
    """

    points: Points
    first_round: int
    last_round: int
    tpns: Set[Tpn]
    game_points: Points = Points(0)


class Prohibition(NamedTuple):
    """A group whose members may not meet each other in certain rounds (records 260 and XXP)."""

    first_round: int
    last_round: int
    tpns: Set[Tpn]


class AbnormalPoints(NamedTuple):
    """Points that differ from the scoring system (record 299).

    ``outcome`` is the letter of a result in the TRF, and ``points`` contains the points that replace the usual points.
    For a bonus or a penalty ``outcome`` is blank, and the points are added. ``round`` 0 means every round or, for a
    bonus, the time before the first round.
    """

    outcome: str
    points: Points
    round: int
    tpns: Set[Tpn]


class AbnormalTeamPoints(NamedTuple):
    """Abnormal points of teams. If ``match`` or ``game`` is None, the usual points apply.

    ``outcome`` is W, D or L for the result of a match, and + or - for the result of a forfeited match.
    """

    outcome: str
    match: Points | None
    game: Points | None
    round: int
    tpns: Set[Tpn]


class Request(NamedTuple):
    """A bye requested before the round is paired (record 240, XXZ, or a letter in the column of the next round)."""

    round: int
    bye: Bye


@dataclass(frozen=True, slots=True)
class TeamRules:
    """[C.04.6 1.2, 1.7] The options that the team rules leave to an event.

    ``preferences`` is the type of colour preferences, ``A`` or ``B``, or empty if colours are not used.
    ``primary_is_match_points`` is true if match points are the score, and false if game points are the score.
    ``secondary`` is true if the secondary score helps to allocate colours. ``byes`` maps each kind of bye to its
    points. ``games`` is the scoring system of the games. ``colours`` (such as ``WBWB``) are the colours on the boards
    [record 352], or empty if unknown.
    """

    preferences: str = "A"
    primary_is_match_points: bool = True
    secondary: bool = True
    byes: Mapping[ByeKind, TeamPoints] = field(default_factory=dict)
    games: Scoring = Scoring()
    colours: str = ""
    abnormal_points: tuple[AbnormalTeamPoints, ...] = ()


class Sources(NamedTuple):
    """The names of the records that decide the system and the edition, for messages, such as ``record 192``.

    All fields are empty if the event does not come from a file. ``first_day`` is also empty if the first day comes from
    record 042.
    """

    system: str = ""
    type_of_event: str = ""
    first_day: str = ""


class UnclearDay(NamedTuple):
    """A record that states the first day as an unclear date.

    ``source`` is the name of the record in messages, and ``words`` is its text. ``days`` are the days (YYYY/MM/DD, in
    order) that the text can mean. If the text is not a date, ``days`` is empty.
    """

    source: str = ""
    words: str = ""
    days: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """The settings of the whole tournament. In a team event, ``scoring`` contains the points for matches."""

    rounds: int | None = None
    initial_colour: Colour | None = None
    scoring: Scoring = Scoring()
    system: str = ""
    """The code of record 192, such as ``FIDE_DUTCH_2026``, without ``_BAKU``; empty if there is none."""
    type_of_event: str = ""
    """The text of record 092, if the text is a description and not a code."""
    first_day: str = ""
    """The first day as YYYY/MM/DD; empty if unknown."""
    last_day: str = ""
    """The last day as YYYY/MM/DD; empty if unknown."""
    unclear_day: UnclearDay = field(default=UnclearDay(), compare=False)
    """The record of the first day, if its date is unclear."""
    sources: Sources = field(default=Sources(), compare=False)
    baku: bool = False
    virtual_points: tuple[VirtualPoints, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    wishes: tuple[Wish, ...] = ()
    """The organiser's wishes; a round with a wish is not paired in FIDE mode."""
    abnormal_points: tuple[AbnormalPoints, ...] = ()
    team: TeamRules | None = None
    double: bool = False
    """[C.04.5] Whether every pairing is a match of two games."""
    maxi: bool = False
    """[C.04.4.3] Whether ratings limit exchanges, as in a Maxi-tournament. A TRF has no record for Maxi-tournaments."""
    stated_code: str = field(default="", compare=False)
    """The text of record 192, including ``_BAKU``; empty if there is no such record."""
    tie_breaks: tuple[str, ...] = ()
    """[C.07 4, record 202] The codes of the tie-breaks, in order of priority."""
    standings_order: tuple[str, ...] = ()
    """[C.07 4, record 212] The codes by which the standings are sorted, such as ``PTS``, ``DE``, ``BH/C1``."""

    def __repr__(self) -> str:
        return in_a_line(self)

    def __post_init__(self) -> None:
        """Raise TypeError for values of a wrong type."""
        if self.rounds is not None:
            refuse_all_but(int, rounds=self.rounds)
        if self.initial_colour is not None:
            refuse_all_but(Colour, initial_colour=self.initial_colour)
        refuse_all_but(Scoring, scoring=self.scoring)
        refuse_all_but(bool, baku=self.baku, double=self.double, maxi=self.maxi)
        refuse_all_but(str, system=self.system, type_of_event=self.type_of_event, first_day=self.first_day)
        refuse_all_but(tuple, tie_breaks=self.tie_breaks, standings_order=self.standings_order, wishes=self.wishes)

    @property
    def quoted_code(self) -> str:
        """The code as it is spelled in the file, for messages."""
        return self.stated_code or self.system

    @property
    def acceleration(self) -> str:
        """[C.04.7] The name of the acceleration method in use; empty if there is none.

        >>> Settings(baku=True).acceleration, Settings().acceleration
        ('Baku Acceleration', '')
        """
        if self.virtual_points:
            return say("acceleration by stated virtual points")
        return say("Baku Acceleration") if self.baku else ""

    @property
    def kind(self) -> EventKind:
        """The kind of the event."""
        if self.team is not None:
            return EventKind.TEAM
        return EventKind.DOUBLE if self.double else EventKind.INDIVIDUAL


@dataclass(frozen=True, slots=True, repr=False)
class Tournament:
    """All facts of an event, with participants in the order of their TPNs.

    In a team event the participants are the teams. ``teams`` lists the teams with their members, and ``players`` lists
    the members of all teams. ``recorded_ranks`` maps the participants to their places in the recorded standings. Two
    tournaments that differ only in ``recorded_ranks`` are equal.

    >>> players = tuple(Participant(Tpn(n)) for n in (1, 2, 3, 4))
    >>> event = Tournament("Club night", players, settings=Settings(rounds=3, initial_colour=Colour.WHITE))
    >>> len(event.rounds)
    0
    """

    name: str
    participants: tuple[Participant, ...]
    rounds: tuple[Round, ...] = ()
    requests: tuple[Request, ...] = ()
    settings: Settings = field(default_factory=Settings)
    teams: tuple[Team, ...] = ()
    players: tuple[Participant, ...] = ()
    recorded_ranks: Mapping[Tpn, int] = field(default_factory=dict, compare=False)
    notes: tuple[Note, ...] = ()
    """The tournament manager's notes about the rounds."""
    under_way: bool = False
    """Whether the last recorded round is still being played."""

    def __post_init__(self) -> None:
        """Raise TypeError if a field contains a value of a wrong type."""
        refuse_all_but(str, name=self.name)
        refuse_all_but(Settings, settings=self.settings)
        refuse_all_but(tuple, participants=self.participants, rounds=self.rounds, requests=self.requests)
        for recorded in self.rounds:
            refuse_all_but(Round, rounds=recorded)

    def __repr__(self) -> str:
        has = f"{len(self.participants)} participants, {len(self.rounds)} rounds"
        return f"<Tournament {shown(self.name, 60)!r}: {has}>"

    @property
    def is_finished(self) -> bool:
        """Whether all rounds of the event are played; False if the number of rounds is unknown."""
        return not self.under_way and len(self.rounds) == self.settings.rounds

    @property
    def settled(self) -> Tournament:
        """The event, without its last round if that round is unfinished."""
        return replace(self, rounds=self.rounds[:-1], under_way=False) if self.under_way else self

    def taking_part(self, number: int) -> list[Tpn]:
        """List the TPNs of all participants to be paired in a round, in ascending order.

        For a recorded round, the list contains everyone with an opponent or the pairing-allocated bye. For a round that
        is not recorded, the list contains everyone who has not requested a bye.
        """
        if number <= len(self.rounds):
            return self.rounds[number - 1].paired()
        away = {request.bye.tpn for request in self.requests if request.round == number}
        return [participant.tpn for participant in self.participants if participant.tpn not in away]
