"""The rows that ``cases.toml`` stands for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.benchmarks.campaign import Settings, entry
from quidpro.benchmarks.cases import find_models, find_rover, read_rows
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.rover import real_rover
from quidpro.benchmarks.rows import COLUMNS, TABLES, VARIANTS
from quidpro.benchmarks.work import Answer, Measured, Question, Sizes, Work
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.options import build_options
from quidpro.engines.explicit.decompose import parse_split
from quidpro.engines.explicit.questions import problems
from quidpro.engines.options import ExplicitQuestion
from quidpro.frontend.load import load

CHANNEL = Question("examples/channel/channel.lts", {"system": "Channel", "property": ("Order",)}, "Input | Output")
ROOMY = Settings(megabytes=16_000.0)
"""This process has run many tests before."""


@pytest.fixture(scope="module")
def rows():
    """Those of the explicit world."""
    return [row for row in read_rows(find_models(None)) if row.table not in ("scv", "parts", "pagar")]


def test_rows_belong_to_tables_and_their_figures_to_columns(rows):
    assert {row.table for row in rows} <= set(TABLES)
    assert {"acr", "agar-1", "agar-2", "growth", "faults"} <= {row.table for row in rows}
    for row in rows:
        assert set(row.published) <= set(VARIANTS), row
        assert all(set(cells) <= set(COLUMNS) and cells for cells in row.published.values()), row
        assert set(row.sizes) <= {"m1", "m1_perr", "m2"}, row


def test_the_published_figures_are_as_printed(rows):
    (row,) = (row for row in rows if (row.table, row.case, row.k) == ("acr", "client-server", 9))
    assert row.published["circular"] == {"A": "10 + 2", "premises": "2816 23 14", "time": "249.839"}
    assert row.published["lstar"] == {"A": "2816", "premises": "2816 39769", "time": "725"}
    assert row.sizes == {"m1": 19683, "m2": 100}


@pytest.mark.slow
def test_the_smallest_row_of_each_case_can_be_asked(rows):
    smallest = {}
    for row in sorted(rows, key=lambda row: -row.k):
        smallest[row.table, row.title] = row
    for row in smallest.values():
        asked = row.question
        question = build_options(ExplicitQuestion, asked.asked)
        found = problems(load(asked.file, question.const), question, Budget(30))
        (problem,) = (one for one in found if asked.problem in ("", one.property))
        if asked.split is not None:
            assert parse_split(asked.split, problem.model), row


def test_growth_is_ordered_by_size_and_needs_no_split(rows):
    for title in {row.title for row in rows}:
        series = [row for row in rows if row.table == "growth" and row.title == title]
        assert [row.k for row in series] == sorted({row.k for row in series})
        assert all(row.question.split is None for row in series)


def series(rows):
    """The rows about deadlock and progress, by their titles."""
    found = {}
    for row in rows:
        if row.question.problem:
            found.setdefault(row.title, []).append(row)
    return found


def test_every_family_is_asked_about_deadlock_and_progress(rows):
    asked = {
        (row.question.file, kind) for row in rows for kind in row.question.asked if row.question.asked[kind] is True
    }
    files = {row.question.file for row in rows if row.table == "growth"}
    assert asked == {(file, kind) for file in files for kind in ("deadlock", "progress")}


@pytest.mark.slow
@pytest.mark.parametrize("method", ["monolithic", "saturation"])
def test_the_smallest_size_of_each_series_comes_to_what_is_expected(method, rows):
    for title, (row, *_) in series(rows).items():
        found = measure(lambda _: None, entry(row, VARIANTS[method], ROOMY).work)
        assert (found.outcome, found.certified) == (row.expected, True), title


@pytest.mark.parametrize("kind", ["deadlock", "progress"])
def test_a_diagram_counts_the_states_that_are_explored_one_by_one(kind, rows):
    row = series(rows)[f"Token ring, {kind}"][0]
    explored, counted = (
        measure(lambda _: None, entry(row, VARIANTS[method], ROOMY).work) for method in ("monolithic", "saturation")
    )
    assert (explored.states, explored.reachable) == (4 * 5 * 3**4, "")
    assert counted.reachable == str(explored.states)
    assert counted.peak_nodes > 0


def test_a_row_is_about_one_question():
    asked = {"const": {"N": 4}, "deadlock": True}
    work = Work(Question("examples/ring/ring.lts", asked, problem="deadlock"), None, {}, 60, 4000)
    assert measure(lambda _: None, work) == Sizes(components=(7,) * 4)
    for problem, count in (("", 2), ("progress", 0)):
        with pytest.raises(UsageError, match=rf"here {count} are meant \(there are: MUTEX, deadlock\)"):
            measure(lambda _: None, replace(work, question=replace(work.question, problem=problem)))


def test_a_method_that_does_not_answer_says_so(rows):
    row = series(rows)["Token ring, deadlock"][0]
    found = measure(lambda _: None, replace(entry(row, VARIANTS["saturation"], ROOMY).work, method="minimise"))
    assert (found.outcome, found.reason, found.seconds) == ("unknown", "method minimise does not check deadlock", 0.0)


LOOKALIKE = """
ActExec_DoAction = [Access].status.begin_read ->
    [Access].status.end_read[s:STATUS]
RemoveAll = [Access].conditionSetChanged.begin_assign -> [Access].conditionSetChanged.end_assign[False]
ClearConditions = ExecConditionChecker_RemoveAllConditionChecks;
Wait = execCondChecker.savedWakeupStruct.begin_read -> execCondChecker.savedWakeupStruct.end_read[x]
Clear = savedWakeupStruct.begin_assign -> savedWakeupStruct.end_assign[False]
ExecConditionChecker_Internal_Thread ExecMutex_Abstraction CondListMutex_Abstraction External_VarUse_Assumption
Executive_Thread Produce_Consume
"""
"""What is looked for in the public rover, and nothing else of it."""


def test_the_public_rover_is_two_rows_more(tmp_path, rows, monkeypatch):
    folder = tmp_path / "fsp"
    folder.mkdir()
    (folder / "k9rover.lts").write_text(LOOKALIKE, encoding="utf-8")
    monkeypatch.delenv("QUIDPRO_ORACLE", raising=False)
    assert find_rover(None) is None
    monkeypatch.setenv("QUIDPRO_ORACLE", str(tmp_path))
    rover = find_rover(None)
    assert rover == folder / "k9rover.lts"
    more = read_rows(find_models(None), rover)[-2:]
    assert [(row.table, row.sizes) for row in more] == [
        ("agar-1", {"m1_perr": 544, "m2": 41}),
        ("cgp03", {"m1_perr": 544, "m2": 41}),
    ]
    assert [check.states for check in more[1].checks] == ["5", "268", "235", "464", "32"]
    assert (more[1].direct["states"], more[0].published["agar"]["A"]) == ("3,630", "10")
    with pytest.raises(UsageError, match="there is no file"):
        find_rover(tmp_path / "gone.lts")


def test_the_edits_make_accesses_of_the_public_rover_atomic(tmp_path, rows):
    path = tmp_path / "k9.lts"
    path.write_text(LOOKALIKE, encoding="utf-8")
    changed = real_rover(path, rows)[0].question.text(LOOKALIKE)
    assert "begin_" not in changed
    assert "[Access].status.read[s:STATUS]" in changed
    assert "[Access].conditionSetChanged.assign[False]" in changed
    assert "ExecConditionChecker_RemoveAllConditionChecks('execCondChecker);" in changed
    assert "execCondChecker.savedWakeupStruct.read[x]" in changed
    assert "Clear = execCondChecker.savedWakeupStruct.assign[False]" in changed
    assert changed.rstrip().endswith("||ROVER = (M1 || M2 || Produce_Consume).")


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("status.begin_read", "an access to status in two steps is not there"),
        ("ConditionChecks;", "the call of RemoveAllConditionChecks is not there"),
        ("Produce_Consume", "the process Produce_Consume is not there"),
    ],
)
def test_another_model_is_not_the_public_rover(missing, words, tmp_path, rows):
    path = tmp_path / "other.lts"
    path.write_text(LOOKALIKE.replace(missing, ""), encoding="utf-8")
    with pytest.raises(UsageError, match=rf"other\.lts is not the public model of the K9 rover, .*: {words}"):
        real_rover(path, rows)


def test_where_the_models_are_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("quidpro.benchmarks.cases.example_folders", list)
    with pytest.raises(UsageError, match=r"no examples/cases.toml; --models DIR says where"):
        find_models(None)


def count(seconds: float = 60) -> Answer:
    return measure(lambda _: None, Work(CHANNEL, None, {}, seconds, 4000))


def test_sizes_are_counted():
    assert count() == Sizes(3, 6, 3, (3, 3, 2))


def test_sizes_that_cannot_be_counted_are_left_out(monkeypatch):
    assert count(seconds=0) == Sizes()

    def too_much(*_, **__):
        raise BudgetExceeded("time", "exploring")

    monkeypatch.setattr("quidpro.engines.explicit.warm.search", too_much)
    assert count() == Sizes(None, None, None, (3, 3, 2))


def test_a_run_is_measured():
    told = []
    found = measure(told.append, Work(replace(CHANNEL, split=None), "monolithic", {}, 60, 4000))
    assert isinstance(found, Measured)
    assert (found.outcome, found.certified, found.states) == ("holds", True, 4)
    assert 0 < found.proof_seconds <= found.seconds
    assert found.seconds < 5
    assert found.memory_mb >= found.base_mb * 0.9 > 20


def test_a_run_by_parts_tells_of_its_assumptions():
    options = {"orientation": "given", "candidates": False}
    found = measure(lambda _: None, Work(CHANNEL, "lstar", options, 60, 4000))
    assert (found.assumptions, found.largest_assumption) == ((2,), 2)
    assert len(found.premises) == 2
    assert found.queries > 0


def test_a_run_without_time_is_undecided():
    found = measure(lambda _: None, Work(CHANNEL, "lstar", {}, 0, 4000))
    assert found.outcome == "unknown"
    assert "time budget ran out" in found.reason
