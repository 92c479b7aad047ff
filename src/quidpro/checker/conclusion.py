"""What a check of a certificate concludes: confirmed, refused, or not finished. The same in every world."""

from __future__ import annotations

import time
from collections.abc import Callable

from quidpro.core.errors import BudgetExceeded
from quidpro.core.parts import MissingPart
from quidpro.verdict.verdict import Certification


class Rejected(Exception):
    """A certificate that does not prove what it claims; the message says why."""


class Unproved(Exception):
    """A certificate that may be right, though the checker's own way does not show it; the message says what is open."""


def concluded(check: Callable[[], None]) -> Certification:
    """Run a check, which raises :class:`Rejected` or :class:`Unproved` where it must, and say what it came to."""
    started = time.monotonic()
    ok, reason, refuted = False, "", False
    try:
        check()
        ok = True
    except Rejected as rejection:
        reason, refuted = str(rejection), True
    except Unproved as doubt:
        reason = f"the certificate could not be confirmed: {doubt}"
    except (BudgetExceeded, MissingPart) as why:
        reason = f"the certificate was not checked to the end: {why}"
    return Certification(ok, reason, time.monotonic() - started, refuted)
