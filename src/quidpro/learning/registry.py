"""The learners by name."""

from __future__ import annotations

from collections.abc import Callable

from quidpro.core.errors import UsageError
from quidpro.learning.kv import KearnsVazirani
from quidpro.learning.lstar import LStar
from quidpro.learning.protocol import Learner, Membership

LEARNERS: dict[str, Callable[[Membership], Learner]] = {"kv": KearnsVazirani, "lstar": LStar}
DEFAULT_LEARNER = "kv"


def learner_named(name: str) -> Callable[[Membership], Learner]:
    """The learner of that name, or a UsageError that lists the names there are."""
    if name not in LEARNERS:
        raise UsageError(f"there is no learner {name!r} (learners: {', '.join(sorted(LEARNERS))})")
    return LEARNERS[name]
