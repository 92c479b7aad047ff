"""What an LTS is built from by hand: triples of a state, an action and a state; what is none is refused in words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from quidpro.core.errors import UsageError
from quidpro.core.words import one_line

Triple = tuple[Any, str, Any]
_SHAPE = "a transition is (state, action, state)"


def checked_triples(transitions: Iterable[Triple]) -> list[Triple]:
    """The transitions as a list, each of them with hashable states and a named action."""
    return [_checked(transition) for transition in transitions]


def checked_alphabet(actions: Iterable[str]) -> set[str]:
    """The names of actions; a text alone would be taken letter by letter."""
    if isinstance(actions, str):
        raise UsageError(f"alphabet must be several actions, not {one_line(repr(actions))}: write [{actions!r}]")
    return {_named(action) for action in actions}


def _checked(transition: object) -> Triple:
    if not isinstance(transition, tuple | list) or len(transition) != 3:
        raise UsageError(f"{_SHAPE}, not {one_line(repr(transition))}")
    source, action, target = transition
    for state in (source, target):
        if not isinstance(state, Hashable):
            raise UsageError(f"{one_line(repr(state))} cannot be a state: states are hashable, such as tuples")
    return source, _named(action), target


def _named(action: object) -> str:
    if not isinstance(action, str) or not action:
        raise UsageError(f"an action is a text that is not empty, not {one_line(repr(action))}; {_SHAPE}")
    return action
