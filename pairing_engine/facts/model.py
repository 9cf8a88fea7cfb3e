"""The facts of a tournament, from a TRF or from another program. All values are immutable.

Points are whole numbers of tenths (``Points(10)`` is one point), so no pairing depends on rounding. The order of the
module is that of a file: terms such as numbers and results, the manager's notes, rounds, the tournament, and the
organiser's wishes. Every round is paired and checked with the wishes that apply to it (readings Z1 to Z10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from enum import Enum
from functools import cache, wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, NewType, NoReturn, Self, TypeVar

from pairing_engine.facts.shown import moved_names, outdated, shortened, shown
from pairing_engine.language import marked, say

Tpn = NewType("Tpn", int)
"""[C.04.2 2.3] A Tournament Pairing Number, from 1 to 9,999."""

Points = NewType("Points", int)
"""Points in tenths. One and a half points are ``Points(15)``."""

MAX_TPN = 9_999
MAX_ROUNDS = 99

NOBODY = Tpn(0)
"""The TPN that stands for a missing opponent."""


class _Nothing(dict[Any, Any]):
    """An empty mapping that nobody can change; a copy, also in another process, is `NOTHING` itself."""

    def _refuse(self, *_values: object, **_named: object) -> NoReturn:
        raise TypeError("this mapping is shared and cannot be changed: make a new one")

    __setitem__ = __ior__ = setdefault = update = _refuse

    def __reduce__(self) -> str:
        return "NOTHING"


NOTHING: Mapping[Any, Any] = _Nothing()
"""The mapping of nothing, which all values without such a statement share. Nobody can change it."""


def show_points(points: int) -> str:
    """Show points in tenths as a decimal number.

    >>> show_points(115), show_points(-5)
    ('11.5', '-0.5')
    """
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 10}.{abs(points) % 10}"


Choice = TypeVar("Choice", bound=Enum)


def by_name(kind: type[Choice], value: object) -> Choice | None:
    """Return the member of an enum whose name begins with a word.

    >>> ByeKind("half"), Colour("White")
    (<ByeKind.HALF_POINT: 'H'>, <Colour.WHITE: 'w'>)
    """
    word = str(value).upper().replace("-", "_")
    return next((one for one in kind if len(word) > 1 and one.name.startswith(word)), None)


class EventKind(Enum):
    """The kind of an event; the value says what two paired participants play."""

    INDIVIDUAL = marked("a game")
    DOUBLE = marked("a match of two games")
    """[C.04.5] Two participants play a match of two games."""
    TEAM = marked("a match of two teams")
    """[C.04.6] Two teams play a match."""


class Colour(Enum):
    """The colour of the pieces; the value is the TRF letter."""

    WHITE = "w"
    BLACK = "b"

    @classmethod
    def _missing_(cls, value: object) -> Colour | None:
        return by_name(cls, value)

    @property
    def opposite(self) -> Colour:
        """The opposite colour.

        >>> Colour.WHITE.opposite.name
        'BLACK'
        """
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(Enum):
    """The result of one side of a pairing; the value is its letter in a TRF."""

    # Tables with results as keys are read for every game. The hash of `Enum` would be four times slower.
    __hash__ = object.__hash__

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    UNKNOWN = "?"

    played: bool
    """[C.04.2 3.4, 3.5] Whether the game took place. A forfeited game did not take place; an adjourned game did."""


for _result in Result:
    _result.played = _result not in (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)


class ByeKind(Enum):
    """The reason why a participant has no opponent; the value is the TRF letter."""

    __hash__ = object.__hash__

    PAIRING_ALLOCATED = "U"
    FULL_POINT = "F"
    HALF_POINT = "H"
    ZERO_POINT = "Z"

    @classmethod
    def _missing_(cls, value: object) -> ByeKind | None:
        return by_name(cls, value)


TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""[C.04.2 2.2.2] The FIDE titles by which players are sorted, the highest first."""


class NoteKind(Enum):
    """The kind of a note; the value is the word that a comment of the file uses for it."""

    IMPORT = "Import"
    """The rounds up to the note's round were imported from another program's file, and then adjusted."""
    MANUAL = "MPA"
    """The arbiter, not the engine, set some boards of the round."""
    CORRECTION = "Correction"
    """A result of the note's round was corrected after later rounds had been paired with the earlier one."""
    STAND_IN = "Stand-in"
    """After the round was published, somebody left, and another one, or the bye, took the place."""
    CONFIGURATION = "Configuration"
    """Before the round was paired, a setting of the event was changed, or a command used other settings."""
    EXITED = "FIDE mode exited"
    """From the note's round onwards, the pairings also follow wishes or exceptions of the organiser."""


_EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "True or False",
    "Result": "a Result, such as Result.WIN, or its letter, such as 1",
    "ByeKind": "a ByeKind, such as ByeKind.HALF_POINT, or its word, such as half",
    "Colour": "white or black",
    "Settings": "Settings, such as Settings(rounds=5)",
    "Tournament": "a Tournament, as `swisspair.read` returns it",
    "Standings": "Standings, as `swisspair.standings` returns them",
    "Dialect": "trf26, trf16x or bbp6; `write` returns the text of a file",
    "tuple": "a list or a tuple",
    "System": "a name such as dutch, or a System such as SYSTEMS['dutch']['2026']",
    "Bye": "a Bye, such as Bye(5, ByeKind.HALF_POINT)",
    "Participant": "a Participant, such as Participant(1, 'Aalto')",
    "Mapping": "a dict",
}
"""Descriptions of expected values, for messages. The keys are the names of the types."""


def refuse_all_but(kind: type, /, **values: object) -> None:
    """Raise TypeError, with the name of the field, for the first value of another type."""
    for name, value in values.items():
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            expected = _EXPECTED.get(kind.__name__, f"a {kind.__name__}")
            raise TypeError(f"{name}: found {shortened(repr(value))}, expected {expected}")


def member(kind: type[Choice], /, **value: object) -> Choice:
    """Return the member of an enum that a word stands for. Raises TypeError, with the name of the field."""
    ((name, word),) = value.items()
    try:
        return kind(word)
    except ValueError:
        refuse_all_but(kind, **{name: word})
        raise


Item = TypeVar("Item")


def listed(name: str, values: Iterable[Item], kind: type) -> tuple[Item, ...]:
    """Return values of one kind as a tuple. Raises TypeError, with the name of the field, for anything else."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        refuse_all_but(tuple, **{name: values})
    found = tuple(values)
    for value in found:
        if not isinstance(value, kind):
            refuse_all_but(kind, **{name: value})
    return found


_PLAIN = {"int": int, "Tpn": int, "Points": int, "str": str, "bool": bool}


def _kind_of(declared: str) -> Any:
    return _PLAIN.get(declared) or globals().get(declared)


def _fitting(declared: str, name: str, value: Any) -> Any:
    """Return the value of a field in its declared type. Raises TypeError with the name of the field."""
    stated = declared.removesuffix(" | None")
    if value is None and stated != declared:
        return value
    outer, _, inner = stated.removesuffix("]").partition("[")
    item = inner.partition(",")[0]
    kind = _kind_of(item if outer == "tuple" else outer)
    if kind is Set:
        return value if isinstance(value, Set) and not isinstance(value, set) else frozenset(listed(name, value, int))
    if outer == "tuple" and (kind is None or issubclass(kind, Enum)):
        return tuple(_fitting(item, name, one) for one in listed(name, value, object))
    if outer == "tuple":
        return listed(name, value, kind)
    if kind is not None and issubclass(kind, Enum):
        return member(kind, **{name: value})
    refuse_all_but(kind or object, **{name: value})
    return value


@cache
def _declared(kind: Any) -> tuple[tuple[str, str, tuple[object, ...], object], ...]:
    """Return the fields of a class of this module: the name, the type in words, its usual types, and a usual value."""
    home = next(base for base in kind.__mro__ if base.__module__ == __name__)
    found: list[tuple[str, str, tuple[object, ...], object]] = []
    for name, one in home.__annotations__.items():
        text = str(getattr(one, "__forward_arg__", one))
        stated = text.removesuffix(" | None")
        usual = (_kind_of(stated), None if stated == text else type(None))
        found.append((name, text, usual, () if stated.startswith("tuple") else _kind_of))
    return tuple(found)


def fitted(value: Item) -> Item:
    """Give each field its declared type: lists become tuples, and words members of enums. Raises TypeError."""
    plain: Any = value
    kind: Any = type(value)
    changes = {}
    for (name, text, types, usual), found in zip(_declared(kind), plain, strict=True):
        if type(found) not in types and found is not usual and (fitting := _fitting(text, name, found)) is not found:
            changes[name] = fitting
    if not changes:
        return value
    made: Item = plain._make(changes.get(name, found) for name, found in plain._asdict().items())
    return made


def checked_by(check: Callable[[Item], Item], *, when_replaced: bool = True) -> Callable[[type[Item]], type[Item]]:
    """Return a decorator that lets a function check each value of a named tuple, and correct it."""

    def checked(kind: type[Item]) -> type[Item]:
        plain: Any = kind
        made, replaced = plain.__new__, plain._replace
        plain.__new__ = wraps(made)(lambda cls, /, *values, **named: check(made(cls, *values, **named)))
        if when_replaced:
            plain._replace = wraps(replaced)(lambda self, /, **changes: check(replaced(self, **changes)))
        return kind

    return checked


def typed(kind: type[Item]) -> type[Item]:
    """Let a named tuple take only values that fit (see `fitted`)."""
    return checked_by(fitted)(kind)


def compared_without(*names: str) -> Callable[[type[Item]], type[Item]]:
    """Return a decorator that lets two named tuples be equal if they differ only in these fields."""

    def decorated(kind: Any) -> Any:
        compared = attrgetter(*(name for name in kind._fields if name not in names))

        def equal(self: object, other: object) -> bool:
            return compared(self) == compared(other) if isinstance(other, kind) else NotImplemented

        kind.__eq__, kind.__ne__ = equal, object.__ne__
        kind.__hash__ = lambda self: hash(compared(self))
        return kind

    return decorated


_WINS = frozenset({Result.WIN, Result.UNRATED_WIN, Result.FORFEIT_WIN})
_LOSSES = frozenset({Result.LOSS, Result.UNRATED_LOSS, Result.FORFEIT_LOSS})

FITTING = marked("results that fit together (1 and 0, = and =, W and L, + and -, ...)")


def fit_together(one: Result, other: Result) -> bool:
    """Whether a game can have these two results [C.02.03]. If one player wins, the other player must lose."""
    if one.played is not other.played or (one is Result.UNKNOWN) is not (other is Result.UNKNOWN):
        return False
    return (one not in _WINS or other in _LOSSES) and (other not in _WINS or one in _LOSSES)


_TOGETHER = frozenset((one, other) for one in Result for other in Result if fit_together(one, other))


def _plausible(game: Game) -> Game:
    """Return a game whose fields have their types. Raises ValueError if it contradicts itself."""
    game = fitted(game)
    if game.white == game.black != NOBODY:
        raise ValueError(say("game {white}-{black}: found one player twice, expected two", **game._asdict()))
    for results in ((game.white_result, game.black_result), game.second):
        if results is not None and results not in _TOGETHER:
            words = say(
                "game {white}-{black}: found the results {one} and {other}, expected {fitting}",
                white=game.white,
                black=game.black,
                one=results[0].value,
                other=results[1].value,
                fitting=say(FITTING),
            )
            raise ValueError(words)
    return game


@checked_by(_plausible, when_replaced=False)
class Game(NamedTuple):
    """A game between two paired participants.

    ``colours_known`` is false for a forfeited game whose record states no colours; ``white`` is then the player who is
    named first. In a match of two games [C.04.5 0], all fields except ``second`` describe the first game. ``second``
    has the results of the second game, in which the colours are reversed: first the result of ``white``, then the
    result of ``black``. Raises TypeError for a value of another type, and ValueError for results that contradict each
    other.
    """

    white: Tpn
    black: Tpn
    white_result: Result
    black_result: Result
    colours_known: bool = True
    second: tuple[Result, Result] | None = None

    @property
    def second_game(self) -> Game:
        """[C.04.5 4.4] The second game of a match, with the colours reversed; only for matches of two games."""
        assert self.second is not None, "this is a single game"
        return Game(self.black, self.white, self.second[1], self.second[0], self.colours_known)

    @property
    def is_open(self) -> bool:
        """Whether the game, or either game of a two-game match, has no result yet."""
        return Result.UNKNOWN in (self.white_result, self.black_result, *(self.second or ()))

    @property
    def is_played(self) -> bool:
        """[C.04.2 3.5, C.04.5 0] Whether the two participants played each other.

        A participant who forfeited every game of the pairing did not play.
        """
        if self.second is None:
            return self.white_result.played and self.black_result.played
        sides = zip((self.white_result, self.black_result), self.second, strict=True)
        return all(results != (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS) for results in sides)


@typed
class Note(NamedTuple):
    """A note about round ``round``; 0 stands for the time before the first round."""

    kind: NoteKind
    round: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind.value} @ Round {self.round}: {self.words}"


@typed
class TeamPoints(NamedTuple):
    """The match points and the game points of a team."""

    match: Points
    game: Points


@typed
class TeamMatch(NamedTuple):
    """A match of two teams; ``white`` has White on the first board [C.04.6 1.6.1].

    ``played`` is false for a match that was decided by forfeit. ``boards`` lists the games of the players, beginning
    with board 1, if the games are known. An empty seat is `NOBODY`, who loses by forfeit. ``won_by_forfeit`` is the
    team that won the match by forfeit, whatever points the team got. If no team won by forfeit, ``won_by_forfeit`` is
    `NOBODY`.
    """

    white: Tpn
    black: Tpn
    white_points: TeamPoints
    black_points: TeamPoints
    played: bool = True
    colours_known: bool = True
    boards: tuple[Game, ...] = ()
    won_by_forfeit: Tpn = NOBODY


@typed
class Bye(NamedTuple):
    """A participant without an opponent in a round. ``kind`` can also be a word such as ``half``, or a letter."""

    tpn: Tpn
    kind: ByeKind


def lower_tpn(pairing: Game | TeamMatch | Meeting) -> Tpn:
    """Return the lower TPN of a pair, to sort games and matches."""
    return min(pairing.white, pairing.black)


def tpn_of_bye(bye: Bye) -> Tpn:
    """Return the participant's TPN, to sort byes."""
    return bye.tpn


class Meeting(NamedTuple):
    """Two participants paired in a round; ``played`` is false if they did not play."""

    white: Tpn
    black: Tpn
    played: bool
    colours_known: bool


@typed
class Round(NamedTuple):
    """The pairings and byes of one round. A participant without an entry was absent (zero-point bye)."""

    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    matches: tuple[TeamMatch, ...] = ()
    """The matches of a team event. In a team event, ``games`` is empty."""

    def __repr__(self) -> str:
        has = f"{len(self.matches)} matches" if self.matches else f"{len(self.games)} games"
        return f"<Round: {has}, {len(self.byes)} byes>"

    @property
    def pairings(self) -> tuple[Game | TeamMatch, ...]:
        """The games of the round or, in a team event, its matches."""
        return self.games or self.matches

    @property
    def all_games(self) -> tuple[Game, ...]:
        """The games of the round or, in a team event, of all its matches."""
        return (*self.games, *(game for match in self.matches for game in match.boards))

    @property
    def pairs(self) -> list[tuple[Tpn, Tpn]]:
        """The boards, White first, followed by each pairing-allocated bye with `NOBODY` as Black."""
        byes = [(bye.tpn, NOBODY) for bye in self.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        return [*((one.white, one.black) for one in self.pairings), *byes]

    def paired(self) -> list[Tpn]:
        """List the participants who have an opponent or the pairing-allocated bye, by ascending TPN."""
        return sorted(tpn for pair in self.pairs for tpn in pair if tpn != NOBODY)

    @property
    def kind(self) -> EventKind | None:
        """The kind of event, judging from the games or matches of this round; None if nobody was paired."""
        if self.matches:
            return EventKind.TEAM
        if not self.games:
            return None
        return EventKind.INDIVIDUAL if self.games[0].second is None else EventKind.DOUBLE

    def meetings(self) -> list[Meeting]:
        """List the pairs of the round, including the pairs that did not play."""
        found = []
        for game in self.games:
            white, black, white_result, black_result, colours_known, second = game
            played = white_result.played and black_result.played if second is None else game.is_played
            found.append(Meeting(white, black, played, colours_known))
        return found + [Meeting(match.white, match.black, match.played, match.colours_known) for match in self.matches]


@typed
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

    @property
    def number(self) -> Tpn:
        """The participant's number in the file, which reports show."""
        return Tpn(self.starting_rank or self.tpn)


@typed
class Scoring(NamedTuple):
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


@typed
class Team(NamedTuple):
    """A team. ``members`` lists the team's members in order, with their numbers in `Tournament.members`."""

    tpn: Tpn
    members: tuple[Tpn, ...]
    nickname: str = ""


@typed
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


@typed
class Prohibition(NamedTuple):
    """A group whose members may not meet each other in certain rounds (records 260 and XXP)."""

    first_round: int
    last_round: int
    tpns: Set[Tpn]


@typed
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


@typed
class AbnormalTeamPoints(NamedTuple):
    """Abnormal points of teams. If ``match`` or ``game`` is None, the usual points apply.

    ``outcome`` is W, D or L for the result of a match, and + or - for the result of a forfeited match.
    """

    outcome: str
    match: Points | None
    game: Points | None
    round: int
    tpns: Set[Tpn]


@typed
class Request(NamedTuple):
    """A bye requested before the round is paired (record 240, XXZ, or a letter in the column of the next round)."""

    round: int
    bye: Bye


@typed
class TeamRules(NamedTuple):
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
    byes: Mapping[ByeKind, TeamPoints] = NOTHING
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
    line: int = 0
    """The line of the record that names the system; 0 if unknown."""


class UnclearDay(NamedTuple):
    """A record that states the first day as an unclear date.

    ``source`` is the name of the record in messages, and ``words`` is its text. ``days`` are the days (YYYY/MM/DD, in
    order) that the text can mean. If the text is not a date, ``days`` is empty.
    """

    source: str = ""
    words: str = ""
    days: tuple[str, ...] = ()


@compared_without("unclear_day", "sources", "stated_code")
@typed
class Settings(NamedTuple):
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
    round_days: tuple[str, ...] = ()
    """[record 132] The days of the rounds as YYYY/MM/DD, beginning with round 1; empty if unknown."""
    city: str = ""
    federation: str = ""
    """The federation in which the event is played, as three letters."""
    chief_arbiter: str = ""
    deputy_arbiters: str = ""
    """The deputies, with semicolons between them; each has a record 112 of its own."""
    time_control: str = ""
    unclear_day: UnclearDay = UnclearDay()
    """The record of the first day, if its date is unclear."""
    sources: Sources = Sources()
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
    stated_code: str = ""
    """The text of record 192, including ``_BAKU``; empty if there is no such record."""
    tie_breaks: tuple[str, ...] = ()
    """[C.07 4, record 202] The codes of the tie-breaks, in order of priority."""
    standings_order: tuple[str, ...] = ()
    """[C.07 4, record 212] The codes by which the standings are sorted, such as ``PTS``, ``DE``, ``BH/C1``."""

    def wishes_in(self, number: int) -> tuple[Wish, ...]:
        """Return the wishes that apply to a round."""
        return tuple(wish for wish in self.wishes if wish.is_in_force(number))

    @property
    def quoted_code(self) -> str:
        """The code as it is spelled in the file, for messages."""
        return self.stated_code or self.system

    @property
    def states_baku(self) -> bool:
        """[C.04.7] Whether the file names the Baku Acceleration Method, even if it also states virtual points."""
        return self.stated_code.upper().endswith("_BAKU")

    @property
    def kind(self) -> EventKind:
        """The kind of the event."""
        if self.team is not None:
            return EventKind.TEAM
        return EventKind.DOUBLE if self.double else EventKind.INDIVIDUAL


def _with_former_name(kind: type[Item]) -> type[Item]:
    """Let the members of a tournament have their former name."""
    plain: Any = kind
    made = plain.__new__

    @wraps(made)
    def new(cls: type[Item], /, *values: object, **named: object) -> Any:
        if "players" in named:
            named["members"] = outdated("Tournament(players=...)", "members", named.pop("players"))
        return made(cls, *values, **named)

    plain.__new__ = new
    return kind


@_with_former_name
@compared_without("recorded_ranks")
@typed
class Tournament(NamedTuple):
    """All facts of an event, with participants in the order of their TPNs.

    In a team event the participants are the teams. ``teams`` lists the teams with their members, and ``members`` lists
    the players of all teams. ``recorded_ranks`` maps the participants to their places in the recorded standings. Two
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
    settings: Settings = Settings()
    teams: tuple[Team, ...] = ()
    members: tuple[Participant, ...] = ()
    recorded_ranks: Mapping[Tpn, int] = NOTHING
    notes: tuple[Note, ...] = ()
    """The tournament manager's notes about the rounds."""
    under_way: bool = False
    """Whether the last recorded round is still being played."""

    def __repr__(self) -> str:
        has = f"{len(self.participants)} participants, {len(self.rounds)} rounds"
        return f"<{type(self).__name__} {shown(self.name, 60)!r}: {has}>"

    @property
    def players(self) -> tuple[Participant, ...]:
        """The people who play: the participants or, in a team event, the members of all teams."""
        return self.participants if self.settings.team is None else self.members

    @property
    def is_finished(self) -> bool:
        """Whether all rounds of the event are played; False if the number of rounds is unknown."""
        return not self.under_way and len(self.rounds) == self.settings.rounds

    @property
    def settled(self) -> Self:
        """The event, without its last round if that round is unfinished."""
        return self._replace(rounds=self.rounds[:-1], under_way=False) if self.under_way else self

    @property
    def boards_in_match(self) -> int:
        """The number of boards in a match, by the colours of the boards or else by the longest match; 0 if unknown."""
        team = self.settings.team
        played = (len(match.boards) for recorded in self.rounds for match in recorded.matches)
        return 0 if team is None else len(team.colours) or max(played, default=0)

    def taking_part(self, number: int) -> list[Tpn]:
        """List the TPNs of all participants to be paired in a round, in ascending order.

        For a recorded round, the list contains everyone with an opponent or the pairing-allocated bye. For a round that
        is not recorded, the list contains everyone who has not requested a bye.
        """
        if number <= len(self.rounds):
            return self.rounds[number - 1].paired()
        away = {request.bye.tpn for request in self.requests if request.round == number}
        return [participant.tpn for participant in self.participants if participant.tpn not in away]


class Strength(Enum):
    """The strength of a wish: hard, strong or weak."""

    WEAK = marked("weak")
    """Weak: less important than all criteria of the system, more important than the order of candidates."""
    STRONG = marked("strong")
    """Strong: less important than legality and the number of pairs, more important than all other criteria."""
    HARD = marked("hard")
    """Hard: never broken, like a prohibited pair (record 260) or a bar to the bye."""


class WishKind(Enum):
    """The kind of a wish; the value is the word in the record and in messages."""

    AVOID = marked("avoid")
    """The members of a group should not meet each other."""
    BYE = marked("prefer-bye")
    """One member of the group should get the pairing-allocated bye, if there is a bye."""
    NO_BYE = marked("no-bye")
    """No member of the group should get the pairing-allocated bye."""


@typed
class Wish(NamedTuple):
    """A wish about some rounds, with its strength.

    ``label`` is the name of the field that all members of a group share, such as ``federation``, or the word ``pairs``.
    A wish about the bye has only one group, and ``label`` lists the numbers of the members.
    """

    kind: WishKind
    strength: Strength
    first_round: int
    last_round: int
    label: str
    groups: tuple[Set[Tpn], ...]

    @property
    def words(self) -> str:
        """The kind, the label and the strength of the wish, in words.

        >>> Wish(WishKind.AVOID, Strength.WEAK, 1, 3, "club", ()).words
        'avoid club (weak)'
        """
        about = " ".join(filter(None, (say(self.kind.value), say(self.label))))
        return f"{about} ({say(self.strength.value)})"

    @property
    def is_hard(self) -> bool:
        """Whether the wish is never broken."""
        return self.strength is Strength.HARD

    @property
    def named(self) -> frozenset[Tpn]:
        """All participants in the groups of the wish."""
        return frozenset().union(*self.groups)

    def is_in_force(self, number: int) -> bool:
        """Whether the wish applies to a round."""
        return self.first_round <= number <= self.last_round

    def is_broken_by(self, one: Tpn, other: Tpn) -> bool:
        """Whether the wish would keep the two players apart."""
        return self.kind is WishKind.AVOID and any(one in group and other in group for group in self.groups)


if not TYPE_CHECKING:  # a type checker finds a misspelt name
    __getattr__ = moved_names(
        __name__,
        {
            "pairing_engine.facts.asked_wishes": "AskedAs",
            "pairing_engine.facts.wishes": "barred_from_bye groups_apart in_force",
        },
    )
