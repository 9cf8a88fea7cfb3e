"""Articles of the Dutch rules of 1992 to 2009 (C.04.1) that this project once read differently."""

from __future__ import annotations

import trf
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS
from tests.builders import brackets_of, only, state
from tests.builders import player as built
from tests.files.trf_builders import player, text_of

DUTCH_2009, DUTCH_2012 = SYSTEMS["dutch"]["2009"], SYSTEMS["dutch"]["2012"]


def test_a_4_a_forfeit_between_unequal_scores_gives_floats() -> None:
    """A forfeited game between players with different scores gives a float to both players [P4]."""
    event = trf.read(
        text_of(
            player(1, "3w1", "4b+", points="2.0"),
            player(2, "4b=", "3w1", points="1.5"),
            player(3, "1b0", "2b0", points="0.0"),
            player(4, "2w=", "1w-", points="0.5"),
        )
    )
    floats = {
        system.edition: {p.tpn: p.floats[-1] for p in state_before(event, 3, system.conventions).players}
        for system in (DUTCH_2009, DUTCH_2012)
    }
    assert floats["2009"] == {1: "D", 2: "D", 3: "U", 4: "U"}
    assert floats["2012"] == {1: "D", 2: "D", 3: "U", 4: "-"}


def test_c_1_a_player_without_an_opponent_does_not_drop_b_6() -> None:
    """If a player without an opponent moves down, B.6 still holds for the other players [P8].

    Player 2 has no opponent and moves down, although player 2 already floated down in the last round. Player 4 floated
    down two rounds ago and may not float again [B.6]. So player 4 meets player 3, and player 1 floats.
    """
    top = [built(1, 25, "wb"), built(2, 25, "bw", "-D"), built(3, 25, "bw"), built(4, 25, "wb", "D-")]
    low = [built(5, 20, "bw"), built(6, 20, "wb")]
    before = state(*only("1-3 3-4 1-5 1-6 2-5 2-6 4-5 4-6", [*top, *low]), number=4)
    assert brackets_of(before, DUTCH_2009) == "3-4/1,2 | 1-5 2-6"


def test_c_12_another_player_may_have_another_score() -> None:
    """In 2009, a player with a different score may replace a floater [C.12, P12].

    In 2012, a player who replaces a floater must have the same score. So in 2012, player 1 meets player 4, and players
    2 and 3 move down. Only one of players 2 and 3 can be paired.
    """
    top = [built(1, 30, "wb"), built(2, 20, "wb"), built(3, 20, "bw"), built(4, 15, "bw")]
    low = [built(tpn, 10, "wb") for tpn in (5, 6, 7)]
    may_meet = "1-4 2-4 3-4 1-6 2-5 3-5 5-6 6-7 5-7"
    before = state(*only(may_meet, [*top, *low]), number=4)
    assert brackets_of(before, DUTCH_2009) == "/1 | /1,2,3 | 2-4/1,3 | 1-6 3-5/7"
    assert brackets_of(before, DUTCH_2012) == "/1 | /1,2,3 | 1-4/2,3 | 3-5 6-7/2"
