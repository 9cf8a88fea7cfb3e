"""The rules for colours, which the systems combine into their colour steps (Article 5 in most systems)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Colour
from pairing_engine.kernel.rules import parted
from pairing_engine.state.round_state import ABSOLUTE, NONE, Player, RoundState

WHITE, BLACK = Colour.WHITE, Colour.BLACK


CLASH = ABSOLUTE * ABSOLUTE
"""The product of two players' preferences if both are absolute and for the same colour."""


def clash(one: Player, other: Player) -> bool:
    return one.preference * other.preference == CLASH


def colour_wanted(player: Player) -> Colour:
    """Return the colour that the player prefers; the player must have a preference."""
    return WHITE if player.preference > 0 else BLACK


def grant_both(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """Give both players their preferred colours; a player without a preference accepts any colour [C.04.3 1.7.4]."""
    mine, theirs = higher.preference, lower.preference
    if mine * theirs > 0 or mine == theirs == NONE:
        return None
    if mine:
        return WHITE if mine > 0 else BLACK
    return BLACK if theirs > 0 else WHITE


def grant_stronger(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """Grant the stronger preference or, if both are absolute, that of the wider colour difference."""
    mine, theirs = abs(higher.preference), abs(lower.preference)
    if mine == theirs == ABSOLUTE:
        mine, theirs = abs(higher.difference), abs(lower.difference)
    if mine == theirs:
        return None
    return colour_wanted(higher) if mine > theirs else colour_wanted(lower).opposite


def alternate(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """Give the opposite of the last colours that differed; unplayed rounds are skipped [C.04.2 3.4]."""
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != theirs:
            return BLACK if mine == "w" else WHITE
    return None


def grant_higher_ranked(higher: Player, _lower: Player, _state: RoundState) -> Colour | None:
    return colour_wanted(higher) if higher.preference else None


def by_number(higher: Player, _lower: Player, state: RoundState) -> Colour:
    """Give the higher ranked the initial-colour if the TPN is odd, without those never paired (reading G1)."""
    initial = state.initial_colour
    if initial is None:
        raise MissingFact(Fact.INITIAL_COLOUR)
    return initial if state.number_of(higher.tpn) % 2 else initial.opposite


def by_number_if_new(higher: Player, lower: Player, state: RoundState) -> Colour | None:
    """Allocate colours as in `by_number` if neither player has played a game."""
    return None if higher.colours or lower.colours else by_number(higher, lower, state)


class ColourStep(NamedTuple):
    """One step; ``decide`` returns the colour of the higher ranked player, or None to leave it to the next step."""

    article: str
    summary: str
    decide: Callable[[Player, Player, RoundState], Colour | None]

    def at(self, article: str) -> ColourStep:
        """Return the step with its article, which contains the chapter."""
        return self._replace(article=parted(article)[1])


def colour_step(
    article: str, summary: str, decide: Callable[[Player, Player, RoundState], Colour | None]
) -> ColourStep:
    """Create a colour step; ``article`` contains the chapter and the number of the article."""
    return ColourStep(parted(article)[1], summary, decide)


FIRST_GAMES = colour_step(
    "",
    "if neither has played, the colours follow from the initial-colour and from the higher ranked player's pairing "
    "number",
    by_number_if_new,
)
BOTH_GRANTED = colour_step("", "both colour preferences are granted", grant_both)
STRONGER_GRANTED = colour_step("", "the stronger colour preference is granted", grant_stronger)
REVERSED = colour_step(
    "", "the colours are reversed from the last round in which one had White and the other Black", alternate
)
HIGHER_GRANTED = colour_step("", "the colour preference of the higher ranked player is granted", grant_higher_ranked)
"""The steps that several systems share; each edition adds its article."""


def allocate(
    higher: Player, lower: Player, state: RoundState, steps: tuple[ColourStep, ...]
) -> tuple[Colour, ColourStep]:
    """Return the colour of the higher ranked player, and the step that decided the colour."""
    for step in steps:
        colour = step.decide(higher, lower, state)
        if colour is not None:
            return colour, step
    raise AssertionError("the last step of an Article 5 always decides")
