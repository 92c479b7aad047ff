"""The case studies, from ``cases.toml`` beside their models.

Each ``[[case]]`` is a model file: its ``id``, ``title`` and ``file``, and the ``parameter``, the constant that k sets.
Under it ``[[case.row]]`` is a row of a published table, ``[[case.large]]`` a size past the papers, ``[[case.fault]]`` a
seeded fault, ``[[case.series]]`` a question about the whole at many sizes. The columns of a published row are called as
in its paper; here they get the names of our tables.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from quidpro.benchmarks.published import pagar_rows, parts_rows, read_toml, scv_rows
from quidpro.benchmarks.rover import real_rover
from quidpro.benchmarks.rows import Cells, PrintedCheck, Row
from quidpro.benchmarks.work import Question
from quidpro.core.errors import UsageError
from quidpro.core.examples import example_folders
from quidpro.verdict.verdict import Outcome

FILE = "cases.toml"
ORACLE = "QUIDPRO_ORACLE"
"""The environment variable that says where the models are that cannot be handed on."""
_VARIANTS = {
    "agar": "agar",
    "agar_refined": "agar-refine",
    "learning": "lstar",
    "learning_refined": "lstar-refine",
    "circular": "circular",
    "whole": "monolithic",
}
"""Our names for what the papers compare."""
_CELLS = {"a": "A", "memory": "mem", "time": "time", "states": "states"}
"""Our names for what they print of it."""
_DIRECT = ("states", "transitions")
"""What CGP03 prints of the check of the whole."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Instance(_Model):
    """A case at one size, and what is asked of it."""

    k: int
    system: str | None = None
    property: str | None = None
    split: str | None = None
    whole: int | None = None


class _Published(_Model):
    """What a paper prints of a row; of CGP03 the rounds of one run."""

    m1: int | None = None
    m1_perr: int | None = None
    m2: int | None = None
    agar: dict[str, str] = {}
    agar_refined: dict[str, str] = {}
    learning: dict[str, str] = {}
    learning_refined: dict[str, str] = {}
    circular: dict[str, str] = {}
    whole: dict[str, str] = {}
    time: str = ""
    rounds: list[dict[str, str]] = []


class _Row(_Instance):
    table: str
    published: _Published = _Published()
    ours: dict[str, int] = {}

    @property
    def expected(self) -> Outcome:
        """A published run that ends in a counterexample says ``False`` in its last round."""
        return "violated" if any(done.get("result") == "False" for done in self.published.rounds) else "holds"


class _Series(_Model):
    """A question about the whole at many sizes; about progress there may be a test, by default it is all actions."""

    kind: Literal["deadlock", "progress"]
    system: str | None = None
    test: str | None = None
    sizes: list[int]
    expected: Outcome = "holds"


class _Fault(_Instance):
    trace: int | None = None


class _Case(_Model):
    id: str
    title: str
    file: str
    parameter: str
    row: list[_Row] = []
    large: list[_Instance] = []
    series: list[_Series] = []
    fault: list[_Fault] = []


class _Cases(_Model):
    case: list[_Case]


def find_models(given: Path | None) -> Path:
    """The folder of the models: the one that is named, or that of the examples."""
    folders = [given] if given else [*example_folders(), Path("examples")]
    for folder in folders:
        if (folder / FILE).is_file():
            return folder.resolve()
    if given:
        raise UsageError(f"there is no {FILE} in {given}; --models names the folder of the case studies")
    raise UsageError(f"the case studies are not here: no examples/{FILE}; --models DIR says where they are")


def read_rows(folder: Path, rover: Path | None = None, nusmv: Path | None = None) -> list[Row]:
    """All rows of all tables; with the real rover and NuSMV's own models, where they are."""
    cases = read_toml(folder / FILE, _Cases).case
    found = [*(row for case in cases for row in _rows(case, folder)), *scv_rows(folder, nusmv)]
    found += [*parts_rows(folder), *pagar_rows(folder)]
    return found if rover is None else [*found, *real_rover(rover, found)]


def _rows(case: _Case, folder: Path) -> Iterator[Row]:
    for row in case.row:
        published = row.published
        yield replace(
            _row(row.table, case, row, folder),
            expected=row.expected,
            published=_figures(published),
            sizes=published.model_dump(include={"m1", "m1_perr", "m2"}, exclude_none=True),
            checks=tuple(_check(done) for done in published.rounds),
            direct={name: figure for name, figure in published.whole.items() if published.rounds and name in _DIRECT},
        )
    for fault in case.fault:
        yield replace(_row("faults", case, fault, folder), expected="violated")
    for instance in _safe(case):
        yield _row("growth", case, instance, folder)
    for series in case.series:
        yield from (_row_about(series, case, k, folder) for k in sorted(series.sizes))


def _row_about(series: _Series, case: _Case, k: int, folder: Path) -> Row:
    """A row about what is no property; its title says what it is about."""
    row = _row("growth", case, _Instance(k=k, system=series.system), folder)
    asked = {**row.question.asked, series.kind: True}
    question = replace(row.question, asked=asked, problem=series.test or series.kind)
    title = f"{case.title}, {series.kind}{f' {series.test}' if series.test else ''}"
    return replace(row, title=title, question=question, expected=series.expected)


def _safe(case: _Case) -> list[_Instance]:
    """Every size at which the system is right, property by property; groups do not matter there."""
    right = [*(row for row in case.row if row.expected == "holds"), *case.large]
    sizes = {(instance.property or "", instance.k): instance.model_copy(update={"split": None}) for instance in right}
    return [instance for _, instance in sorted(sizes.items())]


def _row(table: str, case: _Case, instance: _Instance, folder: Path) -> Row:
    """A row; where a model has several properties its title says which one is meant."""
    several = len({row.property for row in case.row}) > 1
    return Row(
        table=table,
        case=case.id,
        title=f"{case.title}, {instance.property}" if several and instance.property else case.title,
        k=instance.k,
        question=Question(str(folder / case.file), _question_fields(case, instance), instance.split),
        whole=instance.whole,
    )


def _question_fields(case: _Case, instance: _Instance) -> dict[str, Any]:
    named = {"system": instance.system, "property": (instance.property,) if instance.property else None}
    fields = {name: value for name, value in named.items() if value is not None}
    return {"const": {case.parameter: instance.k}, "deadlock": False, **fields}


def _figures(published: _Published) -> dict[str, Cells]:
    """What was printed, by our names for the methods."""
    found = {ours: _cells(getattr(published, theirs)) for theirs, ours in _VARIANTS.items()}
    if published.rounds:
        largest = max(published.rounds, key=lambda done: int(done["states"].replace(",", "")))
        found["lstar"] = {"A": published.rounds[-1]["a"], "states": largest["states"], "time": published.time}
    return {name: cells for name, cells in found.items() if cells}


def _cells(printed: Mapping[str, str]) -> Cells:
    """The figures under the headings of our tables; both assumptions of a circular proof in one cell."""
    found = {_CELLS[name]: figure for name, figure in printed.items() if name in _CELLS}
    both = [printed[name] for name in ("g1", "g2") if name in printed]
    premises = [printed[name] for name in ("premise1", "premise2", "premise3") if name in printed]
    if both:
        found["A"] = " + ".join(both)
    return {**found, "premises": " ".join(premises)} if premises else found


def _check(printed: Mapping[str, str]) -> PrintedCheck:
    iteration, oracle = int(printed["iteration"]), int(printed["oracle"])
    return PrintedCheck(iteration, oracle, printed["a"], printed["states"], printed["transitions"], printed["result"])


def find_rover(given: Path | None) -> Path | None:
    """The real rover: the file that is named, or the one in the folder that the environment names."""
    if given is not None:
        if not given.is_file():
            raise UsageError(f"there is no file {given}; --rover names the model of the K9 rover")
        return given.resolve()
    folder = os.environ.get(ORACLE)
    found = Path(folder) / "fsp" / "k9rover.lts" if folder else None
    return found if found is not None and found.is_file() else None


def find_nusmv() -> Path | None:
    """NuSMV's own models, in the folder that the environment names."""
    folder = os.environ.get(ORACLE)
    found = Path(folder) / "smv" if folder else None
    return found.resolve() if found is not None and found.is_dir() else None
