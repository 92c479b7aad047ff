"""The published shape of ``quidpro bench --format json``.

``python -m quidpro.benchmarks.schema [FOLDER]`` writes it as JSON Schema, by default into ``docs/schema``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from quidpro.benchmarks.campaign import Settings
from quidpro.benchmarks.sizes import model_in_words
from quidpro.benchmarks.tables import Block, Growth, Line, Table
from quidpro.core import __version__
from quidpro.core.words import exact_number


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MeasuredModel(_Model):
    """What a run found, and what it cost."""

    outcome: Literal["holds", "violated", "unknown"]
    certified: bool
    reason: str = Field(description="Why it is unknown, or not certified; else empty.")
    seconds: float = Field(description="From when the model was read to when the answer had been checked.")
    proof_seconds: float
    certify_seconds: float
    read_seconds: float
    states: int
    transitions: int
    iterations: int
    queries: int
    largest_assumption: int = Field(description="The most states that an assumption had in any round.")
    assumptions: list[int] = Field(description="States of the assumptions of the proof.")
    at_least: int = Field(
        default=0, description="States that any assumption needs, where a smallest one was looked for; else 0."
    )
    premises: list[int] = Field(description="The most states that a check of each premise visited.")
    peak_nodes: int = Field(description="The most nodes of decision diagrams.")
    reachable: str = Field(
        description="States of the whole system, where a decision diagram counted them; a text, for it may be huge."
    )
    trace: int | None = Field(description="Steps of the counterexample.")
    memory_mb: float = Field(description="The most memory of the process during the run.")
    base_mb: float = Field(description="What the process had before the run began.")
    winner: str | None = Field(description="auto: the method that decided.")


class LineModel(_Model):
    """One method in one row."""

    method: str
    published: dict[str, str] = Field(description="A, mem, time, premises, states, largest, nodes: as printed.")
    as_published: MeasuredModel | None = Field(
        description="The run that is exactly the algorithm of the paper; null when it was not made."
    )
    measured: MeasuredModel | None = Field(
        description="The method as it runs by default, or, where plain is true, as published; null when it was not run."
    )
    times: list[float] = Field(description="Seconds of each repetition.")
    remarks: list[str]


class SizesModel(_Model):
    """Sizes of the groups of a row."""

    first: int | None
    first_with_property: int | None
    rest: int | None
    components: list[int]
    bits: list[int] = Field(description="SMV: of the whole, of M1, of M2, of what they share.")
    specification: int | None = Field(description="Probabilistic models: states of the specification.")


class OracleCheckModel(_Model):
    """One check of one of CGP03's oracles."""

    iteration: int
    oracle: int
    assumption: int
    result: str
    states: int = Field(description="Taken off the queue, breadth first to the first error: the paper's measure.")
    transitions: int
    our_states: int = Field(description="What the method itself looked at.")
    our_transitions: int


class OraclesModel(_Model):
    """A run of CGP03's algorithm, check by check; without checks where it did not come to an end."""

    checks: list[OracleCheckModel]
    direct_states: int = Field(description="The whole system, breadth first to the first error.")
    direct_transitions: int
    whole_states: int = Field(description="All of the whole system.")
    whole_transitions: int


class PrintedCheckModel(_Model):
    """A line of CGP03's Table 3, as it is printed."""

    iteration: int
    oracle: int
    assumption: str
    states: str
    transitions: str
    result: str


class RowModel(_Model):
    """One case at one size."""

    case: str
    title: str
    k: int
    file: str
    constants: dict[str, int]
    system: str | None
    property: str | None
    split: str | None
    expected: Literal["holds", "violated", "unknown"]
    published_sizes: dict[str, int]
    model: str = Field(
        description="Which sides of the model have the published sizes; empty where no sizes were published."
    )
    notes: list[str]
    published_checks: list[PrintedCheckModel] = Field(description="CGP03's Table 3.")
    published_direct: dict[str, str] = Field(description="CGP03's check of the whole: states, transitions.")
    oracles: OraclesModel | None
    sizes: SizesModel
    whole_states: int | str | None = Field(
        description="Reachable states of the whole system, where monolithic finished or a decision diagram counted "
        "them; a string beyond 53 bits."
    )
    whole_formula: str = Field(description="The same by a formula, if one is known; a text, for it may be huge.")
    whole_bound: str = Field(description="The product of all components' sizes; a text, for it may be huge.")
    auto_ratio: float | None = Field(description="The time of auto as a multiple of the best single method.")
    lines: list[LineModel]


class FitModel(_Model):
    """A law of growth."""

    law: Literal["power", "exponential"]
    rate: float = Field(description="The exponent of a power of k, or the base of an exponential in k.")
    r2: float
    points: int


class GrowthModel(_Model):
    """How a method grows with k; the law that fits better is first."""

    case: str
    title: str
    method: str
    seconds: list[FitModel]
    states: list[FitModel]


class TableModel(_Model):
    """One table."""

    name: str
    title: str
    rows: list[RowModel]
    growth: list[GrowthModel]


class BenchModel(_Model):
    """The output of ``quidpro bench --format json``."""

    version: str
    machine: str
    timeout: float
    memory: float
    repeat: int
    plain: bool
    tables: list[TableModel]


def to_json(tables: Sequence[Table], settings: Settings, machine: str) -> str:
    """The tables in this shape."""
    return _model(tables, settings, machine).model_dump_json(indent=2)


def to_object(tables: Sequence[Table], settings: Settings, machine: str) -> dict[str, Any]:
    """The same as plain data."""
    return _model(tables, settings, machine).model_dump(mode="json")


def _model(tables: Sequence[Table], settings: Settings, machine: str) -> BenchModel:
    fields = {
        "version": __version__,
        "machine": machine,
        "timeout": settings.seconds,
        "memory": settings.megabytes,
        "repeat": settings.repeat,
        "plain": settings.as_published,
        "tables": [_table(table) for table in tables],
    }
    return BenchModel.model_validate(fields)


def _table(table: Table) -> dict[str, Any]:
    return {
        "name": table.kind.name,
        "title": table.kind.title,
        "rows": [_row(block) for block in table.blocks],
        "growth": [_by_method(item) for item in table.growth],
    }


def _row(block: Block) -> dict[str, Any]:
    row, question = block.row, block.row.question
    return {
        "case": row.case,
        "title": row.title,
        "k": row.k,
        "file": Path(question.file).name,
        "constants": question.asked.get("const", {}),
        "system": question.asked.get("system"),
        "property": question.property,
        "split": question.split,
        "expected": row.expected,
        "published_sizes": row.sizes,
        "model": model_in_words(block),
        "notes": list(row.notes),
        "published_checks": [asdict(check) for check in row.checks],
        "published_direct": row.direct,
        "oracles": None if block.oracles is None else asdict(block.oracles),
        "sizes": asdict(block.sizes),
        "whole_states": None if block.whole is None else exact_number(block.whole),
        "whole_formula": "" if row.whole is None else str(row.whole),
        "whole_bound": str(block.sizes.bound) if block.sizes.components else "",
        "auto_ratio": block.auto_ratio,
        "lines": [_by_method(line) for line in block.lines],
    }


def _by_method(item: Line | Growth) -> dict[str, Any]:
    """The fields of a line, or of a law of growth; what is a variant here is a method to whoever reads it."""
    fields = asdict(item)
    return {"method": fields.pop("variant"), **fields}


def schema() -> dict[str, Any]:
    """The JSON Schema."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:quidpro:schema:bench:1"}
    return head | BenchModel.model_json_schema()


def schema_text() -> str:
    """The schema as it stands in ``docs/schema``."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main(folder: str = "docs/schema") -> None:
    """Write the schema file."""
    (Path(folder) / "bench.schema.json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
