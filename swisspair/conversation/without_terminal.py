"""The page's own wording for messages that only make sense in a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.language import marked, say

IN_THE_PAGE: Mapping[str, str] = marked(
    {
        "add record 142, for example: 142 9 (in TRF(x): XXR 9)": "add a line to the text of the file (under "
        "File), for example for 9 rounds: 142 9",
        "add record 152, such as 152 W or 152 B (in TRF(x), XXC white1 or XXC black1)": (
            "add a line to the text of the file (under File): 152 W if the first player of the list has "
            "White in round 1, 152 B if Black"
        ),
        "write the rating into columns 49-52 of record 001, for example 1850; or use --default-rating": "write "
        "the ratings into the text of the file (under File), in columns 49-52 of each player's line",
        "write the rating into columns 49-52 of record 001, for example 1850; or pair without --maxi": "write "
        "the ratings into the text of the file (under File), in columns 49-52 of each player's line",
        "--encoding: {error}; use utf-8, cp1252, latin-1, ...": "{error}: save the file as UTF-8",
        "{number} more (--all shows them)": "{number} more",
        "{name}: {usage} (see {name} --help)": "{name}: {usage}",
        (
            "{player} did not play round {before}, but is paired in round {number} (--absent {short} leaves "
            "the player out)"
        ): "{player} did not play round {before}, but is paired in round {number}",
        (
            "not comparable: {why}; the editions of the {title} are {editions}, and --edition {edition} compares with "
            "the nearest one, but differences are then expected"
        ): ("not comparable: {why}; the available editions of the {title} are {editions}"),
        "{number} boards differ (--all shows them)": "{number} boards differ",
        "{rounds}, as explained above (--all shows the boards and the articles)": "{rounds}, as explained above",
        "{number} criterion is not fully met in this bracket (--all shows it)": (
            "{number} criterion is not fully met in this bracket"
        ),
        "{number} criteria are not fully met in this bracket (--all shows them)": (
            "{number} criteria are not fully met in this bracket"
        ),
        "correct the points or a result, or recompute the points (--recompute)": "correct the points or a result",
        (
            "if a bye is missing, write H or F in the blank cell of round {rounds}, or recompute the points "
            "(--recompute)"
        ): "if a bye is missing, write H or F in the blank cell of round {rounds}",
        (
            "if byes are missing, write H or F in the blank cells of rounds {rounds}, or recompute the points "
            "(--recompute)"
        ): "if byes are missing, write H or F in the blank cells of rounds {rounds}",
        "enter the result, or count adjourned games as draws (--adjourned draw)": "enter the result",
        (
            "{players} participants cannot play {rounds} rounds without some of them meeting twice: the most "
            "possible is {most} (record 142)"
        ): (
            "{players} participants cannot play {rounds} rounds without some of them meeting twice: the most "
            "possible is {most}"
        ),
        "the file does not state the {fact} (record {record})": "the event does not state the {fact}",
        "{days} days are stated for {rounds} rounds (record 132)": "{days} days are stated for {rounds} rounds",
        (
            "a round robin of {players} takes {once} rounds, or {twice} in two cycles, but {rounds} are planned "
            "(record 142)"
        ): "a round robin of {players} takes {once} rounds, or {twice} in two cycles, but {rounds} are planned",
    }
)
"""The page's replacements for messages of the programs."""

RECORDS: Mapping[str, str] = marked(
    {
        "record 192": "the file",
        "record 092": "the file",
        "record 212": "as the file states",
        "record 202": "as the file states",
    }
)
"""The words that the page shows instead of names such as ``record 192``."""


def without_records(words: str) -> str:
    """Replace the names of records in a sentence, because the page does not show records.

    >>> without_records("Dutch (record 192 says FIDE_DUTCH_2026)")
    'Dutch (the file says FIDE_DUTCH_2026)'
    """
    for record, plain in RECORDS.items():
        words = words.replace(say(record), say(plain))
    return words
