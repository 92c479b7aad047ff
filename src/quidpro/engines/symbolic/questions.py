"""Which specifications of a model are asked for: all, or some by name, by number or by their text; and questions that
do not stand in its file.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.core.words import did_you_mean, some
from quidpro.engines.options import SymbolicQuestion
from quidpro.flat.model import FlatModel, Spec
from quidpro.frontend.files import AIGER, BTOR2
from quidpro.frontend.machines import MachineModel
from quidpro.frontend.smv.model import asked_formula
from quidpro.verdict.symbolic.problem import Problem, problem_about

_OF_FORMULAS = " ()=<>!&|"
"""What stands in formulas and hardly in names."""


_BESIDE = "--invar, --ltl and --ctl ask what does not stand in it"


def problems(model: MachineModel, question: SymbolicQuestion) -> list[Problem]:
    """A problem for each specification asked for, then for each formula that was given; all about one flat model."""
    named, given = _sorted(question)
    flat = model.asking(given)
    if not flat.specs:
        of_circuit = flat.source.name.lower().endswith((*AIGER, *BTOR2))
        words = "a bad state or justice" if of_circuit else f"INVARSPEC, SPEC or LTLSPEC; {_BESIDE}"
        raise UsageError(f"{flat.source.name} has no specification; write {words}")
    of_file, asked = ([spec for spec in flat.specs if spec.asked is beside] for beside in (False, True))
    if named or asked:
        of_file = [_spec_named(name, flat, of_file) for name in named]
    return [problem_about(flat, spec) for spec in (*of_file, *asked)]


def _sorted(question: SymbolicQuestion) -> tuple[list[str], list[tuple[str, Source]]]:
    """The names that are asked for, each once, and the formulas with their sections.

    What a question beside the file is called in an answer, such as ``LTLSPEC F p``, asks it again.
    """
    named, given = [], []
    for name in dict.fromkeys(question.property):
        section, formula = asked_formula(name)
        if section:
            given.append((section, Source(f"--{section.removesuffix('SPEC').lower()}", formula)))
        else:
            named.append(name)
    for option, formulas in (("invar", question.invar), ("ltl", question.ltl), ("ctl", question.ctl)):
        given += [(f"{option.upper()}SPEC", Source(f"--{option}", formula)) for formula in formulas]
    return named, given


def _spec_named(name: str, model: FlatModel, specs: Sequence[Spec]) -> Spec:
    """The specification of a name, or of a number, counted from 1 in the order of the text."""
    found = [spec for spec in specs if name == spec.name] or [spec for spec in specs if name == spec.text]
    if found:
        return found[0]
    if name.isdecimal() and 1 <= int(name) <= len(specs):
        return specs[int(name) - 1]
    listed = some([spec.name for spec in specs], 10)
    hint = did_you_mean(name, (spec.name for spec in specs), f" (it has {len(specs)}: {listed})")
    if any(sign in name for sign in _OF_FORMULAS):
        hint = f": a formula is asked for by its text only when it stands in the file; {_BESIDE}"
    raise UsageError(f"there is no specification {name!r} in {model.source.name}{hint}")
