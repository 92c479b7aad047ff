"""The table of pAGAR: its rows, a run on a probabilistic model, and what is said of it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import validate

from quidpro.benchmarks.campaign import Settings, entries, entry
from quidpro.benchmarks.cases import find_models
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.published import pagar_rows
from quidpro.benchmarks.render import render_markdown, render_text
from quidpro.benchmarks.rows import COLUMNS, EXPLICIT, TABLES, VARIANTS
from quidpro.benchmarks.schema import schema, to_json
from quidpro.benchmarks.store import Store
from quidpro.benchmarks.tables import columns, tables
from quidpro.benchmarks.work import Measured, Sizes, Work
from quidpro.core.errors import UsageError

pytestmark = pytest.mark.slow

SETTINGS = Settings()
ALL = [VARIANTS[name] for name in ("asym", "asym-n", "monolithic")]


@pytest.fixture(scope="module")
def rows():
    return {row.title: row for row in pagar_rows(find_models(None))}


def test_rows_are_those_of_the_paper_and_larger_ones(rows):
    published = {title: row for title, row in rows.items() if row.published}
    assert len(published) == 12
    assert set(rows) - set(published) == {"MER(6)", "MER(7)", "SN(4)", "SN(5)"}
    for row in published.values():
        assert set(row.published) == {"asym", "asym-n", "monolithic"}
        assert all(set(cells) <= set(COLUMNS) for cells in row.published.values())
        assert list(row.sizes) == ["whole", "spec", "first", "rest", "largest"]


def work(row, name):
    question = row.question if name is None or VARIANTS[name].by_parts else replace(row.question, split=None)
    options = VARIANTS[name].options if name else {}
    return Work(question, VARIANTS[name].method if name else None, options, 60.0, 16_000.0)


def test_a_row_is_counted_and_measured(rows):
    pytest.importorskip("stormpy", reason="Storm reads PRISM files: quidpro[prob]")
    row = rows["CS_N(2)"]
    sizes = measure(lambda _: None, work(row, None))
    assert sizes == Sizes(25, None, 9, (9, 5, 5), specification=15)
    by_groups, in_turn, whole = (measure(lambda _: None, work(row, variant.name)) for variant in ALL)
    assert {run.outcome for run in (by_groups, in_turn, whole)} == {"holds"}
    assert by_groups.certified
    assert in_turn.certified
    assert (len(by_groups.assumptions), len(in_turn.assumptions), whole.assumptions) == (1, 2, ())
    assert whole.states == row.sizes["whole"]
    assert by_groups.largest_assumption <= sizes.rest
    assert 0 < by_groups.proof_seconds <= by_groups.seconds


RUNS = {
    "asym": Measured("holds", True, seconds=3.0, proof_seconds=2.0, states=60, iterations=9, largest_assumption=8),
    "asym-n": Measured("holds", True, seconds=9.0, proof_seconds=6.0, states=40, assumptions=(4, 2)),
    "monolithic": Measured("holds", True, seconds=4.0, proof_seconds=3.0, states=34, memory_mb=150.0),
}
TEXT = """\
CS_N(2), k = 2: |P| = 15, as published; |L1| = 25, as published; |L2| = 9, as published; |Lc| = 9, as published; whole
system: 34, as published
method |A| |L_M| MB s |A| |L_M| rounds MB proof s s verdict remarks
asym 7 51 7.1 0.7 8 60 9 2.00 3.00 holds |A| larger than published (8 > 7); 1.5 times as fast as monolithic
asym-n 25 40 6.8 2.4 5 40 6.00 9.00 holds monolithic is 2.0 times as fast
monolithic 5.9 0.1 34 150 3.00 4.00 holds
"""


def made(row, runs):
    with Store(None) as store:
        store.add(entry(row, None, SETTINGS).key, Sizes(25, None, 9, (9, 5, 5), specification=15))
        for name, found in runs.items():
            store.add(entry(row, VARIANTS[name], SETTINGS).key, found)
        return tables([row], ALL, SETTINGS, store, entries([row], ALL, SETTINGS))


def squeezed(text):
    return " ".join(text.split())


def test_what_is_shown(rows):
    """Of a chain of assumptions the largest one, as in the paper."""
    runs = {**RUNS, "asym-n": replace(RUNS["asym-n"], largest_assumption=5)}
    found = made(rows["CS_N(2)"], runs)
    shown = squeezed(render_text(found, "a machine"))
    for line in TEXT.splitlines():
        for words in line.split("; "):
            assert squeezed(words) in shown
    assert "| 34, as published |" in render_markdown(found, "a machine")
    told = json.loads(to_json(found, SETTINGS, "a machine"))
    validate(told, schema())
    (row,) = told["tables"][0]["rows"]
    assert (row["sizes"]["specification"], row["whole_states"], row["published_sizes"]["whole"]) == (15, 34, 34)


def test_where_the_whole_did_not_come_to_an_end(rows):
    ran_out = Measured("unknown", reason="memory budget ran out while composing", seconds=60.0)
    (table,) = made(rows["CS_N(2)"], {**RUNS, "monolithic": ran_out})
    lines = {line.variant: line.remarks for line in table.blocks[0].lines}
    assert lines["asym-n"] == ("over 10.0 times as fast as monolithic",)
    assert lines["monolithic"] == ("out of memory",)
    assert "whole system: not counted (published 34)" in squeezed(render_text([table], "a machine"))


def test_methods_of_one_world_are_not_asked_in_the_other():
    everything = list(VARIANTS.values())
    assert [variant.name for variant in columns("pagar", everything)] == ["asym", "asym-n", "monolithic"]
    assert not {"asym", "asym-n"} & set(EXPLICIT)
    assert [name for name, kind in TABLES.items() if kind.world == "probabilistic"] == ["pagar"]


def test_a_changed_specification_is_measured_anew(rows, tmp_path):
    row = rows["CS_N(2)"]
    model, spec = (Path(shutil.copy(name, tmp_path)) for name in (row.question.file, row.question.spec))
    assert spec.name == row.question.property
    moved = replace(row, question=replace(row.question, file=str(model), asked={"spec": str(spec)}))
    assert entry(moved, None, SETTINGS).key == entry(row, None, SETTINGS).key
    spec.write_text(spec.read_text(encoding="utf-8").replace("0.9", "0.8"), encoding="utf-8")
    assert entry(moved, None, SETTINGS).key != entry(row, None, SETTINGS).key


def test_a_bad_table_is_refused(tmp_path):
    assert pagar_rows(tmp_path) == []
    (tmp_path / "prism").mkdir()
    (tmp_path / "prism" / "pagar.toml").write_text('[[row]]\nname = "a"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"row\.0\.case"):
        pagar_rows(tmp_path)


@pytest.mark.parametrize(("name", "from_paper"), [("asym", True), ("asym-n", True), ("monolithic", False)])
def test_both_rules_are_of_the_paper(name, from_paper):
    assert VARIANTS[name].from_paper == from_paper
