"""Every message has a valid translation, and the catalogues contain no outdated messages."""

import os
import pickle
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

import pairing_engine.language
from pairing_engine import NoPairing, pair
from pairing_engine.language import filled, language, marked, say, say_many
from pairing_engine.language.catalogue import catalogue_of
from pairing_engine.language.choosing import UnknownLanguage, carried, in_language, languages
from tests.language.catalogues import CATALOGUES, as_text, collected, comment_of, files, read, strings_of
from tests.programs.legacy.events import STUCK
from tests.spread import spread
from trf import read as read_event

of_each_language = pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return collected()


def translated(path: Path) -> list[Message]:
    return [message for message in read(path) if message.id]


def ids_of(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def places_of(text: str) -> list[tuple[str, str, str]]:
    """Find the placeholders of a message and their formats. Raises ValueError for unmatched braces."""
    if "%(" in text:
        return sorted((name, "", "") for name in re.findall(r"%\((\w+)(?::[^)]*\|[^)]*)?\)s", text))
    found = [(name, spec or "", conversion or "") for _, name, spec, conversion in Formatter().parse(text) if name]
    return sorted({(name, "" if "|" in spec else spec, conversion) for name, spec, conversion in found})


@of_each_language
def test_a_catalogue_has_exactly_the_messages_of_the_sources(path: Path, sources: Catalog) -> None:
    said = {message.id for message in read(path)}
    asked = {message.id for message in sources}
    assert said - asked == set(), "stale: run make catalogues"
    tell_of([message for message in asked - said if message], "new: run make catalogues, and translate")


@of_each_language
def test_every_message_is_translated(path: Path) -> None:
    tell_of([message.id for message in translated(path) if not all(strings_of(message))], "not translated")


def tell_of(messages: list[Any], words: str) -> None:
    if messages and os.environ.get("SWISSPAIR_RELEASE"):
        pytest.fail(f"{words}: {messages}")
    if messages:
        warnings.warn(Untranslated(f"{words}: {messages}"), stacklevel=2)


class Untranslated(UserWarning):
    """The warning about a sentence that has no French translation."""


@of_each_language
def test_a_translation_has_the_places_of_its_message(path: Path) -> None:
    wrong = [
        (message.id, said)
        for message in translated(path)
        for said in strings_of(message)
        if said and places_of(said) not in [places_of(text) for text in ids_of(message)]
    ]
    assert wrong == []


@of_each_language
def test_blanks_around_a_message_are_those_of_its_translation(path: Path) -> None:
    def around(text: str) -> tuple[int, int]:
        return len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))

    wrong = [
        (message.id, said)
        for message in translated(path)
        for said in strings_of(message)
        if said and (around(said) != around(ids_of(message)[0]) or "\n" in said)
    ]
    assert wrong == []


@of_each_language
def test_the_programs_read_a_catalogue_as_babel_does(path: Path) -> None:
    catalogue, wrong = catalogue_of(path.stem), []
    for message in (one for one in translated(path) if all(strings_of(one))):
        one, *many = ids_of(message)
        forms = [catalogue.ngettext(one, many[0], number) for number in (1, 2)] if many else [catalogue.gettext(one)]
        wrong += [one] if forms != list(strings_of(message)) else []
    assert wrong == []


@of_each_language
def test_a_catalogue_stands_in_the_order_of_its_messages(path: Path) -> None:
    assert path.read_bytes() == as_text(read(path), comment_of(path)), "run: make catalogues"


def test_every_catalogue_is_a_language() -> None:
    assert languages() == sorted(["en", *(path.stem for path in files())])


def test_messages_of_the_sources_have_names_in_their_places(sources: Catalog) -> None:
    ids = [text for message in sources if message.id for text in ids_of(message)]
    assert [text for text in ids if any(not re.match(r"[a-z]", name) for name, _, _ in places_of(text))] == []
    assert [text for text in ids if "{}" in text or "\n" in text] == []


def test_french_has_no_break_spaces_and_apostrophes() -> None:
    said = [text for message in translated(CATALOGUES / "fr.po") for text in strings_of(message)]
    assert [text for text in said if re.search(r" [:;?!]( |$)|[a-zéè]'[a-zéè]", text)] == []


def test_english_reads_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    monkeypatch.setattr(pairing_engine.language, "_catalogue", refuse)
    assert say("{number} has White", number=3) == "3 has White"
    assert say_many("{number} round", "{number} rounds", 0) == "0 rounds"


def test_a_language_is_that_of_the_call() -> None:
    with in_language("fr"):
        assert say("{number} has White", number=3) == "3 a les Blancs"
        with in_language("en"):
            assert say("{number} has White", number=3) == "3 has White"
        assert language() == "fr"
    assert language() == "en"


def test_a_language_is_not_that_of_other_threads() -> None:
    with in_language("fr"), ThreadPoolExecutor(1) as threads:
        assert threads.submit(language).result() == "en"


@pytest.mark.parametrize("name", ["fr", "FR", "fr_CH", "fr-BE", "fr_FR.UTF-8"])
def test_names_of_languages(name: str) -> None:
    with in_language(name):
        assert language() == "fr"


def test_an_unknown_language() -> None:
    there_are = ", ".join(languages())
    with (
        pytest.raises(UnknownLanguage, match=f"there is no language 'xx'; the languages are {there_are}"),
        in_language("xx"),
    ):
        pass


def test_plurals_are_those_of_the_language() -> None:
    with in_language("fr"):
        said = [say_many("{number} round", "{number} rounds", number) for number in (0, 1, 2)]
    assert said == ["0 ronde", "1 ronde", "2 rondes"]


def test_days_and_contracted_words_are_those_of_the_language() -> None:
    values = {"one": "le joueur 3", "day": "2026/12/31", "found": "2026/12/31"}
    with in_language("fr"):
        assert filled("de {one} à {one}, précède {one} : {day}, {found}", values) == (
            "du joueur 3 au joueur 3, précède le joueur 3 : 31/12/2026, 2026/12/31"
        )


def test_untranslated_messages_stay_english() -> None:
    with in_language("fr"):
        assert (say("Xyzzy"), say(""), say(marked("White"))) == ("Xyzzy", "", "Blancs")


def spoken(_item: int) -> str:
    return say("White")


def test_other_processes_speak_the_same() -> None:
    with in_language("fr"):
        work = carried(spoken)
        assert list(spread(spoken, [1, 2, 3], 2)) == ["Blancs"] * 3
    assert pickle.loads(pickle.dumps(work))(1) == "Blancs"
    assert carried(spoken) is spoken


def test_an_error_has_its_sentence_in_the_language_of_the_call() -> None:
    tournament = read_event(STUCK.encode())
    with in_language("fr"), pytest.raises(NoPairing, match="n’ont aucun adversaire possible") as raised:
        pair(tournament)
    assert "participants 1 et 2" in str(raised.value)
