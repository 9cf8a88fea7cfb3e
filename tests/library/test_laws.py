"""The laws of a file that is read, for a tournament that is built in memory, with messages of the same quality."""

import re

import pytest

import swisspair
from pairing_engine.facts import model
from swisspair import Event, Settings, read

FILE = "012 Club\n{record}\n001    1\n001    2\n001    3\n"
NAMES = vars(model) | {"Event": Event, "half": model.Bye(model.Tpn(2), model.ByeKind.HALF_POINT)}
NAMES["bye"] = [model.Bye(model.Tpn(tpn), model.ByeKind.PAIRING_ALLOCATED) for tpn in range(3)]
A_PLAYER = "found 99, expected the number of one of the players"
LAWS = {
    "Event('', [Participant(1, rating=-5)])": "-5 is not a rating: expected a number from 0 to 9999",
    "Event('', [Participant(1), Participant(1)])": "two participants have the TPN 1",
    "Event('', [Participant(1), Participant(2, starting_rank=1)])": "two participants have the number 1",
    "Event('', [Participant(0)])": "a participant has the TPN 0, but TPNs go from 1 to 9999",
    "Event('', [Participant(1, starting_rank=-2)])": "starting_rank: found -2, expected a number from 1 to 9999",
    "Event('', 'ABCD', [Round([Game(1, 2, '1', '0'), Game(1, 3, '1', '0')])])": "round 1 names 1 twice",
    "Event('', 'ABCD', [Round([Game(1, 9, '1', '0')])])": "round 1 names 9, but no participant has this TPN",
    "Event('', 'ABCD', [Round()] * 4, settings=Settings(3))": "4 rounds are recorded; at most 3 are possible",
    "Event('', 'ABCD', under_way=True)": "under_way: found True, expected a round that is still being played",
    "Event('', 'ABCD', requests=[Request(2, half), Request(2, half)])": "round 2 names 2 twice",
    "Event('', 'ABCD', requests=[Request(100, half)])": "round: found 100, expected a number from 1 to 99",
    "Event('', 'ABCD', requests=[Request(2, bye[1]), Request(2, bye[2])])": "at most one pairing-allocated bye",
    "Event('', 'ABCD', teams=[Team(1, [99])])": f"teams: {A_PLAYER}",
    "Event('', 'ABCD', teams=[Team(1, [1]), Team(2, [1])])": "teams: found 1, expected each player in one team only",
    "Settings(0)": "found 0 rounds, expected between 1 and 99",
    "Settings(first_day='2026/13/01')": "first_day: found '2026/13/01', expected a day such as 2026/03/01",
    "Settings(last_day='May')": "last_day: found 'May', expected a day such as 2026/03/01",
    "Settings(scoring=Scoring(loss=-10))": "points: found -1.0, expected points such as 4.5",
    "Settings(virtual_points=[VirtualPoints(10, 1, 2, [99])])": f"virtual_points: {A_PLAYER}",
    "Settings(abnormal_points=[AbnormalPoints('W', 10, 1, [99])])": f"abnormal_points: {A_PLAYER}",
    "Settings(prohibitions=[Prohibition(1, 100, [1, 2])])": "prohibitions: found 100, expected a number from 1 to 99",
    "Settings(wishes=[Wish('avoid', 'weak', 1, 2, 'pairs', [[1, 99]])])": f"wishes: {A_PLAYER}",
}
"""Facts that contradict each other, and the message about them."""


def built(code: str) -> model.Tournament:
    facts: object = eval(code.replace("'ABCD'", "[*'ABCD']"), NAMES)
    if isinstance(facts, Settings):
        return Event("Club", ["Aalto", "Bianchi", "Castro"], settings=facts)
    assert isinstance(facts, model.Tournament)
    return facts


USES: dict[str, tuple[object, ...]] = {
    "pair": (),
    "check": (),
    "standings": (),
    "write": (),
    "feasible": (2,),
    "why": (1,),
    "why_not": (1, 2),
    "judge": ([(1, 2)],),
}
"""The methods that use the facts, with their arguments."""


@pytest.mark.parametrize("code", LAWS)
def test_what_breaks_a_law_is_refused_everywhere(code: str) -> None:
    for use, arguments in USES.items():
        with pytest.raises(swisspair.BadRequest, match=re.escape(LAWS[code])):
            getattr(Event.of(built(code)), use)(*arguments)


@pytest.mark.parametrize(
    ("code", "record"),
    [
        ("Settings(scoring=Scoring(5, 10))", "162  W 0.5    D 1.0"),
        ("Settings(prohibitions=[Prohibition(3, 1, [1, 2])])", "260   3   1    1    2"),
        ("Settings(virtual_points=[VirtualPoints(10, 3, 1, [1])])", "250  1.0        3   1    1    1"),
        ("Settings(abnormal_points=[AbnormalPoints('X', 10, 1, [1])])", "299 X  1.0     1    1"),
    ],
)
def test_a_law_has_the_same_words_as_for_a_file(code: str, record: str) -> None:
    with pytest.raises(swisspair.BadRequest) as refused:
        Event.of(built(code)).pair()
    with pytest.raises(swisspair.TrfProblems) as found:
        read(FILE.format(record=record))
    problem = found.value.problems[0]
    assert str(refused.value).endswith(f": found {problem.found}, expected {problem.expected}")


def test_a_first_day_that_is_none_is_refused_by_the_name_of_its_argument() -> None:
    with pytest.raises(swisspair.BadRequest, match="first day: found 'foo', expected a day such as") as refused:
        Event.new("Club", "Aalto\nBianchi", 1, first_day="foo")
    assert refused.value.about == "first_day"
