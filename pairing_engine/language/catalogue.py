"""The sentences of a language other than English, filled in as the language writes its values."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache

from pairing_engine.language import SUFFIX, marked

HALF_A_POINT = marked("0.5 points")
"""The message whose translation shows the decimal mark of a language."""

A_QUOTATION = marked("'words'")
"""The message whose translation shows the quotation marks of a language around one word."""

POINTS = re.compile(r"[+-]?[0-9]+\.[0-9]{1,2}(?:, [+-]?[0-9]+\.[0-9]{1,2})*")
"""Points, or a list of points, as a value in a sentence."""

A_DAY = marked("on 2026/12/31")
"""The message whose translation shows how a language writes a day."""

DAYS = re.compile(r"(?:(?:^|, )[0-9]{4}/[0-9]{2}/[0-9]{2})+")
"""A day, or a list of days, as a value in a sentence."""

CONTRACTED = marked("of the")
"""The message whose translation lists the words that a language contracts, such as "de le joueur/du joueur"."""

BEGIN = "\x00"
"""The mark of the place where a value begins in a sentence: only there are words contracted, never in a name."""

THOUSANDS = {",": "\u00a0"}
"""The mark between thousands in a language with this decimal mark; a comma in all others."""

QUOTED = frozenset(("article", "version", "text", "found", "value", "symbol"))
"""The names of values that hold an article, a version or words of a file: their full stop is no decimal mark."""


class Catalogue:
    """The sentences of a language with their plural forms, read as text: compiling would save only a millisecond."""

    def __init__(self, text: str) -> None:
        from gettext import c2py

        self._forms: dict[str, list[str]] = {}
        for key, words in re.findall(r'^(msg\S+) "(.*)"$', text.replace('"\n"', ""), re.MULTILINE):
            if key == "msgid":
                message = _unescaped(words)
            elif key.startswith("msgstr") and words:
                self._forms.setdefault(message, []).append(_unescaped(words))
        self._plural = c2py(self._forms[""][0].partition("plural=")[2].partition(";")[0])

    def gettext(self, message: str) -> str:
        forms = self._forms.get(message, [message])
        return forms[0] if len(forms) == 1 else forms[self._plural(1)]

    def ngettext(self, one: str, many: str, number: int) -> str:
        forms = self._forms.get(one)
        return (one if number == 1 else many) if forms is None else forms[self._plural(number)]

    def filled(self, words: str, values: Mapping[str, object]) -> str:
        """Fill in values as the language writes them: ``{found!r}`` in its quotation marks, points with its mark.

        ``{score:point|points}`` is a number with the form of a word that this number takes. Articles, versions and
        words from files stay as they are.
        """

        def value_of(place: re.Match[str]) -> str:
            name, quotation, form = place.groups()
            value = values[name]
            if quotation and isinstance(value, str):
                before, after = re.split(r"\w+", self.gettext(A_QUOTATION))
                return f"{before}{repr(value)[1:-1]}{after}"
            mark = self.gettext(HALF_A_POINT)[1]
            if isinstance(value, str) and name not in QUOTED and POINTS.fullmatch(value):
                value = value.replace(",", "\u00a0;" if mark == "," else ",").replace(".", mark)
            if isinstance(value, str) and name not in QUOTED and DAYS.fullmatch(value):
                day = re.sub(r"^\D+", "", self.gettext(A_DAY))
                for group, part in enumerate(("2026", "12", "31"), 1):
                    day = day.replace(part, rf"\{group}")
                value = re.sub("([0-9]+)/([0-9]+)/([0-9]+)", day, value)
            if form and "|" in form:
                forms, whole = form.split("|"), re.match("[0-9]+", str(value))
                return f"{value} {forms[self._plural(int(whole[0])) if whole else -1]}"
            shown = repr(value) if quotation else format(value, form or "")
            return shown.replace(",", THOUSANDS.get(mark, ",")) if form == "," else shown

        text = re.sub(r"\{([a-z_0-9]+)(!r)?(?::([^}]*))?\}", lambda place: BEGIN + value_of(place), words)
        for apart, contracted in re.findall("([^/]+)/([^,]+)(?:, )?", self.gettext(CONTRACTED)):
            text = re.sub(rf"\b{apart.replace(' ', f' {BEGIN}', 1)}", contracted, text)
        return text.replace(BEGIN, "")


def _unescaped(words: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], words) if "\\" in words else words


@cache
def catalogue_of(language: str) -> Catalogue:
    with open(os.path.join(os.path.dirname(__file__), language + SUFFIX), encoding="utf-8") as file:  # noqa: PTH118, PTH120, PTH123
        return Catalogue(file.read())
