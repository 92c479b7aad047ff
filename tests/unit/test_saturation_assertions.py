"""Assertions in LTL on diagrams against the method monolithic and against the checker."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quidpro.checker.explicit.diagram_liveness import unproved_assertion
from quidpro.checker.explicit.replay import replay
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.core.source import Source
from quidpro.engines.explicit.saturated.assertions import Falsified, Undecided, liveness_violation
from quidpro.engines.explicit.saturated.automaton import automaton_of
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.engines.explicit.saturated.lassos import lasso_of
from quidpro.engines.explicit.shared.traces import lasso_along, product_of
from quidpro.engines.explicit.whole.liveness import find_violation
from quidpro.frontend.fsp.model import load_fsp
from quidpro.logic.ltl import negation
from quidpro.lts import LTS, Component, System
from tests.diagrams import reached, split_first, state_set
from tests.many import in_one
from tests.random_ltl import actions_in, random_fluent, random_formula, to_text
from tests.random_systems import random_system

SHAPES = ["[] ({p} -> <> {q})", "[] <> {p}", "<> [] !{p}", "[] !{p}", "<> {p}", "({p} U {q})", "[] ({p} -> X {q})"]


def assertion(text, fluents=()):
    source = Source("random.lts", "\n".join([*(fluent.text() for fluent in fluents), f"assert A = {text}"]))
    return load_fsp(source, None).assertion("A")


def asked(system, question):
    encoding = split_first(system, random.Random(question.fair))
    return liveness_violation(encoding, *reached(encoding), question)


def is_false(system, question):
    return find_violation(product_of(system), question, Budget(), ignore) is not None


@in_one(seed=range(250))
def test_answers_are_those_of_the_whole_product(seed):
    rng = random.Random(seed)
    system = random_system(seed).with_properties()
    actions = list(system.alphabet)
    if system.priority is not None or len(actions) < 2:
        return
    fluents = [random_fluent(rng, actions, f"F{i}") for i in range(rng.choice([0, 0, 1, 2]))]
    tree = random_formula(rng, actions, fluents, rng.choice([1, 2, 3, 3]))
    observed = actions_in(tree) if rng.random() < 0.2 else None
    for fair in (True, False):
        question = replace(assertion(to_text(tree), fluents), fair=fair, observed=observed)
        found, wanted = asked(system, question), is_false(system, question)
        assert isinstance(found, Undecided) or (found is not None) == wanted
        assert fair or not isinstance(found, Undecided)
        encoding = split_first(system, rng)
        unproved = unproved_assertion(state_set(encoding, *reached(encoding)), system, question, Budget())
        assert (unproved is not None) == wanted or (fair and not wanted)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("fair", [True, False])
def test_common_shapes_are_always_decided(shape, fair):
    for seed in range(20):
        system = random_system(seed).with_properties()
        if system.priority is None and len(system.alphabet) > 1:
            p, q = random.Random(seed).sample(system.alphabet, 2)
            question = replace(assertion(shape.format(p=f"{{{p}}}", q=f"{{{q}}}")), fair=fair)
            found = asked(system, question)
            assert not isinstance(found, Undecided)
            assert (found is not None) == is_false(system, question)
            encoding = one_level_each(system)
            unproved = unproved_assertion(state_set(encoding, *reached(encoding)), system, question, Budget())
            assert (unproved is None) == (found is None)


def one(*triples):
    return System("S", (Component("M", LTS.of(triples, initial=0)),))


def test_what_depends_on_an_order_is_not_guessed():
    system = one((0, "a", 0), (0, "b", 0))
    found = asked(system, assertion("[] <> ({a} && X {a})"))
    assert isinstance(found, Undecided)
    assert "order" in found.reason


def test_a_fair_run_is_found_in_its_terminal_set():
    system = one((0, "a", 1), (1, "b", 2), (2, "c", 1), (0, "d", 0))
    found = asked(system, assertion("[] ({a} -> <> {d})"))
    assert isinstance(found, Falsified)
    assert found.terminal.actions == ("b", "c")
    assert found.cross.forest.count(found.states) == 2


def test_a_long_way_that_ends_takes_no_round_for_each_step():
    parts = [LTS.of([(i, f"s.{n}.do.{i}", i + 1) for i in range(9)], initial=0) for n in range(8)]
    system = System("S", tuple(Component(f"M{n}", lts) for n, lts in enumerate(parts)))
    question = replace(assertion("[] (s[0].do[0] -> <> s[0].do[8])"), fair=False)
    assert asked(system, question) is None
    encoding = one_level_each(system)
    assert unproved_assertion(state_set(encoding, *reached(encoding)), system, question, Budget()) is None


def test_a_letter_that_changes_nothing_leaves_the_automaton_alone():
    formula = negation(assertion("[] ({p} -> <> {q})").formula)
    automaton = automaton_of(formula, ["p", "q", "r"], False, Budget())
    assert automaton.states == 2
    assert [automaton.changes(i) for i, actions in enumerate(automaton.letters) if actions == ("r",)] == [False]


@in_one(seed=range(150))
def test_a_run_on_which_it_is_false_replays(seed):
    rng = random.Random(seed)
    system = random_system(seed).with_properties()
    actions = list(system.alphabet)
    if system.priority is not None or len(actions) < 2:
        return
    tree = random_formula(rng, actions, [], rng.choice([1, 2, 3]))
    observed = actions_in(tree) if rng.random() < 0.3 else None
    for fair in (True, False):
        question = replace(assertion(to_text(tree)), fair=fair, observed=observed)
        found = asked(system, question)
        if isinstance(found, Falsified) and found.cross is not None:
            violation, shortest = lasso_of(found)
            trace = lasso_along(system, product_of(system), violation.moves, violation.loop, violation.actions)
            assert replay(trace, replace(system, assertions=(question,)), "liveness", "A") is None
            assert shortest
