"""The weakest assumption when it is too large to be built: learned, and truthful about itself whenever it is ended."""

from __future__ import annotations

import pytest

from benchmarks.client_server import client_server
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import ignore
from quidpro.learning.inclusion import excess, lack
from quidpro.learning.simulator import Simulator
from quidpro.rules import assumption
from quidpro.rules.assumption import EXACT, GUESS, STRONG, weakest_assumption

SYSTEM = client_server(2)
PARTS = [c.lts for c in SYSTEM.components if c.name != "SERVER"]
ALPHABET = tuple(sorted({action for lts in PARTS for action in lts.alphabet}))


class Polls(Budget):
    """A budget of so many polls."""

    left = 0

    def check(self):
        self.left -= 1
        if self.left < 0:
            raise BudgetExceeded("time", self.phase)


@pytest.fixture(autouse=True)
def capped(monkeypatch):
    monkeypatch.setattr(assumption, "danger", lambda *_arguments: None)


def ended_after(polls):
    budget = Polls()
    budget.left = polls
    return weakest_assumption(PARTS, ALPHABET, budget, ignore)


def errors(found):
    """Words that it wrongly allows, and words that it wrongly forbids."""
    simulator = Simulator(PARTS, ALPHABET)
    return excess(found.dfa, simulator).words, lack(found.dfa, simulator).words


def test_it_is_exact_when_nothing_ends_it():
    found = ended_after(10**6)
    assert (found.label, found.ran_out) == (EXACT, None)
    assert errors(found) == ([], [])


def test_whenever_it_is_ended_the_label_is_true():
    labels = set()
    for polls in range(200):
        found = ended_after(polls)
        labels.add(found.label)
        if found.label == EXACT:
            break
        assert found.ran_out is not None
        if found.label == STRONG:
            assert errors(found)[0] == []
    assert labels >= {GUESS, EXACT}
