"""The flat model itself: what every engine of the symbolic world gets.

A state gives a value to every variable of kind ``state`` and ``frozen``; a step also reads a value of every ``input``.
Initial states satisfy ``init`` and ``invar`` and the ``init`` and ``current`` assignments; steps satisfy ``trans`` and
the ``next`` assignments, keep frozen variables, and end where ``invar`` and the ``current`` assignments hold.
A right-hand side may be a set: then the variable takes any of its values. A variable without a ``next`` or ``current``
assignment may change freely, as far as the constraints let it.

Assignments are kept apart from constraints because they say who decides a variable: that is what the dependency
graph, and the cut of a model into modules with inputs and outputs, are made of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.flat.expr import Expr, Var, var
from quidpro.flat.formula import Formula
from quidpro.flat.types import Domain

VariableKind = Literal["state", "input", "frozen"]
SpecKind = Literal["invariant", "ctl", "ltl", "compute", "psl"]
SELECTOR = "_process_selector_"
"""The input that says which process runs, in models that have processes; its values are the processes' names."""


@dataclass(frozen=True)
class Span:
    """A piece of the source text."""

    source: Source = field(repr=False)
    offset: int
    length: int = 1

    def __str__(self) -> str:
        return self.source.where(self.offset)


@dataclass(frozen=True)
class Variable:
    """A variable with its full name (``n0.cache[1]``); ``owner`` is the instance that declares it, "" for main."""

    name: str
    domain: Domain
    kind: VariableKind
    owner: str
    span: Span

    def now(self) -> Var:
        """Its value in the current state, as an expression."""
        return var(self.name, self.domain.type)

    def then(self) -> Var:
        """Its value in the state that follows, as an expression."""
        return var(self.name, self.domain.type, next=True)


@dataclass(frozen=True, eq=False)
class Constraint:
    """A boolean expression of INIT, INVAR, TRANS or FAIRNESS, and the instance whose text it is."""

    expr: Expr
    span: Span
    owner: str = ""


@dataclass(frozen=True, eq=False)
class Assignment:
    """A right-hand side, possibly a set, and the instance whose text it is."""

    rhs: Expr
    span: Span
    owner: str = ""


@dataclass(eq=False)
class Assigned:
    """The assignments to one variable: ``current`` stands alone, ``init`` and ``next`` may go together."""

    init: Assignment | None = None
    next: Assignment | None = None
    current: Assignment | None = None


@dataclass(frozen=True, eq=False)
class Compassion:
    """If ``often`` holds infinitely often then so does ``then``."""

    often: Expr
    then: Expr
    span: Span


@dataclass(frozen=True, eq=False)
class Spec:
    """A specification.

    ``invariant`` is set for INVARSPEC p, SPEC AG p, LTLSPEC G p and what says the same; the kind is then "invariant";
    ``section`` keeps the keyword, since AG p and G p are also true when there is no (fair) path at all. ``refusal``
    says why nothing can be answered, where that is so; then there is no formula.
    """

    kind: SpecKind
    section: str
    name: str
    text: str
    span: Span
    formula: Formula | None
    invariant: Expr | None = None
    owner: str = ""
    refusal: str = ""
    asked: bool = False
    """Whether it does not stand in the file, but was asked beside it; then its name is its section and its formula."""
    notes: tuple[str, ...] = ()
    """What was odd about a question that does not stand in the file."""

    @property
    def is_invariant(self) -> bool:
        """Whether it says of all states that can be reached that they satisfy a condition."""
        return self.invariant is not None

    @property
    def over_infinite_paths(self) -> bool:
        """Whether it speaks of infinite (fair) paths; INVARSPEC alone speaks of states that can be reached."""
        return self.section != "INVARSPEC"


@dataclass(frozen=True)
class Instance:
    """An instance of a module; ``path`` is "" for main, ``process`` says that it runs interleaved."""

    path: str
    module: str
    process: bool
    span: Span
    children: tuple[Instance, ...] = ()


@dataclass(eq=False)
class FlatModel:
    """A model without a hierarchy. ``assignments`` is by the names of variables, in the order of the text."""

    name: str
    source: Source
    variables: dict[str, Variable]
    root: Instance
    assignments: dict[str, Assigned] = field(default_factory=dict)
    init: list[Constraint] = field(default_factory=list)
    invar: list[Constraint] = field(default_factory=list)
    trans: list[Constraint] = field(default_factory=list)
    justice: list[Constraint] = field(default_factory=list)
    compassion: list[Compassion] = field(default_factory=list)
    specs: list[Spec] = field(default_factory=list)
    defines: dict[str, Expr] = field(default_factory=dict)
    """The DEFINEs that are not arrays, by their full names; uses of them are already replaced everywhere."""
    warnings: list[Diagnostic] = field(default_factory=list)

    def of_kind(self, *kinds: VariableKind) -> list[Variable]:
        """The variables of some kinds, in the order of the text."""
        return [variable for variable in self.variables.values() if variable.kind in kinds]

    @property
    def states(self) -> list[Variable]:
        """What makes a state: everything but the inputs."""
        return self.of_kind("state", "frozen")

    @property
    def inputs(self) -> list[Variable]:
        """What a step reads besides the state."""
        return self.of_kind("input")

    @property
    def bits(self) -> int:
        """How many bits a state takes."""
        return sum(variable.domain.bits for variable in self.states)

    @property
    def always_goes_on(self) -> bool:
        """Whether every state has a fair path for sure: assignments alone leave no state without a successor."""
        return not (self.trans or self.invar or self.justice or self.compassion)

    def instances(self) -> list[Instance]:
        """All instances, main first, parents before children."""
        found, stack = [], [self.root]
        while stack:
            instance = stack.pop()
            found.append(instance)
            stack.extend(reversed(instance.children))
        return found

    def __repr__(self) -> str:
        variables = counted(len(self.variables), "variable")
        return sized("FlatModel", self.name, variables, counted(len(self.specs), "specification"))
