"""One loaded FSP model in many hands: threads that compile it at once, and other processes that get a copy."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded

LOCK = """
LOOP = (lock.down -> enter -> exit -> lock.up -> LOOP).
LOCK = (down -> up -> LOCK).
property MUTEX = (p[i:1..3].enter -> p[i].exit -> MUTEX).
||SYSTEM = (p[1..3]:LOOP || {p[1..3]}::lock:LOCK || MUTEX).
"""


@pytest.fixture
def lock(tmp_path):
    path = tmp_path / "lock.lts"
    path.write_text(LOCK, encoding="utf-8")
    return path


@pytest.fixture
def hasty_threads():
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_threads")
def test_threads_that_compile_at_once_get_the_whole_system(lock):
    for _ in range(10):
        model = quidpro.load(lock)
        with ThreadPoolExecutor(8) as pool:
            systems = list(pool.map(lambda _, model=model: model.system("SYSTEM", Budget()), range(8)))
        assert {len(system.components) for system in systems} == {5}


def test_a_thread_that_waits_for_another_keeps_its_time(lock):
    model = quidpro.load(lock)
    held, over = Event(), Event()

    def hold():
        with model._reporting():
            held.set()
            over.wait(30)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(hold)
        held.wait(30)
        try:
            with pytest.raises(BudgetExceeded):
                model.lts("LOOP", Budget(0))
        finally:
            over.set()
    assert model.lts("LOOP", Budget()).states == 4


def test_a_model_goes_to_another_process_as_it_was_read(lock):
    model = quidpro.load(lock)
    assert quidpro.check(model).outcome == "holds"
    copy = pickle.loads(pickle.dumps(model))
    assert (copy.name, copy.components, copy.properties) == (model.name, model.components, model.properties)
    assert quidpro.check(copy).outcome == "holds"
