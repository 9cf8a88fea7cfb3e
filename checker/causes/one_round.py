"""All explanations of one round, sorted by preference (docs/readings.md, X1 to X7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice
from typing import NamedTuple

from checker.causes import trials
from checker.causes.field import BOARDS_OF_EACH, changes_of_field
from checker.causes.postponed import postponed
from checker.causes.trials import OF_FIELD, Change, ChangeKind, Changes, RoundCause, Trial, TrialsSpentError
from pairing_engine.facts.model import NOBODY, ByeKind, Colour, NoteKind, Result, Round, Tournament, Tpn, show_points
from pairing_engine.kernel.trace import Pair
from pairing_engine.state import demands
from pairing_engine.state.round_state import RoundState

MOST_LIKELY = 12
"""The number of likely results that are tried before anything else."""


PRICES = {
    ChangeKind.NUMBERED: (3, 3),
    ChangeKind.EXCHANGED: (4, 7),
    ChangeKind.COLOURS: (4, 4),
    ChangeKind.ABSENCE: (4, 10),
    ChangeKind.BYE: (5, 5),
    ChangeKind.BOARD: (5, 5),
    ChangeKind.RENUMBERED: (4, 6),
    ChangeKind.ADJUSTED: (4, 10),
    ChangeKind.POSTPONED: (7, 7),
    ChangeKind.RESULT: (8, 10),
    ChangeKind.PROHIBITED: (9, 9),
    ChangeKind.TYPED: (9, 9),
}
"""The prices of a usual and of an unusual change as the cause of one round, by how often each happened in real events.

The search for who left or came (`field`) sets the price of its own changes. See docs/check.md.
"""

SWAP = 5
"""The price of two participants who exchanged places by hand."""

FEW_COLOURS = 3
"""The additional price of somebody deleted if only the colours of a few boards show it."""

MOST_PRICE = 10
"""The highest price of a cause: two mistakes by hand. Above it, no small change explains a round."""

DEARER = 5
"""The most by which the price of an alternative may exceed that of the cause."""


class Explained(NamedTuple):
    """One explanation of a round with its price (`PRICES`), and all rounds that the same change explains."""

    price: int
    changes: Changes
    rounds: tuple[int, ...]


def preference(one: Explained) -> tuple[int, int, int, bool, bool]:
    """Return a sort key for explanations: the most rounds, the cheapest, then those about who is in the file."""
    kind = one.changes[0].kind
    return -len(one.rounds), one.price, len(one.changes), kind is ChangeKind.DELETED, kind not in OF_FIELD


def explanations(trial: Trial, known: dict[Change, tuple[int, ...]]) -> list[Explained]:
    """Find the explanations of a round, the preferred one first, within the limit of effort.

    ``known`` maps the changes that explained another round to all rounds that they explain, and gets the new ones.
    """
    number = trial.state.number
    every = [
        Explained(_price(trial, change), (change,), rounds) for change, rounds in known.items() if number in rounds
    ]
    if any(len(one.rounds) > 1 for one in every):
        return sorted(every, key=preference)
    with suppress(TrialsSpentError), trial.event.effort.part(1.25):
        for one in _tried(trial, known):
            if one.changes not in (other.changes for other in every):
                every.append(one)
    with suppress(TrialsSpentError):
        if not every:
            every += _several_by_hand(trial)
    adjusted = [one for one in every if one.changes[0].kind is ChangeKind.ADJUSTED and len(one.rounds) == 1]
    if len(adjusted) > 1:  # if several adjustments fit, none of them is likely
        of_one = len({one.changes[0].players for one in adjusted}) == 1
        every = [one for one in every if one not in adjusted]
        every += (one._replace(price=PRICES[ChangeKind.ADJUSTED][1]) for one in adjusted if of_one)
    return sorted(every, key=preference)


def as_cause(every: Sequence[Explained], number: int) -> RoundCause:
    """Return the preferred explanation of a round; the other single changes that explain it become alternatives."""
    first, *others = every
    if first.price > MOST_PRICE:
        return RoundCause((), nearest=first.changes)
    dearest = max(first.price + DEARER, MOST_PRICE) if len(first.rounds) > 1 else first.price + DEARER
    alternatives = (one.changes[0] for one in others if len(one.changes) == 1 and one.price <= dearest)
    return RoundCause(first.changes, tuple(alternatives), tuple(other for other in first.rounds if other != number))


def _tried(trial: Trial, known: dict[Change, tuple[int, ...]]) -> Iterator[Explained]:
    """Yield the explanations with one change, likely changes first, or with one small mistake."""
    counted = _numbered(trial) if trial.only_colours else ()
    by_hand = () if trial.only_colours else _by_hand(trial, 1)
    odd = {tpn for change in by_hand for tpn in change.players}
    facts = chain(_typed(trial), _facts(trial, odd))
    if not counted:
        yield from _explaining(trial, islice(facts, 2 * MOST_LIKELY), known)
    with suppress(TrialsSpentError), trial.event.effort.part(4):
        later = None if trial.only_colours else postponed(trial)
        if later is not None:
            yield _alone(trial, (later,))
    if counted:
        yield _alone(trial, counted)
    for change, price in changes_of_field(trial):
        is_proved = change.then or counted or len(trial.difference.recorded) >= BOARDS_OF_EACH * len(change.players)
        yield Explained(price + (0 if is_proved else FEW_COLOURS), (change,), (trial.state.number,))
    if counted:
        return
    if trial.only_colours or len(trial.small or ()) == 1:
        yield from _small_mistakes(trial)
    if by_hand:
        yield _alone(trial, by_hand)
    yield from _explaining(trial, facts, known)


def _small_mistakes(trial: Trial) -> list[Explained]:
    """Return the small mistakes that explain the round, if they are few."""
    small, is_part = trial.small, len(trial.difference.recorded) < len(trial.recorded.meetings())
    if not small or not (is_part or len(small) == 1) or len(small) > max(trial.most, FEW_MISTAKES):
        return []
    price = sum(SWAP if len(one) > 1 else PRICES[one[0].kind][0] for one in small)
    return [Explained(price, tuple(chain.from_iterable(small)), (trial.state.number,))]


def _several_by_hand(trial: Trial) -> list[Explained]:
    """Return boards made by hand that explain the round, or small mistakes if these are fewer."""
    by_hand, small = _by_hand(trial, trial.most), _small_mistakes(trial)
    if not by_hand or (small and len(by_hand) > FEW_MISTAKES):
        return small
    one = _alone(trial, by_hand)
    is_large = len(by_hand) > 1 and 2 * len(trial.difference.recorded) > len(trial.recorded.meetings())
    return [one._replace(price=one.price + (MOST_PRICE if is_large else 0))]


def _alone(trial: Trial, changes: Changes) -> Explained:
    return Explained(sum(_price(trial, change) for change in changes), changes, (trial.state.number,))


def _price(trial: Trial, change: Change) -> int:
    usual, unusual = PRICES[change.kind]
    return usual if _is_usual(trial, change) else unusual


def _explaining(trial: Trial, facts: Iterator[Change], known: dict[Change, tuple[int, ...]]) -> Iterator[Explained]:
    """Yield the changed facts that explain the round, and that no agreeing round refutes."""
    seen: set[Change] = set()
    for change in facts:
        if change._replace(round=0) in seen:
            continue  # the same points, added in a round before
        rounds = trial.event.agreeing(change, trial.state.number) if trial.under(change) == ((), ()) else ()
        if rounds:
            if change.kind is ChangeKind.ADJUSTED:
                seen.add(change._replace(round=0))
            yield Explained(_price(trial, change), (change,), rounds)
            known[change] = rounds


def _is_usual(trial: Trial, change: Change) -> bool:
    """Whether a change that explains every board is a common one: made in the round before, or early, or supported."""
    number = trial.state.number
    match change.kind:
        case ChangeKind.RESULT | ChangeKind.ABSENCE:
            return change.round == number - 1 and not trial.only_colours and change.value != ByeKind.FULL_POINT.value
        case ChangeKind.ADJUSTED:
            (tpn,) = change.players
            has_board, is_last = trial.opponents.get(tpn, NOBODY) != NOBODY, number == trial.event.rounds[-1]
            is_closer = trial.eased({tpn: round(float(change.value) * 10)}) > 0
            return change.round == number - 1 and (is_closer or (has_board and not is_last))
        case ChangeKind.EXCHANGED:
            return _distance(trial.state, change.players)[1] == 1 and number <= LAST_OF_CORRECTIONS
        case ChangeKind.RENUMBERED:
            return change.players[0] in trial.out_of_line
        case _:
            return False


FEW_MISTAKES = 2
"""The number of independent mistakes that may explain a round of any size."""


# --- boards made by hand ----------------------------------------------------------------------------------------------

Way = Callable[[RoundState, Sequence[Pair]], RoundState]
"""A function that returns the state for pairing all players who are not in the given boards and byes."""


def taken_out(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """Return a state without the players in the given pairs and byes."""
    out = {tpn for pair in given for tpn in pair}
    bye = next((white for white, black in given if black == NOBODY), state.preassigned_bye)
    return state.as_if_absent(out)._replace(preassigned_bye=bye)


WAYS: tuple[Way, ...] = demands.must_have, taken_out


def _with(trial: Trial, way: Way, given: Sequence[Pair]) -> tuple[list[Pair], bool] | None:
    """Return the pairs that still differ, and whether only their colours do; None if no pairing exists."""
    pairing = trial.paired(way(trial.state, given))
    if pairing is None:
        return None
    rest = trial.left(pairing, given)
    return rest, {(board.black, board.white) for board in pairing.boards}.issuperset(rest)


def _made(given: Sequence[Pair], turned: Sequence[Pair]) -> Changes:
    return (*map(trials.made_by_hand, given), *(Change(ChangeKind.COLOURS, pair) for pair in turned))


def _by_hand(trial: Trial, most: int) -> Changes:
    """Find at most this many boards or byes made by hand that explain the round; empty if there are none."""
    return next((found for way in WAYS if (found := _by_hand_so(trial, way, most))), ())


def _by_hand_so(trial: Trial, way: Way, most: int) -> Changes:
    """Find boards made by hand; each step adds the board after which the fewest differ."""
    given: list[Pair] = []
    left = trial.left(trial.expected)
    at_first = set(left)
    turned = {(board.black, board.white) for board in trial.expected.boards}
    for _ in range(most):
        best: tuple[int, Pair, list[Pair]] | None = None
        for pair in sorted(left, key=lambda pair: pair not in at_first)[: trials.MOST_TRIED]:
            found = None if not given and pair in turned else _with(trial, way, [*given, pair])
            if found is None:
                continue
            rest, only_colours = found
            if only_colours and len(given) + 1 + len(rest) <= trial.most:
                return _made([*given, pair], rest)
            if best is None or len(rest) < best[0]:
                best = len(rest), pair, rest
        if best is None:
            break
        _, pair, left = best
        given.append(pair)
    return ()


# --- numbers of absent players --------------------------------------------------------------------------------------


def _numbered(trial: Trial) -> Changes:
    """[C.04.2 2.4] Return absent players who had received a number, if their numbers explain the colours."""
    counted = _counted(trial)
    if not 0 < len(counted) <= trial.most or len(counted) >= len(trial.difference.recorded):
        return ()
    pairing = trial.paired(trial.state.numbering(counted))
    return tuple(Change(ChangeKind.NUMBERED, (tpn,)) for tpn in counted if trials.agree(pairing, trial.recorded))


def _counted(trial: Trial) -> list[Tpn]:
    """Find absent players who explain the wrong colours because they had received numbers; empty if they do not.

    In rank order, the colours are right above the first absent player with a number, and wrong down to the second.
    """
    place = trial.place.__getitem__
    wrong = {min(pair, key=place) for pair in trial.difference.recorded}
    tops = sorted(min(board[:2], key=place) for board in trial.expected.boards)
    absent = [p.tpn for p in trial.state.tournament.participants if not trial.state.has_number(p.tpn)]
    counted: list[Tpn] = []
    before = NOBODY
    for top in tops:
        if (top in wrong) is not (len(counted) % 2 == 1):
            between = [tpn for tpn in absent if before < tpn < top]
            if not between:
                return []
            counted.append(between[0])
        before = top
    return counted


# --- changed facts, the likely ones first -----------------------------------------------------------------------------

LAST_OF_CORRECTIONS = 4
"""[C.04.2 2.3] The last round in which pairing numbers (TPNs) may be corrected."""

MOST_PAIRS = 60
"""The largest number of exchanges of two players' numbers that a search tries.

A search tries the same number of moves of a single number.
"""

MOST_RESULTS = 80
"""The largest number of changed results that a search tries, and of adjusted points."""


def _facts(trial: Trial, odd: set[Tpn]) -> Iterator[Change]:
    """Yield the changes of facts to try, those of ``odd`` players first: results, points, prohibitions and numbers."""
    results, adjustments = _results(trial, odd), _adjustments(trial, odd)
    return chain(
        _out_of_line(trial),
        islice(results, MOST_LIKELY),
        islice(adjustments, MOST_LIKELY),
        _prohibitions(trial),
        islice(results, MOST_RESULTS - MOST_LIKELY),
        islice(adjustments, MOST_RESULTS),
        _renumberings(trial),
    )


def _prohibitions(trial: Trial) -> Iterator[Change]:
    """Yield expected pairs that never meet in the event, those on the first wrong boards first."""
    met = {frozenset(pair) for one in trial.state.tournament.rounds for pair in one.pairs}
    pairs = [board[:2] for board in trial.expected.boards if frozenset(board[:2]) not in met]
    yield from (Change(ChangeKind.PROHIBITED, pair) for pair in pairs[: trials.MOST_TRIED])


def _typed(trial: Trial) -> Iterator[Change]:
    """Yield the boards with the wrong colours, because the file may have them the wrong way round."""
    recorded, expected = map(set, trial.difference)
    for game in trial.recorded.games:
        if game[:2] in recorded and (game.black, game.white) in expected and game.second is None:
            yield Change(ChangeKind.TYPED, game[:2], trial.state.number)


def _out_of_line(trial: Trial) -> Iterator[Change]:
    """Yield the best other place of each player who is out of line in round 1, if these are few."""
    out = set() if trial.state.settings.wishes else trial.out_of_line
    places = [p.tpn for p in trial.state.tournament.participants]
    for tpn in sorted(out) if len(out) <= FEW_MISTAKES else ():

        def left(place: Tpn, tpn: Tpn = tpn) -> int:
            found = trial.under(Change(ChangeKind.RENUMBERED, (tpn, place))) if place != tpn else None
            return len(places) if found is None else len(found.recorded)

        yield Change(ChangeKind.RENUMBERED, (tpn, trials.best_place(places, left)))


def _renumberings(trial: Trial) -> Iterator[Change]:
    """Yield exchanges of two numbers, then moves of one; equal scores and close numbers come first.

    Before all other moves come those that shift a player of every wrong board.
    """
    state = trial.state
    if state.settings.wishes:
        return
    pairs = combinations(sorted(tpn for tpn in trial.differing if tpn in state.by_tpn), 2)
    near, recorded = sorted(pairs, key=lambda pair: _distance(state, pair)), trial.difference.recorded
    yield from (Change(ChangeKind.EXCHANGED, pair) for pair in near[:MOST_PAIRS])
    far = [pair for pair in near if _distance(state, pair)[1] > 1]
    far.sort(key=lambda ends: sum(not any(ends[0] <= tpn <= ends[1] for tpn in pair) for pair in recorded))
    for pair in far[: MOST_PAIRS // 2]:
        yield Change(ChangeKind.RENUMBERED, pair)
        yield Change(ChangeKind.RENUMBERED, pair[::-1])


def _distance(state: RoundState, pair: tuple[Tpn, ...]) -> tuple[bool, int, Tpn]:
    """Return a sort key: equal scores first, then close numbers, without players who were never paired."""
    one, other = pair
    scores = (state.by_tpn[tpn].score if tpn in state.by_tpn else None for tpn in pair)
    return len(set(scores)) > 1, abs(state.number_of(one) - state.number_of(other)), one


def _results(trial: Trial, odd: set[Tpn]) -> Iterator[Change]:
    """Yield other results and byes on wrong boards, first those that bring recorded opponents closer in score."""
    scoring = trial.state.scoring
    white, black = scoring.of_result(Colour.WHITE), scoring.of_result(Colour.BLACK)
    of_bye = scoring.of_bye()
    found: list[tuple[tuple[bool, bool, int, int, int], Change]] = []

    def add(change: Change, gains: Mapping[Tpn, int]) -> None:
        eased, wrong = trial.eased(gains), len(trial.differing.intersection(change.players))
        found.append(((odd.isdisjoint(change.players), eased <= 0, -change.round, -wrong, -eased), change))

    for number, past in enumerate(trial.state.earlier_rounds, 1):
        for game in past.games:
            if game.second is not None or trial.differing.isdisjoint(game[:2]):
                continue
            now = game.white_result, game.black_result
            for words, (one, other) in trials.RESULTS.items():
                if (one, other) != tuple(_PLAIN.get(result, result) for result in now):
                    gains = {game.white: white[one] - white[now[0]], game.black: black[other] - black[now[1]]}
                    add(Change(ChangeKind.RESULT, game[:2], number, words), gains)
        for bye in past.byes:
            for kind in _REQUESTED if bye.kind in _REQUESTED and bye.tpn in trial.differing else ():
                if kind is not bye.kind:
                    gains = {bye.tpn: of_bye[kind] - of_bye[bye.kind]}
                    add(Change(ChangeKind.ABSENCE, (bye.tpn,), number, kind.value), gains)
    return (change for _, change in sorted(found, key=lambda one: one[0]))


_REQUESTED = ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT

_PLAIN = {Result.UNRATED_WIN: Result.WIN, Result.UNRATED_DRAW: Result.DRAW, Result.UNRATED_LOSS: Result.LOSS}


def _adjustments(trial: Trial, odd: set[Tpn]) -> Iterator[Change]:
    """[299] Yield points that may have been added, first those that bring recorded opponents closer in score."""
    number, scoring = trial.state.number, trial.state.scoring
    if number != trial.event.differing[0] or trial.state.settings.team is not None:
        return
    gains = [sign * gain for gain in {scoring.draw, scoring.win} - {0} for sign in (1, -1)]
    both = [(tpn, added) for tpn in sorted(trial.differing) for added in gains]
    both.sort(key=lambda one: (one[0] not in odd, -trial.eased(dict([one]))))
    for before in range(number - 1, -1, -1):
        for tpn, added in both:
            sign = "+" if added > 0 else ""
            yield Change(ChangeKind.ADJUSTED, (tpn,), before, f"{sign}{show_points(added)}")


# --- notes ------------------------------------------------------------------------------------------------------------

_BOARD = re.compile(r"(?<![\d-])(\d{1,4}) ?- ?(\d{1,4}|bye)(?![\d-])")
"""A pattern for a board such as ``7-2``, or a bye such as ``7-bye``, in a note.

Text in brackets is ignored, because it gives the expected board or bye.
"""

_BRACKETS = re.compile(r"\([^)]*\)")


def boards_by_hand(tournament: Tournament, number: int, recorded: Round) -> list[Pair]:
    """Return the recorded boards and byes that notes describe as made by hand."""
    tpns: dict[int, Tpn] = {participant.number: participant.tpn for participant in tournament.participants}
    named: set[frozenset[Tpn]] = set()
    for note in tournament.notes:
        if note.kind is NoteKind.MANUAL and note.round == number:
            for one, other in _BOARD.findall(_BRACKETS.sub("", note.words)):
                numbers = int(one), 0 if other == "bye" else int(other)
                named.add(frozenset(tpns.get(number, NOBODY) for number in numbers))
    return sorted(pair for pair in set(recorded.pairs) if frozenset(pair) in named)


def as_noted(trial: Trial, given: Sequence[Pair]) -> Changes:
    """Return the boards that a note describes as made by hand, if these boards explain the round."""
    noted = [pair for pair in given if pair in trial.left(trial.expected)]
    for way in WAYS if noted else ():
        found = _with(trial, way, given)
        if found is not None and found[1]:
            return _made(noted, found[0])
    return ()
