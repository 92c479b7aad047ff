"""What is special to method pdr of LTSs: bits and back, several actions in a step, runs without what is not needed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product as combinations

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.sat.codes import MAX_ONE_HOT, Code
from quidpro.engines.explicit.sat.encode import Machine
from quidpro.engines.explicit.sat.neighbours import facts
from quidpro.engines.explicit.sat.parts import Parts
from quidpro.lts import LTS, Component, Priority, System
from quidpro.solvers.aig import Aig
from quidpro.solvers.circuit import Run
from quidpro.solvers.pdr import Pdr
from tests.asking import Problem, solve
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

CYCLE = LTS.of([(0, "a", 1), (1, "b", 2), (2, "c", 0)])
HASTY = LTS.of([(0, "x", 1), (1, "y", "ERROR")])


def system(*parts):
    return System("S", tuple(Component(f"C{i}", lts.named(f"C{i}")) for i, lts in enumerate(parts)))


def asked(system, kind="deadlock", **options):
    verdict = solve(Problem(system, kind, kind if kind == "deadlock" else None, options=options), "pdr", Budget())
    assert verdict.certified, verdict.reason
    return verdict


@pytest.mark.parametrize("one_hot", [True, False])
@pytest.mark.parametrize("states", [1, 2, 3, 5, 8, MAX_ONE_HOT + 1])
def test_a_pattern_is_of_one_state(one_hot, states):
    code = Code(Aig(), states, one_hot)
    assert [code.state(pattern) for pattern in code.patterns] == [*range(states)]
    assert code.one_hot == (one_hot and 2 < states <= MAX_ONE_HOT)
    for bit in range(len(code.bits)):
        assert code.having(bit, True) | code.having(bit, False) == {*range(states)}
        assert not code.having(bit, True) & code.having(bit, False)


@pytest.mark.parametrize("one_hot", [True, False])
def test_independent_actions_happen_in_one_step_and_are_told_one_by_one(one_hot):
    stop = LTS.of([(0, "a", 1), (1, "b", 2)])
    pair = system(stop, LTS.of([(0, "c", 1), (1, "d", 2)]))
    machine = Machine(pair, "deadlock", one_hot, Budget())
    run = Pdr(machine.circuit, Budget()).check()
    assert isinstance(run, Run)
    assert run.length < 4
    happened = [one.joint.action for one in machine.happened(run)]
    assert sorted(happened) == [*"abcd"]
    assert happened.index("a") < happened.index("b")


def test_a_run_into_error_leaves_out_what_has_nothing_to_do_with_it():
    verdict = asked(system(CYCLE, HASTY, LTS.of([(0, "d", 1), (1, "d", 0)])), "safety")
    assert verdict.trace.actions == ("x", "y")
    assert verdict.violated_by == "C1"
    assert any("shortest" in note for note in verdict.notes)


def test_what_one_waits_for_is_kept_in_the_run():
    waits = LTS.of([(0, "b", 1), (1, "y", 0)], alphabet=["b", "y"])
    assert asked(system(CYCLE, HASTY, waits), "safety").trace.actions[-1] == "y"


@pytest.mark.parametrize("codes", ["both", "binary", "one-hot"])
def test_bisimilar_and_unreachable_states_are_in_the_certificate(codes):
    twice = LTS.of([(0, "a", 1), (0, "a", 2), (1, "b", 0), (2, "b", 0), (3, "a", 3), (3, "b", 4)], initial=0)
    waits = LTS.of([(0, "a", 1), (1, "b", 0)])
    parts = Parts.of(system(twice, waits), Budget())
    assert parts.system.components[0].lts.states == 2
    assert parts.classes[0][1] == parts.classes[0][2]
    assert parts.classes[0][3] == -1
    verdict = asked(system(twice, waits), codes=codes)
    assert verdict.outcome == "holds"
    assert all(3 not in states for clause in verdict.certificate.clauses for name, states in clause if name == "C0")


def test_the_end_of_all_is_no_deadlock_and_that_of_one_is():
    ends = LTS.of([(0, "a", 1)], end=1)
    assert asked(system(ends, ends)).outcome == "holds"
    assert asked(system(ends, LTS.of([(0, "a", 1), (1, "b", 1)], alphabet=["a", "b"]))).outcome == "holds"
    assert asked(system(ends, LTS.of([(0, "a", 1), (1, "b", 2)]))).outcome == "violated"


def test_the_whole_never_ends_beside_an_end_that_is_never_reached():
    never = LTS.of([(0, "a", 1), (2, "a", 3)], end=3, initial=0)
    ended = LTS.of([], alphabet=["a"], initial=0, end=0)
    assert asked(system(never, ended)).outcome == "violated"


def test_a_step_into_error_is_a_step_and_what_follows_is_no_deadlock():
    assert asked(system(HASTY)).outcome == "holds"
    assert asked(system(HASTY), "safety").outcome == "violated"


def test_priority_is_left_to_others_where_it_matters():
    race = replace(system(LTS.of([(0, "a", "ERROR"), (0, "b", 0)])), priority=Priority(frozenset("b"), True))
    verdict = asked(race, "safety")
    assert verdict.outcome == "holds"
    assert any("do not see priority" in note for note in verdict.notes)


def test_work_is_counted_over_all_turns(monkeypatch):
    monkeypatch.setattr("quidpro.engines.explicit.sat.turns._FIRST_POLLS", 10)
    pairs = [LTS.of([(0, f"take{i // 2}", 1), (1, f"drop{i // 2}", 0), (0, "all", 0)]) for i in range(20)]
    found = facts(system(*pairs), Budget())
    assert {tuple(i for i, _ in fact) for fact in found} == {(2 * i, 2 * i + 1) for i in range(10)}


@pytest.mark.parametrize("block", range(4))
def test_facts_are_true_of_every_reachable_state_and_together_no_step_breaks_them(block):
    for seed in range(50 * block, 50 * block + 50):
        asked = replace(random_system(seed), priority=None)
        product = NaiveProduct(asked)
        found = facts(asked, Budget())

        def holds(state, found=found):
            return all(any(state[i] in states for i, states in fact) for fact in found)

        assert all(map(holds, product.edges)), seed
        for state in filter(holds, combinations(*(range(lts.states) for lts in product.parts))):
            assert all(target is None or holds(target) for _, target in product.successors(state)), seed
