"""An assumption that the user gives: an invariant of the shared variables, or an SMV file that remembers what it read.

``--assume "y = 0"`` is an expression as it would stand in main, ``--assume NAME`` an invariant of the model: both
forbid every letter that does not satisfy them. ``--assume FILE.smv`` is a module main that declares the variables of
the model that it reads, under their names there, and a memory of its own, which ASSIGN decides. INVAR and INVARSPEC say
which letters are allowed, given what is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import closest
from quidpro.flat.evaluate import evaluate
from quidpro.flat.expr import Expr
from quidpro.flat.model import SELECTOR, Assignment, FlatModel, Span, Variable
from quidpro.flat.types import Domain, Enumeration, Value
from quidpro.flat.walk import has_next, names, variables
from quidpro.frontend.files import read_source, reject, world_of_file
from quidpro.frontend.machines import MachineModel
from quidpro.frontend.smv.model import SmvModel, load_smv


@dataclass(frozen=True)
class Memory:
    """A variable of an assumption's own: its first value, and its next one from what is remembered and read."""

    name: str
    domain: Domain
    first: Value
    next: Expr
    span: Span


@dataclass(frozen=True)
class GivenAssumption:
    """What the user wrote: a memory, and conditions on it and on the letter; a letter that breaks one is forbidden."""

    text: str
    """How it was given."""
    allowed: tuple[tuple[Expr, Span], ...]
    memory: tuple[Memory, ...] = ()

    @property
    def reads(self) -> set[str]:
        """The variables of the model that it speaks of."""
        spoken = names(*(expr for expr, _ in self.allowed), *(own.next for own in self.memory))
        return spoken - {own.name for own in self.memory}


def read_given(model: MachineModel, wanted: Sequence[Any]) -> GivenAssumption:
    """The one assumption of ``--assume``; InputError or UsageError says what is wrong with it."""
    if len(wanted) != 1:
        raise UsageError(
            f"--assume was given {len(wanted)} times; an SMV model is cut into two, and M1 assumes one thing of M2: "
            "join conditions with &"
        )
    if not isinstance(wanted[0], str | Path):
        raise UsageError("--assume takes an expression, the name of an invariant of the model, or an SMV file")
    text = str(wanted[0])
    if (world := world_of_file(text)) not in (None, "symbolic"):
        raise UsageError(f"--assume {text}: this is no SMV file; an SMV model needs an assumption in SMV")
    if world is not None or Path(text).is_file():
        return _from_file(Path(text), model.flat())
    return _from_invariant(text, model)


def _from_invariant(text: str, model: MachineModel) -> GivenAssumption:
    """A specification by its name, else an expression."""
    spec = next((spec for spec in model.flat().specs if spec.name == text), None)
    if spec is None:
        if not isinstance(model, SmvModel):
            raise UsageError(
                f"--assume {text}: {model.name} has no such bad state; an expression is understood only of SMV models, "
                "of a circuit name a bad state that cannot be reached, or give an SMV file"
            )
        source = Source("--assume", text)
        allowed, span = model.condition(source), Span(source, 0, len(text))
    elif spec.invariant is None:
        raise UsageError(f"--assume {text}: this specification of {model.name} is no invariant")
    else:
        allowed, span = spec.invariant, spec.span
    if has_next(allowed):
        hint = "an SMV file can remember what it has read"
        message = "an assumption reads one state at a time, so next(…) cannot stand in it"
        raise InputError([_complaint(span, message, hint)])
    return GivenAssumption(text, ((allowed, span),))


def _from_file(path: Path, model: FlatModel) -> GivenAssumption:
    flat = load_smv(read_source(path)).flat()
    reject(_complaints(flat, model))
    memory = tuple(_memory(flat, v) for v in flat.variables.values() if v.name not in model.variables)
    return GivenAssumption(str(path), tuple(_allowed(flat)), memory)


def _allowed(flat: FlatModel) -> Iterator[tuple[Expr, Span]]:
    yield from ((constraint.expr, constraint.span) for constraint in flat.invar)
    yield from ((spec.invariant, spec.span) for spec in flat.specs if spec.invariant is not None)


def _memory(flat: FlatModel, own: Variable) -> Memory:
    assigned = flat.assignments[own.name]
    assert assigned.init is not None
    following = own.now() if own.kind == "frozen" or assigned.next is None else assigned.next.rhs
    first = evaluate(assigned.init.rhs, {})
    assert not isinstance(first, frozenset)
    return Memory(own.name, own.domain, first, following, own.span)


def _complaints(flat: FlatModel, model: FlatModel) -> Iterator[Diagnostic]:
    """What keeps a module from being a deterministic automaton over variables of the model."""
    for variable in flat.variables.values():
        if variable.name == SELECTOR:
            yield _complaint(variable.span, "an assumption has no processes")
        elif variable.name in model.variables:
            yield from _complaints_about_read(variable, flat, model)
        else:
            yield from _complaints_about_own(variable, flat, model)
    yield from _complaints_about_constraints(flat)
    if not (flat.invar or flat.specs):
        span = flat.root.span
        yield _complaint(span, "it allows everything", "say with INVAR, or with INVARSPEC, what is allowed")


def _complaints_about_read(variable: Variable, flat: FlatModel, model: FlatModel) -> Iterator[Diagnostic]:
    there = model.variables[variable.name].domain
    if not _same(there, variable.domain):
        yield _complaint(variable.span, f"{variable.name} is {there} in {model.name}, and {variable.domain} here")
    assigned = flat.assignments.get(variable.name)
    for assignment in (assigned.current, assigned.init, assigned.next) if assigned else ():
        if assignment is not None:
            message = f"{variable.name} is a variable of {model.name}: an assumption reads it and cannot assign it"
            yield _complaint(assignment.span, message, "INVAR says what its value may be")


def _same(left: Domain, right: Domain) -> bool:
    """Whether two domains have the same values, in whatever order they are listed."""
    if isinstance(left, Enumeration) and isinstance(right, Enumeration):
        return left.type == right.type and set(left.values) == set(right.values)
    return left == right


def _complaints_about_own(own: Variable, flat: FlatModel, model: FlatModel) -> Iterator[Diagnostic]:
    assigned = flat.assignments.get(own.name)
    if assigned is not None and assigned.current is not None:
        message = f"{own.name} is computed and not remembered"
        yield _complaint(assigned.current.span, message, f"write DEFINE {own.name} := …")
        return
    init, following = (assigned.init, assigned.next) if assigned else (None, None)
    missing = [f"init({own.name})"] if init is None else []
    missing += [f"next({own.name})"] if following is None and own.kind != "frozen" else []
    if missing:
        yield _undecided(own, " and ".join(missing), model)
    if init is not None:
        yield from _complaints_about_choice(own, init, "init")
        for read in sorted(names(init.rhs)):
            message = f"init({own.name}) must be a constant: {read} has not been read yet"
            yield _complaint(init.span, message)
    if following is not None:
        yield from _complaints_about_choice(own, following, "next")
        for found in variables(following.rhs):
            if found.next:
                message = f"next({own.name}) is computed from what was read so far, and not from next({found.name})"
                yield _complaint(following.span, message)


def _undecided(own: Variable, missing: str, model: FlatModel) -> Diagnostic:
    message = f"an assumption is deterministic, and nothing decides {missing}"
    hint = f"{own.name} is no variable of {model.name}, so that it belongs to the memory of the assumption"
    near = closest(own.name, model.variables)
    return _complaint(own.span, message, f"{hint}; did you mean {near}?" if near else hint)


def _complaints_about_choice(own: Variable, assignment: Assignment, moment: str) -> Iterator[Diagnostic]:
    if assignment.rhs.type.many:
        message = f"an assumption is deterministic, and {moment}({own.name}) is a choice among several values"
        yield _complaint(assignment.span, message)


def _complaints_about_constraints(flat: FlatModel) -> Iterator[Diagnostic]:
    sections: Mapping[str, Sequence[Any]] = {
        "INIT": flat.init,
        "TRANS": flat.trans,
        "FAIRNESS": flat.justice,
        "COMPASSION": flat.compassion,
    }
    for section, found in sections.items():
        for one in found:
            hint = "say with INVAR what is allowed, given what is remembered"
            yield _complaint(one.span, f"{section} cannot stand in an assumption", hint)
    for spec in flat.specs:
        if spec.invariant is None or has_next(spec.invariant):
            message = f"{spec.section} {spec.text} is no invariant of states"
            yield _complaint(spec.span, message, "use INVAR or INVARSPEC")


def _complaint(span: Span, message: str, hint: str = "") -> Diagnostic:
    return Diagnostic(message, span.source, span.offset, span.length, hint)
