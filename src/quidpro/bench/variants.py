"""The columns of the tables: methods with the options that make them those of a paper, or ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from quidpro.bench.work import Options
from quidpro.core.errors import UsageError
from quidpro.engines.explicit.registry import AUTO, METHODS

PLAIN: Options = {"reduce": False, "candidates": False, "orientation": "given"}
"""As the papers have it: the parts as they are, nothing tried beforehand, the groups in the given order."""
SYMBOLIC = "symbolic"
"""SCV, for SMV models alone."""
PROBABILISTIC = ("asym", "asym-n")
"""pAGAR's rules for two groups and for one component after the other, for probabilistic models alone."""


@dataclass(frozen=True)
class Variant:
    """A method as it is called in a table."""

    name: str
    method: str
    options: Options = field(default_factory=dict)
    by_parts: bool = False
    """Whether it is given the split of the row."""

    def options_for(self, plain: bool) -> Options:
        """The options of its runs."""
        if not plain or not (self.by_parts or self.name in PROBABILISTIC):
            return self.options
        return {**self.options, **(PLAIN if self.name in EXPLICIT else {"candidates": False})}


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("agar", "agar", {"alphabet": "full"}, by_parts=True),
        Variant("agar-refine", "agar", {"alphabet": "refine"}, by_parts=True),
        Variant("lstar", "lstar", {"alphabet": "full"}, by_parts=True),
        Variant("lstar-refine", "lstar", {"alphabet": "refine"}, by_parts=True),
        Variant("circular", "circular", {"alphabet": "full"}, by_parts=True),
        Variant("circular-refine", "circular", {"alphabet": "refine"}, by_parts=True),
        Variant("minimise", "minimise"),
        Variant("symbolic", "symbolic", {"orientation": "given"}, by_parts=True),
        Variant("asym", "agar", by_parts=True),
        Variant("asym-n", "agar"),
        Variant("monolithic", "monolithic"),
        Variant("auto", "auto"),
    )
}

EXPLICIT = tuple(name for name in VARIANTS if name not in (SYMBOLIC, *PROBABILISTIC))
"""Those of labelled transition systems."""


def chosen(names: Sequence[str]) -> list[Variant]:
    """The variants of these names, or all there are."""
    known = {name: variant for name, variant in VARIANTS.items() if variant.method in (AUTO, SYMBOLIC, *METHODS)}
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise UsageError(f"there is no method {name!r} for a table{hint} (methods: {', '.join(known)})")
    return [known[name] for name in dict.fromkeys(names)] or list(known.values())
