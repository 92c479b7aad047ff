"""M1 localised: only what the property needs of it is kept, and the rest of it may do anything.

The clauses of the property's variables are kept first, then those of what these read, and so on; at last all of M1. A
localised M1 can do all that M1 can, so that an assumption under which it is safe is one for M1, and the proof is one of
the whole cut. It has fewer communication variables, and its weakest assumption need not remember what M1 shows of data
that the property does not depend on. That it violates the property says nothing, until it is all of M1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.engines.symbolic.scv.cut import Cut, Part
from quidpro.engines.symbolic.shared.layers import clauses_about, worthwhile
from quidpro.flat.clauses import Clause


def localised(cut: Cut, about: frozenset[str]) -> Iterator[Cut]:
    """The cut with less of M1, layer by layer from what the property is about; then as it is.

    Where that is none of M1's variables, nothing of M1 may be enough: the assumption then says it of the others.
    """
    mine, variables = cut.first, cut.model.variables

    def bits(layer: frozenset[str]) -> int:
        return sum(variables[name].domain.bits for name in layer & mine.variables)

    if about.isdisjoint(mine.variables):
        yield _keeping(cut, clauses_about(mine.clauses, about), about)
    for layer in worthwhile(mine.clauses, about, mine.variables, bits):
        yield _keeping(cut, clauses_about(mine.clauses, layer), about)
    yield cut


def _keeping(cut: Cut, clauses: Sequence[Clause], about: frozenset[str]) -> Cut:
    """M1 with these clauses: what neither they nor the property speak of is left out, and M2's own if it reads it."""
    first, second = cut.first, cut.second
    seen = about.union(*(clause.names for clause in clauses))
    inputs, outputs = first.inputs & seen, first.outputs & seen
    free = first.outputs - outputs
    m1 = Part(first.variables & seen, inputs, outputs, tuple(clauses))
    m2 = Part(second.variables | free, outputs, inputs, second.clauses)
    return Cut(cut.model, m1, m2, cut.notes)


def followed(part: Part) -> frozenset[str]:
    """The variables of which a part says how they go on."""
    about = (frozenset({c.decides.name}) if c.decides else c.names for c in part.clauses)
    return part.variables & frozenset().union(*about)
