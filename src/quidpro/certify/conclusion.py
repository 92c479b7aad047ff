"""What a check of a certificate concludes: confirmed, refused, or not finished. The same in every world."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from quidpro.core.errors import BudgetExceeded
from quidpro.core.parts import MissingPart


@dataclass(frozen=True)
class Certification:
    """Whether a certificate was confirmed, why not, and how long that took.

    Neither ``ok`` nor ``refuted`` means that a budget ran out before the check was done, or that it lacks a library.
    """

    ok: bool
    reason: str
    seconds: float
    refuted: bool = False


class Rejected(Exception):
    """A certificate that does not prove what it claims; the message says why."""


def concluded(check: Callable[[], None]) -> Certification:
    """Run a check, which raises :class:`Rejected` where it must, and say what it came to."""
    started = time.monotonic()
    ok, reason, refuted = False, "", False
    try:
        check()
        ok = True
    except Rejected as rejection:
        reason, refuted = str(rejection), True
    except (BudgetExceeded, MissingPart) as why:
        reason = f"the certificate was not checked to the end: {why}"
    return Certification(ok, reason, time.monotonic() - started, refuted)
