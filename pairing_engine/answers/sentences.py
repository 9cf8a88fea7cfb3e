"""Findings written as sentences, with the players of both rounds and the values that were compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pairing_engine.facts.model import NOBODY, Points, Tpn, show_points
from pairing_engine.kernel.trace import Fault, Finding
from pairing_engine.language import marked, say, say_many
from pairing_engine.values import NamedTuple

Name = Callable[[Tpn], str]
"""A function that returns the name or the number to show for a participant."""

FIRST = 5
"""The number of entries of a long list that are shown by default."""

MORE = marked("{number} more (--all shows them)")


def first(things: Sequence[str], *, whole: bool, most: int = FIRST) -> list[str]:
    """Shorten a long list to its first ``most`` entries, and say how many further entries there are.

    If ``whole`` is true, the list keeps all entries.

    >>> first(list("abcdefgh"), whole=False)
    ['a', 'b', 'c', 'd', 'e', '3 more (--all shows them)']
    """
    if whole or len(things) <= most + 1:
        return list(things)
    return [*things[:most], say(MORE, number=len(things) - most)]


AS_FAULT = {
    Fault.ILLEGAL: marked("illegal, because {words}"),
    Fault.WORSE: marked("worse by {words}"),
    Fault.LATER: marked("later in the order of candidates by {words}"),
    Fault.STEP: marked("against the procedure, by which {words}"),
    Fault.COLOUR: marked("other colours, by the rule that {words}"),
    Fault.BYE: marked("other bye, by the rule that {words}"),
}
"""The phrases that say what is wrong with a pairing, and by which rule."""


def in_words(finding: Finding, name: Name, *, whole: bool = True, as_fault: bool = False) -> str:
    """Write a finding as one sentence that names the players of both rounds; the article is left out.

    If ``as_fault`` is true, the sentence begins with the kind of mistake.
    """
    words = say(finding.words)
    if as_fault:
        words = say(AS_FAULT[finding.fault], words=words)
    theirs, ours = (
        listed(first([name(tpn) for tpn in tpns], whole=whole)) if tpns else ""
        for tpns in (finding.players, finding.instead)
    )
    if finding.fault is Fault.LATER and finding.of != NOBODY:
        there = say("nobody in the bracket")
        return about(words, _of_one(finding, name(finding.of), theirs or there, ours or there))
    if finding.fault is Fault.COLOUR and len(finding.players) == 2:
        white, black = map(name, finding.players)
        return about(words, say("{one} has White instead of {other}", one=black, other=white))
    wrong, right = finding.wrong, finding.right
    alone = len(finding.players) == len(finding.instead) == 1
    if alone and f"{theirs} ".startswith(f"{wrong} ") and f"{ours} ".startswith(f"{right} "):
        wrong = right = ""  # the values are the numbers of the two participants
    values = compared(wrong, right, theirs, ours)
    if values or (theirs and as_fault):
        return about(words, values or theirs)
    return say("{words} ({players})", words=words, players=theirs) if theirs else words


class Reason(NamedTuple):
    """A reason against a candidate or one of its pairs, a board that breaks a wish, or a bye.

    Players appear as their numbers in the file. ``against`` is the pair, the board (for a bye, Black is 0) or the
    player; it is empty for a whole candidate. ``words`` are empty if no reason is known. The totals ``right`` and
    ``wrong`` are empty if the rule compares none. ``order`` contains the words of the rule alone if the rule is about
    the order of candidates; ``words`` are then a whole sentence.
    """

    against: tuple[int, ...]
    words: str = ""
    code: str = ""
    article: str = ""
    right: str = ""
    wrong: str = ""
    players: tuple[int, ...] = ()
    order: str = ""

    @classmethod
    def of(cls, against: tuple[int, ...], finding: Finding, sentence: str, players: tuple[int, ...] = ()) -> Reason:
        """Return a finding as a reason; ``sentence`` is the whole sentence if it is about the order of candidates."""
        if finding.fault is Fault.LATER:
            return cls(against, sentence, finding.code, finding.article, order=finding.words)
        return cls(against, finding.words, finding.code, finding.article, finding.right, finding.wrong, players)

    @property
    def why(self) -> str:
        """The reason in one sentence with its article, without ``against``."""
        values = compared(self.wrong, self.right, of_numbers(self.players)) or of_numbers(self.players)
        words = about(say(self.words), values) if values else say(self.words)
        return with_article(words, self.code, self.article) if words else ""


def compared(wrong: str, right: str, theirs: str = "", ours: str = "") -> str:
    """Compare the values of two pairings, and name the players of each; empty if there is nothing to compare.

    >>> compared("2", "0", "4 Ann and 7 Bob"), compared("", "", "13 Ann", "14 Bob"), compared("9 floats", "8")
    ('2 instead of 0, namely 4 Ann and 7 Bob', '13 Ann instead of 14 Bob', '9 floats instead of 8')
    """
    people = say("{one} instead of {other}", one=theirs or say("nobody"), other=ours)
    people = people if ours and ours != theirs else theirs
    if not wrong or not right:
        return people if ours else ""
    values = say("{one} instead of {other}", one=wrong, other=right)
    if not people or re.match(r"\d+ \D", wrong):  # such as "9 - 4" and "9 moves down": the people are already named
        return values
    return say("{values}, namely {people}", values=values, people=people)


def of_numbers(numbers: Sequence[int]) -> str:
    """Name players by their numbers; empty if there are none."""
    if not numbers:
        return ""
    return say_many("player {numbers}", "players {numbers}", len(numbers), numbers=listed(numbers))


def _of_one(finding: Finding, player: str, theirs: str, ours: str) -> str:
    if finding.right and finding.wrong:
        theirs = say("{player} (number {place} of the bracket)", player=theirs, place=finding.wrong)
        ours = say("{player} (number {place} of the bracket)", player=ours, place=finding.right)
    return say("the opponent of {player} is {one} instead of {other}", player=player, one=theirs, other=ours)


def in_bracket(score: Points | None, words: str, *, scoregroup: bool = False) -> str:
    """Begin a sentence with the bracket or scoregroup of which it speaks, if it speaks of one."""
    if score is None:
        return words
    if scoregroup:
        return say("in the scoregroup of {score} points, {words}", score=show_points(score), words=words)
    return say("in the bracket of {score} points, {words}", score=show_points(score), words=words)


LETTERS = marked("WBwb")
"""The letters for White and Black: two capital letters, then two small letters."""

LEGEND = marked("W = White, B = Black; one small letter is a mild preference, two letters are an absolute preference")


def in_letters(colours: str) -> str:
    """Write colours or a colour preference in the letters of the reader's language.

    >>> in_letters("BW-")
    'BW-'
    """
    return colours.translate(str.maketrans(LETTERS, say(LETTERS)))


def listed(things: Iterable[object]) -> str:
    """Join words into a list with commas and "and".

    >>> listed([3, 5, 7])
    '3, 5 and 7'
    """
    *others, last = map(str, things)
    return say("{others} and {last}", others=", ".join(others), last=last) if others else last


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
    return f"{white} - {black}" if black else say("{name} bye", name=white)


def with_score(name: str, score: Points | None) -> str:
    """Write a name with a pairing score in brackets, if there is one."""
    return name if score is None else say("{name} ({score})", name=name, score=show_points(score))


def cited(code: str, article: str) -> str:
    """Write an article; if its criterion has a code, the code comes first."""
    return f"{say(code)}, {say(article)}" if code else say(article)


def with_article(words: str, code: str, article: str) -> str:
    """Write words with their article in square brackets."""
    return f"{words} [{cited(code, article)}]"


def sentence(finding: Finding, name: Name, *, whole: bool = True, as_fault: bool = False) -> str:
    """Write a finding with its article."""
    return with_article(in_words(finding, name, whole=whole, as_fault=as_fault), finding.code, finding.article)


def about(name: str, words: str) -> str:
    """Write what is said of a player, a board or a fault."""
    return say("{name}: {words}", name=name, words=words)


def of_total(code: str, article: str, words: str, total: str) -> str:
    """Write the total of a criterion."""
    return with_article(say("{words}: {total}", words=say(words), total=total), code, article)


def pairs_of(pairs: Iterable[tuple[int, int]], floaters: Sequence[int]) -> str:
    """Write the pairs and floaters of a candidate in one line.

    >>> pairs_of([(1, 3), (2, 4)], [5])
    '1-3 2-4 ↓ 5'
    """
    floats = f" ↓ {' '.join(map(str, floaters))}" if floaters else ""
    return (" ".join(f"{upper}-{lower}" for upper, lower in pairs) or say("no pair")) + floats


__all__ = ["FIRST", "MORE", "Name", "first", "listed", "rounds", "sentence"]
