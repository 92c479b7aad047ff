"""What an engine found, as plain data: traces of values, assumptions with readable edges, certificates.

Decision diagrams become decision graphs over the variables of the model: a test of one bit of an encoded value is a
test whether the value is among those that have this bit set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from quidpro.core.errors import TooManyStates
from quidpro.core.words import one_line
from quidpro.engines.symbolic.shared.bits import Bits, code
from quidpro.engines.symbolic.shared.cone import Premise, invariant
from quidpro.engines.symbolic.shared.layers import clauses_about
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.clauses import clauses
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.types import Enumeration, Value, typed_text
from quidpro.flat.walk import names
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.symbolic.evidence import Edge, State, SymbolicAssumption, SymbolicCertificate, SymbolicTrace
from quidpro.verdict.symbolic.predicates import FALSE, FIRST, TRUE, Graph, Node, describe

if TYPE_CHECKING:
    from quidpro.engines.symbolic.scv.algorithm import States
    from quidpro.engines.symbolic.scv.dfa import SymbolicDFA
    from quidpro.engines.symbolic.scv.module import Word


class GraphBuilder:
    """Collects functions of current variables; equal parts are shared."""

    def __init__(self, bits: Bits, max_nodes: int) -> None:
        self.nodes: list[Node] = []
        self._max_nodes = max_nodes
        self._references: dict[Bdd, int] = {}
        self._tests: dict[int, tuple[str, tuple[Value, ...], int | None]] = {}
        for name, levels in bits.layout.now.items():
            domain = bits.layout.domains[name]
            for bit, level in enumerate(levels):
                if isinstance(domain, Enumeration):
                    values = tuple(value for value in domain if code(domain, value) >> bit & 1)
                    self._tests[level] = (name, values, None)
                else:
                    self._tests[level] = (name, (), bit)

    def add(self, function: Bdd) -> int:
        """The reference of a function; TooManyStates when the graph gets too large."""
        stack = [function]
        while stack:
            top = stack[-1]
            if top in self._references or self._constant(top):
                stack.pop()
                continue
            then, otherwise = top.cofactors() or (top, top)
            waiting = [part for part in (then, otherwise) if part not in self._references and not self._constant(part)]
            if waiting:
                stack.extend(waiting)
            else:
                stack.pop()
                self._add_node(top, then, otherwise)
        return self._references[function]

    def _constant(self, function: Bdd) -> bool:
        if function.node_var() is not None:
            return False
        self._references[function] = TRUE if function.satisfiable() else FALSE
        return True

    def _add_node(self, function: Bdd, then: Bdd, otherwise: Bdd) -> None:
        if len(self.nodes) >= self._max_nodes:
            raise TooManyStates(self._max_nodes)
        level = function.node_var()
        assert level is not None
        name, values, bit = self._tests[level]
        self.nodes.append(Node(name, values, bit, self._references[then], self._references[otherwise]))
        self._references[function] = len(self.nodes) - 1 + FIRST

    def graph(self) -> Graph:
        """What was collected."""
        return Graph(tuple(self.nodes))


NOTHING_STARTS = "there is no initial state, so that everything holds"
"""What is noted of everything then."""
OF_STEPS = "a certificate is an invariant of states, and this one speaks of inputs or of the next state"
"""Why an invariant has none."""
FOR_LACK_OF_PATHS = "it holds for lack of infinite fair paths, not because no state that violates it can be reached"
"""Why another has none."""
ENDS_THERE = "states that violate it can be reached, but no infinite fair path goes on from them"
"""What is noted of it."""
OPEN_ENDED = (
    "a state that violates it can be reached, but it speaks of infinite fair paths; --method monolithic or pdr can "
    "tell whether one goes on from there"
)
"""Why a method that finds such a state may have no answer."""
MAX_NODES = 400_000
"""A certificate whose invariants take more nodes than this is not written."""


def trace_of(machine: Machine, states: States) -> SymbolicTrace:
    """The values of a run; the last state reads no inputs."""
    state_variables = [v.name for v in machine.model.states]
    everything = list(machine.model.variables)
    path = [machine.bits.decode(state, everything) for state in states[:-1]]
    return SymbolicTrace((*path, machine.bits.decode(states[-1], state_variables)))


def assumption_of(
    machine: Machine, about: Collection[str], shared: Sequence[str], dfa: SymbolicDFA, name: str = "A"
) -> SymbolicAssumption:
    """A conjecture about these variables, with its edges in words."""
    builder = GraphBuilder(machine.bits, MAX_NODES)
    edges = [(i, j, builder.add(label)) for i, targets in enumerate(dfa.edges) for j, label in targets.items()]
    graph = builder.graph()
    return SymbolicAssumption(
        name,
        tuple(v for v in machine.model.variables if v in about),
        tuple(shared),
        dfa.states,
        dfa.rejecting,
        tuple(Edge(i, j, label, describe(graph, label, machine.model)) for i, j, label in edges),
        graph,
    )


def letter_text(machine: Machine, letter: Bdd) -> str:
    """One letter in words."""
    builder = GraphBuilder(machine.bits, MAX_NODES)
    reference = builder.add(letter)
    return describe(builder.graph(), reference, machine.model)


MAX_WORD_TEXT = 130


def word_text(machine: Machine, names: Sequence[str], word: Word) -> str:
    """A word in one line, ``⟨a = 1, b = TRUE; b = FALSE⟩``: the first letter whole, of every other what differs.

    ``names`` are the communication variables, those first that matter most: a long word is cut.
    """
    bits, levels = machine.bits, machine.bits.all_levels(names)
    letters = tuple(bits.decode(machine.manager.pick(letter, levels) or {}, names) for letter in word)
    changes = [", ".join(_values(machine, changed)) or "the same" for changed in SymbolicTrace(letters).changes()]
    return f"⟨{one_line('; '.join(changes), MAX_WORD_TEXT)}⟩"


def letter_values(machine: Machine, names: Sequence[str], letter: Bdd) -> str:
    """One letter as the values of all these variables."""
    values = machine.manager.pick(letter, machine.bits.all_levels(names)) or {}
    return ", ".join(_values(machine, machine.bits.decode(values, names)))


def _values(machine: Machine, state: State) -> list[str]:
    kinds = machine.model.variables
    return [f"{name} = {typed_text(value, kinds[name].domain.type)}" for name, value in state.items()]


def inductive_certificate(
    machine: Machine, spec: Spec, reached: Bdd, kept: frozenset[str] | None = None
) -> SymbolicCertificate | None:
    """The certificate of rule ``inductive``: what can be reached; None when it would be too large.

    ``kept`` are the variables of the part of the model that was enough, if it is not the whole.
    """
    assert spec.invariant is not None
    builder = GraphBuilder(machine.bits, MAX_NODES)
    about = clauses(machine.model) if kept is None else clauses_about(clauses(machine.model), kept)
    state_variables = [v.name for v in machine.model.states if kept is None or v.name in kept]
    bad = ~machine.predicate(spec.invariant, spec.span)
    premise = Premise(about, state_variables, frozenset(names(spec.invariant)), reached, bad)
    try:
        found = builder.add(invariant(machine, premise))
    except TooManyStates:
        return None
    return certificate("inductive", machine.model, spec, (found,), builder.graph())


def certificate(
    rule: str, model: FlatModel, spec: Spec, invariants: Iterable[int], graph: Graph
) -> SymbolicCertificate:
    """A certificate of a rule that needs no parts; what it needs of them is put in."""
    return SymbolicCertificate(
        rule=rule,
        system=model.name,
        property=spec.name,
        text=spec.text,
        model=model_digest(model),
        first=(),
        second=(),
        shared=(),
        assumption=None,
        invariants=tuple(invariants),
        graph=graph,
        asked=spec.asked,
    )


def model_digest(model: FlatModel) -> str:
    """SHA-256 of the text that a model was made from."""
    return hashlib.sha256(model.source.encoded).hexdigest()
