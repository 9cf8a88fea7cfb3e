"""Named tuples and frozen dataclasses that cost almost no time until they are first used.

A program creates a hundred classes when it starts, but uses only a few of them. `typing` and `dataclasses` compile the
methods of a class when the class is defined. Without this module, compiling the classes took a third of the time needed
to pair a small round. A class of this module writes its constructor when it is first called. In all other respects, the
classes behave like the named tuples and dataclasses of the standard library. The functions `dataclasses.replace`,
`fields` and `asdict` accept these classes too, and load `dataclasses` only when they are called.
"""

from __future__ import annotations

from functools import partial
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


class _Signature:
    """The fields of a class as `inspect.signature`, `help` and editors show them, before the first value is made."""

    def __get__(self, _value: object, kind: Any) -> Any:
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


_SIGNATURE = _Signature()


def _defaults(kind: Any) -> dict[str, Any]:
    """Return the default of each field; `NOTHING` for a field without one."""
    if hasattr(kind, "_fields"):
        return {name: kind._field_defaults.get(name, NOTHING) for name in kind._fields}
    return {
        name: field.default if field.default_factory is NOTHING else field.default_factory()
        for name, field in kind.__fields__.items()
    }


class _NamedTuples(type):
    """A metaclass that turns the definition of a named tuple into a plain class."""

    def __new__(cls, name: str, _bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Create a tuple class with everything that `typing.NamedTuple` would provide."""
        from collections import _tuplegetter  # type: ignore[attr-defined]

        names = tuple(body.get("__annotations__", ()))
        defaults = {field: body[field] for field in names if field in body}
        given = {
            "__slots__": (),
            "__match_args__": names,
            "__signature__": _SIGNATURE,
            "__new__": _later_new(name, names, tuple(defaults.values())),
            "__repr__": _show_tuple,
            "__getnewargs__": _plain,
            "__replace__": _replaced,
            "_fields": names,
            "_field_defaults": defaults,
            "_make": classmethod(_make),
            "_replace": _replaced,
            "_asdict": _as_dict,
        }
        getters = {field: _tuplegetter(place, "") for place, field in enumerate(names)}
        return type(name, (tuple,), given | body | getters)


def _later_new(name: str, names: tuple[str, ...], defaults: tuple[object, ...]) -> Callable[..., Any]:
    """Return a `__new__` that writes the real constructor when it is first called."""

    def __new__(cls: type, /, *values: object, **named: object) -> Any:  # noqa: N807
        listed = "".join(f"{field}, " for field in names)
        made = eval(f"lambda _cls, {listed}: _new(_cls, ({listed}))", {"_new": tuple.__new__})
        made.__name__, made.__qualname__, made.__defaults__ = "__new__", f"{name}.__new__", defaults
        _step_aside(cls, __new__, staticmethod(made))
        return made(cls, *values, **named)

    return __new__


def _step_aside(kind: type, first: Callable[..., Any], made: Any) -> None:
    """Replace the temporary constructor with the real one."""
    for base in kind.__mro__:
        standing = vars(base).get(first.__name__)
        if getattr(standing, "__func__", standing) is first:
            setattr(base, first.__name__, made)


def _show_tuple(self: Any) -> str:
    shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
    return f"{type(self).__name__}({shown})"


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
    """Return a function that creates a named tuple from a tuple of its values, in order.

    The returned function is three times as fast as the constructor. Use the function only for classes with many
    objects, such as one object for each cell of a file.

    >>> from pairing_engine.facts.model import Meeting
    >>> of_values(Meeting)((4, 7, True, True))
    Meeting(white=4, black=7, played=True, colours_known=True)
    """
    new: Any = tuple.__new__
    return partial(new, kind)


class _Field:
    """A field of a dataclass: its default, and whether it is shown and compared."""

    def __init__(self, default: Any, default_factory: Any = NOTHING, shown: bool = True, compared: bool = True) -> None:
        self.default = default
        self.default_factory = default_factory
        self.shown = shown
        self.compared = compared


def _field(default: Any = NOTHING, default_factory: Any = NOTHING, **where: bool) -> _Field:
    return _Field(default, default_factory, where.get("repr", True), where.get("compare", True))


def _dataclass(*, frozen: bool, slots: bool = False, kw_only: bool = False, **made: bool) -> Callable[[Any], Any]:
    """Replace the dataclass decorator with one that does its work when the class is first used."""
    if not frozen:
        raise TypeError("values are frozen: say dataclass(frozen=True)")
    return lambda kind: _with_methods(kind, slots, kw_only, made.get("repr", True), made.get("eq", True))


def _with_methods(kind: Any, slots: bool, kw_only: bool, shown: bool, compared: bool) -> Any:
    own = {name: _own(vars(kind).get(name, NOTHING)) for name in kind.__annotations__}
    fields = getattr(kind, "__fields__", {}) | own
    key = attrgetter(*(name for name, field in fields.items() if field.compared))
    given: dict[str, Any] = {
        "__fields__": fields,
        "__kw_only__": kw_only,
        "__match_args__": () if kw_only else tuple(fields),
        "__dataclass_fields__": _Standard("__dataclass_fields__"),
        "__dataclass_params__": _Standard("__dataclass_params__"),
        "__signature__": _SIGNATURE,
        "__replace__": _replace,
        "__init__": _later_init(fields, kw_only, hasattr(kind, "__post_init__")),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }
    if shown:
        given["__repr__"] = _show
    if compared:
        given["__eq__"] = lambda self, other: key(self) == key(other) if type(other) is type(self) else NotImplemented
        given["__hash__"] = lambda self: hash(key(self))
    for name, value in given.items():
        setattr(kind, name, value)
    return _with_slots(kind, own) if slots else _with_defaults(kind, own)


def _own(default: Any) -> _Field:
    return default if isinstance(default, _Field) else _Field(default)


def _with_defaults(kind: Any, own: Mapping[str, _Field]) -> Any:
    for name, field in own.items():
        if field.default is not NOTHING:
            setattr(kind, name, field.default)
        elif name in vars(kind):
            delattr(kind, name)
    return kind


def _with_slots(kind: Any, own: Mapping[str, _Field]) -> Any:
    """Copy the class and give it slots, because slots can be defined only when a class is created."""
    body = {name: value for name, value in vars(kind).items() if name not in own}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    taken = {slot for base in kind.__mro__[1:] for slot in vars(base).get("__slots__", ())}
    body["__slots__"] = tuple(name for name in own if name not in taken)
    body |= {"__getstate__": _state, "__setstate__": _set_state}
    made = type(kind)(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    return made


def _later_init(fields: Mapping[str, _Field], kw_only: bool, then: bool) -> Callable[..., None]:
    """Return an `__init__` that writes the real constructor when it is first called."""

    def __init__(self: Any, /, *values: object, **named: object) -> None:  # noqa: N807
        made = _init(fields, kw_only, then)
        made.__qualname__ = f"{type(self).__qualname__}.__init__"
        _step_aside(type(self), __init__, made)
        made(self, *values, **named)

    return __init__


def _init(fields: Mapping[str, _Field], kw_only: bool, then: bool) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_nothing": NOTHING}
    parameters, lines = ["self", "/"], []
    if kw_only:
        parameters.append("*")
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
    if then:
        lines.append(" self.__post_init__()")
    exec("\n".join((f"def __init__({', '.join(parameters)}):", *lines)), known)
    return known["__init__"]


def _refuse(_self: object, name: str, *_value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _show(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name, field in self.__fields__.items() if field.shown)
    return f"{type(self).__qualname__}({shown})"


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


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__fields__]


def _set_state(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__fields__, state, strict=True):
        object.__setattr__(self, name, value)


def _replace(value: Any, /, **changes: object) -> Any:
    kept = {name: getattr(value, name) for name in value.__fields__ if name not in changes}
    return type(value)(**kept, **changes)


class _Standard:
    """A class attribute that `dataclasses` needs, created when it is first read."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, _value: object, kind: Any) -> Any:
        from dataclasses import field, make_dataclass

        def told(said: _Field) -> Any:
            default = {"default": said.default, "default_factory": said.default_factory}
            given = {name: value for name, value in default.items() if value is not NOTHING}
            return field(**given, repr=said.shown, compare=said.compared)

        fields = [(name, "object", told(said)) for name, said in kind.__fields__.items()]
        twin = make_dataclass(kind.__name__, fields, frozen=True, kw_only=kind.__kw_only__)
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(kind, name, getattr(twin, name))
        return getattr(kind, self.name)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
else:
    dataclass, field, replace = _dataclass, _field, _replace
    NamedTuple = type.__new__(_NamedTuples, "NamedTuple", (), {})
