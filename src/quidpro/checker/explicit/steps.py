"""A proof by steps: parts are composed and replaced by something simpler, until nothing is left that can go wrong.

Each step names its parts, components or earlier steps, and gives an LTS that includes them: every word of the
composed parts, seen over the alphabet of the step, is a word of the step, and where the parts go wrong the step goes
wrong, by the same action or earlier. So a run of the system is still a run of what is left when the parts are replaced
by the step. If in the end nothing that is left has an error state, no component of the system reaches its own.

When nothing but the parts of a step can go wrong, a run matters only as long as they still can: only the
words on the way to their error state are asked of the step. (A run that leads them there is one of these all along.)

An action that a step does not have but others do is not lost: the others then do it by themselves, which only adds
behaviour. Hence there is no condition on what a step hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from quidpro.checker.explicit.claims import Graph, error_reachable
from quidpro.checker.explicit.explore import Joint
from quidpro.checker.explicit.simulation import not_simulated
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.verdict.explicit.evidence import Assumption, Rows


def broken_step(components: Mapping[str, LTS], steps: Sequence[Assumption], budget: Budget) -> str | None:
    """What is wrong with the proof; None when nothing is."""
    left = dict(components)
    names = set(left)
    for step in steps:
        if step.name in names:
            return f"there are two parts called {step.name}"
        names.add(step.name)
        if complaint := _misused(step, left, names):
            return complaint
        parts = [left.pop(name).named(name) for name in step.parts]
        if foreign := set(step.lts.alphabet).difference(*(lts.alphabet for lts in parts)):
            return f"step {step.name} speaks of {min(foreign)}, which its parts do not do"
        if complaint := _not_included(parts, step, budget, dangerous_only=_any_error(left) is None):
            return complaint
        left[step.name] = step.lts
    wrong = _any_error(left)
    return f"what is left can still go wrong: {wrong} has an error state" if wrong is not None else None


def _misused(step: Assumption, left: Mapping[str, LTS], names: set[str]) -> str | None:
    """A part that does not exist yet, or was used before."""
    if not step.parts:
        return f"step {step.name} has no parts"
    if len(set(step.parts)) < len(step.parts):
        return f"step {step.name} names a part twice"
    missing = next((name for name in step.parts if name not in left), None)
    if missing is None:
        return None
    used = missing in names and missing != step.name
    return f"step {step.name} is made of {missing}, which {'was used before' if used else 'is not there yet'}"


def _any_error(parts: Mapping[str, LTS]) -> str | None:
    return next((name for name, lts in parts.items() if lts.has_error), None)


def _not_included(parts: Sequence[LTS], step: Assumption, budget: Budget, *, dangerous_only: bool) -> str | None:
    lts, rows = step.lts.named(step.name), step.witness
    if dangerous_only:
        joint = Joint(parts)
        graph = Graph.of(joint, budget)
        parts = [_dangerous(graph, budget)]
        rows = None if rows is None else _numbered(rows, joint, graph)
    named = ", ".join(step.parts)
    if rows is not None:
        wrong = not_simulated(parts, lts, rows, budget)
        return None if wrong is None else f"step {step.name} does not simulate {named}: {wrong}"
    if not _is_deterministic(lts):
        return f"step {step.name} is not deterministic and has no witness"
    if error_reachable([*parts, _excluded(lts)], budget):
        return f"step {step.name} does not include {named}"
    return None


def _dangerous(graph: Graph, budget: Budget) -> LTS:
    """The part of a composition from which its error state can be reached, as one LTS."""
    error = len(graph.keys)
    goal = np.zeros(error + 1, dtype=bool)
    goal[error] = True
    kept = graph.reaching(goal[: graph.states], budget)[graph.target]
    target = np.where(graph.target == error, ERROR, graph.target)
    columns = graph.source[kept], graph.action[kept], target[kept]
    return LTS.from_arrays(graph.actions[1:], error, *columns, initial=graph.start, name="the parts")


def _numbered(rows: Rows, joint: Joint, graph: Graph) -> Rows:
    """The rows with the number of a state of the composition instead of its local states; others are of no use."""
    number = {key: state for state, key in enumerate(graph.keys.tolist())}
    width = len(joint.components) + 1
    keys = ((number.get(joint.pack(row[:-1])), row[-1]) for row in rows if len(row) == width)
    return tuple((state, simulating) for state, simulating in keys if state is not None)


def _is_deterministic(lts: LTS) -> bool:
    pairs = lts.source.astype(np.int64) * (len(lts.alphabet) + 1) + lts.label
    return not (lts.label == TAU).any() and len(np.unique(pairs)) == len(pairs)


def _excluded(lts: LTS) -> LTS:
    """What a deterministic LTS does not do leads to ERROR; where it goes wrong itself nothing more is asked."""
    missing = np.ones((lts.states, len(lts.alphabet)), dtype=bool)
    missing[lts.source, lts.label - 1] = False
    state, action = np.nonzero(missing)
    kept = lts.target != ERROR
    return LTS.from_arrays(
        lts.alphabet,
        lts.states,
        np.concatenate([lts.source[kept], state]),
        np.concatenate([lts.label[kept], action + 1]),
        np.concatenate([lts.target[kept], np.full(len(state), ERROR)]),
        initial=lts.initial,
    )
