"""Findings written as sentences, with the players of both rounds and the values that were compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Points, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.language import listed, marked, say, say_many

Name = Callable[[Tpn], str]
"""A function that returns the name or the number to show for a participant."""

FIRST = 5
"""The number of entries of a long list that are shown by default."""

MORE = marked("{number} more (--all shows them)")


def first(things: Sequence[str], *, whole: bool) -> list[str]:
    """Shorten a long list to its `FIRST` entries, and say how many further entries there are.

    If ``whole`` is true, the list keeps all entries.

    >>> first(list("abcdefgh"), whole=False)
    ['a', 'b', 'c', 'd', 'e', '3 more (--all shows them)']
    """
    if whole or len(things) <= FIRST + 1:
        return list(things)
    return [*things[:FIRST], say(MORE, number=len(things) - FIRST)]


KINDS = {
    Fault.WORSE: marked("this pairing is worse"),
    Fault.LATER: marked("this pairing comes later in the order of candidates"),
    Fault.STEP: marked("this pairing breaks the procedure"),
}


def in_words(finding: Finding, name: Name, *, whole: bool = True, kind: str = "") -> str:
    """Write a finding as one sentence about a pairing and the players of both rounds; the article is left out.

    ``kind`` are the words about the kind of mistake with which the sentence begins, if they are not those of `KINDS`.
    """
    fault, (words, right, wrong) = finding.fault, (say(finding.words), finding.right, finding.wrong)
    kind = kind or say(KINDS.get(fault, ""))
    theirs, ours, people = _people(finding, name, whole=whole)
    if fault is Fault.ILLEGAL and len(finding.players) == 1:
        return say("{player} may not have the bye, because {words}", player=theirs, words=words)
    if fault is Fault.ILLEGAL:
        return say("{players} may not meet, because {words}", players=theirs, words=words) if theirs else words
    if fault is Fault.COLOUR and len(finding.players) == 2:
        one, other = (name(tpn) for tpn in finding.players)
        return say(
            "{one} has White here, but by this rule {other} has White: {words}", one=other, other=one, words=words
        )
    if fault is Fault.COLOUR:
        return say("by this rule {right}: {words}", right=right, words=words)
    if finding.served != NOBODY or finding.of != NOBODY:
        return _met(finding, name, kind, words)
    if wrong and (fault is Fault.STEP or (fault is Fault.LATER and not wrong.isdigit())):
        return say("here {wrong}, but by the rules {right}: {words}", wrong=wrong, right=right, words=words)
    if fault is Fault.STEP:
        return about(kind, words)
    if fault is Fault.BYE:
        both = (theirs or say("nobody"), wrong), (ours or say("nobody"), right)
        told = len(finding.players) == len(finding.instead) and wrong and right
        if told and not all(who.endswith(")") or value in who.split() for who, value in both):  # values not shown yet
            theirs, ours = (say("{name} ({score})", name=who, score=value) for who, value in both)
        return say(
            "{one} has the bye instead of {other}, although {words}",
            one=theirs or both[0][0],
            other=ours or both[1][0],
            words=words,
        )
    return _compared(finding, kind, people)


def _met(finding: Finding, name: Name, kind: str, words: str) -> str:
    """Write whom a player meets in the other round and in the right one; who meets nobody there floats."""
    if finding.served != NOBODY:
        one, other = ("".join(map(name, tpns[1:])) for tpns in (finding.players, finding.instead))
        message = marked("{player} should meet {other} and not {one}: {words}")
        if not other:
            message = marked("{player} should not meet {one}, because {player} {words}")
        if finding.served not in finding.players:
            message = marked("here {wrong}, but by the rules {right}: {player} {words}")
        both = {"one": one, "other": other, "right": finding.right, "wrong": finding.wrong}
        return say(message, player=name(finding.served), words=words, **both)
    in_place = marked("{player} ({place} in the bracket)")
    if finding.in_remainder:
        in_place = marked("{player} ({place} in the remainder)")
    one, other = (
        say(in_place, player=name(tpns[0]), place=ordinal(int(place))) if place else "".join(map(name, tpns))
        for tpns, place in ((finding.players, finding.wrong), (finding.instead, finding.right))
    )
    message = marked("{kind}, because {player} meets {one} instead of {other}")
    if not other:
        message = marked("{kind}, because {player} meets {one} instead of floating")
    if not one:
        message = marked("{kind}, because {player} floats instead of meeting {other}")
    return say(message, kind=kind, player=name(finding.of), one=one, other=other)


def _compared(finding: Finding, kind: str, people: str) -> str:
    """Write what a criterion or the order of candidates compares: its values or players, those of both rounds."""
    fault, words = finding.fault, say(finding.words)
    one, other = (listed(total.split(", ")) for total in (finding.wrong, finding.right))
    values = {"kind": kind, "words": words, "one": one, "other": other, "people": people}
    if not (one and other):
        return say(
            "{kind}, because {words}" if fault is Fault.WORSE else "{kind}, because {words} is {people}", **values
        )
    if fault is Fault.LATER and len(finding.players) > 1:
        return say("{kind}, because of {words} ({one} instead of {other}): {people} are exchanged", **values)
    message = marked("{kind}, because of {words} ({one} instead of {other})")
    if fault is Fault.WORSE and finding.wrong.isdigit():
        message = marked("{kind}, because it has more {words} ({one} instead of {other})")
    elif not finding.right[0].isdigit():
        message = marked("{kind}, because of {words} ({one} instead of none)")
    said = say(message, **values)
    return say("{name}: {words}", name=said, words=people) if people else said


def _people(finding: Finding, name: Name, *, whole: bool) -> tuple[str, str, str]:
    """Name the players in the other round, those in the right round, and both in one phrase."""
    ours, theirs = list(map(name, finding.instead)), list(map(name, finding.players))
    if finding.fault is Fault.WORSE and (f"{len(theirs) / 2:g}", f"{len(ours) / 2:g}") == (
        finding.wrong,
        finding.right,
    ):
        ours, theirs = ([board_of(*two) for two in zip(one[::2], one[1::2], strict=False)] for one in (ours, theirs))
    right, wrong = listed(first(ours, whole=whole) or ("",)), listed(first(theirs, whole=whole) or ("",))
    if not ours or right == wrong:
        return wrong, right, wrong
    if set(ours) < set(theirs):
        more = listed(first([one for one in theirs if one not in ours], whole=whole))
        return wrong, right, say("{more} in addition to {others}", more=more, others=right)
    who = wrong or say("nobody")
    both = say_many("{one} instead of {other}", "{one} instead of {other}", len(theirs), one=who, other=right)
    return wrong, right, both


class Reason(NamedTuple):
    """A reason against a candidate or one of its pairs, a board that breaks a wish, or a bye.

    Players appear as their numbers in the file. ``against`` is the pair, the board (for a bye, Black is 0) or the
    player; it is empty for a whole candidate. ``words`` are empty if no reason is known. The totals ``right`` and
    ``wrong`` are empty if the rule compares none. ``order`` contains the words of the rule alone if the rule is about
    the order of candidates; ``words`` are then the whole ``sentence``.
    """

    against: tuple[int, ...]
    words: str = ""
    code: str = ""
    article: str = ""
    right: str = ""
    wrong: str = ""
    players: tuple[int, ...] = ()
    order: str = ""
    sentence: str = ""

    @classmethod
    def of(
        cls, against: tuple[int, ...], finding: Finding, name: Name, players: tuple[int, ...] = (), kind: str = ""
    ) -> Reason:
        """Return a finding as a reason. The sentence about a forbidden pair or bye does not repeat whom it is about."""
        named = finding._replace(players=()) if against and finding.fault is Fault.ILLEGAL else finding
        sentence, of = in_words(named, name, kind=kind), (finding.code, finding.article)
        if finding.fault is Fault.LATER:
            return cls(against, sentence, *of, order=finding.words, sentence=sentence)
        return cls(against, finding.words, *of, finding.right, finding.wrong, players, sentence=sentence)

    def in_bracket(self, score: Points | None, *, scoregroup: bool) -> Reason:
        """Say in which bracket or scoregroup of the round the rule is broken."""
        return self._replace(sentence=in_bracket(score, self.sentence, scoregroup=scoregroup))

    @property
    def why(self) -> str:
        """The reason in one sentence with its article, without ``against``."""
        return with_article(self.sentence or say(self.words), self.code, self.article) if self.words else ""


def in_bracket(score: Points | None, words: str, *, scoregroup: bool = False) -> str:
    """Begin a sentence with the bracket or scoregroup of which it speaks, if it speaks of one."""
    if score is None:
        return words
    if scoregroup:
        return say("in the scoregroup of {score} points, {words}", score=show_points(score), words=words)
    return say("in the bracket of {score} points, {words}", score=show_points(score), words=words)


LETTERS = marked("WBwb")
"""The letters for White and Black: two capital letters, then two small letters."""

LEGEND = marked(
    "W = White, B = Black; a small letter (w) is a mild preference, a capital (W) a strong one, two capitals (WW) an "
    "absolute one"
)


def in_letters(colours: str) -> str:
    """Write colours or a colour preference in the letters of the reader's language.

    >>> in_letters("BW-")
    'BW-'
    """
    return colours.translate(str.maketrans(LETTERS, say(LETTERS)))


def ordinal(number: int) -> str:
    """Write a place as an ordinal number.

    >>> [ordinal(number) for number in (1, 2, 11, 23)]
    ['1st', '2nd', '11th', '23rd']
    """
    last = 0 if number // 10 % 10 == 1 else number % 10
    return say("1st") if number == 1 else say(ORDINALS.get(last, "{number}th"), number=number)


ORDINALS = marked({0: "{number}th", 1: "{number}st", 2: "{number}nd", 3: "{number}rd"})


def rounds(numbers: Sequence[int]) -> str:
    """Return round numbers in words. Consecutive numbers become a range.

    >>> rounds([4]), rounds([1, 2]), rounds([1, 2, 4]), rounds([1, 2, 3, 7])
    ('round 4', 'rounds 1 and 2', 'rounds 1, 2 and 4', 'rounds 1 to 3 and 7')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[say("{first} to {last}", first=run[0], last=run[-1])] if len(run) > 2 else run for run in runs]
    words = listed(part for run in parts for part in run)
    return say_many("round {numbers}", "rounds {numbers}", len(numbers), numbers=words)


def board_of(white: str, black: str = "") -> str:
    """Write a board with the names of its players, or the bye of one player.

    >>> board_of("3", "7"), board_of("5")
    ('3 - 7', '5 bye')
    """
    return say("{white} - {black}", white=white, black=black) if black else say("{name} bye", name=white)


def with_score(name: str, score: Points | None) -> str:
    """Write a name with a pairing score in brackets, if there is one."""
    return name if score is None else say("{name} ({score})", name=name, score=show_points(score))


def cited(code: str, article: str) -> str:
    """Write an article; if its criterion has a code, the code comes first."""
    return f"{say(code)}, {say(article)}" if code else say(article)


def with_article(words: str, code: str, article: str) -> str:
    """Write words with their article in square brackets."""
    return f"{words} [{cited(code, article)}]"


def sentence(finding: Finding, name: Name, *, whole: bool = True, kind: str = "") -> str:
    """Write a finding with its article."""
    return with_article(in_words(finding, name, whole=whole, kind=kind), finding.code, finding.article)


def about(name: str, words: str) -> str:
    """Write what is said of a player, a board or a fault."""
    return say("{name}: {words}", name=name, words=words)


def total_of(words: str, total: str) -> str:
    """Write what a criterion counts or lists with its total."""
    message = marked("number of {words}: {number}") if total.isdigit() else marked("{words}: {total}")
    return say(message, words=say(words), number=total, total=listed(total.split(", ")))


def of_total(code: str, article: str, words: str, total: str) -> str:
    return with_article(total_of(words, total), code, article)


def pairs_of(pairs: Iterable[tuple[int, int]], floaters: Sequence[int]) -> str:
    """Write the pairs and floaters of a candidate in one line.

    >>> pairs_of([(1, 3), (2, 4)], [5])
    '1-3 2-4 ↓ 5'
    """
    floats = f" ↓ {' '.join(map(str, floaters))}" if floaters else ""
    return (" ".join(f"{upper}-{lower}" for upper, lower in pairs) or say("no pair")) + floats


__all__ = ["FIRST", "MORE", "Name", "first", "listed", "rounds", "sentence"]
