"""What every executor must do; one body for all of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import psutil
import pytest

from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Done, Job, Lost, Progress
from quidpro.run.executors.worker import Running
from tests.conformance import executor_jobs as jobs
from tests.conformance.ray_cluster import two_nodes
from tests.processes import family

PATIENCE = 60.0
"""Seconds within which anything must have happened, on a slow machine too."""

EXECUTORS = {
    "queue": lambda _: LocalExecutor(2),
    "turns": lambda _: LocalExecutor(2, pausing=True),
    "spawn": lambda _: LocalExecutor(2, start="spawn"),
    "cluster": lambda request: on_cluster(request),
}
EACH = pytest.mark.parametrize("opened", EXECUTORS, indirect=True)
EACH_FORCEFUL = pytest.mark.parametrize("opened", list(EXECUTORS), indirect=True)


@pytest.fixture(scope="module")
def cluster():
    with two_nodes() as nodes:
        yield nodes


def on_cluster(request):
    nodes = request.getfixturevalue("cluster")
    from quidpro.run.executors.cluster import ClusterExecutor

    return ClusterExecutor(nodes.address)


@pytest.fixture
def opened(request):
    """How to open the executor; when it is closed no process of its is left. Ray keeps the processes of its nodes."""

    @contextmanager
    def opening():
        make = EXECUTORS[request.param](request)
        before = family()
        with make as executor:
            yield executor
        assert request.param == "cluster" or family() <= before

    return opening


def until(executor, kind, number=1):
    """Everything that happens until so many events of a kind have come."""
    happened = []
    deadline = time.monotonic() + PATIENCE
    while sum(isinstance(event, kind) for event in happened) < number:
        assert time.monotonic() < deadline, happened
        happened += executor.wait(1.0)
    return happened


def soon(happens):
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def stands(process: psutil.Process) -> bool:
    """It is stopped, or waits for a program of its own that was stopped while it began."""
    status = process.status()
    if status == psutil.STATUS_DISK_SLEEP:
        return any(program.status() == psutil.STATUS_STOPPED for program in process.children())
    return status == psutil.STATUS_STOPPED


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


@EACH
def test_what_a_job_says_and_returns_arrives(opened):
    with opened() as executor:
        handles = [executor.submit(Job(jobs.double, (i,))) for i in range(5)]
        happened = until(executor, Done, 5)
        assert {e.handle: e.value for e in happened if isinstance(e, Done)} == {h: 2 * h for h in handles}
        said = {e.handle: e.report for e in happened if isinstance(e, Progress)}
        assert said == {h: f"doubling {h}" for h in handles}
        assert executor.wait(0.1) == []


@EACH
def test_a_job_that_raises_is_lost_with_the_reason(opened):
    with opened() as executor:
        handle = executor.submit(Job(jobs.fail))
        assert until(executor, Lost) == [Lost(handle, "ValueError: this job cannot succeed")]


@EACH
def test_waiting_for_nothing_ends_at_once(opened):
    with opened() as executor:
        assert executor.wait() == []


@EACH
def test_a_job_that_has_not_begun_can_be_cancelled(opened):
    with opened() as executor:
        kept, dropped = (executor.submit(Job(jobs.double, (i,))) for i in range(2))
        executor.cancel(dropped)
        assert [e.handle for e in until(executor, Done) if isinstance(e, Done)] == [kept]
        assert executor.wait(0.5) == []


@EACH_FORCEFUL
def test_cancel_ends_a_job_that_is_busy_in_compiled_code(opened):
    with opened() as executor:
        handle = executor.submit(Job(jobs.spin))
        [said] = until(executor, Progress)
        time.sleep(0.5)
        executor.cancel(handle)
        soon(lambda: gone(said.report))
        assert executor.wait(0.5) == []
        again = executor.submit(Job(jobs.double, (21,)))
        assert Done(again, 42) in until(executor, Done)


@EACH_FORCEFUL
def test_a_killed_worker_is_lost_and_the_others_go_on(opened):
    with opened() as executor:
        lost = executor.submit(Job(jobs.die))
        kept = executor.submit(Job(jobs.double, (4,)))
        happened = until(executor, Done | Lost, 2)
        assert Done(kept, 8) in happened
        [event] = [e for e in happened if isinstance(e, Lost)]
        assert event.handle == lost
        assert "killed" in event.reason


@EACH_FORCEFUL
def test_time_and_memory_are_limited(opened):
    with opened() as executor:
        slow = executor.submit(Job(jobs.spin, seconds=3.0))
        big = executor.submit(Job(jobs.hoard, (400,), megabytes=300.0))
        reasons = {e.handle: e.reason for e in until(executor, Lost, 2) if isinstance(e, Lost)}
        assert reasons[slow] == "ended after 3 s"
        assert "limit 300 MB" in reasons[big]


@EACH_FORCEFUL
def test_close_ends_what_runs_and_what_waits(opened):
    with opened() as executor:
        for _ in range(4):
            executor.submit(Job(jobs.spin))
        until(executor, Progress, 2)


def test_a_signal_is_said_by_its_number():
    with LocalExecutor(1) as executor:
        handle = executor.submit(Job(jobs.die))
        assert until(executor, Lost)[-1] == Lost(handle, "killed by signal 9, probably out of memory")


def test_turns_are_taken_without_starting_again():
    with LocalExecutor(1, pausing=True) as executor:
        endless = executor.submit(Job(jobs.spin))
        pid = executor.pid(endless)
        counting = executor.submit(Job(jobs.count, (3_000_000,)))
        assert Done(counting, 3_000_000) in until(executor, Done)
        assert executor.pid(endless) == pid
        assert executor.seconds(endless) > 0


def test_a_job_that_is_paused_in_the_middle_of_a_long_message_holds_up_nobody():
    run = Running(Job(jobs.talk, (2, 1 << 20)), multiprocessing.get_context("fork"))
    try:
        soon(lambda: run.reports.poll())
        run.pause()
        sizes: list[int] = []
        listener = threading.Thread(target=lambda: sizes.extend(map(len, run.new_reports())), daemon=True)
        listener.start()
        listener.join(PATIENCE)
        assert sizes[:1] == [1 << 20]
        soon(lambda: psutil.Process(run.pid).status() == psutil.STATUS_STOPPED)  # it is paused again
    finally:
        run.end()


def test_long_messages_arrive_from_jobs_that_take_turns():
    with LocalExecutor(1, pausing=True) as executor:
        for _ in range(3):
            executor.submit(Job(jobs.talk, (20, 1 << 20)))
        happened = until(executor, Done, 3)
    assert [len(event.value) for event in happened if isinstance(event, Done)] == [1 << 20] * 3
    assert sum(isinstance(event, Progress) for event in happened) == 60


def test_a_heavy_job_has_the_worker_to_itself():
    with LocalExecutor(1, pausing=True) as executor:
        executor.submit(Job(jobs.sleep, (1.0, "light")))
        heavy = executor.submit(Job(jobs.sleep, (1.5, "heavy"), weight=float("inf")))
        first = [e for e in until(executor, Done) if isinstance(e, Done)]
        assert first == [Done(heavy, "heavy")]


def test_a_job_may_become_a_heavy_one():
    with LocalExecutor(1, pausing=True) as executor:
        executor.submit(Job(jobs.sleep, (3.0, "first")))
        second = executor.submit(Job(jobs.sleep, (3.5, "second")))
        until(executor, Progress, 2)
        executor.weigh(second, float("inf"))
        first = [e for e in until(executor, Done) if isinstance(e, Done)]
        assert first == [Done(second, "second")]


def test_what_a_job_has_started_is_paused_with_it():
    run = Running(Job(jobs.start, ("sleep", "60")), multiprocessing.get_context("fork"))
    try:
        soon(lambda: run.reports.poll())
        [pid] = run.new_reports()
        run.pause()
        soon(lambda: psutil.Process(pid).status() == psutil.STATUS_STOPPED)
        run.resume()
        soon(lambda: psutil.Process(pid).status() == psutil.STATUS_SLEEPING)
        run.pause()
    finally:
        run.end()
    soon(lambda: gone(pid))


def test_nothing_is_started_that_would_not_be_paused():
    run = Running(Job(jobs.start_without_end), multiprocessing.get_context("fork"))
    try:
        for _ in range(5):
            soon(lambda: run.reports.poll())
            list(run.new_reports())
            run.pause()
            soon(lambda: stands(psutil.Process(run.pid)))
            programs = psutil.Process(run.pid).children()
            assert programs
            soon(lambda programs=programs: all(p.status() == psutil.STATUS_STOPPED for p in programs))
            run.resume()
        run.pause()
        programs = psutil.Process(run.pid).children()
    finally:
        run.end()
    soon(lambda: all(gone(program.pid) for program in programs))


def test_the_largest_goes_when_all_together_have_too_much():
    here = psutil.Process().memory_info().rss / 2**20
    with LocalExecutor(2, megabytes=here + 500) as executor:
        executor.submit(Job(jobs.hoard, (100,)))
        large = executor.submit(Job(jobs.hoard, (600,)))
        [lost] = [e for e in until(executor, Lost) if isinstance(e, Lost)]
        assert lost.handle == large
        assert "all together" in lost.reason


ORPHANAGE = """
import sys
from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Job
from tests.conformance import executor_jobs as jobs
from tests.conformance.ray_cluster import two_nodes
if __name__ == "__main__":
    with LocalExecutor(2, pausing=True) as executor:
        for _ in range(3):
            executor.submit(Job(jobs.sleep, (600.0,)))
        for event in executor.wait(30) + executor.wait(30):
            print(event.report, flush=True)
        executor.wait(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_no_orphan_is_left_when_the_parent_is_killed():
    process = subprocess.Popen([sys.executable, "-c", ORPHANAGE], stdout=subprocess.PIPE, text=True, cwd=os.getcwd())
    assert process.stdout is not None
    children = [int(process.stdout.readline()) for _ in range(2)]
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    process.stdout.close()
    soon(lambda: all(gone(child) for child in children))
