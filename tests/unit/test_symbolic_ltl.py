"""LTL: against the CTL formulas that mean the same, and every counterexample against the formula itself."""

from __future__ import annotations

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.flat.evaluate import evaluate
from quidpro.flat.explicit import replay
from quidpro.flat.formula import Atom
from quidpro.frontend.smv.model import load_smv
from quidpro.symbolic.monolithic import Monolithic
from tests.random_machines import RandomModel

SAME = [
    ("F ({p})", "AF ({p})"),
    ("X ({p})", "AX ({p})"),
    ("({p}) U ({q})", "A [({p}) U ({q})]"),
    ("G (({p}) -> F ({q}))", "AG (({p}) -> AF ({q}))"),
    ("G F ({p})", "AG AF ({p})"),
    ("({p}) V ({q})", "!E [!({p}) U !({q})]"),
    ("G (({p}) -> X ({q}))", "AG (({p}) -> AX ({q}))"),
    ("F [1,2] ({p})", "AX (({p}) | AX ({p}))"),
    ("G [0,1] ({p})", "({p}) & AX ({p})"),
]
PAST = ["G (({p}) -> O ({q}))", "F (H ({p}))", "G (Y ({p}))", "F (({p}) S ({q}))", "G (Z ({p}) -> ({q}) T ({p}))"]
PAST += ["F G ({p})", "(F G ({p})) -> (G F ({q}))", "G (O [1,2] ({p}))", "G F (Y ({p}) xor ({q}))"]
TIMES = 4
"""How often the loop of a lasso is unrolled: more than the operators of the past are nested."""


def flat(text):
    return load_smv(Source("random.smv", text)).flat()


def value(formula, states, loop, at):
    """The value of a formula at a place of an infinite path, read straight from the meaning of LTL."""
    length = len(states)

    def next_(k):
        return k + 1 if k + 1 < length else loop

    def ahead(k):
        """The places from k on, each once."""
        seen = []
        while k not in seen:
            seen.append(k)
            k = next_(k)
        return seen

    def val(f, k):
        return value(f, states, loop, k)

    if isinstance(formula, Atom):
        return evaluate(formula.expr, states[at]) is True
    args, op = formula.args, formula.op
    if formula.bounds is not None:
        low, high = formula.bounds
        places = [at]
        for _ in range(high):
            places.append(next_(places[-1]))
        if op in ("O", "H"):
            places = [at - k if at - k >= 0 else None for k in range(high + 1)]
        values = [op == "H" if k is None else val(args[0], k) for k in places[low:]]
        return any(values) if op in ("F", "O") else all(values)
    match op:
        case "not":
            return not val(args[0], at)
        case "and":
            return all(val(a, at) for a in args)
        case "or":
            return any(val(a, at) for a in args)
        case "implies":
            return not val(args[0], at) or val(args[1], at)
        case "iff" | "xor":
            return (val(args[0], at) == val(args[1], at)) == (op == "iff")
        case "X":
            return val(args[0], next_(at))
        case "F":
            return any(val(args[0], k) for k in ahead(at))
        case "G":
            return all(val(args[0], k) for k in ahead(at))
        case "U":
            places = ahead(at)
            return any(val(args[1], k) and all(val(args[0], j) for j in places[:i]) for i, k in enumerate(places))
        case "V":
            places = ahead(at)
            return all(val(args[1], k) or any(val(args[0], j) for j in places[:i]) for i, k in enumerate(places))
        case "Y" | "Z":
            return val(args[0], at - 1) if at else op == "Z"
        case "O":
            return any(val(args[0], k) for k in range(at + 1))
        case "H":
            return all(val(args[0], k) for k in range(at + 1))
        case "S":
            return any(val(args[1], k) and all(val(args[0], j) for j in range(k + 1, at + 1)) for k in range(at + 1))
        case "T":
            return all(val(args[1], k) or any(val(args[0], j) for j in range(k + 1, at + 1)) for k in range(at + 1))
    raise AssertionError(op)


def unrolled(finding):
    """The path with its loop unrolled, and the place that it then comes back to."""
    trace, loop = list(finding.trace[:-1]), finding.loop
    again = trace[loop:]
    return trace + again * TIMES, len(trace) + len(again) * (TIMES - 1)


def check_counterexample(model, finding):
    assert replay(model, finding.trace) is None
    states, loop = unrolled(finding)
    assert value(finding.spec.formula, states, loop, 0) is False, finding.spec.text
    for constraint in model.justice:
        assert any(evaluate(constraint.expr, state) is True for state in finding.trace[finding.loop : -1])


@pytest.mark.parametrize("seed", range(60))
def test_random(seed):
    rng = random.Random(seed)
    made = RandomModel(rng)
    p, q = made.condition(inputs=False, depth=1), made.condition(inputs=False, depth=1)
    specs = [f"LTLSPEC {ltl}; SPEC {ctl}".format(p=p, q=q) for ltl, ctl in rng.sample(SAME, 3)]
    specs += [f"LTLSPEC {ltl}".format(p=p, q=q) for ltl in rng.sample(PAST, 3)]
    model = flat(made.text(specs))
    engine = Monolithic(model, Budget())
    findings = [engine.check(spec) for spec in model.specs]
    for linear, branching in zip(findings[:6:2], findings[1:6:2], strict=True):
        assert linear.outcome == branching.outcome, linear.spec.text
    for finding in findings:
        if finding.spec.kind == "ltl" and finding.outcome == "violated":
            check_counterexample(model, finding)


def test_inputs_may_be_read():
    model = flat(
        "MODULE main IVAR i : boolean; VAR x : boolean; ASSIGN next(x) := i; "
        "LTLSPEC G (i -> X x); LTLSPEC G (X i -> x);"
    )
    engine = Monolithic(model, Budget())
    first, second = (engine.check(spec) for spec in model.specs)
    assert first.outcome == "holds"
    assert second.outcome == "violated"
    check_counterexample(model, second)


def test_bounds_that_are_too_large_are_refused_in_words():
    model = flat("MODULE main VAR x : boolean; LTLSPEC F [0,100000] x;")
    finding = Monolithic(model, Budget()).check(model.specs[0])
    assert finding.outcome == "unknown"
    assert "unfolded" in finding.reason
