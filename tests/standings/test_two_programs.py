"""[C.07] On random events, every tie-break agrees with two other programs.

Known differences are listed.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import pytest

from pairing_engine.facts.model import ByeKind, Result, Tournament, Tpn
from pairing_engine.scores.crosstable import Entry, crosstable_of
from pairing_engine.standings.codes import parse, points_code
from pairing_engine.standings.formulas import RankedEvent
from pairing_engine.standings.table import places_by
from pairing_engine.standings.values import Number, Value
from tests.conftest import some
from tests.evidence.tally import counted
from tests.places import FIXTURES
from tests.standings import by_core, by_core_teams, by_gacrux
from tests.standings.random_results import single, teams

SINGLE = (
    "DE", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP", "STD", "TPN", "BH", "BH/C1", "BH/C2", "BH/M1",
    "BH/M2", "BH/P", "BH/C1/P", "AOB", "AOB/F", "FB", "FB/C1", "FB/C2", "SB", "SB/C1", "SB/C2", "SB/P", "KS",
    "KS/L+1", "KS/L-1", "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "TPR", "PTP", "APRO", "APPO", "RTNG",
)  # fmt: skip
TEAMS = (
    "MPTS", "GPTS", "DE", "WIN", "WON", "PS", "PS:GP", "REP", "STD", "STD:GP", "BH", "BH:MP", "BH:GP", "BH/C1",
    "BH:GP/C1", "BH/M1", "AOB", "AOB:GP", "FB", "FB:GP", "SB", "SB:MP", "SB:GP", "KS", "KS:GP", "MPVGP", "EMMSB",
    "EMGSB", "EGMSB", "EGGSB", "EMMSB/C1", "EMGSB/C1", "EGMSB/C1", "EGGSB/C1", "ESB:MG", "SSSC", "SSSC/K3",
    "SSSC/F", "BC", "EDE",
)  # fmt: skip
RANKED = (("TBR",), ("BBE",), ("EDE",), ("EDEBT",), ("EDEBB",), ("EDET",), ("EDEB",), ("BH:GP/C1", "DE"))
"""Orders of tie-breaks for teams. The tests compare only the ranks that these orders produce."""

BY_BOARDS = ("TBR", "BBE")
"""[C.07 12.2, 12.3] Tie-breaks that compare boards one by one."""


EVIDENCE = "tie-breaks"


def subject(event: Tournament, witness: str) -> str:
    """Return the name of a comparison, such as ``teams: gacrux``."""
    return f"{'players' if event.settings.team is None else 'teams'}: {witness}"


class Difference(NamedTuple):
    """A value on which swisspair and another program, the ``witness``, disagree.

    If ``code`` ends in ``RANK``, the value is a rank.
    """

    witness: str
    event: Tournament
    tpn: Tpn
    code: str
    ours: Number
    theirs: Fraction | None


class Known(NamedTuple):
    witness: str
    kind: str
    codes: tuple[str, ...]
    when: str
    example: int
    article: str
    reading: str
    argument: str


def known_divergences() -> list[Known]:
    path = FIXTURES / "tie_break_divergences.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["divergence"]
    return [Known(**{**entry, "codes": tuple(entry["codes"])}) for entry in listed]


def entry_of(difference: Difference, listed: Sequence[Known]) -> Known | None:
    """Return the first entry that explains a difference, or None."""
    kind = "single" if difference.event.settings.team is None else "teams"
    found = (one for one in listed if (one.witness, one.kind) == (difference.witness, kind))
    return next((one for one in found if difference.code in one.codes and WHEN[one.when](difference)), None)


def differences(event: Tournament) -> Iterator[Difference]:
    team = event.settings.team is not None
    codes = [points_code(event.settings), *(TEAMS if team else SINGLE)]
    has_matches = any(recorded.matches for recorded in event.rounds)
    if team and (_factor_is_zero(event) or not has_matches):
        codes = [code for code in codes if not code.startswith("SSSC")]  # gacrux would divide by 0 (reading K14)
    if len(event.rounds) == 1:
        codes = [code for code in codes if code != "KS/L-1"]  # Koya's limit would be 0 (reading K24)
    yield from _values(event, codes)
    for order in RANKED if team else ():
        if has_matches or order[0] not in BY_BOARDS:  # gacrux needs matches with boards for these tie-breaks
            yield from _ranks(event, [codes[0], *order])


def _factor_is_zero(event: Tournament) -> bool:
    field = RankedEvent(event._replace(settings=event.settings._replace(rounds=len(event.rounds))), capped=True).plain
    return field.worth[0].win * field.rounds < field.worth[1].win


def _values(event: Tournament, codes: Sequence[str]) -> Iterator[Difference]:
    ours = {place.tpn: place.values for place in places_by(event, codes)}
    theirs = {Tpn(tpn): found.values for tpn, found in by_gacrux.witnessed(event, codes).items()}
    for tpn, values in ours.items():
        for code, value, other in zip(codes, values, theirs[tpn], strict=True):
            if value.number != other:
                yield Difference("gacrux", event, tpn, code, value.number, other)
            else:
                counted(EVIDENCE, subject(event, "gacrux"))
    yield from _by_tiebreak_core(event, codes, ours)


def _by_tiebreak_core(
    event: Tournament, codes: Sequence[str], ours: dict[Tpn, tuple[Value, ...]]
) -> Iterator[Difference]:
    if by_core.can_read(event):
        witness: by_core.Witness | by_core_teams.Witness = by_core.Witness(event)
    elif by_core_teams.can_read(event):
        witness = by_core_teams.Witness(event)
    else:
        return
    for tpn, values in ours.items():
        for code, value in zip(codes, values, strict=True):
            found = witness.value(tpn, code)
            if found is None:
                continue
            if abs(_exact(value.number) - found) > Fraction(1, 10**6):
                yield Difference("tiebreak-core", event, tpn, code, value.number, found)
            else:
                counted(EVIDENCE, subject(event, "tiebreak-core"))


def _ranks(event: Tournament, codes: Sequence[str]) -> Iterator[Difference]:
    theirs, ours = by_gacrux.witnessed(event, codes), places_by(event, codes)
    for place in ours:
        if place.rank != theirs[place.tpn].rank:
            name = ",".join(codes[1:]) + " RANK"
            yield Difference("gacrux", event, place.tpn, name, place.rank, Fraction(theirs[place.tpn].rank))
        else:
            counted(EVIDENCE, subject(event, "gacrux"))
    if codes[1] in by_core_teams.RANKS and by_core_teams.can_read(event):
        found = by_core_teams.Witness(event).ranks(codes[1])
        for place in ours:
            if place.rank != found[place.tpn]:
                name, rank = f"{codes[1]} RANK", Fraction(found[place.tpn])
                yield Difference("tiebreak-core", event, place.tpn, name, place.rank, rank)
            else:
                counted(EVIDENCE, subject(event, "tiebreak-core"))


def _exact(number: Number) -> Fraction:
    return Fraction(0) if number is None or isinstance(number, tuple) else Fraction(number)


def _entries(event: Tournament, tpn: Tpn) -> list[Entry]:
    table = crosstable_of(event)
    return [table.entries(number)[tpn] for number in range(1, len(event.rounds) + 1)]


def before_the_last_round(one: Difference) -> bool:
    """Whether our value would agree with the other program if no further rounds were planned."""
    event, code = one.event, one.code.removesuffix(" RANK")
    if len(event.rounds) >= (event.settings.rounds or 0):
        return False
    finished = event._replace(settings=event.settings._replace(rounds=len(event.rounds)))
    codes = [points_code(event.settings), *code.split(",")]
    place = next(place for place in places_by(finished, codes) if place.tpn == one.tpn)
    found = place.rank if one.code.endswith("RANK") else place.values[-1].number
    return one.theirs is not None and abs(_exact(found) - one.theirs) <= Fraction(5, 1000)


def unfinished(one: Difference) -> bool:
    return len(one.event.rounds) < (one.event.settings.rounds or 0)


def two_decimals(one: Difference) -> bool:
    return one.theirs is not None and abs(_exact(one.ours) - one.theirs) <= Fraction(5, 1000)


def no_value(one: Difference) -> bool:
    return one.theirs is None and one.ours == 0


TOGETHER = {
    *((Result.WIN, Result.LOSS), (Result.LOSS, Result.WIN), (Result.DRAW, Result.DRAW)),
    *((Result.UNRATED_WIN, Result.UNRATED_LOSS), (Result.UNRATED_LOSS, Result.UNRATED_WIN)),
    *((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)),
    (Result.UNRATED_DRAW, Result.UNRATED_DRAW),
}


def odd_result(one: Difference) -> bool:
    """Whether the participant has a game with contradictory results, or a bye that is not worth a point."""
    table = crosstable_of(one.event)
    for number in range(1, len(one.event.rounds) + 1):
        entries = table.entries(number)
        own = entries[one.tpn]
        if not own.opponent:
            if own.outcome is ByeKind.PAIRING_ALLOCATED and own.points != 10:
                return True
        elif (own.outcome, entries[own.opponent].outcome) not in TOGETHER:
            return True
    return False


def unplayed_match(one: Difference) -> bool:
    """Whether the team had a match in which no board was played.

    If the difference is in a rank, a match of any team counts.
    """
    matches = [match for recorded in one.event.rounds for match in recorded.matches if not match.played]
    return any(one.code.endswith("RANK") or one.tpn in match[:2] for match in matches)


def other_points_differ(one: Difference) -> bool:
    """Whether the neighbours of the team have different match points or game points."""
    scores = RankedEvent(one.event, capped=True).plain.scores
    ours, theirs = _both_ranks(one)
    near = [tpn for tpn in ours if ours[tpn] == ours[one.tpn] or theirs[tpn] == theirs[one.tpn]]
    near += [tpn for tpn in ours if abs(theirs[tpn] - theirs[one.tpn]) == 1]
    return len({scores[tpn] for tpn in near}) > 1


def _both_ranks(one: Difference) -> tuple[dict[Tpn, int], dict[Tpn, int]]:
    codes = [points_code(one.event.settings), one.code.removesuffix(" RANK")]
    ours = {place.tpn: place.rank for place in places_by(one.event, codes)}
    if one.witness == "tiebreak-core":
        return ours, by_core_teams.Witness(one.event).ranks(codes[1])
    return ours, {Tpn(tpn): found.rank for tpn, found in by_gacrux.witnessed(one.event, codes).items()}


def by_boards(one: Difference) -> bool:
    """Whether the tie-break uses game points. The other program computes game points from the boards."""
    team = one.event.settings.team
    return team is not None and (not team.primary_is_match_points or one.code.endswith(":GP"))


def bye_asked_for(one: Difference) -> bool:
    """Whether the participant got points for a requested bye.

    If the difference is in a rank, a bye of any participant counts.
    """
    kinds = {ByeKind.HALF_POINT, ByeKind.FULL_POINT}
    byes = [bye for recorded in one.event.rounds for bye in recorded.byes if bye.kind in kinds]
    return any(one.code.endswith("RANK") or bye.tpn == one.tpn for bye in byes)


def forfeit_in_the_final_round(one: Difference) -> bool:
    last = one.event.rounds[-1]
    results = {result for game in last.games for result in game[2:4]}
    return Result.FORFEIT_LOSS in results or any(not match.played for match in last.matches)


def forfeited_game(one: Difference) -> bool:
    return any(entry.outcome is Result.FORFEIT_WIN for entry in _entries(one.event, one.tpn))


def nothing_left(one: Difference) -> bool:
    """Whether the cut in the tie-break's code removes all elements."""
    asked = parse(one.code)
    entries = _entries(one.event, one.tpn)
    number = sum(entry.met for entry in entries) if asked.name == "ARO" else len(entries)
    return number <= asked.cut.least + asked.cut.most


def binary_sum(one: Difference) -> bool:
    """Whether our performance rating is a little lower than the other program's rating."""
    return one.theirs is not None and 0 < one.theirs - _exact(one.ours) < NEAR


NEAR = 30
"""Rounding changes a performance rating by less than this number of rating points."""


def same_element(one: Difference) -> bool:
    """Whether the participant has more than one voluntary unplayed round."""
    away = {ByeKind.HALF_POINT, ByeKind.ZERO_POINT, None, Result.FORFEIT_LOSS}
    return sum(entry.outcome in away for entry in _entries(one.event, one.tpn)) > 1


def did_not_meet(one: Difference) -> bool:
    """Whether a team ranked level with this team, or directly above or below, has never met this team."""
    ours, theirs = _both_ranks(one)
    met = {entry.opponent for entry in _entries(one.event, one.tpn) if entry.met}
    near = {tpn for ranks in (ours, theirs) for tpn in ranks if ranks[tpn] == ranks[one.tpn]}
    near |= {tpn for tpn in ours if theirs[tpn] == theirs[one.tpn] or abs(ours[tpn] - ours[one.tpn]) <= 1}
    return bool(near - met - {one.tpn})


def level_by_the_witness(one: Difference) -> bool:
    """Whether the other program gives the team and one of its opponents the same rank.

    If both teams scored equally against each other, an opponent one rank above or below also counts.
    """
    theirs = _both_ranks(one)[1]
    met = {entry.opponent for entry in _entries(one.event, one.tpn) if entry.met}
    if any(theirs[tpn] == theirs[one.tpn] for tpn in met):
        return True
    near = {tpn for tpn in met if abs(theirs[tpn] - theirs[one.tpn]) == 1}
    return any(_points(one.event, one.tpn, tpn) == _points(one.event, tpn, one.tpn) for tpn in near)


def _points(event: Tournament, tpn: Tpn, opponent: Tpn) -> int:
    return sum(entry.points for entry in _entries(event, tpn) if entry.met and entry.opponent == opponent)


def met_often(one: Difference) -> bool:
    met = Counter(entry.opponent for entry in _entries(one.event, one.tpn) if entry.met)
    return max(met.values(), default=0) >= 3


def by_forfeit(one: Difference) -> bool:
    return any(entry.outcome is Result.FORFEIT_WIN and entry.opponent for entry in _entries(one.event, one.tpn))


WHEN: dict[str, Callable[[Difference], bool]] = {
    function.__name__.replace("_", " "): function
    for function in (
        before_the_last_round, unfinished, two_decimals, no_value, odd_result, by_boards, bye_asked_for,
        forfeit_in_the_final_round, forfeited_game, nothing_left, did_not_meet, binary_sum, same_element,
        unplayed_match, other_points_differ, level_by_the_witness, met_often, by_forfeit,
    )
}  # fmt: skip


MAKERS: dict[str, Callable[[int], Tournament]] = {"single": single, "teams": teams}


def compared(kind: str, seeds: Iterable[int]) -> None:
    """Fail if another program gives a different value without a known reason."""
    listed = known_divergences()
    for seed in seeds:
        for one in differences(MAKERS[kind](seed)):
            found = (one.witness, seed, one.tpn, one.code, str(one.ours), str(one.theirs))
            assert entry_of(one, listed) is not None, found
            counted(EVIDENCE, subject(one.event, one.witness), known=True)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", some(range(12), 3))
def test_both_witnesses_agree_or_the_difference_is_argued(kind: str, seed: int) -> None:
    compared(kind, range(2 * seed, 2 * seed + 2))


@pytest.mark.parametrize("entry", some(known_divergences(), 6))
def test_every_entry_has_an_example(entry: Known) -> None:
    event = MAKERS[entry.kind](entry.example)
    assert any(entry_of(one, [entry]) for one in differences(event))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("block", range(160))
def test_both_programs_agree_on_4000_events_of_each_kind(kind: str, block: int) -> None:
    compared(kind, range(1000 + 25 * block, 1025 + 25 * block))
