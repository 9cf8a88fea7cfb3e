"""Named tuples and frozen dataclasses that cost almost no time until they are first used.

A program creates a hundred classes when it starts, but uses only a few of them. `typing` and `dataclasses` compile all
their methods, which took a third of the time needed to pair a small round. A class of this module writes its
constructor when it is first called. In all other respects, it behaves like a named tuple or dataclass of the standard
library, except that ``repr`` is a short line, and a named tuple can have a method ``_taken``, which returns what the
constructor returns. `dataclasses.replace`, `fields` and `asdict` accept these classes too.
"""

from __future__ import annotations

from functools import cache, partial
from operator import attrgetter

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`, because `typing` takes time to load."""
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeVar, TypeVarTuple

    Made = TypeVar("Made")
    Values = TypeVarTuple("Values")

NOTHING: Any = object()
"""A marker for a field without a default."""


class _Computed:
    """A class attribute that is computed when it is first read, because few programs read it."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self.compute = cache(compute)

    def __get__(self, _value: object, kind: Any) -> Any:
        return self.compute(kind)


def _signature(kind: Any) -> Any:
    """Return the fields of a class as `inspect.signature`, `help` and editors show them."""
    from inspect import Parameter, Signature

    types: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        types |= vars(base).get("__annotations__", {})
    how = Parameter.KEYWORD_ONLY if getattr(kind, "__kw_only__", False) else Parameter.POSITIONAL_OR_KEYWORD
    return Signature(
        [
            Parameter(name, how, default=Parameter.empty if default is NOTHING else default, annotation=types[name])
            for name, default in _defaults(kind).items()
        ]
    )


def _defaults(kind: Any) -> dict[str, Any]:
    """Return the default of each field; `NOTHING` for a field without one."""
    if hasattr(kind, "_fields"):
        return {name: kind._field_defaults.get(name, NOTHING) for name in kind._fields}
    return {
        name: field.default if field.default_factory is NOTHING else field.default_factory()
        for name, field in kind.__fields__.items()
    }


def _written_later(name: str, write: Callable[[], Any]) -> Callable[..., Any]:
    """Return a temporary ``__new__`` or ``__init__``, which replaces itself with the one that ``write`` returns."""

    def first(self: Any, /, *values: object, **named: object) -> Any:
        made = write()
        kind = self if isinstance(self, type) else type(self)
        for base in kind.__mro__:
            standing = vars(base).get(name)
            if getattr(standing, "__func__", standing) is first:
                made.__name__, made.__qualname__ = name, f"{base.__qualname__}.{name}"
                setattr(base, name, staticmethod(made) if name == "__new__" else made)
        return made(self, *values, **named)

    first.__annotations__ = {}  # `typing.get_type_hints` would look for `Any`
    return first


class _NamedTuples(type):
    """A metaclass that turns the definition of a named tuple into a plain class."""

    def __new__(cls, name: str, _bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Create a tuple class with everything that `typing.NamedTuple` would provide."""
        from collections import _tuplegetter  # type: ignore[attr-defined]

        names = tuple(body.get("__annotations__", ()))
        defaults = {field: body[field] for field in names if field in body}

        def written() -> Any:
            listed = "".join(f"{field}, " for field in names)
            known = {"_new": tuple.__new__, "_taken": getattr(kind, "_taken", None)}
            value = f"_taken(_new(_cls, ({listed})))" if known["_taken"] else f"_new(_cls, ({listed}))"
            made = eval(f"lambda _cls, {listed}: {value}", known)
            made.__defaults__ = tuple(defaults.values())
            return made

        given = {
            "__slots__": (),
            "__match_args__": names,
            "__signature__": _Computed(_signature),
            "__new__": _written_later("__new__", written),
            "__repr__": in_a_line,
            "__getnewargs__": _plain,
            "__replace__": _replaced,
            "_fields": names,
            "_field_defaults": defaults,
            "_make": classmethod(_make),
            "_replace": _replaced,
            "_asdict": _as_dict,
        }
        getters = {field: _tuplegetter(place, "") for place, field in enumerate(names)}
        kind = type(name, (tuple,), given | body | getters)
        return kind


def _make(cls: Any, values: Iterable[object]) -> Any:
    made = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


def _replaced(self: Any, /, **changes: object) -> Any:
    changed = self._make(map(changes.pop, self._fields, self))
    if changes:
        raise ValueError(f"Got unexpected field names: {list(changes)!r}")
    return changed


def _plain(self: Any) -> tuple[object, ...]:
    return tuple(self)


def _as_dict(self: Any) -> dict[str, object]:
    return dict(zip(self._fields, self, strict=True))


def of_values(kind: Callable[[*Values], Made]) -> Callable[[tuple[*Values]], Made]:
    """Return a function that creates a named tuple from a tuple of its values, three times as fast as the constructor.

    >>> from pairing_engine.facts.model import Meeting
    >>> of_values(Meeting)((4, 7, True, True))
    Meeting(white=4, black=7, played=True, colours_known=True)
    """
    new: Any = tuple.__new__
    return partial(new, kind)


class _Field:
    def __init__(self, default: Any = NOTHING, default_factory: Any = NOTHING, **where: bool) -> None:
        self.default, self.default_factory = default, default_factory
        self.shown, self.compared = where.get("repr", True), where.get("compare", True)


def _dataclass(*, frozen: bool, slots: bool = False, kw_only: bool = False, **made: bool) -> Callable[[Any], Any]:
    """Replace the dataclass decorator with one that does its work when the class is first used."""
    if not frozen:
        raise TypeError("values are frozen: say dataclass(frozen=True)")
    return lambda kind: _with_methods(kind, slots, kw_only, made.get("repr", True), made.get("eq", True))


def _with_methods(kind: Any, slots: bool, kw_only: bool, shown: bool, compared: bool) -> Any:
    stated = {name: vars(kind).get(name, NOTHING) for name in kind.__annotations__}
    own = {name: value if isinstance(value, _Field) else _Field(value) for name, value in stated.items()}
    fields = getattr(kind, "__fields__", {}) | own
    then = hasattr(kind, "__post_init__")
    key = attrgetter(*(name for name, field in fields.items() if field.compared))
    given: dict[str, Any] = {
        "__fields__": fields,
        "__kw_only__": kw_only,
        "__match_args__": () if kw_only else tuple(fields),
        "__dataclass_fields__": _Computed(lambda kind: _standard(kind).__dataclass_fields__),
        "__dataclass_params__": _Computed(lambda kind: _standard(kind).__dataclass_params__),
        "__signature__": _Computed(_signature),
        "__replace__": _replace,
        "__init__": _written_later("__init__", lambda: _init(kind, fields, kw_only, then)),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }
    if shown:
        given["__repr__"] = in_a_line
    if compared:
        given["__eq__"] = lambda self, other: key(self) == key(other) if _alike(self, other) else NotImplemented
        given["__hash__"] = lambda self: hash(key(self))
    for name, value in given.items():
        setattr(kind, name, value)
    for name, field in own.items():
        if field.default is not NOTHING and not slots:
            setattr(kind, name, field.default)
        elif name in vars(kind):
            delattr(kind, name)
    return _with_slots(kind, own) if slots else kind


def _alike(one: Any, other: Any) -> bool:
    """Whether two values have the same fields; a class that only adds methods keeps the fields of its base."""
    return type(one) is type(other) or getattr(other, "__fields__", None) is one.__fields__


def _with_slots(kind: Any, own: Mapping[str, _Field]) -> Any:
    """Copy the class and give it slots, because slots can be defined only when a class is created."""
    body = {name: value for name, value in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    taken = {slot for base in kind.__mro__[1:] for slot in vars(base).get("__slots__", ())}
    body["__slots__"] = tuple(name for name in own if name not in taken)
    body["__reduce__"] = lambda self: (type(self), tuple(getattr(self, name) for name in self.__fields__))
    made = type(kind)(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    return made


def _init(kind: Any, fields: Mapping[str, _Field], kw_only: bool, then: bool) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_nothing": NOTHING, "_outdated": outdated}
    parameters, lines = ["self", "/", *(["*"] if kw_only else [])], []
    for name, field in fields.items():
        given, value = name, name
        if field.default_factory is not NOTHING:
            known[f"_make_{name}"] = field.default_factory
            given, value = f"{name}=_nothing", f"_make_{name}() if {name} is _nothing else {name}"
        elif field.default is not NOTHING:
            known[f"_default_{name}"] = field.default
            given = f"{name}=_default_{name}"
        parameters.append(given)
        lines.append(f" _set(self, {name!r}, {value})")
    for old, new in getattr(kind, "__renamed__", ()):
        parameters.append(f"{old}=_nothing")
        given = f"_outdated('{kind.__name__}({old}=...)', {new!r}, {old})"
        lines.append(f" if {old} is not _nothing: _set(self, {new!r}, {given})")
    lines += [" self.__post_init__()"] if then else []
    exec("\n".join((f"def __init__({', '.join(parameters)}):", *lines)), known)
    return known["__init__"]


def _refuse(_self: object, name: str, *_value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def outdated(old: str, new: str, value: Made, depth: int = 3) -> Made:
    """Return a value that had another name, with a warning; the old name stays for one release (docs/promises.md)."""
    import warnings

    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=depth)
    return value


LINE = 120
"""The maximum length of a value that is shown in a line."""


def in_a_line(value: Any) -> str:
    """Show a value for ``__repr__``: leave out fields with default values, and cut the text at `LINE`.

    >>> from pairing_engine.facts.model import Points, Scoring
    >>> Scoring(win=Points(30), draw=Points(10))
    Scoring(win=30, draw=10)
    """
    fields = getattr(value, "__fields__", {})
    words = [
        f"{name}={given!r}"
        for name, default in _defaults(type(value)).items()
        if (name not in fields or fields[name].shown) and (given := getattr(value, name)) != default
    ]
    return shortened(f"{type(value).__name__}({', '.join(words)})")


def shortened(text: str) -> str:
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


def _replace(value: Any, /, **changes: object) -> Any:
    kept = {name: getattr(value, name) for name in value.__fields__ if name not in changes}
    return type(value)(**kept, **changes)


def _standard(kind: Any) -> Any:
    from dataclasses import field, make_dataclass

    listed = []
    for name, one in kind.__fields__.items():
        default = {"default": one.default, "default_factory": one.default_factory}
        stated = {key: value for key, value in default.items() if value is not NOTHING}
        listed.append((name, "object", field(**stated, repr=one.shown, compare=one.compared)))
    return make_dataclass(kind.__name__, listed, frozen=True, kw_only=kind.__kw_only__)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
else:
    dataclass, field, replace = _dataclass, _Field, _replace
    NamedTuple = type.__new__(_NamedTuples, "NamedTuple", (), {})
