"""What a misspelt name was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from itertools import islice

_MAX_LENGTH = 80
_MAX_CANDIDATES = 300


def suggestion(name: str, known: Collection[str]) -> str:
    """A hint with the nearest of the known names, empty when none is near.

    Long names and crowds of names are not compared: that would cost more than the hint is worth.
    """
    if len(name) > _MAX_LENGTH:
        return ""
    folded = {k.lower(): k for k in islice(known, _MAX_CANDIDATES) if len(k) <= _MAX_LENGTH}
    near = difflib.get_close_matches(name.lower(), sorted(folded), n=1, cutoff=0.7)
    return f"did you mean '{folded[near[0]]}'?" if near else ""
