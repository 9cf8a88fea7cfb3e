"""The reader of what-ifs and refusals: the transcriptions pair changed events, and all their rounds are listed.

A refusal says who can meet whom, and who may get the bye. Each part of it is compared with the pairs and byes that the
texts allow one by one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tests.articles.literal.facts import Event, Paired
from tests.evidence.exhaustive.articles import text_of, untrue_ban
from tests.evidence.exhaustive.subjects import Subject, transcribed
from tests.evidence.exhaustive.verdicts import all_rounds, demanded, legality, pairs_of

BAN = re.compile(
    r" *(?:(?P<one>\d+) and (?P<two>\d+) may not meet|(?P<bye>\d+) may not have the bye), because "
    r"(?P<words>[^;]*?)(?: \[(?P<cited>[^\]]*)\])?"
)
CHANGES = (
    (re.compile(r"(\d+) and (\d+) may not meet"), "prohibit:{}-{}"),
    (re.compile(r"(\d+) meets (\d+)"), "{}-{}"),
    (re.compile(r"(\d+) gets the pairing-allocated bye"), "{}-bye"),
    (re.compile(r"(\d+) is absent"), "absent:{}"),
)
NEW, GONE = "  these pairings would be new in the round:", "  these pairings would disappear from the round:"
BOARD = re.compile(r"    (\d+)(?: - (\d+)| bye)")
IF = re.compile(r"if (?P<change>.*?), (?P<words>(?:others|there|the number|participant) .*)")
EVEN = re.compile(r"the number of participants to be paired is even \((\d+)\), so nobody gets the bye")
ODD = re.compile(
    r"the number of participants to be paired is odd \((\d+)\), and none of them may get the pairing-allocated bye, "
    r"because each of them has (?:(?:had a point|scored) without playing|already had the bye"
    r"(?:, or the points of a win without playing| or a win by forfeit))"
)
NONE = re.compile(r"there is no complete pairing, because (?P<parts>.*)")
PART = re.compile(
    r"participants? (?P<names>[\d, and]+) (?:can (?:(?P<nobody>meet nobody)|(?P<only>only get the bye)|"
    r"meet only (?P<each>each other)?(?: and )?(?:participants? (?P<few>[\d, and]+?))?(?P<bye>, or get the bye)?))"
)
OF_BYE = re.compile(r"(?:only participants? (?P<names>[\d, and]+)|nobody) may get the bye")
NOT_ENOUGH = "that is not enough for all of them"


class After(NamedTuple):
    """An event after a change: its participants, the allowed pairs and byes, and the demanded pair or bye."""

    subject: Subject[Any]
    event: Any
    tpns: tuple[int, ...]
    may_meet: Callable[[int, int], bool]
    may_have_bye: Callable[[int], bool]
    demanded: tuple[int, int] | None = None

    def opponents(self, one: int) -> set[int]:
        return {other for other in self.tpns if other != one and self.may_meet(one, other)}

    @property
    def byes(self) -> set[int]:
        return {one for one in self.tpns if self.may_have_bye(one)} if len(self.tpns) % 2 else set()

    @property
    def is_possible(self) -> bool:
        """Whether a round has what is demanded, even against the rules, and is legal in everything else."""
        asked = frozenset(self.demanded or ())

        def allowed(pair: frozenset[int]) -> bool:
            return pair == asked or self.may_meet(*sorted(pair))

        for pairs, bye in all_rounds(self.tpns):
            has_it = not self.demanded or asked in pairs or self.demanded == (bye, 0)
            if has_it and all(map(allowed, pairs)) and (not bye or self.demanded == (bye, 0) or self.may_have_bye(bye)):
                return True
        return False


def after(subject: Subject[Any], event: Any, tpns: Sequence[int], change: str = "") -> After:
    """Change an event as ``--what-if`` does."""
    kind, _, about = change.partition(":")
    numbers = [int(number) for number in re.findall(r"\d+", about or kind)]
    demanded = None
    if kind == "prohibit":
        event = replace(event, forbidden=event.forbidden | {frozenset(numbers)})
    elif kind == "absent":
        event = replace(event, absent=event.absent | {*numbers})
        tpns = [tpn for tpn in tpns if tpn not in numbers]
    elif change:
        demanded = (numbers[0], numbers[1] if len(numbers) > 1 else 0)
    is_legal = legality(subject.edition, event)
    return After(
        subject,
        event,
        tuple(tpns),
        lambda one, two: is_legal(Paired(frozenset([(min(one, two), max(one, two))]), 0)),
        lambda one: is_legal(Paired(frozenset(), one)),
        demanded,
    )


def numbers_in(text: str | None) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text or "")}


def untrue_part(here: After, words: str) -> str:
    """Return why a sentence about whom some participants can meet is not true; empty if it is."""
    if found := OF_BYE.fullmatch(words):
        return "" if numbers_in(found["names"]) == here.byes else f"{words}, but it is {here.byes}"
    found = PART.fullmatch(words)
    if found is None:
        return f"no such sentence: {words!r}"
    names, few = numbers_in(found["names"]), numbers_in(found["few"])
    met = {one: here.opponents(one) for one in names}
    by_bye = {one for one in names if one in here.byes}
    if found["each"]:
        is_so = set().union(*met.values()) - names == few and bool(by_bye) == bool(found["bye"])
    else:
        is_so = all(others == few for others in met.values())
        is_so = is_so and by_bye == (names if found["bye"] or found["only"] else set())
    return "" if is_so else f"{words}, but they meet {met}, and the bye: {by_bye}"


def untrue_refusal(here: After, text: str) -> Iterator[tuple[str, str]]:
    """Read why a round cannot be paired; yield the kind of each sentence, and why it is not true."""
    cited = text[text.rindex("[") + 1 : -1]
    yield "refusal: impossible", f"there is a round: {text}" if here.is_possible else ""
    words = text[: text.rindex(" [")]
    of_round = text_of(here.subject.edition, here.event)[1]
    if found := EVEN.fullmatch(words):
        yield "refusal: even", "" if int(found[1]) == len(here.tpns) and len(here.tpns) % 2 == 0 else words
    elif found := ODD.fullmatch(words):
        is_so = int(found[1]) == len(here.tpns) and len(here.tpns) % 2 == 1 and not here.byes
        yield "refusal: nobody for the bye", "" if is_so and here.demanded is None else words
    elif found := NONE.fullmatch(words):
        parts = re.split(r", and (?=participant|only|nobody|that)", found["parts"])
        yield from (("refusal: part", untrue_part(here, part)) for part in parts if part != NOT_ENOUGH)
        of_lim = {"C.04.4.3 1.1"} if here.subject.edition.startswith("lim") and len(here.tpns) % 2 else set()
        yield "refusal: article", "" if cited in {of_round.rest.rpartition(", ")[2]} | of_lim else cited
    elif words == "others would then find no opponent":
        yield "refusal: article", "" if here.demanded and cited == of_round.rest else f"{cited}, but {of_round.rest}"
    else:
        yield "unknown", f"no such sentence: {text!r}"


def said_change(words: str) -> str:
    """Return the change as a question, from its words; empty if they are not known."""
    return next(
        (form.format(*found.groups()) for words_of, form in CHANGES if (found := words_of.fullmatch(words))), ""
    )


def read_what_if(here: Any, change: str, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Read an answer of ``--what-if``, which is a refusal or a round after the change."""
    then = after(here.subject, here.event, sorted(here.people), change)
    banned = ""
    if not lines[0].startswith("the consequences"):
        text = lines[0]
        if "; besides, " in text:
            banned, _, text = text.partition("; besides, ")
            cited = text[text.rindex("[") :]
            yield from _ban(here, then, f"{banned} {cited}")
            text = f"{text[: -len(cited)]}[{text_of(here.subject.edition, here.event)[1].rest}]"
        found = IF.fullmatch(text)
        yield "refusal: change", "" if EVEN.match(text) or (found and said_change(found["change"]) == change) else text
        yield from untrue_refusal(then, found["words"] if found else text)
        yield "what if: legal or not", "" if bool(banned) == _is_banned(then) or EVEN.match(text) else f"{lines}"
        return
    head = re.fullmatch(r"the consequences if (.*):", lines[0])
    yield "what if: change", "" if head and said_change(head[1]) == change else lines[0]
    gone, new = (_boards(lines, title) for title in (GONE, NEW))
    right = {*here.right.boards, *([(here.right.bye, 0)] if here.right.bye else [])}
    there = (right - gone) | new
    whole = Paired(frozenset(board for board in there if board[1]), next((one for one, two in there if not two), 0))
    known = {board for board in there if 0 not in board}
    is_round = sorted(tpn for board in there for tpn in board if tpn) == list(then.tpns) and gone <= right
    yield "what if: a round", "" if is_round and len(known) + bool(whole.bye) == len(there) else f"{lines}"
    bans = [line for line in lines[1:] if BAN.fullmatch(line)]
    yield "what if: legal or not", "" if bool(bans) == _is_banned(then) else f"{lines}"
    for line in bans:
        yield from _ban(here, then, line)
    yield "what if: boards", _untrue_boards(then, whole)
    known_lines = {GONE, NEW, *bans, *(line for line in lines if BOARD.fullmatch(line))}
    for line in lines[1:]:
        if line not in known_lines and not re.fullmatch(r"  (?:and the rest of )?round \d+ stays as it is", line):
            yield "unknown", f"no such sentence: {line!r}"


def _boards(lines: Sequence[str], title: str) -> set[tuple[int, int]]:
    if title not in lines:
        return set()
    shown = map(BOARD.fullmatch, lines[lines.index(title) + 1 :])
    found = set()
    for board in shown:
        if board is None:
            break
        found.add((int(board[1]), int(board[2] or 0)))
    return found


def _is_banned(then: After) -> bool:
    one, two = then.demanded or (0, 0)
    return bool(one) and not (then.may_meet(one, two) if two else then.may_have_bye(one))


def _ban(here: Any, then: After, line: str) -> Iterator[tuple[str, str]]:
    found = BAN.fullmatch(line)
    if found is None:
        yield "unknown", f"no such sentence: {line!r}"
        return
    one, two = int(found["one"] or found["bye"]), int(found["two"] or 0)
    is_of_these = then.demanded is not None and {one, two} == {*then.demanded}
    yield "illegal", untrue_ban(here, one, two, found["words"], found["cited"]) if is_of_these else line


def _untrue_boards(then: After, whole: Paired) -> str:
    """Return why a round is not what follows; of demands that no text allows, only the other boards are known."""
    if then.demanded is None:
        right = transcribed(then.subject, then.event)
        return "" if whole == right else f"{whole}, but it is {right}"
    one, two = then.demanded
    pairs = pairs_of(whole)
    has_it = frozenset((one, two)) in pairs if two else whole.bye == one
    others = [pair for pair in pairs if pair != frozenset((one, two))]
    legal = all(then.may_meet(*sorted(pair)) for pair in others) and (
        not whole.bye or not two or then.may_have_bye(whole.bye)
    )
    if not has_it or not legal:
        return f"{whole} is no round with {then.demanded}"
    if _is_banned(then) or not isinstance(then.event, Event) or not two:
        return ""
    return untrue_best(then.subject, then.event, then.tpns, then.demanded, whole)


def untrue_best(subject: Subject[Any], event: Any, tpns: Iterable[int], pair: tuple[int, int], whole: Paired) -> str:
    """Return why a round is not the best one with a pair: the text pairs an event in which they meet nobody else.

    If one of the two gets the bye instead, the text says nothing about it.
    """
    best = transcribed(subject, replace(event, forbidden=event.forbidden | demanded([*tpns], *pair)))
    same = best is None or best.bye in pair or (pairs_of(best), best.bye) == (pairs_of(whole), whole.bye)
    return "" if same else f"{whole}, but the best round is {best}"
