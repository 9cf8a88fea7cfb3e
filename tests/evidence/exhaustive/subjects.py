"""Recognise positions that no rule can tell apart.

Each position is reduced to the facts of its crosstable that the rules use. If two positions have the same reduced form,
the next round and all later rounds are paired in the same way. A single position can therefore represent all positions
with the same form. The reduced form leaves out:

- *The order of results*. Only the sum of the points counts. Rounds without a game are counted by kind, because the bye
  matters [C.04.1 4]. The opponents are kept, but not their order [C.04.1 2]. The order of colours is kept [C.04.2 3.4].
- *Floats of earlier rounds*. The Dutch editions use the floats of two rounds [C.04.3 1.4, C14 to C21; 2009 and 2012
  B.5, B.6]. C.04.5 and C.04.6 (1.5) use the last round. C.04.4.3 (3.10) uses the last round and the side of the median.
  C.04.4.1 (1.8) uses all rounds.
- *Numbers*, in the Dutch editions and in C.04.4.3. There, numbers only order players of the same score, so the players
  are renumbered by score and number. A player without a colour keeps the number and its parity, because two players
  without colours may meet [C.04.3 5.2.5]. A player who has not arrived yet also keeps the number, because the arrival
  moves later numbers [C.04.2 2.4]. The other systems keep all numbers. C.04.4.1, C.04.5 and C.04.6 order players of
  different scores by number (4.3, 3.6.2). C.04.4.2 keeps everything, because its indices depend on later scores of
  opponents (1.7).
- *Everything except the pairs*, if every further round would repeat a pair. No rules may pair such a round [C.04.1 2].
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import Tournament
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from tests.articles.literal import blind_events, burstein, double_swiss, dubov, dutch, dutch_2017, lim, team, team_2024
from tests.articles.literal.common import coming_round
from tests.articles.literal.facts import (
    Cell,
    Entrant,
    Event,
    Happened,
    MatchCell,
    MatchEvent,
    NoLegalPairing,
    Paired,
    Preferences,
    answer_of,
    double_swiss_of,
    team_event_of,
    tournament_of,
)

Labels = dict[int, int]
PLAYED = "1=0"


class Likeness(NamedTuple):
    """A position, reduced to the facts that the rules use.

    ``labels`` maps the old number of each participant to the new number.
    """

    key: Hashable
    labels: Labels


class Past(NamedTuple):
    """The past of a participant, reduced to the facts that some rule uses.

    ``signs`` describes each round by one character. ``D`` stands for an opponent with fewer points, ``U`` for an
    opponent with more points, and ``=`` for an opponent with equal points. Letters such as ``H`` stand for rounds
    without a game. ``before`` is the score before the last round.
    """

    score: int
    before: int
    colours: str
    met: tuple[int, ...]
    signs: str

    @property
    def unplayed(self) -> str:
        """The kinds of all rounds without a game, in alphabetical order."""
        return "".join(sorted(sign for sign in self.signs if sign not in "DU="))


def pasts(event: Event) -> dict[int, Past]:
    """Return the past of each participant. Virtual points do not count."""
    found = {entrant.tpn: Past(0, 0, "", (), "") for entrant in event.entrants}
    for cells in event.rounds:
        before = {tpn: past.score for tpn, past in found.items()}
        for tpn, past in found.items():
            opponent, colour, result = cells[tpn].opponent, cells[tpn].colour, cells[tpn].result
            score = past.score + event.points[result]
            if result in PLAYED:
                found[tpn] = Past(
                    score,
                    past.score,
                    past.colours + colour,
                    (*past.met, opponent),
                    past.signs + sign(past.score, before[opponent]),
                )
            else:
                found[tpn] = Past(score, past.score, past.colours, past.met, past.signs + result)
    return found


def sign(mine: int, theirs: int) -> str:
    """Return ``D`` if the first score is higher, ``U`` if the first score is lower, and ``=`` for equal scores."""
    return "=" if mine == theirs else "D" if mine > theirs else "U"


def was_paired(past: Past) -> bool:
    """[C.04.2 2.4] Whether the participant ever had a game or an unrequested bye."""
    return any(one not in "HFZ" for one in past.signs)


def no_round_left(event: Event | MatchEvent) -> Hashable:
    """Return the pairs that have met, but only if every further round would repeat a pair."""
    everybody = event.participants if isinstance(event, MatchEvent) else [entrant.tpn for entrant in event.entrants]
    there = [tpn for tpn in everybody if tpn not in event.absent]
    met = {
        frozenset((tpn, cell.opponent))
        for cells in event.rounds
        for tpn, cell in cells.items()
        if (cell.happened is Happened.PLAYED if isinstance(cell, MatchCell) else cell.result in PLAYED)
    }
    left = [there] if len(there) % 2 == 0 else [[tpn for tpn in there if tpn != bye] for bye in there]
    if any(_can_be_paired(players, met) for players in left):
        return ()
    return len(there), frozenset(pair for pair in met if pair <= set(there))


def _can_be_paired(tpns: Sequence[int], met: set[frozenset[int]]) -> bool:
    if not tpns:
        return True
    first, *others = tpns
    return any(
        frozenset((first, other)) not in met and _can_be_paired([tpn for tpn in others if tpn != other], met)
        for other in others
    )


def by_score(event: Event) -> Likeness:
    """Reduce a position for the Dutch editions, where only the floats of the last two rounds matter."""
    return _numbered_anew(event, lambda past: past.signs[-2:])


def by_score_and_median(event: Event) -> Likeness:
    """Reduce a position for C.04.4.3, where the last float and the score before the last round matter."""
    return _numbered_anew(event, lambda past: (past.signs[-1:], past.before))


def _numbered_anew(event: Event, floats: Callable[[Past], Hashable]) -> Likeness:
    found = pasts(event)
    order = sorted(found, key=lambda tpn: (-found[tpn].score, tpn))
    labels = {tpn: place for place, tpn in enumerate(order, 1)}
    odd = dict(_parities(event, found))
    players = []
    for tpn in order:
        past = found[tpn]
        met = tuple(sorted(labels[other] for other in past.met))
        number = () if past.colours else (tpn, odd[tpn])
        players.append((past.score, past.colours, met, floats(past), past.unplayed, _away(event, tpn), number))
    return Likeness(tuple(players), labels)


def _parities(event: Event, found: dict[int, Past]) -> Iterator[tuple[int, bool]]:
    """[C.04.2 2.4] Yield each participant, and whether the participant's number is odd.

    Only participants who have arrived are numbered.
    """
    number = 0
    for tpn in sorted(found):
        arrived = tpn not in event.absent or was_paired(found[tpn])
        number += arrived
        yield tpn, arrived and number % 2 == 1


def _away(event: Event, tpn: int) -> str:
    return event.asked.get(tpn, "Z") if tpn in event.absent else ""


def by_number(event: Event) -> Likeness:
    """Reduce a position for C.04.4.1, where player numbers and all floats matter."""
    players = tuple(
        (past.score, past.colours, tuple(sorted(past.met)), past.signs, _away(event, tpn))
        for tpn, past in pasts(event).items()
    )
    return Likeness(players, {entrant.tpn: entrant.tpn for entrant in event.entrants})


def as_it_is(event: Event) -> Likeness:
    """Return the whole position, because the indices in C.04.4.2 depend on later scores of opponents."""
    rounds = tuple(tuple(sorted((tpn, *vars(cell).values()) for tpn, cell in cells.items())) for cells in event.rounds)
    away = tuple(_away(event, entrant.tpn) for entrant in event.entrants)
    return Likeness((rounds, away), {entrant.tpn: entrant.tpn for entrant in event.entrants})


def of_matches(event: MatchEvent) -> Likeness:
    """Reduce a position for C.04.5 and C.04.6, where numbers, last floats and both scores matter."""
    scores = dict.fromkeys(event.participants, (0, 0))
    before = scores
    colours, met = dict.fromkeys(event.participants, ""), dict.fromkeys(event.participants, frozenset[int]())
    unplayed = dict.fromkeys(event.participants, "")
    for cells in event.rounds:
        before = dict(scores)
        for tpn, cell in cells.items():
            primary, secondary = scores[tpn]
            scores[tpn] = primary + cell.primary, secondary + cell.secondary
            if cell.happened is Happened.PLAYED:
                colours[tpn] += cell.colour
                met[tpn] |= {cell.opponent}
            else:
                unplayed[tpn] += cell.happened.name[0] if cell.opponent else cell.happened.name[0].lower()
    last = event.rounds[-1] if event.rounds else {}
    floaters = {
        tpn
        for tpn, cell in last.items()
        if cell.happened is Happened.PLAYED and before[tpn][0] != before[cell.opponent][0]
    }
    players = tuple(
        (scores[tpn], colours[tpn], tuple(sorted(met[tpn])), "".join(sorted(unplayed[tpn])), tpn in floaters)
        for tpn in event.participants
    )
    return Likeness((players, tuple(sorted(event.absent))), {tpn: tpn for tpn in event.participants})


E = TypeVar("E", Event, MatchEvent)

RATINGS = (2480, 2475, 2390, 2310, 2305, 2180, 2100, 2095, 1990, 1850, 1500, 1490)
"""The players' ratings for C.04.4.1."""

ROUNDS = 4

MANY_ROUNDS = 9
"""A planned number of rounds that is larger than `ROUNDS`, so that no walk reaches the last round."""

Way = tuple[str, ...]
"""The results of a round's games in board order."""


@dataclass(frozen=True)
class Subject(Generic[E]):
    """A system, edition or option to examine.

    ``start`` makes an event from the number of participants, the number of rounds and the initial-colour. ``likeness``
    reduces a position to the facts that the rules use. ``after`` is a function that adds a round to an event. Its
    arguments are the event, the pairing, the results, and the kind of bye for absent participants. ``played`` lists the
    possible results of a game. ``walks`` lists the planned numbers of rounds. With ``also_last``, each position is
    paired again as the last round.
    """

    name: str
    system: System
    start: Callable[[int, int, str], E]
    transcription: Callable[[E], Paired]
    model: Callable[[E], Tournament]
    likeness: Callable[[E], Likeness]
    after: Callable[[E, Paired, Way, str], E]
    played: tuple[str, ...]
    walks: tuple[int, ...] = (MANY_ROUNDS,)
    also_last: bool = True
    most: int = 7

    @property
    def edition(self) -> str:
        """The name of the system with its edition, such as ``team/2026``."""
        return self.name.split()[0]


FORFEITED = ("+-", "-+", "--")


# --- Games ------------------------------------------------------------------------------------------------------------


def players(number: int, rounds: int, initial_colour: str) -> Event:
    entrants = tuple(Entrant(tpn, RATINGS[tpn - 1]) for tpn in range(1, number + 1))
    return Event(entrants, (), rounds, initial_colour)


def after_games(event: Event, answer: Paired, way: Way, away: str) -> Event:
    """Add a round to the event. Each result is a text such as ``10``, ``==`` or ``+-``."""
    cells = {tpn: Cell(0, "-", away) for tpn in event.absent}
    if answer.bye:
        cells[answer.bye] = Cell(0, "-", "U")
    for (white, black), ended in zip(sorted(answer.boards), way, strict=True):
        cells[white] = Cell(black, "w", ended[0])
        cells[black] = Cell(white, "b", ended[1])
    return replace(event, rounds=(*event.rounds, cells), absent=frozenset(), asked={})


def burstein_by_the_words(event: Event) -> Paired:
    """[C.04.4.2 1.6.1] Pair seeding rounds by the Dutch System, and all other rounds by the Burstein System."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch.pair(event)
    return burstein.pair(event)


def burstein_by_the_words_of_2017(event: Event) -> Paired:
    """[C.04.4.2, until 2026] Pair seeding rounds by the Dutch System of 2017, and all other rounds by Burstein's."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch_2017.pair(event)
    return burstein.pair_2017(event)


def _of_games(
    name: str,
    transcription: Callable[[Event], Paired],
    likeness: Callable[[Event], Likeness] = by_score,
    walks: tuple[int, ...] = (),
) -> Subject[Event]:
    system, _, edition = name.partition("/")
    return Subject(
        name,
        SYSTEMS[system][edition],
        players,
        transcription,
        tournament_of,
        likeness,
        after_games,
        ("10", "==", "01"),
        walks or (MANY_ROUNDS,),
        also_last=not walks,
    )


# --- Matches ----------------------------------------------------------------------------------------------------------

AWAY = {"H": (Happened.HALF_BYE, 10), "F": (Happened.FULL_BYE, 20), "Z": (Happened.ZERO_BYE, 0)}

DOUBLE_SWISS = {"20": (20, 0), "15": (15, 5), "10": (10, 10), "05": (5, 15), "00": (0, 20)}
"""For each result of a match of two games, the points of both players, in tenths of a point."""

TEAM = {"20": (20, 0), "15": (15, 5), "10": (10, 10), "05": (5, 15), "00": (0, 20)}
"""For each result of a match on two boards, the game points of both teams, in tenths of a point."""


def sides(number: int, rounds: int, initial_colour: str, preferences: Preferences, secondary: bool) -> MatchEvent:
    return MatchEvent(
        tuple(range(1, number + 1)), (), rounds, initial_colour, preferences=preferences, secondary_used=secondary
    )


def after_matches(event: MatchEvent, answer: Paired, way: Way, away: str, *, of_teams: bool) -> MatchEvent:
    cells = {tpn: _unplayed(*AWAY[away], of_teams) for tpn in event.absent}
    if answer.bye:
        cells[answer.bye] = MatchCell(0, "-", Happened.PAIRING_BYE, *((10, 10) if of_teams else (15, 0)))
    for (white, black), ended in zip(sorted(answer.boards), way, strict=True):
        mine, yours = _forfeited(ended, of_teams) if ended in FORFEITED else _played(ended, of_teams)
        cells[white] = replace(mine, opponent=black, colour="w")
        cells[black] = replace(yours, opponent=white, colour="b")
    return replace(event, rounds=(*event.rounds, cells), absent=frozenset())


def _unplayed(happened: Happened, points: int, of_teams: bool) -> MatchCell:
    return MatchCell(0, "-", happened, points, points if of_teams else 0)


def _forfeited(ended: str, of_teams: bool) -> tuple[MatchCell, MatchCell]:
    if ended == "--":
        return (MatchCell(0, "", Happened.DOUBLE_FORFEIT), MatchCell(0, "", Happened.DOUBLE_FORFEIT))
    winner = _unplayed(Happened.WON_BY_FORFEIT, 20, of_teams)
    loser = MatchCell(0, "", Happened.LOST_BY_FORFEIT)
    return (winner, loser) if ended == "+-" else (loser, winner)


def _played(ended: str, of_teams: bool) -> tuple[MatchCell, MatchCell]:
    mine, yours = TEAM[ended] if of_teams else DOUBLE_SWISS[ended]
    if not of_teams:
        return MatchCell(0, "", Happened.PLAYED, mine), MatchCell(0, "", Happened.PLAYED, yours)
    points = (20, 0) if mine > yours else (0, 20) if mine < yours else (10, 10)
    return MatchCell(0, "", Happened.PLAYED, points[0], mine), MatchCell(0, "", Happened.PLAYED, points[1], yours)


def _of_teams(preferences: Preferences, secondary: bool) -> Subject[MatchEvent]:
    choice = f"{preferences.value}{'' if secondary else ', primary score only'}"
    return Subject(
        f"team/2026 {choice}",
        SYSTEMS["team"]["2026"],
        partial(sides, preferences=preferences, secondary=secondary),
        team.pair,
        team_event_of,
        of_matches,
        partial(after_matches, of_teams=True),
        tuple(TEAM),
        walks=(2, 3, 4, 5, 6),
        also_last=False,
        most=5,
    )


SUBJECTS: tuple[Subject[Any], ...] = (
    _of_games("dutch/2026", dutch.pair),
    _of_games("dutch/2017", dutch_2017.pair),
    _of_games("dutch/2012", partial(blind_events.pair, edition="2012")),
    _of_games("dutch/2009", partial(blind_events.pair, edition="2009")),
    # [C.04.4.1 1.8.2] In events of five rounds or more, MaxT is three upfloats.
    _of_games("dubov/2026", dubov.pair, by_number, (2, 3, 4, 5)),
    # [C.04.4.2 1.6.2] Events of two or three rounds have one seeding round, events of four or five rounds have two.
    _of_games("burstein/2026", burstein_by_the_words, as_it_is, (2, 3, 4, 5)),
    _of_games("lim/2026", lim.pair, by_score_and_median),
    Subject(
        "double-swiss/2026",
        SYSTEMS["double-swiss"]["2026"],
        partial(sides, preferences=Preferences.TYPE_A, secondary=True),
        double_swiss.pair,
        double_swiss_of,
        of_matches,
        partial(after_matches, of_teams=False),
        tuple(DOUBLE_SWISS),
        most=5,
    ),
    *(_of_teams(preferences, secondary) for preferences in Preferences for secondary in (True, False)),
)
BY_NAME = {subject.name: subject for subject in SUBJECTS}


def _older(name: str, like: str, transcription: Callable[[Any], Paired], most: int) -> Subject[Any]:
    system, _, edition = name.partition("/")
    return replace(BY_NAME[like], name=name, system=SYSTEMS[system][edition], transcription=transcription, most=most)


OLDER: tuple[Subject[Any], ...] = (
    _older("dutch/1998", "dutch/2009", partial(blind_events.pair, edition="1998"), 5),
    _older("dubov/2018", "dubov/2026", dubov.pair_2018, 5),
    _older("burstein/2017", "burstein/2026", burstein_by_the_words_of_2017, 5),
    _older("lim/1999", "lim/2026", lim.pair_1999, 5),
    _older("team/2024", "team/2026 A", team_2024.pair, 4),
)
"""The editions before 2026 whose walks are smaller. Their explanations are read back, but not judged."""

EVERY: dict[str, Subject[Any]] = BY_NAME | {subject.name: subject for subject in OLDER}


Answer = Paired | None
"""A pairing, or None if the round cannot be paired."""


class Compared(NamedTuple):
    """The answer of the transcription, and the result of comparing both engines with it.

    ``difference`` shows the answers that differ, or is empty. ``looks`` is the number of comparisons with the
    transcription.
    """

    answer: Answer
    difference: str
    looks: int = 2


def engine_answer(tournament: Tournament, system: System, backend: Backend) -> Answer:
    with suppress(NoPairing):
        state = round_to_pair(tournament, len(tournament.rounds) + 1, system)
        return answer_of(pair_round(system, state, backend))
    return None


def transcribed(subject: Subject[E], event: E) -> Answer:
    with suppress(NoLegalPairing):
        return subject.transcription(event)
    return None


def compared(subject: Subject[E], event: E) -> Compared:
    expected = transcribed(subject, event)
    tournament = subject.model(event)
    differences: list[str] = []
    for backend in (Backend.AUTO, Backend.REFERENCE):
        found = engine_answer(tournament, subject.system, backend)
        if found != expected:
            differences.append(f"{backend.value}: {shown(found)}")
    if not differences:
        return Compared(expected, "")
    return Compared(expected, "\n".join([f"{subject.name}: {event}", f"text: {shown(expected)}", *differences]))


def compared_by_name(name: str, event: Any) -> Compared:
    """Compare the three answers for the next round of a subject.

    Worker processes look up the subject by its name, because a subject cannot be sent to another process.
    """
    return compared(EVERY[name], event)


def shown(answer: Answer) -> str:
    if answer is None:
        return "no pairing"
    boards = " ".join(f"{white}-{black}" for white, black in sorted(answer.boards))
    return f"{boards} {answer.bye}-bye" if answer.bye else boards


def relabelled(answer: Answer, labels: Labels) -> Answer:
    if answer is None:
        return None
    boards = frozenset((labels[white], labels[black]) for white, black in answer.boards)
    return Paired(boards, labels.get(answer.bye, 0))
