"""Which runs are made, which are not made again, and what becomes of those that are lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.benchmarks.campaign import Settings, entries, entry, run
from quidpro.benchmarks.rows import VARIANTS, PrintedCheck, Row, chosen
from quidpro.benchmarks.store import Store
from quidpro.benchmarks.work import Measured, Oracles, Question, Sizes
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.run.executors.protocol import Done, Lost, Progress

HOLDS = Measured("holds", certified=True, seconds=0.5)
MONOLITHIC, LSTAR = VARIANTS["monolithic"], VARIANTS["lstar"]


@pytest.fixture
def row(tmp_path):
    model = tmp_path / "model.lts"
    model.write_text("P = (a -> P).", encoding="utf-8")
    return Row("acr", "case", "Case", 3, Question(str(model), {"const": {"N": 3}}, split="A | B"))


class Fake:
    """An executor that answers as it was told to, by the number of the job."""

    def __init__(self, script):
        self.script = script
        self.jobs = []
        self.waiting = []

    def submit(self, job):
        self.jobs.append(job)
        self.waiting.append(len(self.jobs) - 1)
        return len(self.jobs) - 1

    def wait(self, seconds=None):
        handles, self.waiting = self.waiting, []
        return [event for handle in handles for event in self.script(handle, self.jobs[handle])]

    def seconds(self, handle):
        return 42.0


class Watcher:
    def __init__(self):
        self.said = []

    def begin(self, part):
        self.said.append(("begin", part))

    def end(self, part):
        self.said.append(("end", part))


def done(handle, job):
    return [Done(handle, Sizes(1, 2, 3) if job.arguments[0].method is None else HOLDS)]


def played(wanted, store, script=done, jobs=1):
    executor, watcher = Fake(script), Watcher()
    run(wanted, store, executor, jobs, Budget(), watcher)
    return executor, watcher


def test_the_checks_of_the_oracles_are_counted_where_they_are_printed(row):
    printed = replace(row, checks=(PrintedCheck(1, 1, "1", "5", "24", "Too weak"),))
    for settings, count in ((Settings(), 0), (Settings(beside=True), 1), (Settings(as_published=True), 1)):
        wanted = entries([printed], [LSTAR, MONOLITHIC], settings)
        assert sum(one.work.by_oracle for one in wanted) == count
        assert all(one.work.as_published for one in wanted if one.work.by_oracle)
    assert not any(one.work.by_oracle for one in entries([printed], [MONOLITHIC], Settings(beside=True)))
    assert not any(one.work.by_oracle for one in entries([row], [LSTAR], Settings(beside=True)))


def test_a_count_of_checks_that_is_lost_has_none(row):
    wanted = entry(row, LSTAR, Settings(), by_oracle=True)
    assert wanted.name == "acr: Case, k = 3, lstar, oracle by oracle"
    with Store(None) as store:
        played([wanted], store, lambda handle, _: [Lost(handle, "ended after 60 s", False)])
        assert store.get(wanted.key) == Oracles()


def test_sizes_and_every_variant_and_repetition(row):
    wanted = entries([row], [MONOLITHIC, LSTAR], Settings(repeat=2))
    assert [(e.variant and e.variant.name) for e in wanted] == [None, "monolithic", "monolithic", "lstar", "lstar"]
    assert len({e.key for e in wanted}) == 5
    with Store(None) as store:
        executor, watcher = played(wanted, store)
        assert len(executor.jobs) == 5
        assert watcher.said[:2] == [("begin", "acr: Case, k = 3, sizes"), ("end", "acr: Case, k = 3, sizes")]
        assert all(e.key in store for e in wanted)


def test_only_methods_by_parts_are_given_the_split(row):
    assert entry(row, LSTAR, Settings()).work.question.split == "A | B"
    assert entry(row, MONOLITHIC, Settings()).work.question.split is None


def test_as_published_changes_methods_by_parts_only(row):
    assert entry(row, LSTAR, Settings(as_published=True)).work.as_published
    assert entry(row, MONOLITHIC, Settings(as_published=True)).key == entry(row, MONOLITHIC, Settings()).key


def test_the_same_run_in_two_tables_is_made_once(row):
    wanted = entries([row, replace(row, table="agar-1")], [MONOLITHIC], Settings())
    with Store(None) as store:
        assert len(played(wanted, store)[0].jobs) == 2


def test_what_is_on_record_is_not_run_again(row, tmp_path):
    wanted = entries([row], [MONOLITHIC], Settings())
    for expected in (2, 0):
        with Store(tmp_path / "r.jsonl") as store:
            assert len(played(wanted, store)[0].jobs) == expected


def test_other_options_are_another_run_and_other_limits_are_not(row):
    one = entry(row, LSTAR, Settings()).key
    about = replace(row, question=replace(row.question, problem="deadlock"))
    assert (entry(about, LSTAR, Settings()).key == one, '"problem"' in one) == (False, False)
    assert entry(row, LSTAR, Settings(as_published=True)).key != one
    assert entry(row, LSTAR, Settings(seconds=5, megabytes=5)).key == one


def test_a_changed_model_is_another_run(row, tmp_path):
    before = entry(row, LSTAR, Settings()).key
    (tmp_path / "model.lts").write_text("P = (b -> P).", encoding="utf-8")
    assert entry(row, LSTAR, Settings()).key != before


def test_limits_go_with_the_job(row):
    with Store(None) as store:
        job = played([entry(row, LSTAR, Settings(7, 100))], store)[0].jobs[0]
    assert (job.arguments[0].seconds, job.arguments[0].megabytes) == (7, 100)
    assert job.seconds > 7
    assert job.megabytes > 100


def test_a_lost_run_keeps_what_it_said(row):
    def script(handle, job):
        report = {"states": 99, "largest_assumption": 7}
        return [Progress(handle, {"states": 5}), Progress(handle, report), Lost(handle, "killed by signal 9")]

    wanted = entries([row], [LSTAR], Settings())
    with Store(None) as store:
        played(wanted, store, script)
        assert store.get(wanted[0].key) == Sizes()
        found = store.get(wanted[1].key)
    assert (found.outcome, found.reason, found.states, found.largest_assumption) == (
        "unknown",
        "killed by signal 9",
        99,
        7,
    )
    assert found.seconds == 42.0


@pytest.mark.parametrize(
    ("reason", "again"), [("ended after 60 s", 0), ("ended at 9,000 MB", 0), ("killed by signal 15", 1)]
)
def test_only_limits_are_results_that_last(row, tmp_path, reason, again):
    wanted = [entry(row, LSTAR, Settings())]
    with Store(tmp_path / "r.jsonl") as store:
        played(wanted, store, lambda h, j: [Lost(h, reason)])
        assert store.get(wanted[0].key).reason == reason
    with Store(tmp_path / "r.jsonl") as store:
        assert len(played(wanted, store)[0].jobs) == again


def test_a_worker_that_went_with_an_interrupt_is_no_result(row):
    budget = Budget()

    def script(handle, job):
        budget.interrupt()
        return [Lost(handle, "killed by signal 15")] if handle == 0 else done(handle, job)

    wanted = [entry(row, LSTAR, Settings()), entry(row, MONOLITHIC, Settings())]
    with Store(None) as store:
        with pytest.raises(BudgetExceeded):
            run(wanted, store, Fake(script), 2, budget, Watcher())
        assert [e.key in store for e in wanted] == [False, True]


def test_a_place_that_failed_is_given_a_second_chance_but_no_third(row):
    with Store(None) as store:
        wanted = [entry(row, LSTAR, Settings())]
        executor, watcher = played(wanted, store, lambda h, j: [Lost(h, "node died", retry=True)])
        assert len(executor.jobs) == 2
        assert store.get(wanted[0].key).reason == "node died"
        assert [what for what, _ in watcher.said] == ["begin", "end"]


def test_growth_stops_where_a_smaller_size_was_too_much(row):
    rows = [
        replace(row, table="growth", k=k, question=replace(row.question, asked={"const": {"N": k}}))
        for k in (2, 3, 4, 5)
    ]
    wanted = entries(rows, [MONOLITHIC], Settings())

    def script(handle, job):
        work = job.arguments[0]
        too_much = work.method is not None and work.question.asked["const"]["N"] >= 3
        return [Done(handle, Measured("unknown"))] if too_much else done(handle, job)

    with Store(None) as store:
        executor, _ = played(wanted, store, script)
    asked = [job.arguments[0].question.asked["const"]["N"] for job in executor.jobs if job.arguments[0].method]
    assert asked == [2, 3]


def test_an_interrupt_ends_it(row):
    budget = Budget()
    budget.interrupt()
    with Store(None) as store, pytest.raises(BudgetExceeded):
        run([entry(row, LSTAR, Settings())], store, Fake(done), 1, budget, Watcher())


def test_unknown_methods_are_refused():
    with pytest.raises(UsageError, match="no method 'lstr' for a table; did you mean lstar"):
        chosen(["lstr"])
    assert [variant.name for variant in chosen(["monolithic", "agar", "monolithic"])] == ["monolithic", "agar"]
    assert {"agar", "agar-refine", "lstar", "monolithic"} <= {variant.name for variant in chosen([])}
