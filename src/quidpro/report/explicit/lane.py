"""What each lane of a counterexample says: the local states of a component that moves, or the fluents of an assertion.

The automaton that an assertion is turned into has no states that mean anything to a reader; what its lane tells is
which fluents of the formula hold, after every step, as LTSA does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quidpro.logic.ltl import Assertion, Normal, actions_of, fluents
from quidpro.lts.lts import ERROR
from quidpro.lts.system import System
from quidpro.verdict.types import Trace

_NONE_HOLDS = "·"


@dataclass(frozen=True)
class Lane:
    """The words of a lane before the first step and after each; the steps, from 0, that it takes part in."""

    name: str
    states: tuple[str, ...]
    steps: frozenset[int]
    fails: bool = False
    """Whether its last state is an error."""
    standing: bool = False
    """Whether it says where it stands after every step, not only after its own."""

    def move(self, step: int) -> str:
        """What a step does to it, in words."""
        after = self.states[step + 1]
        return after if self.standing else f"{self.states[step]} → {after}"


def lanes_of(trace: Trace, system: System, before: Sequence[str] = ()) -> list[Lane]:
    """The lanes of all components that move, then those of assertions that are no components.

    ``before`` are the actions that lead to the first state, when the trace is the loop of a longer run.
    """
    told = {assertion.name: assertion for assertion in system.assertions}
    moving = sorted({c for step in trace.steps for c in step.moves})
    lanes = [_component(trace, system, c, told, before) for c in moving]
    alone = [told[name] for name in told if name not in trace.components]
    return lanes + [_alone(trace, assertion, before) for assertion in alone if fluents(assertion.formula)]


def _component(trace: Trace, system: System, c: int, told: dict[str, Assertion], before: Sequence[str]) -> Lane:
    component = system.components[c]
    local = [vector[c] for vector in trace.states]
    steps = frozenset(i for i, step in enumerate(trace.steps) if c in step.moves)
    fails = local[-1] == ERROR
    if not component.is_property or component.name not in told:
        states = tuple(map(component.lts.state_name, local))
        return Lane(component.name, states, steps, fails)
    formula = told[component.name].formula
    holding = list(_holding(formula, trace, before))
    if fails:
        error = component.lts.state_name(ERROR)
        holding[-1] = error if holding[-1] == _NONE_HOLDS else f"{error} ({holding[-1]})"
    return Lane(component.name, tuple(holding), steps, fails, standing=bool(fluents(formula)))


def _alone(trace: Trace, assertion: Assertion, before: Sequence[str]) -> Lane:
    spoken = actions_of(assertion.formula)
    steps = frozenset(i for i, step in enumerate(trace.steps) if step.action in spoken)
    return Lane(assertion.name, tuple(_holding(assertion.formula, trace, before)), steps, standing=True)


def _holding(formula: Normal, trace: Trace, before: Sequence[str]) -> Iterator[str]:
    """The fluents of the formula that hold, at first and after every step of the trace."""
    values = {fluent: fluent.initially for fluent in fluents(formula)}
    actions = [None, *before, *trace.actions]
    for i, action in enumerate(actions):
        values = {fluent: fluent.after(action, held) for fluent, held in values.items()}
        if i >= len(before):
            yield ", ".join(sorted(fluent.name for fluent, held in values.items() if held)) or _NONE_HOLDS
