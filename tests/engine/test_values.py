"""The named tuples and dataclasses of `pairing_engine.values` behave like those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import typing

import pytest

from pairing_engine import values
from tests.places import ROOT

if typing.TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

PRODUCT = ("pairing_engine", "trf", "checker", "swisspair")


class Board(values.NamedTuple):
    white: int
    black: int = 7
    won: bool = False

    @property
    def both(self) -> tuple[int, int]:
        return self.white, self.black


class StandardBoard(typing.NamedTuple):
    white: int
    black: int = 7
    won: bool = False


@values.dataclass(frozen=True)
class Plain:
    name: str
    rounds: int = 9
    notes: Mapping[str, str] = values.field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if self.rounds < 0:
            raise ValueError("rounds")


@values.dataclass(frozen=True, slots=True)
class Slotted:
    name: str
    rounds: int = values.field(default=9, repr=False)


@values.dataclass(frozen=True, slots=True)
class Longer(Slotted):
    days: int = 1


@values.dataclass(frozen=True, eq=False, kw_only=True)
class Named:
    first: int = 1
    second: int


KINDS: list[tuple[Any, tuple[object, ...], dict[str, object]]] = [
    (Plain, ("a",), {}),
    (Slotted, ("a", 3), {}),
    (Longer, ("a",), {"days": 4}),
    (Named, (), {"second": 2}),
]


def test_a_named_tuple_is_like_that_of_typing() -> None:
    ours, theirs = Board(1, won=True), StandardBoard(1, won=True)
    assert tuple(ours) == tuple(theirs)
    assert repr(ours) == "Board(white=1, won=True)"
    assert tuple(ours._replace(black=3)) == theirs._replace(black=3)
    assert ours._asdict() == theirs._asdict()
    assert (Board._fields, Board._field_defaults) == (StandardBoard._fields, StandardBoard._field_defaults)
    assert Board._make([4, 5, False]).both == (4, 5)
    assert pickle.loads(pickle.dumps(ours)) == ours
    assert type(copy.copy(ours)) is Board


@pytest.mark.parametrize("wrong", [{}, {"white": 1, "red": 2}])
def test_a_named_tuple_refuses_what_it_has_no_field_for(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"white|red"):
        Board(**wrong)
    with pytest.raises(ValueError, match="red"):
        Board(1)._replace(red=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Expected 3"):
        Board._make([1])


@pytest.mark.parametrize(("kind", "given", "named"), KINDS)
def test_the_standard_library_knows_the_dataclasses(
    kind: Any, given: tuple[object, ...], named: dict[str, object]
) -> None:
    value = kind(*given, **named)
    names = [field.name for field in dataclasses.fields(value)]
    last = names[-1]
    assert dataclasses.asdict(values.replace(value, **{last: 5}))[last] == 5
    assert dataclasses.asdict(dataclasses.replace(value, **{last: 5})) == dataclasses.asdict(value) | {last: 5}
    again = pickle.loads(pickle.dumps(value))
    assert dataclasses.asdict(again) == dataclasses.asdict(value)
    assert (again == value) is (kind is not Named)
    assert (hash(again) == hash(value)) is (kind is not Named)


@pytest.mark.parametrize(("kind", "given", "named"), KINDS)
def test_a_dataclass_is_frozen(kind: Any, given: tuple[object, ...], named: dict[str, object]) -> None:
    value = kind(*given, **named)
    name = next(iter(kind.__fields__))
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        setattr(value, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        delattr(value, name)
    with pytest.raises(TypeError, match="other"):
        kind(*given, **named, other=1)


def test_defaults_are_made_anew_and_checked() -> None:
    assert Plain("a").notes is not Plain("a").notes
    assert Plain("a", notes={"1": "2"}) == Plain("a")
    assert Plain("a") != object()
    assert Slotted("a") != Longer("a")
    assert Plain.rounds == 9
    assert repr(Slotted("a")) == "Slotted(name='a')"
    assert not hasattr(Slotted("a"), "__dict__")
    with pytest.raises(ValueError, match="rounds"):
        values.replace(Plain("a"), rounds=-1)


def test_all_classes_of_the_product_are_of_this_kind() -> None:
    """Check that no class uses the standard library's dataclasses or named tuples, which slow down every start."""
    slow = re.compile(r"^from dataclasses import|^from typing import (?!Generic).*\bNamedTuple\b", re.MULTILINE)
    paths = (path for room in PRODUCT for path in (ROOT / room).rglob("*.py") if path.name != "values.py")
    assert [path.name for path in paths if slow.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("kind", [Board, Plain, Longer, Named])
def test_a_signature_shows_fields_types_and_defaults_before_a_value_is_made(kind: Any) -> None:
    shown = inspect.signature(kind).parameters
    twins = {field.name: field for field in dataclasses.fields(kind)} if kind is not Board else {}
    names = twins or StandardBoard.__annotations__
    assert list(shown) == list(names)
    assert all(one.annotation is not inspect.Parameter.empty for one in shown.values())
    for name, field in twins.items():
        default = {} if field.default_factory is not dataclasses.MISSING else field.default
        assert shown[name].default == (inspect.Parameter.empty if default is dataclasses.MISSING else default)
    if kind is Board:
        assert [one.default for one in shown.values()] == [inspect.Parameter.empty, 7, False]
    assert all((one.kind is inspect.Parameter.KEYWORD_ONLY) is (kind is Named) for one in shown.values())
