"""The section of docs/verification.md about files with one wrong character."""

from collections.abc import Iterator

from tests.evidence import store
from tests.evidence.words import items, number, paragraph, table

OUTCOMES = {
    "refused": "refused, with line, column and advice",
    "told": "paired differently, with a message about an adjustment",
    "as before": "paired as before",
    "without a word": "paired differently without a message",
}

ANSWERS = {
    "NOT ALLOWED": "not allowed",
    "no valid pairing": "without a valid pairing",
    "not paired, or differs": "with exit status 1",
    "not to be paired": "refused by the engine",
}

WHY_NOT: dict[str, str] = {
    "001 games": "no: the lines of both players still agree",
    "001 rating": "no: any other rating is valid too (the Dubov System uses ratings)",
    "142": "no: another number of rounds is valid too",
    "152": "no: the other initial-colour is valid too",
    "192": "no: another edition or acceleration is valid too",
    "240 kind": "no: another kind of bye is valid too",
    "240 round": "no: another round is valid too",
    "240 players": "no: another participant is valid too",
    "260 first round": "no: another range of rounds is valid too",
    "260 last round": "no: another range of rounds is valid too",
    "260 players": "no: another participant is valid too",
}
"""For each field, the reason why a program could or could not notice a wrong character."""


def damages_section() -> Iterator[str]:
    found = store.load("damages").get("all")
    if found is None:
        return
    yield "## One wrong character"
    yield ""
    yield from paragraph(
        f"`make damages` replaced, removed or inserted one character in each of {number(found.count)} files, and"
        f" tried to pair each file. The files were copies of {found.note}, with records of all kinds. Some of these"
        " events had not begun yet. This table shows what happened:"
    )
    yield from table(
        ("", "files", "share"),
        ([words, number(found.details.get(name, 0)), _share(found, name)] for name, words in OUTCOMES.items()),
    )
    yield ""
    yield from paragraph(
        "In some files the changed character led to different pairs, but no message mentioned the change. This table"
        " shows in which records and fields this happened. It also says whether a program could have"
        " noticed the change:"
    )
    places = sorted(
        ((count, name.removeprefix("in ")) for name, count in found.details.items() if name.startswith("in ")),
        key=lambda one: (-one[0], one[1]),
    )
    yield from table(
        ("field", "files", "could it be noticed?"),
        (
            [f"`{where}`", number(count), WHY_NOT.get(where, WHY_NOT.get(where[:3], "not known"))]
            for count, where in places
        ),
    )
    yield ""


def _share(found: store.Entry, name: str) -> str:
    parts = found.details.get(name, 0) * 10_000 // found.count
    return f"{parts // 100}.{parts % 100:02} %"


def attack_section() -> Iterator[str]:
    found = store.load("attack")
    if not found:
        return
    yield "## Malicious inputs"
    yield ""
    yield from paragraph(
        "`make fuzz` gives the programs damaged files and damaged lines of JSON. `make attack` calls every mode with"
        " random options and values, on intact, damaged or packed files. Four kinds of outcomes count as a difference:"
    )
    yield from items(
        (
            "an internal error;",
            "an incomplete answer;",
            "a pairing that the reference engine or the second opinion (an independent check of legality) rejects;",
            "an exit status that contradicts the answer.",
        )
    )
    yield from paragraph(
        "Exit status 1 means that a round has no valid pairing, or that something differs from the rules."
    )
    rows = ([one.note, number(one.count), _outcomes(one), number(one.differences)] for one in found.values())
    yield from table(("target", "inputs", "outcomes", "differences"), rows)
    yield ""


def _outcomes(one: store.Entry) -> str:
    counts = sorted(one.details.items(), key=lambda named: -named[1])
    return ", ".join(f"{number(count)} {ANSWERS.get(name, name)}" for name, count in counts)
