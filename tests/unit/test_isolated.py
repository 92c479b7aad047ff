"""Work in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import warnings

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.isolated import isolated, quiet_fork

AT_ONCE = """
import os, signal
from quidpro.core.isolated import isolated

def stop(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGINT, stop)
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGINT))
print(isolated(lambda tell: "done"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")
def test_a_signal_right_after_the_fork_is_the_parent_s_business():
    run = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr) == ("done\n", "")


def held(_tell):
    return signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_signals_are_held_for_a_moment_only():
    before = held(None)
    assert isolated(held) == before
    assert held(None) == before


def test_a_spent_budget_ends_it():
    with pytest.raises(BudgetExceeded):
        isolated(held, budget=Budget(seconds=0))


def test_python_does_not_warn_of_our_forks():
    threads = "This process (pid=1) is multi-threaded, use of fork() may lead to deadlocks in the child."
    with quiet_fork():
        warnings.warn(threads, DeprecationWarning, stacklevel=1)
    with quiet_fork(), pytest.raises(DeprecationWarning, match="something else"):
        warnings.warn("something else", DeprecationWarning, stacklevel=1)
