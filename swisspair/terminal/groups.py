"""Groups of options passed to a program as one named tuple."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints


def ungrouped(work: Callable[..., object]) -> Callable[..., object]:
    """Expand grouped options of ``work`` into single ones for typer.

    >>> from typing import NamedTuple
    >>> class Size(NamedTuple):
    ...     width: int = 2
    ...     height: int = 3
    >>> def area(size: Size, *, times: int = 1) -> int:
    ...     return size.width * size.height * times
    >>> signature(ungrouped(area))
    <Signature (*, width: int = 2, height: int = 3, times: int = 1)>
    >>> ungrouped(area)(width=4, height=3, times=1)
    12
    """
    hints = get_type_hints(work, include_extras=True)
    hints.pop("return", None)
    groups = {name: kind for name, kind in hints.items() if _is_group(kind)}
    parameters: list[Parameter] = []
    for name, parameter in signature(work).parameters.items():
        if name in groups:
            parameters += _fields(groups[name])
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[name]))

    def run(**given: Any) -> object:
        values = {name: kind(**{field: given.pop(field) for field in kind._fields}) for name, kind in groups.items()}
        return work(**given, **values)

    run.__doc__, run.__name__ = work.__doc__, work.__name__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _is_group(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _fields(group: Any) -> list[Parameter]:
    """The fields of a group as parameters with defaults.

    Each has a default: a group without one could not be left out.
    """
    hints = get_type_hints(group, include_extras=True)
    defaults = group._field_defaults
    return [
        Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name], annotation=hints[name])
        for name in group._fields
    ]
