"""The options of the methods that reason by parts: what there is, and what each may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from quidpro.core.errors import UsageError
from quidpro.learning.registry import LEARNERS

OPTIONS: dict[str, Sequence[Any]] = {
    "learner": tuple(LEARNERS),
    "alphabet": ("full", "refine"),
    "orientation": ("both", "given"),
    "reduce": (True, False),
    "candidates": (True, False),
    "counterexample": ("shortest", "first"),
    "counterexamples": range(1, 1_000_001),
    "encoding": ("onehot", "binary"),
}


def refuse_unknown(options: Mapping[str, Any]) -> None:
    """Complain about a name or a value that no method knows, before it is silently passed over."""
    for name, value in options.items():
        if name not in OPTIONS:
            close = get_close_matches(name, OPTIONS, 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise UsageError(f"there is no option {name!r}{hint} (options: {', '.join(OPTIONS)})")
        if value not in OPTIONS[name]:
            raise UsageError(f"the option {name} cannot be {value!r}; it is {_choice(OPTIONS[name])}")


def _choice(values: Sequence[Any]) -> str:
    if isinstance(values, range):
        return f"a number from {values[0]:,} to {values[-1]:,}"
    return f"one of {', '.join(map(repr, values))}"
