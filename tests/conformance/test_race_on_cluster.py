"""The race on a real Ray with two nodes, one of which is killed while it runs."""

from __future__ import annotations

import time

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Status
from quidpro.run import race
from quidpro.run.job import Progress, Report
from quidpro.run.request import Workers
from tests.conformance.ray_cluster import two_nodes
from tests.conformance.zoo import DECIDED
from tests.racing import decide, question, without_look

ANIMAL = next(animal for animal in DECIDED if animal.asks_one("safety"))
OTHERS = [
    next(a for a in DECIDED if a.world == world and a.questions == 1 and a.kinds == {kind} and a.outcome == "violated")
    for world, kind in (("symbolic", "invariant"), ("probabilistic", "simulation"))
]
REAL = race.answer_problems


def unhurried(tell, *arguments):
    """An attempt that takes long enough for a node to be killed meanwhile."""
    for _ in range(60):
        tell(Report(Progress(phase="waiting", states=1), Explored(1, 1)))
        time.sleep(0.1)
    return REAL(tell, *arguments)


@pytest.fixture(scope="module")
def cluster():
    with two_nodes() as nodes:
        yield nodes


@pytest.fixture(autouse=True)
def no_look(monkeypatch):
    without_look(monkeypatch)


def test_every_world_races_there(cluster):
    for animal in (ANIMAL, *OTHERS):
        verdict = decide(question(animal), Budget(seconds=120), workers=Workers(cluster=cluster.address))
        assert (verdict.outcome, verdict.certified) == (animal.outcome, True), verdict.reason


def test_the_verdict_comes_although_a_node_is_killed(cluster, monkeypatch):
    """The last test: one node is left after it."""
    monkeypatch.setattr(race, "answer_problems", unhurried)
    second = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
    killed = []

    def listen(event):
        # Four attempts run, two on each node; all have said so when the node is killed.
        if isinstance(event, Status) and event.text.count("states") >= 4 and not killed:
            killed.append(second)
            cluster.remove_node(second, allow_graceful=False)

    verdict = decide(question(ANIMAL), Budget(seconds=120), listen, Workers(cluster=cluster.address))
    assert killed
    assert (verdict.outcome, verdict.certified) == (ANIMAL.outcome, True), verdict.reason
    assert any(runner.state.startswith("lost: ") for runner in verdict.race)
