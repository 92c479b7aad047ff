"""The fluents of a formula along a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.logic.ltl import Fluent


def fluent_values(known: Sequence[Fluent], actions: Sequence[str]) -> Iterator[tuple[bool, ...]]:
    """Whether each holds, at first and after every action."""
    values = tuple(fluent.initially for fluent in known)
    for action in (None, *actions):
        values = tuple(fluent.after(action, held) for fluent, held in zip(known, values, strict=True))
        yield values
