"""The race on a real Ray with two nodes, one of which is killed while it runs."""

from __future__ import annotations

import time

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import Status
from quidpro.run.auto import decide as auto
from quidpro.run.auto import race
from quidpro.run.auto.reached import Reached
from quidpro.run.auto.where import Where
from tests.conformance.ray_cluster import two_nodes
from tests.conformance.zoo import ZOO

ANIMAL = next(animal for animal in ZOO if animal.problem.kind == "safety")
REAL = race.run_entry


def unhurried(tell, *arguments):
    """An entry that takes long enough for a node to be killed meanwhile."""
    for _ in range(60):
        tell(Reached(phase="waiting", states=1))
        time.sleep(0.1)
    return REAL(tell, *arguments)


@pytest.fixture(autouse=True)
def no_look(monkeypatch):
    monkeypatch.setattr(auto, "first_look", lambda *_: None)


def test_the_verdict_comes_although_a_node_is_killed(monkeypatch):
    monkeypatch.setattr(race, "run_entry", unhurried)
    with two_nodes() as cluster:
        second = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
        killed = []

        def listen(event):
            # Four entries run, two on each node; all have said so when the node is killed.
            if isinstance(event, Status) and event.text.count("states") >= 4 and not killed:
                killed.append(second)
                cluster.remove_node(second, allow_graceful=False)

        verdict = auto.decide(ANIMAL.problem, Budget(seconds=120), listen, Where(cluster=cluster.address))
    assert killed
    assert (verdict.outcome, verdict.certified) == (ANIMAL.outcome, True), verdict.reason
    assert any(runner.state.startswith("lost: ") for runner in verdict.race)
