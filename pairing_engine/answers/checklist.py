"""Checklists of a round, in the columns of bbpPairings or of JaVaFo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pairing_engine.answers import Style
from pairing_engine.facts.model import Tpn, show_points
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.state.round_state import ABSOLUTE, MILD, NO_FLOAT, STRONG, Player, RoundState
from pairing_engine.systems.system import System

Row = list[str]


class Checklist(NamedTuple):
    """A checklist: the column titles, and one row for each player, grouped by scoregroup."""

    header: Row
    groups: list[list[Row]]

    def to_dict(self) -> dict[str, object]:
        """Return the column titles and the cells, grouped by scoregroup, exactly as in the text form."""
        return self._asdict()


def checklist(state: RoundState, pairing: RoundPairing | None, system: System, style: Style = Style.BBP) -> Checklist:
    """Build the checklist in ranking order, by the preferences of ``system``; ``pairing`` is None if none is valid."""
    state = system.for_round(state).with_preferences(state)
    columns = _bbp_columns(state, system) if style is Style.BBP else _javafo_columns(state)
    current = {} if pairing is None else _current(state, pairing)
    groups = [
        [[cell(player, current.get(player.tpn, "")) for _, cell in columns] for player in of_score]
        for _, of_score in groupby(state.players, key=lambda player: player.score)
    ]
    return Checklist([title for title, _ in columns], groups)


def as_text(found: Checklist) -> str:
    """Write a checklist as text: right-aligned cells with tabs, and a blank line between scoregroups."""
    header, groups = found
    rows = [header] + [row for group in groups for row in group]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]

    def line(row: Row) -> str:
        return "".join(f"{cell:>{width}}\t" for cell, width in zip(row, widths, strict=True))

    blocks = ["\n".join(line(row) for row in group) for group in groups]
    return "\n" + "\n\n".join([line(header), *blocks]) + "\n\n\n"


Cell = Callable[[Player, str], str]
Columns = Sequence[tuple[str, Cell]]


def _current(state: RoundState, pairing: RoundPairing) -> dict[Tpn, str]:
    """Return the opponent and colour of each player in the round, such as ``(16W)``, or the bye."""
    found = {} if pairing.bye is None else {pairing.bye: "(bye)"}
    for board in pairing.boards:
        found |= {board.white: f"({state.shown(board.black)}W)", board.black: f"({state.shown(board.white)}B)"}
    return found


def _opponents(state: RoundState) -> list[dict[Tpn, str]]:
    """Return the opponents in each past round, without games that were not played."""
    shown = state.shown
    played = ([one[:2] for one in past.meetings() if one.played] for past in state.earlier_rounds)
    return [{one: str(shown(other)) for pair in of_round for one, other in (pair, pair[::-1])} for of_round in played]


def _bbp_columns(state: RoundState, system: System) -> Columns:
    last, last_but_one = system.names.columns
    rounds: list[tuple[str, Cell]] = [
        (f"R{number}", lambda player, _, met=met: met.get(player.tpn, ""))  # type: ignore[misc]
        for number, met in enumerate(_opponents(state), 1)
    ]
    return [
        ("ID", lambda player, _: str(state.shown(player.tpn))),
        ("Pts", lambda player, _: show_points(player.score)),
        ("-" * state.number, lambda player, _: player.colours.upper()),
        ("Pref", lambda player, _: _preference(player, BBP_PREFERENCES)),
        ("C2", lambda player, _: "Y" if player.may_have_bye else "N"),
        (last, lambda player, _: _float(player, 1)),
        (last_but_one, lambda player, _: _float(player, 2)),
        ("Cur", lambda _, current: current),
        ("", lambda _player, _current: ""),
        *rounds,
    ]


BBP_PREFERENCES = {ABSOLUTE: "W ", STRONG: "(W)", MILD: "w ", 0: "A "}
JAVAFO_PREFERENCES = {ABSOLUTE: "W", STRONG: "(W)", MILD: "(w)", 0: "A"}
"""The signs for a preference for White, by its strength; 0 is no preference."""


def _preference(player: Player, signs: Mapping[int, str]) -> str:
    sign = signs[abs(player.preference)]
    return sign if player.preference >= 0 else sign.replace("W", "B").replace("w", "b")


def _javafo_preference(player: Player) -> str:
    """Write a colour preference in the signs of JaVaFo.

    An absolute preference for White is ``WWW`` or ``WW`` if the colour difference is two or more, with or without Black
    in the last two games. It is ``W1`` or ``W`` if the last two games were Black and the difference is one or zero.
    """
    twice, difference = player.colours[-2:] in ("ww", "bb"), abs(player.difference)
    absolute = ("WWW" if twice else "WW") if difference > 1 else "W1" if difference else "W"
    return _preference(player, JAVAFO_PREFERENCES | {ABSOLUTE: absolute})


def _float(player: Player, rounds_ago: int) -> str:
    found = player.floated(rounds_ago)
    return "" if found == NO_FLOAT else found


def _javafo_columns(state: RoundState) -> Columns:
    opponents = _opponents(state)
    met = {p.tpn: [of_round[p.tpn] for of_round in opponents if p.tpn in of_round] for p in state.players}

    def game(ago: int) -> Cell:
        """Build the cell for the opponent in the player's ``ago``-th last game; rounds without a game are skipped."""
        return lambda player, _: met[player.tpn][-ago] if len(met[player.tpn]) >= ago else ""

    return [
        ("", lambda player, _: "" if player.may_have_bye else "[X]"),
        ("ID", lambda player, _: str(state.shown(player.tpn))),
        ("Pts", lambda player, _: show_points(player.score)),
        ("Pref", lambda player, _: _javafo_preference(player)),
        ("-1R", lambda player, _: _float(player, 1)),
        ("-2R", lambda player, _: _float(player, 2)),
        ("Cur", lambda _, current: current),
        *[(f"G-{ago}", game(ago)) for ago in range(len(opponents), 0, -1)],
    ]
