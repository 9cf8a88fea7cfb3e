"""A second opinion before a pairing is printed: is it legal at all? It shares no code with the engine.

It reads the facts of the tournament alone, and looks at what every system forbids [C.04.1 2, 4, 6, 7], not at which
legal pairs are the right ones. Of colours it knows what Article 5 (in C.04.5 and C.04.6 Article 4) says of two colour
histories; where that leaves the choice to the ranking or to the initial-colour, it has no opinion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pairing_engine.facts.model import ByeKind, Colour, EventKind, Game, Points, Result, Round, Tournament, Tpn

Boards = Sequence[tuple[Tpn, Tpn]]
"""White and Black of every board."""

WHITE, BLACK = "W", "B"

TOPSCORERS_MAY_CLASH = "dutch"
"""[C.04.3 2.1.3] The system in which a topscorer may get an opponent with the same absolute colour preference."""
EQUALS_MAY_CLASH = "lim"
"""[C.04.4.3 6] The system in which, in the last round, two with the same score may."""


def faults(tournament: Tournament, number: int, system: str, boards: Boards, bye: Tpn | None) -> list[str]:
    """What is illegal in the pairing of round ``number`` by a system, in words; nothing if it is legal."""
    past = tournament.rounds[: number - 1]
    mates = dict(boards) | {black: white for white, black in boards}
    found = _places(tournament, number, boards, bye)
    met, histories = _look_back(tournament, past, mates)
    found += [f"{a} and {b} have met in round {r} [C.04.1 2]" for r, a, b in met]
    found += _prohibited(tournament, number, mates)
    if (
        bye is not None
        and not _is_preassigned(tournament, number, bye)
        and (why := _against_bye(tournament, past, bye))
    ):
        found.append(f"{bye} cannot get the pairing-allocated bye: {why} [C.04.1 4]")
    if tournament.settings.kind is EventKind.INDIVIDUAL:
        found += _colours(tournament, number, system, boards, histories)
    return found or _wrong_colours(tournament, number, system, boards, histories)


def _places(tournament: Tournament, number: int, boards: Boards, bye: Tpn | None) -> list[str]:
    """Everybody who plays has one place, and nobody else has any [C.04.1 3]."""
    places = [tpn for board in boards for tpn in board] + ([] if bye is None else [bye])
    field = _field(tournament, number)
    taken = set(places)
    found = [f"{tpn} is paired, but takes no part in round {number}" for tpn in sorted(taken - field)]
    found += [f"{tpn} is not paired" for tpn in sorted(field - taken)]
    if len(places) != len(taken):
        found += [f"{tpn} is paired more than once" for tpn in sorted(taken) if places.count(tpn) > 1]
    return found


def _field(tournament: Tournament, number: int) -> set[Tpn]:
    """Who takes part in a round: those it recorded as paired; if it is not recorded, those whom nothing keeps away."""
    if number <= len(tournament.rounds):
        return set(tournament.rounds[number - 1].field())
    away = {r.bye.tpn for r in tournament.requests if r.round == number and r.bye.kind is not ByeKind.PAIRING_ALLOCATED}
    return {participant.tpn for participant in tournament.participants} - away


def _look_back(
    tournament: Tournament, past: Sequence[Round], mates: dict[Tpn, Tpn]
) -> tuple[list[tuple[int, Tpn, Tpn]], dict[Tpn, str]]:
    """Who of the mates have met, and in which round; and the colours of everybody in the games that were played.

    Both in one walk over the games, which is most of what the look at a pairing costs.
    """
    met: list[tuple[int, Tpn, Tpn]] = []
    histories = {participant.tpn: "" for participant in tournament.participants}
    for number, earlier in enumerate(past, 1):
        for game in earlier.games:
            white, black, result_of_white, result_of_black, _, second = game
            if mates.get(white) == black and game.is_played:
                met.append((number, white, black))
            if (result_of_white.played and result_of_black.played) if second is None else _gives_colours(game):
                histories[white] += WHITE
                histories[black] += BLACK
        for match in earlier.matches:
            if match.played:
                histories[match.white] += WHITE
                histories[match.black] += BLACK
                if mates.get(match.white) == match.black:
                    met.append((number, match.white, match.black))
    return met, histories


def _gives_colours(match: Game) -> bool:
    """[C.04.5 1.6] A match of two games gives a colour if the two met, and one of the games at least was played."""
    assert match.second is not None
    first = match.white_result.played and match.black_result.played
    return match.is_played and (first or (match.second[0].played and match.second[1].played))


def _prohibited(tournament: Tournament, number: int, mates: dict[Tpn, Tpn]) -> list[str]:
    found = []
    for rule in tournament.settings.prohibitions:
        if rule.first_round <= number <= rule.last_round:
            for tpn in sorted(rule.tpns):
                mate = mates.get(tpn)
                if mate in rule.tpns and mate is not None and tpn < mate:
                    found.append(f"{tpn} and {mate} may not meet in this event")
    return found


def _is_preassigned(tournament: Tournament, number: int, tpn: Tpn) -> bool:
    """Did the arbiter give the bye, and not the pairing?"""
    return any(
        request.round == number and request.bye.tpn == tpn and request.bye.kind is ByeKind.PAIRING_ALLOCATED
        for request in tournament.requests
    )


def _against_bye(tournament: Tournament, past: Iterable[Round], tpn: Tpn) -> str:
    """Why a participant may not get the pairing-allocated bye; empty if nothing speaks against it."""
    scoring = tournament.settings.scoring
    worth_a_win = {kind for kind, points in scoring.of_bye().items() if points >= scoring.win}
    if tournament.settings.kind is not EventKind.INDIVIDUAL:
        worth_a_win = {ByeKind.FULL_POINT}  # [C.04.5, C.04.6: 2.1.2] what happened decides, not the points
    usual = not any(tpn in rule.tpns for rule in tournament.settings.abnormal_points)
    for number, earlier in enumerate(past, 1):
        for bye in earlier.byes:
            if bye.tpn == tpn and bye.kind is ByeKind.PAIRING_ALLOCATED:
                return f"the one of round {number}"
            if bye.tpn == tpn and usual and bye.kind in worth_a_win:
                return f"a win's points without playing in round {number}"
        for game in earlier.games:
            if tpn not in game[:2]:
                continue
            side = int(tpn == game.black)
            result = (game.white_result, game.black_result)[side]
            if game.second is None:
                won = result is Result.FORFEIT_WIN and usual and scoring.forfeit_win >= scoring.win
            else:
                won = not game.is_played and Result.FORFEIT_WIN in (result, game.second[side])
            if won:
                return f"a win by forfeit in round {number}"
        for match in earlier.matches:
            if tpn == match.won_by_forfeit:
                return f"a win by forfeit in round {number}"
    return ""


def _colours(tournament: Tournament, number: int, system: str, boards: Boards, histories: dict[Tpn, str]) -> list[str]:
    """Nobody gets a colour for the third time running, or three more of one colour than of the other [C.04.1 6, 7]."""
    found = []
    for white, black in boards:
        one, other = histories[white], histories[black]
        refused = [(white, "White", one)] if WHITE in _refused(one) else []
        if BLACK in _refused(other):
            refused.append((black, "Black", other))
        if not refused:
            continue
        # Both are refused the same colour: one of them must get it, if they may be paired at all.
        clash = not _refused(one).isdisjoint(_refused(other))
        if not (clash and _may_clash(tournament, number, system, white, black)):
            found += [f"{tpn} cannot have {name} after {history} [C.04.1 6, 7]" for tpn, name, history in refused]
    return found


@lru_cache(maxsize=1 << 12)
def _refused(history: str) -> frozenset[str]:
    """The colours that somebody with this history cannot get."""
    return frozenset(colour for colour in (WHITE, BLACK) if _is_refused(history, colour))


def _is_refused(history: str, colour: str) -> bool:
    difference = 2 * history.count(colour) - len(history)
    if difference < -1:
        return False  # however the last two were: the difference comes first
    return difference > 1 or history[-2:] == 2 * colour


def _wrong_colours(
    tournament: Tournament, number: int, system: str, boards: Boards, histories: dict[Tpn, str]
) -> list[str]:
    """Boards whose colours should be the other way round, as far as the colours of the games played tell."""
    team = tournament.settings.team
    is_last = {None: None, number: True}.get(tournament.settings.rounds, False)
    found = []
    for white, black in boards:
        one, other = histories[white], histories[black]
        if tournament.settings.kind is EventKind.TEAM:
            due = _due_to_team(one, other, "A" if team is None else team.preferences, is_last)
        else:
            due = DUE[system](one, other) if system in DUE else None
        if due == BLACK:
            past = f"{other or 'no game'} and {one or 'no game'}"
            found.append(f"{black} should have White, and {white} Black, after {past}")
    return found


def _due_in_dubov(one: str, other: str) -> str | None:
    """[C.04.4.1 5.2.2-5.2.4, 1.6.4] As for others, but who has not played would mildly rather have Black."""
    return _due_to_player(one, other, ("B", MILD)) if one or other else None


def _due_to_player(one: str, other: str, without_games: tuple[str, int] = ("", 0)) -> str | None:
    """[C.04.3 5.2.1-5.2.3, C.04.4.2 5.2.2-5.2.4] The colour of the first of two with these histories."""
    (mine, my_strength), (theirs, their_strength) = (_wish(past) if past else without_games for past in (one, other))
    if mine != theirs:
        return mine or _opposite(theirs)
    if not mine:
        return None
    if my_strength != their_strength:
        return mine if my_strength > their_strength else _opposite(theirs)
    if my_strength == ABSOLUTE and _lead(one) != _lead(other):
        return None  # not all editions look at how wide the differences are
    return _alternated(one, other)


def _due_in_lim(one: str, other: str) -> str | None:
    """[C.04.4.3 5.1-5.6] The same; no opinion where either way is not permitted."""
    if any(history[-2:] in (2 * WHITE, 2 * BLACK) or abs(_lead(history)) > 1 for history in (one, other)):
        return None
    (mine, _), (theirs, _) = _wish(one), _wish(other)
    if mine != theirs:
        return mine or _opposite(theirs)
    if abs(_lead(one)) != abs(_lead(other)):
        return mine if abs(_lead(one)) > abs(_lead(other)) else _opposite(theirs)
    return _alternated(one, other) if mine else None


def _due_in_double_swiss(one: str, other: str) -> str | None:
    """[C.04.5 4.3.2, 4.3.3] White to the one who had it less often; else the last difference is turned round."""
    mine, theirs = one.count(WHITE), other.count(WHITE)
    if mine != theirs:
        return WHITE if mine < theirs else BLACK
    return _alternated(one, other)


def _due_to_team(one: str, other: str, kind: str, is_last: bool | None) -> str | None:
    """[C.04.6 4.3.2-4.3.6] The same for two teams with colour preferences of this type, if any."""
    (mine, my_strength), (theirs, their_strength) = (_wish_of_team(history, kind, is_last) for history in (one, other))
    if UNCERTAIN in (mine, theirs):
        return None
    if mine != theirs:
        return mine or _opposite(theirs)
    if my_strength != their_strength:
        return mine if my_strength > their_strength else _opposite(theirs)
    if _lead(one) != _lead(other):
        return WHITE if _lead(one) < _lead(other) else BLACK
    return _alternated(one, other)


DUE = {
    "dutch": _due_to_player,
    "dubov": _due_in_dubov,
    "burstein": _due_to_player,
    "lim": _due_in_lim,
    "double-swiss": _due_in_double_swiss,
}
"""What each system's article on colours says of two colour histories."""

MILD, STRONG, ABSOLUTE = 1, 2, 3
UNCERTAIN = "?"


def _lead(history: str) -> int:
    """Games with White minus games with Black."""
    return 2 * history.count(WHITE) - len(history)


def _opposite(colour: str) -> str:
    return {WHITE: BLACK, BLACK: WHITE}[colour]


def _wish(history: str) -> tuple[str, int]:
    """[C.04.3 1.7] The colour that a player prefers, and how strongly; no colour before the first game."""
    lead = _lead(history)
    if abs(lead) > 1:
        return BLACK if lead > 0 else WHITE, ABSOLUTE
    if history[-2:] in (2 * WHITE, 2 * BLACK):
        return _opposite(history[-1]), ABSOLUTE
    if lead:
        return BLACK if lead > 0 else WHITE, STRONG
    return (_opposite(history[-1]), MILD) if history else ("", 0)


def _wish_of_team(history: str, kind: str, is_last: bool | None) -> tuple[str, int]:
    """[C.04.6 1.7] The same for a team; `UNCERTAIN` where that depends on whether this is the last round."""
    lead = _lead(history)
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
    """The other way round than the last time when one had White and the other Black; None if there is none."""
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            return theirs
    return None


def _may_clash(tournament: Tournament, number: int, system: str, one: Tpn, other: Tpn) -> bool:
    """Is this one of the pairs in the last round to which the absolute colour preferences do not apply?"""
    if number != (tournament.settings.rounds or number) or system not in (TOPSCORERS_MAY_CLASH, EQUALS_MAY_CLASH):
        return False
    if tournament.settings.abnormal_points or tournament.settings.virtual_points or tournament.settings.baku:
        return True  # what they have scored is not to be told by so short a check
    scores = [_score(tournament, number, tpn) for tpn in (one, other)]
    if system == EQUALS_MAY_CLASH:
        return scores[0] == scores[1]
    return 2 * max(scores) > tournament.settings.scoring.win * (number - 1)


def _score(tournament: Tournament, number: int, tpn: Tpn) -> Points:
    scoring = tournament.settings.scoring
    of_bye = scoring.of_bye()
    total = 0
    for earlier in tournament.rounds[: number - 1]:
        gained = [of_bye[bye.kind] for bye in earlier.byes if bye.tpn == tpn]
        for game in earlier.games:
            if tpn == game.white:
                gained.append(scoring.of_result(Colour.WHITE)[game.white_result])
            elif tpn == game.black:
                gained.append(scoring.of_result(Colour.BLACK)[game.black_result])
        total += sum(gained) if gained else scoring.zero_point_bye
    return Points(total)
