"""Execution trees of a certificate: those of another system are refused, and those that are none."""

from __future__ import annotations

from typing import Any

import pytest

from quidpro.checker.probabilistic import certify_lpts
from quidpro.lpts import LPTS
from tests.unit.certify_lpts_samples import (
    NO_B,
    PAIR,
    QUIET,
    STRICT,
    Certificate,
    Damage,
    made,
    refusal,
)

TREES: list[tuple[str, Damage]] = [
    ("no tree", lambda c: c.pop("tree")),
    ("no nodes", lambda c: c["tree"].update(nodes=[])),
    ("another root", lambda c: c["tree"]["nodes"][0].update(states=[1, 0])),
    ("a root with too many states", lambda c: c["tree"]["nodes"][0]["states"].append(0)),
    ("another action", lambda c: c["tree"]["nodes"][0]["steps"][0].update(action="output")),
    ("an action of nobody", lambda c: c["tree"]["nodes"][0]["steps"][0].update(action="magic")),
    ("nobody moves", lambda c: c["tree"]["nodes"][0]["steps"][0].update(choices=[])),
    ("a choice from nowhere", lambda c: c["tree"]["nodes"][0]["steps"][0].update(choices=[99])),
    ("no branches", lambda c: c["tree"]["nodes"][0]["steps"][0].update(branches=[])),
    ("a child twice", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"].append(["1", 1])),
    ("a circle", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(1, 0)),
    ("a child from nowhere", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(1, 999)),
    ("half a chance", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(0, "1/2")),
    ("a float", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(0, 1.0)),
    ("a node that nothing leads to", lambda c: c["tree"]["nodes"].append({"states": [0, 0], "steps": []})),
    ("a child elsewhere", lambda c: c["tree"]["nodes"][1].update(states=[0, 0])),
    ("no steps", lambda c: c["tree"]["nodes"][0].pop("steps")),
    ("a tree cut short", lambda c: c["tree"].update(nodes=[{"states": [0, 0], "steps": []}])),
    ("a distribution of nobody", lambda c: c["tree"]["distributions"][0].__setitem__(0, 9)),
    ("another distribution", lambda c: c["tree"]["distributions"][-1].__setitem__(1, [[1, "1/5"], [2, "4/5"]])),
    ("no number", lambda c: c["tree"]["distributions"][0].__setitem__(1, [["x", "1"]])),
    ("a list for a state", lambda c: c["tree"]["distributions"][0].__setitem__(1, [[[], "1"]])),
]


@pytest.mark.parametrize(("what", "damage"), TREES, ids=[what for what, _ in TREES])
def test_a_damaged_tree_is_refused(what, damage):
    certificate = made(PAIR, STRICT)
    damage(certificate)
    assert refusal(certificate, PAIR, STRICT)


def refuted(components: list[LPTS], spec: LPTS, nodes: list[Any], distributions: list[Any]) -> Certificate:
    """That a tree violates a specification which holds."""
    told = made(components, spec, "monolithic")
    assert told["verdict"] == "holds"
    return told | {
        "rule": "execution",
        "verdict": "violated",
        "tree": {"nodes": nodes, "distributions": distributions},
    }


def node(states: list[int], *steps: tuple[str, list[int], list[Any]]) -> dict[str, Any]:
    return {"states": states, "steps": [{"action": a, "choices": c, "branches": b} for a, c, b in steps]}


def test_a_tree_begins_in_the_initial_state():
    part = LPTS.of([(0, "a", 0), (1, "b", 1)], name="M")
    forged = refuted([part], NO_B, [node([1], ("b", [0], [["1", 1]])), node([1])], [[0, [[1, "1"]]]])
    assert "the root of the tree is not the initial state" in refusal(forged, [part], NO_B)


def test_all_who_know_an_action_take_part_in_it():
    """The second component knows ``b`` and never does it."""
    parts = [LPTS.of([(0, "b", 0)], name="M"), LPTS.of([(0, "a", 0)], alphabet=["b"], name="N")]
    nodes = [node([0, 0], ("b", [0], [["1", 1]])), node([0, 0])]
    assert "not all components that know" in refusal(refuted(parts, NO_B, nodes, [[0, [[0, "1"]]]]), parts, NO_B)


def test_what_nobody_knows_does_not_happen():
    forged = refuted([QUIET], NO_B, [node([0], ("b", [], [["1", 1]])), node([0])], [])
    assert "not all components that know" in refusal(forged, [QUIET], NO_B)


@pytest.mark.parametrize("last", [3, 1], ids=["shared", "above"])
def test_a_node_of_a_tree_has_one_parent(last):
    """Which states of the specification matter for a node is known from its parent: with two, some are forgotten."""
    part = LPTS.of([(0, "a", 1), (0, "b", 2), (1, "c", 3), (2, "c", 3)], name="M")
    spec = LPTS.of([(0, "a", 1), (0, "b", 2), (1, "c", 3), (2, "c", 4)], name="P")
    nodes = [
        node([0], ("a", [0], [["1", 1]]), ("b", [1], [["1", 2]])),
        node([1], ("c", [2], [["1", 3]])),
        node([2], ("c", [2], [["1", last]])),
        node([3]),
    ]
    forged = refuted([part], spec, nodes, [[0, [[1, "1"]]], [0, [[2, "1"]]], [0, [[3, "1"]]]])
    assert "a child is not its own" in refusal(forged, [part], spec)


def test_a_tree_does_not_go_round_in_circles():
    forged = refuted([QUIET], NO_B, [node([0], ("a", [0], [["1", 0]]))], [[0, [[0, "1"]]]])
    assert "a child is not its own" in refusal(forged, [QUIET], NO_B)


def test_any_component_may_be_the_one_that_chooses_at_random():
    assert certify_lpts(made(PAIR[::-1], STRICT), PAIR[::-1], STRICT).ok
