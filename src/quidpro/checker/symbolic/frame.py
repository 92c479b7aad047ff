"""Variables of a model now and next as literals, clauses of the model and predicates of a certificate over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.checker.symbolic import vectors
from quidpro.checker.symbolic.backend import FALSE, TRUE, Backend
from quidpro.checker.symbolic.expressions import Expressions
from quidpro.checker.symbolic.meaning import Meaning, Scalar, Word, as_scalar
from quidpro.flat.clauses import Clause
from quidpro.flat.expr import Expr, Var
from quidpro.flat.model import FlatModel
from quidpro.flat.types import Enumeration
from quidpro.flat.walk import to_next
from quidpro.verdict.symbolic.predicates import FIRST, Graph, Node


class Frame:
    """A step of a model, or of a part of it: any two states that follow each other."""

    def __init__(self, model: FlatModel, gates: Backend, order: Iterable[str]) -> None:
        self.model = model
        self.gates = gates
        self.expressions = Expressions(self.gates, self._variable)
        self.undefined: list[int] = []
        """Where something that was asked about has no value, or one that its variable cannot have."""
        self._variables: dict[tuple[str, bool], Meaning] = {}
        self._predicates: dict[tuple[int, bool], list[int]] = {}
        for name in order:
            self._variable_of(name, False)
            if model.variables[name].kind != "input":
                self._variable_of(name, True)

    def after(self) -> Frame:
        """The step from the state that this one leads to."""
        following = Frame(self.model, self.gates, ())
        for variable in self.model.states:
            following._variables[variable.name, False] = self._variable_of(variable.name, True)
        return following

    def differs(self, other: Frame, names: Iterable[str]) -> int:
        """Whether the state that this step leaves and that of another differ in some of these variables."""
        overlap, mine, others = self.expressions.overlap, self._variable_of, other._variable_of
        return -self.gates.conj([overlap(mine(name, False), others(name, False)) for name in names])

    def truth(self, expr: Expr, *, following: bool = False) -> int:
        """A boolean expression about the current state, or about the one that follows."""
        expr = to_next(expr) if following else expr
        self.undefined.append(self.expressions.undefined(expr))
        return self.expressions.truth(expr)

    def clause(self, clause: Clause, *, following: bool = False) -> int:
        """A clause of the model."""
        if clause.decides is None:
            return self.truth(clause.expr, following=following)
        rhs = to_next(clause.expr) if following else clause.expr
        target = self._variable_of(clause.decides.name, following or clause.decides.next)
        meaning, undefined = self.expressions.entry(rhs)
        self.undefined += [undefined, self._outside(clause.decides.name, meaning)]
        return self.expressions.overlap(target, meaning)

    def all(self, clauses: Iterable[Clause], *, following: bool = False) -> list[int]:
        """Clauses one by one, as the parts of a conjunction."""
        return [self.clause(clause, following=following) for clause in clauses]

    def predicate(self, graph: Graph, reference: int, *, following: bool = False) -> int:
        """A predicate of a certificate."""
        literals = self._predicates.setdefault((id(graph), following), [FALSE, TRUE])
        for node in graph.nodes[len(literals) - FIRST : max(0, reference - FIRST + 1)]:
            test = self._test(node, following)
            literals.append(self.gates.ite(test, literals[node.then], literals[node.otherwise]))
        return literals[reference]

    def possible(self, literals: Sequence[int]) -> bool:
        """Whether all of these can be true at once."""
        return self.gates.satisfiable(literals)

    def _outside(self, name: str, meaning: Meaning) -> int:
        domain = self.model.variables[name].domain
        if isinstance(meaning, Word):
            return FALSE
        return self.gates.disj(c for value, c in as_scalar(meaning).cases.items() if value not in domain)

    def _test(self, node: Node, following: bool) -> int:
        meaning = self._variable_of(node.variable, following)
        if isinstance(meaning, Word):
            assert node.bit is not None
            return meaning.options[0][1][node.bit]
        cases = as_scalar(meaning).cases
        return self.gates.disj(cases[value] for value in node.values)

    def _variable(self, leaf: Var) -> Meaning:
        return self._variable_of(leaf.name, leaf.next)

    def _variable_of(self, name: str, following: bool) -> Meaning:
        key = (name, following)
        if key not in self._variables:
            self._variables[key] = self._fresh(name)
        return self._variables[key]

    def _fresh(self, name: str) -> Meaning:
        gates, domain = self.gates, self.model.variables[name].domain
        if not isinstance(domain, Enumeration):
            vector: vectors.Vector = tuple(gates.fresh() for _ in range(domain.width))
            return Word(((TRUE, vector),))
        if domain.type.kind == "boolean":
            return gates.fresh() if domain.size == 2 else TRUE if domain.values[0] else FALSE
        return Scalar(dict(zip(domain.values, gates.values(domain.size), strict=True)))
