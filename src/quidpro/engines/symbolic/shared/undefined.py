"""What is said of an expression that has no value, or one that its variable cannot have, for some valuation."""

from __future__ import annotations

from collections.abc import Mapping

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic
from quidpro.flat.evaluate import Program, choices
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel, Span
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Value, value_text

State = Mapping[str, Value]


def rejection(model: FlatModel, expr: Expr, span: Span, target: str, now: State, then: State) -> InputError:
    """The error of the input that this valuation shows; ``target`` is the variable that the value is for, if any."""
    (held,) = Program([expr]).held(now, then)
    offset, length = span.offset, span.length
    if isinstance(held, EvaluationError):
        reason = held.reason
        if held.offset is not None and span.source == model.source:  # else it may be of the other text
            offset, length = held.offset, 1
    else:
        domain = model.variables[target].domain
        bad = next(value for value in choices(held) if value not in domain)
        reason = f"{target} gets the value {value_text(bad)}, which is not in {domain}"
    return InputError([Diagnostic(reason + _when(now, then), span.source, offset, length)])


def _when(now: State, then: State) -> str:
    """A valuation in words; empty if it would be long."""
    parts = [f"{name} = {value_text(value)}" for name, value in now.items()]
    parts += [f"next({name}) = {value_text(value)}" for name, value in then.items()]
    return f" (when {', '.join(parts)})" if 0 < len(parts) <= 6 else ""
