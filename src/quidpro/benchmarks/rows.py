"""The tables: their rows, each with what is asked and what was published, and their columns.

A column is a method with the options that make it that of a paper, or ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quidpro.benchmarks.work import Options, Question
from quidpro.core import plugins
from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean
from quidpro.verdict.verdict import Outcome

Cells = Mapping[str, str]
"""Published figures by column (a key of COLUMNS), exactly as they are printed."""

COLUMNS = {
    "A": "|A|",
    "premises": "premises",
    "states": "states",
    "largest": "|L_M|",
    "nodes": "nodes",
    "mem": "MB",
    "time": "s",
}
"""Columns of published figures, in the order they are shown, with their headings."""


@dataclass(frozen=True)
class PrintedCheck:
    """A line of CGP03's Table 3, as it is printed."""

    iteration: int
    oracle: int
    assumption: str
    states: str
    transitions: str
    result: str


@dataclass(frozen=True)
class Row:
    """One row of a table: a case at one size."""

    table: str
    case: str
    title: str
    k: int
    question: Question
    expected: Outcome = "holds"
    published: Mapping[str, Cells] = field(default_factory=dict)
    """By the name of the variant."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Published sizes: ``m1``, ``m1_perr``, ``m2``; of SMV models ``bits``, ``m1_bits``, ``m2_bits``, ``io_bits``; of
    probabilistic ones ``whole``, ``spec``, ``first``, ``rest``, and ``largest`` of the components."""
    whole: int | None = None
    """The states of the whole system by a formula, where there is one."""
    checks: tuple[PrintedCheck, ...] = ()
    """What CGP03 prints of each check of its oracles."""
    direct: Cells = field(default_factory=dict)
    """What CGP03 prints of the check of the whole: ``states`` and ``transitions``."""
    notes: tuple[str, ...] = ()
    """What a reader of the row should know."""

    @property
    def heading(self) -> str:
        """What the row is about."""
        return f"{self.title}, k = {self.k}"


SMALLEST = ("smallest", "smallest-refine")
"""How small the assumptions of a row can be, by the orientation of the row: what is learned and refined is measured by
it.
"""

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
    plugin_world: str | None = None
    """The world of a method of another package."""

    @property
    def from_paper(self) -> bool:
        """Whether its algorithm is that of a paper."""
        return (self.by_parts and self.name not in SMALLEST) or self.name in PROBABILISTIC


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("agar", "agar", {"alphabet": "full"}, by_parts=True),
        Variant("agar-refine", "agar", {"alphabet": "refine"}, by_parts=True),
        Variant("lstar", "lstar", {"alphabet": "full"}, by_parts=True),
        Variant("lstar-refine", "lstar", {"alphabet": "refine"}, by_parts=True),
        *(
            Variant(name, "lstar", {"alphabet": alphabet, "orientation": "given", "smallest": True}, by_parts=True)
            for name, alphabet in zip(SMALLEST, ("full", "refine"), strict=True)
        ),
        Variant("circular", "circular", {"alphabet": "full"}, by_parts=True),
        Variant("circular-refine", "circular", {"alphabet": "refine"}, by_parts=True),
        Variant("minimise", "minimise"),
        Variant("symbolic", "symbolic", {"orientation": "given"}, by_parts=True),
        Variant("asym", "agar", by_parts=True),
        Variant("asym-n", "agar", {"group": False}),
        Variant("monolithic", "monolithic"),
        Variant("saturation", "saturation"),
        Variant("pdr", "pdr"),
        Variant("auto", "auto"),
    )
}

LEARNING = VARIANTS["lstar"]
"""CGP03's own."""

EXPLICIT = tuple(name for name in VARIANTS if name not in ("symbolic", "saturation", "pdr", *PROBABILISTIC))
"""Those of labelled transition systems that are shown beside what was published."""


@dataclass(frozen=True)
class TableKind:
    """A table that can be asked for."""

    name: str
    title: str
    variants: tuple[str, ...] = EXPLICIT
    """Those it is about."""
    world: str = "explicit"
    """That of its models."""


TABLES = {
    kind.name: kind
    for kind in (
        TableKind("agar-1", "AGAR, Table 1: two-way decompositions made for learning"),
        TableKind("agar-2", "AGAR, Table 2: balanced two-way decompositions"),
        TableKind("acr", "ACR, Table 8.1: circular reasoning and learning"),
        TableKind("cgp03", "CGP03, Table 3: the rover executive"),
        TableKind(
            "scv", "SCV, Table 1: assumptions learned in decision diagrams", ("symbolic", "monolithic"), "symbolic"
        ),
        TableKind(
            "parts",
            "SMV models that grow: by parts against the whole",
            ("symbolic", "monolithic", "pdr", "auto"),
            "symbolic",
        ),
        TableKind("pagar", "pAGAR, Table 1: probabilistic systems", (*PROBABILISTIC, "monolithic"), "probabilistic"),
        TableKind("growth", "Time against k, past the papers", ("monolithic", "saturation", "auto")),
        TableKind("faults", "One wrong guard in each model", tuple(name for name in EXPLICIT if name not in SMALLEST)),
    )
}


def chosen(names: Sequence[str]) -> list[Variant]:
    """The variants of these names, or all there are."""
    known = VARIANTS if all(name in VARIANTS for name in names) else {**VARIANTS, **_plugin_variants()}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(f"there is no method {name!r} for a table{hint} (methods: {', '.join(known)})")
    return [known[name] for name in dict.fromkeys(names)] or list(known.values())


def _plugin_variants() -> dict[str, Variant]:
    """Methods of other packages, as they are."""
    infos = plugins.load_all(plugins.ENGINES)
    return {info.name: Variant(info.name, info.name, plugin_world=info.world) for info in infos}
