"""Replaying a counterexample on the original components, step by step and component by component."""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.certify.explicit.claims import default_tests
from quidpro.certify.explicit.lasso import (
    LEAVES,
    beginning_complaints,
    behind,
    cycle_complaints,
    fair_complaints,
    loop_complaints,
)
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
from quidpro.lts.system import Priority, Progress, System
from quidpro.verdict.explicit.evidence import Kind, Step, Trace

Vector = tuple[int, ...]


def replay(trace: Trace, system: System, kind: Kind, violated_by: str, budget: Budget | None = None) -> str | None:
    """None when the trace is a real run of the system that ends in what it claims; else why it is not."""
    budget = budget or Budget()
    return next(_complaints(trace, system, kind, violated_by, budget), None)


def _complaints(trace: Trace, system: System, kind: Kind, violated_by: str, budget: Budget) -> Iterator[str]:
    if complaint := _misshapen(trace, system):
        yield complaint
        return
    parts = [component.lts for component in system.components]
    yield from run_complaints(trace, parts, system.priority)
    yield from _end_complaints(trace, system, kind, violated_by, budget)


def run_complaints(trace: Trace, parts: list[LTS], priority: Priority | None) -> Iterator[str]:
    """Steps that the components cannot take together."""
    for i, step in enumerate(trace.steps):
        for complaint in _step_complaints(parts, priority, trace.states[i], step, trace.states[i + 1]):
            yield f"step {i + 1} ({step.action}): {complaint}"


def _misshapen(trace: Trace, system: System) -> str | None:
    """Vectors of the wrong length, a wrong start, states that do not exist."""
    parts = [component.lts for component in system.components]
    if trace.components != tuple(component.name for component in system.components):
        return "the trace is about other components"
    if len(trace.states) != len(trace.steps) + 1:
        return f"{len(trace.steps)} steps do not go with {len(trace.states)} states"
    if any(len(vector) != len(parts) for vector in trace.states):
        return "a state does not give every component's local state"
    if trace.states[0] != tuple(lts.initial for lts in parts):
        return "the run does not begin in the initial state"
    for i, vector in enumerate(trace.states):
        lowest = ERROR if i == len(trace.steps) else 0
        if not all(lowest <= state < lts.states for state, lts in zip(vector, parts, strict=True)):
            return f"after {i} steps some component is in a state that it does not have, or in error too early"
    return None


def _step_complaints(
    parts: list[LTS], priority: Priority | None, here: Vector, step: Step, there: Vector
) -> Iterator[str]:
    movers = set(step.moves)
    if step.action == TAU_NAME:
        if len(movers) != 1 or not movers <= set(range(len(parts))):
            yield "a silent step is the step of exactly one component"
            return
    elif movers != (sharing := {c for c, lts in enumerate(parts) if step.action in lts.labels}) or not sharing:
        yield "those who move are not those who have the action in their alphabet"
        return
    for c, lts in enumerate(parts):
        if c not in movers:
            if here[c] != there[c]:
                yield f"{lts.name or c} changes its state without taking part"
        elif not _is_move(lts, here[c], step.action, step.moves[c], there[c]):
            yield f"{lts.name or c} has no such transition"
    if priority is not None and priority.concerns(step.action) and not priority.goes_first(step.action):
        better = next((action for action in _enabled(parts, here) if priority.goes_first(action)), None)
        if better is not None:
            yield f"{better} goes first, by priority"


def _is_move(lts: LTS, state: int, action: str, index: int, target: int) -> bool:
    label = TAU if action == TAU_NAME else lts.labels[action]
    return (
        bool(lts.row[state] <= index < lts.row[state + 1])
        and int(lts.label[index]) == label
        and int(lts.target[index]) == target
    )


def _enabled(parts: list[LTS], vector: Vector) -> list[str]:
    """The actions that can happen in a state, whatever their priority."""
    offers = [{lts.action(label) for label, _ in lts.successors(s)} for lts, s in zip(parts, vector, strict=True)]
    shared = set().union(*offers)
    return sorted(
        action
        for action in shared
        if action == TAU_NAME
        or all(action in offer for lts, offer in zip(parts, offers, strict=True) if action in lts.labels)
    )


def _end_complaints(trace: Trace, system: System, kind: Kind, violated_by: str, budget: Budget) -> Iterator[str]:
    last = trace.states[-1]
    if kind == "safety" or (kind == "liveness" and ERROR in last):
        wrong = [component.name for component, state in zip(system.components, last, strict=True) if state == ERROR]
        if violated_by not in wrong:
            yield f"{violated_by} is not in its error state at the end"
        for assertion in system.assertions:
            if assertion.name == violated_by:
                yield from beginning_complaints(trace, system, assertion, budget)
    elif kind == "progress":
        yield from _terminal_complaints(trace, system, violated_by, budget)
    elif kind == "liveness":
        yield from _assertion_complaints(trace, system, violated_by, budget)
    elif ERROR in last:
        yield "the run ends in an error, not in a deadlock"
    else:
        parts = [component.lts for component in system.components]
        if enabled := _enabled(parts, last):
            yield f"{enabled[0]} can still happen at the end"
        if _has_ended(parts, last):
            yield "the system has ended successfully, which is no deadlock"


def _assertion_complaints(trace: Trace, system: System, violated_by: str, budget: Budget) -> Iterator[str]:
    """The formula must be false on the run that the trace stands for."""
    assertion = next((a for a in system.assertions if a.name == violated_by), None)
    if assertion is None:
        yield f"{system.name} has no assertion {violated_by}"
        return
    parts = [component.lts for component in system.components]
    if trace.loop is not None:
        if complaint := _misshapen_loop(trace, trace.loop, parts):
            yield complaint
            return
        yield from run_complaints(trace.loop, parts, system.priority)
    elif trace.cycle is None:
        yield from beginning_complaints(trace, system, assertion, budget)
        return
    at_rest = not _enabled(parts, trace.states[-1])
    judge = fair_complaints if assertion.fair else loop_complaints
    yield from judge(trace, system, assertion, at_rest, budget)


def _misshapen_loop(trace: Trace, loop: Trace, parts: list[LTS]) -> str | None:
    """A loop that is none, or that leaves the states that there are."""
    if not loop.steps or len(loop.states) != len(loop.steps) + 1:
        return "the loop has no steps, or other states than steps"
    if not loop.states[0] == loop.states[-1] == trace.states[-1]:
        return "the loop does not lead from the end of the run back to it"
    for vector in loop.states:
        if len(vector) != len(parts) or not all(0 <= s < lts.states for s, lts in zip(vector, parts, strict=True)):
            return "the loop passes a state that some component does not have"
    return None


def _has_ended(parts: list[LTS], vector: Vector) -> bool:
    """LTSA's END of a composition: all that can end have ended, the others add no actions."""
    closing = [lts for lts in parts if lts.end >= 0]
    known = {action for lts in closing for action in lts.alphabet}
    return (
        bool(closing)
        and all(known.issuperset(lts.alphabet) for lts in parts if lts.end < 0)
        and all(lts.end in (-1, state) for lts, state in zip(parts, vector, strict=True))
    )


def _terminal_complaints(trace: Trace, system: System, violated_by: str, budget: Budget) -> Iterator[str]:
    """The end must lie in a terminal set in which the tests named fail, with exactly the actions listed."""
    actions: set[str] = set()
    if ERROR not in trace.states[-1]:
        _, graph = behind(trace, system, budget)
        if not graph.is_terminal_set(budget):
            yield LEAVES
            return
        actions = graph.occurring() - {TAU_NAME}
    yield from cycle_complaints(trace, actions)
    tests = system.progress or default_tests(system.alphabet)
    failing = [test.name for test in tests if _fails(test, actions)]
    named = violated_by in failing or violated_by == " ".join(failing)
    if not failing or not (named or set(violated_by.split()) <= set(failing)):
        yield f"the terminal set does not fail {violated_by}"


def _fails(test: Progress, actions: set[str]) -> bool:
    return not test.actions & actions and (test.condition is None or bool(test.condition & actions))
