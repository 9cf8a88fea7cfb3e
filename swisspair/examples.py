"""Small examples of the articles, from ``fixtures/articles`` (docs/conformance.md describes their format)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zipfile import Path as ZipPath

if TYPE_CHECKING:
    from pairing_engine.facts.model import Tournament

ARCHIVE = Path(__file__).with_name("articles.zip")
"""The examples in an installed package. `setup.py` packs them."""

SOURCES = Path(__file__).parent.parent / "fixtures" / "articles"
"""The examples in the sources."""

Pairs = tuple[tuple[int, int], ...]
"""The boards as (White, Black); the bye is a pair with 0 in place of Black."""


class Misreading(NamedTuple):
    """A way to misread an article, and the pairs that it gives. ``misread`` is empty if the article is left out."""

    article: str
    code: str
    misread: str
    pairs: Pairs


class Example(NamedTuple):
    """An event in which an article decides the pairing of a round.

    ``article`` is the article with its chapter, ``code`` the code of a criterion, or empty. ``about`` is our sentence
    about the article. ``level`` is ``plainest``, ``typical``, ``hardest`` or ``misread``. ``pairs`` are the right
    pairs of ``round``, and ``without`` those that the rules would give without the article. ``confirmed`` names who
    agrees with the right pairs.
    """

    name: str
    system: str
    edition: str
    article: str
    code: str
    about: str
    level: str
    round: int
    pairs: Pairs
    without: Pairs
    misreadings: tuple[Misreading, ...]
    confirmed: tuple[str, ...]

    @property
    def trf(self) -> str:
        """The event as a TRF26."""
        return (_home() / f"{self.system}-{self.edition}" / f"{self.name}.trf").read_text(encoding="utf-8")

    @property
    def event(self) -> Tournament:
        """The event before the round."""
        from trf import examine

        return examine(self.trf, name=f"{self.name}.trf").tournament

    def to_dict(self) -> dict[str, object]:
        """Return the example as in ``examples.jsonl``."""
        return {**self._asdict(), "misreadings": [each._asdict() for each in self.misreadings]}

    @property
    def readings(self) -> tuple[Misreading, ...]:
        """The readings that give another round, that of the example without its own article first."""
        own = [Misreading(self.article, self.code, "", self.without)] if self.without else []
        return (*own, *self.misreadings)

    def readings_of(self, pairs: Pairs) -> list[Misreading]:
        """Return the misreadings that give these pairs, those of the example's own article first."""
        found = [each for each in self.readings if set(each.pairs) == set(pairs)]
        return sorted(found, key=lambda each: each.article != self.article)


def _home() -> Path | ZipPath:
    return ZipPath(ARCHIVE) if ARCHIVE.exists() else SOURCES


def editions() -> list[tuple[str, str]]:
    """Return the systems and editions that have examples."""
    folders = sorted(folder.name for folder in _home().iterdir() if (folder / "examples.jsonl").exists())
    return [(name.rpartition("-")[0], name.rpartition("-")[2]) for name in folders]


@lru_cache(maxsize=16)
def examples(system: str, edition: str) -> tuple[Example, ...]:
    """Return the examples of an edition, in the order of the file; none if the edition has no examples.

    >>> first = examples("dutch", "2026")[0]
    >>> first.system, first.edition
    ('dutch', '2026')
    """
    file = _home() / f"{system}-{edition}" / "examples.jsonl"
    if not file.exists():
        return ()
    return tuple(_example(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())


def _example(line: dict[str, object]) -> Example:
    values = {key: value for key, value in line.items() if key != "file"}
    misreadings = (Misreading(**{**each, "pairs": pairs_of(each["pairs"])}) for each in line["misreadings"])  # type: ignore[attr-defined]
    return Example(
        **{
            **values,
            "name": str(line["file"]).removesuffix(".trf"),
            "pairs": pairs_of(str(line["pairs"])),
            "without": pairs_of(str(line["without"])),
            "misreadings": tuple(misreadings),
            "confirmed": tuple(line["confirmed"]),  # type: ignore[arg-type]
        }
    )


def pairs_of(text: str) -> Pairs:
    """Read pairs.

    >>> pairs_of("1-4 3-2 5-bye")
    ((1, 4), (3, 2), (5, 0))
    """
    found = (pair.split("-") for pair in text.split())
    return tuple((int(white), 0 if black == "bye" else int(black)) for white, black in found)


def shown_pairs(pairs: Iterable[tuple[int, int]]) -> str:
    """Write pairs.

    >>> shown_pairs(((1, 4), (5, 0)))
    '1-4, 5-bye'
    """
    return ", ".join(f"{white}-{black or 'bye'}" for white, black in pairs)


def about_article(wanted: str, found: tuple[Example, ...]) -> list[Example]:
    """Return the examples of an article by its code or its number, such as ``C9``, ``2.4.4`` or ``C.04.3 2.4.4``."""
    return [one for one in found if is_about(wanted, one.article, one.code, one.name)]


def is_about(wanted: str, article: str, *names: str) -> bool:
    """Whether a reader's words mean an article, by its number with or without the chapter, or by another name."""
    words = wanted.strip().casefold().strip("[]")
    return words in (name.casefold() for name in (article, article.split(" ", 1)[-1], *names))
