"""The second opinion on colours, to decide which player of a pair should have White.

The `Absolutes` of an edition contain the function for the edition. The arguments are the colour histories of two
players or teams, such as ``WBW``. The result is the colour of the first player or team: ``W`` or ``B``, or None if the
colour is uncertain. This module shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.values import NamedTuple

WHITE, BLACK = "W", "B"

MILD, STRONG, ABSOLUTE = 1, 2, 3
UNCERTAIN = "?"


class Moment(NamedTuple):
    """Facts about the event that affect colours, in addition to the colour histories.

    ``preferences`` is the type of the teams' colour preferences, or empty if teams have no preferences. ``is_last`` is
    None if the number of rounds is unknown.
    """

    preferences: str = ""
    is_last: bool | None = None


Due = Callable[[str, str, Moment], "str | None"]


def in_dubov(one: str, other: str, _moment: Moment) -> str | None:
    """[C.04.4.1 5.2.2-5.2.4, 1.6.4] Decide as `to_players` does, but a player without games mildly prefers Black."""
    return _due(one, other, (BLACK, MILD)) if one or other else None


def to_players(one: str, other: str, _moment: Moment) -> str | None:
    """[C.04.3 5.2.1-5.2.3, C.04.4.2 5.2.2-5.2.4] Return the colour due to the first player.

    If the players prefer different colours, both preferences are granted. If both players prefer the same colour, the
    stronger preference is granted. If both preferences are equally strong, the players alternate. The result is None if
    both preferences are absolute and the colour differences are not equal.
    """
    return _due(one, other)


def _due(one: str, other: str, without_games: tuple[str, int] = ("", 0)) -> str | None:
    """Return the colour that the first participant should get.

    A participant without games has the preference ``without_games``.
    """
    (mine, my_strength), (theirs, their_strength) = (
        _preference(past) if past else without_games for past in (one, other)
    )
    if mine != theirs:
        return mine or _opposite(theirs)
    if not mine:
        return None
    if my_strength != their_strength:
        return mine if my_strength > their_strength else _opposite(theirs)
    if my_strength == ABSOLUTE and _lead(one) != _lead(other):
        return None  # not every edition compares the colour differences here
    return _alternated(one, other)


def in_lim(one: str, other: str, _moment: Moment) -> str | None:
    """[C.04.4.3 5.1-5.6] Return the colour due to the first player.

    If different colours are due to the two players, each player gets the due colour. Otherwise the player with the
    greater imbalance gets the due colour. If the imbalances are equal, the players alternate. The result is None if
    Article 2.1 might forbid one player a colour.
    """
    if any(history[-2:] in (2 * WHITE, 2 * BLACK) or abs(_lead(history)) > 1 for history in (one, other)):
        return None
    (mine, _), (theirs, _) = _preference(one), _preference(other)
    if mine != theirs:
        return mine or _opposite(theirs)
    if abs(_lead(one)) != abs(_lead(other)):
        return mine if abs(_lead(one)) > abs(_lead(other)) else _opposite(theirs)
    return _alternated(one, other) if mine else None


def in_double_swiss(one: str, other: str, _moment: Moment) -> str | None:
    """[C.04.5 4.3.2, 4.3.3] Give White to the player with fewer games as White.

    If both players have had White equally often, the players alternate.
    """
    mine, theirs = one.count(WHITE), other.count(WHITE)
    if mine != theirs:
        return WHITE if mine < theirs else BLACK
    return _alternated(one, other)


def to_teams(one: str, other: str, moment: Moment) -> str | None:
    """[C.04.6 4.3.2-4.3.6] Return the colour due to the first team, according to the event's type of preference.

    If the teams prefer different colours, both preferences are granted. If both teams prefer the same colour, the
    stronger preference is granted. If both preferences are equally strong, the team with the lower colour difference
    gets White. If the differences are equal too, the teams alternate.
    """
    (mine, my_strength), (theirs, their_strength) = (_preference_of_team(history, moment) for history in (one, other))
    if UNCERTAIN in (mine, theirs):
        return None
    if mine != theirs:
        return mine or _opposite(theirs)
    if my_strength != their_strength:
        return mine if my_strength > their_strength else _opposite(theirs)
    if _lead(one) != _lead(other):
        return WHITE if _lead(one) < _lead(other) else BLACK
    return _alternated(one, other)


def _lead(history: str) -> int:
    return 2 * history.count(WHITE) - len(history)


def _opposite(colour: str) -> str:
    return {WHITE: BLACK, BLACK: WHITE}[colour]


def _preference(history: str) -> tuple[str, int]:
    """[C.04.3 1.7] Return the colour that a player prefers, and the strength of the preference.

    Before the first game, the colour is an empty text.
    """
    lead = _lead(history)
    if abs(lead) > 1:
        return BLACK if lead > 0 else WHITE, ABSOLUTE
    if history[-2:] in (2 * WHITE, 2 * BLACK):
        return _opposite(history[-1]), ABSOLUTE
    if lead:
        return BLACK if lead > 0 else WHITE, STRONG
    return (_opposite(history[-1]), MILD) if history else ("", 0)


def _preference_of_team(history: str, moment: Moment) -> tuple[str, int]:
    """[C.04.6 1.7] Return a team's preference; `UNCERTAIN` if it depends on whether this is the last round."""
    lead, (kind, is_last) = _lead(history), moment
    if not kind or not history:
        return "", 0
    for colour, sign in ((WHITE, -1), (BLACK, 1)):
        if lead * sign > 1 or (lead * sign in (0, 1) and history[-2:] == 2 * _opposite(colour)):
            return colour, STRONG
    if kind != "B":
        return "", 0
    if lead:
        return BLACK if lead > 0 else WHITE, MILD
    if is_last is None:
        return UNCERTAIN, 0
    return ("", 0) if is_last else (_opposite(history[-1]), MILD)


def _alternated(one: str, other: str) -> str | None:
    """Return the opponent's colour in the last round in which the colours of the two players differed, or None."""
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            return theirs
    return None
