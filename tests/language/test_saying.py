"""The language of messages can be chosen. For English, no catalogue is loaded."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import pairing_engine.language
from pairing_engine import NoPairing, pair
from pairing_engine.language import (
    UnknownLanguage,
    carried,
    in_language,
    language,
    languages,
    marked,
    say,
    say_many,
)
from tests.programs.legacy.events import STUCK
from tests.spread import spread
from trf import read


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
    tournament = read(STUCK.encode())
    with in_language("fr"), pytest.raises(NoPairing, match="il n’existe pas d’appariement complet") as raised:
        pair(tournament)
    assert "participants 1 et 2" in str(raised.value)
