"""What a worker of the race does: one method on one problem, its answer checked before it is sent."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.engines.explicit.problem import Problem
from quidpro.run.auto.entries import Entry
from quidpro.run.auto.reached import Teller
from quidpro.run.executors.protocol import Tell
from quidpro.run.solve import solve
from quidpro.verdict.types import Verdict


def run_entry(tell: Tell, problem: Problem, entry: Entry, seconds: float | None, megabytes: float | None) -> Verdict:
    """The checked verdict of an entry."""
    return solve(entry.problem(problem), entry.method, Budget(seconds, megabytes), Teller(tell))
