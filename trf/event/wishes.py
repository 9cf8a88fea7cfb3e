"""The organiser's wishes in comments of a file, each with the rounds that the wish affected (reading Z10).

The comment ``### swisspair wish: avoid club, weak, rounds 2-2: 1 4 9 / 2 7`` lists groups whose members should not
meet. The comment ``### swisspair wish: no-bye, strong, rounds 3-9: 12`` lists players who should not get the bye. Other
programs ignore these comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pairing_engine.facts.model import MAX_ROUNDS, Strength, Tpn, Wish, WishKind
from pairing_engine.language import marked, say
from trf.event.roster import Roster
from trf.format.fields import COMMENT, TEXT_COLUMN
from trf.format.findings import Findings
from trf.format.records import Index, Record, TrfFile, make_text

MARK = "swisspair wish:"

_FORM = (
    r"(?P<kind>avoid|prefer-bye|no-bye)(?: (?P<label>[^,]*))?, (?P<strength>weak|strong|hard),"
    r" rounds (?P<first>[0-9]{1,2})-(?P<last>[0-9]{1,2}): (?P<groups>[0-9]{1,9}(?:[ /]+[0-9]{1,9})*)"
)

RECORDED = marked("recorded wish")

EXPECTED = marked(
    'a wish such as "avoid club, weak, rounds 2-2: 1 4 9 / 2 7"; its kind is avoid, prefer-bye or no-bye, '
    "its strength weak, strong or hard"
)


def wishes(index: Index, roster: Roster, findings: Findings) -> tuple[Wish, ...]:
    """Return the wishes recorded in the comments of a file.

    A damaged comment is a problem, because the comments say how rounds were paired.
    """
    found = (_wish(record, roster, findings) for record in index.of(COMMENT) if record.value.startswith(MARK))
    return tuple(wish for wish in found if wish is not None)


def _wish(record: Record, roster: Roster, findings: Findings) -> Wish | None:
    text = record.value.removeprefix(MARK).strip()
    match = re.fullmatch(_FORM, text)
    first, last = (int(match["first"]), int(match["last"])) if match else (0, 0)
    if match is None or not 1 <= first <= last <= MAX_ROUNDS:
        findings.problem(record.line, TEXT_COLUMN, "wish", RECORDED, repr(text[:80]), say(EXPECTED))
        return None
    groups = []
    for words in match["groups"].split("/"):
        numbers = [int(word) for word in words.split()]
        for number in numbers:
            if not roster.knows(number) and not findings.unsound_lines:
                findings.problem(
                    record.line, TEXT_COLUMN, roster.one, RECORDED, roster.unknown(number), roster.expected
                )
        groups.append(frozenset(Tpn(number) for number in numbers if roster.knows(number)))
    kind, strength = WishKind(match["kind"]), Strength(match["strength"])
    if kind is not WishKind.AVOID:
        groups = [frozenset().union(*groups)]
    return Wish(kind, strength, first, last, match["label"] or "", tuple(group for group in groups if group))


def records_of(wishes: Iterable[Wish], number_of: Mapping[Tpn, int]) -> Iterator[Record]:
    """Yield the comments in which a file records the organiser's wishes.

    The comments contain the players' numbers in the file.
    """
    for wish in wishes:
        groups = " / ".join(" ".join(str(number_of[tpn]) for tpn in sorted(group)) for group in wish.groups)
        head = f"{wish.kind.value} {wish.label.replace(',', ' ')}".rstrip()
        rounds = f"rounds {wish.first_round}-{wish.last_round}"
        yield make_text(COMMENT, f"{MARK} {head}, {wish.strength.value}, {rounds}: {groups}")


def without_wishes(file: TrfFile) -> TrfFile:
    kept = [at for at, one in enumerate(file.records) if not (one.code == COMMENT and one.value.startswith(MARK))]
    ends = file.mixed_line_ends and tuple(file.mixed_line_ends[at] for at in kept)
    return file._replace(records=tuple(file.records[at] for at in kept), mixed_line_ends=ends)
