"""From a path of the product to the trace that a verdict carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quidpro.lts.lts import ERROR
from quidpro.lts.product import Move, Product
from quidpro.lts.search import Found, steps
from quidpro.lts.system import System
from quidpro.verdict.types import Step, Trace


def product_of(system: System) -> Product:
    """The lazy product of all components of a system, under its priority."""
    return Product([c.lts for c in system.components], system.priority)


def trace_of(system: System, product: Product, found: Found) -> Trace:
    """The shortest run that a search found, as a trace of the system."""
    assert found.hit is not None
    return trace_along(system, product, steps(product, found.path, found.hit))


def trace_along(system: System, product: Product, moves: Sequence[Move], cycle: tuple[str, ...] | None = None) -> Trace:
    """A trace that takes these moves from the initial state."""
    return Trace(
        components=tuple(c.name for c in system.components),
        states=(product.initial, *(move.target for move in moves)),
        steps=tuple(Step(move.action, move.moves) for move in moves),
        cycle=cycle,
    )


def lasso_along(
    system: System, product: Product, stem: Sequence[Move], loop: Sequence[Move] | None, cycle: tuple[str, ...] | None
) -> Trace:
    """A trace that takes the stem and then, again and again, the loop; ``cycle`` is what recurs."""
    trace = trace_along(system, product, stem, cycle)
    if loop is None:
        return trace
    states = (trace.states[-1], *(move.target for move in loop))
    return replace(trace, loop=Trace(trace.components, states, tuple(Step(m.action, m.moves) for m in loop)))


def culprit(system: System, trace: Trace) -> str:
    """The component that is in its error state at the end of a trace; a property before a process."""
    last = trace.states[-1]
    wrong = [c for c, state in zip(system.components, last, strict=True) if state == ERROR]
    return next((c.name for c in wrong if c.is_property), wrong[0].name)
