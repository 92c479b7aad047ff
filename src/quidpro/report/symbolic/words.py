"""An assumption about an SMV model in sentences: which values of the shared variables it forbids, and when."""

from __future__ import annotations

from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.verdict.symbolic.evidence import Edge, SymbolicAssumption

MAX_STATES = 6
_MAX_LETTERS = 300


def words(assumption: SymbolicAssumption) -> list[str]:
    """The assumption in sentences; of a large one its size and its variables."""
    assumption = shown(assumption)
    about = f"It speaks of {', '.join(f'`{name}`' for name in assumption.variables) or 'no variable'}."
    if assumption.rejecting is None:
        return [about, "It forbids nothing."]
    if assumption.states > MAX_STATES or any(len(edge.words) > _MAX_LETTERS for edge in assumption.edges):
        size = f"It has {counted(assumption.states, 'state')} and {counted(len(assumption.edges), 'edge')}"
        return [about, f"{size}: too large for words."]
    if assumption.states == 2:
        return [about, *_always(assumption)]
    return [about, *(_state(assumption, state) for state in range(assumption.states) if state != assumption.rejecting)]


def _always(assumption: SymbolicAssumption) -> list[str]:
    """Of one state beside the rejecting one: what is forbidden at every step."""
    if assumption.rejecting == 0:
        return ["It forbids everything."]
    return [f"At no step may this be so: `{edge.words}`." for edge in _edges(assumption, 0, forbidden=True)]


def _state(assumption: SymbolicAssumption, state: int) -> str:
    where = "At first (state 0)" if state == 0 else f"In state {state}"
    forbidden = [f"`{edge.words}`" for edge in _edges(assumption, state, forbidden=True)]
    ways = [
        f"with `{edge.words}` it stays there"
        if edge.target == state
        else f"with `{edge.words}` it goes to {edge.target}"
        for edge in _edges(assumption, state, forbidden=False)
    ]
    told = [f"{' or '.join(forbidden)} is forbidden" if forbidden else "nothing is forbidden", *ways]
    return f"{where} {'; '.join(told)}."


def _edges(assumption: SymbolicAssumption, state: int, *, forbidden: bool) -> list[Edge]:
    return [
        edge for edge in assumption.edges if edge.source == state and (edge.target == assumption.rejecting) == forbidden
    ]
