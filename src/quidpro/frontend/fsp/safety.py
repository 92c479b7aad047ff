"""``constraint`` and ``ltl_property``: safety formulas that stand in a composition.

As in LTSA they speak only of what they mention, so that ``X`` is the next of these actions. A constraint is the process
that does nothing that would breach the formula; it can prevent steps, not that a run stops.
"""

from __future__ import annotations

from collections.abc import Collection

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.compiler import Actuals, Compiler, written
from quidpro.frontend.fsp.formulas import Expander
from quidpro.frontend.fsp.primitive import labels_of
from quidpro.frontend.text.problems import ModelError
from quidpro.logic.ltl import Assertion, actions_of
from quidpro.lts.lts import LTS
from quidpro.lts.ops import reachable, strip_error
from quidpro.lts.safety import safety_automaton


def build_constraint(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals, budget: Budget) -> LTS:
    """An ``ltl_property`` as its error LTS; a ``constraint`` as the process that never does anything else."""
    assertion = mentioned(compiler, definition, actuals)
    assert assertion.observed is not None
    name = definition.name
    try:
        lts = safety_automaton(assertion.formula, sorted(assertion.observed), budget).lts
    except TooManyStates:
        raise ModelError(f"the automaton of '{name}' is too big", definition.offset, len(name)) from None
    return reachable(strip_error(lts)) if definition.kind == "constraint" else lts


def mentioned(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals) -> Assertion:
    """A safety formula as an assertion about the actions that it mentions."""
    formula = Expander(compiler).expand(definition, actuals, definition.offset)
    actions = set(actions_of(formula))
    if definition.extension is not None:
        actions |= labels_of(definition.extension, compiler.scope(definition, actuals, definition.offset))
    return Assertion(written(definition.name, actuals), formula, observed=frozenset(actions))


def is_only_its_error(assertion: Assertion, known: Collection[str], budget: Budget) -> bool:
    """Whether the error LTS of a safety formula says the same as the formula, among processes with these actions.

    It does not where a run that stops breaches the formula, or where the LTS does what no process has.
    """
    observed = assertion.observed or frozenset()
    found = safety_automaton(assertion.formula, sorted(observed), budget)
    return observed.issubset(known) and not (found.breached_by_stopping or found.breached_by_idling)
