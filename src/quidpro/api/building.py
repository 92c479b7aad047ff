"""Systems and LTSs made of LTSs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast, get_args

from quidpro.api.arguments import check_types
from quidpro.core.errors import UsageError
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.product import compose as _compose
from quidpro.lts.system import Component, Priority, System


def assemble(
    name: str,
    processes: Mapping[str, LTS],
    properties: Mapping[str, LTS] | None = None,
    priority: Priority | None = None,
) -> System:
    """A system from LTSs. A property is given as the LTS of what is allowed; its error transitions are added."""
    check_types(name=name, processes=processes, properties=properties, priority=priority)
    parts = [Component(part, lts) for part, lts in processes.items()]
    allowed = [lts.named(part) for part, lts in (properties or {}).items()]
    checked = [Component(lts.name, complete_property(lts), is_property=True) for lts in allowed]
    return System(name, (*parts, *checked), priority)


def compose(*components: LTS, name: str = "") -> LTS:
    """The parallel composition of LTSs: shared actions happen together."""
    check_types(components=components, name=name)
    return _compose(components, name=name)


def reduce(lts: LTS, equivalence: str = "weak") -> LTS:
    """The smallest LTS that is strongly, branching, weakly bisimilar or (weak) trace equivalent to this one."""
    from quidpro.lts.reduce import Equivalence
    from quidpro.lts.reduce import reduce as _reduce

    check_types(lts=lts, equivalence=equivalence)
    known = get_args(Equivalence)
    if equivalence not in known:
        raise UsageError(f"there is no equivalence {equivalence!r}; known are {', '.join(known)}")
    return _reduce(lts, cast(Equivalence, equivalence))
