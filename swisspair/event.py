"""An event with everything that can be asked of it and done to it, as methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self, Unpack

import swisspair
from pairing_engine.changes import paired as rounds_of
from pairing_engine.changes import people, presence
from pairing_engine.facts import model
from pairing_engine.facts.model import AskedAs, ByeKind, Note, Participant, Request, Round, Settings, Tournament, Tpn
from pairing_engine.facts.names import find
from pairing_engine.facts.shown import html_table

if TYPE_CHECKING:
    from checker.questions.moment import Moment

Who = int | str | Participant
"""A participant, or the participant's number in the file, or a unique part of the name."""


class Event(Tournament):
    """The facts of an event, with methods that pair, check and change it. Every change returns a new event.

    ``participants`` are players or, in a team event, teams. A name stands for a player without further data; the
    players are numbered in their order. Players can be stated by number or name.

    >>> settings = Settings(rounds=3, initial_colour="white")
    >>> event = Event("Club night", ["Aalto", "Bianchi", "Castro", "Dvorak"], settings=settings)
    >>> [(board.white.name, board.black.name) for board in event.pair().pairings]
    [('Aalto', 'Castro'), ('Dvorak', 'Bianchi')]
    """

    __slots__ = ()

    def __init__(  # noqa: PLR0913, PLR0917 - the fields of a tournament
        self,
        name: str,
        participants: Iterable[Participant | str],
        rounds: Iterable[Round] = (),
        requests: Iterable[Request] = (),
        settings: Settings | None = None,
        teams: Iterable[model.Team] = (),
        members: Iterable[Participant] = (),
        recorded_ranks: Mapping[Tpn, int] | None = None,
        notes: Iterable[Note] = (),
        under_way: bool = False,
    ) -> None:
        listed = participants
        if not isinstance(participants, str):
            listed = [
                Participant(Tpn(n), one) if isinstance(one, str) else one for n, one in enumerate(participants, 1)
            ]
        super().__init__(
            name,
            listed,  # type: ignore[arg-type] # the base makes tuples of lists, and refuses other values
            rounds,  # type: ignore[arg-type]
            requests,  # type: ignore[arg-type]
            Settings() if settings is None else settings,
            tuple(teams),
            members,  # type: ignore[arg-type]
            recorded_ranks or {},
            tuple(notes),
            under_way,
        )

    @classmethod
    def of(cls, facts: Tournament) -> Self:
        """Return the facts of a tournament as an event."""
        return cls(**{name: getattr(facts, name) for name in Tournament.__match_args__})

    @classmethod
    def read(cls, source: swisspair.Source, *, encoding: str | None = None, strict: bool = False) -> Self:
        """Read an event from a path, text, bytes or a stream (see `examine`)."""
        return cls.of(swisspair.read(source, encoding=encoding, strict=strict))

    @classmethod
    def generate(
        cls, plan: swisspair.Plan, seed: int, system: swisspair.System | swisspair.Editions | str = "dutch"
    ) -> Self:
        """Generate a random finished event (see `generate`)."""
        return cls.of(swisspair.generate(plan, seed, system))

    def player(self, who: Who) -> Participant:
        """Return a player by number or by a unique part of the name. Raises `BadRequest` if nobody or several fit."""
        return who if isinstance(who, Participant) else find(self.players, str(who))

    # --- a round

    def pair(
        self,
        round: int | None = None,  # noqa: A002 - the word of the rules
        system: swisspair.System | swisspair.Editions | str | None = None,
        edition: str | int | None = None,
        *,
        verify: bool = True,
        **asked: Unpack[AskedAs],
    ) -> swisspair.PairedRound:
        """Pair the next round, or ``round``, by the rules (see `pair`)."""
        return swisspair.pair(self, round, system, edition, verify=verify, **asked)

    def play(self, paired: swisspair.PairedRound, results: str | Iterable[str] = ()) -> Self:
        """Add a paired round, with its results or without (see `PairedRound.play`)."""
        return self.of(paired.play(results))

    def enter(self, results: str, round: int | None = None) -> Self:  # noqa: A002
        """Enter results such as ``1:1-0 2:1/2-1/2 Aalto:+``; if ``round`` is given, correct that round instead."""
        from pairing_engine.changes.results import enter

        return self.of(enter(self, results, round).tournament)

    def unpaired(self, *, force: bool = False) -> Self:
        """Take the last round back; if it has results, only with ``force``."""
        return self.of(rounds_of.unpaired(self, force=force))

    # --- who plays

    def withdraw(self, *players: Who) -> Self:
        """Leave players out of all rounds to come."""
        return self.of(presence.withdrawn(self, self._tpns(players)))

    def come_back(self, *players: Who) -> Self:
        """Let withdrawn players play again."""
        return self.of(presence.returned(self, self._tpns(players)))

    def absent(self, *players: Who, round: int | None = None, bye: ByeKind | str = ByeKind.ZERO_POINT) -> Self:  # noqa: A002
        """Leave players out of one round, by default the next one, with a bye such as ``"half"``."""
        return self.of(
            presence.with_byes(self, dict.fromkeys(self._tpns(players), model.member(ByeKind, bye=bye)), round)
        )

    def add(self, *players: Participant | str) -> Self:
        """Add late entries, who get the next numbers, with zero-point byes in the rounds before."""
        added = [one if isinstance(one, Participant) else Participant(Tpn(1), one) for one in players]
        return self.of(people.with_people(self, added, {}))

    def edit(self, player: Who, **fields: str | int) -> Self:
        """Correct the data of a player, such as ``rating=1850``. The player keeps the number."""
        after: Tournament = self
        for field, value in fields.items():
            after = people.edited(after, self.player(player).tpn, field, str(value))
        return self.of(after)

    def _tpns(self, players: Iterable[Who]) -> list[Tpn]:
        return [one.tpn if isinstance(one, Participant) else find(self.participants, str(one)).tpn for one in players]

    # --- questions

    def check(
        self,
        system: swisspair.System | swisspair.Editions | str | None = None,
        edition: str | int | None = None,
        *,
        cause: bool = True,
        **asked: Unpack[AskedAs],
    ) -> swisspair.FileReport:
        """Pair every recorded round again, and explain what differs (see `check`)."""
        return swisspair.check(self, system=system, edition=edition, cause=cause, **asked)

    def standings(self, after: int | None = None, tie_breaks: Sequence[str] = ()) -> swisspair.Standings:
        """Compute the standings after a round, by default the last complete round (see `standings`)."""
        return swisspair.standings(self, after, tie_breaks)

    def feasible(self, rounds: int) -> swisspair.Feasibility:
        """Find out whether so many more rounds can be paired (see `feasible`)."""
        return swisspair.feasible(self, rounds)

    def ask(self, question: str, round: int | None = None) -> swisspair.Answer:  # noqa: A002
        """Answer a question such as ``why 12``, as people type it (see `ask`)."""
        return swisspair.ask(self, question, round)

    def why(self, player: Who, *, round: int | None = None) -> swisspair.Why:  # noqa: A002
        """Say why a player has this opponent and this colour in the next round, or in ``round``."""
        from checker.questions.why import why

        return why(self._before(round), self._number(player))

    def why_not(self, player: Who, other: Who, *, round: int | None = None) -> swisspair.WhyNot:  # noqa: A002
        """Say why two players do not meet. ``other`` can also be bye, up, down, white or black."""
        from checker.questions.why_not import WORDS, why_not

        what = other if isinstance(other, str) and other in WORDS else self._number(other)
        return why_not(self._before(round), self._number(player), what)

    def what_if(self, *changes: str, round: int | None = None) -> swisspair.WhatIf:  # noqa: A002
        """Say what would be different after changes such as ``absent:9``, ``result:3:12-15=1-0`` or ``12-15``."""
        from checker.questions.what_if import what_if

        return what_if(self._before(round), changes)

    def judge(self, boards: Iterable[tuple[Who, Who]], *, round: int | None = None) -> swisspair.Verdict:  # noqa: A002
        """Judge boards that somebody proposes: White and Black, with 0 as Black for the bye."""
        from checker.questions.why_not import judge

        stated = model.listed("boards", boards, tuple)
        pairs = [(self._number(white), 0 if black in (0, "bye") else self._number(black)) for white, black in stated]
        return judge(self._before(round), pairs)

    def _before(self, number: int | None) -> Moment:
        from checker.questions.moment import moment

        return moment(self, number)

    def _number(self, who: Who) -> int:
        return (who if isinstance(who, Participant) else find(self.participants, str(who))).number

    def _repr_html_(self) -> str:

        if self.settled.rounds:
            return self.standings()._repr_html_()
        return html_table(
            self.name, [("No", "Name", "Rating"), *((p.number, p.name, p.rating or "") for p in self.players)]
        )

    # --- files

    def write(self, dialect: swisspair.Dialect | str = "trf26") -> str:
        """Return the event as the text of a TRF (see `write`)."""
        return swisspair.write(self, dialect)

    def save(self, path: str | Path, dialect: swisspair.Dialect | str = "trf26") -> None:
        """Write the event into a file, completely or not at all."""
        from swisspair.terminal.whole_files import write_whole

        write_whole(Path(path), self.write(dialect))
