"""Replaying a counterexample on the original components, step by step and component by component.

Of an assertion it is judged too whether the formula is false on the run, and the run one that counts. A safety formula
may be breached by the beginning of a run, whatever follows; then there is no more to it. Without fair choice the run is
a lasso, or it stops; the formula is read on it straight from its meaning. Under fair choice the run must end in a
terminal set of the system. Where a loop is given it must take every transition of the set, and the formula is read on
it; where that would be too long, the checker looks itself for such a run in the set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from quidpro.checker.explicit.claims import Graph, default_tests
from quidpro.checker.explicit.diagram_terminal import recurring_behind
from quidpro.checker.explicit.explore import Joint
from quidpro.checker.explicit.liveness import fails
from quidpro.checker.explicit.safety import breaches
from quidpro.checker.explicit.word import holds_on
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
from quidpro.lts.system import Priority, Progress, System
from quidpro.verdict.explicit.evidence import Kind, Step, Trace

Vector = tuple[int, ...]
_FEW_SECONDS = 1.0


def replay(trace: Trace, system: System, kind: Kind, violated_by: str, budget: Budget | None = None) -> str | None:
    """None when the trace is a real run of the system that ends in what it claims; else why it is not."""
    return next(_complaints(trace, system, kind, violated_by, budget or Budget()), None)


def _complaints(trace: Trace, system: System, kind: Kind, violated_by: str, budget: Budget) -> Iterator[str]:
    if complaint := _check_shape(trace, system):
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


def _check_shape(trace: Trace, system: System) -> str | None:
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
        yield "the components that move are not those that have the action in their alphabet"
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
        if complaint := _check_loop_shape(trace, trace.loop, parts):
            yield complaint
            return
        yield from run_complaints(trace.loop, parts, system.priority)
    elif trace.cycle is None:
        yield from beginning_complaints(trace, system, assertion, budget)
        return
    at_rest = not _enabled(parts, trace.states[-1])
    judge = fair_complaints if assertion.fair else loop_complaints
    yield from judge(trace, system, assertion, at_rest, budget)


def _check_loop_shape(trace: Trace, loop: Trace, parts: list[LTS]) -> str | None:
    """A loop that does not close, or that passes states that do not exist."""
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
    found = _recurring(trace, system, budget) if ERROR not in trace.states[-1] else ()
    if found is None:
        yield LEAVES
        return
    actions = set(found)
    yield from cycle_complaints(trace, actions)
    tests = system.progress or default_tests(system.alphabet)
    failing = [test.name for test in tests if _fails(test, actions)]
    named = violated_by in failing or violated_by == " ".join(failing)
    if not failing or not (named or set(violated_by.split()) <= set(failing)):
        yield f"the terminal set does not fail {violated_by}"


def _recurring(trace: Trace, system: System, budget: Budget) -> Collection[str] | None:
    """The actions of the terminal set that a run ends in, state by state or, where it is large, in diagrams."""
    try:
        _, graph = behind(trace, system, budget if system.priority is not None else budget.within_cpu(_FEW_SECONDS))
        return graph.occurring() - {TAU_NAME} if graph.is_terminal_set(budget) else None
    except BudgetExceeded:
        budget.check()
        if system.priority is not None:
            raise
    return recurring_behind(system, trace.states[-1], budget)


def _fails(test: Progress, actions: set[str]) -> bool:
    return not test.actions & actions and (test.condition is None or bool(test.condition & actions))


LEAVES = "the end of the run is not in a terminal set: it can leave and never come back"


def beginning_complaints(trace: Trace, system: System, assertion: Assertion, budget: Budget) -> Iterator[str]:
    """The formula is false on every run that begins so."""
    processes = system.with_properties()
    if not breaches(assertion.seen(trace.visible), assertion, assertion.seen(processes.alphabet), budget):
        yield f"{assertion.name} may hold on a run that begins so"


def loop_complaints(trace: Trace, system: System, assertion: Assertion, at_rest: bool, budget: Budget) -> Iterator[str]:
    """The run takes the loop for ever, or it stops."""
    if trace.loop is None and not at_rest:
        yield "the run neither repeats itself nor stops"
        return
    loop = () if trace.loop is None else trace.loop.visible
    if tuple(trace.cycle or ()) != loop:
        yield f"the actions of the loop are {', '.join(loop) or 'none'}"
    yield from _formula_complaints(trace, assertion)


def _formula_complaints(trace: Trace, assertion: Assertion) -> Iterator[str]:
    loop = () if trace.loop is None else assertion.seen(trace.loop.visible)
    if holds_on(assertion.formula, assertion.seen(trace.visible), loop):
        yield f"{assertion.name} holds on this run"


def behind(trace: Trace, system: System, budget: Budget) -> tuple[Joint, Graph]:
    """The system, and all that can be reached from the end of a run."""
    joint = Joint([component.lts for component in system.components], system.priority)
    return joint, Graph.of(joint, budget, joint.pack(trace.states[-1]))


def cycle_complaints(trace: Trace, actions: set[str]) -> Iterator[str]:
    """The actions that are listed are those of the terminal set."""
    if set(trace.cycle or ()) != actions:
        yield f"the actions of the terminal set are {', '.join(sorted(actions)) or 'none'}"


def fair_complaints(trace: Trace, system: System, assertion: Assertion, at_rest: bool, budget: Budget) -> Iterator[str]:
    """The run stays in a terminal set and takes all its transitions again and again."""
    joint, graph = behind(trace, system, budget)
    if not graph.is_terminal_set(budget):
        yield LEAVES
        return
    actions = graph.occurring() - {TAU_NAME}
    yield from cycle_complaints(trace, actions)
    if trace.loop is not None and not _covers(trace.loop, joint, graph):
        yield "the loop does not take every transition of the terminal set"
    if trace.loop is not None or not assertion.seen(actions):
        yield from _formula_complaints(trace, assertion)
    elif not fails(system, assertion, budget, assertion.seen(trace.visible), trace.states[-1]):
        yield f"{assertion.name} holds on every run that goes on fairly"


def _covers(loop: Trace, joint: Joint, graph: Graph) -> bool:
    keys = [joint.pack(vector) for vector in loop.states]
    taken = {(keys[i], step.action, keys[i + 1]) for i, step in enumerate(loop.steps)}
    there = graph.keys
    every = zip(there[graph.source].tolist(), graph.action.tolist(), there[graph.target].tolist(), strict=True)
    return all((source, graph.actions[action], target) in taken for source, action, target in every)
