"""LTSs composed, reduced and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from quidpro.api.arguments import check_types, limits
from quidpro.api.check import check
from quidpro.core.errors import UsageError
from quidpro.lts.lts import LTS
from quidpro.lts.product import compose as _compose
from quidpro.lts.reduce import Equivalence
from quidpro.lts.reduce import reduce as _reduce

if TYPE_CHECKING:
    from quidpro.api.results import Results
    from quidpro.verdict.explicit.evidence import ExplicitVerdict


def compose(*components: LTS, name: str = "") -> LTS:
    """The parallel composition of LTSs: shared actions happen together. Of two it is also ``a | b``."""
    check_types(components=components, name=name)
    return _compose(components, name=name)


def reduce(lts: LTS, equivalence: str = "weak") -> LTS:
    """The smallest LTS that is strongly, branching, weakly bisimilar or (weak) trace equivalent to this one."""
    check_types(lts=lts)
    return _reduce(lts, _equivalence(equivalence))


def equivalent(
    first: LTS, second: LTS, equivalence: str = "weak", *, timeout: float | None = None, memory: float | None = None
) -> bool:
    """Whether two LTSs are strongly, branching, weakly bisimilar, or have the same traces (``"trace"``).

    Equivalent LTSs can stand for each other in any system, so their alphabets are the same. ERROR is observed like an
    action; END too, but by ``"trace"``. A limit that is reached raises BudgetExceeded.

    >>> from quidpro import LTS, equivalent
    >>> early = LTS.of([(0, "coin", 1), (0, "coin", 2), (1, "tea", 0), (2, "coffee", 0)])
    >>> late = LTS.of([(0, "coin", 1), (1, "tea", 0), (1, "coffee", 0)])
    >>> equivalent(early, late), equivalent(early, late, "trace")
    (False, True)
    """
    from quidpro.lts.compare import equivalent as _equivalent

    check_types(components=(first, second))
    return _equivalent(first, second, _equivalence(equivalence), limits(timeout, memory))


def refines(
    implementation: LTS, specification: LTS, *, timeout: float | None = None, memory: float | None = None
) -> Results[ExplicitVerdict]:
    """Whether every trace of the implementation is one of the specification; if not, ``trace`` is the shortest.

    Only actions of the specification count: all others are silent. Where the implementation goes to ERROR, the
    specification must, which a trace shows as a last action. The answer is one of ``check``: certified, or replayed.

    >>> from quidpro import LTS, refines
    >>> once = LTS.of([(0, "send", 1), (1, "receive", 0)])
    >>> twice = LTS.of([(0, "send", 1), (1, "send", 2), (1, "receive", 0), (2, "receive", 1)])
    >>> refines(once, twice).holds, refines(twice, once).trace.visible
    (True, ('send', 'send'))
    """
    from quidpro.lts.compare import refinement

    check_types(components=(implementation, specification))
    system = refinement(implementation, specification, limits(timeout, memory))
    return check(system, property=system.properties[0].name, timeout=timeout, memory=memory)


def _equivalence(name: str) -> Equivalence:
    check_types(equivalence=name)
    known = get_args(Equivalence)
    if name not in known:
        raise UsageError(f"there is no equivalence {name!r}; known are {', '.join(known)}")
    return cast(Equivalence, name)
