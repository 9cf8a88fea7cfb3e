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

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

from tests.articles.literal.facts import Event, Happened, MatchCell, MatchEvent

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
