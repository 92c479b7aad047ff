"""What PRISM's properties can say and safe-pCTL cannot, in words."""

from __future__ import annotations

from quidpro.frontend.pctl.tokens import Token

_REWARDS = "rewards are not part of safe-pCTL"
OTHER_OPERATORS = {
    "R": _REWARDS,
    "Rmin": _REWARDS,
    "Rmax": _REWARDS,
    "S": "the long run is not part of safe-pCTL",
    "A": "paths are quantified by P, and by A [ G s ]",
    "E": "that some path exists is no safety property",
    "multi": "several goals at once are not part of safe-pCTL",
}
"""Operators that stand where a state formula begins, each with the reason."""
TEMPORAL = ("X", "F", "G", "U", "W", "R")
_ONE = "inside the brackets of a P stands one of X, F, G, U, W and R, over conditions on states and P: no LTL"


def hint_of_path(found: Token) -> str:
    """The hint where a temporal operator, or a filter, stands that may not."""
    return _ONE if found.kind in TEMPORAL else ""
