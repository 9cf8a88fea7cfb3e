"""Builders of test data, each in one line: players, states, brackets, rounds, tournaments.

Points are tenths, as in the model. A round lists its boards with White first, such as ``"1-4:10 5-2:== 3-6:+- 7:U"``.
In this round, player 1 wins against player 4, players 5 and 2 draw, player 3 wins by forfeit, and player 7 has the bye.
A tilde marks a forfeit without colours: ``3~6:+-``.
"""

import re
from collections.abc import Iterable
from itertools import combinations

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts import model
from pairing_engine.facts.model import Colour, Participant, Points, Request, Result, Round, Settings, Tournament, Tpn
from pairing_engine.generator.generate import Amount, Plan
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState, preference, ranking
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System

WHITE, BLACK = Colour.WHITE, Colour.BLACK

_GAME = re.compile(r"(\d+)([-~])(\d+):(.)(.)")
_BYE = re.compile(r"(\d+):([UFHZ])")


def player(
    tpn: int,
    score: int = 10,
    colours: str = "",
    floats: str = "",
    *,
    barred: Iterable[int] = (),
    points: int | None = None,
    unplayed: int = 0,
    may_have_bye: bool = True,
) -> Player:
    """Build a player with past colours and floats.

    ``barred`` lists prohibited opponents. `state` makes the prohibitions mutual.

    >>> player(3, score=15, colours="wbw", floats="-D").preference
    -2
    """
    difference = colours.count("w") - colours.count("b")
    return Player(
        Tpn(tpn),
        Points(score),
        Points(score if points is None else points),
        colours,
        difference,
        preference(colours, difference),
        frozenset(map(Tpn, barred)),
        floats,
        unplayed,
        may_have_bye,
    )


def state(
    *players: Player,
    number: int = 5,
    last: bool = False,
    initial: Colour | None = WHITE,
    scoring: model.Scoring | None = None,
    preassigned: int | None = None,
) -> RoundState:
    event = Tournament(
        "",
        tuple(Participant(p.tpn, rating=max(1, 2400 - 10 * p.tpn)) for p in sorted(players, key=lambda p: p.tpn)),
        settings=Settings(
            rounds=number if last else number + 3, initial_colour=initial, scoring=scoring or model.Scoring()
        ),
    )
    bye = None if preassigned is None else Tpn(preassigned)
    return RoundState(event, number, last, _ranked(_completed(players)), bye, initial)


def only(allowed: str, players: Iterable[Player]) -> list[Player]:
    """Prohibit every pair that is not in ``allowed``."""
    may = {frozenset(map(int, pair.split("-"))) for pair in allowed.split()}
    known = list(players)
    met = {(a.tpn, b.tpn) for a, b in combinations(known, 2) if frozenset((a.tpn, b.tpn)) not in may}
    return [p._replace(barred=frozenset(b for a, b in met if a == p.tpn)) for p in known]


def _completed(players: Iterable[Player]) -> list[Player]:
    known = list(players)
    return [p._replace(barred=p.barred | {q.tpn for q in known if p.tpn in q.barred}) for p in known]


def _ranked(players: Iterable[Player]) -> tuple[Player, ...]:
    return tuple(sorted(players, key=ranking))


def bracket(
    residents: Iterable[Player],
    mdps: Iterable[Player] = (),
    following: Iterable[Player] = (),
    beyond: Iterable[Player] = (),
    *,
    number: int = 5,
    last: bool = False,
    odd: bool | None = None,
) -> Bracket:
    """Build a bracket and the players below it.

    By default, ``odd`` is true if the number of players is odd.
    """
    groups = [list(group) for group in (mdps, residents, following, beyond)]
    before = state(*(p for group in groups for p in group), number=number, last=last)
    first, second, third, fourth = (_ranked(before.by_tpn[p.tpn] for p in group) for group in groups)
    return Bracket(before, first, second, third, fourth, odd=len(before.players) % 2 == 1 if odd is None else odd)


def brackets_of(before: RoundState, system: System = DUTCH_2026) -> str:
    """Return the pairs of each bracket, with the floaters after a slash, such as ``1-3 2-4/5 | 5-6``.

    Fail unless both backends give the same brackets and the same bye.
    """
    found, reference = (system.pair(before, backend) for backend in (Backend.AUTO, Backend.REFERENCE))
    shown = " | ".join(show_bracket(trace.pairing) for trace in found.trace)
    assert shown == " | ".join(show_bracket(trace.pairing) for trace in reference.trace)
    assert found.bye == reference.bye
    return shown


def pairs_of(before: RoundState, system: System = DUTCH_2026) -> str:
    """Return the pairs of all brackets, such as ``1-3 2-4``, and the pairing-allocated bye, such as ``5:U``."""
    brackets_of(before, system)
    found = system.pair(before, Backend.AUTO)
    bye = "" if found.bye is None else f" {found.bye.tpn}:U"
    return " ".join(f"{upper.tpn}-{lower.tpn}" for upper, lower in found.pairs) + bye


def show_bracket(pairing: BracketPairing) -> str:
    """Write the pairs and floaters of a bracket. A pair names the higher ranked player first."""
    pairs = " ".join(f"{upper.tpn}-{lower.tpn}" for upper, lower in pairing.pairs)
    floaters = ",".join(str(p.tpn) for p in pairing.floaters)
    return f"{pairs}/{floaters}" if floaters else pairs


def show(pairing: RoundPairing | PairedRound) -> str:
    """Write the boards in order, White first, and the bye, such as ``1-4 5-2 3-6 7:U``."""
    boards = [f"{board.white}-{board.black}" for board in pairing.boards]
    return " ".join(boards if pairing.bye is None else [*boards, f"{pairing.bye}:U"])


def round_of(text: str) -> Round:
    """Build a round from the short form that the module's docstring explains."""
    games, byes = [], []
    for word in text.split():
        if game := _GAME.fullmatch(word):
            white, how, black, one, other = game.groups()
            games.append(model.Game(Tpn(int(white)), Tpn(int(black)), Result(one), Result(other), how == "-"))
            continue
        bye = _BYE.fullmatch(word)
        assert bye is not None, f"{word!r} is neither a game nor a bye"
        byes.append(model.Bye(Tpn(int(bye[1])), model.ByeKind(bye[2])))
    return Round(tuple(games), tuple(byes))


def requests_of(number: int, text: str) -> tuple[Request, ...]:
    """Return the requested byes for the coming round from a text such as ``"3:H 4:Z"``."""
    recorded = round_of(text)
    assert not recorded.games
    return tuple(Request(number, bye) for bye in recorded.byes)


def tournament(
    players: int | Iterable[int],
    *rounds: str,
    total: int | None = 9,
    initial: Colour | None = WHITE,
    asked: str = "",
    settings: Settings | None = None,
) -> Tournament:
    """Build an event with these players and rounds, planned for ``total`` rounds.

    ``asked`` lists byes in the coming round. ``settings`` are fields of `Settings`, such as a scoring system.
    """
    tpns = range(1, players + 1) if isinstance(players, int) else players
    return Tournament(
        "An event",
        tuple(Participant(Tpn(tpn), f"Player{tpn:04d}", max(1, 2400 - 10 * tpn)) for tpn in tpns),
        tuple(map(round_of, rounds)),
        requests_of(len(rounds) + 1, asked),
        (settings or Settings())._replace(rounds=total, initial_colour=initial),
    )


NOTHING = (Amount(0),)
QUIET = Plan(
    half_point_byes=NOTHING, zero_point_byes=NOTHING, withdrawals=NOTHING, late_entries=Amount(0), forfeits=NOTHING,
    double_forfeits=NOTHING, unusual=NOTHING, unrated=NOTHING, prohibited_groups=0, baku=False, scoring=model.Scoring(),
)  # fmt: skip
"""A plan for generated events without byes, absences, forfeits or other incidents."""


def names(players: Iterable[Player]) -> str:
    """Return the players' numbers as text, such as ``1 4 7``."""
    return " ".join(str(p.tpn) for p in players)
