"""The pairing of a round under changed facts, compared with the actual pairing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from checker.questions import words
from checker.questions.moment import Moment, Pair
from checker.questions.why_not import boards_of, nobody_left_over, without_opponents
from pairing_engine.answers import printed
from pairing_engine.answers.comparison import as_published, illegalities
from pairing_engine.answers.contract import Lines
from pairing_engine.answers.sentences import cited, in_words
from pairing_engine.changes.stated_results import PAIRS, TOGETHER, normal
from pairing_engine.errors import NoPairing, refusal
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Prohibition, Request, Tournament
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import listed, marked, say, with_semicolons

_RESULTS = "1-0, 0-1, =-=, 1/2-1/2, 0.5-0.5, 0-0, +--, --+, ---"
"""The results that messages list as examples. `stated_results` accepts more forms."""

FORMS = marked("absent:9, present:9, result:3:12-15=1-0, prohibit:4-7, 12-15 (these two meet), 12-bye")


@printed(lambda found: found.lines)
class WhatIf(NamedTuple):
    """The changes, the actual round and the changed one; Black is `NOBODY` for the bye."""

    moment: Moment
    changes: tuple[str, ...]
    as_it_is: tuple[Pair, ...]
    as_it_would_be: tuple[Pair, ...]
    illegal: tuple[Finding, ...] = ()
    """The faults of the demanded pairs and byes; empty if the round after the changes is legal."""

    @property
    def gone(self) -> tuple[Pair, ...]:
        """The boards that disappear from the round because of the changes."""
        return tuple(pair for pair in self.as_it_is if pair not in self.as_it_would_be)

    @property
    def new(self) -> tuple[Pair, ...]:
        """The boards that appear in the round because of the changes."""
        return tuple(pair for pair in self.as_it_would_be if pair not in self.as_it_is)

    def to_dict(self) -> dict[str, object]:
        """Return the answer as a dictionary with the keys of ``swisspair what-if --format json``."""
        return {
            "changes": list(self.changes),
            "as_it_is": self.moment.pairs_as_lists(self.as_it_is),
            "as_it_would_be": self.moment.pairs_as_lists(self.as_it_would_be),
            "names": self.moment.names_in(self.as_it_is, self.as_it_would_be),
            **({"illegal": [self.moment.finding_as_dict(one) for one in self.illegal]} if self.illegal else {}),
        }

    @property
    def lines(self) -> Lines:
        """The answer in sentences for people."""
        return Lines(self._lines())

    def _lines(self) -> Iterator[str]:
        moment = self.moment
        yield say("the consequences if {changes}:", changes=with_semicolons(self.changes))
        for finding in self.illegal:
            yield f"  {words.reason(moment, finding, None)}"
        if not (self.new or self.gone):
            yield say("  round {number} stays as it is", number=moment.number)
            return
        yield say("  these pairings would disappear from the round:")
        yield from (f"    {words.board(moment, pair)}" for pair in self.gone)
        if not self.new:
            yield say("  and the rest of round {number} stays as it is", number=moment.number)
            return
        yield say("  these pairings would be new in the round:")
        yield from (f"    {words.board(moment, pair)}" for pair in self.new)


def what_if(moment: Moment, changes: Sequence[str]) -> WhatIf:
    """Pair the round again under the given changes. Each change has one of the forms in `FORMS`.

    Raises `BadRequest` for a change that makes no sense or is impossible. Raises `NoPairing` if the changed round
    cannot be paired.
    """
    if not any(map(str.strip, changes)):
        raise refusal("changes: nothing would change; give a change such as absent:9", "changes")
    tournament, asked, said = moment.tournament, [], []
    for change in changes:
        kind, _, value = change.partition(":")
        if kind in FACTS:
            tournament, words_of_it = FACTS[kind](tournament, moment, value, change)
        elif change.endswith("-bye"):
            asked.append((_number(change.removesuffix("-bye"), change), 0))
            name = moment.name(moment.tpn(asked[-1][0]))
            words_of_it = say("{name} gets the pairing-allocated bye", name=name)
        else:
            asked.append(_pair(change, change))
            one, other = (moment.name(moment.tpn(number)) for number in asked[-1])
            words_of_it = say("{one} meets {other}", one=one, other=other)
        said.append(words_of_it)
    changed = moment.with_(tournament)
    pairs = boards_of(changed, asked) if asked else []
    illegal = tuple(illegalities(changed.state, as_published(pairs), changed.system))
    byes = [pair for pair in pairs if NOBODY in pair]
    if len(byes) > len(changed.state.players) % 2:
        finding = illegal[-1] if len(byes) > 1 else nobody_left_over(changed)
        raise NoPairing(cited(finding.code, finding.article), in_words(finding, changed.name))
    try:
        found = changed.with_pairs(pairs) if pairs else changed.pairing
    except NoPairing as error:
        if pairs:
            raise _not_completed(moment, pairs, said, illegal) from None
        words_of_it = say("if {changes}, {words}", changes=listed(said), words=error.words)
        raise NoPairing(error.article, words_of_it, error.participants) from None
    return WhatIf(moment, tuple(said), tuple(moment.pairing.pairs), tuple(found.pairs), illegal)


def _not_completed(moment: Moment, pairs: Sequence[Pair], said: Sequence[str], illegal: Sequence[Finding]) -> NoPairing:
    """Return the error for pairs or a bye with which the round cannot be completed, first with what forbids them."""
    finding = without_opponents(moment)
    if moment.table:
        finding = without_opponents(moment, *(tpn for tpn in pairs[0] if tpn != NOBODY))
        return NoPairing(finding.article, in_words(finding, moment.name))
    told = say("if {changes}, {words}", changes=listed(said), words=finding.words)
    if illegal:
        finding, because = illegal[0], in_words(illegal[0], moment.name)
        told = say("{because}; besides, {words}", words=told, because=because)
    return NoPairing(cited(finding.code, finding.article), told)


def _number(text: str, change: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise refusal(
            "what if {change!r}: found {text!r}, expected a number; the forms are {forms}",
            "changes",
            change=change,
            text=text,
            forms=say(FORMS),
        )
    return int(text)


def _pair(text: str, change: str) -> tuple[int, int]:
    one, dash, other = text.partition("-")
    if not dash:
        raise refusal(
            "what if {change!r}: expected two numbers, such as 12-15; the forms are {forms}",
            "changes",
            change=change,
            forms=say(FORMS),
        )
    numbers = _number(one, change), _number(other, change)
    if numbers[0] == numbers[1]:
        raise refusal("what if {change!r}: a pair needs two participants", "changes", change=change)
    return numbers


def _attendance(tournament: Tournament, moment: Moment, value: str, change: str) -> tuple[Tournament, str]:
    tpn, number = moment.tpn(_number(value, change)), moment.number
    others = tuple(asked for asked in tournament.requests if (asked.round, asked.bye.tpn) != (number, tpn))
    if change.startswith("absent"):
        away = Request(number, Bye(tpn, ByeKind.ZERO_POINT))
        return tournament._replace(requests=(*others, away)), say("{name} is absent", name=moment.name(tpn))
    if len(others) == len(tournament.requests):
        raise refusal("{name} is not absent from round {number}", "changes", name=moment.name(tpn), number=number)
    return tournament._replace(requests=others), say("{name} is present", name=moment.name(tpn))


def _apart(tournament: Tournament, moment: Moment, value: str, change: str) -> tuple[Tournament, str]:
    one, other = (moment.tpn(number) for number in _pair(value, change))
    prohibition = Prohibition(moment.number, moment.number, frozenset({one, other}))
    settings = tournament.settings._replace(prohibitions=(*tournament.settings.prohibitions, prohibition))
    said = say("{one} and {other} may not meet", one=moment.name(one), other=moment.name(other))
    return tournament._replace(settings=settings), said


def _with_result(tournament: Tournament, moment: Moment, value: str, change: str) -> tuple[Tournament, str]:
    """Change the result of one game. The change is written like ``3:12-15=1-0``."""
    found = re.fullmatch("([0-9]{1,9}):([0-9]{1,9})-([0-9]{1,9})=(.+)", value)
    result = normal(found.group(4)) if found else ""
    if found is None or result not in TOGETHER:
        raise refusal(
            "what if {change!r}: expected a form such as result:3:12-15=1-0 (the possible results are {results})",
            "changes",
            change=change,
            results=_RESULTS,
        )
    number, *asked = (int(group) for group in found.groups()[:3])
    one, other = map(moment.tpn, asked)
    if not 1 <= number <= len(tournament.rounds):
        raise refusal(
            "what if {change!r}: round {number} is not one of rounds 1 to {rounds}, which come before round {last}",
            "changes",
            change=change,
            number=number,
            rounds=len(tournament.rounds),
            last=moment.number,
        )
    rounds, games = list(tournament.rounds), list(tournament.rounds[number - 1].games)
    names = {"one": moment.name(one), "other": moment.name(other), "number": number}
    place = next((place for place, game in enumerate(games) if {game.white, game.black} == {one, other}), None)
    if place is None:
        raise refusal(
            "what if {change!r}: {one} and {other} did not meet in round {number}", "changes", change=change, **names
        )
    if games[place].second is not None:
        raise refusal("what-if cannot change the result of a match of two games", "changes")
    white, black = PAIRS[result] if games[place].white == one else PAIRS[result][::-1]
    games[place] = games[place]._replace(white_result=white, black_result=black)
    rounds[number - 1] = rounds[number - 1]._replace(games=tuple(games))
    said = say("{one} against {other} in round {number} ended {result}", result=found.group(4), **names)
    return tournament._replace(rounds=tuple(rounds)), said


FACTS = {"absent": _attendance, "present": _attendance, "result": _with_result, "prohibit": _apart}
"""The changes of facts; all other changes demand pairs."""
