"""[C.04.2 2] Participants who enter late, corrected data of participants, and the numbers that follow from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pairing_engine.changes.corrections import renumbered_note
from pairing_engine.changes.new_event import check_names
from pairing_engine.changes.presence import ALL_PAIRED
from pairing_engine.changes.results import ranked
from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts import model
from pairing_engine.facts.model import EventKind, Team, Tournament, Tpn
from pairing_engine.facts.names import Identity, find, identity
from pairing_engine.facts.people import ATTRIBUTES, FIELDS, Unfit, checked, unfit, value_of
from pairing_engine.facts.renumbered import by_strength, renumbered
from pairing_engine.facts.shown import one_line

LAST_TO_NUMBER = 3
"""[C.04.2 2.3] The last round after which numbers may change: none changes after the fourth round has been paired."""

_NUMBERS = re.compile(r"(?<![0-9A-Za-z])[0-9]{1,4}(?![0-9A-Za-z])")
_BOARD = r"[0-9]{1,4}-([0-9]{1,4}|bye)"
_FORMS = {
    model.NoteKind.MANUAL: re.compile(f"{_BOARD}(, {_BOARD})*"),
    model.NoteKind.STAND_IN: re.compile(f"{_BOARD} became {_BOARD}(, instead of [ZHFU])?"),
}


def with_people(
    tournament: Tournament, players: Sequence[model.Participant], clubs: Mapping[Identity, str]
) -> Tournament:
    """Return the tournament with new players, whose numbers follow those of the others.

    They have zero-point byes in the rounds before [C.04.2 2.4]. ``clubs`` maps the `identity` of each to the club or,
    in a team event, to the team. Raises `BadRequest` for a player who is in the event already, or of no team.
    """
    of_teams = tournament.settings.kind is EventKind.TEAM
    known, last = tournament.players, tournament.settings.rounds
    if last is not None and len(tournament.rounds) >= last:
        raise refusal(ALL_PAIRED, rounds=last)
    try:
        players = [*map(checked, players)]
    except Unfit as error:
        raise BadRequest(str(error)) from None
    check_names((*known, *players))
    first = max((one.number for one in known), default=Tpn(0)) + 1
    if first + len(players) - 1 > model.MAX_TPN:
        raise refusal("found {number} players, expected at most {most}", "players", number=first, most=model.MAX_TPN)
    added = tuple(one._replace(tpn=Tpn(number)) for number, one in enumerate(players, first))
    if of_teams:
        return _with_members(tournament, added, clubs)
    by_position = any(one.starting_rank for one in known)
    if by_position:
        places = range(len(known) + 1, len(known) + len(added) + 1)
        added = tuple(
            one._replace(tpn=Tpn(place), starting_rank=one.tpn) for place, one in zip(places, added, strict=True)
        )
    finished = len(tournament.settled.rounds)
    absences = [model.Bye(one.tpn, model.ByeKind.ZERO_POINT) for one in added]
    rounds = tuple(
        one._replace(byes=tuple(sorted((*one.byes, *absences), key=model.tpn_of_bye))) if number <= finished else one
        for number, one in enumerate(tournament.rounds, 1)
    )
    teams = tournament.teams
    for one in added:
        teams = _with_member(teams, clubs.get(identity(one), ""), one.tpn)
    return tournament._replace(participants=(*tournament.participants, *added), rounds=rounds, teams=teams)


def _with_member(teams: tuple[Team, ...], club: str, tpn: Tpn) -> tuple[Team, ...]:
    if not club:
        return teams
    if any(team.nickname == club for team in teams):
        return tuple(one._replace(members=(*one.members, tpn)) if one.nickname == club else one for one in teams)
    return (*teams, Team(Tpn(len(teams) + 1), (tpn,), club))


def _with_members(
    tournament: Tournament, added: Sequence[model.Participant], clubs: Mapping[Identity, str]
) -> Tournament:
    teams = {team.tpn: team for team in tournament.teams}
    for one in added:
        club = clubs.get(identity(one), "")
        if not club:
            raise refusal(
                "{name} has no team: name it in the column of the club or team", "players", name=one_line(one.name)
            )
        tpn = find(tournament.participants, club).tpn
        teams[tpn] = teams[tpn]._replace(members=(*teams[tpn].members, one.tpn))
    return tournament._replace(members=(*tournament.members, *added), teams=tuple(teams.values()))


def edited(tournament: Tournament, tpn: Tpn, field: str, text: str) -> Tournament:
    """Return the tournament with one corrected field of a person. Raises `BadRequest` if the field cannot hold it."""
    of_teams = tournament.settings.kind is EventKind.TEAM
    known = tournament.players
    if field not in FIELDS:
        raise refusal(
            "found {field!r}, expected one of {fields}", field, field=one_line(field), fields=", ".join(FIELDS)
        )
    try:
        value = value_of(field, text)
    except Unfit as error:
        raise BadRequest(unfit(field, one_line(text), error), field) from None
    if field == "club":
        if of_teams:
            raise refusal("a player of a team cannot change the team", "club")
        left = (one._replace(members=tuple(each for each in one.members if each != tpn)) for one in tournament.teams)
        return tournament._replace(teams=_with_member(tuple(one for one in left if one.members), str(value), tpn))
    change: dict[str, Any] = {ATTRIBUTES.get(field, field): value}
    people = tuple(one._replace(**change) if one.tpn == tpn else one for one in known)
    check_names(people)
    return tournament._replace(members=people) if of_teams else tournament._replace(participants=people)


def in_its_place(tournament: Tournament, tpns: Iterable[Tpn]) -> Tournament:
    """[C.04.2 2.2, 2.3] Return the tournament in which participants have the numbers of their places by strength.

    All others keep their order: numbers follow the corrections and nothing else. Raises `BadRequest` after the fourth
    round has been paired, and for an event that is numbered by the order of its lines.
    """
    numbers = places(tournament, tpns)
    return tournament if all(old == new for old, new in numbers.items()) else _renumbered(tournament, numbers)


def places(tournament: Tournament, tpns: Iterable[Tpn]) -> Mapping[Tpn, Tpn]:
    """[C.04.2 2.2, 2.3] Return the number of each participant after `in_its_place`. Raises the same errors."""
    if tournament.settings.kind is EventKind.TEAM:
        raise refusal("teams keep their numbers", "renumber")
    if len(tournament.rounds) > LAST_TO_NUMBER:
        raise refusal("no number may change after the fourth round has been paired [C.04.2 2.3]", "renumber")
    if any(one.starting_rank for one in tournament.participants):
        raise refusal("the numbers of this event follow the order of its lines: they cannot change", "renumber")
    moving = {*tpns}
    order = [one for one in tournament.participants if one.tpn not in moving]
    for one in sorted((one for one in tournament.participants if one.tpn in moving), key=by_strength):
        later = (place for place, other in enumerate(order) if by_strength(other) > by_strength(one))
        order.insert(next(later, len(order)), one)
    return {one.tpn: Tpn(number) for number, one in enumerate(order, 1)}


def with_numbers_as_ranks(tournament: Tournament) -> Tournament:
    """Return the tournament with new ranks. Before the first round is complete, the ranks are the numbers."""
    if tournament.settled.rounds:
        return ranked(tournament)
    return tournament._replace(recorded_ranks={one.tpn: one.number for one in tournament.participants})


def _renumbered(tournament: Tournament, number: Mapping[Tpn, Tpn]) -> Tournament:
    moved = renumbered(tournament, number)
    points, settings = moved.settings.virtual_points, moved.settings
    if tournament.settings.states_baku:
        # [C.04.7 1.3.2] A late entry with a smaller number than the last of GA belongs to GA.
        points = tuple(one._replace(tpns=frozenset(map(Tpn, range(1, max(one.tpns, default=0) + 1)))) for one in points)
    wishes = tuple(one._replace(label=_moved_numbers(one.label, number)) for one in settings.wishes)
    return moved._replace(
        teams=tuple(one._replace(members=tuple(sorted(one.members))) for one in moved.teams),
        notes=tuple(_moved_note(one, number) for one in tournament.notes),
        settings=settings._replace(virtual_points=points, wishes=wishes),
    )


def _moved_note(note: model.Note, number: Mapping[Tpn, Tpn]) -> model.Note:
    """Return a note about boards made by hand, or a stand-in, with the new numbers; others are words of people."""
    if note.kind is model.NoteKind.CORRECTION:
        return renumbered_note(note, number)
    form = _FORMS.get(note.kind)
    if form is None or form.fullmatch(note.words) is None:
        return note
    return note._replace(words=_moved_numbers(note.words, number))


def _moved_numbers(text: str, number: Mapping[Tpn, Tpn]) -> str:
    return _NUMBERS.sub(lambda found: str(number.get(Tpn(int(found[0])), found[0])), text)
