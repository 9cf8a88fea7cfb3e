"""The second opinion: a check that a pairing is legal, before it is published.

The check shares no code with the engine, and does not tell which legal pairing is right. It finds every breach of a
rule that all systems share [C.04.1 2, 4, 6, 7], and wrong colours [Article 5; in C.04.5 and C.04.6, Article 4], except
those that depend on the ranking or the initial-colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.basic_rules import Absolutes, BasicRules, ByeBar, Colours, Due
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Round, Tournament, Tpn, WishKind
from pairing_engine.language import say

Boards = Sequence[tuple[Tpn, Tpn]]
"""The boards of a round: the player with White, then the player with Black."""


def faults(
    tournament: Tournament,
    number: int,
    bar: ByeBar,
    absolutes: Absolutes,
    basic: BasicRules,
    boards: Boards,
    bye: Tpn | None,
) -> list[str]:
    """Return a sentence about each fault of a pairing, none if it is legal; ``bar`` bars participants from the bye."""
    past = tournament.rounds[: number - 1]
    mates = dict(boards) | {black: white for white, black in boards}
    found = _places(tournament, number, boards, bye)
    met, histories = _look_back(tournament, past, mates)
    if basic.once:
        found += [
            say("{a} and {b} have met in round {r} [{article}]", a=a, b=b, r=r, article=basic.once) for r, a, b in met
        ]
    found += _prohibited(tournament, number, mates)
    preassigned = _preassigned(tournament, number)
    if preassigned is not None and preassigned != bye:
        found.append(
            say(
                "the pairing-allocated bye was assigned to {tpn} beforehand, but {tpn} does not have "
                "it in this pairing",
                tpn=preassigned,
            )
        )
    if bye is not None and bye != preassigned and (why := against_bye(tournament, past, bar, bye)):
        words = say(
            "{bye} cannot get the pairing-allocated bye, because {why} [{article}]",
            bye=bye,
            why=why,
            article=basic.bye_bar,
        )
        found.append(words)
    if bye is not None and bye != preassigned and _wished_without_bye(tournament, number, bye):
        found.append(say("a hard wish keeps {bye} from the pairing-allocated bye", bye=bye))
    if absolutes.colours is not Colours.FREE:
        forbidden = _colours(tournament, number, absolutes.colours, boards, histories)
        found += [f"{words} [{basic.colours}]" for words in forbidden]
    if found or absolutes.due is None:
        return found
    model.refuse_all_but(Due, due=absolutes.due)
    rounds, team = tournament.settings.rounds, tournament.settings.team
    moment = ColourFacts("A" if team is None else team.preferences, None if rounds is None else number == rounds)
    return _wrong_colours(moment, DUE[absolutes.due], boards, histories)


def _places(tournament: Tournament, number: int, boards: Boards, bye: Tpn | None) -> list[str]:
    """Report participants who are paired wrongly, twice or not at all [C.04.1 3]."""
    places = [tpn for board in boards for tpn in board] + ([] if bye is None else [bye])
    playing = _taking_part(tournament, number)
    taken = set(places)
    found = [
        say("{tpn} is paired, but takes no part in round {number}", tpn=tpn, number=number)
        for tpn in sorted(taken - playing)
    ]
    found += [say("{tpn} is not paired", tpn=tpn) for tpn in sorted(playing - taken)]
    if len(places) != len(taken):
        found += [say("{tpn} is paired more than once", tpn=tpn) for tpn in sorted(taken) if places.count(tpn) > 1]
    return found


def _taking_part(tournament: Tournament, number: int) -> set[Tpn]:
    """Return the recorded participants of a round, or everybody who has not requested a bye for the round."""
    if number <= len(tournament.rounds):
        return set(tournament.rounds[number - 1].paired())
    away = {r.bye.tpn for r in tournament.requests if r.round == number and r.bye.kind is not ByeKind.PAIRING_ALLOCATED}
    return {participant.tpn for participant in tournament.participants} - away


def _look_back(
    tournament: Tournament, past: Sequence[Round], mates: dict[Tpn, Tpn]
) -> tuple[list[tuple[int, Tpn, Tpn]], dict[Tpn, str]]:
    """Find the earlier games between opponents, and all colour histories, in one pass for speed."""
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


def _gives_colours(match: model.Game) -> bool:
    """[C.04.5 1.6] Whether a match of two games counts for colours, because at least one game was played."""
    assert match.second is not None
    first = match.white_result.played and match.black_result.played
    return match.is_played and (first or (match.second[0].played and match.second[1].played))


def _prohibited(tournament: Tournament, number: int, mates: dict[Tpn, Tpn]) -> list[str]:
    settings, pairs = tournament.settings, [(one, other) for one, other in sorted(mates.items()) if one < other]
    found = []
    for rule in settings.prohibitions:
        if rule.first_round <= number <= rule.last_round:
            apart = sorted(one for one in rule.tpns if one < mates.get(one, one) and mates[one] in rule.tpns)
            found += [say("{tpn} and {mate} may not meet in this event", tpn=one, mate=mates[one]) for one in apart]
    for wish in settings.wishes_in(number):
        broken = ((one, other) for one, other in pairs if wish.is_hard and wish.is_broken_by(one, other))
        found += [say("a hard wish keeps {tpn} and {mate} apart", tpn=one, mate=other) for one, other in broken]
    return found


def _wished_without_bye(tournament: Tournament, number: int, bye: Tpn) -> bool:
    preferred: set[Tpn] = set()
    for wish in tournament.settings.wishes_in(number):
        if wish.is_hard and wish.kind is WishKind.NO_BYE and bye in wish.named:
            return True
        if wish.is_hard and wish.kind is WishKind.BYE:
            preferred |= wish.named
    return bool(preferred & _taking_part(tournament, number)) and bye not in preferred


def fault_of_preassigned_bye(tournament: Tournament, number: int, bar: ByeBar, basic: BasicRules) -> str:
    """Explain why a bye that the arbiter assigned is not allowed; empty if it is. The pairing must follow it."""
    tpn = _preassigned(tournament, number)
    why = "" if tpn is None else against_bye(tournament, tournament.rounds[: number - 1], bar, tpn)
    if not why:
        return ""
    return say(
        "the pairing-allocated bye was assigned to {tpn} beforehand, but {tpn} may not have "
        "it, because {why} [{article}]",
        tpn=tpn,
        why=why,
        article=basic.bye_bar,
    )


def _preassigned(tournament: Tournament, number: int) -> Tpn | None:
    if number <= len(tournament.rounds):
        return None
    byes = (request.bye for request in tournament.requests if request.round == number)
    return next((bye.tpn for bye in byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)


def against_bye(tournament: Tournament, past: Iterable[Round], bar: ByeBar, tpn: Tpn) -> str:
    """Explain why a participant may not get the pairing-allocated bye; empty if the bye is allowed."""
    scoring = tournament.settings.scoring
    for number, earlier in enumerate(past, 1):
        outcome = _unplayed(earlier, tpn)
        if outcome is None:
            continue
        if outcome is ByeKind.PAIRING_ALLOCATED and outcome in bar.outcomes:
            return say("this participant already had the pairing-allocated bye in round {number}", number=number)
        gained = _worth(tournament.settings, outcome, tpn, number)
        is_worth_a_win = bar.win_points and gained >= scoring.win
        if outcome not in bar.outcomes and not is_worth_a_win:
            continue
        if outcome is Result.FORFEIT_WIN:
            return say("this participant won by forfeit in round {number}", number=number)
        if outcome is ByeKind.HALF_POINT and not is_worth_a_win:
            return say("this participant scored points without playing in round {number}", number=number)
        return say("this participant got the score of a win without a game in round {number}", number=number)
    return ""


def _worth(settings: model.Settings, outcome: ByeKind | Result, tpn: Tpn, number: int) -> Points:
    """Return the points for an outcome of a round, with those of record 299."""
    scoring = settings.scoring
    usual = scoring.of_bye()[outcome] if isinstance(outcome, ByeKind) else scoring.of_result(Colour.WHITE)[outcome]
    if not settings.abnormal_points:
        return usual
    from pairing_engine.facts.scoring import Abnormal, letter_of  # imported here, because few events have such points

    return Abnormal(settings.abnormal_points).instead(tpn, number, letter_of(outcome), usual)


def _unplayed(recorded: Round, tpn: Tpn) -> ByeKind | Result | None:
    for bye in recorded.byes:
        if bye.tpn == tpn:
            return bye.kind
    for game in recorded.games:
        if tpn in game[:2]:
            if game.is_played:
                return None
            side = int(tpn == game.black)
            results = [(game.white_result, game.black_result)[side], *(game.second or ())[side : side + 1]]
            return Result.FORFEIT_WIN if Result.FORFEIT_WIN in results else Result.FORFEIT_LOSS
    for match in recorded.matches:
        if tpn in match[:2]:
            lost_or_won = Result.FORFEIT_WIN if tpn == match.won_by_forfeit else Result.FORFEIT_LOSS
            return None if match.played else lost_or_won
    return ByeKind.ZERO_POINT


def _colours(
    tournament: Tournament, number: int, colours: Colours, boards: Boards, histories: dict[Tpn, str]
) -> list[str]:
    """List forbidden colours: a third game in a row with a colour, or three more than the opposite [C.04.1 6, 7]."""
    found = []
    for white, black in boards:
        one, other = histories[white], histories[black]
        refused = [(white, say("White"), one)] if WHITE in _refused(one) else []
        if BLACK in _refused(other):
            refused.append((black, say("Black"), other))
        if colours is Colours.OVER_HALF:
            refused = [one for one in refused if not _may_clash(tournament, number, colours, one[0])]
        if not refused:
            continue
        # Neither of the two may have this colour. If they are paired, one of them gets it nevertheless.
        clash = not _refused(one).isdisjoint(_refused(other))
        if not (clash and _may_clash(tournament, number, colours, white, black)):
            found += [
                say("{tpn} cannot have {colour} after {history}", tpn=tpn, colour=colour, history=history)
                for tpn, colour, history in refused
            ]
    return found


def _refused(history: str) -> frozenset[str]:
    if abs(_lead(history)) > 1:  # the difference takes priority over the last two colours
        return frozenset(WHITE if _lead(history) > 0 else BLACK)
    return frozenset(colour for colour in (WHITE, BLACK) if history[-2:] == 2 * colour)


def _wrong_colours(moment: ColourFacts, due: DueOf, boards: Boards, histories: dict[Tpn, str]) -> list[str]:
    found = []
    for white, black in boards:
        one, other = histories[white], histories[black]
        if due(one, other, moment) == BLACK:
            past = say("{other} and {one}", other=other or say("no game"), one=one or say("no game"))
            found.append(
                say(
                    "{black} should have White, and {white} should have Black, after {past}",
                    black=black,
                    white=white,
                    past=past,
                )
            )
    return found


def _may_clash(tournament: Tournament, number: int, colours: Colours, *players: Tpn) -> bool:
    """Whether a player, or the players of a pair, may get forbidden colours, as an exception in the last round."""
    if number != (tournament.settings.rounds or number) or colours is Colours.STRICT:
        return False
    if tournament.settings.abnormal_points or tournament.settings.virtual_points or tournament.settings.baku:
        return True  # this check does not compute such scores, so it makes an exception
    scores = [_score(tournament, number, tpn) for tpn in players]
    if colours is Colours.EQUALS:
        return min(scores) == max(scores)
    if colours is Colours.HALF:
        return 2 * min(scores) >= tournament.settings.scoring.win * (number - 1)
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


WHITE, BLACK = "W", "B"

MILD, STRONG, ABSOLUTE = 1, 2, 3
UNCERTAIN = "?"


class ColourFacts(NamedTuple):
    """The type of teams' colour preferences (empty without), and whether this is the last round (None if unknown)."""

    preferences: str = ""
    is_last: bool | None = None


DueOf = Callable[[str, str, ColourFacts], "str | None"]
"""A function that returns the colour due to the first of two participants, given the colours of their games."""


def _in_dubov(one: str, other: str, _moment: ColourFacts) -> str | None:
    """[C.04.4.1 5.2.2-5.2.4, 1.6.4] Decide as `_to_players` does, but a player without games mildly prefers Black."""
    return _due(one, other, (BLACK, MILD)) if one or other else None


def _to_players(one: str, other: str, _moment: ColourFacts) -> str | None:
    """[C.04.3 5.2.1-5.2.3, C.04.4.2 5.2.2-5.2.4] Return the colour due to the first player.

    Both preferences are granted if they differ, else the stronger one; if they are equally strong, the players
    alternate. The result is None if both preferences are absolute and the colour differences are not equal.
    """
    return _due(one, other)


def _due(one: str, other: str, without_games: tuple[str, int] = ("", 0)) -> str | None:
    """Return the colour due to the first participant; without games, it is from ``without_games``."""
    (mine, my_strength), (theirs, their_strength) = (
        _preference(past) if past else without_games for past in (one, other)
    )
    granted = _granted(mine, theirs, my_strength, their_strength)
    if granted or not mine:
        return granted
    if my_strength == ABSOLUTE and _lead(one) != _lead(other):
        return None  # not every edition compares the colour differences here
    return _alternated(one, other)


def _granted(mine: str, theirs: str, my_weight: int, their_weight: int) -> str | None:
    """Grant different preferences, or else the preference of the greater weight; None if the weights are equal."""
    if mine != theirs:
        return mine or _opposite(theirs)
    if my_weight == their_weight:
        return None
    return mine if my_weight > their_weight else _opposite(theirs)


def _in_lim(one: str, other: str, _moment: ColourFacts) -> str | None:
    """[C.04.4.3 5.1-5.6] Return the colour due to the first player.

    Different due colours are granted, else that of the player with the greater imbalance; if these are equal, the
    players alternate. The result is None if Article 2.1 might forbid one player a colour.
    """
    if any(history[-2:] in (2 * WHITE, 2 * BLACK) or abs(_lead(history)) > 1 for history in (one, other)):
        return None
    (mine, _), (theirs, _) = _preference(one), _preference(other)
    return _granted(mine, theirs, abs(_lead(one)), abs(_lead(other))) or (_alternated(one, other) if mine else None)


def _in_double_swiss(one: str, other: str, _moment: ColourFacts) -> str | None:
    """[C.04.5 4.3.2, 4.3.3] Give White to the player with fewer games as White; if equal, the players alternate."""
    mine, theirs = one.count(WHITE), other.count(WHITE)
    if mine != theirs:
        return WHITE if mine < theirs else BLACK
    return _alternated(one, other)


def _to_teams(one: str, other: str, moment: ColourFacts) -> str | None:
    """[C.04.6 4.3.2-4.3.6] Return the colour due to the first team, according to the event's type of preference.

    Both preferences are granted if they differ, else the stronger one. If they are equally strong, the team with the
    lower colour difference gets White; if these are equal too, the teams alternate.
    """
    (mine, my_strength), (theirs, their_strength) = (_preference_of_team(history, moment) for history in (one, other))
    if UNCERTAIN in (mine, theirs):
        return None
    granted = _granted(mine, theirs, my_strength, their_strength)
    if granted:
        return granted
    if _lead(one) != _lead(other):
        return WHITE if _lead(one) < _lead(other) else BLACK
    return _alternated(one, other)


def _lead(history: str) -> int:
    return 2 * history.count(WHITE) - len(history)


def _opposite(colour: str) -> str:
    return {WHITE: BLACK, BLACK: WHITE}[colour]


def _preference(history: str) -> tuple[str, int]:
    """[C.04.3 1.7] Return the colour that a player prefers, empty before the first game, and the strength."""
    lead = _lead(history)
    if abs(lead) > 1:
        return BLACK if lead > 0 else WHITE, ABSOLUTE
    if history[-2:] in (2 * WHITE, 2 * BLACK):
        return _opposite(history[-1]), ABSOLUTE
    if lead:
        return BLACK if lead > 0 else WHITE, STRONG
    return (_opposite(history[-1]), MILD) if history else ("", 0)


def _preference_of_team(history: str, moment: ColourFacts) -> tuple[str, int]:
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


DUE: dict[Due, DueOf] = {
    Due.PLAYERS: _to_players,
    Due.DUBOV: _in_dubov,
    Due.LIM: _in_lim,
    Due.DOUBLE_SWISS: _in_double_swiss,
    Due.TEAMS: _to_teams,
}
