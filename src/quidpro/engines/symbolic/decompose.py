"""Ways to cut a model into groups of variables, as texts for ``--split``, with their sizes in bits.

The sizes are those that SCV's table gives of each cut: the bits of M1, of M2, and of what they share.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from quidpro.core.errors import UsageError
from quidpro.engines.options import SymbolicQuestion
from quidpro.engines.symbolic.questions import problems
from quidpro.engines.symbolic.scv.choose import choose, ranked
from quidpro.engines.symbolic.scv.cut import deal, why_uncut
from quidpro.engines.symbolic.scv.groups import Groups, chain, format_groups, format_split, parse_split
from quidpro.engines.symbolic.shared.machine import speaks_of_steps
from quidpro.flat.build import TRUE
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import names
from quidpro.frontend.machines import MachineModel
from quidpro.verdict.split import REST
from quidpro.verdict.symbolic.problem import Problem
from quidpro.verdict.symbolic.splits import Cuts, SizedCut

_MAX_LETTERS = 56
"""In a longer text the longest group is called ``rest``."""


def cuts(model: MachineModel, question: SymbolicQuestion, limit: int) -> Cuts:
    """The best cuts for an invariant of states: the one that is asked for, else the first one if there is one."""
    spec = _invariant(model, question)
    flat = model.flat()
    if reason := why_uncut(flat):
        raise UsageError(reason)
    property = TRUE if spec is None or spec.invariant is None else spec.invariant
    found = ranked(flat, property)
    every = frozenset(flat.variables)
    best = [_sized(flat, (first, every - first), property, cost) for cost, first in found[:limit]]
    return Cuts(
        system=flat.name,
        property=None if spec is None else spec.name,
        bits=flat.bits,
        considered=len(found),
        splits=(replace(best[0], marks=("auto",)), *best[1:]),
        chains=tuple(replace(one, marks=("chain",)) for one in _chains(flat, property)),
    )


def _invariant(model: MachineModel, question: SymbolicQuestion) -> Spec | None:
    if not question.property:
        flat = model.flat()
        return next((spec for spec in flat.specs if not _why_not(spec, flat)), None)
    problem = problems(model, question)[0]
    if reason := _why_not(problem.spec, problem.model):
        raise UsageError(f"{problem.spec.name} {reason} are proved by parts")
    return problem.spec


def _why_not(spec: Spec, model: FlatModel) -> str:
    """Why no method by parts proves a specification; nothing when some do."""
    if spec.invariant is None:
        return "is no invariant, and only invariants"
    if speaks_of_steps(spec.invariant, model):
        return "speaks of inputs or of the next state, and only invariants of states"
    return ""


def _chains(model: FlatModel, property: Expr) -> list[SizedCut]:
    """Every instance in main as a group, where that is more than a cut into two."""
    if sum(any(v.startswith(f"{child.path}.") for v in model.variables) for child in model.root.children) < 3:
        return []
    return [_sized(model, chain(model, property), property)]


def _sized(model: FlatModel, groups: Groups, property: Expr, cost: float | None = None) -> SizedCut:
    shared = deal(model, groups).shared(frozenset(names(property)))
    return SizedCut(
        groups=tuple(tuple(v for v in model.variables if v in group) for group in groups),
        text=_text(groups, model),
        bits=tuple(_bits(model, group) for group in groups),
        shared=tuple(v for v in model.variables if v in shared),
        shared_bits=_bits(model, shared),
        cost=cost,
    )


def bits(problem: Problem, groups: Groups | None) -> tuple[int, ...]:
    """Those of the whole, of the groups, which are chosen where none are given, and of what they share."""
    model, invariant = problem.model, problem.spec.invariant
    if invariant is None:
        return (model.bits,)
    if groups is None:
        first = choose(model, invariant)[0]
        groups = (first, frozenset(model.variables) - first)
    shared = deal(model, groups).shared(frozenset(names(invariant)))
    return tuple(_bits(model, some) for some in (model.variables, *groups, shared))


def _bits(model: FlatModel, variables: Iterable[str]) -> int:
    return sum(model.variables[name].domain.bits for name in variables)


def _text(groups: Groups, model: FlatModel) -> str:
    """The groups in full; of a long text the longest is ``rest``, if that stands for the same variables."""
    texts = [format_split(group, model) for group in groups]
    longest = max(range(len(texts)), key=lambda i: len(texts[i]))
    shorter = " | ".join(REST if i == longest else text for i, text in enumerate(texts))
    whole = format_groups(groups, model)
    return shorter if len(whole) > _MAX_LETTERS and parse_split(shorter, model) == groups else whole
