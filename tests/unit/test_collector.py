"""How often processes of our own collect garbage, and what a forked one does with what it inherited."""

from __future__ import annotations

import gc
import os
import weakref

import pytest

from quidpro.core.budget import Budget
from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Done, Job
from quidpro.solvers.bdd import Manager


class _Cycle:
    """Garbage that only the collector finds, with functions of a manager in it."""

    def __init__(self) -> None:
        manager = Manager(4, Budget())
        self.kept = (self, manager, manager.conjunction(manager.var(i) for i in range(4)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("enabled", [True, False])
def test_a_forked_process_does_not_free_what_it_inherited(enabled):
    gc.collect()
    gc.disable()
    garbage = weakref.ref(_Cycle())
    try:
        if enabled:
            gc.enable()
        child = os.fork()
        if not child:
            gc.collect()
            os._exit(0 if garbage() is not None and gc.isenabled() == enabled else 1)
        _, status = os.waitpid(child, 0)
        assert (status, gc.isenabled()) == (0, enabled)
        gc.collect()
        assert garbage() is None
    finally:
        gc.enable()


def _threshold(_tell):
    return gc.get_threshold()[0]


@pytest.fixture
def usual():
    """The threshold of a process that nobody has changed."""
    before = gc.get_threshold()
    gc.set_threshold(700)
    yield 700
    gc.set_threshold(*before)


def test_only_processes_of_our_own_collect_seldom(usual):
    with LocalExecutor(1) as executor:
        executor.submit(Job(_threshold, (), "asks"))
        (done,) = executor.wait()
    assert isinstance(done, Done)
    assert done.value > usual == gc.get_threshold()[0]
