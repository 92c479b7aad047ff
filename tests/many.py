"""Many small cases of one test: a test for each costs more than most of them take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any


def in_one(**cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """One test that asks about all values of an argument; the failure names the value."""
    ((name, values),) = cases.items()
    values = tuple(values)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def every(*args: Any, **kwargs: Any) -> None:
            for value in values:
                try:
                    test(*args, **kwargs, **{name: value})
                except BaseException as error:
                    error.add_note(f"{name} = {value!r}")
                    raise

        whole = signature(test)
        others = [parameter for parameter in whole.parameters.values() if parameter.name != name]
        every.__signature__ = whole.replace(parameters=others)  # type: ignore[attr-defined]
        return every

    return decorate
