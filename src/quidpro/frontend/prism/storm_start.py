"""What Storm's solver says of initial states, in its own process; see :mod:`quidpro.frontend.prism.storm`."""

from __future__ import annotations

from typing import Any

from quidpro.core.apart import Tell
from quidpro.frontend.prism.storm import program_of, storm

State = dict[str, str]
"""The values of variables."""


def satisfying(tell: Tell, text: str) -> list[State] | None:
    """At most two states that satisfy the ``init`` block of a program; None where Storm cannot tell."""
    tell("the initial states")
    storm()
    try:
        found = _state(text)
        if found is None:
            return []
        same = " & ".join([f"{name}={value}" for name, value in found.items()] or ["true"])
        other = _state(text.replace("endinit", f"& !({same}) endinit"))
    except Exception:
        return None
    return [found] if other is None else [found, other]


def _state(text: str) -> State | None:
    from stormpy.developer import SmtCheckResult, Z3SmtSolver

    program = program_of(text).substitute_constants()
    solver = Z3SmtSolver(program.expression_manager)
    solver.add(program.initial_states_expression)
    answer = solver.check()
    if answer == SmtCheckResult.UNKNOWN:
        raise ValueError("the solver does not know")
    return None if answer == SmtCheckResult.UNSAT else _values(program, solver.get_model())


def _values(program: Any, model: Any) -> State:
    modules = program.modules
    flags = [variable.expression_variable for module in modules for variable in module.boolean_variables]
    numbers = [variable.expression_variable for module in modules for variable in module.integer_variables]
    return {
        **{flag.name: str(model.get_boolean_value(flag)).lower() for flag in flags},
        **{number.name: str(model.get_integer_value(number)) for number in numbers},
    }
