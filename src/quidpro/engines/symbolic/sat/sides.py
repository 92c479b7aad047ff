"""M1 and M2 of a cut model as models of their own, with variables that remember what was shared.

A side has every clause of the model that speaks of nothing but what it sees, be it the other side's own; what decides
the rest of its variables is on the other side, so that they may do anything. Runs of the model are the pairs of runs
that agree on what is shared. ``x~1`` is the value of a shared variable one step ago, ``x~2`` two steps ago; ``~1`` says
that there was such a step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.core.words import some
from quidpro.engines.symbolic.sat.chains import Bit
from quidpro.engines.symbolic.sat.encode import Encoder
from quidpro.engines.symbolic.scv.cut import Cut, Part, read
from quidpro.flat.build import FALSE, TRUE
from quidpro.flat.clauses import Clause, clauses
from quidpro.flat.expr import Expr, const
from quidpro.flat.model import Assigned, Assignment, Constraint, FlatModel, Variable
from quidpro.flat.types import BOOLEANS
from quidpro.solvers.aig import Lit
from quidpro.solvers.circuit import Circuit

Letters = frozenset[Bit]
"""Some bits that are shared, or remembered; as a clause one of them is as it says, as a cube all are."""
AGO = "~"


def before(name: str, steps: int) -> str:
    """The variable that remembers another one; of the name "" whether there were so many steps."""
    return f"{name}{AGO}{steps}"


@dataclass(frozen=True)
class Side:
    """A side as a machine of bits."""

    name: str
    model: FlatModel
    encoder: Encoder

    def literal(self, bit: Bit, *, following: bool = False) -> Lit:
        """A bit, now or after a step."""
        name, index, value = bit
        found = self.encoder.vector(name, following=following)[index]
        return found if value else ~found

    def cube(self, letters: Letters) -> Lit:
        """Whether all bits are as they are said to be."""
        return self.encoder.manager.conjunction(self.literal(bit) for bit in sorted(letters))

    def circuit(self, bad: Lit, assumed: Collection[Letters] = ()) -> Circuit:
        """The machine, with these clauses about every state of it."""
        manager = self.encoder.manager
        now = manager.conjunction(manager.disjunction(self.literal(b) for b in sorted(c)) for c in assumed)
        then = manager.conjunction(
            manager.disjunction(self.literal(b, following=True) for b in sorted(c)) for c in assumed
        )
        made = self.encoder.circuit_with(bad)
        graph = self.encoder.graph
        return replace(
            made,
            constraint=graph.conj(made.constraint, then.lit),
            start=graph.conj(made.start, now.lit),
            facts=graph.conj(made.facts, now.lit),
        )


def side(name: str, model: FlatModel, seen: Collection[str], shared: Sequence[str], depth: int, budget: Budget) -> Side:
    """The side that sees some variables, and remembers the shared ones for so many steps."""
    part = FlatModel(
        model.name,
        model.source,
        {name: variable for name, variable in model.variables.items() if name in seen},
        model.root,
    )
    for clause in clauses(model):
        if clause.names <= set(seen):
            _add(part, clause)
    for steps in range(1, depth + 1):
        _remember(part, shared, steps)
    return Side(name, part, Encoder(part, budget))


def lent(cut: Cut) -> tuple[str, ...]:
    """A note for each side that has clauses of the other one."""
    return (*_lent("M1", cut.first, "M2", cut.second), *_lent("M2", cut.second, "M1", cut.first))


def _lent(to: str, mine: Part, owner: str, theirs: Part) -> Iterator[str]:
    known = [clause for clause in theirs.clauses if clause.names <= mine.variables | mine.inputs]
    about = sorted(read(known) & theirs.variables)
    if about:
        here = some(about, 5)
        yield f"{to} is taken with the clauses of {owner} that speak of nothing but what {to} sees, here of {here}"


def _add(part: FlatModel, clause: Clause) -> None:
    if clause.decides is None:
        {"init": part.init, "invar": part.invar, "trans": part.trans}[clause.kind].append(
            Constraint(clause.expr, clause.span)
        )
    elif not (clause.kind == "trans" and part.variables[clause.decides.name].kind == "frozen"):
        assigned = part.assignments.setdefault(clause.decides.name, Assigned())
        slot = {"init": "init", "invar": "current", "trans": "next"}[clause.kind]
        setattr(assigned, slot, Assignment(clause.expr, clause.span))


def _remember(part: FlatModel, shared: Sequence[str], steps: int) -> None:
    """Variables for what was so many steps ago; where there was no such step they have their first value."""
    span = part.variables[shared[0]].span
    earlier = TRUE if steps == 1 else part.variables[before("", steps - 1)].now()
    _keep(part, Variable(before("", steps), BOOLEANS, "state", "", span), FALSE, earlier)
    for name in shared:
        source = part.variables[name if steps == 1 else before(name, steps - 1)]
        domain = source.domain
        first = const(next(iter(domain)), domain.type)
        _keep(part, Variable(before(name, steps), domain, "state", "", span), first, source.now())


def _keep(part: FlatModel, variable: Variable, first: Expr, following: Expr) -> None:
    part.variables[variable.name] = variable
    part.assignments[variable.name] = Assigned(
        init=Assignment(first, variable.span), next=Assignment(following, variable.span)
    )
