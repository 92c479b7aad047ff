"""The states of a model and of its parts, one by one, beside what plain evaluation finds."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.source import Source
from quidpro.engines.symbolic.states import state_graph
from quidpro.flat.clauses import clauses
from quidpro.flat.evaluate import evaluate
from quidpro.flat.walk import to_next
from quidpro.frontend.smv.model import load_smv
from tests.many import in_one
from tests.naive_smv import Graph
from tests.random_smv import random_smv

MODELS = [path for path in sorted(Path("tests/zoo").glob("*/*.smv")) if path.parent.name in ("holds", "violated")]
HANDSHAKE = """
MODULE side(other)
VAR up : boolean; pulse : {none, low, high};
INVAR up -> pulse != none
ASSIGN init(up) := FALSE; next(up) := other ? !up : up;
MODULE main
VAR left : side(right.up); right : side(left.up);
IVAR go : boolean;
TRANS go | next(left.pulse) = left.pulse
"""


def flat_of(text):
    return load_smv(Source("model.smv", text)).flat()


def shape(graph):
    """Initial states, all states, and the pairs of states with a step between them."""
    states = [tuple(sorted(state.items())) for state in graph.states]
    pairs = {(states[arrow.source], states[arrow.target]) for arrow in graph.arrows}
    return set(states[: graph.initial]), set(states), pairs


def naive(model):
    graph = Graph(model, limit=3000)
    states = [tuple(sorted(state.items())) for state in graph.states]
    pairs = {(states[i], states[j]) for i, steps in enumerate(graph.steps) for j, _ in steps}
    return {states[i] for i in graph.initial}, set(states), pairs


def naive_part(model, own):
    """The same for a part whose surroundings do anything, from the clauses about it."""
    about = [c for c in clauses(model) if set(own) & ({c.decides.name} if c.decides else c.names)]
    others = [v for v in model.variables if v not in own and any(v in c.names for c in about)]
    valuations = [dict(zip(own, values, strict=True)) for values in product(*(model.variables[v].domain for v in own))]
    around = [dict(zip(others, v, strict=True)) for v in product(*(model.variables[v].domain for v in others))]

    def holds(kinds, now, then=None, *, following=False):
        formulas = (to_next(c.formula) if following else c.formula for c in about if c.kind in kinds)
        return all(evaluate(formula, now, then) is True for formula in formulas)

    def steps(now):
        for here in around:
            if holds(("invar",), {**now, **here}):
                for then, there in product(valuations, around):
                    sides = {**now, **here}, {**then, **there}
                    if holds(("trans",), *sides) and holds(("invar",), *sides, following=True):
                        yield tuple(sorted(then.items()))

    first = {tuple(sorted(v.items())) for v in valuations if any(holds(("init", "invar"), {**v, **o}) for o in around)}
    found, waiting, pairs = set(first), list(first), set()
    while waiting:
        source = waiting.pop()
        for target in set(steps(dict(source))):
            pairs.add((source, target))
            if target not in found:
                found.add(target)
                waiting.append(target)
    return first, found, pairs


def whole(model):
    return [v.name for v in model.states]


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_of_a_whole_model(path):
    model = flat_of(path.read_text(encoding="utf-8"))
    assert shape(state_graph(model, "main", whole(model), Budget(), 3000)) == naive(model)


@in_one(seed=range(40))
def test_of_a_random_model(seed):
    model = flat_of(random_smv(seed).text)
    assert shape(state_graph(model, "main", whole(model), Budget(), 3000)) == naive(model)


@pytest.mark.parametrize("seed", range(12))
def test_of_a_part_of_a_random_model(seed):
    model = flat_of(random_smv(seed).text)
    own = [v for v in model.variables if v.startswith("m1.")]
    assert shape(state_graph(model, "m1", own, Budget(), 3000)) == naive_part(model, own)


@pytest.mark.parametrize("own", [["left.up", "left.pulse"], ["right.up"], ["right.pulse"]])
def test_of_a_part_with_constraints(own):
    model = flat_of(HANDSHAKE)
    graph = state_graph(model, "part", own, Budget(), 100)
    assert shape(graph) == naive_part(model, own)


def test_on_the_arrows_is_what_is_read():
    model = flat_of(HANDSHAKE)
    graph = state_graph(model, "right", ["right.up", "right.pulse"], Budget(), 100)
    assert graph.reads == ("left.up",)
    assert {arrow.when for arrow in graph.arrows} == {"left.up", "!left.up"}


def test_there_are_not_more_than_allowed():
    model = flat_of("MODULE main VAR c : unsigned word[32]; ASSIGN init(c) := 0ud32_0;")
    with pytest.raises(TooManyStates):
        state_graph(model, "main", ["c"], Budget(), 50)
    assert len(state_graph(flat_of("MODULE main VAR c : 0..49;"), "main", ["c"], Budget(), 50).states) == 50
