"""Whether every expression of a model has a value, and one that its variable can have, whatever its variables are.

As NuSMV finds it: for all valuations of the right domains, of the next state too, not only for those that can occur.
The expressions are translated once more for it, with nothing known of any variable; those that cannot fail are left
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quidpro.core.budget import Budget
from quidpro.engines.symbolic.shared.bits import code, value_of
from quidpro.engines.symbolic.shared.meaning import Words, as_choice
from quidpro.engines.symbolic.shared.translate import Translator
from quidpro.engines.symbolic.shared.undefined import rejection
from quidpro.flat.clauses import clauses
from quidpro.flat.expr import Const, Expr, Fail, Op
from quidpro.flat.model import FlatModel, Span, Spec
from quidpro.flat.types import Domain, Enumeration, Value
from quidpro.flat.walk import postorder, variables
from quidpro.solvers.aig import FALSE, Aig, Lit, Lits, sat
from quidpro.solvers.aig import clauses as cnf
from quidpro.solvers.sat import Solver


class Anything:
    """The variables of a model, now and next, each with any value."""

    def __init__(self, model: FlatModel, manager: Lits) -> None:
        self.model = model
        self.manager = manager
        self._bits: dict[tuple[str, bool], tuple[Lit, ...]] = {}

    def vector(self, name: str, *, following: bool = False) -> tuple[Lit, ...]:
        """The bits of a variable."""
        key = name, following
        if key not in self._bits:
            self._bits[key] = self.manager.inputs(self.model.variables[name].domain.bits)
        return self._bits[key]

    def guards(self, name: str, *, following: bool = False) -> Mapping[Value, Lit]:
        """For every value of an enumerated variable, whether it has this value."""
        domain, bits = self.model.variables[name].domain, self.vector(name, following=following)
        return {v: self.manager.minterm(bits, code(domain, v)) for v in domain}

    def domain(self, name: str, *, following: bool = False) -> Lit:
        """Whether a variable has one of its values."""
        if not isinstance(self.model.variables[name].domain, Enumeration):
            return self.manager.true
        return self.manager.disjunction(self.guards(name, following=following).values())


def check_defined(model: FlatModel, specs: list[Spec], budget: Budget, *, fairness: bool = False) -> None:
    """InputError about the first expression that fails for some valuation, those of fairness if they matter."""
    manager = Lits(Aig(), budget)
    anything = Anything(model, manager)
    translator: Translator[Lit] = Translator(anything)
    for expr, span, target in (*_risky(model, specs), *(_risky_fairness(model) if fairness else ())):
        meaning, wrong = translator.entry(expr)
        if target and not isinstance(meaning, Words):
            domain = model.variables[target].domain
            wrong = wrong | manager.disjunction(g for v, g in as_choice(meaning).guards.items() if v not in domain)
        if wrong.lit != FALSE:
            _search(model, anything, expr, span, target, wrong)


def _risky(model: FlatModel, specs: list[Spec]) -> Iterator[tuple[Expr, Span, str]]:
    """The expressions that may fail, where they stand, and the variable that their value is for."""
    for clause in clauses(model):
        target = "" if clause.decides is None else clause.decides.name
        domain = model.variables[target].domain if target else None
        if can_fail(clause.expr) or (domain is not None and _may_leave(clause.expr, domain)):
            yield clause.expr, clause.span, target
    for spec in specs:
        if spec.invariant is not None and can_fail(spec.invariant):
            yield spec.invariant, spec.span, ""


def _risky_fairness(model: FlatModel) -> Iterator[tuple[Expr, Span, str]]:
    """The same for the conditions of fairness."""
    conditions = [(condition.expr, condition.span) for condition in model.justice]
    conditions += [(expr, pair.span) for pair in model.compassion for expr in (pair.often, pair.then)]
    yield from ((expr, span, "") for expr, span in conditions if can_fail(expr))


def can_fail(expr: Expr) -> bool:
    """Whether an expression has a part that may have no value."""
    return any(
        isinstance(node, Fail) or (isinstance(node, Op) and node.op in ("div", "mod", "shl", "shr"))
        for node in postorder((expr,))
    )


def _may_leave(expr: Expr, domain: Domain) -> bool:
    """Whether a right-hand side may have values outside a domain."""
    if not isinstance(domain, Enumeration) or domain.type.kind == "boolean":
        return False
    return not (isinstance(expr, Const) and expr.value in domain)


def _search(model: FlatModel, anything: Anything, expr: Expr, span: Span, target: str, wrong: Lit) -> None:
    """Look for a valuation of the right domains for which an expression fails."""
    used = variables(expr)
    manager = anything.manager
    failing = manager.conjunction([wrong, *(anything.domain(v.name, following=v.next) for v in used)])
    solver = Solver(manager.budget, cnf(manager.graph, manager.graph.cone([failing.lit])), "minisat22")
    try:
        if not solver.solve([sat(failing.lit)]):
            return
        true = {x for x in solver.model() if x > 0}
    finally:
        solver.close()

    def values(following: bool) -> dict[str, Value]:
        names = [v.name for v in used if v.next == following]
        return {
            name: _value(anything.vector(name, following=following), model.variables[name].domain) for name in names
        }

    def _value(bits: tuple[Lit, ...], domain: Domain) -> Value:
        return value_of(domain, sum(1 << i for i, bit in enumerate(bits) if sat(bit.lit) in true))

    raise rejection(model, expr, span, target, values(False), values(True))
