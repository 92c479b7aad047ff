"""What a SAT engine found, as the answer to a specification: clauses as a certificate, a run in the model's values.

A clause is a chain of tests, each of one variable; the certificate is their conjunction, so that its size is theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.engines.symbolic.sat.defined import check_defined
from quidpro.engines.symbolic.sat.encode import Encoder
from quidpro.engines.symbolic.shared.evidence import OF_STEPS, certificate
from quidpro.engines.symbolic.shared.machine import speaks_of_steps
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.types import Enumeration, Value
from quidpro.solvers.circuit import Clauses, Reduced, Run, completed, reduce
from quidpro.verdict.symbolic.evidence import SymbolicCertificate, SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.predicates import FALSE, FIRST, TRUE, Graph, Node
from quidpro.verdict.symbolic.problem import Problem

OPEN_ENDED = (
    "a state that violates it can be reached; whether an infinite fair path goes on from it is for monolithic and pdr "
    "to say"
)


class Question:
    """A specification of a model as a machine of bits, reduced to what it depends on."""

    def __init__(self, problem: Problem, encoder: Encoder) -> None:
        self.problem = problem
        self.encoder = encoder
        self.circuit = encoder.circuit(problem.spec)
        self.reduced: Reduced = reduce(self.circuit)

    @property
    def stats(self) -> SymbolicStats:
        """What there is to say before any work is done."""
        return SymbolicStats(bits=self.problem.model.bits)

    @property
    def is_about_paths(self) -> bool:
        """Whether a violation must lie on an infinite fair path, and not every state does."""
        return self.problem.spec.over_infinite_paths and not self.problem.model.always_goes_on

    def answer(self, method: str, found: Clauses | Run, stats: SymbolicStats) -> SymbolicVerdict:
        """The verdict, from clauses or a run of the reduced machine."""
        if isinstance(found, Run):
            return self._violated(method, found, stats)
        stats.clauses = len(found.clauses)
        if self._speaks_of_steps:
            return self.problem.verdict(method, stats, "holds", reason=f"there is no certificate for it: {OF_STEPS}")
        clauses = self.reduced.proof(found).clauses
        proof = clausal(self.problem.model, self.problem.spec, self.encoder.bits, clauses)
        return self.problem.verdict(method, stats, "holds", certificate=proof)

    def _violated(self, method: str, found: Run, stats: SymbolicStats) -> SymbolicVerdict:
        if self.is_about_paths:
            return self.problem.verdict(method, stats, "unknown", reason=OPEN_ENDED)
        whole = completed(found, self.circuit, self.reduced.latches, self.reduced.inputs)
        states = self.encoder.states(whole, self.circuit, steps=self._speaks_of_steps)
        return self.problem.verdict(method, stats, "violated", trace=SymbolicTrace(states))

    @property
    def _speaks_of_steps(self) -> bool:
        invariant = self.problem.spec.invariant
        return invariant is not None and speaks_of_steps(invariant, self.problem.model)


def encoded(problems: Sequence[Problem], budget: Budget) -> Encoder:
    """The model of some problems, after the check that all of its expressions have values."""
    model = problems[0].model
    check_defined(model, [problem.spec for problem in problems], budget)
    return Encoder(model, budget)


def clausal(
    model: FlatModel, spec: Spec, bits: Sequence[tuple[str, int]], clauses: Sequence[tuple[int, ...]]
) -> SymbolicCertificate:
    """The certificate of rule ``inductive`` whose invariants are clauses; ``bits`` says what the latches are."""
    builder = _Chains(model, bits)
    invariants = [builder.add(clause) for clause in clauses]
    return certificate("inductive", model, spec, invariants, Graph(tuple(builder.nodes)))


class _Chains:
    """Clauses as chains of tests, with common ends shared."""

    def __init__(self, model: FlatModel, bits: Sequence[tuple[str, int]]) -> None:
        self._model = model
        self._bits = bits
        self.nodes: list[Node] = []
        self._known: dict[Node, int] = {}

    def add(self, clause: Sequence[int]) -> int:
        """The reference of a clause."""
        reference = FALSE
        for node in reversed(self._tests(clause)):
            reference = self._node(Node(node.variable, node.values, node.bit, *_ends(node, reference)))
        return reference

    def _node(self, node: Node) -> int:
        if node not in self._known:
            self._known[node] = len(self.nodes) + FIRST
            self.nodes.append(node)
        return self._known[node]

    def _tests(self, clause: Sequence[int]) -> list[Node]:
        """A test for each bit of a word, and for each enumeration one with all values that satisfy the clause."""
        found: list[Node] = []
        values: dict[str, set[Value]] = {}
        for literal in sorted(clause, key=abs):
            name, bit = self._bits[abs(literal) - 1]
            domain = self._model.variables[name].domain
            if isinstance(domain, Enumeration):
                wanted = {v for v, position in domain.positions.items() if position >> bit & 1 == (literal > 0)}
                values[name] = values.get(name, set()) | wanted
            else:
                found.append(Node(name, (), bit, int(literal > 0), int(literal < 0)))
        for name, allowed in values.items():
            domain = self._model.variables[name].domain
            found.append(Node(name, tuple(v for v in domain if v in allowed), None, TRUE, FALSE))
        return found


def _ends(node: Node, rest: int) -> tuple[int, int]:
    """Where a test leads: to true where it satisfies the clause, to the rest of it otherwise."""
    return (TRUE, rest) if node.then == TRUE else (rest, TRUE)
