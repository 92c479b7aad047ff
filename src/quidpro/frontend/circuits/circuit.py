"""Circuits as AIGER and BTOR2 have them, and the flat models that say the same.

In both formats a run gives the inputs a value in every step, constraints hold in every step up to and including the one
that is bad, and whether a bad step can be followed by another does not matter: c U (c & b). So an input that a
property or a constraint reads is a variable of the state that nothing decides, and constraints are invariants of
states: then a bad state needs no successor, and neither a proof nor a run has to speak of steps. An input that only
registers read is an input of the flat model. A witness of justice is an infinite run on which constraints always hold,
and each of its conditions and each fairness condition holds again and again; bad states know no fairness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from quidpro.core.source import Source
from quidpro.flat.build import TRUE, negation
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom, Formula, Temporal
from quidpro.flat.model import Assigned, Constraint, FlatModel, Instance, Span, Spec, Variable
from quidpro.flat.types import Domain
from quidpro.flat.walk import names


@dataclass(frozen=True)
class Justice:
    """A justice property; its conditions are named as the circuit defines them."""

    name: str
    conditions: tuple[str, ...]
    span: Span


@dataclass(eq=False)
class Circuit:
    """Registers and inputs, and what is asked of them; ``assigned`` has init and next of the registers.

    ``defines`` has everything with a name that is no variable: outputs, bad states, conditions of justice.
    """

    source: Source
    variables: dict[str, tuple[Domain, Span]] = field(default_factory=dict)
    assigned: dict[str, Assigned] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    defines: dict[str, Expr] = field(default_factory=dict)
    bad: dict[str, Span] = field(default_factory=dict)
    justice: list[Justice] = field(default_factory=list)
    fairness: list[str] = field(default_factory=list)

    def flat(self) -> FlatModel:
        """The flat model with the verdicts of the circuit."""
        return FlatModel(
            PurePath(self.source.name).stem,
            self.source,
            self._variables(),
            Instance("", "main", False, Span(self.source, 0)),
            assignments=self.assigned,
            invar=[constraint for constraint in self.constraints if constraint.expr is not TRUE],
            specs=[*self._invariants(), *self._liveness()],
            defines=self.defines,
        )

    def _variables(self) -> dict[str, Variable]:
        read = names(*self._of_states())
        return {
            name: Variable(name, domain, "state" if name in self.assigned or name in read else "input", "", span)
            for name, (domain, span) in self.variables.items()
        }

    def _of_states(self) -> Iterator[Expr]:
        """What is said of states, and must not speak of inputs."""
        yield from (constraint.expr for constraint in self.constraints)
        yield from (self.defines[name] for name in self.bad)
        yield from (self.defines[name] for name in self.fairness)
        yield from (self.defines[name] for one in self.justice for name in one.conditions)
        yield from (assigned.init.rhs for assigned in self.assigned.values() if assigned.init is not None)

    def _invariants(self) -> Iterator[Spec]:
        for name, span in self.bad.items():
            good = negation(self.defines[name])
            yield Spec("invariant", "INVARSPEC", name, f"!{name}", span, Atom(good), good)

    def _liveness(self) -> Iterator[Spec]:
        for one in self.justice:
            often = dict.fromkeys((*one.conditions, *self.fairness))
            text = " & ".join(f"G F {name}" for name in often) or "G F TRUE"
            formula = Temporal("not", (self._together(list(often)),))
            yield Spec("ltl", "LTLSPEC", one.name, f"!({text})", one.span, formula)

    def _together(self, conditions: list[str]) -> Formula:
        """All of them again and again, in pairs so that nothing nests deep; without any, every infinite run will do."""
        different = dict.fromkeys(self.defines[name] for name in conditions)
        parts: list[Formula] = [_often(condition) for condition in different or (TRUE,)]
        while len(parts) > 1:
            pairs = zip(parts[::2], parts[1::2], strict=False)
            parts = [*(Temporal("and", pair) for pair in pairs), *parts[len(parts) // 2 * 2 :]]
        return parts[0]


def _often(condition: Expr) -> Formula:
    return Temporal("G", (Temporal("F", (Atom(condition),)),))
