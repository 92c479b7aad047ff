"""The learners by name, those of other packages included; a learner may also be handed over as it is."""

from __future__ import annotations

from collections.abc import Callable

from quidpro.core import plugins
from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean
from quidpro.learning.kv import KearnsVazirani
from quidpro.learning.lstar import LStar
from quidpro.learning.protocol import Learner, Membership

Make = Callable[[Membership], Learner]
LEARNERS: dict[str, Make] = {"kv": KearnsVazirani, "lstar": LStar}


def learner_named(name: str | Make) -> Make:
    """The learner of that name, or a UsageError that lists the names there are."""
    if not isinstance(name, str):
        return name
    found: Make | None = LEARNERS.get(name) or plugins.load(plugins.LEARNERS, name)
    if found is None:
        known = sorted({*LEARNERS, *plugins.names(plugins.LEARNERS)})
        raise UsageError(f"there is no learner {name!r}{did_you_mean(name, known)} (learners: {', '.join(known)})")
    return found
