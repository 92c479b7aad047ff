"""What an SMV model is made of: the instances in main, or without any its variables, and what they read of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from quidpro.core.words import counted, split_unquoted
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom, Formula
from quidpro.flat.model import SELECTOR, FlatModel
from quidpro.flat.walk import names as names_in
from quidpro.verdict.architecture import Architecture, Link, Part
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

_MAIN = "main"


def architecture(problem: Problem, verdict: SymbolicVerdict | None = None) -> Architecture:
    """The parts of the model, the variables that one reads of another, and the specification."""
    model = problem.model
    holder = _holders(model)
    names = list(dict.fromkeys(holder.values()))
    numbers = {name: number for number, name in enumerate(names)}
    sides = _sides(verdict)
    parts = [_part(name, holder, model, sides) for name in names]
    parts.append(Part(problem.property or "property", "property"))
    reads = {(numbers[source], numbers[target]): found for (source, target), found in _reads(model, holder).items()}
    links = [Link(ends, tuple(sorted(found)), directed=True) for ends, found in sorted(reads.items())]
    links += _asked(problem, holder, numbers, len(names))
    groups = tuple(f"M{number}" for number in range(1, len(sides) + 1))
    return Architecture(problem.system, tuple(parts), tuple(links), groups, "variables")


def _holders(model: FlatModel) -> dict[str, str]:
    """The part that has each variable: an instance inside main, main itself or, without instances, the variable."""
    instances = {instance.path for instance in model.root.children}
    names = [name for name in model.variables if name != SELECTOR]
    if not instances:
        return {name: split_unquoted(name, r"\[")[0] for name in names}
    tops = {name: _top(model.variables[name].owner) for name in names}
    return {name: top if top in instances else _MAIN for name, top in tops.items()}


def _top(path: str) -> str:
    """The instance inside main that an instance is, or is inside of."""
    return split_unquoted(path, r"\.")[0]


def _part(name: str, holder: Mapping[str, str], model: FlatModel, sides: Sequence[Sequence[str]]) -> Part:
    own = [variable for variable, part in holder.items() if part == name]
    group = next((n for n, side in enumerate(sides) if all(_named(variable, side, model) for variable in own)), None)
    bits = sum(model.variables[variable].domain.bits for variable in own)
    return Part(name, size=counted(bits, "bit"), group=group)


def _named(variable: str, side: Sequence[str], model: FlatModel) -> bool:
    """Whether a side of a split names a variable, or an instance that declares it."""
    inside = f"{model.variables[variable].owner}."
    return variable in side or any(
        inside.startswith(f"{name}.") or variable.startswith((f"{name}.", f"{name}[")) or fnmatchcase(variable, name)
        for name in side
        if name not in model.variables
    )


def _sides(verdict: SymbolicVerdict | None) -> list[list[str]]:
    """What the groups of a proof by parts are called by."""
    if verdict is None or len(verdict.components) < 2:
        return []
    return [[name.strip() for name in split_unquoted(side, ",")] for side in verdict.components]


def _reads(model: FlatModel, holder: Mapping[str, str]) -> dict[tuple[str, str], set[str]]:
    """From whom to whom, and the variables that are read."""
    found: dict[tuple[str, str], set[str]] = {}
    for reader, expression in _uses(model, holder):
        for name in names_in(expression):
            source = holder.get(name, reader)
            if source != reader:
                found.setdefault((source, reader), set()).add(name)
    return found


def _uses(model: FlatModel, holder: Mapping[str, str]) -> Iterator[tuple[str, Expr]]:
    """The part that an expression belongs to, and the expression."""
    for name, assigned in model.assignments.items():
        for one in (assigned.init, assigned.next, assigned.current):
            if one is not None and name in holder:
                yield holder[name], one.rhs
    for constraint in (*model.init, *model.invar, *model.trans):
        own = [holder[name] for name in sorted(names_in(constraint.expr)) if name in holder]
        top = _top(constraint.owner)
        if own:
            yield top if top in own else own[0], constraint.expr


def _asked(problem: Problem, holder: Mapping[str, str], numbers: Mapping[str, int], property: int) -> list[Link]:
    """The variables that the specification speaks of."""
    found: dict[int, set[str]] = {}
    for name in names_in(*_conditions(problem.spec.formula)):
        if name in holder:
            found.setdefault(numbers[holder[name]], set()).add(name)
    return [Link((property, part), tuple(sorted(names))) for part, names in sorted(found.items())]


def _conditions(formula: Formula | None) -> Iterator[Expr]:
    """The conditions of states that a formula is made of."""
    if isinstance(formula, Atom):
        yield formula.expr
    elif formula is not None:
        for part in formula.args:
            yield from _conditions(part)


def asked_at(problem: Problem) -> list[int]:
    """The lines of the specification; none where it does not stand in the file."""
    if problem.spec.asked:
        return []
    span = problem.spec.span
    first, last = (span.source.position(offset)[0] for offset in (span.offset, span.offset + max(span.length - 1, 0)))
    return list(range(first, last + 1))
