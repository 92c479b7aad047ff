"""Safety assertions and constraints as property automata."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.compiler import Actuals, Compiler
from quidpro.lts.lts import LTS


def safety_automaton(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals, budget: Budget) -> LTS:
    """The error LTS of a safety assertion."""
    raise UsageError(f"{definition.name}: assertions are not checked yet")


def build_constraint(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals, budget: Budget) -> LTS:
    """A constraint as a process."""
    raise UsageError(f"{definition.name}: assertions are not checked yet")
