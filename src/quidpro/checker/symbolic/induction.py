"""Premises by induction: what holds at first and is kept by every step holds for ever.

A SAT solver is asked first; what it cannot decide in a second goes to decision diagrams, one image instead of a
search. Large invariants go there at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, product

from quidpro.checker.conclusion import Rejected
from quidpro.checker.symbolic.backend import FALSE as NEVER
from quidpro.checker.symbolic.backend import TRUE as ALWAYS
from quidpro.checker.symbolic.backend import Backend
from quidpro.checker.symbolic.diagrams import Diagrams
from quidpro.checker.symbolic.frame import Frame
from quidpro.checker.symbolic.gates import Gates
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.flat.clauses import Clause
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicCertificate
from quidpro.verdict.symbolic.predicates import FALSE, FIRST, Graph

SAT_SECONDS = 1.0
MAX_STEPS = 1000
MAX_SAT_NODES = 5000
"""Invariants with more nodes are not tried by SAT."""
PARTS_AT_ONCE = 32
"""So many parts of an invariant are asked about in one question; an assumption with memory has thousands of steps."""


_NO_VALUE = "an expression has no value, or one outside its variable's domain"


@dataclass(frozen=True)
class Side:
    """A part of the model, what it must satisfy, what it assumes, and its invariants.

    It must satisfy the property, or do what the assumption ``goal`` allows. There is an invariant for every state of
    the goal, and for each of those one for every state of what is ``assumed``.
    """

    name: str
    clauses: tuple[Clause, ...]
    invariants: tuple[int, ...]
    property: Expr | None = None
    goal: SymbolicAssumption | None = None
    assumed: SymbolicAssumption | None = None
    conjuncts: tuple[tuple[int, ...], ...] = ()
    """For each invariant, where there are any, predicates that are part of it."""
    whole: bool = False
    """Whether it is all of the model, and its invariants are one, in parts."""
    steps: int = 0
    """Over how many steps the induction goes, with invariants that are proved elsewhere; 0 for one, with its own."""
    states: tuple[str, ...] = ()
    """The variables that make a state of it, where the induction goes over several steps."""
    circular: bool = False
    """Whether it assumes all assumptions, its own too, of every state before."""

    def of(self, *kinds: str) -> list[Clause]:
        """The clauses of some kinds."""
        return [clause for clause in self.clauses if clause.kind in kinds]


@dataclass(frozen=True)
class _Literals:
    """The side as conjunctions: initial states, all states, steps; and what it must satisfy."""

    start: list[int]
    now: list[int]
    then: list[int]
    goal: int | None


def prove(side: Side, certificate: SymbolicCertificate, model: FlatModel, budget: Budget) -> None:
    """Check the induction of one side; Rejected says where it fails."""
    if side.steps:
        prove_over_steps(side, certificate.graph, model, budget)
        return
    if side.conjuncts or (side.whole and len(side.invariants) != 1):
        _prove(side, certificate, model, Gates(budget))
        return
    if len(certificate.graph.nodes) <= MAX_SAT_NODES:
        try:
            _prove(side, certificate, model, Gates(budget.within(SAT_SECONDS)))
            return
        except BudgetExceeded:
            budget.check()
    _prove(side, certificate, model, Diagrams(budget))


def _prove(side: Side, certificate: SymbolicCertificate, model: FlatModel, backend: Backend) -> None:
    with closing(backend):
        frame = Frame(model, backend, _order(certificate.graph, model))
        now = frame.all(side.of("invar"))
        goal = None if side.property is None else frame.truth(side.property)
        start = [*now, *frame.all(side.of("init"))]
        then = [*frame.all(side.of("trans")), *frame.all(side.of("invar"), following=True)]
        if any(frame.possible([undefined]) for undefined in set(frame.undefined) - {NEVER}):
            raise Rejected(f"{side.name}: {_NO_VALUE}")
        kind = _of_the_whole if side.whole else _in_a_circle if side.circular else _induction
        kind(side, certificate, frame, _Literals(start, now, then, goal))


def _order(graph: Graph, model: FlatModel) -> list[str]:
    """The variables in an order in which the predicates test them, as far as there is one."""
    below: dict[str, set[str]] = {name: set() for name in model.variables}
    above: dict[str, set[str]] = {name: set() for name in model.variables}
    for node in graph.nodes:
        for child in (node.then, node.otherwise):
            if child >= FIRST and (tested := graph.node(child).variable) != node.variable:
                below[node.variable].add(tested)
                above[tested].add(node.variable)
    order: list[str] = []
    left = list(model.variables)
    while left:
        chosen = next((name for name in left if not above[name]), left[0])
        left.remove(chosen)
        order.append(chosen)
        for name in below[chosen]:
            above[name].discard(chosen)
    return order


def _induction(side: Side, certificate: SymbolicCertificate, frame: Frame, model: _Literals) -> None:
    name, gates = side.name, frame.gates
    width = 1 if side.assumed is None else side.assumed.states

    def parts(number: int, *, following: bool = False) -> list[int]:
        """The invariant of a number, part by part."""
        more = side.conjuncts[number] if side.conjuncts else ()
        references = dict.fromkeys((side.invariants[number], *more))
        return [frame.predicate(certificate.graph, i, following=following) for i in references]

    if any(frame.possible([*model.start, -part]) for part in parts(0)):
        raise Rejected(f"{name}: an initial state does not satisfy the invariant")
    for number, invariant in enumerate(side.invariants):
        if invariant == FALSE:
            continue
        here = gates.conj([*parts(number), *model.now])
        kept, assumed = _edges(side.goal, number // width, frame), _edges(side.assumed, number % width, frame)
        on = gates.disj(assumed.values())
        if model.goal is not None and frame.possible([here, on, -model.goal]):
            raise Rejected(f"{name}: the invariant does not imply the property")
        if frame.possible([here, on, -gates.disj(kept.values())]):
            raise Rejected(f"{name}: it does what the assumption forbids")
        for (goal, allowed), (other, letters) in product(kept.items(), assumed.items()):
            step = [here, allowed, letters, *model.then]
            after = parts(goal * width + other, following=True)
            some = (gates.conj(after[i : i + PARTS_AT_ONCE]) for i in range(0, len(after), PARTS_AT_ONCE))
            if any(frame.possible([*step, -part]) for part in some):
                raise Rejected(f"{name}: a step leaves the invariant")


def _of_the_whole(side: Side, certificate: SymbolicCertificate, frame: Frame, model: _Literals) -> None:
    """The property, where there is one, and all invariants at once, each asked about by itself."""
    graph, goal = certificate.graph, ALWAYS if model.goal is None else model.goal
    held = [frame.predicate(graph, invariant) for invariant in side.invariants]
    start, step = frame.gates.conj(model.start), frame.gates.conj([*held, *model.now, goal, *model.then])
    for invariant, now in zip(side.invariants, held, strict=True):
        if frame.possible([start, -now]):
            raise Rejected(f"{side.name}: an initial state does not satisfy the invariant")
        if frame.possible([step, -frame.predicate(graph, invariant, following=True)]):
            raise Rejected(f"{side.name}: a step leaves the invariant")
    if side.property is None:
        return
    if frame.possible([start, -goal]):
        raise Rejected(f"{side.name}: an initial state does not satisfy the property")
    if frame.possible([step, -frame.truth(side.property, following=True)]):
        raise Rejected(f"{side.name}: a step leaves the property")


def prove_over_steps(side: Side, graph: Graph, model: FlatModel, budget: Budget) -> None:
    """Check the induction over several steps; Rejected says where it fails."""
    with closing(Gates(budget)) as gates:
        frames = [Frame(model, gates, model.variables)]
        for _ in range(side.steps):
            frames.append(frames[-1].after())
        start, steps, good = _along(side, graph, frames)
        for i in range(side.steps):
            if gates.satisfiable([start, *steps[:i], -good[i]]):
                raise Rejected(f"{side.name}: a run of {i} steps violates the property")
        different = [a.differs(b, side.states) for a, b in combinations(frames, 2)]
        # The last question of this solver: what it is asked under need not be taken back, which saves most of the time.
        for literal in (*steps, *different, *good[:-1], -good[-1]):
            gates.require([literal])
        if gates.satisfiable():
            raise Rejected(f"{side.name}: the property can be violated after {side.steps} states that satisfy it")


def _along(side: Side, graph: Graph, frames: Sequence[Frame]) -> tuple[int, list[int], list[int]]:
    """What makes the first state initial, each step one of the model (the state before it too), each state good."""
    assert side.property is not None
    first = frames[0]
    known = [frame.gates.conj([frame.predicate(graph, i) for i in side.invariants]) for frame in frames]
    now = first.gates.conj([known[0], *first.all(side.of("invar"))])
    start = first.gates.conj([now, *first.all(side.of("init"))])
    steps = []
    for frame, there in zip(frames[:-1], known[1:], strict=True):
        then = [*frame.all(side.of("trans")), *frame.all(side.of("invar"), following=True)]
        steps.append(frame.gates.conj([now, *then, there]))
    good = [frame.truth(side.property) for frame in frames]
    if any(frame.possible([undefined]) for frame in frames for undefined in set(frame.undefined) - {NEVER}):
        raise Rejected(f"{side.name}: {_NO_VALUE}")
    return start, steps, good


def _in_a_circle(side: Side, certificate: SymbolicCertificate, frame: Frame, model: _Literals) -> None:
    """Without memory: all assumptions hold of a state, so that a step keeps the invariant, which implies one's own."""
    graph, name = certificate.graph, side.name
    allowed = [frame.gates.disj(_edges(one, 0, frame).values()) for one in certificate.assumptions]
    if side.goal is None:
        if model.goal is not None and frame.possible([*allowed, -model.goal]):
            raise Rejected(f"{name} do not imply the property")
        return
    (held,) = side.invariants
    here = [frame.predicate(graph, held), *model.now]
    if frame.possible([*model.start, -frame.predicate(graph, held)]):
        raise Rejected(f"{name}: an initial state does not satisfy the invariant")
    if frame.possible([*here, -frame.gates.disj(_edges(side.goal, 0, frame).values())]):
        raise Rejected(f"{name}: it does what its assumption forbids")
    if frame.possible([*here, *allowed, *model.then, -frame.predicate(graph, held, following=True)]):
        raise Rejected(f"{name}: a step leaves the invariant")


def _edges(assumption: SymbolicAssumption | None, state: int, frame: Frame) -> dict[int, int]:
    """The letters on which the assumption goes on, by where to; without an assumption everything goes on."""
    if assumption is None:
        return {0: ALWAYS}
    graph = assumption.graph
    found: dict[int, int] = {}
    for edge in assumption.edges:
        if edge.source == state and edge.target != assumption.rejecting:
            found[edge.target] = frame.gates.disj(
                [found.get(edge.target, NEVER), frame.predicate(graph, edge.predicate)]
            )
    return found
