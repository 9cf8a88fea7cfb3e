"""Rules for messages that are read once. They read every line that a program writes in a test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

LABEL = re.compile(
    r"(?:Error while pairing |Error \w+ file [^\s:]*: )?"
    r"(?:swiss\w+ --\S+: [^:]*: |standard input: |line \d+: |seed \d+: [^:]*: )?"
    r"(?:(?:round \d+|ronde \d+|line \d+|[^\s:]+(?: \(\d+\)|/line \d+)?)(?::\d+)*: )*"
)
"""The names that may stand before a sentence: a file with its line and column, a program, a round, an adjustment."""

QUOTED = re.compile(r"'[^']*'|«[^»]*»|\"[^\"]*\"|`[^`]*`|\w+://\S+|\S*\d:\S+")
"""Words of the file or of the caller, addresses, and results such as 1:1-0, which may hold colons."""

THINGS = "players|rounds|byes|boards|games|teams|files|tournaments|matches|digits|places|pairs|joueurs|rondes|parties"
TAIL = re.compile(r"; (?:players? |joueurs? )?\d+(?:, \d+)*(?:$| \[)")
CODE = re.compile(r"(?<!\()\b(?:MDPs?|BSNs?|PSD|NAN|NAT)\b|[a-z'’] TPNs?\b")
"""A code of the handbook that does not stand in brackets behind its words, such as (BSN)."""

ONE_OF_MANY = re.compile(rf"(?<![\d.,/-])1 (?:{THINGS})\b|(?:rounds|rondes) (\d+) (?:to|à) \1\b")
IN_FRENCH = {
    "English in French": r"\b(?:the|with|which|cannot|would|has|are|is not)\b",
    "an English turn in French": r"\btrouvée?s?\b.*\battendue?s?\b",
    "a plural below two": r"(?<![\d.,:/-])[01](?:,\d)? (?:points|joueurs|rondes|parties|échiquiers|résultats)\b",
    "straight quotation marks in French": r"(?<!\w)'[^']+'(?!\w)",
}
"""The faults that a French arbiter marks in a line, each with its pattern."""


def is_read_once(arguments: Sequence[object], *texts: str) -> None:
    """Fail the test whose program writes a line that must be read twice."""
    words = [str(word) for word in arguments]
    french = "fr" in words and "--language" in words
    texts = tuple(re.split("(?i)<!doctype", text)[0] for text in texts if not text.startswith(("{", "Usage:")))
    if not {"json", "jsonl", "csv", "--endorse", "--serve"}.intersection(words):
        found = [fault for text in texts for fault in faults(text, french=french)]
        assert not found, "\n".join(found)


def faults(text: str, *, french: bool = False) -> Iterator[str]:
    """Yield each line of a program's words that a reader must read twice, with the reason."""
    for line in text.splitlines():
        if (
            line.lstrip().startswith(("<", "{", "[", "Exit status", "the file notes: ", "note dans le fichier"))
            or "\u27e6" in line
            or "\\" in line
        ):
            continue  # a page, JSON, words that a test has marked, and hostile names
        said = LABEL.sub("", line.strip().replace("\xa0", " ").replace(" :", ":"), count=1)
        sentence, unquoted = QUOTED.sub("", said), re.sub("«[^»]*»", "", said)
        if len(re.findall(r":(?= |$)", sentence)) > 1:
            yield f"more than one colon: {line}"
        if TAIL.search(sentence):
            yield f"a list of numbers without a verb: {line}"
        if ONE_OF_MANY.search(sentence):
            yield f"a plural of one: {line}"
        if CODE.search(re.sub(r"\[[^\]]*\]", "", unquoted)):
            yield f"a code without its words: {line}"
        if french:
            yield from (f"{fault}: {line}" for fault, pattern in IN_FRENCH.items() if re.search(pattern, unquoted))
