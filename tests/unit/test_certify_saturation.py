"""Certificates of rule saturation: the checker agrees with the naive product, and no forged set is believed."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from itertools import product as combinations

import pytest

from quidpro.checker.explicit import certify
from quidpro.checker.explicit.diagram import Diagram
from quidpro.checker.explicit.diagram_rest import is_covered
from quidpro.checker.explicit.diagram_steps import SystemSteps
from quidpro.checker.explicit.diagram_walk import not_closed
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.explicit.saturated.encoding import Encoding, Level, one_level_each
from quidpro.lts import LTS, Component, Priority, System
from quidpro.report.explicit.display import display
from quidpro.solvers.mdd.forest import Forest
from quidpro.verdict.explicit.certificate_json import certificate_fields, read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import StateSet
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.sampling import first
from tests.saturated import claimed, is_so, proof, reached, shows
from tests.unit.certify_samples import HASTY, channel
from tests.unit.test_saturation_core import split_at_random

KINDS = ("safety", "deadlock")
TURNS = System(
    "S",
    (
        Component("M", LTS.of([(0, "a", 1), (1, "b", 2), (2, "c", 0)])),
        Component("N", LTS.of([(0, "b", 1), (1, "c", 0), (1, "tau", 1)])),
    ),
)


def encodings(system, kind, rng):
    asked = claimed(system, kind)
    return [] if asked.priority is not None else [one_level_each(asked), split_at_random(asked, rng)]


def refusal(certificate, system=TURNS):
    outcome = certify(certificate, system, Budget())
    assert outcome.refuted
    return outcome.reason


def with_states(certificate, *, levels=None, nodes=None):
    states = certificate.states
    return replace(certificate, states=StateSet(levels or states.levels, states.nodes if nodes is None else nodes))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_reached_proves_exactly_what_is_so(kind, block):
    for seed in range(30 * block, 30 * block + 30):
        system = random_system(seed)
        for encoding in encodings(system, kind, random.Random(seed)):
            assert certify(proof(encoding, kind), system, Budget()).ok == is_so(system, kind), seed


@pytest.mark.slow
@pytest.mark.parametrize("block", first(range(10), 3))
@pytest.mark.parametrize("kind", KINDS)
def test_a_set_with_more_or_fewer_states_is_believed_exactly_if_it_shows_the_claim(kind, block):
    for seed in range(20 * block, 20 * block + 20):
        rng = random.Random(seed)
        system = random_system(seed)
        for encoding in encodings(system, kind, rng):
            forest, node = reached(encoding)
            for _ in range(4):
                state = [rng.randrange(lts.states) for lts in encoding.parts]
                one = forest.vector(encoding.encode(state)) if rng.random() < 0.5 else forest.vector(forest.pick(node))
                changed = forest.difference(node, one) if rng.random() < 0.3 else forest.union(node, one)
                if changed:
                    forged = proof(encoding, kind, (forest, changed))
                    judged = shows(forged.states, NaiveProduct(encoding.system), kind)
                    assert certify(forged, system, Budget()).ok == judged, seed


def forge(rng, certificate):
    """Rows, pairs and numbers dropped, doubled, moved, or changed."""
    levels = [[name, list(own)] for name, own in certificate.states.levels]
    nodes = [[[list(pair) for pair in row] for row in rows] for rows in certificate.states.nodes]
    for _ in range(rng.choice([1, 1, 2, 3])):
        at = rng.randrange(len(levels))
        row = rng.choice(nodes[at] or [[]])
        kind = rng.randrange(9)
        if kind == 0 and row:
            row.remove(rng.choice(row))
        elif kind == 1:
            row.append([rng.randrange(4), rng.randrange(4)])
            row.sort()
        elif kind == 2 and row:
            rng.choice(row)[rng.randrange(2)] = rng.choice([0, 1, 2, -1, 10**30])
        elif kind == 3 and nodes[at]:
            nodes[at].remove(row)
        elif kind == 4:
            other = rng.randrange(len(levels))
            levels[at], levels[other] = levels[other], levels[at]
        elif kind == 5:
            rng.shuffle(levels[at][1])
        elif kind == 6:
            levels[at][0] = rng.choice(levels)[0]
        elif kind == 7:
            levels[at][1].append(rng.randrange(5))
        else:
            rng.shuffle(nodes[at])
    states = StateSet(
        tuple((name, tuple(own)) for name, own in levels),
        tuple(tuple(tuple((v, child) for v, child in row) for row in rows) for rows in nodes),
    )
    return replace(certificate, states=states)


@pytest.mark.slow
@pytest.mark.parametrize("block", first(range(10), 3))
@pytest.mark.parametrize("kind", KINDS)
def test_no_forged_set_is_believed_unless_it_shows_the_claim(kind, block):
    for seed in range(20 * block, 20 * block + 20):
        rng = random.Random(seed)
        system = random_system(seed)
        for encoding in encodings(system, kind, rng):
            product, right = NaiveProduct(encoding.system), proof(encoding, kind)
            for forged in (forge(rng, right) for _ in range(15)):
                if certify(forged, system, Budget()).ok:
                    assert is_so(system, kind), seed
                    assert shows(forged.states, product, kind), seed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda levels: levels[1:], "the levels of M do not have its states"),
        (lambda levels: (("X", levels[0][1]), *levels[1:]), "there is a level for X"),
        (lambda levels: (*levels, ("M", (0,))), "the levels of M have a state twice"),
        (lambda levels: (("M", (0, 1)), *levels[1:]), "the levels of M do not have its states, which are 3"),
        (lambda levels: (("M", (0, 1, 2, 7)), *levels[1:]), "the levels of M do not have its states, which are 3"),
        (lambda levels: (*levels, ("N", ())), "a level of N has no states"),
        (lambda levels: (("M", (2, 1, 0)), *levels[1:]), "the initial state is not in the set"),
    ],
)
def test_levels_that_are_not_the_components_are_refused(change, message):
    right = proof(one_level_each(TURNS))
    assert message in refusal(with_states(right, levels=change(right.states.levels)))


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ((), "there are nodes for 0 levels, not for 2"),
        (((), ()), "the first level has one node"),
        ((((),), ()), "node 0 of level 0 leads nowhere"),
        (((((0, 0),), ((0, 0),)), (((0, 0),),)), "the first level has one node"),
        (((((0, 1),),), (((0, 0),),)), "node 0 of level 0 leads to node 1, which is not there"),
        (((((0, -1),),), (((0, 0),),)), "node 0 of level 0 leads to node -1"),
        (((((0, 0),),), (((0, 1),),)), "node 0 of level 1 leads to node 1"),
        (((((3, 0),),), (((0, 0),),)), "node 0 of level 0 has no value 3"),
        (((((-1, 0),),), (((0, 0),),)), "node 0 of level 0 has the value -1 out of order"),
        (((((1, 0), (0, 0)),), (((0, 0),),)), "node 0 of level 0 has the value 0 out of order"),
        (((((0, 0), (0, 0)),), (((0, 0),),)), "node 0 of level 0 has the value 0 out of order"),
        (((((0, 0),),), (((0, 0),),)), "the set is not closed: a leads out of it"),
        (((((1, 0),),), (((0, 0),),)), "the initial state is not in the set"),
    ],
)
def test_nodes_that_are_no_closed_set_are_refused(nodes, message):
    assert message in refusal(with_states(proof(one_level_each(TURNS)), nodes=nodes))


def test_a_silent_step_out_of_the_set_is_named():
    system = System("S", (Component("M", LTS.of([(0, "tau", 1)])),))
    only_first = with_states(proof(one_level_each(system)), nodes=((((0, 0),),),))
    assert refusal(only_first, system) == "the set is not closed: a silent step of M leads out of it"


def test_what_goes_wrong_is_named():
    wrong = channel(HASTY)
    message = "there is a state in the set from which input leads Order to ERROR"
    assert refusal(proof(one_level_each(wrong)), wrong) == message
    silent = System("S", (Component("M", LTS.of([(0, "tau", "ERROR")])),))
    assert "a silent step leads M to ERROR" in refusal(proof(one_level_each(silent)), silent)
    stuck = System("S", (Component("M", LTS.of([(0, "a", 1)])),))
    assert refusal(proof(one_level_each(stuck), "deadlock"), stuck) == "there is a deadlock in the set"


def test_two_blocks_or_none_prove_nothing():
    """The state that matters, M in 1, is replaced by M in both blocks and by M in none, which can do anything."""
    stuck = System("S", (Component("M", LTS.of([(0, "a", 1)])),))
    split = Encoding(stuck, (Level(0, (0,), True), Level(0, (1,), True)))
    right = proof(split, "deadlock")
    first, both, none = (1, 0), (1, 1), (0, 0)
    assert "deadlock" in refusal(right, stuck)
    for kept in ({first}, {first, both}, {first, none}, {first, both, none}):
        forest, node = reached(split)
        node = 0
        for vector in kept:
            node = forest.union(node, forest.vector(vector))
        forged = proof(split, "deadlock", (forest, node))
        assert refusal(forged, stuck) == "the set is not closed: a leads out of it"


def test_other_rules_digests_and_assumptions_are_refused():
    right = proof(one_level_each(TURNS))
    assert certify(right, TURNS, Budget()).ok
    assert "its digest differs" in refusal(replace(right, digests={**right.digests, "M": "0" * 64}))
    assert "has no set of states" in refusal(replace(right, states=None))
    assert "says nothing of x" in refusal(replace(proof(one_level_each(TURNS), "deadlock"), property="x"))
    assert "has no assertion x" in refusal(replace(right, kind="liveness", property="x"))
    assert "has no progress test x" in refusal(replace(right, kind="progress", property="x"))


def test_under_priority_safety_can_be_shown_and_deadlock_cannot():
    system = replace(TURNS, priority=Priority(frozenset("a"), True))
    assert certify(proof(one_level_each(TURNS)), system, Budget()).ok
    assert "does not know priority" in refusal(proof(one_level_each(TURNS), "deadlock"), system)


def test_the_only_block_of_a_component_is_the_component():
    right = proof(Encoding(TURNS, (Level(0, (0, 1, 2), True), Level(1, (1, 0)))))
    assert certify(right, TURNS, Budget()).ok


@pytest.mark.parametrize("encoding", [one_level_each(TURNS), split_at_random(TURNS, random.Random(1))])
def test_a_set_of_states_is_read_back_as_it_was(encoding):
    right = proof(encoding)
    assert read_certificates(Source("c.json", write_certificates([right]))) == [right]


def test_a_node_is_written_on_one_line():
    assert "\n        [[0, 0], [1, 0], [2, 1]]\n" in write_certificates([proof(one_level_each(TURNS))])


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.pop("states"), "states: a certificate of rule saturation has a set of states"),
        (lambda d: d.update(rule="asym"), "states: a certificate of rule asym has no set of states"),
        (lambda d: d["states"].update(more=1), "states.more"),
        (lambda d: d["states"]["levels"][0].update(states=[-1]), "states.levels.0.states.0"),
        (lambda d: d["states"]["levels"].pop(), "states.nodes: has 2 levels where 1 are needed"),
        (lambda d: d["states"]["nodes"][0].append([[0, 0]]), "states.nodes[0]: has one node, the set"),
        (lambda d: d["states"]["nodes"][0][0].clear(), "states.nodes[0][0]: leads nowhere"),
        (lambda d: d["states"]["nodes"][0][0].reverse(), "states.nodes[0][0]: its values are not in order"),
        (lambda d: d["states"]["nodes"][1][0][0].append(3), "states.nodes.1.0.0"),
        (lambda d: d["states"]["nodes"][1][0][0].__setitem__(1, True), "states.nodes.1.0.0.1"),
        (lambda d: d["states"]["nodes"][1][0][0].__setitem__(1, 9), "states.nodes[1][0]: 9 is not a node"),
    ],
)
def test_a_damaged_set_of_states_is_not_read(damage, message):
    data = certificate_fields(proof(one_level_each(TURNS)))
    damage(data)
    with pytest.raises(InputError) as caught:
        read_certificates(Source("c.json", json.dumps(data)))
    assert message in str(caught.value)


def test_many_levels_are_no_obstacle():
    """The first and the last component do a and b together, the many between do nothing."""
    count = 8_000
    ends, idle = LTS.of([(0, "a", 1), (1, "b", 0)]), LTS.of([], initial=0)
    parts = [ends, *[idle] * count, ends]
    named = [Component(f"M{i}", lts) for i, lts in enumerate(parts)]
    levels = tuple((c.name, tuple(range(c.lts.states))) for c in named)
    between, last = (((0, 0),), ((0, 1),)), (((0, 0),), ((1, 0),))
    diagram = Diagram.of(StateSet(levels, ((((0, 0), (1, 1)),), *[between] * count, last)), named)
    steps = SystemSteps(parts, diagram.levels)
    before = sys.getrecursionlimit()
    assert not_closed(diagram, steps.relations(), Budget()) is None
    assert is_covered(diagram, steps.guards(), Budget())
    assert sys.getrecursionlimit() == before
    apart = Diagram.of(StateSet(levels, ((((0, 0), (1, 0)),), *[between[:1]] * count, last[:1])), named)
    assert not is_covered(apart, steps.guards(), Budget())
    assert not_closed(apart, steps.relations(), Budget()) == "a"


@pytest.mark.parametrize("kind", KINDS)
def test_a_budget_ends_the_check(kind):
    spent = Budget()
    spent.interrupt()
    many = System("S", tuple(Component(f"M{i}", LTS.of([(0, f"a{i}", 1), (1, f"b{i}", 0)])) for i in range(1500)))
    outcome = certify(proof(one_level_each(many), kind), many, spent)
    assert not outcome.ok
    assert not outcome.refuted


def test_a_set_of_states_is_shown_by_its_size():
    assert dict(display(proof(one_level_each(TURNS)), Budget()).facts)["set of states"] == "3 nodes over 2 levels"


@in_one(seed=range(300))
def test_what_products_cover_is_what_they_cover_vector_by_vector(seed):
    """Random sets of vectors, random products over some of the levels, at times over none."""
    rng = random.Random(seed)
    sizes = [rng.randint(1, 3) for _ in range(rng.randint(1, 4))]
    every = list(combinations(*map(range, sizes)))
    chosen = rng.sample(every, rng.randint(1, len(every)))
    forest = Forest(sizes)
    root = 0
    for vector in chosen:
        root = forest.union(root, forest.vector(vector))
    parts = [Component(f"M{n}", LTS.of([(i, "a", i) for i in range(size)])) for n, size in enumerate(sizes)]
    levels = tuple((part.name, tuple(range(part.lts.states))) for part in parts)
    diagram = Diagram.of(StateSet(levels, forest.diagram(root).levels), parts)
    products = []
    for _ in range(rng.randint(0, 5)):
        some = rng.sample(range(len(sizes)), min(len(sizes), rng.choice([0, *[1] * 8, *[2] * 8, 3])))
        products.append({n: {v: (v,) for v in range(sizes[n]) if rng.random() < 0.7} for n in some})
    covered = all(any(all(v[n] in values for n, values in one.items()) for one in products) for v in chosen)
    assert is_covered(diagram, products, Budget()) == covered
