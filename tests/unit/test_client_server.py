"""Client-server: how large the learned assumption is, and how little it takes when it need not be learned."""

from __future__ import annotations

import pytest

from benchmarks.client_server import client_server, split
from quidpro.core.budget import Budget
from quidpro.learning.registry import LEARNERS
from tests.asking import Problem, solve

PLAIN = {"reduce": False, "candidates": False, "orientation": "given", "alphabet": "full"}


def check(clients, **options):
    system = client_server(clients)
    return solve(Problem(system, "safety", "MUTEX", split=split(system), options=options), "lstar", Budget())


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("clients", range(2, 7))
def test_the_clients_assume_much(learner, clients):
    verdict = check(clients, learner=learner, **PLAIN)
    assert verdict.outcome == "holds"
    assert verdict.certified
    assert verdict.assumptions[0].lts.states == (clients + 2) * 2 ** (clients - 1)


@pytest.mark.parametrize("clients", [2, 9, 30])
def test_the_server_assumes_nothing(clients):
    verdict = check(clients)
    assert verdict.outcome == "holds"
    assert verdict.certified
    assert verdict.assumptions[0].lts.states == 1
    assert verdict.stats.queries <= 10
