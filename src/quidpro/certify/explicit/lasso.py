"""Judging a violation of an assertion: is the formula false on the run, and is the run one that counts?

A safety formula may be breached by the beginning of a run, whatever follows; then there is no more to it.
Without fair choice the run is a lasso, or it stops; the formula is read on it straight from its meaning. Under fair
choice the run must end in a terminal set of the system. Where a loop is given it must take every transition of the set,
and the formula is read on it; where that would be too long, the checker looks itself for such a run in the set.
"""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.certify.explicit.claims import Graph
from quidpro.certify.explicit.explore import Joint
from quidpro.certify.explicit.liveness import fails_after
from quidpro.certify.explicit.safety import breaches
from quidpro.certify.explicit.word import holds_on
from quidpro.core.budget import Budget
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import TAU_NAME
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import Trace

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
    elif not fails_after(system, assertion, assertion.seen(trace.visible), trace.states[-1], budget):
        yield f"{assertion.name} holds on every run that goes on fairly"


def _covers(loop: Trace, joint: Joint, graph: Graph) -> bool:
    keys = [joint.pack(vector) for vector in loop.states]
    taken = {(keys[i], step.action, keys[i + 1]) for i, step in enumerate(loop.steps)}
    there = graph.keys
    every = zip(there[graph.source].tolist(), graph.action.tolist(), there[graph.target].tolist(), strict=True)
    return all((source, graph.actions[action], target) in taken for source, action, target in every)
