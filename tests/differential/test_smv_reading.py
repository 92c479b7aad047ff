"""Random SMV models: what the front end makes of their text is what they mean by their own semantics."""

from __future__ import annotations

import re

import pytest

from quidpro.core.source import Source
from quidpro.flat.clauses import clauses
from quidpro.flat.explicit import replay
from quidpro.flat.text import text
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Explicit, Graph
from tests.random_smv import random_smv


def graph_of(model):
    return Graph(load_smv(Source("random.smv", model.text)).flat())


@pytest.mark.parametrize("block", range(10))
def test_the_text_means_what_the_generator_means(block):
    for seed in range(20 * block, 20 * block + 20):
        model = random_smv(seed)
        graph = graph_of(model)
        states = {tuple(state[name] for name in model.names): n for n, state in enumerate(graph.states)}
        assert set(states) == model.reachable(), model.text
        for state, number in states.items():
            expected = {states[following] for following in model.successors(state)}
            assert {target for target, _ in graph.steps[number]} == expected, model.text
        (spec,) = graph.model.specs
        assert graph.invariant(spec.invariant) == all(map(model.holds, states)), model.text


def flattened(model, spelled):
    """The model in one module, each variable declared under its full name, which is spelled in one way or another."""
    graph = graph_of(model)
    declared = "".join(f"VAR {spelled(name)} : boolean;\n" for name in graph.model.variables)
    fulls = re.compile("|".join(sorted(map(re.escape, graph.model.variables), key=len, reverse=True)))
    parts = [f"INIT {init}" for init in _texts(graph.model, "init")]
    parts += [f"INVAR {invar}" for invar in _texts(graph.model, "invar")]
    parts += [f"TRANS {trans}" for trans in _texts(graph.model, "trans")]
    parts.append(f"INVARSPEC {text(graph.model.specs[0].invariant)}")
    body = fulls.sub(lambda match: spelled(match[0]), "\n".join(parts))
    return f"MODULE main\n{declared}{body}\n"


def _texts(model, kind):
    return [text(clause.formula) for clause in clauses(model) if clause.kind == kind]


SPELLED = {
    "with dots": str,
    "in quotes": lambda name: f'"{name} | -- x"',
    "beside a plain name": lambda name: name.removeprefix("a.").removeprefix("b.") if name == "b.x0" else f"x0.{name}",
}


@pytest.mark.parametrize("how", SPELLED)
@pytest.mark.parametrize("seed", range(25))
def test_whatever_the_names_are(seed, how):
    model, spelled = random_smv(seed), SPELLED[how]
    graph = graph_of(model)
    other = Graph(load_smv(Source("flat.smv", flattened(model, spelled))).flat())
    names = list(graph.model.variables)
    assert {tuple(state[spelled(name)] for name in names) for state in other.states} == {
        tuple(state[name] for name in names) for state in graph.states
    }
    assert other.invariant(other.model.specs[0].invariant) == graph.invariant(graph.model.specs[0].invariant)


@pytest.mark.parametrize("seed", range(20))
def test_replay_accepts_steps_and_refuses_others(seed):
    flat = load_smv(Source("random.smv", random_smv(seed).text)).flat()
    explicit = Explicit(flat)
    for first in explicit.initial():
        following = [dict(state) for state in explicit.successors(first)]
        for second in following:
            assert replay(flat, [first, second]) is None
        for name in first:
            changed = {**first, name: not first[name]}
            is_initial = changed in list(explicit.initial())
            assert (replay(flat, [changed]) is None) == is_initial
            assert (replay(flat, [first, changed]) is None) == (changed in following)
        break
