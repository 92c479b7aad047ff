"""LTL by SAT solvers, against decision diagrams and against lassos that a random walk finds and naive evaluation reads.

A violation comes with a lasso that both the checker and the naive evaluation read as one. Where a formula holds, no
fair lasso of a random walk may violate it.
"""

from __future__ import annotations

import random

from quidpro.core.source import Source
from quidpro.flat.evaluate import evaluate
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
from tests.naive_ltl import value
from tests.naive_smv import Graph
from tests.random_machines import RandomModel

UNARY = ["!", "X", "F", "G", "F", "G", "Y", "Z", "O", "H", "F [0,2]", "G [1,2]", "O [0,1]", "H [1,2]"]
BINARY = ["&", "|", "->", "<->", "xor", "U", "V", "S", "T"]
PAST = 3
"""How deep formulas are at most; the loop of a lasso is unrolled more often than operators of the past are nested."""
BOUND = 30
"""More than the states of any shortest lasso of these models."""
WALKS = 12
STEPS = 14


def formula(rng, made, depth=PAST):
    """A random LTL formula in SMV's syntax, over the variables of a random model."""
    if depth == 0 or rng.random() < 0.1:
        return f"({made.condition(depth=1, next=rng.random() < 0.1)})"
    if rng.random() < 0.55:
        return f"{rng.choice(UNARY)} ({formula(rng, made, depth - 1)})"
    return f"(({formula(rng, made, depth - 1)}) {rng.choice(BINARY)} ({formula(rng, made, depth - 1)}))"


def random_text(rng, formulas=2):
    """A random model with fairness of both kinds, and formulas about it."""
    made = RandomModel(rng)
    pairs = [
        f"COMPASSION ({made.condition(depth=1)}, {made.condition(depth=1)})" for _ in range(rng.choice((0, 0, 1, 2)))
    ]
    specs = [f"LTLSPEC {formula(rng, made, rng.randint(1, PAST))}" for _ in range(formulas)]
    specs += [
        rng.choice((f"LTLSPEC G ({p})", f"SPEC AG ({p})", f"SPEC !EF !({p})")) for p in [made.condition(inputs=False)]
    ]
    return made.text([*pairs, *specs])


def compare(seed):
    """The outcomes for a random model; AssertionError when an answer differs or does not stand."""
    rng = random.Random(seed)
    model = load_smv(Source("random.smv", random_text(rng))).flat()
    graph, found = Graph(model), []
    for spec in model.specs:
        if spec.kind not in ("ltl", "invariant"):
            continue
        (expected,) = solve_smv(model, [spec], "monolithic")
        assert expected.outcome != "unknown", (seed, spec.text, expected.reason)
        for method in ("pdr", "bmc"):
            check_answer(model, spec, method, expected.outcome, seed)
        if spec.kind == "ltl" and expected.outcome == "holds":
            check_walks(rng, model, spec, graph, (seed, spec.text))
        found.append((spec.kind, expected.outcome))
    return found


def check_answer(model, spec, method, expected, seed):
    """A method says what is expected, with a lasso where that is a violation; ``bmc`` need not find that it holds."""
    (verdict,) = solve_smv(model, [spec], method, bound=BOUND)
    told = seed, method, spec.text, verdict.outcome, verdict.reason
    allowed = {expected, "unknown"} if (method, expected) == ("bmc", "holds") else {expected}
    assert verdict.outcome in allowed, told
    if verdict.outcome == "violated":
        assert verdict.certified, told
        check_lasso(model, spec, verdict.trace, told)


def check_lasso(model, spec, trace, told):
    """A counterexample to a formula must be one by the naive evaluation."""
    if spec.kind == "ltl":
        states = [{**state} for state in trace.states[:-1]]
        assert is_fair(model, states[trace.loop :]), told
        assert not satisfied(spec, states, trace.loop), told


def satisfied(spec, states, loop):
    again = states[loop:]
    unrolled = states + again * (PAST + 1)
    return value(spec.formula, unrolled, len(unrolled) - len(again), 0)


def is_fair(model, loop):
    def somewhere(expr):
        return any(evaluate(expr, state) is True for state in loop)

    if not all(somewhere(condition.expr) for condition in model.justice):
        return False
    return all(somewhere(pair.then) or not somewhere(pair.often) for pair in model.compassion)


def check_walks(rng, model, spec, graph, told):
    for states, loop in walks(rng, graph):
        if is_fair(model, states[loop:]):
            assert satisfied(spec, states, loop), (told, states, loop)


def walks(rng, graph):
    """Lassos that random walks close."""
    for _ in range(WALKS if graph.initial else 0):
        path, states = [rng.choice(graph.initial)], []
        for _ in range(STEPS):
            if not graph.steps[path[-1]]:
                break
            target, inputs = rng.choice(graph.steps[path[-1]])
            states.append({**graph.states[path[-1]], **inputs})
            if target in path and rng.random() < 0.5:
                yield states, path.index(target)
                break
            path.append(target)
