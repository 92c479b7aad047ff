"""The weakest assumption when it is too large to be built: learned, and truthful about itself whenever it is ended."""

from __future__ import annotations

import pytest

from benchmarks.client_server import client_server
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import ignore
from quidpro.engines.explicit import assumption
from quidpro.engines.explicit.assumption import EXACT, GUESS, STRONG, weakest_assumption
from quidpro.engines.explicit.shared.weakest import ErrorLanguage
from quidpro.learning.simulator import Simulator, excess, lack

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
    monkeypatch.setattr(assumption.ErrorTraces, "over", lambda self, _alphabet: ErrorLanguage(None, self.components))


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


def test_it_is_a_guess_until_it_is_exact():
    labels = []
    for polls in range(200):
        found = ended_after(polls)
        labels.append(found.label)
        if found.label == EXACT:
            break
        assert found.ran_out is not None
    assert labels[0] == GUESS
    assert labels[-1] == EXACT


def test_what_is_strong_enough_is_kept_when_a_weaker_one_is_not_reached(monkeypatch):
    def out_of_time(*_arguments, **_options):
        raise BudgetExceeded("time", "comparing")

    monkeypatch.setattr(assumption, "lack", out_of_time)
    found = ended_after(10**6)
    assert (found.label, found.ran_out is None) == (STRONG, False)
    assert errors(found)[0] == []
