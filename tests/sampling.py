"""What `make test` asks of many cases that are alike; `make campaign` asks all of them, and sets QUIDPRO_CAMPAIGN."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

CAMPAIGN = bool(os.environ.get("QUIDPRO_CAMPAIGN"))
LARGE = pytest.mark.skipif(not CAMPAIGN, reason="large; make campaign asks it")

T = TypeVar("T")


def first(cases: Sequence[T], count: int) -> Sequence[T]:
    """The first cases; all of them in a campaign."""
    return cases if CAMPAIGN else cases[:count]
