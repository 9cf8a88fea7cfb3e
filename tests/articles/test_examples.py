"""The smallest examples of the articles: engine and transcription pair them, and without the article nobody does."""

import pytest

from pairing_engine.facts.model import EventKind
from pairing_engine.matching import Backend
from pairing_engine.systems import SYSTEMS
from swisspair.examples import Example, editions, examples, pairs_of
from tests.articles.literal.facts import event_of
from tests.articles.literal.random_events import event_before
from tests.conftest import some
from tests.evidence.articles.events import round_of, subjects
from tests.evidence.articles.search import Kind, variations
from tests.evidence.exhaustive.subjects import engine_answer

ALL = [example for system, edition in editions() for example in examples(system, edition)]


def name_of(example: Example) -> str:
    return f"{example.system}-{example.edition}-{example.name}"


BY_A_TABLE = {"round-robin"}
"""The systems in which a table gives every pair, so that no article decides anything."""


def test_every_edition_has_examples() -> None:
    with_articles = SYSTEMS.keys() - BY_A_TABLE
    assert set(editions()) == {(system, edition) for system in with_articles for edition in SYSTEMS[system]}


def test_every_example_is_confirmed_by_more_than_the_engine() -> None:
    assert [name_of(one) for one in ALL if "reference engine" not in one.confirmed] == []
    plainest = [one for one in ALL if one.level == "plainest"]
    assert [name_of(one) for one in plainest if "transcription" not in one.confirmed] == []


@pytest.mark.parametrize("example", some(ALL, 60), ids=name_of)
def test_the_round_is_paired_as_the_example_says(example: Example) -> None:
    system = SYSTEMS[example.system][example.edition]
    answer = engine_answer(example.event, system, Backend.AUTO)
    assert pairs_of(round_of(answer)) == example.pairs
    assert len(example.event.rounds) == example.round - 1


@pytest.mark.parametrize("named", editions(), ids="-".join)
def test_the_transcription_pairs_the_examples_too(named: tuple[str, str]) -> None:
    """With more players, some transcriptions list too many candidates."""
    subject = subjects()["/".join(named)]
    for example in examples(*named):
        event = example.event
        if len(event.participants) < 10:
            of_matches = event.settings.kind is not EventKind.INDIVIDUAL
            facts = event_of(event) if of_matches else event_before(event, example.round, event.settings.initial_colour)
            assert pairs_of(round_of(subject.transcription(facts))) == example.pairs, example.name


@pytest.mark.mutants
@pytest.mark.parametrize("example", ALL, ids=name_of)
def test_the_article_decides_the_round(example: Example) -> None:
    system = SYSTEMS[example.system][example.edition]
    own = Kind(example.article, example.code, "")
    kinds = {own} if example.without else set()
    kinds |= {Kind(one.article, one.code, one.misread) for one in example.misreadings if one.article == example.article}
    assert kinds
    for kind in kinds:
        found = set()
        for each in variations(system):
            if each.kind == kind:
                with each.rules() as changed:
                    answer = engine_answer(each.of_event(example.event), changed, each.engine)
                found.add(pairs_of(round_of(answer)))
        assert found - {example.pairs}, kind
        assert kind != own or not example.without or example.without in found
