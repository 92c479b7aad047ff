"""Method ``saturation`` at its limits: large components, many actions, and budgets that end in the middle."""

from __future__ import annotations

import re
import threading
from random import Random

import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.events import Nodes
from quidpro.frontend.load import load
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Progress
from tests.asking import Problem, solve

pytestmark = pytest.mark.slow

MANY = 40_000
FAR = r"[\d,.× ^]+ states were found, and [\d,]+ nodes of decision diagrams were made$"


def system_of(*parts: LTS, watching: LTS | None = None) -> System:
    processes = [Component(f"C{number}", lts) for number, lts in enumerate(parts)]
    watch = [] if watching is None else [Component("P", complete_property(watching), is_property=True)]
    return System("S", (*processes, *watch))


def wheel(size: int, turn: str = "tick") -> LTS:
    """A component that goes round, with every tenth step together with others."""
    return LTS.of([(i, "go" if i % 10 == 0 else turn, (i + 1) % size) for i in range(size)])


def toggles(count: int) -> list[LTS]:
    return [LTS.of([(0, "go", 1), (1, f"b{i}", 0)]) for i in range(count)]


def unfinished() -> System:
    """A system that takes seconds and tens of thousands of nodes."""
    return load("examples/mer/mer_five.lts", {"K": 8}).system("SYSTEM", Budget()).unwatched()


def test_a_component_of_many_states():
    watching = LTS.of([(0, "go", 1), (1, "tick", 0), (0, "tick", 0), (1, "b0", 1), (0, "b0", 0)])
    verdict = solve(Problem(system_of(wheel(MANY), *toggles(3), watching=watching), "safety", "P"), "saturation")
    assert (verdict.outcome, verdict.certified, verdict.stats.reached) == ("holds", True, MANY * 8)


def test_many_actions():
    parts = [LTS.of([*((0, f"a{i}", 1) for i in range(0, MANY, step)), (1, f"r{step}", 0)]) for step in (1, 100)]
    verdict = solve(Problem(system_of(*parts), "deadlock", "deadlock"), "saturation")
    assert (verdict.outcome, verdict.certified, verdict.stats.reached) == ("holds", True, 4)


def test_many_guards_on_one_level_are_checked_without_a_copy_of_it_for_each():
    """Each of the actions can happen in one state of the first: a copy of its row for each would take gigabytes."""
    size = 8_000
    round_trip = LTS.of([(i, f"a{i}", (i + 1) % size) for i in range(size)])
    two = LTS.of([(i % 2, f"a{i}", (i + 1) % 2) for i in range(size)])
    system = system_of(round_trip, two)
    verdict = solve(Problem(system, "deadlock", "deadlock"), "saturation")
    assert (verdict.outcome, verdict.stats.reached) == ("holds", size)
    assert certify(verdict.certificate, system, Budget(megabytes=resident_megabytes() + 500)).ok


@pytest.mark.parametrize("kind", ["deadlock", "progress"])
@pytest.mark.parametrize("polls", [1, 5, 20])
def test_work_ends_soon_while_events_are_written_down(kind, polls):
    """Of so many actions that not even the events are there yet; every poll is a moment at which it can end."""
    size = 10_000
    round_trip = LTS.of([(i, f"a{i}", (i + 1) % size) for i in range(size)])
    problem = Problem(system_of(round_trip, wheel(size)), kind, kind, (Progress("T", frozenset({"a0"})),))
    budget = Budget(polls=polls)
    verdict = solve(problem, "saturation", budget)
    assert (verdict.outcome, budget.polled <= polls + 2) == ("unknown", True)


def test_two_large_components_that_meet():
    verdict = solve(
        Problem(system_of(wheel(MANY), wheel(MANY, "tock")), "deadlock", "deadlock"), "saturation", Budget(polls=60)
    )
    assert verdict.outcome == "unknown"
    assert re.search(FAR, verdict.reason)


@pytest.mark.parametrize("kind", ["deadlock", "progress"])
def test_work_that_ends_in_the_middle_tells_how_far_it_came(kind):
    problem = Problem(unfinished(), kind, kind, (Progress("T", frozenset({"user.1.acquire"})),))
    verdict = solve(problem, "saturation", Budget(polls=60))
    assert (verdict.outcome, verdict.certificate, verdict.stats.reached) == ("unknown", None, 0)
    assert re.search(FAR, verdict.reason)
    assert 1 < verdict.stats.found < 426_249
    assert verdict.stats.peak_nodes > 1_000


def test_a_limit_on_nodes():
    verdict = solve(Problem(unfinished(), "deadlock", "deadlock", options={"most_nodes": 3_000}), "saturation")
    assert verdict.outcome == "unknown"
    assert verdict.reason.startswith("more than 3,000 nodes; ")
    assert re.search(FAR, verdict.reason)


def crossing(size: int, count: int, far: int) -> System:
    """Few nodes have all states, and many the distances: the components wander about, and meet in a ring."""
    rng = Random(1)
    parts = []
    for i in range(count):
        inside = [(s, f"a{i}_{rng.randrange(4)}", rng.randrange(size)) for s in range(size)]
        with_next = [(s, f"t{i}", (s + 1) % size) for s in range(0, size, 7)]
        with_last = [(s, f"t{(i + 1) % count}", (s * 3 + 1) % size) for s in range(0, size, 5)]
        parts.append(LTS.of([*inside, *with_next, *with_last]))
    return system_of(*parts, watching=LTS.of([(i, "t0", i + 1) for i in range(far)]))


def test_a_limit_on_nodes_is_one_for_the_run_to_a_violation():
    """Otherwise a first look at a system never ended."""
    system, few = crossing(50, 8, 5), {"most_nodes": 1_000}
    verdict = solve(Problem(system, "safety", "P", options=few), "saturation")
    assert (verdict.outcome, verdict.stats.reached > 0) == ("unknown", True)
    assert verdict.reason.startswith("more than ")
    assert solve(Problem(system, "safety", "P"), "saturation").outcome == "violated"


def test_memory_that_runs_out():
    budget = Budget()

    def listen(event):
        if isinstance(event, Nodes) and event.made > 2_000:
            budget.megabytes = 1.0

    verdict = solve(Problem(unfinished(), "deadlock", "deadlock"), "saturation", budget, listen)
    assert verdict.outcome == "unknown"
    assert verdict.reason.startswith("memory budget ran out while")
    assert re.search(FAR, verdict.reason)


def test_an_interrupt_from_another_thread():
    budget = Budget()

    def listen(event):
        if isinstance(event, Nodes) and event.made > 2_000 and not budget.interrupts:
            threading.Thread(target=budget.interrupt).start()

    verdict = solve(Problem(unfinished(), "deadlock", "deadlock"), "saturation", budget, listen)
    assert verdict.outcome == "unknown"
    assert verdict.reason.startswith("interrupted while saturating")
    assert re.search(FAR, verdict.reason)


def test_what_ends_after_all_states_were_found_says_so(monkeypatch):
    from quidpro.core.errors import BudgetExceeded
    from quidpro.engines.explicit.saturated import saturation

    def late(*_):
        raise BudgetExceeded("time", "looking for a violation among all states")

    monkeypatch.setattr(saturation, "BadStates", late)
    verdict = solve(Problem(system_of(*toggles(3)), "deadlock", "deadlock"), "saturation")
    assert "; all 8 states were found, and " in verdict.reason
