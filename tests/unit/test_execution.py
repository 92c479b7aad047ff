"""Executions of a whole system: found for trees, replayed on the components, refused when damaged."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from benchmarks.lpts_models import client_server
from quidpro.engines.probabilistic.shared.execution import Execution, realise, replay_error
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import simulation
from quidpro.lpts.tree import Branch, Node, Tree, counterexample
from tests.random_lpts import random_system

COIN = LPTS.of([("in", "toss", {"head": "1/2", "tail": "1/2"}), ("head", "win", "head"), ("tail", "lose", "tail")])
DIE = LPTS.of([(0, "toss", {1: "1/3", 2: "2/3"}), (2, "win", 2)])


def tossed() -> Execution:
    """Both are tossed, and then the game may be won where both allow it."""
    below = Node(1, [Branch("win", 0, [Node(1)], [Fraction(1)])])
    tree = Tree(Node(0, [Branch("toss", 0, [Node(0), below], [Fraction(2, 3), Fraction(1, 3)])]))
    found = realise(tree, [COIN, DIE])
    assert found is not None
    return found


def test_branches_are_products_of_what_the_components_do():
    root = tossed().nodes[0]
    assert root.states == (0, 0)
    (step,) = root.steps
    assert step.choices == ((0, 0), (1, 0))
    assert sorted(p for p, _ in step.branches) == [Fraction(1, 6), Fraction(1, 6), Fraction(1, 3), Fraction(1, 3)]


def test_an_execution_is_replayed():
    execution = tossed()
    assert replay_error(execution, [COIN, DIE]) is None
    assert execution.depth == 2


def test_a_tree_that_the_system_does_not_have_is_not_realised():
    below = Node(1, [Branch("win", 0, [Node(1)], [Fraction(1)])])
    tree = Tree(Node(0, [Branch("toss", 0, [Node(0), below], [Fraction(1, 2), Fraction(1, 2)])]))
    assert realise(tree, [COIN, DIE]) is None


def _damaged(execution: Execution, number: int, **fields: object) -> Execution:
    nodes = list(execution.nodes)
    nodes[number] = replace(nodes[number], **fields)
    return Execution(tuple(nodes))


@pytest.mark.parametrize(
    ("number", "field", "words"),
    [
        (0, {"states": (1, 0)}, "root"),
        (1, {"states": (0, 0)}, "product"),
        (0, {"steps": ()}, "nothing leads to node 1"),
    ],
)
def test_damaged_nodes_are_refused(number, field, words):
    assert words in (replay_error(_damaged(tossed(), number, **field), [COIN, DIE]) or "")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ({"action": "win"}, "cannot do that together"),
        ({"choices": ((0, 0),)}, "cannot do that together"),
        ({"choices": ((0, 0), (1, 1))}, "cannot do that together"),
        ({"branches": ((Fraction(1), 1),)}, "product"),
        ({"branches": ((Fraction(1), 0),)}, "not its own"),
        ({"branches": ((Fraction(1, 2), 1), (Fraction(1, 2), 1))}, "not its own"),
        ({"branches": ((Fraction(1), 99),)}, "not there"),
        ({"branches": ()}, "not its own"),
    ],
)
def test_damaged_steps_are_refused(field, words):
    execution = tossed()
    step = replace(execution.nodes[0].steps[0], **field)
    assert words in (replay_error(_damaged(execution, 0, steps=(step,)), [COIN, DIE]) or "")


def test_an_execution_of_other_components_is_refused():
    assert replay_error(tossed(), [COIN, LPTS.of([(0, "toss", {1: "1/2", 2: "1/2"}), (2, "win", 2)])]) is not None


def test_marks_are_respected():
    marked = LPTS.of([(0, "a", {1: "1/2", 2: "1/2"})], marks={"bad": [2]})
    tree = Tree(Node(0, [Branch("a", 0, [Node(1), Node(2)], [Fraction(1, 2)] * 2)]))
    assert realise(tree, [marked], marked) is not None
    assert realise(tree, [replace(marked, marks={})], marked) is None
    assert tossed().lpts([COIN, DIE]).marks == {}


@pytest.mark.slow
def test_trees_of_random_systems_are_realised():
    rng, violated = Random(7), 0
    for _ in range(300):
        components, specification = random_system(rng)
        whole = composition(components)
        goal = completed(specification, whole.alphabet)
        found = simulation(whole, goal)
        if found.holds:
            continue
        violated += 1
        execution = realise(counterexample(found), components, whole)
        assert execution is not None
        assert replay_error(execution, components) is None
        assert not simulation(execution.lpts(components), goal).holds
        assert execution.depth == counterexample(found).depth
    assert violated > 40


def test_no_component_is_composed_to_replay():
    components, specification = client_server(3, 3)
    strict = LPTS.of(
        [(s, a, d) for s, a, d in specification.triples() if a != "use3"], initial=0, alphabet=specification.alphabet
    )
    whole = composition(components)
    tree = counterexample(simulation(whole, completed(strict, whole.alphabet)))
    execution = realise(tree, components, whole)
    assert execution is not None
    assert {len(node.states) for node in execution.nodes} == {len(components)}
    assert replay_error(execution, components) is None
