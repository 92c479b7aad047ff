"""Infinite paths of a machine on which some things happen again and again, as questions about finite runs.

A path is fair when every literal of ``justice`` is true infinitely often, in a state with the inputs of the step from
it. There are two ways to ask for one:

- ``to_safety`` (Biere, Artho and Schuppan 2002): a state is saved at some time, and it is bad to be there again after
  all justice has been seen. The machine has a fair path if and only if that is reached, and the run is the lasso.
- ``counting`` (k-liveness, Claessen and Sörensson 2012): it is bad that all justice has been met, one after the other,
  k times. If that is never reached there is no fair path; if there is none, some k is never reached, as there are only
  finitely many states.

Compassion, that q is infinitely often true if p is, becomes justice: a path may decide that p does not come any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quidpro.solvers.aig import FALSE, Aig, evaluate, value
from quidpro.solvers.circuit import Circuit, Run, Simulator, influence, leaves


@dataclass(frozen=True)
class Lasso:
    """The latches that are true in each state, and the inputs in the step from it; the last step leads to ``loop``."""

    states: tuple[frozenset[int], ...]
    inputs: tuple[frozenset[int], ...]
    loop: int


@dataclass
class Fair:
    """A machine, whatever is bad in it, and its justice."""

    circuit: Circuit
    justice: list[int]

    @property
    def graph(self) -> Aig:
        """The graph of all literals."""
        return self.circuit.graph


def with_compassion(fair: Fair, pairs: Sequence[tuple[int, int]]) -> Fair:
    """The machine that may decide, once, that the first literal of a pair is not true any more."""
    if not pairs:
        return fair
    circuit, graph = fair.circuit, fair.graph
    over, decided = ([graph.input() for _ in pairs] for _ in range(2))
    kept = [graph.conj(gone, often) ^ 1 for gone, (often, _) in zip(over, pairs, strict=True)]
    following = [graph.disj(gone, now) for gone, now in zip(over, decided, strict=True)]
    more = extended(circuit, over, following, decided)
    more.constraint = graph.all_of([circuit.constraint, *kept])
    return Fair(more, fair.justice + [graph.disj(gone, then) for gone, (_, then) in zip(over, pairs, strict=True)])


def extended(circuit: Circuit, latches: list[int], following: list[int], inputs: list[int]) -> Circuit:
    """A machine with latches more, which are false at first, and inputs."""
    return replace(
        circuit,
        latches=[*circuit.latches, *latches],
        next=[*circuit.next, *following],
        reset=[*circuit.reset, *([FALSE] * len(latches))],
        inputs=[*circuit.inputs, *inputs],
    )


def restricted(fair: Fair) -> tuple[Fair, list[int]]:
    """The machine with the latches only that its fair paths depend on, and which these are, by index."""
    circuit = fair.circuit
    kept = sorted({i for x in (FALSE, *fair.justice) for i in influence(replace(circuit, bad=x))})
    smaller = replace(
        circuit,
        latches=[circuit.latches[i] for i in kept],
        next=[circuit.next[i] for i in kept],
        reset=[circuit.reset[i] for i in kept],
        bad=FALSE,
    )
    return Fair(smaller, fair.justice), kept


def to_safety(fair: Fair) -> Circuit:
    """The machine that is bad where a lasso is closed; its own latches come first, then whether a state is saved."""
    circuit, graph = fair.circuit, fair.graph
    save, saved = graph.input(), graph.input()
    copy = [graph.input() for _ in circuit.latches]
    seen = [graph.input() for _ in fair.justice]
    inside = graph.disj(saved, save)
    begins = graph.conj(save, saved ^ 1)
    following = [inside]
    following += [graph.ite(begins, now, then) for now, then in zip(circuit.latches, copy, strict=True)]
    following += [graph.conj(inside, graph.disj(s, j)) for s, j in zip(seen, fair.justice, strict=True)]
    more = extended(circuit, [saved, *copy, *seen], following, [save])
    same = [graph.xor(now, then) ^ 1 for now, then in zip(circuit.latches, copy, strict=True)]
    more.bad = graph.all_of([saved, *seen, *same])
    return more


def closed(run: Run, fair: Fair) -> Lasso:
    """The lasso of a run of ``to_safety``."""
    latches = len(fair.circuit.latches)
    loop = max(i for i, state in enumerate(run.states) if latches not in state)
    own = tuple(frozenset(i for i in state if i < latches) for state in run.states[:-1])
    return Lasso(own, run.inputs[:-1], loop)


def counting(fair: Fair, times: int) -> Circuit:
    """The machine that is bad where all justice has been met so many times; its own latches come first."""
    circuit, graph = fair.circuit, fair.graph
    seen = [graph.input() for _ in fair.justice]
    counted = [graph.input() for _ in range(times)]
    now = [graph.disj(s, j) for s, j in zip(seen, fair.justice, strict=True)]
    met = graph.all_of(now)
    following = [graph.conj(x, met ^ 1) for x in now]
    before = met
    for count in counted:
        following.append(graph.disj(count, before))
        before = graph.conj(count, met)
    more = extended(circuit, [*seen, *counted], following, [])
    more.bad = counted[-1]
    return more


def repeated(run: Run, fair: Fair) -> Lasso | None:
    """A fair lasso among the states of a run whose first latches and inputs are those of the machine, if there is one.

    Between two visits to the same state all justice must have been met; visits that are far apart see most of it.
    """
    circuit = fair.circuit
    latches, inputs = len(circuit.latches), len(circuit.inputs)
    states = [frozenset(i for i in state if i < latches) for state in run.states]
    read = [frozenset(i for i in some if i < inputs) for some in run.inputs]
    first: dict[frozenset[int], int] = {}
    last: dict[frozenset[int], int] = {}
    for at, state in enumerate(states):
        first.setdefault(state, at)
        last[state] = at
    cone = fair.graph.cone(fair.justice)
    for state, begin in first.items():
        end = last[state]
        if begin < end and _is_just(fair, cone, states[begin:end], read[begin:end]):
            return Lasso(tuple(states[:end]), tuple(read[:end]), begin)
    return None


def _is_just(
    fair: Fair, cone: Sequence[int], states: Sequence[frozenset[int]], inputs: Sequence[frozenset[int]]
) -> bool:
    """Whether all justice is met in some states, each with its inputs."""
    missing = set(fair.justice)
    for state, read in zip(states, inputs, strict=True):
        values = evaluate(fair.graph, cone, leaves(fair.circuit, state, read))
        missing -= {x for x in missing if value(values, x)}
    return not missing


def prolonged(lasso: Lasso, circuit: Circuit, kept: Sequence[int], limit: int) -> Lasso | None:
    """A lasso of a part of a machine, which has these latches of it, as one of the whole.

    The loop is gone through until the other latches come back to where they were, too; None when that takes more
    states than the limit.
    """
    own, simulator = set(kept), Simulator(circuit)
    first = {kept[i] for i in lasso.states[0]}
    states = [frozenset(first | {i for i, reset in enumerate(circuit.reset) if reset and i not in own})]
    inputs: list[frozenset[int]] = []

    def go(steps: Sequence[frozenset[int]]) -> None:
        for read in steps:
            inputs.append(read)
            states.append(simulator.step(states[-1], read))

    go(lasso.inputs[: lasso.loop])
    seen: dict[frozenset[int], int] = {}
    while states[-1] not in seen:
        if len(inputs) > limit:
            return None
        seen[states[-1]] = len(inputs)
        go(lasso.inputs[lasso.loop :])
    return Lasso(tuple(states[:-1]), tuple(inputs), seen[states[-1]])
