"""Changes of an event's file, for all doors: the command line, the page in a browser, and whoever serves them.

Each change takes a file that has been read, and what people say about it, in their own words. It returns the text of
the changed file, and sentences that say what was done. The text has been read again and says the same. Every change
raises `BadRequest` for what cannot be done, and `pairing_engine.PairingError` for a round that cannot be paired.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pairing_engine import pair
from pairing_engine.changes import people as of_people
from pairing_engine.changes import presence
from pairing_engine.errors import BadRequest, BadRequests, PairingError, refusal
from pairing_engine.facts import model
from pairing_engine.facts.codes import AS_WRITTEN, Overrides
from pairing_engine.facts.model import NOBODY, Colour, EventKind, Note, NoteKind, Prohibition, Settings, Tournament, Tpn
from pairing_engine.facts.names import find, find_all, find_pair, number_and_name, plain
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say, say_many, with_semicolons
from pairing_engine.values import NamedTuple, replace
from trf import Reading, TrfProblems, carried_on, examine, write
from trf.format.findings import UNDER_WAY

if TYPE_CHECKING:
    from checker.questions import Moment
    from pairing_engine.answers.paired import PairedRound
    from trf.lists import PlayerList


class Changed(NamedTuple):
    """A changed event: its facts, the text of its file, and sentences about what was done."""

    event: Tournament
    text: str
    words: tuple[str, ...] = ()


class Opened(NamedTuple):
    """The file of an event, and the arguments of `trf.examine` with which it was read."""

    reading: Reading
    how: Mapping[str, Any] = {}

    @property
    def event(self) -> Tournament:
        """The event in the file."""
        return self.reading.tournament

    def changed(self, after: Tournament, *words: str, before: Tournament | None = None) -> Changed:
        """Write the changes into the text of the file. Raises `BadRequest` if no file can hold the changed event."""
        try:
            text = write(carried_on(self.reading.file, before or self.event, after))
        except ValueError as error:
            raise BadRequest(str(error)) from None
        return Changed(after, checked(text, after, **self.how), words)


def checked(text: str, event: Tournament, **how: Any) -> str:
    """Return a text that is to be written, after reading it again. Raises `BadRequest` if it does not say ``event``."""
    try:
        again = examine(text.encode(), **{**how, "name": say("the changed event"), "encoding": None}).tournament
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
    wishes = {(one.kind, one.strength, one.first_round, one.last_round, one.named) for one in settings.wishes}
    return rounds, people, members, set(event.requests), settings.rounds, set(settings.prohibitions), wishes


# --- a new event


def begin(
    name: str, found: PlayerList, settings: Settings, tie_breaks: Iterable[str], boards: int | None
) -> tuple[Changed, str]:
    """[C.04.2 2] Create an event from a list of players. A day that is not stated is today, and a colour is drawn.

    The second value is a sentence about a colour that was drawn by lot; it is empty if a table gives the colours.
    """
    from datetime import date
    from secrets import choice

    from pairing_engine.changes.new_event import begun
    from pairing_engine.facts.consistency import cautions
    from pairing_engine.systems.choice import choose

    day, colour = settings.first_day or f"{date.today():%Y/%m/%d}", settings.initial_colour or choice(list(Colour))
    event = begun(
        name, found.players, found.clubs, replace(settings, first_day=day, initial_colour=colour), tie_breaks, boards
    )
    new = Changed(event, checked(write(event), event), (*found.remarks, *cautions(event)))
    if settings.initial_colour is not None or choose(event.settings).system.rounds is not None:
        return new, ""
    said = say("White") if colour is Colour.WHITE else say("Black")
    player = number_and_name(event.participants[0], event.settings.kind)
    return new, say("the initial-colour was drawn: {first} has {colour} in round 1", first=player, colour=said)


# --- who plays


def withdraw(opened: Opened, players: str) -> Changed:
    """[C.04.2 3.2] Leave players out of all rounds to come."""
    tpns, names = _people(opened, players)
    after = presence.withdrawn(opened.event, tpns)
    said = say_many(
        "{names} is withdrawn from round {round} on, with zero-point byes",
        "{names} are withdrawn from round {round} on, with zero-point byes",
        len(tpns),
        names=names,
        round=len(after.rounds) + 1,
    )
    return opened.changed(after, said)


def come_back(opened: Opened, players: str, round_: int | None = None) -> Changed:
    """Let players who are out play again in all rounds to come, or in one round."""
    tpns, names = _people(opened, players)
    if round_ is not None:
        after = presence.present(opened.event, tpns, round_)
        said = say_many(
            "{names} plays in round {round}", "{names} play in round {round}", len(tpns), names=names, round=round_
        )
        return opened.changed(after, said)
    after = presence.returned(opened.event, tpns)
    said = say_many(
        "{names} plays again from round {round} on",
        "{names} play again from round {round} on",
        len(tpns),
        names=names,
        round=len(after.rounds) + 1,
    )
    return opened.changed(after, said)


def away(opened: Opened, players: str, round_: int | None = None) -> Changed:
    """Leave players such as ``7, aalto`` out of one round, by default the next one; ``5=H`` has a half-point bye."""
    number = len(opened.event.rounds) + 1 if round_ is None else round_
    last = opened.event.settings.rounds
    if last is not None and number > last:
        raise refusal("all {rounds} rounds are paired: there is no further round", rounds=last)
    stated = presence.WhoPlays(players) if "=" not in players else presence.WhoPlays(byes=(players,))
    after = presence.as_asked(opened.event, stated, number)
    kinds = {one.bye.tpn: one.bye.kind for one in after.requests if one not in opened.event.requests}
    out = [(presence.OUT.get(kinds[one.tpn], "{name} ({kind})"), one) for one in after.participants if one.tpn in kinds]
    names = with_semicolons(
        say(words, name=number_and_name(one, after.settings.kind), kind=kinds[one.tpn].value) for words, one in out
    )
    if not names:
        return opened.changed(after, say("nobody is out who was not out before"))
    return opened.changed(after, say("not in round {number}: {names}", number=number, names=names))


def _people(opened: Opened, players: str) -> tuple[list[Tpn], str]:
    people = find_all(opened.event.participants, players)
    return [one.tpn for one in people], with_semicolons(
        number_and_name(one, opened.event.settings.kind) for one in people
    )


# --- people


def add(opened: Opened, players: str, renumber: bool = False) -> Changed:
    """[C.04.2 2.4] Add players from lines such as ``Aalto, Eino, 1985, Harbour``.

    Before the first round they get the numbers of their places. Later they get the next numbers, or with ``renumber``
    those of their places.
    """
    from trf.lists import players_in

    before = opened.event
    found = players_in(players, say("list"))
    after = of_people.with_people(before, found.players, found.clubs)
    of_teams = before.settings.kind is EventKind.TEAM
    known = len(before.players)
    new = [one.tpn for one in after.players[known:]]
    names = {plain(one.name) for one in found.players}
    if renumber or not (before.rounds or of_teams):
        after = of_people.in_its_place(after, new)
    after = _with_numbers_as_ranks(after)
    here = after.players
    added = [number_and_name(one, EventKind.INDIVIDUAL) for one in here if plain(one.name) in names]
    said = say_many(
        "{names} is added and plays from round {round} on",
        "{names} are added and play from round {round} on",
        len(added),
        names=with_semicolons(added),
        round=len(after.rounds) + 1,
    )
    return opened.changed(after, said, *found.remarks, *_moved(before, after))


def edit(opened: Opened, player: str, fields: Sequence[str], renumber: bool = False) -> Changed:
    """[C.04.2 2.3] Correct the data of a player, such as ``rating=1850``.

    Before the first round, or with ``renumber``, the player gets the number of the corrected place.
    """
    from trf.lists import COLUMN_TITLES

    before = after = opened.event
    of_teams = before.settings.kind is EventKind.TEAM
    one = find(before.players, player)
    said = []
    for text in fields:
        title, sign, value = text.partition("=")
        field = COLUMN_TITLES.get(plain(title), title.strip())
        if not sign:
            raise refusal("found {found!r}, expected a field and its value, such as rating=1850", found=text)
        after = of_people.edited(after, one.tpn, field, value)
        said.append(say("{field} {value}", field=say(field), value=value.strip() or say("none")))
    if not of_teams and (renumber or not before.rounds):
        after = _with_numbers_as_ranks(of_people.in_its_place(after, [one.tpn]))
    words = say("{name}: now {fields}", name=number_and_name(one, EventKind.INDIVIDUAL), fields=", ".join(said))
    return opened.changed(after, one_line(words), *_moved(before, after))


def _with_numbers_as_ranks(event: Tournament) -> Tournament:
    """Return the event with new ranks. Before the first round is complete, the ranks are the numbers."""
    from pairing_engine.changes.results import ranked

    if event.settled.rounds:
        return ranked(event)
    return replace(event, recorded_ranks={one.tpn: one.number for one in event.participants})


def _moved(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield a sentence about the players who have other numbers now, and about rounds that were paired before."""
    old = {plain(one.name): one.number for one in before.participants}
    new = [one for one in after.participants if one.number != old.get(plain(one.name), one.number)]
    if len(new) > 1 or (new and len(before.participants) == len(after.participants)):
        yield say_many(
            "{number} player has another number now: {first}",
            "{number} players from number {first} on have other numbers now",
            len(new),
            first=min(one.number for one in new),
        )
    if new:
        yield from paired_before(before, after, 0)


def paired_before(before: Tournament, after: Tournament, number: int) -> Iterator[str]:
    """Yield a sentence about each later round that was paired before a correction of round ``number``.

    The sentence says what would be different today. Boards that were made by hand would have differed before, too.
    """
    for later in range(number + 1, len(after.rounds) + 1):
        recorded = _in_words(after, _pairs(after.rounds[later - 1]))
        then, today = _demanded(before, later), _demanded(after, later)
        changed = [] if today is None else [one for one in today if one not in recorded]
        if today is None:
            yield say("round {later} was paired before this correction; today it could not be paired", later=later)
        elif not changed or (then is not None and set(then) == set(today)):
            yield say("round {later} was paired before this correction; today it would be paired the same", later=later)
        else:
            yield say(
                "round {later} was paired before this correction; today it would have {boards}",
                later=later,
                boards=with_semicolons([*changed[:MOST_SHOWN], *(["…"] if len(changed) > MOST_SHOWN else [])]),
            )


def _demanded(event: Tournament, number: int) -> list[str] | None:
    """Return the boards that the rules demand in a round, in words; None if it cannot be paired."""
    try:
        found = pair(event, number)
    except PairingError:
        return None
    bye = [(found.bye, NOBODY)] if found.bye else []
    return _in_words(event, [*((one.white, one.black) for one in found.boards), *bye])


def _in_words(event: Tournament, pairs: Iterable[tuple[Tpn, Tpn]]) -> list[str]:
    names = {one.tpn: number_and_name(one, event.settings.kind) for one in event.participants} | {NOBODY: say("bye")}
    return [f"{names[white]} - {names[black]}" for white, black in pairs]


def _pairs(recorded: model.Round) -> list[tuple[Tpn, Tpn]]:
    byes = [(one.tpn, NOBODY) for one in recorded.byes if one.kind is model.ByeKind.PAIRING_ALLOCATED]
    return [*((one.white, one.black) for one in recorded.pairings), *byes]


MOST_SHOWN = 8
"""The maximum number of boards in a sentence."""


# --- rounds


def enter(
    opened: Opened,
    results: str,
    round_: int | None = None,
    line_ups: Sequence[str] = (),
    system: str | None = None,
    edition: str | None = None,
    force: bool = False,
) -> Changed:
    """Enter or correct the results of a round; ``line_ups`` seats players of teams, such as ``Kiel: Aalto, Berg``."""
    from pairing_engine.changes.results import enter as entered

    found = entered(opened.event, results, round_, system, edition, line_ups, force=force)
    if found.still_open:
        words = say_many(
            "round {round}: {number} result is still missing",
            "round {round}: {number} results are still missing",
            found.still_open,
            round=found.number,
        )
    else:
        words = say("round {round} is complete", round=found.number)
    later = paired_before(opened.event, found.tournament, found.number)
    return opened.changed(found.tournament, words, *later)


def next_round(
    opened: Opened,
    tournament: Tournament,
    paired: PairedRound,
    overrides: Overrides = AS_WRITTEN,
    system: str | None = None,
    edition: str | None = None,
    *,
    rounds_stated: bool = False,
) -> Changed:
    """Add a paired round without results, with notes and new wishes.

    What was said once holds from now on: a new wish until the last round, unless the user has stated its rounds
    (``rounds_stated``), and the acceleration of the whole event in records 192 and 250. Wishes that the file already
    records are not recorded again (reading Z10). ``tournament`` is the event that was paired, including changes to the
    attendance. A round that is recorded already is not added again.
    """
    from pairing_engine.changes.paired import with_round
    from pairing_engine.facts.asked_wishes import is_recorded
    from trf.event.settings import of_import

    event, number = opened.event, paired.number
    notes = [*of_import((one for one in opened.reading.adjustments if one.code != UNDER_WAY), len(event.rounds))]
    asked = [*_asked(overrides, system, edition)]
    if asked:
        notes.append(Note(NoteKind.CONFIGURATION, number, f"paired with {', '.join(asked)}"))
    if paired.wished is not None and paired.wished.changes:
        notes.append(Note(NoteKind.EXITED, number, "the organiser's wishes have changed the round"))
    asked_for = () if paired.wished is None else paired.wished.wishes
    wishes = [wish for wish in asked_for if not is_recorded(wish, event.settings.wishes)]
    is_new = number > len(event.rounds)
    if not rounds_stated and is_new:
        last = max(event.settings.rounds or model.MAX_ROUNDS, number)
        wishes = [wish._replace(last_round=last) for wish in wishes]
    after = with_round(tournament, paired.pairing) if is_new else event
    was_accelerated = event.settings.states_baku
    settings = _with_wishes(replace(after.settings, wishes=event.settings.wishes), wishes)
    if settings.baku:
        settings = replace(settings, system=settings.system or paired.system.code)
        if is_new and not settings.virtual_points and (number == 1 or not was_accelerated):
            method = paired.system.conventions.acceleration
            # Reading G4: for all rounds, because this one was paired so: earlier virtual points decide who has floated.
            points = method(replace(after, settings=settings), after.rounds[0].paired())
            points = tuple(one for one in points if one.first_round <= one.last_round)
            settings = replace(settings, virtual_points=points, baku=bool(points))
    notes = [note for note in dict.fromkeys(notes) if note not in event.notes]
    after = replace(after, settings=settings, notes=(*event.notes, *notes))
    before = replace(event, settings=replace(event.settings, baku=event.settings.baku and was_accelerated))
    return opened.changed(after, *presence.who_plays(tournament, number), before=before)


def _asked(overrides: Overrides, system: str | None, edition: str | None) -> Iterator[str]:
    team = overrides.team
    stated: dict[str, object] = {
        "system": system,
        "edition": edition,
        "baku": overrides.baku,
        "maxi": overrides.maxi,
        "default-rating": overrides.default_rating,
        "adjourned": "draw" if overrides.adjourned_as_draw else None,
        "team-type": None if team.preferences is None else team.preferences or "none",
        "primary": {None: None, True: "mp", False: "gp"}[team.primary_is_match_points],
        "no-secondary": team.secondary is False,
    }
    for name, value in stated.items():
        if value is not None and value is not False:
            yield f"--{name}" if value is True else f"--{name} {value}"


def unpair(opened: Opened, force: bool = False) -> Changed:
    """Take the last round back. Byes that were announced for it are announced again."""
    from pairing_engine.changes.paired import unpaired

    after = unpaired(opened.event, force=force)
    return opened.changed(after, say("round {number} is taken back", number=len(opened.event.rounds)))


def swap(opened: Opened, players: str, by_hand: bool = False, force: bool = False) -> Changed:
    """Exchange two players of the last round, such as ``5-8``: each gets the seat of the other."""
    event = opened.event
    one, other = (person.tpn for person in find_pair(event.participants, players))
    moment = _last_moment(event)
    turned = {one: other, other: one}
    seats = _pairs(event.rounds[-1])
    for tpn in turned:
        if not any(tpn in pair for pair in seats):
            name = next(
                number_and_name(person, event.settings.kind) for person in event.participants if person.tpn == tpn
            )
            raise refusal("{player} has no opponent in round {number}", player=name, number=moment.number)
    pairs = [(turned.get(white, white), turned.get(black, black)) for white, black in seats]
    return _made(opened, moment, pairs, by_hand=by_hand, force=force)


def boards(opened: Opened, pairs: str, by_hand: bool = False, force: bool = False) -> Changed:
    """Set boards of the last round, such as ``5-1 2-8 3-bye``, White first; the rules pair everybody else."""
    people = opened.event.participants
    found: list[tuple[Tpn, Tpn]] = []
    for word in re.split(r";|(?<=[0-9e])[ ,]+(?=[0-9])" if _ONLY_NUMBERS.fullmatch(pairs) else r"[;\n]", pairs):
        if word.strip(" ,"):
            white, sign, black = word.strip(" ,").rpartition("-")
            if sign and black.strip().casefold() in ("bye", say("bye"), "0"):
                found.append((find(people, white).tpn, NOBODY))
            else:
                one, other = find_pair(people, word)
                found.append((one.tpn, other.tpn))
    return _made(opened, _last_moment(opened.event), found, by_hand=by_hand, force=force)


_ONLY_NUMBERS = re.compile(r"(?:\s*[0-9]{1,4}\s*-\s*(?:[0-9]{1,4}|bye)\s*[ ,;]?)+", re.IGNORECASE)


def _last_moment(event: Tournament) -> Moment:
    from checker.questions.moment import moment

    if not event.rounds:
        raise refusal("no round has been paired")
    return moment(event, len(event.rounds))


def _made(opened: Opened, moment: Moment, pairs: Sequence[tuple[Tpn, Tpn]], *, by_hand: bool, force: bool) -> Changed:
    """Judge boards, write them, and note those that the rules do not demand as made by hand."""
    from checker.diff import as_pairs
    from checker.questions import judge
    from pairing_engine.changes.paired import with_boards

    event = opened.event
    number = {one.tpn: int(one.number) for one in event.participants} | {NOBODY: 0}
    there = set(_pairs(event.rounds[-1]))
    proposed = [(number[white], number[black]) for white, black in pairs]
    changed = [numbers for numbers, pair in zip(proposed, pairs, strict=True) if pair not in there]
    verdict = judge(moment, proposed, () if by_hand else changed)
    if {tpn for pair in verdict.round for tpn in pair if tpn != NOBODY} != set(moment.state.by_tpn):
        raise BadRequests([*verdict.lines(), say("nothing was written: state all boards of the round")])
    if not verdict.agrees and not by_hand:
        refused = say("nothing was written; to write these boards all the same, marked as made by hand, add --by-hand")
        raise BadRequests([*verdict.lines(), refused])
    seats = [*verdict.round]
    bye = next((white for white, black in seats if black == NOBODY), None)
    after = with_boards(event, [(white, black) for white, black in seats if black != NOBODY], bye, force=force)
    differing = sorted(set(verdict.round).difference(as_pairs(moment.pairing)))
    made = ", ".join(f"{white}-{black or 'bye'}" for white, black in moment.pairs_as_lists(differing))
    kept = [one for one in event.notes if (one.kind, one.round) != (NoteKind.MANUAL, moment.number)]
    notes = [*kept, *([] if verdict.agrees else [Note(NoteKind.MANUAL, moment.number, made)])]
    new = with_semicolons(_in_words(event, [pair for pair in seats if pair not in there]))
    words = say("round {number}: {boards}", number=moment.number, boards=new) if new else say("no board is different")
    hand = [] if verdict.agrees else [say("made by hand, which is noted in the file")]
    return opened.changed(replace(after, notes=tuple(notes)), words, *hand)


# --- wishes


def wish(opened: Opened, strength: str = "weak", **wished: str) -> Changed:
    """Record wishes of the organiser from the next round to the last; without any, end all wishes and prohibitions."""
    from pairing_engine.facts.asked_wishes import Asked, wishes_of

    event = opened.event
    following = len(event.rounds) + 1
    if not any(wished.values()):
        stated = event.settings
        ended = replace(
            stated, wishes=_ended(stated.wishes, following), prohibitions=_ended(stated.prohibitions, following)
        )
        return opened.changed(replace(event, settings=ended))
    rounds = following, max(event.settings.rounds or following, following)
    asked = Asked(**{key: value or None for key, value in wished.items()}, strength=strength)
    return opened.changed(replace(event, settings=_with_wishes(event.settings, wishes_of(event, asked, rounds))))


def _with_wishes(settings: Settings, wishes: Iterable[model.Wish]) -> Settings:
    """Return the settings with new wishes. People whom a hard wish keeps apart are a prohibition (reading Z10)."""
    prohibitions, others = [*settings.prohibitions], [*settings.wishes]
    for one in wishes:
        if one.kind is model.WishKind.AVOID and one.strength is model.Strength.HARD:
            apart = (Prohibition(one.first_round, one.last_round, group) for group in one.groups)
            prohibitions += (new for new in apart if not any(_holds_within(new, old) for old in prohibitions))
        elif one.groups:
            others.append(one)
    return replace(settings, wishes=tuple(others), prohibitions=tuple(prohibitions))


def _holds_within(new: Prohibition, old: Prohibition) -> bool:
    return new.tpns <= old.tpns and old.first_round <= new.first_round and new.last_round <= old.last_round


def _ended(stated: Iterable[Any], number: int) -> tuple[Any, ...]:
    """Return the wishes or prohibitions that held before a round, for the rounds before it."""
    return tuple(one._replace(last_round=min(one.last_round, number - 1)) for one in stated if one.first_round < number)
