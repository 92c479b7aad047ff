"""Check the arguments of the Python interface: a wrong one is refused by its name, in words, before any work begins."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.words import one_line
from quidpro.lts.lts import LTS
from quidpro.lts.system import Priority, System
from quidpro.run.registry import WORLDS


@dataclass(frozen=True)
class _Shape:
    """What an argument may be, in words and as a test; if ``optional``, it may be None."""

    words: str
    fits: Callable[[Any], bool]
    optional: bool = False

    def reject(self, name: str, value: object) -> None:
        if not (self.optional and value is None) and not self.fits(value):
            or_none = " or None" if self.optional else ""
            raise UsageError(f"{name} must be {self.words}{or_none}, not {one_line(repr(value))}")


def _is(*kinds: type) -> Callable[[object], bool]:
    """Whether something is of one of these kinds; True and False are not numbers."""
    return lambda value: isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


_is_path = _is(str, os.PathLike)


def _is_model(value: object) -> bool:
    return _is_path(value) or isinstance(value, System) or getattr(value, "world", None) in WORLDS


def _is_spec(value: object) -> bool:
    return _is_path(value) or hasattr(value, "distributions") or hasattr(value, "components")


def _is_named(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _are_ltss(values: Iterable[object]) -> bool:
    return all(isinstance(value, LTS) for value in values)


def _is_of_ltss(value: object) -> bool:
    return isinstance(value, Mapping) and _is_named(value) and _are_ltss(value.values())


def _is_of_parts(value: object) -> bool:
    """LTSs or LPTSs by name."""
    return isinstance(value, Mapping) and _is_named(value) and all(map(_is_part, value.values()))


def _is_part(value: object) -> bool:
    return isinstance(value, LTS) or hasattr(value, "distributions")


def _can_be_saved(value: object) -> bool:
    return not _is_path(value) and (_is_part(value) or _is_model(value))


_FLAG = _Shape("True or False", _is(bool))
_TEXT = _Shape("a text", _is(str))
_NAME = _Shape("a text", _is(str), optional=True)
_LIMIT = _Shape("a number", _is(Real), optional=True)
_NAMED = _Shape("a dictionary of values by name", _is_named, optional=True)
_LTSS_BY_NAME = _Shape("a dictionary of LTSs by name", _is_of_ltss)
_SHAPES = {
    "model": _Shape("a path, a loaded model or a System (quidpro.assemble makes one of LTSs)", _is_model),
    "path": _Shape("a text or a Path", _is_path),
    "text": _TEXT,
    "format": _TEXT,
    "constants": _NAMED,
    "system": _NAME,
    "method": _TEXT,
    "split": _NAME,
    "deadlock": replace(_FLAG, optional=True),
    "progress": _FLAG,
    "fair_choice": _FLAG,
    "as_published": _FLAG,
    "timeout": _LIMIT,
    "memory": _LIMIT,
    "options": _NAMED,
    "jobs": _Shape("a whole number", _is(Integral), optional=True),
    "most": _Shape("a whole number", _is(Integral)),
    "cluster": _NAME,
    "spec": _Shape("a module, a path, an LPTS, a loaded probabilistic model", _is_spec, optional=True),
    "props": _Shape("a path, a loaded model or a System", _is_model, optional=True),
    "save": _Shape("a path", _is_path, optional=True),
    "resume": _Shape("a path", _is_path, optional=True),
    "components": _Shape("LTSs", _are_ltss),
    "smt": _FLAG,
    "together": _FLAG,
    "events": _Shape("a function that is called with every event", callable),
    "component": _TEXT,
    "property": _NAME,
    "name": _TEXT,
    "processes": _Shape("a dictionary of LTSs, or of LPTSs, by name", _is_of_parts),
    "properties": replace(_LTSS_BY_NAME, optional=True),
    "priority": _Shape("a Priority", _is(Priority), optional=True),
    "lts": _Shape("an LTS", _is(LTS)),
    "saved": _Shape("an LTS, a System, an LPTS or a loaded model", _can_be_saved),
    "equivalence": _TEXT,
}


def check_types(**arguments: object) -> None:
    """Complain about the first argument that is not what its name stands for."""
    for name, value in arguments.items():
        _SHAPES[name].reject(name, value)


def texts(name: str, value: object) -> list[str]:
    """One text or several, as a list."""
    if isinstance(value, str):
        return [value]
    items = list(value) if isinstance(value, Iterable) else [value]
    found = [text for text in items if isinstance(text, str)]
    if len(found) < len(items):
        raise UsageError(f"{name} must be a text or several texts, not {one_line(repr(value))}")
    return found


_ENCLOSING: ContextVar[Budget | None] = ContextVar("enclosing", default=None)
"""The budget that all calls are part of; each thread and each task has its own."""


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Inside the block, whatever ends this budget ends the calls."""
    before = _ENCLOSING.set(budget)
    try:
        yield
    finally:
        _ENCLOSING.reset(before)


def limits(timeout: float | None, memory: float | None) -> Budget:
    """The budget of a call; it begins here."""
    check_types(timeout=timeout, memory=memory)
    for name, limit in (("timeout", timeout), ("memory", memory)):
        if limit is not None and not limit >= 0:  # not a number is no limit either
            raise UsageError(f"{name} cannot be {limit}; it must be at least 0")
    return Budget(timeout, memory, parent=_ENCLOSING.get())
