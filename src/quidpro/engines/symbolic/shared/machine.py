"""A flat model in diagrams: its initial states, its transition relation in parts, its bits.

An assignment ``next(x) := e`` is the part "x next is among the values of e", one part for each bit of a word;
``x := e`` is such a constraint on every state, that is on initial states and on the ends of steps; every conjunct of
TRANS is a part of its own, and so is each of those that stand under one condition (``p -> (q & r)``).

Expressions are checked as they are built: a value outside the domain of its variable, a ``case`` that is not
exhaustive or a division by zero is an error of the input, found for all valuations at once as NuSMV finds it,
and reported with one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.engines.symbolic.shared.bits import Bit, Bits, lay_out
from quidpro.engines.symbolic.shared.meaning import Truth, Words, as_choice, same
from quidpro.engines.symbolic.shared.order import static_order
from quidpro.engines.symbolic.shared.relation import MAX_CLUSTER_NODES, Relation
from quidpro.engines.symbolic.shared.translate import Translator
from quidpro.engines.symbolic.shared.undefined import rejection
from quidpro.flat.clauses import Clause
from quidpro.flat.expr import Expr, Var
from quidpro.flat.model import FlatModel, Span
from quidpro.flat.walk import conjuncts, distribute, to_next, variables
from quidpro.solvers.bdd import Bdd, Manager


@dataclass(frozen=True)
class Settings:
    """How the engine works: the order of the bits (found when None), limits, and how far parts are merged.

    ``candidates`` lets ``symbolic`` try an assumption without memory before it learns one, ``localise`` lets it begin
    with what the property needs of M1.
    """

    order: Sequence[Bit] | None = None
    nodes: int | None = None
    cluster_nodes: int = MAX_CLUSTER_NODES
    candidates: bool = True
    localise: bool = True


class Machine:
    """The functions of a flat model."""

    def __init__(
        self,
        model: FlatModel,
        budget: Budget,
        settings: Settings | None = None,
        make: Callable[[int], Manager] | None = None,
    ) -> None:
        settings = settings or Settings()
        domains = {name: variable.domain for name, variable in model.variables.items()}
        order = settings.order if settings.order is not None else static_order(model)
        layout = lay_out(domains, order, [v.name for v in model.inputs])
        self.model = model
        self.manager = Manager(layout.size, budget, settings.nodes) if make is None else make(layout.size)
        self.bits = Bits(self.manager, layout)
        self.translator = Translator(self.bits)
        self.cluster_nodes = settings.cluster_nodes

    @cached_property
    def initial(self) -> Bdd:
        """The initial states."""
        with self.manager.limits():
            return self.manager.conjunction(self._initial_parts())

    @cached_property
    def relation(self) -> Relation:
        """The steps."""
        with self.manager.limits():
            parts = list(self._step_parts())
            self.translator.forget()
            states, bits = [v.name for v in self.model.states], self.bits
            current, following = bits.all_levels(states), bits.all_levels(states, following=True)
            inputs = bits.all_levels(v.name for v in self.model.inputs)
            return Relation(self.manager, parts, current, following, inputs, self.cluster_nodes)

    def parts(self, clause: Clause, *, following: bool = False) -> list[Bdd]:
        """A clause alone, as the parts of a conjunction; of an INVAR also about the state that follows."""
        if clause.decides is None:
            exprs = self._conjuncts(to_next(clause.expr) if following else clause.expr, clause.span)
            return [self.translator.truth(part) for part in exprs]
        if following:
            target = self.model.variables[clause.decides.name].then()
            return self._assign(target, to_next(clause.expr), clause.span)
        return self._assign(clause.decides, clause.expr, clause.span)

    def steps_of(self, clauses: Sequence[Clause]) -> list[Bdd]:
        """What clauses say of steps: of a step itself, and of the state that it leads to."""
        found = [part for c in clauses if c.kind == "trans" for part in self.parts(c)]
        return found + [part for c in clauses if c.kind == "invar" for part in self.parts(c, following=True)]

    def predicate(self, expr: Expr, span: Span) -> Bdd:
        """The valuations for which a boolean expression holds, after the check that it has a value everywhere."""
        self._check_defined(expr, span)
        return self.translator.truth(expr)

    def count(self, states: Bdd) -> int:
        """How many states a set has."""
        return self.manager.count(states, self.model.bits)

    def _initial_parts(self) -> Iterable[Bdd]:
        for variable in self.model.states:
            assigned = self.model.assignments.get(variable.name)
            side = assigned and (assigned.current or assigned.init)
            if side:
                yield from self._assign(variable.now(), side.rhs, side.span)
            else:
                yield self.bits.domain(variable.name)
        for constraint in (*self.model.init, *self.model.invar):
            yield self.predicate(constraint.expr, constraint.span)

    def _step_parts(self) -> Iterable[Bdd]:
        for variable in self.model.states:
            assigned = self.model.assignments.get(variable.name)
            if variable.kind == "frozen":
                yield from self._assign(variable.then(), variable.now(), variable.span)
            elif assigned is not None and assigned.current is not None:
                yield from self._assign(variable.then(), to_next(assigned.current.rhs), assigned.current.span)
            elif assigned is not None and assigned.next is not None:
                yield from self._assign(variable.then(), assigned.next.rhs, assigned.next.span)
            else:
                yield self.bits.domain(variable.name, following=True)
        for variable in self.model.inputs:
            yield self.bits.domain(variable.name)
        for constraint in self.model.trans:
            yield from self._constrain(constraint.expr, constraint.span)
        for constraint in self.model.invar:
            yield from self._constrain(to_next(constraint.expr), constraint.span)

    def _constrain(self, expr: Expr, span: Span) -> Iterable[Bdd]:
        """The parts of a constraint; what stands under one condition is split too, where every part has a value."""
        for whole in self._conjuncts(expr, span):
            parts = distribute(whole)
            yield from map(self.translator.truth, [whole] if self._can_fail(parts) else parts)

    def _conjuncts(self, expr: Expr, span: Span) -> list[Expr]:
        """The parts of a conjunction that has a value everywhere: where one of them has none, another is false."""
        parts = conjuncts(expr)
        if self._can_fail(parts):  # only then, as the whole may be large
            self._check_defined(expr, span)
        return parts

    def _can_fail(self, exprs: Iterable[Expr]) -> bool:
        return any(self.translator.wrong(expr).satisfiable() for expr in exprs)

    def _assign(self, target: Var, rhs: Expr, span: Span) -> list[Bdd]:
        """The parts that say a variable has one of the values of a right-hand side."""
        self._check_defined(rhs, span)
        meaning, _ = self.translator.entry(rhs)
        mine = self.translator.entry(target)[0]
        manager = self.manager
        if isinstance(mine, Truth) and isinstance(meaning, Truth):
            return [mine.holds.equiv(meaning.holds)]
        if isinstance(mine, Words) and isinstance(meaning, Words):
            return _same_word(manager, mine, meaning)
        values = self.bits.guards(target.name, following=target.next)
        guards = as_choice(meaning).guards
        outside = manager.disjunction(guard for value, guard in guards.items() if value not in values)
        if outside.satisfiable():
            self._reject(rhs, outside, span, target.name)
        return [manager.disjunction(values[value] & guard for value, guard in guards.items() if value in values)]

    def _check_defined(self, expr: Expr, span: Span) -> None:
        wrong = self.translator.wrong(expr)
        if wrong.satisfiable():
            self._reject(expr, wrong, span, "")

    def _reject(self, expr: Expr, where: Bdd, span: Span, target: str) -> None:
        """Report a valuation of the right domains for which an expression fails, if there is one."""
        used = variables(expr)
        for use in used:
            where = where & self.bits.domain(use.name, following=use.next)
        literals = self.manager.pick(where, range(self.manager.variables))
        if literals is None:
            return
        now = self.bits.decode(literals, [use.name for use in used if not use.next])
        then = self.bits.decode(literals, [use.name for use in used if use.next], following=True)
        raise rejection(self.model, expr, span, target, now, then)


def speaks_of_steps(expr: Expr, model: FlatModel) -> bool:
    """Whether an expression speaks of inputs or of the next state, and not of a state alone."""
    return any(v.next or model.variables[v.name].kind == "input" for v in variables(expr))


def _same_word(manager: Manager, mine: Words[Bdd], meaning: Words[Bdd]) -> list[Bdd]:
    """A single word bit by bit, a set of words in one part."""
    if len(meaning.options) == 1 and meaning.options[0][0] == manager.true:
        return [a.equiv(b) for a, b in zip(mine.vector, meaning.vector, strict=True)]
    return [same(manager, mine, meaning)]
