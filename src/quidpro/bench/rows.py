"""The rows of the tables: what is asked in each, and what was published about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quidpro.bench.work import Question
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

    @property
    def heading(self) -> str:
        """What the row is about."""
        return f"{self.title}, k = {self.k}"


@dataclass(frozen=True)
class TableKind:
    """A table that can be asked for."""

    name: str
    title: str
    variants: tuple[str, ...] = ()
    """Those it is about; all of the explicit world, if none."""

    @property
    def world(self) -> str:
        """The world of its models."""
        return "symbolic" if self.symbolic else "probabilistic" if self.probabilistic else "explicit"

    @property
    def symbolic(self) -> bool:
        """Whether it is about SMV models."""
        return "symbolic" in self.variants

    @property
    def probabilistic(self) -> bool:
        """Whether it is about probabilistic models."""
        return "asym" in self.variants


TABLES = {
    kind.name: kind
    for kind in (
        TableKind("agar-1", "AGAR, Table 1: two-way decompositions made for learning"),
        TableKind("agar-2", "AGAR, Table 2: balanced two-way decompositions"),
        TableKind("acr", "ACR, Table 8.1: circular reasoning and learning"),
        TableKind("cgp03", "CGP03, Table 3: the rover executive"),
        TableKind("scv", "SCV, Table 1: assumptions learned in decision diagrams", ("symbolic", "monolithic")),
        TableKind("pagar", "pAGAR, Table 1: probabilistic systems", ("asym", "asym-n", "monolithic")),
        TableKind("growth", "Time against k, past the papers", ("monolithic", "auto")),
        TableKind("faults", "One wrong guard in each model"),
    )
}
