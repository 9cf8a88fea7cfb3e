"""Small examples of the articles: engine and transcription pair them, and without the article nobody does."""

from itertools import permutations, product

import pytest

from pairing_engine.facts.model import EventKind
from pairing_engine.kernel.colour import allocate
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.lim.floaters import have_permitted_colours
from pairing_engine.systems.system import System
from pairing_engine.systems.team.edition_2026 import preference
from swisspair.examples import Example, editions, examples, pairs_of
from tests.articles.literal.facts import event_of
from tests.articles.literal.random_events import event_before
from tests.builders import player, state
from tests.conftest import some
from tests.evidence.articles.events import round_of, subjects
from tests.evidence.articles.search import Kind, variations
from tests.evidence.exhaustive.subjects import engine_answer
from tools.handbook import CONFORMANCE, PART, arguments, covered, examples_of, with_examples

ALL = [example for system, edition in editions() for example in examples(system, edition)]


def name_of(example: Example) -> str:
    return f"{example.system}-{example.edition}-{example.name}"


def test_no_edition_has_lost_its_examples() -> None:
    """A new edition has none until ``tests.evidence.articles.search`` has found them."""
    assert len(editions()) >= 14


@pytest.mark.parametrize("system", with_examples(), ids=repr)
def test_every_article_has_an_example_or_else_an_argument(system: System) -> None:
    known = examples_of(system)
    varied = {each.article for each in variations(system) if each.article not in known} - {f"{system.article} edition"}
    assert {*varied, *(article for article, found in known.items() if not found)} == set(arguments(system))


def test_the_page_says_which_articles_have_examples() -> None:
    found = PART.search(CONFORMANCE.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == covered(), "python -m tools.handbook writes it"


HISTORIES = ["".join(colours) for games in range(6) for colours in product("wb", repeat=games)]
LIM, TEAM = SYSTEMS["lim"], SYSTEMS["team"]


def sides(kind: str, *, last: bool) -> list[Player]:
    """Build a player or, with a type of preferences, a team of each history of up to five games."""
    found = [player(tpn, colours=colours) for tpn, colours in enumerate(HISTORIES, 1)]
    return [one._replace(preference=preference(one, kind, is_last=last)) for one in found] if kind else found


@pytest.mark.parametrize(
    ("system", "article", "kind"),
    [(LIM["2026"], "5.1.2", ""), (LIM["1999"], "5.1.2", "")]
    + [(TEAM[edition], "4.3.3", kind) for edition in TEAM for kind in "AB"],
    ids=str,
)
@pytest.mark.parametrize("last", [False, True])
def test_a_colour_step_without_an_example_never_decides(system: System, article: str, kind: str, last: bool) -> None:
    steps = tuple(step for step in system.colour_steps if step.article != article)
    before = state(last=last)
    for one, two in permutations(sides(kind, last=last), 2):
        if kind or last or have_permitted_colours(one, two):
            found, step = allocate(one, two, before, system.colour_steps)
            assert allocate(one, two, before, steps)[0] is found, f"{one.colours} {two.colours} {step.article}"


@pytest.mark.parametrize(("code", "players", "rounds"), [("C9", 4, 2), ("C18", 5, 4), ("C21", 7, 4)])
def test_the_plainest_example_is_as_small_as_any_that_is_known(code: str, players: int, rounds: int) -> None:
    first = next(one for one in examples("dutch", "2026") if one.code == code)
    assert (len(first.event.participants), first.round, first.level) == (players, rounds, "plainest")


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
