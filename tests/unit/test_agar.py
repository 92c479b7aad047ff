"""Abstraction refinement: the example of the paper, the invariants of its lemmas, the work that is kept."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.explicit.refined.abstraction import Abstraction
from quidpro.engines.explicit.refined.concrete import Concrete
from quidpro.frontend.load import load
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.lts.product import Product
from quidpro.lts.search import search_small
from quidpro.verdict.rounds import Round
from tests.asking import Problem, check_model, solve
from tests.differential.compare import combinations_of, random_split
from tests.many import in_one
from tests.random_systems import random_lts, random_system

EXAMPLES = Path(__file__).parents[2] / "examples" / "channel"
PLAIN = {"reduce": False, "orientation": "given"}


def rounds(file, **options):
    found = []
    results = check_model(
        load(EXAMPLES / file),
        Budget(),
        lambda event: found.append(event) if isinstance(event, Round) and event.evidence else None,
        method="agar",
        options={**PLAIN, **options},
    )
    return results[0].verdict, found


@pytest.mark.parametrize("counterexample", ["first", "shortest"])
def test_figure_2a_one_split_gives_two_states(counterexample):
    verdict, (first, second) = rounds("channel.lts", counterexample=counterexample)
    assert verdict.outcome == "holds"
    assert verdict.certified
    assert (first.evidence.assumption.states, first.outcome) == (1, "too weak")
    assert first.evidence.counterexample == ("output",)
    assert sorted(action for _, action, _ in first.evidence.assumption.triples()) == ["ack", "output", "send"]
    assert (second.evidence.assumption.states, second.outcome) == (2, "holds")
    assert verdict.assumptions[0].lts.states == 2


def test_a_receiver_that_acknowledges_too_early_is_caught():
    verdict, _ = rounds("channel_lossy.lts")
    assert verdict.outcome == "violated"
    assert verdict.certified
    assert verdict.trace.visible == ("input", "send", "ack", "input")


def concrete(seed):
    rng = random.Random(seed)
    lts = random_lts(rng, ["a", "b", "c"], "M2")
    return rng, Concrete(
        LTS.of([t for t in lts.triples() if t[2] >= 0], initial=0, alphabet=["a", "b", "c"]), ["a", "b"], Budget()
    )


@in_one(seed=range(60))
def test_kept_rows_are_the_rows_built_anew(seed):
    rng, seen = concrete(seed)
    kept, anew = Abstraction(seen), Abstraction(seen, incremental=False)
    while True:
        large = [b for b in range(kept.blocks) if kept.sizes[b] > 1]
        if not large:
            break
        block = rng.choice(large)
        members = kept.members(block).tolist()
        part = np.array(sorted(rng.sample(members, rng.randint(1, len(members) - 1))))
        before = kept.blocks
        kept.split(block, part)
        anew.split(block, part)
        assert kept.blocks == before + 1
        assert kept.block_of.tolist() == anew.block_of.tolist()
        assert kept.lts() == anew.lts()


@in_one(seed=range(60))
def test_an_abstraction_does_all_that_it_abstracts(seed):
    _, seen = concrete(seed)
    partition = Abstraction(seen)
    for _ in range(3):
        assert includes(partition.lts(), seen.lts, ["a", "b"])
        large = [b for b in range(partition.blocks) if partition.sizes[b] > 1]
        if large:
            partition.split(large[0], partition.members(large[0])[:1])


def includes(larger, smaller, alphabet):
    """Whether every trace of an LTS, seen over an alphabet, is one of another; by hand, over sets of states."""
    start = smaller.initial, frozenset({larger.initial})
    seen, todo = {start}, [start]
    while todo:
        state, states = todo.pop()
        for label, target in smaller.successors(state):
            action = smaller.action(label)
            after = states
            if action in alphabet:
                after = frozenset(q for p in states for a, q in larger.successors(p) if larger.action(a) == action)
                if not after:
                    return False
            if (target, after) not in seen:
                seen.add((target, after))
                todo.append((target, after))
    return True


@pytest.mark.slow
@in_one(seed=range(80))
def test_no_more_refinements_than_states(seed):
    system = random_system(seed)
    rng = random.Random(seed)
    names = [c.name for c in system.processes]
    rng.shuffle(names)
    split = (tuple(names[:-1]), (names[-1],))
    options = {**rng.choice(combinations_of("agar")), "alphabet": "full", "orientation": "given", "reduce": False}
    verdict = solve(Problem(system, "safety", "P", split=split, options=options), "agar", Budget())
    last = next(c for c in system.processes if c.name == names[-1])
    assert verdict.stats.iterations <= last.lts.states + 1


class Ending(Budget):
    """A budget that ends at the n-th poll."""

    def __init__(self, polls):
        super().__init__()
        self.polls = polls

    def check(self):
        self.polls -= 1
        if self.polls < 0:
            raise BudgetExceeded("time", self.phase)


def window(size):
    """M2 fills a window and flushes it; the property counts along: as many refinements as the window is long."""
    receiver = LTS.of([(0, "fill", 0), (0, "flush", 0)])
    sender = LTS.of([*((i, "fill", i + 1) for i in range(size)), (size, "flush", 0)])
    count = LTS.of([*((i, "fill", i + 1) for i in range(size)), (size, "flush", 0)])
    parts = Component("R", receiver), Component("S", sender)
    return System("window", (*parts, Component("P", complete_property(count), is_property=True)))


@pytest.mark.parametrize("polls", range(2, 40, 3))
def test_a_budget_that_ends_leaves_an_abstraction_that_is_one(polls):
    system = window(30)
    problem = Problem(system, "safety", "P", split=(("R",), ("S",)), options=PLAIN)
    verdict = solve(problem, "agar", Ending(polls))
    if verdict.outcome == "holds":
        return
    assert verdict.outcome == "unknown"
    if verdict.assumptions:
        assert "over-approximation of M2" in verdict.reason
        assert includes(verdict.assumptions[0].lts, system.components[1].lts, ["fill", "flush"])


def test_a_long_window_takes_as_many_rounds():
    verdict = solve(Problem(window(60), "safety", "P", split=(("R",), ("S",)), options=PLAIN), "agar", Budget())
    assert verdict.outcome == "holds"
    assert verdict.certified
    assert verdict.stats.iterations == 61


@in_one(seed=range(40))
def test_n_groups_agree_with_the_search(seed):
    system = random_system(seed)
    split = random_split(random.Random(seed), system)
    naive = search_small(Product([c.lts for c in system.components], system.priority), errors=True, deadlocks=False)
    verdict = solve(Problem(system, "safety", "P", split=split, options=PLAIN), "agar", Budget())
    assert verdict.outcome == ("holds" if naive.hit is None else "violated")
