"""The columns of the tables: methods with the options that make them those of a paper, or ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quidpro.bench.work import Options
from quidpro.core import plugins
from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean

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
    brought_for: str | None = None
    """Of a method of another package: its world."""

    def options_for(self, plain: bool) -> Options:
        """The options of its runs."""
        if not plain or not (self.by_parts or self.name in PROBABILISTIC):
            return self.options
        plainly = PLAIN if self.name in EXPLICIT else {"candidates": False}
        return {**self.options, **{name: value for name, value in plainly.items() if self._listens(name)}}

    def _listens(self, option: str) -> bool:
        """Rule CIRC-AG has no orientation."""
        return option != "orientation" or self.method != "circular"


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
    known = VARIANTS if all(name in VARIANTS for name in names) else {**VARIANTS, **_brought()}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(f"there is no method {name!r} for a table{hint} (methods: {', '.join(known)})")
    return [known[name] for name in dict.fromkeys(names)] or list(known.values())


def _brought() -> dict[str, Variant]:
    """Methods of other packages, as they are."""
    return {info.name: Variant(info.name, info.name, brought_for=info.world) for info in plugins.every(plugins.ENGINES)}
