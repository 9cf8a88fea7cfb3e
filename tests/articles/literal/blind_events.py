"""Conversion of events into positions for `blind_1998`, `blind_2009` and `blind_2012`.

The author had read only one module of the engine: `pairing_engine.facts.model`.
"""

from pairing_engine.facts.model import ByeKind, Colour, Result, Scoring, Tournament
from tests.articles.literal import blind_1998, blind_2009, blind_2012
from tests.articles.literal.blind_common import Card, NoPairingError, Position
from tests.articles.literal.facts import Event, NoLegalPairing, Paired, tournament_of

_LETTERS = {Result.UNRATED_WIN: Result.WIN, Result.UNRATED_DRAW: Result.DRAW, Result.UNRATED_LOSS: Result.LOSS}


def position_of(event: Tournament, edition: str) -> Position:
    cards: dict[int, Card] = {player.tpn: Card(player.tpn, 0) for player in event.participants}
    for number in range(1, len(event.rounds) + 1):
        cards = after(cards, event, number, edition)
    number = len(event.rounds) + 1
    settings = event.settings
    first = "B" if settings.initial_colour is Colour.BLACK else "W"
    taking_part = tuple(with_prohibited(cards[tpn], event) for tpn in event.taking_part(number))
    return Position(taking_part, number, settings.rounds or 0, first)


def with_prohibited(card: Card, event: Tournament) -> Card:
    """Add prohibited opponents to a card. No text mentions prohibited pairs, but all programs support them."""
    groups = [prohibition.tpns for prohibition in event.settings.prohibitions if card.number in prohibition.tpns]
    return card._replace(met=card.met.union(*groups) - {card.number})


def pair(event: Event, edition: str) -> Paired:
    position = position_of(tournament_of(event), edition)
    try:
        found = {"1998": blind_1998, "2009": blind_2009, "2012": blind_2012}[edition].pair(position)
    except NoPairingError:
        raise NoLegalPairing("C.13") from None
    return Paired(frozenset(found.pairs), found.bye)


def after(cards: dict[int, Card], event: Tournament, number: int, edition: str) -> dict[int, Card]:
    scoring = event.settings.scoring
    played = event.rounds[number - 1]
    new = {tpn: card._replace(floats=("", card.floats[0])) for tpn, card in cards.items()}
    for game in played.games:
        sides = ((game.white, game.white_result, game.black, "W"), (game.black, game.black_result, game.white, "B"))
        for tpn, result, opponent, colour in sides:
            card, mine, theirs = new[tpn], cards[tpn].score, cards[opponent].score
            floated = "D" if mine > theirs else "U" if mine < theirs else ""  # A.4
            got = points(result, scoring)
            if game.is_played:
                card = card._replace(met=card.met | {opponent}, colours=card.colours + colour)
            else:
                card = card._replace(free_points=max(card.free_points, got))
                floated = floated if edition != "2012" else "D" if got else ""  # B.1.b
            new[tpn] = card._replace(score=mine + got, floats=(floated, card.floats[1]))
    for bye in played.byes:
        card = new[bye.tpn]
        got = bye_points(bye.kind, scoring)
        floated = "D" if got >= (1 if edition == "2012" else 10) else ""
        card = card._replace(free_points=max(card.free_points, got), floats=(floated, card.floats[1]))
        new[bye.tpn] = card._replace(score=card.score + got)
    return new


def points(result: Result, scoring: Scoring) -> int:
    return {
        Result.WIN: scoring.win,
        Result.DRAW: scoring.draw,
        Result.LOSS: scoring.loss,
        Result.FORFEIT_WIN: scoring.forfeit_win,
        Result.FORFEIT_LOSS: scoring.forfeit_loss,
    }[_LETTERS.get(result, result)]


def bye_points(kind: ByeKind, scoring: Scoring) -> int:
    return {
        ByeKind.PAIRING_ALLOCATED: scoring.pairing_allocated_bye,
        ByeKind.FULL_POINT: scoring.full_point_bye,
        ByeKind.HALF_POINT: scoring.half_point_bye,
        ByeKind.ZERO_POINT: scoring.zero_point_bye,
    }[kind]
