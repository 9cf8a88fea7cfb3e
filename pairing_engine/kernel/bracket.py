"""[C.04.3 1.3] Scoregroups and brackets, and the possible pairs (edges) of a bracket."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import groupby
from operator import attrgetter

from pairing_engine.facts.model import Points
from pairing_engine.language import marked
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple, dataclass, field


class Region(Enum):
    """The region of a player in the round, as seen from the bracket that is being paired."""

    BRACKET = "the bracket"
    FOLLOWING = "the next scoregroup"
    BEYOND = "the scoregroups after that"
    BYE = "the pairing-allocated bye"
    BELOW = "somewhere below the bracket"
    """The destination of floaters if the graph contains only the players of the bracket."""

    __hash__ = object.__hash__
    """A faster hash than the one that `Enum` defines; regions are the keys of many tables."""


class Edge(NamedTuple):
    """A possible pair, or a single player who floats or gets the bye.

    ``upper`` is the higher ranked player. ``lower`` is None for a single player. ``upper_in`` and ``lower_in`` are the
    regions of the two players. If a player floats, ``lower_in`` is the destination. Every rule assigns a cost to the
    edge.
    """

    upper: Player
    lower: Player | None
    upper_in: Region = Region.BRACKET
    lower_in: Region = Region.BRACKET

    @property
    def pairs(self) -> bool:
        """Whether the edge is a pair within the bracket."""
        return self.upper_in is Region.BRACKET and self.lower_in is Region.BRACKET

    @property
    def floats(self) -> bool:
        """Whether the upper player floats from the bracket or gets the bye."""
        return self.upper_in is Region.BRACKET and self.lower_in is not Region.BRACKET

    @property
    def product(self) -> int:
        """The product of the colour preferences of a pair within the bracket: positive for the same colour; else 0."""
        return self.upper.preference * self.lower.preference if self.lower is not None and self.pairs else 0

    @property
    def players(self) -> tuple[Player, ...]:
        return (self.upper,) if self.lower is None else (self.upper, self.lower)


class Route(Enum):
    """The role of a bracket [A.9 of the Dutch System of 2017]; in other systems, every bracket is ``ORDINARY``."""

    ORDINARY = marked("bracket")
    PENULTIMATE = marked("Penultimate Pairing Bracket")
    COLLAPSED = marked("Collapsed Last Bracket")
    TABLE = marked("the table of rounds")
    """Everybody, in a system that reads its rounds from a table."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """[C.04.3 1.3.2] A bracket, and all unpaired players below the bracket.

    A bracket consists of a scoregroup (``residents``) and the players moved down to the scoregroup (``mdps``).
    ``following`` is the next scoregroup. ``beyond`` are the players below the next scoregroup. All players are in
    ranking order.

    If ``odd`` is true, one of the players must get the pairing-allocated bye. ``bye_score`` is the score of the player
    with the bye, or None if the score is not yet known. If ``allots_bye`` is true, the only downfloater of the bracket
    gets the bye [C.04.3 2.4.4]. ``route`` is the role of the bracket in the round.
    """

    state: RoundState = field(repr=False)
    mdps: tuple[Player, ...]
    residents: tuple[Player, ...]
    following: tuple[Player, ...] = ()
    beyond: tuple[Player, ...] = ()
    odd: bool = False
    bye_score: Points | None = None
    allots_bye: bool = False
    route: Route = Route.ORDINARY

    @property
    def members(self) -> tuple[Player, ...]:
        """All players of the bracket itself, in order of BSN [C.04.3 4.1.1]."""
        return self.mdps + self.residents

    @property
    def score(self) -> Points:
        """The score of the residents (in a collapsed bracket, their highest score)."""
        return self.residents[0].score

    @property
    def lowest_score(self) -> Points:
        """The score of the lowest ranked resident, which differs from `score` only in a collapsed bracket."""
        return self.residents[-1].score


class BracketPairing(NamedTuple):
    """The pairs and the downfloaters of a bracket; in each pair the higher ranked player comes first."""

    pairs: tuple[tuple[Player, Player], ...]
    floaters: tuple[Player, ...]


def scoregroups(players: Iterable[Player]) -> list[tuple[Player, ...]]:
    """[C.04.3 1.3.1] Group players by their scores; ``players`` must be in ranking order."""
    return [tuple(group) for _, group in groupby(players, key=attrgetter("score"))]


def top_scoregroup(state: RoundState, players: tuple[Player, ...]) -> Bracket:
    """Build the bracket of the highest score, and put all other players below the bracket."""
    residents, *lower = scoregroups(players)
    following = lower[0] if lower else ()
    return Bracket(state, (), residents, following, players[len(residents) + len(following) :])
