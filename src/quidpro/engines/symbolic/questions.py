"""Which specifications of a model are asked for: all, or some by name, by number or by their text.

The size of what is asked is counted in bits, as SCV's table has them: of the whole, of M1, of M2 and so on, and of what
they share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.cut import deal
from quidpro.engines.symbolic.scv.groups import Groups
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import names
from quidpro.frontend.files import AIGER, BTOR2
from quidpro.verdict.symbolic.problem import Problem, problem_about


def bits(problem: Problem, groups: Groups | None) -> tuple[int, ...]:
    """Those of the whole, and of the groups, which are chosen where none are given."""
    model, invariant = problem.model, problem.spec.invariant
    if invariant is None:
        return (model.bits,)
    if groups is None:
        first = choose(model, invariant)[0]
        groups = (first, frozenset(model.variables) - first)
    shared = deal(model, groups).shared(frozenset(names(invariant)))
    return tuple(_bits(model, some) for some in (model.variables, *groups, shared))


def _bits(model: FlatModel, names: Iterable[str]) -> int:
    return sum(model.variables[name].domain.bits for name in names)


_SECTIONS = "INVARSPEC, SPEC or LTLSPEC"
_OF_FORMULAS = " ()=<>!&|"
"""What stands in formulas and hardly in names."""


def problems(model: FlatModel, wanted: Sequence[str]) -> list[Problem]:
    """A problem for each specification asked for; numbers count from 1 in the order of the text."""
    if not model.specs:
        words = "a bad state or justice" if model.source.name.lower().endswith((*AIGER, *BTOR2)) else _SECTIONS
        raise UsageError(f"{model.source.name} has no specification; write {words}")
    specs = [_spec_named(name, model) for name in dict.fromkeys(wanted)] if wanted else model.specs
    return [problem_about(model, spec) for spec in specs]


def _spec_named(name: str, model: FlatModel) -> Spec:
    specs = model.specs
    found = [spec for spec in specs if name == spec.name] or [spec for spec in specs if name == spec.text]
    if found:
        return found[0]
    if name.isdecimal() and 1 <= int(name) <= len(specs):
        return specs[int(name) - 1]
    listed = ", ".join(spec.name for spec in specs[:10]) + (", …" if len(specs) > 10 else "")
    hint = did_you_mean(name, (spec.name for spec in specs), f" (it has {len(specs)}: {listed})")
    if any(sign in name for sign in _OF_FORMULAS):
        hint = ": a formula is asked for by its text only when it stands in the file, as SPEC, LTLSPEC or INVARSPEC"
    raise UsageError(f"there is no specification {name!r} in {model.source.name}{hint}")
