"""The evening's one home: everything that can be asked of an event and done to it.

Programs in Python, the commands and the conversation call the same methods, so that all three write the same file.

To add a step, write a function in `pairing_engine.changes` that takes the facts of an event and returns changed facts.
A method here calls it and returns ``self._after(facts, sentence)``; the sentence says what was done. Then one function
in `swisspair.commands.changes` and one in `swisspair.conversation.answering` call the method.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, Unpack

import swisspair
import trf
from pairing_engine.answers.paired import PairedRound, pair
from pairing_engine.answers.published import boards_in_words
from pairing_engine.changes import people, presence
from pairing_engine.changes.wishes import with_asked_wishes, with_wishes
from pairing_engine.errors import BadRequest, BadRequests, refusal
from pairing_engine.facts import model
from pairing_engine.facts.formats import html_table
from pairing_engine.facts.model import (
    NOBODY,
    ByeKind,
    Colour,
    EventKind,
    Note,
    NoteKind,
    Participant,
    Request,
    Round,
    Settings,
    Tournament,
    Tpn,
)
from pairing_engine.facts.names import find, find_all, find_pair, number_and_name
from pairing_engine.facts.shown import one_line, outdated
from pairing_engine.language import say, say_many, with_semicolons
from pairing_engine.scores.team_scorer import with_usual_points
from pairing_engine.systems import Editions
from pairing_engine.systems.system import System
from swisspair.notices import moved, of_matches, paired_before
from trf import Dialect, Reading, Source, TrfFile
from trf.event_json import SUFFIX
from trf.format.findings import UNDER_WAY, Adjustment, TrfProblems
from trf.lists import PlayerList

if TYPE_CHECKING:
    from checker.questions.moment import Moment
    from pairing_engine.facts.asked_wishes import AskedAs

Who = int | str | Participant
"""A participant, or the participant's number in the file, or a unique part of the name."""


class Kept(NamedTuple):
    """The file that an event was read from, and the changes since; without a file, the event was built in memory."""

    file: TrfFile | None = None
    how: Mapping[str, Any] = {}
    """The arguments of `trf.examine` with which the file was read."""
    adjustments: tuple[Adjustment, ...] = ()
    changes: tuple[tuple[Tournament, Tournament], ...] = ()
    """The facts before and after each change."""
    notices: tuple[str, ...] = ()


class Event(Tournament):
    """The facts of an event, with methods that pair, check and change it. Every change returns a new event.

    ``participants`` are players or, in a team event, teams. A name stands for a player without further data; the
    players are numbered in their order. Players can be stated by number or name.

    >>> settings = Settings(rounds=3, initial_colour="white")
    >>> event = Event("Club night", ["Aalto", "Bianchi", "Castro", "Dvorak"], settings=settings)
    >>> [(board.white.name, board.black.name) for board in event.pair().pairings]
    [('Aalto', 'Castro'), ('Dvorak', 'Bianchi')]
    >>> event.withdraw("Castro").notices
    ('3 Castro is withdrawn from round 1 on, with zero-point byes',)
    """

    _kept: Kept = Kept()

    def __new__(  # noqa: PLR0913, PLR0917 - the fields of a tournament
        cls,
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
    ) -> Self:
        """Make an event of facts, with lists for tuples and names for players."""
        listed = participants
        if not isinstance(participants, str):
            listed = [
                Participant(Tpn(n), one) if isinstance(one, str) else one for n, one in enumerate(participants, 1)
            ]
        made = super().__new__(
            cls,
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
        if made.settings.team is None:
            return made
        return made._replace(settings=with_usual_points(made.settings, made.boards_in_match))

    @classmethod
    def _made(cls, facts: Tournament, kept: Kept) -> Self:
        made = cls(*facts)
        made._kept = kept
        return made

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences that say what the last change has done."""
        return self._kept.notices

    @property
    def adjustments(self) -> tuple[Adjustment, ...]:
        """The adjustments: how the reader has understood faulty lines of the file."""
        return self._kept.adjustments

    @classmethod
    def of(cls, facts: Tournament | Reading, how: Mapping[str, Any] | None = None) -> Self:
        """Return facts as an event. Those of a `trf.Reading` that was made with the arguments ``how`` keep its file."""
        if isinstance(facts, Tournament):
            return cls._made(facts, Kept())
        return cls._made(facts.tournament, Kept(facts.file, how or {}, facts.adjustments))

    @classmethod
    def read(cls, source: Source, *, encoding: str | None = None, strict: bool = False) -> Event:
        """Read an event, as `swisspair.read` does; the former name of that function."""
        return outdated("Event.read", "swisspair.read", read(source, encoding=encoding, strict=strict))

    @classmethod
    def new(  # noqa: PLR0913 - what an organiser decides
        cls,
        name: str,
        players: str | PlayerList,
        rounds: int | None = None,
        system: str | None = None,
        edition: str | None = None,
        *,
        initial_colour: Colour | str | None = None,
        first_day: str = "",
        tie_breaks: Iterable[str] = (),
        boards: int | None = None,
        baku: bool = False,
        source: str = "",
        force: bool = False,
    ) -> Self:
        """[C.04.2 2] Begin an event from a list, such as lines of names and ratings, numbered by strength.

        A ``first_day`` that is not stated is today, and an initial-colour is drawn by lot. ``boards`` is the number of
        boards in a match of teams, and ``source`` the name of the list in messages. Above the players the list can
        state facts about the event, such as ``City: Kiel``, also
        the rounds and the system. With ``force``, tie-breaks are taken that C.07 excludes.
        """
        from datetime import date
        from secrets import choice

        from pairing_engine.changes.described import described, with_tie_breaks
        from pairing_engine.changes.new_event import new_event, new_team_event, settings_of_new
        from pairing_engine.facts.cautions import cautions
        from pairing_engine.facts.consistency import check_facts
        from pairing_engine.systems.choice import choose
        from trf.lists import Above, facts_in

        colour = None if initial_colour is None else model.member(Colour, initial_colour=initial_colour)
        day, drawn = first_day or f"{date.today():%Y/%m/%d}", choice(list(Colour)) if colour is None else colour
        above = facts_in(players) if isinstance(players, str) else Above({}, "")
        found = _listed(above.text, source) if isinstance(players, str) else players
        rounds, system = _rounds_and_system(above.facts, rounds, system)
        facts = {fact: text for fact, text in above.facts.items() if fact not in ("rounds", "system")}
        facts |= {key: text for key, text in (("name", name), ("first day", first_day)) if text}
        settings = settings_of_new(rounds, day, drawn, system, edition, boards, baku=baku)
        if boards is None:
            event = new_event(name, found.players, settings, found.clubs)
        else:
            event = new_team_event(name, found.players, settings, found.clubs, boards)
        codes = [*tie_breaks]
        event = described(with_tie_breaks(event, codes, force=force) if codes else event, facts)
        check_facts(event)
        words = [*above.remarks, *found.remarks, *cautions(event)]
        if found.passed_over:
            words.append(say("a TRF has no place for {columns}", columns=", ".join(found.passed_over)))
        if colour is None and choose(settings).system.rounds is None:
            first = number_and_name(event.participants[0], event.settings.kind)
            said = say("White") if drawn is Colour.WHITE else say("Black")
            words.append(
                say(
                    "the initial-colour was drawn by lot, and {first} has {colour} in round 1", first=first, colour=said
                )
            )
        return cls._made(event, Kept(notices=tuple(words)))

    @classmethod
    def generate(cls, plan: swisspair.Plan, seed: int, system: System | Editions | str = "dutch") -> Self:
        """Generate a random finished event (see `pairing_engine.generator.generate.generate`)."""
        from pairing_engine.generator.generate import generate

        return cls.of(generate(plan, seed, system))

    def player(self, player: Who) -> Participant:
        """Return a player by number or by a unique part of the name. Raises `BadRequest` if nobody or several fit."""
        return player if isinstance(player, Participant) else find(self.players, _stated(player, "player"), "player")

    def _after(self, after: Tournament, *words: str, before: Tournament | None = None) -> Self:
        """Return the changed event, with sentences about the change; ``before`` are the facts that the file states."""
        kept = self._kept
        changes = kept.changes if kept.file is None else (*kept.changes, (before or self, after))
        return self._made(after, kept._replace(changes=changes, notices=words))

    # --- a round

    def pair(
        self,
        round: int | None = None,  # noqa: A002 - the word of the rules
        system: System | Editions | str | None = None,
        edition: str | int | None = None,
        *,
        verify: bool = True,
        **asked: Unpack[AskedAs],
    ) -> PairedRound:
        """Pair the next round, or ``round``, by the rules (see `pairing_engine.pair`)."""
        return pair(self, round, system, edition, verify=verify, **asked)

    def play(
        self,
        paired: PairedRound,
        results: str | Iterable[str] = (),
        *,
        asked: Sequence[str] = (),
        keep_rounds: bool = False,
    ) -> Self:
        """Add the next round, which was paired, with its results or without (see `PairedRound.play`).

        What was said once holds from now on: a new wish until the last round, unless its rounds were stated
        (``keep_rounds``), and the acceleration for the whole event. The notes of the event record the wishes, and the
        words of what else was ``asked``.
        """
        stated = results if isinstance(results, str) else model.listed("results", results, str)
        after = self._as_paired(paired, paired.play(stated), asked, keep_rounds)
        was_accelerated = self.settings.states_baku
        settings = after.settings
        if settings.baku:
            settings = settings._replace(system=settings.system or paired.system.code)
            if not settings.virtual_points and (paired.number == 1 or not was_accelerated):
                method = paired.system.conventions.acceleration
                # Reading G4: for all rounds, as this one was paired: earlier virtual points decide who has floated.
                points = method(after._replace(settings=settings), after.rounds[0].paired())
                points = tuple(one for one in points if one.first_round <= one.last_round)
                settings = settings._replace(virtual_points=points, baku=bool(points))
        before = self._replace(settings=self.settings._replace(baku=self.settings.baku and was_accelerated))
        words = presence.who_plays(paired.state.tournament, paired.number)
        return self._after(after._replace(settings=settings), *words, before=before)

    def paired_again(self, paired: PairedRound, asked: Sequence[str] = (), *, keep_rounds: bool = False) -> Self:
        """Record the wishes for a recorded round that was paired again, and in notes what else was ``asked``."""
        after = self._as_paired(paired, self, asked, keep_rounds=True)
        if after.settings.baku:
            after = after._replace(settings=after.settings._replace(system=after.settings.system or paired.system.code))
        return self._after(after)

    def _as_paired(self, paired: PairedRound, after: Tournament, asked: Sequence[str], keep_rounds: bool) -> Tournament:
        """Return ``after`` with the wishes of this event, those that were asked for, and notes.

        Wishes that the file already records are not recorded again (reading Z10).
        """
        from trf.event.settings import of_import

        adjusted = (one for one in self.adjustments if one.code != UNDER_WAY)
        notes, wishes = [*of_import(adjusted, len(self.rounds))], []
        if asked:
            words = f"paired with {', '.join(asked)}"
            notes.append(Note(NoteKind.CONFIGURATION, paired.number, words))
        if paired.wished is not None:
            from pairing_engine.facts.asked_wishes import is_recorded

            if paired.wished.changes:
                notes.append(Note(NoteKind.EXITED, paired.number, "the organiser's wishes have changed the round"))
            wishes = [wish for wish in paired.wished.wishes if not is_recorded(wish, self.settings.wishes)]
            last = max(self.settings.rounds or model.MAX_ROUNDS, paired.number)
            wishes = wishes if keep_rounds else [wish._replace(last_round=last) for wish in wishes]
        settings = with_wishes(after.settings._replace(wishes=self.settings.wishes), wishes)
        known = {*self.notes}
        notes = [note for note in dict.fromkeys(notes) if note not in known]
        return after._replace(settings=settings, notes=(*self.notes, *notes))

    def enter(
        self,
        results: str = "",
        round: int | None = None,  # noqa: A002
        *,
        line_ups: Sequence[str] = (),
        system: str | None = None,
        edition: str | None = None,
        force: bool = False,
    ) -> Self:
        """Enter results such as ``1:1-0 2:1/2-1/2 Aalto:+``; if ``round`` is given, correct that round instead.

        ``line_ups`` seats players of teams, such as ``Kiel: Aalto, Berg``. A match of two games has both results, as in
        ``1:1-0/0-1``, each first for White of the first game. With ``force``, a result can be taken out of a finished
        round.
        """
        from pairing_engine.changes.corrections import with_corrections
        from pairing_engine.changes.results import enter

        model.refuse_all_but(str, results=results)
        found = enter(self, results, round, system, edition, line_ups, force=force)
        if found.still_open:
            words = say_many(
                "round {round}: {number} result is still missing",
                "round {round}: {number} results are still missing",
                found.still_open,
                round=found.number,
            )
        else:
            words = say("round {round} is complete", round=found.number)
        after = with_corrections(self, found.tournament, found.number, found.corrected)
        after = after._replace(notes=(*after.notes, *of_matches(self, after, found.number)))
        later = paired_before(self, after, found.number) if after.rounds != self.rounds else ()
        return self._after(after, words, *later)

    def unpair(self, *, force: bool = False) -> Self:
        """Take the last round back; if it has results, only with ``force``. Announced byes are announced again."""
        from pairing_engine.changes.paired import unpaired

        after = unpaired(self, force=force)
        return self._after(after, say("round {number} is taken back", number=len(self.rounds)))

    def unpaired(self, *, force: bool = False) -> Self:
        """Take the last round back, as `unpair` does; the former name of that method."""
        return outdated("Event.unpaired", "Event.unpair", self.unpair(force=force))

    def swap(self, one: Who, other: Who = "", *, by_hand: bool = False, force: bool = False) -> Self:
        """Exchange two players of the last round (``5, 8`` or ``"5-8"``): each gets the seat of the other."""
        if other == "":
            first, second = find_pair(self.participants, str(one), "one")
        else:
            first, second = self._participant(one, "one"), self._participant(other, "other")
        moment = self._last_moment()
        turned = {first.tpn: second.tpn, second.tpn: first.tpn}
        seats = self.rounds[-1].pairs
        for person in (first, second):
            if not any(person.tpn in pair for pair in seats):
                name = number_and_name(person, self.settings.kind)
                raise refusal("{player} has no opponent in round {number}", "other", player=name, number=moment.number)
        pairs = [(turned.get(white, white), turned.get(black, black)) for white, black in seats]
        return self._with_boards(moment, pairs, by_hand=by_hand, force=force)

    def stand_in(self, leaving: Who, instead: Who) -> Self:
        """Seat ``instead`` in place of a player who left after the round was published, and note this in the file.

        ``instead`` is a player without an opponent, or ``"bye"`` for the opponent's bye, or ``"point"`` for a win of
        the opponent without play. In an event of teams, a team leaves or, if no team is called so, a player of a team,
        for whom another player of the team sits in.
        """
        from pairing_engine.changes.stand_in import forfeit, with_reserve, with_stand_in

        try:
            one, of_team = self._participant(leaving, "leaving"), False
        except BadRequest:
            if self.settings.kind is not EventKind.TEAM:
                raise
            one, of_team = self.player(leaving), True
        name = number_and_name(one, EventKind.INDIVIDUAL if of_team else self.settings.kind)
        if instead == "point":
            return self.enter(forfeit(self, one, of_team=of_team))
        if of_team:
            other = self.player(instead)
            words = say(
                "{player} left, and {other} sits in, which the file notes",
                player=name,
                other=number_and_name(other, EventKind.INDIVIDUAL),
            )
            return self._after(with_reserve(self, one.tpn, other.tpn), words)
        after = with_stand_in(self, one.tpn, None if instead == "bye" else self._participant(instead, "instead").tpn)
        boards = [pair for pair in after.rounds[-1].pairs if pair not in self.rounds[-1].pairs]
        words = say(
            "{player} left, and round {number} has {boards}, which the file notes",
            player=name,
            number=len(self.rounds),
            boards=with_semicolons(boards_in_words(self, boards)),
        )
        return self._after(after, words)

    def set_boards(
        self, boards: str | Iterable[tuple[Who, Who]], *, by_hand: bool = False, force: bool = False
    ) -> Self:
        """Set boards of the last round, such as ``5-1 2-8 3-bye``, White first; the rules pair everybody else.

        Boards that break the rules are written only if they are marked as made ``by_hand``, and boards with results
        are lost only with ``force``.
        """
        if isinstance(boards, str):
            found = [*_boards_in(self.participants, boards)]
        else:
            stated = itertools.starmap(self._board, model.listed("boards", boards, tuple))
            found = [(white.tpn, NOBODY if black is None else black.tpn) for white, black in stated]
        return self._with_boards(self._last_moment(), found, by_hand=by_hand, force=force)

    def _last_moment(self) -> Moment:
        if not self.rounds:
            raise refusal("no round has been paired", "rounds")
        return self._before(len(self.rounds))

    def _with_boards(self, moment: Moment, pairs: Sequence[tuple[Tpn, Tpn]], *, by_hand: bool, force: bool) -> Self:
        """Judge boards, write them, and note those that the rules do not demand as made by hand."""
        from checker.questions import judge
        from pairing_engine.changes.paired import with_boards

        number = {one.tpn: int(one.number) for one in self.participants} | {NOBODY: 0}
        there = set(self.rounds[-1].pairs)
        proposed = [(number[white], number[black]) for white, black in pairs]
        changed = [numbers for numbers, pair in zip(proposed, pairs, strict=True) if pair not in there]
        verdict = judge(moment, proposed, () if by_hand else changed)
        moment = verdict.moment
        if {tpn for pair in verdict.round for tpn in pair if tpn != NOBODY} != set(moment.state.by_tpn):
            raise BadRequests([*verdict.lines, say("nothing was written: state all boards of the round")], "boards")
        if not verdict.agrees and not by_hand:
            refused = say("nothing was written: these boards can only be made by hand")
            raise BadRequests([*verdict.lines, refused], "by_hand")
        seats = [*verdict.round]
        bye = next((white for white, black in seats if black == NOBODY), None)
        after = with_boards(self, [(white, black) for white, black in seats if black != NOBODY], bye, force=force)
        differing = sorted(set(verdict.round).difference(moment.pairing.pairs))
        made = ", ".join(f"{white}-{black or 'bye'}" for white, black in moment.pairs_as_lists(differing))
        kept = [one for one in self.notes if (one.kind, one.round) != (NoteKind.MANUAL, moment.number)]
        notes = [*kept, *([] if verdict.agrees else [Note(NoteKind.MANUAL, moment.number, made)])]
        new = with_semicolons(boards_in_words(self, [pair for pair in seats if pair not in there]))
        words = (
            say("round {number}: {boards}", number=moment.number, boards=new) if new else say("no board is different")
        )
        hand = [] if verdict.agrees else [say("made by hand, which is noted in the file")]
        return self._after(after._replace(notes=tuple(notes)), words, *hand)

    # --- who plays

    def withdraw(self, *players: Who) -> Self:
        """[C.04.2 3.2] Leave players out of all rounds to come."""
        found = self._participants(players)
        after = presence.withdrawn(self, [one.tpn for one in found])
        new = {one.bye.tpn for one in {*after.requests} - {*self.requests}}
        found = [one for one in found if one.tpn in new]
        if not found:
            return self._after(after, say("nobody is out who was not out before"))
        said = say_many(
            "{names} is withdrawn from round {round} on, with zero-point byes",
            "{names} are withdrawn from round {round} on, with zero-point byes",
            len(found),
            names=self._names(found),
            round=len(after.rounds) + 1,
        )
        return self._after(after, said)

    def come_back(self, *players: Who, round: int | None = None) -> Self:  # noqa: A002
        """Let players who are out play again in all rounds to come, or in one round."""
        found = self._participants(players)
        tpns = [one.tpn for one in found]
        after = presence.returned(self, tpns) if round is None else presence.present(self, tpns, round)
        gone = {one.bye.tpn for one in {*self.requests} - {*after.requests}}
        back = [one for one in found if one.tpn in gone]
        if not back:
            return self._after(after, say("nobody was out, so nothing is different"))
        names = self._names(back)
        if round is not None:
            said = say_many(
                "{names} plays in round {round}", "{names} play in round {round}", len(back), names=names, round=round
            )
            return self._after(after, said)
        said = say_many(
            "{names} plays again from round {round} on",
            "{names} play again from round {round} on",
            len(back),
            names=names,
            round=len(self.rounds) + 1,
        )
        return self._after(after, said)

    def absent(self, *players: Who, round: int | None = None, bye: ByeKind | str | None = None) -> Self:  # noqa: A002
        """Leave players out of one round, by default the next one.

        Each has the ``bye``, such as ``"half"``, or the one after the name, such as ``5=H``, or else the bye that is
        announced already, or a zero-point bye.
        """
        number = len(self.rounds) + 1 if round is None else round
        if bye is not None:
            kind = model.member(ByeKind, bye=bye)
            after = presence.with_byes(self, {one.tpn: kind for one in self._participants(players)}, round)
        elif any("=" in str(one) for one in players):
            after = presence.as_asked(self, presence.WhoPlays(byes=[*map(str, players)]), number)
        else:
            listed = ",".join(str(one.number) for one in self._participants(players))
            after = presence.as_asked(self, presence.WhoPlays(listed), number)
        kinds = {one.bye.tpn: one.bye.kind for one in after.requests if one not in self.requests}
        out = [one for one in after.participants if one.tpn in kinds]
        names = with_semicolons(
            say(
                presence.OUT.get(kinds[one.tpn], "{name} ({kind})"),
                name=number_and_name(one, after.settings.kind),
                kind=kinds[one.tpn].value,
            )
            for one in out
        )
        if not names:
            return self._after(after, say("nobody is out who was not out before"))
        return self._after(after, say("not in round {number}: {names}", number=number, names=names))

    def add(self, *players: Participant | str, renumber: bool = False) -> Self:
        """[C.04.2 2.4] Add players, also from lines such as ``Aalto, Eino, 1985, Harbour``.

        Before the first round they get the numbers of their places. Later they get the next numbers, or with
        ``renumber`` those of their places, and zero-point byes in the rounds before.
        """
        from trf.lists import facts_in

        for above in (facts_in(one) for one in players if isinstance(one, str)):
            if above.facts:
                facts = ", ".join(map(say, above.facts))
                raise refusal(
                    "the lines state facts about the event ({facts}), not only players", "players", facts=facts
                )
            if above.remarks:
                raise BadRequest(above.remarks[0], "players")
        model.listed("players", [one for one in players if not isinstance(one, str)], Participant)
        found = [_listed(one) if isinstance(one, str) else PlayerList((one,), {}) for one in players]
        new = [player for one in found for player in one.players]
        after = people.with_people(self, new, {who: club for one in found for who, club in one.clubs.items()})
        tpns = [one.tpn for one in after.players[len(self.players) :]]
        numbers: Mapping[Tpn, Tpn] = {}
        if renumber or not (self.rounds or self.settings.kind is EventKind.TEAM):
            numbers = people.places(after, tpns)
            after = people.in_its_place(after, tpns)
        after = people.with_numbers_as_ranks(after)
        there = {numbers.get(tpn, tpn) for tpn in tpns}
        added = [number_and_name(one, EventKind.INDIVIDUAL) for one in after.players if one.tpn in there]
        said = say_many(
            "{names} is added and plays from round {round} on",
            "{names} are added and play from round {round} on",
            len(added),
            names=with_semicolons(added),
            round=len(after.rounds) + 1,
        )
        return self._after(
            after, said, *(words for one in found for words in one.remarks), *moved(self, after, numbers)
        )

    def edit(
        self,
        player: Who,
        fields: Mapping[str, str | int] | None = None,
        /,
        *,
        renumber: bool = False,
        **more: str | int,
    ) -> Self:
        """[C.04.2 2.3] Correct the data of a player, such as ``rating=1850``, or with the words of people as keys.

        Before the first round, or with ``renumber``, the player gets the number of the corrected place.
        """
        from trf.headings import attribute_of

        one, said, faults = self.player(player), [], list[BadRequest]()
        after: Tournament = self
        for title, value in {**(fields or {}), **more}.items():
            field = attribute_of(title) or title.strip()
            try:
                after = people.edited(after, one.tpn, field, str(value))
            except BadRequest as error:
                error.about = title if title in more else error.about
                faults.append(error)
            said.append(say("{field} {value}", field=say(field), value=str(value).strip() or say("none")))
        if faults:
            raise BadRequests(map(str, faults), faults[0].about)
        numbers: Mapping[Tpn, Tpn] = {}
        if self.settings.kind is not EventKind.TEAM and (renumber or not self.rounds):
            numbers = people.places(after, [one.tpn])
            after = people.with_numbers_as_ranks(people.in_its_place(after, [one.tpn]))
        words = say("{name}: now {fields}", name=number_and_name(one, EventKind.INDIVIDUAL), fields=", ".join(said))
        return self._after(after, one_line(words), *moved(self, after, numbers))

    def rank_by(self, *tie_breaks: str, force: bool = False) -> Self:
        """[C.07 4] Set the tie-breaks, such as ``"DE", "BH/C1"``, by which all standings and ranks follow from now on.

        Without any, only points count. A tie-break that C.07 excludes from the system is taken only with ``force``.
        """
        from pairing_engine.changes.described import with_tie_breaks

        after = with_tie_breaks(self, tie_breaks, force=force)
        codes = ", ".join(after.settings.standings_order)
        words = say("the standings are by {codes}", codes=codes) if codes else say("the standings are by points only")
        return self._after(after, words)

    def describe(self, /, **facts: str) -> Self:
        """State facts about the event, such as ``city="Kiel"`` or ``chief_arbiter="Berg, Ida"`` (see `FACTS`)."""
        from pairing_engine.changes.described import described

        stated = {name.replace("_", " "): text for name, text in facts.items()}
        said = (
            say("{field} {value}", field=say(name), value=text.strip() or say("none")) for name, text in stated.items()
        )
        words = say("the event now has {facts}", facts=with_semicolons(said))
        return self._after(described(self, stated), one_line(words))

    def missing_for_rating(self) -> tuple[str, ...]:
        """Say what a rating report still needs, in a sentence each; nothing if it is ready to be sent."""
        from pairing_engine.changes.described import missing_for_rating

        return missing_for_rating(self)

    def wish(self, **asked: Unpack[AskedAs]) -> Self:
        """Record wishes of the organiser from the next round to the last; without any, end all that are recorded."""
        return self._after(with_asked_wishes(self, asked))

    def _participant(self, who: Who, about: str = "player") -> Participant:
        return who if isinstance(who, Participant) else find(self.participants, _stated(who, about), about)

    def _board(self, white: Who, black: Who) -> tuple[Participant, Participant | None]:
        """Find the players of a board; None stands for nobody, so that White has the bye."""
        other = None if black in (0, "0", "bye") else self._participant(black, "boards")
        return self._participant(white, "boards"), other

    def _participants(self, players: Iterable[Who]) -> list[Participant]:
        """Find participants; a text can list several."""
        each = (
            [one] if isinstance(one, Participant) else find_all(self.participants, _stated(one, "players"), "players")
            for one in players
        )
        return [*dict.fromkeys(one for found in each for one in found)]

    def _names(self, found: Iterable[Participant]) -> str:
        return with_semicolons(number_and_name(one, self.settings.kind) for one in found)

    # --- questions

    def check(
        self,
        system: System | Editions | str | None = None,
        edition: str | int | None = None,
        *,
        round: int | None = None,  # noqa: A002
        cause: bool = True,
        **asked: Unpack[AskedAs],
    ) -> swisspair.FileReport:
        """Pair every recorded round again, or only one, and explain what differs (see `checker.check`)."""
        from checker.checking import check

        return check(self, round, system, edition, cause=cause, **asked)

    def standings(self, after: int | None = None, tie_breaks: Sequence[str] = ()) -> swisspair.Standings:
        """Compute the standings after a round, by default the last complete round."""
        from pairing_engine.standings.table import standings

        return standings(self, after, tie_breaks)

    def why_rank(self, one: Who, other: Who, after: int | None = None, tie_breaks: Sequence[str] = ()) -> list[str]:
        """Say which tie-break separates two participants in the standings, with its sums."""
        from pairing_engine.standings.why import why_rank

        numbers = self._participant(one, "one").number, self._participant(other, "other").number
        return why_rank(self.standings(after, tie_breaks), *numbers)

    def feasible(self, rounds: int) -> swisspair.Feasibility:
        """Find out whether so many more rounds can be paired."""
        from pairing_engine.answers.feasible import feasible

        return feasible(self, rounds)

    def ask(self, question: str, round: int | None = None) -> swisspair.Answer:  # noqa: A002
        """Answer a question such as ``why 12``, as people type it (see `checker.questions.asked.ask`)."""
        from checker.questions.asked import ask

        return ask(self, question, round)

    def why(self, player: Who, *, round: int | None = None) -> swisspair.Why:  # noqa: A002
        """Say why a player has this opponent and this colour in the next round, or in ``round``."""
        from checker.questions.why import why

        return why(self._before(round), self._participant(player).number)

    def why_not(self, player: Who, other: Who, *, round: int | None = None) -> swisspair.WhyNot:  # noqa: A002
        """Say why two players do not meet. ``other`` can also be bye, up, down, white or black."""
        from checker.questions.why_not import WORDS, why_not

        now = self._before(round)
        what = other if isinstance(other, str) and other in WORDS else self._participant(other, "other").number
        return why_not(now, self._participant(player).number, what)

    def what_if(self, *changes: str, round: int | None = None) -> swisspair.WhatIf:  # noqa: A002
        """Say what would be different after changes such as ``absent:9``, ``result:3:12-15=1-0`` or ``12-15``."""
        from checker.questions.asked import what_if_named

        model.listed("changes", changes, str)
        now = self._before(round)
        try:
            return what_if_named(now, changes)
        except BadRequest as error:
            raise error if error.about else BadRequest(str(error), "changes") from None

    def judge(self, boards: Iterable[tuple[Who, Who]], *, round: int | None = None) -> swisspair.Verdict:  # noqa: A002
        """Judge boards that somebody proposes: White and Black, with 0 as Black for the bye."""
        from checker.questions.why_not import judge

        now, stated = self._before(round), model.listed("boards", boards, tuple)
        pairs = itertools.starmap(self._board, stated)
        return judge(now, [(white.number, 0 if black is None else black.number) for white, black in pairs])

    def _before(self, number: int | None) -> Moment:
        from checker.questions.moment import moment

        return moment(self, number)

    def _repr_html_(self) -> str:
        if self.settled.rounds:
            return self.standings()._repr_html_()
        return html_table(
            self.name, [("No", "Name", "Rating"), *((p.number, p.name, p.rating or "") for p in self.players)]
        )

    # --- files

    def write(self, dialect: Dialect | str | None = None) -> str:
        """Return the event as the text of a TRF: the file that was read, in which only the changes are written anew.

        With a ``dialect`` (``trf26``, ``trf16x`` or ``bbp6``), and for an event that was not read, the text is a new
        file. Raises `BadRequest` if a file cannot hold the event.
        """
        file, kept = self._kept.file, self._kept
        try:
            if file is None or dialect is not None:
                stated = self.settings
                if dialect != trf.BBP6 and stated.system == "FIDE_DUTCH_2025":  # what bbpPairings calls this edition
                    stated = stated._replace(system="FIDE_DUTCH_2026")
                return trf.write(self._replace(settings=stated), dialect or "trf26")
            for before, after in kept.changes:
                file = trf.carried_on(file, before, after)
        except ValueError as error:
            raise BadRequest(str(error)) from None
        return _checked(trf.write(file), self, kept.how) if kept.changes else trf.write(file)

    def save(self, path: str | Path, dialect: Dialect | str | None = None) -> None:
        """Write the event into a file, completely or not at all: as JSON if its name ends in .json (see `write`)."""
        from swisspair.terminal.whole_files import write_whole

        as_json = dialect is None and Path(path).suffix.lower() == SUFFIX
        write_whole(Path(path), self.to_json() if as_json else self.write(dialect))

    def to_json(self) -> str:
        """Return the event as JSON, in the format of docs/json.md."""
        return trf.write_json(self)


def read(source: Source, *, encoding: str | None = None, strict: bool = False, **how: Any) -> Event:
    """Read an event from a path, text, bytes or a stream: a TRF or JSON (see `trf.examine`).

    >>> read("fixtures/worked/held-2026-before-round-4.trf")
    <Event 'Mastering the Dutch (M. Held, TEC, 2026): worked example, b…': 15 participants, 3 rounds>
    """
    how = {"encoding": encoding, "strict": strict, **how}
    return Event.of(trf.examine(source, **how), how)


def _rounds_and_system(
    facts: Mapping[str, str], rounds: int | None, system: str | None
) -> tuple[int | None, str | None]:
    """Return what is asked for or, where nothing is, what a list states. Raises `BadRequest` if the two differ."""
    from pairing_engine.systems.choice import choose

    listed = facts.get("rounds", "")
    if listed and not (listed.isascii() and listed.isdigit() and 1 <= int(listed[:3]) <= model.MAX_ROUNDS):
        raise refusal("the list states {listed!r} as the number of rounds", "rounds", listed=one_line(listed))
    if listed and rounds not in (None, int(listed)):
        raise refusal("the list states {listed} rounds, not {rounds}", "rounds", listed=int(listed), rounds=rounds)
    of_list = facts.get("system") or None
    chosen = [choose(Settings(), one).system.code for one in (of_list, system) if one]
    if len({*chosen}) > 1:
        raise refusal(
            "the list states the system {listed}, not {system}", "system", listed=one_line(of_list or ""), system=system
        )
    return int(listed) if listed else rounds, system or of_list


def _stated(who: int | str, about: str) -> str:
    """Return a number or a name as a text. Raises TypeError for anything else, such as None."""
    if not isinstance(who, int | str) or isinstance(who, bool):
        raise TypeError(f"{about}: found {who!r}, expected a number or a name")
    return str(who)


def _listed(text: str, source: str = "") -> PlayerList:
    from trf.lists import players_in

    return players_in(text, source or say("list"))


_ONLY_NUMBERS = re.compile(r"(?:\s*[0-9]{1,4}\s*-\s*(?:[0-9]{1,4}|bye)\s*[ ,;]?)+", re.IGNORECASE)


def _boards_in(people: Sequence[Participant], text: str) -> Iterator[tuple[Tpn, Tpn]]:
    """Yield the boards in a text such as ``5-1 2-8 3-bye``, or ``Aalto-Li; Berg-bye``."""
    for word in re.split(r";|(?<=[0-9e])[ ,]+(?=[0-9])" if _ONLY_NUMBERS.fullmatch(text) else r"[;\n]", text):
        if word.strip(" ,"):
            white, sign, black = word.strip(" ,").rpartition("-")
            if sign and black.strip().casefold() in ("bye", say("bye"), "0"):
                yield find(people, white, "boards").tpn, NOBODY
            else:
                one, other = find_pair(people, word, "boards")
                yield one.tpn, other.tpn


def _checked(text: str, event: Tournament, how: Mapping[str, Any]) -> str:
    """Return a text that is to be written, after reading it again. Raises `BadRequest` if it does not say ``event``."""
    try:
        again = trf.examine(text.encode(), **{**how, "encoding": None, "name": say("the changed event")}).tournament
    except TrfProblems as error:
        raise refusal(
            "nothing was written, because the changed event could not be read again: {words}", words=error
        ) from None
    if _said(again) != _said(event):
        raise refusal("nothing was written, because a file cannot hold the changed event as it is")
    return text


def _said(event: Tournament) -> tuple[object, ...]:
    """Return the facts of an event that a file must hold."""
    settings = event.settings
    rounds = [(set(one.games), set(one.byes), len(one.matches)) for one in event.rounds]
    people = [(one.number, one.rating, one.title, one.federation) for one in event.participants]
    members = [(one.number, one.rating) for one in event.players], [one.members for one in event.teams]
    facts = settings.city, settings.chief_arbiter, settings.round_days, settings.tie_breaks
    wishes = {(one.kind, one.strength, one.first_round, one.last_round, one.named) for one in settings.wishes}
    return rounds, people, members, set(event.requests), settings.rounds, set(settings.prohibitions), wishes, facts
