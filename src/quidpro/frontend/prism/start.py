"""The initial state that an ``init`` block describes, where it describes a single one.

The block is a condition on all variables, so no module has it alone. Storm's solver is asked for a state that satisfies
it, and for another one, in its own process (:mod:`quidpro.frontend.prism.storm`); where there is no other one, every
variable gets the initial value that it has there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.isolated import Crashed, Tell, isolated
from quidpro.frontend.prism.outline import Declared, Outline
from quidpro.frontend.prism.program import constant_lines, unset
from quidpro.frontend.prism.storm import program_of, storm
from quidpro.frontend.prism.tokens import Token, expanded, written

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


_UNREAD = "a set of initial states is not read"


def resolve_init(outline: Outline, constants: Mapping[str, str], budget: Budget) -> tuple[Outline, str]:
    """The outline with initial values in place of an ``init`` block, or the reason why it has none."""
    if "init" not in outline.blocks or unset(outline, constants):
        return outline, ""
    try:
        found = isolated(satisfying, _program(outline, constants), budget=budget)
    except (Crashed, IndexError):
        return outline, _UNREAD
    if found is None:
        return outline, _UNREAD
    if len(found) == 1:
        return _with_values(outline, found[0]), ""
    if not found:
        return outline, "no state is an initial one: none satisfies this condition"
    return outline, f"there are several initial states: {_difference(*found)}"


def _difference(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    """A variable that has different values in two states."""
    name = next(name for name in one if one[name] != other[name])
    return f"{name} may be {one[name]} or {other[name]}"


def _variables(outline: Outline) -> list[Declared]:
    own = (declared for module in outline.modules.values() for declared in module.variables)
    return [*outline.globals.values(), *own]


def _program(outline: Outline, constants: Mapping[str, str]) -> str:
    """All variables without a step, and the condition; it says the bounds too, which the solver does not know."""
    variables = _variables(outline)
    bounds = [_bounds(declared) for declared in variables if declared.type == "["]
    wanted = written(expanded(outline.blocks["init"][1], outline.formulas))
    return "\n".join(
        [
            "mdp",
            *constant_lines(outline, constants),
            "module quidpro_start",
            *(f"{written(declared.words)};" for declared in variables),
            "endmodule",
            f"init {' & '.join([f'({wanted})', *bounds])} endinit",
        ]
    )


def _bounds(declared: Declared) -> str:
    """``s : [0..N]`` as a condition."""
    dots = next(i for i, token in enumerate(declared.words) if token.is_mark(".."))
    low, high = written(declared.words[3:dots]), written(declared.words[dots + 1 : -1])
    return f"{declared.name.text} >= ({low}) & {declared.name.text} <= ({high})"


def _with_values(outline: Outline, state: Mapping[str, str]) -> Outline:
    modules = {
        name: replace(module, variables=tuple(_with_value(declared, state) for declared in module.variables))
        for name, module in outline.modules.items()
    }
    return replace(
        outline,
        modules=modules,
        globals={name: _with_value(declared, state) for name, declared in outline.globals.items()},
        blocks={head: block for head, block in outline.blocks.items() if head != "init"},
    )


def _with_value(declared: Declared, state: Mapping[str, str]) -> Declared:
    value = [Token("name", word, declared.name.offset) for word in ("init", state[declared.name.text])]
    return replace(declared, words=[*declared.words, *value])
