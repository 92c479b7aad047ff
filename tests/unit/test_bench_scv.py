"""The table of SCV: its rows, a run on an SMV model, and what is said of it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from quidpro.benchmarks.campaign import Settings, entries, entry
from quidpro.benchmarks.cases import find_models, find_nusmv
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.published import scv_rows
from quidpro.benchmarks.render import render_text
from quidpro.benchmarks.rows import COLUMNS, TABLES, VARIANTS
from quidpro.benchmarks.store import Store
from quidpro.benchmarks.tables import columns, tables
from quidpro.benchmarks.work import Measured, Sizes, Work
from quidpro.core.errors import UsageError

pytestmark = pytest.mark.slow

SETTINGS = Settings()
BOTH = [VARIANTS["symbolic"], VARIANTS["monolithic"]]


@pytest.fixture(scope="module")
def rows():
    return scv_rows(find_models(None))


def test_rows_are_those_of_the_paper(rows):
    assert [row.title for row in rows][:5] == ["simple1", "simple2", "simple3", "simple4", "guidance1"]
    for row in rows:
        assert set(row.published) == {"symbolic", "monolithic"}
        assert all(set(cells) <= set(COLUMNS) for cells in row.published.values()), row
        assert list(row.sizes) == ["bits", "m1_bits", "m2_bits", "io_bits"]


def test_rows_agree_with_the_examples(rows):
    text = Path("examples/smv/expected.toml").read_text(encoding="utf-8")
    known = {(e["file"], e["property"], e["split"]): e["outcome"] for e in tomllib.loads(text)["example"]}
    for row in rows:
        outcome = known[Path(row.question.file).name, row.question.property, row.question.split]
        assert outcome == row.expected or (row.title, outcome) == ("barrel3", "unknown")


def work(row, method):
    question = row.question if method != "monolithic" else replace(row.question, split=None)
    options = VARIANTS[method].options if method else {}
    return Work(question, method, options, 60.0, 16_000.0)  # of memory: this process has run many tests before


def test_both_methods_are_measured(rows):
    (row,) = (row for row in rows if row.title == "guidance3")
    assert measure(lambda _: None, work(row, None)) == Sizes(bits=(105, 61, 44, 10))
    parts = measure(lambda _: None, work(row, "symbolic"))
    whole = measure(lambda _: None, work(row, "monolithic"))
    assert (parts.outcome, parts.assumptions, whole.outcome, whole.assumptions) == ("holds", (3,), "holds", ())
    assert min(parts.peak_nodes, whole.peak_nodes) > 0
    assert 0 < parts.proof_seconds <= parts.seconds


TEXT = """\
simple1, k = 8: bits = 69, as published; M1 = 37 (published 36); M2 = 32 (published 33); shared = 4, as published;
published sizes: the whole and shared, neither side
split: m1 | m2

            published               ours
method      |A|      nodes     s  |A|    nodes  rounds  MB  proof s      s  verdict  remarks
symbolic      2    607,068  19.2    2    1,500       1  80     2.00   3.00  holds    {}
"""


@pytest.mark.parametrize(
    ("whole", "remark"),
    [
        (Measured("holds", True, seconds=90.0, proof_seconds=50.0, peak_nodes=7), "25.0 times as fast as monolithic"),
        (Measured("unknown", reason="time budget ran out", seconds=60.0), "over 30.0 times as fast as monolithic"),
        (Measured("holds", True, seconds=9.0, proof_seconds=1.0), ""),
    ],
)
def test_what_is_shown(rows, whole, remark):
    row = rows[0]
    parts = Measured("holds", True, seconds=3.0, proof_seconds=2.0, iterations=1, assumptions=(2,), memory_mb=80.0)
    found = replace(parts, largest_assumption=2, peak_nodes=1500)
    with Store(None) as store:
        store.add(entry(row, None, SETTINGS).key, Sizes(bits=(69, 37, 32, 4)))
        store.add(entry(row, BOTH[0], SETTINGS).key, found)
        store.add(entry(row, BOTH[1], SETTINGS).key, whole)
        made = tables([row], BOTH, SETTINGS, store, entries([row], BOTH, SETTINGS))
    (line, _) = made[0].blocks[0].lines
    assert line.remarks == ((remark,) if remark else ())
    shown = render_text(made, "a machine").split("\n\n", 1)[1]
    squeezed = [" ".join(text.split()) for text in shown.splitlines()]
    for text in TEXT.format(remark).splitlines():
        assert " ".join(text.split()) in squeezed


def test_methods_of_one_world_are_not_asked_in_the_other():
    everything = list(VARIANTS.values())
    assert [variant.name for variant in columns("scv", everything)] == ["symbolic", "monolithic"]
    assert "symbolic" not in {variant.name for variant in columns("acr", everything)}
    assert (TABLES["scv"].world, TABLES["acr"].world) == ("symbolic", "explicit")


@pytest.mark.slow
def test_one_operation_on_diagrams_cannot_outlast_its_time(rows):
    (row,) = (row for row in rows if row.title == "barrel1")
    measured = measure(lambda _: None, replace(work(row, "monolithic"), seconds=2.0))
    assert (measured.outcome, measured.seconds < 10) == ("unknown", True)


def test_as_published_is_scv_without_candidates(rows):
    row = next(row for row in rows if row.title == "barrel1")
    learned = measure(lambda _: None, replace(work(row, "symbolic"), as_published=True))
    assert (learned.outcome, learned.largest_assumption) == ("violated", 1)


def test_models_of_nusmv_are_extra_rows(rows, tmp_path, monkeypatch):
    monkeypatch.setenv("QUIDPRO_ORACLE", str(tmp_path))
    assert find_nusmv() is None
    (tmp_path / "smv").mkdir()
    (tmp_path / "smv" / "barrel5.smv").write_text("MODULE main", encoding="utf-8")
    more = scv_rows(find_models(None), find_nusmv())
    assert [Path(row.question.file).name for row in more[len(rows) :]] == ["barrel5.smv"]


def test_a_bad_table_is_refused(tmp_path):
    assert scv_rows(tmp_path) == []
    (tmp_path / "smv").mkdir()
    (tmp_path / "smv" / "scv.toml").write_text('[[row]]\nname = "a"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"row\.0\.case"):
        scv_rows(tmp_path)
