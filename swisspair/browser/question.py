"""A question from the page, with the event to which it refers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from checker.questions import Moment, moment
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament
from pairing_engine.language import ENGLISH, language, say
from pairing_engine.values import NamedTuple
from trf import Reading, examine

Kind = TypeVar("Kind")


class Question(NamedTuple):
    """A question from the page, with its arguments."""

    values: Mapping[str, object]

    @classmethod
    def read(cls, text: str) -> Question:
        """Parse the JSON of a question. Raises `BadRequest` for any other text."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRequest(f"expected a question as JSON: {error}") from None
        if not isinstance(found, dict):
            raise BadRequest("expected a question as a JSON object")
        return cls(found)

    @property
    def kind(self) -> str:
        return self.text("ask")

    @property
    def language(self) -> str:
        return self.text("language") or ENGLISH

    @property
    def name(self) -> str:
        """The name of the event in messages."""
        return self.text("name") or say("the event")

    def text(self, key: str) -> str:
        """Return an argument that is a text; empty if missing."""
        found = self.values.get(key, "")
        return self._of(str, key, found)

    def number(self, key: str) -> int | None:
        """Return an argument that is a whole number; None if missing."""
        found = self.values.get(key)
        return None if found is None else self._of(int, key, found)

    def texts(self, key: str) -> list[str]:
        """Return an argument that is a list of texts; empty if missing."""
        return [self._of(str, key, one) for one in self._of(list, key, self.values.get(key, []))]

    def pairs(self, key: str) -> list[tuple[int, int]]:
        """Return an argument that is a list of boards: the numbers of White and Black, with 0 for nobody."""
        found = []
        for pair in self._of(list, key, self.values.get(key, [])):
            if len(numbers := self._of(list, key, pair)) != 2:
                raise BadRequest(f"{key}: found {pair!r}")
            found.append((self._of(int, key, numbers[0]), self._of(int, key, numbers[1])))
        return found

    def by_name(self, key: str) -> dict[str, str]:
        """Return an argument that maps names to texts; empty if missing."""
        found = self._of(dict, key, self.values.get(key, {}))
        return {str(name): self._of(str, key, value) for name, value in found.items()}

    def reading(self) -> Reading:
        """Read the event with `trf.examine`, and raise the same errors."""
        return read(self.text("trf"), self.name, language())

    def tournament(self) -> Tournament:
        return self.reading().tournament

    def moment(self) -> Moment:
        """Return the `Moment` before the requested round or, by default, before the next round."""
        return before(self.text("trf"), self.name, language(), self.number("round"))

    @staticmethod
    def _of(kind: type[Kind], key: str, found: object) -> Kind:
        if not isinstance(found, kind):
            raise BadRequest(f"{key}: found {found!r}")
        return found


@lru_cache(maxsize=4)
def read(text: str, name: str, _language: str) -> Reading:
    """Read the event in a text; messages about adjustments are in the chosen language."""
    return examine(text.encode(), name=name)


@lru_cache(maxsize=4)
def before(text: str, name: str, spoken: str, number: int | None) -> Moment:
    """Return the `Moment` before a round. The answer is cached for later questions."""
    return moment(read(text, name, spoken).tournament, number)
