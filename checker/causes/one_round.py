"""All explanations of one round, sorted by preference (docs/readings.md, X1 to X7)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from itertools import chain, combinations, islice

from checker.causes import trials
from checker.causes.trials import Change, ChangeKind, Changes, RoundCause, Trial, TrialsSpentError
from checker.diff import Pair, recorded_pairs
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Colour, Note, NoteKind, Result, Round, Tournament, Tpn
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.values import NamedTuple, replace

MOST_LIKELY = 12
"""The number of likely results that are tried before anything else."""


class Rank(IntEnum):
    """The order of preference for explanations of one round."""

    WHOLE = 1  # a common kind of change that explains every board
    BY_HAND = 2  # one board or bye made by hand, or two players who exchanged places
    UNUSUAL = 3  # a rare kind of change that explains every board
    SEVERAL = 4  # several changes at once, or late players who met each other or had the bye


class Explained(NamedTuple):
    """One explanation of a round, and all rounds that the same change explains."""

    rank: Rank
    changes: Changes
    rounds: tuple[int, ...]


ORDER = (
    ChangeKind.WITHDRAWN,
    ChangeKind.LATE,
    ChangeKind.TYPED,
    ChangeKind.PROHIBITED,
    ChangeKind.RESULT,
    ChangeKind.ABSENCE,
    ChangeKind.EXCHANGED,
    ChangeKind.ADJUSTED,
)
"""The order of preference for kinds of changes with the same rank."""


def preference(one: Explained) -> tuple[int, Rank, int]:
    """Return a sort key for explanations. The change that explains the most rounds comes first."""
    kind, rank, is_lasting = one.changes[0].kind, one.rank, len(one.rounds) > 1
    among = ORDER.index(kind) if kind in ORDER and not (kind is ChangeKind.ABSENCE and is_lasting) else len(ORDER)
    if rank is Rank.SEVERAL:
        among = 0
    elif is_lasting:
        rank = Rank.WHOLE
    elif rank is Rank.BY_HAND:
        among = len(one.changes)
    return -len(one.rounds), rank, among


def explanations(trial: Trial, known: dict[Change, tuple[int, ...]]) -> list[Explained]:
    """Find the explanations of a round, the preferred one first, within the limit of effort.

    ``known`` maps the changes that explained another round to all rounds that they explain, and gets the new ones.
    """
    number = trial.state.number
    every = [Explained(_rank(trial, change), (change,), rounds) for change, rounds in known.items() if number in rounds]
    beside: list[Explained] = []
    if any(len(one.rounds) > 1 for one in every):
        return sorted(every, key=preference)
    with suppress(TrialsSpentError), trial.event.effort.part(2):
        for one in _tried(trial, known, beside):
            if one.changes not in (other.changes for other in every):
                every.append(one)
    with suppress(TrialsSpentError):
        if not every:
            every += _at_last(trial, beside)
    adjusted = [one for one in every if one.changes[0].kind is ChangeKind.ADJUSTED and len(one.rounds) == 1]
    if len(adjusted) > 1:  # if several adjustments fit, none of them is likely
        of_one = len({one.changes[0].players for one in adjusted}) == 1
        every = [one for one in every if one not in adjusted]
        every += (one._replace(rank=Rank.UNUSUAL) for one in adjusted if of_one)
    return sorted(every, key=preference)


def as_cause(every: Sequence[Explained], number: int) -> RoundCause:
    """Return the preferred explanation of a round; the other single changes that explain it become alternatives."""
    first, *others = every
    alternatives = (one.changes[0] for one in others if len(one.changes) == 1 and one.changes != first.changes)
    return RoundCause(first.changes, tuple(alternatives), tuple(other for other in first.rounds if other != number))


def _tried(trial: Trial, known: dict[Change, tuple[int, ...]], beside: list[Explained]) -> Iterator[Explained]:
    """Yield the explanations, likely changes first; ``beside`` gets those with several small mistakes."""
    small, only_colours = trial.small, trial.only_colours
    if counted := _numbered(trial) if only_colours else ():
        yield _alone(trial, Rank.WHOLE, counted)
        return
    some = len(small or ()) == 1 or len(trial.difference.recorded) < len(trial.recorded.meetings())
    if small is not None and some and len(small) <= max(trial.most, FEW_MISTAKES):
        changes = tuple(chain.from_iterable(small))
        if only_colours or len(small) == 1:
            yield _alone(trial, Rank.BY_HAND, changes)
        else:
            beside.append(_alone(trial, Rank.SEVERAL, changes))
    facts = chain(_typed(trial), _facts(trial))
    yield from _explaining(trial, islice(facts, MOST_LIKELY), known, beside)
    if not only_colours:
        if added := out_of_order(trial):
            yield _alone(trial, Rank.SEVERAL, added)
        if by_hand := _by_hand(trial, 1):
            yield _alone(trial, Rank.BY_HAND if len(by_hand) == 1 else Rank.SEVERAL, by_hand)
    if not only_colours or (small is not None and len(small) == 1):  # a single board may have been added afterwards
        yield from _of_field(trial)
    yield from _explaining(trial, facts, known, beside)


def _alone(trial: Trial, rank: Rank, changes: Changes) -> Explained:
    return Explained(rank, changes, (trial.state.number,))


def _explaining(
    trial: Trial, facts: Iterator[Change], known: dict[Change, tuple[int, ...]], beside: list[Explained]
) -> Iterator[Explained]:
    """Yield the changed facts that explain the round, and that no agreeing round refutes."""
    seen: set[Change] = set()
    for change in facts:
        if change._replace(round=0) in seen:
            continue  # the same points, added in a round before
        rest = trial.under(change)
        small = None if rest is None else trials.mistakes(rest)
        if small is None or len(small) > 1:
            continue
        rank = _rank(trial, change)
        if small and (
            len(trial.difference.recorded) <= len(small[0]) + 1
            or (rank is not Rank.WHOLE and change.kind is not ChangeKind.TYPED)
            or any(tpn in change.players for one in small[0] for tpn in one.players)
        ):
            continue
        rounds = trial.event.agreeing(change, trial.state.number)
        if not rounds:
            continue
        if change.kind is ChangeKind.ADJUSTED:
            seen.add(change._replace(round=0))
        if small:
            beside.append(Explained(Rank.SEVERAL, (change, *small[0]), rounds))
            rounds = tuple(number for number in rounds if number != trial.state.number)
        else:
            yield Explained(rank, (change,), rounds)
        if rounds:
            known[change] = rounds


def _of_field(trial: Trial) -> Iterator[Explained]:
    for change in withdrawals(trial):
        yield _alone(trial, Rank.WHOLE if _was_there(trial, change.players[0]) else Rank.UNUSUAL, (change,))
    known = {tpn for past in trial.state.earlier_rounds for tpn in past.paired()}
    for change in late_entries(trial):
        yield _alone(trial, Rank.WHOLE if known.isdisjoint(change.players) else Rank.UNUSUAL, (change,))


def _rank(trial: Trial, change: Change) -> Rank:
    """Rank a change that explains every board: common changes come before rare changes."""
    number = trial.state.number
    match change.kind:
        case ChangeKind.RESULT | ChangeKind.ABSENCE:
            usual = change.round == number - 1 and not trial.only_colours
        case ChangeKind.ADJUSTED:
            (tpn,) = change.players
            has_board, is_last = trial.opponents.get(tpn, NOBODY) != NOBODY, number == trial.event.rounds[-1]
            is_closer = trial.eased({tpn: round(float(change.value) * 10)}) > 0
            usual = change.round == number - 1 and (is_closer or (has_board and not is_last))
        case ChangeKind.EXCHANGED:
            usual = _distance(trial.state, change.players)[1] == 1 and number <= LAST_OF_CORRECTIONS
        case _:
            usual = False
    return Rank.WHOLE if usual else Rank.UNUSUAL


def _at_last(trial: Trial, beside: Sequence[Explained]) -> Iterator[Explained]:
    """Yield the first with the fewest changes: boards made by hand, changes ``beside`` each other, or late players."""
    by_hand = _by_hand(trial, trial.most)
    if beside and not 0 < len(by_hand) <= FEW_MISTAKES:
        yield min(beside, key=preference)
    elif changes := by_hand or late_alone_or_together(trial):
        yield _alone(trial, Rank.SEVERAL, changes)


FEW_MISTAKES = 2
"""The number of independent mistakes that may explain a round of any size.

This number of boards made by hand comes before a changed fact together with a small mistake.
"""


# --- boards made by hand ----------------------------------------------------------------------------------------------

Way = Callable[[RoundState, Sequence[Pair]], RoundState]
"""A function that returns the state for pairing all players who are not in the given boards and byes."""


def taken_out(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """Return a state without the players in the given pairs and byes."""
    out = {tpn for pair in given for tpn in pair}
    bye = next((white for white, black in given if black == NOBODY), state.preassigned_bye)
    return replace(state.as_if_absent(out), preassigned_bye=bye)


def apart(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """Call `taken_out`, but let the absent players keep their numbers."""
    return taken_out(state, given).numbering({tpn for pair in given for tpn in pair if tpn != NOBODY})


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


def out_of_order(trial: Trial) -> Changes:
    """Find the boards of a first round that are out of natural order, perhaps because they were added later.

    In natural order, players with a higher rank have opponents with a higher rank. The longest sequence of boards in
    this order stays, and the round is paired again without the players on all other boards.
    """
    if trial.state.number > 1:
        return ()
    boards = [(meeting.white, meeting.black) for meeting in trial.recorded.meetings()]
    pairs = sorted((sorted(pair, key=trial.place.__getitem__), pair) for pair in boards)
    row = set(longest_rising([trial.place[lower] for (_, lower), _ in pairs]))
    added = [pair for place, (_, pair) in enumerate(pairs) if place not in row]
    byes = [(bye.tpn, NOBODY) for bye in trial.recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    some: list[Changes] = []
    for given in (added, added + byes):
        for way in (taken_out, apart) if 1 < len(given) <= trial.most else ():
            found = _with(trial, way, given)
            if found is not None and found[1]:
                some.append(_made(given, found[0]))
    best = min(some, key=len, default=())
    return best if 2 * len(best) < len(trial.difference.recorded) else ()


def longest_rising(values: Sequence[int]) -> list[int]:
    """Return the positions of a longest increasing subsequence.

    >>> longest_rising([4, 5, 9, 6, 1, 7])
    [0, 1, 3, 5]
    """
    ends: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        at = bisect_left([values[end] for end in ends], value)
        before.append(ends[at - 1] if at else -1)
        ends[at : at + 1] = [place]
    row = ends[-1:]
    while row and before[row[0]] >= 0:
        row.insert(0, before[row[0]])
    return row


# --- who takes part ---------------------------------------------------------------------------------------------------

MOST_ABSENT = 30
"""The search tries at most this many absent players who may have withdrawn late."""


def _was_there(trial: Trial, tpn: Tpn) -> bool:
    """Whether the player attended the previous round. A requested bye counts as attendance."""
    number, rounds = trial.state.number, trial.state.tournament.rounds
    if number == 1:
        return not any(tpn in one.paired() for one in rounds)
    return tpn in _there(rounds[number - 2])


def _there(past: Round) -> set[Tpn]:
    return {*past.paired(), *(bye.tpn for bye in past.byes if bye.kind is not ByeKind.ZERO_POINT)}


def late_entries(trial: Trial) -> Iterator[Change]:
    """Yield late entries. Without the late player, the player's opponent would have had the bye."""
    for pair in trial.left(trial.expected)[: trials.MOST_TRIED]:
        for tpn, mate in (pair, pair[::-1]):
            if NOBODY in pair:
                continue
            pairing = trial.paired(trial.state.as_if_absent({tpn}))
            if pairing is not None and pairing.bye == mate and trial.agrees_without({tpn, mate}, pairing):
                yield Change(ChangeKind.LATE, (tpn,))


def late_alone_or_together(trial: Trial) -> Changes:
    """Find a player who entered after the pairing and had the bye, or two late players who met each other."""
    for pair in trial.left(trial.expected)[: trials.MOST_TRIED]:
        some = {tpn for tpn in pair if tpn != NOBODY}
        pairing = trial.paired(trial.state.as_if_absent(some))
        if pairing is not None and trial.agrees_without(some, pairing) and (len(some) > 1 or pairing.bye is None):
            return tuple(Change(ChangeKind.LATE, (tpn,)) for tpn in pair if tpn != NOBODY)
    return ()


def withdrawals(trial: Trial) -> Iterator[Change]:
    """Yield players who may have withdrawn after the pairing, so that two players who lost their opponents met."""
    tournament, number, recorded = trial.state.tournament, trial.state.number, trial.recorded
    there = _there(recorded)
    absent = [participant.tpn for participant in tournament.participants if participant.tpn not in there]
    for tpn in sorted(absent, key=lambda tpn: not _was_there(trial, tpn))[:MOST_ABSENT]:
        byes = tuple(bye for bye in recorded.byes if bye.tpn != tpn)
        before = recorded._replace(byes=(*byes, Bye(tpn, ByeKind.PAIRING_ALLOCATED)))
        rounds = (*tournament.rounds[: number - 1], before, *tournament.rounds[number:])
        pairing = trial.paired(state_before(replace(tournament, rounds=rounds), number, trial.system.conventions))
        if pairing is None:
            continue
        alone = {tpn, *([] if pairing.bye is None else [pairing.bye])}
        alone.update(one for board in pairing.boards if tpn in board[:2] for one in board[:2])
        if trial.agrees_without(alone, pairing):
            yield Change(ChangeKind.WITHDRAWN, (tpn,))


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


def _facts(trial: Trial) -> Iterator[Change]:
    """Yield the changes of facts to try: likely results first, then prohibitions, other results, points and numbers."""
    results = _results(trial)
    return chain(
        islice(results, MOST_LIKELY),
        _prohibitions(trial),
        islice(results, MOST_RESULTS - MOST_LIKELY),
        islice(_adjustments(trial), MOST_RESULTS),
        _renumberings(trial),
    )


def _prohibitions(trial: Trial) -> Iterator[Change]:
    """Yield expected pairs that never meet in the event, those on the first wrong boards first."""
    met = {frozenset(pair) for one in trial.state.tournament.rounds for pair in recorded_pairs(one)}
    pairs = [board[:2] for board in trial.expected.boards if frozenset(board[:2]) not in met]
    yield from (Change(ChangeKind.PROHIBITED, pair) for pair in pairs[: trials.MOST_TRIED])


def _typed(trial: Trial) -> Iterator[Change]:
    """Yield the boards with the wrong colours, because the file may have them the wrong way round."""
    recorded, expected = map(set, trial.difference)
    for game in trial.recorded.games:
        if game[:2] in recorded and (game.black, game.white) in expected and game.second is None:
            yield Change(ChangeKind.TYPED, game[:2], trial.state.number)


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


def _results(trial: Trial) -> Iterator[Change]:
    """Yield other results and byes on wrong boards, first those that bring recorded opponents closer in score."""
    scoring = trial.state.scoring
    white, black = scoring.of_result(Colour.WHITE), scoring.of_result(Colour.BLACK)
    of_bye = scoring.of_bye()
    found: list[tuple[tuple[bool, int, int, int], Change]] = []

    def add(change: Change, gains: Mapping[Tpn, int]) -> None:
        eased, wrong = trial.eased(gains), len(trial.differing.intersection(change.players))
        found.append(((eased <= 0, -change.round, -wrong, -eased), change))

    for number, past in enumerate(trial.state.earlier_rounds, 1):
        for game in past.games:
            if game.second is not None or not game.is_played or trial.differing.isdisjoint(game[:2]):
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


def _adjustments(trial: Trial) -> Iterator[Change]:
    """[299] Yield points that may have been added, first those that bring recorded opponents closer in score."""
    number, scoring = trial.state.number, trial.state.scoring
    if number != trial.event.differing[0] or trial.state.settings.team is not None:
        return
    gains = [sign * gain for gain in {scoring.draw, scoring.win} - {0} for sign in (1, -1)]
    both = [(tpn, added) for tpn in sorted(trial.differing) for added in gains]
    both.sort(key=lambda one: -trial.eased(dict([one])))
    for before in range(number - 1, -1, -1):
        yield from (Change(ChangeKind.ADJUSTED, (tpn,), before, trials.points(added)) for tpn, added in both)


# --- notes ------------------------------------------------------------------------------------------------------------

_BOARD = re.compile(r"(?<![\d-])(\d{1,4}) ?- ?(\d{1,4}|bye)(?![\d-])")
"""A pattern for a board such as ``7-2``, or a bye such as ``7-bye``, in a note.

Text in brackets is ignored, because it gives the expected board or bye.
"""

_BRACKETS = re.compile(r"\([^)]*\)")


def note_on(notes: Sequence[Note], number: int) -> Note | None:
    """Find a note about boards made by hand in the round; if there is none, a note about imported rounds."""
    by_hand = (note for note in notes if note.kind is NoteKind.MANUAL and note.round == number)
    imports = (note for note in notes if note.kind is NoteKind.IMPORT and note.round >= number)
    return next(by_hand, None) or next(imports, None)


def boards_by_hand(tournament: Tournament, number: int, recorded: Round) -> list[Pair]:
    """Return the recorded boards and byes that notes describe as made by hand."""
    tpns: dict[int, Tpn] = {participant.number: participant.tpn for participant in tournament.participants}
    named: set[frozenset[Tpn]] = set()
    for note in tournament.notes:
        if note.kind is NoteKind.MANUAL and note.round == number:
            for one, other in _BOARD.findall(_BRACKETS.sub("", note.words)):
                numbers = int(one), 0 if other == "bye" else int(other)
                named.add(frozenset(tpns.get(number, NOBODY) for number in numbers))
    return sorted(pair for pair in recorded_pairs(recorded) if frozenset(pair) in named)


def as_noted(trial: Trial, given: Sequence[Pair]) -> Changes:
    """Return the boards that a note describes as made by hand, if these boards explain the round."""
    noted = [pair for pair in given if pair in trial.left(trial.expected)]
    for way in WAYS if noted else ():
        found = _with(trial, way, given)
        if found is not None and found[1]:
            return _made(noted, found[0])
    return ()
